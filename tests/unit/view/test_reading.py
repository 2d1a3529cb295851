"""A typed answer is read aloud while it is typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.view.reading import read_answer
from desktop.vocabulary.words import Words

SAY = Words()


@pytest.mark.parametrize(
    ("text", "form", "sentence", "fits"),
    [
        ("[1, 2, 3]", "list", "reads as a list of 3 numbers", True),
        ("[1]", "list", "reads as a list of 1 number", True),
        ("[1, 'a']", "literal", "reads as a list of 2 values", True),
        ("[]", "list", "reads as an empty list", True),
        ("(1.0, 2.0)", "literal", "reads as a tuple of 2 numbers", True),
        (" ３ ", "int", "reads as 3", True),
        ("3.0", "int", "reads as a float; a whole number is asked for", False),
        ("3", "list", "reads as an int; a list is asked for", False),
        ("[1, 2", "list", "This does not read as a Python value yet.", False),
        ("[[1, 2], [3, 4]], 2", "arguments", "reads as a list of 2 lists, an int", True),
        ("{'a': 1}", "literal", "reads as a dict with 1 key", True),
        ("None", "literal", "reads as None", True),
        ("", "int", "", True),
        ("because", "text", "", True),
        ("[1, 2.5]", "list", "reads as a list of 2 numbers", True),
        ("6 times", "int", "reads as 6", True),
        ("line 31", "line", "reads as 31", True),
        ("第 31 行", "line", "reads as 31", True),
        ("6 of 7", "int", "This does not read as a Python value yet.", False),
        ("[0, 1]", "outcome", "reads as the value a list of 2 numbers", True),
        ("ValueError", "outcome", "reads as the exception ValueError", True),
        ("does not finish", "outcome", "", True),
    ],
)
def test_reading(text, form, sentence, fits):
    reading = read_answer(text, form, SAY)
    assert (reading.sentence, reading.fits) == (sentence, fits)


@given(st.text(max_size=60), st.sampled_from(["int", "literal", "list", "arguments", "line", "text", "options"]))
def test_any_text_is_read_without_failing(text, form):
    assert isinstance(read_answer(text, form, SAY).sentence, str)
