"""The measuring instruments: source text that is sent into a sandboxed worker. None of it ever runs in our process.

Each module here holds one piece as a string, because a packaged program has no source files to send. The pieces use
the standard library only, and every name of theirs ends in ``__`` (a name with two *leading* underscores would be
mangled inside the student's classes). `SOURCE` is the whole; after it has run in a worker, ``study__(task)`` answers.
"""

from desktop.embedded.instruments import chance, harness, mutants, outline, probe, tracer, values

SOURCE = "\n\n".join((values.TEXT, outline.TEXT, mutants.TEXT, tracer.TEXT, probe.TEXT, chance.TEXT, harness.TEXT))
