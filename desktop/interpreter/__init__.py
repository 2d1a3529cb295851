"""The student's Python: another process, sandboxed, hard to break. `host.InterpreterHost` is the door.

This side (trusted): host, living, exchange (one request), process and transport, nursery and spawner, receipt (nothing
is believed unchecked), probe, output, usage, and what is said to people: reasons, explain.
The other side: `template` and everything in `inside`. It imports the standard library, and numpy where installed.

Linux is tested. macOS (sandbox-exec, level C) and Windows (job object, low integrity: level D, so no exams) are written
from the systems' documentation and have never run.
"""
