"""The student's Python: another process, sandboxed, hard to break. The worker imports the standard library only."""
