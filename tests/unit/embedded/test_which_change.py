"""The one choice among four: the right letter is anywhere, and no strategy without the program finds it."""

from __future__ import annotations

import collections
from random import Random

from desktop.embedded.kinds.changes import LETTERS, changes
from desktop.embedded.study import Agreed, Call, End, Outline, Study
from desktop.vocabulary.questions import Question
from desktop.vocabulary.words import Words


def ran(call: Call, value: int) -> Agreed:
    return Agreed(call, End("returns", value), None, {}, {}, {}, {}, {}, frozenset(), frozenset(), {}, {}, 0)


def question(seed: int) -> Question | None:
    """A program in which some of twelve changes matter to a call; None where too few or too many do."""
    rng = Random(seed)
    base = Call("base", "f", (seed, rng.randrange(100)))
    mutants = tuple(
        (line, f"x {rng.choice('<>+-*')} {rng.randrange(10 ** rng.randrange(1, 6))}") for line in range(1, 13)
    )
    runs = [ran(base, 7)]
    for number in range(12):
        call = Call("mutant", base.function, base.args, mutant=number)
        runs.append(ran(call, 7 if rng.random() < 0.6 else 8))
    study = Study("", Outline(), None, tuple(runs), End("returns"), mutants=mutants)
    return next((c.question for c in changes(study, Words()) if c.question.type == "which_change"), None)


ASKED = [asked for seed in range(400) if (asked := question(seed)) is not None]


def offered(asked: Question) -> dict[str, tuple[int, str]]:
    rows = asked.recipe["changes"]
    assert isinstance(rows, list)
    return {letter: (int(row[0]), str(row[1])) for letter, row in zip(LETTERS, rows, strict=True)}  # type: ignore[index,arg-type]


def test_every_letter_is_right_about_as_often():
    counts = collections.Counter(str(asked.key) for asked in ASKED)
    assert all(0.15 < counts[letter] / len(ASKED) < 0.35 for letter in LETTERS)


def test_no_blind_strategy_pays():
    strategies = {
        "the first line": lambda rows: min(rows, key=lambda letter: rows[letter][0]),
        "the last line": lambda rows: max(rows, key=lambda letter: rows[letter][0]),
        "the second line": lambda rows: sorted(rows, key=lambda letter: rows[letter][0])[1],
        "the longest": lambda rows: max(rows, key=lambda letter: len(rows[letter][1])),
        "the shortest": lambda rows: min(rows, key=lambda letter: len(rows[letter][1])),
    }
    for name, strategy in strategies.items():
        right = sum(strategy(offered(asked)) == asked.key for asked in ASKED)
        assert right / len(ASKED) <= 0.35, name


def test_four_different_lines_are_offered():
    for asked in ASKED:
        assert len({line for line, _ in offered(asked).values()}) == 4
        assert all(f"{letter}: line" in asked.text for letter in LETTERS)
