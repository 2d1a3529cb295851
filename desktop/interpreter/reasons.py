"""Why a run did not end by itself: the sentences of `Outcome.why`, and how they are said in another language."""

from __future__ import annotations

import re
import signal

from desktop.vocabulary.words import Words

STOPPED = "Stopped."
WALL = "Stopped after {seconds} seconds."
COMPUTING = "Stopped after {seconds} seconds of computing."
OUTPUT = "Stopped after more than {mib} MiB of output."
MEMORY = "Stopped: it used more than {mib} MiB of memory."
FILES = "Stopped: it wrote more than {mib} MiB of files."
PROCESSES = "Stopped: it made more than {count} processes."
RESTLESS = "It did not come to rest after its end."
BY_FORCE = "It could only be ended by force, so its variables are gone."
BROKEN = "The program broke the connection to its Python process. Its variables are gone."
GONE = "The Python process of the program is gone, and its variables with it."
SIGNAL = "The Python process of the program ended with {signal}. Its variables are gone."
LEFT = "The program ended its own Python process (exit code {code}). Its variables are gone."

SENTENCES = (WALL, COMPUTING, OUTPUT, MEMORY, FILES, PROCESSES, RESTLESS, BY_FORCE, BROKEN, GONE, SIGNAL, LEFT, STOPPED)


def how_it_died(status: int | None, *, broken: bool) -> str:
    """From the exit status of the worker (negative: a signal; None: unknown)."""
    if broken:
        return BROKEN
    if status is None:
        return GONE
    if status >= 0:
        return LEFT.format(code=status)
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return SIGNAL.format(signal=name)


def in_words(why: str, words: Words) -> str:
    """The same reason in the language of `words`; a sentence that is not one of ours stays as it is."""
    said: list[str] = []
    rest = why.strip()
    while rest:
        for sentence in SENTENCES:
            if found := re.match(_pattern(sentence), rest):
                said.append(words(sentence, **found.groupdict()))
                rest = rest[found.end() :].strip()
                break
        else:
            return why
    return " ".join(said)


def _pattern(sentence: str) -> str:
    """The sentence as a regular expression: each field is a named group."""
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(sentence))
