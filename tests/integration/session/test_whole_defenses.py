"""A whole defense before the embedded examiner, on programs that give it little to go by: each ends with a result.

In process, through the wiring and the command line's own front; the programs are of different kinds, and so are the
people: some answer right, some answer anything.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from desktop.cli.terminal import TerminalFront
from desktop.session.drive import drive
from desktop.session.front import Answer, Asked
from desktop.session.session import Session
from desktop.view.transcript import markdown, screen_of
from desktop.vocabulary import events as ev
from desktop.vocabulary.problem import Language, Rules
from desktop.vocabulary.values import render
from desktop.wiring import DefenseDesk

FIXTURES = Path(__file__).parents[2] / "fixtures"
ODD = ("%%%", "0", "[1, 2]", "A", "")
OF_PYTHON = r"`[^`]*`|module '\w+' has no attribute"  # and the program's own code
ENGLISH = re.compile(r"(?:\b[A-Za-z][a-z]+\b[ ,:]+){3,}")  # four words in a row: no code looks like that
SHORT_OF_QUESTIONS = {"wrong_name.py": 3, "kmeans_empty.py": 1, "kmeans_crash.py": 1, "asks_at_the_top.py": 1}
PROGRAMS: tuple[tuple[str, str, Language], ...] = (
    ("solutions/kmeans_bug.py", "kmeans", "zh"),
    ("styles/kmeans_prints.py", "kmeans", "en"),
    ("strangers/knn/wrong_name.py", "knn", "zh"),
    ("styles/kmeans_crash.py", "kmeans", "zh"),
    ("styles/kmeans_empty.py", "kmeans", "en"),
    ("strangers/kmeans/asks_at_the_top.py", "kmeans", "zh"),
)


class Told:
    """Answers for a terminal: the keys, or one thing after another."""

    def __init__(self, right: bool) -> None:
        self.right, self.asked = right, list[Asked]()

    async def next(self, asked: Asked, session: Session) -> Answer:
        self.asked.append(asked)
        question = asked.question
        if self.right and question and question.machine_marked and question.answer_form in ("int", "literal", "list"):
            return Answer(render(question.key, 10_000), "Because.")
        return Answer(ODD[len(self.asked) % len(ODD)])


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[DefenseDesk, None]:
    desk = DefenseDesk.open(tmp_path)
    yield desk
    await desk.close()


async def defended(
    desk: DefenseDesk, path: Path, problem: str, language: Language, right: bool
) -> tuple[Session, Told]:
    told = Told(right)
    session = desk.begin(desk.problem(problem), Rules.for_mode("practice", language), seed=11)
    front = TerminalFront(session, told, "all", desk.words(language))  # type: ignore[arg-type]
    front.show(session.history[0])
    if saved := session.save_code(path.read_text("utf-8")):  # noqa: ASYNC240 - a small file of our own
        front.show(saved)
    front.show(session.submit())
    await drive(session, front)
    await session.close()
    return session, told


@pytest.mark.parametrize(("name", "problem", "language"), PROGRAMS, ids=[name for name, *_ in PROGRAMS])
async def test_it_ends_with_a_result(
    desk: DefenseDesk, capsys: pytest.CaptureFixture[str], name: str, problem: str, language: Language
):
    path = FIXTURES / name
    session, told = await defended(
        desk, path, problem, language, right=PROGRAMS.index((name, problem, language)) % 2 == 0
    )
    state = session.state
    assert state.closed == "graded"
    assert state.facts
    assert state.grade
    assert state.grade.out_of == 100
    total = SHORT_OF_QUESTIONS.get(path.name, 5)
    assert len(state.facts.questions) == total
    assert (total == 5) == (not any("5" in note for note in state.facts.notes)), "fewer are made only with a sentence"
    assert len({asked.call_id for asked in told.asked}) in (total, total + 1)
    shown = capsys.readouterr().out
    first, last = (desk.words(language)("Question {n} of {total}", n=n, total=total) for n in (1, total))
    assert first in shown
    assert last in shown, "what is announced is what is asked"
    said = markdown(screen_of(session.history, desk.words(language)))
    checked = [q for q in state.facts.questions if q.machine_marked]
    right = sum(verdict == "right" for verdict in state.facts.counted(state.marks).values())
    if checked:
        sentence = "Understanding: {right} of {total} machine-checked answers right."
        summed = desk.words(language)(sentence, right=right, total=len(checked))
        assert summed in shown
        assert said.count(summed) == 1, "on screen and in the report, said once"
    if language == "zh":
        said = said.replace(path.read_text("utf-8").strip(), "")
        ran = [event.result.content for event in session.history if isinstance(event, ev.ToolEnded)]
        for text in (shown, said, *ran[1:]):
            assert not ENGLISH.findall(re.sub(OF_PYTHON, "", text)), text
