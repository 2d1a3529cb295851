"""A person at the keyboard: a slip of a key costs nothing, and what is asked for can be seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from desktop.cli.answers import Nobody
from desktop.cli.output import Notices
from desktop.cli.terminal import EXPECTED, TerminalFront, numbered, wrapped
from desktop.session.front import Asked, Decided, Proposal
from desktop.session.session import Session
from desktop.station.catalogue import load_words
from desktop.vocabulary.questions import Question
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

ROOT = Path(__file__).parents[3]


class Typed:
    """A keyboard at which these lines are typed; then the input ends."""

    person = True

    def __init__(self, *lines: str) -> None:
        self.lines, self.prompts = list(lines), list[str]()

    async def line(self, prompt: str = "") -> str | None:
        self.prompts.append(prompt)
        return self.lines.pop(0) if self.lines else None

    async def secret(self, prompt: str) -> str | None:
        return await self.line(prompt)


@dataclass
class State:
    submission: str = "def f(n):\n    return n + 1\n"


@dataclass
class Stub:
    state: State


def front(*lines: str) -> tuple[TerminalFront, Typed]:
    terminal = TerminalFront(cast(Session, Stub(State())), Nobody(), "ask", Words())
    keyboard = Typed(*lines)
    cast(Any, terminal)._keyboard = keyboard
    terminal._person = True  # pyright: ignore[reportPrivateUsage]
    return terminal, keyboard


NUMBER = Asked("c1", "?", Question(id="q1", type="loop_count", text="?", answer_form="int", lines=(2,)))
TEST = Proposal("c2", "inject_test", '{"case_id": "k1"}', "", "")


async def test_enter_alone_is_no_answer(capsys: pytest.CaptureFixture[str]):
    terminal, keyboard = front("", "  ", "3")
    answer = await terminal.ask(NUMBER)
    assert answer is not None
    assert answer.text == "3"
    assert capsys.readouterr().out.count("Nothing was typed.") == 2
    assert keyboard.prompts == ["Your answer, a whole number: "] * 3


async def test_the_lines_that_are_asked_about_are_shown(capsys: pytest.CaptureFixture[str]):
    terminal, _ = front("3")
    await terminal.ask(NUMBER)
    assert "     2      return n + 1" in capsys.readouterr().out


async def test_a_wrong_key_is_told_which_keys_there_are(capsys: pytest.CaptureFixture[str]):
    terminal, _ = front("x", "d")
    decided = await terminal.approve(TEST)
    assert decided is not None
    assert decided.decision == "defense"
    assert "one of these letters: o, d, r" in capsys.readouterr().out


async def test_how_to_leave_is_said_once(capsys: pytest.CaptureFixture[str]):
    terminal, _ = front("d", "3")
    await terminal.approve(TEST)
    await terminal.ask(NUMBER)
    assert capsys.readouterr().out.count("Ctrl-C leaves") == 1


async def test_what_the_defense_rests_at_is_known_when_it_is_left():
    terminal, _ = front()
    assert await terminal.ask(NUMBER) is None
    assert terminal.rests_at == "The defense waits for an answer."


def test_lines_that_are_not_there_are_left_out():
    assert numbered("a\nb", (0, 2, 9)) == "     2  b"


def test_a_line_is_broken_between_words_and_values_stay_whole():
    assert wrapped("  one two [-4, 12]\n\nshort", 21) == "  one two [-4, 12]\n\nshort"
    assert wrapped("  once more, twenty-one three", 21) == "  once more,\n  twenty-one three"


def test_every_form_of_answer_is_told_in_chinese():
    words = load_words("zh", ROOT / "resources" / "locale")
    assert [said for said in EXPECTED.values() if words(said) == said] == []


@pytest.mark.parametrize("seconds", ["s", "秒"])
def test_a_countdown_is_said_once(capsys: pytest.CaptureFixture[str], seconds: str):
    notices = Notices(Words())
    for left, attempt in ((2, 2), (1, 2), (4, 3), (3, 3)):
        notices.show(f"Again in {left} {seconds} (attempt {attempt} of 3).")
    assert capsys.readouterr().err.count("Again in") == 2


async def test_what_is_asked_for_is_not_shown_beside_the_question(capsys: pytest.CaptureFixture[str]):
    recipe: dict[str, Any] = {"before": "    return n ", "after": " 1"}
    blank = Question(id="q1", type="fill_blank", text="?", answer_form="code", lines=(2,), recipe=recipe)
    terminal, keyboard = front("+")
    await terminal.ask(Asked("c1", "?", blank))
    assert "     2      return n ____ 1" in capsys.readouterr().out
    assert keyboard.prompts == ["Your answer, in Python: "]
    order = Question(id="q2", type="reorder", text="?", answer_form="order", lines=(1, 2), options=("a", "b"))
    terminal, keyboard = front("2 1")
    answer = await terminal.ask(Asked("c1", "?", order))
    assert answer is not None
    assert answer.text == "2 1"
    assert "def f(n)" not in capsys.readouterr().out
    assert "such as 3 1 2 4" in keyboard.prompts[0]


class Lock:
    given = False

    async def give(self, pin: str) -> None:
        if pin != "right":
            raise Trouble("This PIN is not right.", "Nothing was decided. Try again.")
        self.given = True


async def test_in_an_exam_the_pin_is_asked_for_until_it_is_right(capsys: pytest.CaptureFixture[str]):
    terminal, keyboard = front("o", "wrong", "right")
    lock = Lock()
    decided = await terminal.approve(replace(TEST, unlock=lock))
    assert decided == Decided("once", by="station")
    assert lock.given
    assert "This PIN is not right." in capsys.readouterr().out
    assert keyboard.prompts[-1] == "PIN of the invigilator: "
    terminal, _ = front("o", "wrong")
    assert await terminal.approve(replace(TEST, unlock=Lock())) is None
