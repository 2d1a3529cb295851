"""The one way out: lines and JSON on standard output, whatever becomes of it."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any

import click

from desktop.vocabulary.plain import spelled_out
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words


class ReaderLeft(Exception):
    """Whoever read our output went away (`| head`): nothing is wrong, and nobody is there to be told."""


SECONDS = re.compile(r"\d+ ?(?:s\b|秒)")
BACK = "\r\x1b[K"  # to the beginning of the line, and nothing behind it


def say(text: str = "", *, err: bool = False, nl: bool = True, dim: bool = False, as_it_is: bool = False) -> None:
    """A line on standard output (or error), written at once.

    What students, models and packs wrote cannot steer the terminal; `as_it_is` is for the student's own program.
    """
    text = text if as_it_is else spelled_out(text)
    try:
        click.echo(click.style(text, dim=True) if dim else text, nl=nl, err=err)
    except OSError as error:
        # what is still buffered would fail again when Python ends, with words and an exit code of its own
        os.dup2(os.open(os.devnull, os.O_WRONLY), (sys.stderr if err else sys.stdout).fileno())
        if isinstance(error, BrokenPipeError):
            raise ReaderLeft from None
        raise Trouble(f"The output cannot be written: {error.strerror}.", "What was saved before is safe.") from None


class Notices:
    """What a line to a server says of itself. A terminal sees the seconds run under it and how to leave; a pipe, which
    cannot take a line back, is told each thing once."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._said, self._last = "", ""
        self._ticking = False

    def show(self, text: str) -> None:
        """ "" when there is nothing to be waited for any more."""
        bare = SECONDS.sub("", text)
        if not bare or bare != self._said:
            self.clear()
            if bare:
                say(text, dim=True, err=True)
        elif sys.stderr.isatty():
            pairs = zip(SECONDS.findall(self._last), SECONDS.findall(text), strict=False)
            changed = [now for then, now in pairs if then != now]
            if changed:
                say(BACK, err=True, nl=False, as_it_is=True)
                say(self._words("{seconds}  (Ctrl-C leaves)", seconds=changed[-1]), err=True, nl=False, dim=True)
                self._ticking = True
        self._said, self._last = bare, text

    def clear(self) -> None:
        """Before anything else is written: the running seconds stand on a line that is not ended."""
        if self._ticking:
            say(BACK, err=True, nl=False, as_it_is=True)
        self._ticking = False


def say_json(value: Any) -> None:
    """One JSON object on one line, in ASCII: every terminal can show it, and no reader splits it (U+2028)."""
    say(json.dumps(value))
