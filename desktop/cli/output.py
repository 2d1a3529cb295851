"""The one way out: lines and JSON on standard output, whatever becomes of it."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any

import click

from desktop.vocabulary.trouble import Trouble


class ReaderLeft(Exception):
    """Whoever read our output went away (`| head`): nothing is wrong, and nobody is there to be told."""


# what a terminal would obey instead of showing, and what makes text read in another order than it stands
OBEYED = (*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
SECONDS = re.compile(r"\d+ ?(?:s\b|秒)")
SHOWN = {code: repr(chr(code))[1:-1] for code in OBEYED}


def say(text: str = "", *, err: bool = False, nl: bool = True, dim: bool = False, as_it_is: bool = False) -> None:
    """A line on standard output (or error), written at once.

    What students, models and packs wrote cannot steer the terminal; `as_it_is` is for the student's own program.
    """
    text = text if as_it_is else text.translate(SHOWN)
    try:
        click.echo(click.style(text, dim=True) if dim else text, nl=nl, err=err)
    except OSError as error:
        # what is still buffered would fail again when Python ends, with words and an exit code of its own
        os.dup2(os.open(os.devnull, os.O_WRONLY), (sys.stderr if err else sys.stdout).fileno())
        if isinstance(error, BrokenPipeError):
            raise ReaderLeft from None
        raise Trouble(f"The output cannot be written: {error.strerror}.", "What was saved before is safe.") from None


class Notices:
    """What a line to a server says of itself, without its countdown: a terminal cannot take a line back."""

    def __init__(self) -> None:
        self._last = ""

    def show(self, text: str) -> None:
        bare = SECONDS.sub("", text)
        if bare and bare != self._last:
            say(text, dim=True, err=True)
        self._last = bare


def say_json(value: Any) -> None:
    """One JSON object on one line, in ASCII: every terminal can show it, and no reader splits it (U+2028)."""
    say(json.dumps(value))
