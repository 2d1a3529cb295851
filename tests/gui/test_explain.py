"""Real exceptions, in words a beginner can use."""

from __future__ import annotations

import pytest

from desktop.ui.output.explain import Explainer
from desktop.vocabulary.runs import ErrorInfo


def explained(source: str) -> str:
    try:
        exec(compile(source, "<student>", "exec"), {})
    except Exception as error:  # noqa: BLE001 - whatever the example raises is the subject
        return Explainer().explain(ErrorInfo(type=type(error).__name__, message=str(error)))
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("lables", "lables"),
        ("[1][5]", "first position is 0"),
        ("{}['a']", "no such key"),
        ("1 / 0", "zero"),
        ("None.x", "None"),
        ("(1).size", "type int has nothing called size"),
        ("None + 1", "None"),
        ("(lambda x: x)()", "arguments"),
        ("x = 1\nx[0]", "Square brackets"),
        ("x = 1\nx()", "Round brackets"),
        ("import no_such_module", "no such module"),
        ("def f(): return f()\nf()", "called itself"),
        ("def f():\n    print(x)\n    x = 1\nf()", "before this line"),
        ("if 1:\nx", "spaces"),
        ("import numpy as np\nif np.zeros(2): pass", ".any()"),
        ("import numpy as np\nnp.zeros(2) + np.zeros(3)", ".shape"),
    ],
)
def test_common_mistakes_are_explained(qapp: object, source: str, words: str) -> None:
    assert words in explained(source)


def test_what_we_know_nothing_better_for_is_left_to_python(qapp: object) -> None:
    assert explained("raise OSError('disk')") == ""
    assert explained("raise type('Mine', (Exception,), {})('{name}')") == ""
