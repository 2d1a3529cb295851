"""After practice the right answer stands there once, as a person would write it."""

from __future__ import annotations

import pytest

from desktop.view.right_answer import right_answer
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import to_wire
from desktop.vocabulary.words import Words


@pytest.mark.parametrize(
    ("form", "key", "explanation", "said"),
    [
        ("literal", [0, 1], "Running it gives [0, 1].", "Running it gives [0, 1]."),
        ("int", 6, "The body ran 16 times.", "The right answer: 6. The body ran 16 times."),
        ("int", 6, "The body ran 6 times: 3 rounds of 2.", "The body ran 6 times: 3 rounds of 2."),
        ("int", 6, "About 6.5 in all.", "The right answer: 6. About 6.5 in all."),
        ("outcome", to_wire(("raises", "ValueError")), "", "The right answer: ValueError."),
        ("outcome", to_wire(("returns", 3)), "It returns 3.", "It returns 3."),
        ("outcome", to_wire(("endless",)), "Still running.", "The right answer: does not finish. Still running."),
        ("line", [5, 6], "Never reached: 5.", "The right answer: 5, 6. Never reached: 5."),
        ("options", "B", "B was true in all 200 runs.", "B was true in all 200 runs."),
        ("order", "3 1 2", "In your program it is 3 1 2.", "In your program it is 3 1 2."),
        ("code", None, "For example: `sum`", "For example: `sum`"),
        ("text", None, "", ""),
    ],
)
def test_said_once_and_in_words(form, key, explanation, said):
    question = Question(id="q", type="open", text="?", answer_form=form, key=key, explanation=explanation)
    assert right_answer(question, Words()) == said
