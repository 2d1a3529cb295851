"""The student's Python: another process, sandboxed, hard to break. `host.InterpreterHost` is the door.

This side (trusted): host, living, exchange (one request), process and transport, nursery and spawner, receipt (nothing
is believed unchecked), probe, output, usage, and what is said to people: reasons, explain.
The other side: `template` and everything in `inside`. It imports the standard library, and numpy where installed.
What closes it, on either side of the start: `sandbox`.

Linux is tested. macOS and Windows are written from the systems' documentation and have never run: `desktop/README.md`
says what of it was tried.
"""
