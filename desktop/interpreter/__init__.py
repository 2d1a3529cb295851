"""The student's Python: another process, sandboxed, fast to start, hard to break. The worker imports the standard library only."""
