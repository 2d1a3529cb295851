"""What the gate refuses stays in the log, goes back to the examiner, reaches no screen, and replays to the same."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.cli.answers import AnswerFile
from desktop.cli.machine import public_view
from desktop.session.drive import drive
from desktop.session.front import Answer, Asked, Decided
from desktop.session.replay import replay
from desktop.session.session import Session
from desktop.view.present import present
from desktop.view.screen import Screen
from desktop.view.transcript import markdown, plain
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.questions import Facts, Question
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words
from tests.support.parts import Bench, Person, Prepared, Says
from tests.support.sayings import CODE, FACTS, OPENED, PROBLEM, call

SECRET = "winner = sorted(xs, key=abs)[0]"
REFERENCE = f"def nearest(xs, q):\n    {SECRET}\n    return winner\n"
SCRIPTED = ev.ExaminerChoice(kind="scripted")
RULES = Rules(approvals={})
START = (
    call(0, "read_code"),
    call(1, "run_baseline"),
    call(2, "inject_test", edge_case="one", looks_for="one item"),
)
GRADE = call(9, "assign_grade", comment="Done.")
SPARE = Question(id="q1r", type="loop_count", text="And here?", answer_form="int", key=3, replaces="q1")


class WithSpare(Prepared):
    async def make_cases(self, problem: object, seed: int) -> Facts:
        return FACTS.model_copy(update={"replacements": (SPARE,)})


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench, None]:
    bench = Bench(tmp_path)
    yield bench
    await bench.close()


def begin(bench: Bench, examiner: Says, rules: Rules = RULES, prepared: Prepared | None = None) -> Session:
    problem = PROBLEM.model_copy(update={"solution": REFERENCE})
    opened = OPENED.model_copy(update={"problem": problem, "examiner": SCRIPTED, "rules": rules})
    around = bench.around(examiner)
    if prepared:
        around = replace(around, cases=prepared, questions=prepared)
    session = Session.begin("s", opened, around)
    session.save_code(CODE)
    session.submit()
    return session


async def finish(session: Session, person: Person) -> None:
    await drive(session, person)
    await session.close()


def seen(session: Session, person: Person) -> list[str]:
    """Everything that was on the screen at any moment."""
    screen, moments = Screen(words=Words()), list[str]()
    for event in [*session.history[:3], *person.shown]:
        screen = present(screen, event)
        moments.append(repr((screen.cards, screen.tail, screen.reasoning, screen.waiting, screen.calls)))
        moments += [plain(screen), markdown(screen)]
    return moments


async def test_a_refused_message_is_fed_back_kept_and_never_shown(bench: Bench):
    told = call(3, "tell_student", message=f"Write {SECRET} there.").model_copy(
        update={"content": f"I will say {SECRET}", "reasoning": f"The fix is {SECRET}"}
    )
    examiner = Says(*START, told, call(4, "ask_student", question_id="q1"), GRADE)
    session, person = begin(bench, examiner), Person(answers=["3"])
    await finish(session, person)
    assert session.state.closed == "graded"
    assert "line of the reference" in examiner.requests[4].messages[-1]["content"]
    assert any(SECRET in event.model_dump_json() for event in session.history[1:]), "the log has it"
    assert not [moment for moment in seen(session, person) if SECRET in moment]
    shown = [json.dumps(public_view(event, session)) for event in session.history]
    assert not [line for line in shown if SECRET in line]


async def test_nothing_streams_before_the_gate_has_read_it(bench: Bench):
    class Streams(Says):
        async def reply(self, request: object) -> AsyncGenerator[Delta | Reply, None]:
            yield Delta("notice", "Queued.")
            yield Delta("reasoning", SECRET)
            yield Delta("content", SECRET)
            turn = self.turns.pop(0)
            assert isinstance(turn, Reply)
            yield turn

    person = Person(retry=None)
    await finish(begin(bench, Streams(START[0], Reply(), Reply())), person)
    assert {event.stream for event in person.shown if isinstance(event, Delta)} == {"notice"}


async def test_two_bad_questions_then_a_prepared_one(bench: Bench):
    bad = [call(n, "ask_student", question=f"What is it? And {n}?") for n in (3, 4, 5)]
    examiner = Says(*START, *bad, GRADE)
    session, person = begin(bench, examiner), Person(answers=["3"])
    await finish(session, person)
    assert [asked.question.id for asked in person.asked if asked.question] == ["q1"]
    assert [event.refused for event in session.history if isinstance(event, ev.ToolEnded)][3:6] == [True, True, False]
    started = [event for event in session.history if isinstance(event, ev.ToolStarted)][-2]
    assert json.loads(started.arguments) == {"question_id": "q1"}
    assert "What is it? And 5?" in repr(session.history), "the original stays in the log"
    assert not [moment for moment in seen(session, person) if "What is it?" in moment]
    assert "Question 1 of 5" in seen(session, person)[-1]
    assert session.state.grade
    assert session.state.closed == "graded"


async def test_a_gated_defense_replays_to_the_same(bench: Bench, tmp_path: Path):
    bad = [call(n, "ask_student", question=f"What is it? And {n}?") for n in (3, 4, 5)]
    second = Reply(content='{"verdicts": [{"criterion": "explains", "verdict": "no", "quote": "x"}]}')
    last = call(9, "assign_grade", comment="Done.", verdicts=[yes("three of them")])
    session = begin(bench, Says(*START, *bad, call(6, "ask_student", question="Why is that so?"), last, second), TWICE)
    await finish(session, Person(answers=["3", "three of them"]))
    assert session.history[-2].kind == "second_reading"
    recorded = Says(*[event.reply for event in session.history if isinstance(event, ev.ModelReplied)])
    again = Bench(tmp_path / "again")
    again.folder.mkdir()
    report = await replay(session.history, again.around(recorded))
    await again.close()
    assert report.reproduced, report.differences


# a second reading

TWICE = Rules(approvals={}, second_reading=True)
ASKS = call(4, "ask_student", question="Why does it end?")


def yes(quote: str) -> dict[str, str]:
    return {"criterion": "explains", "verdict": "yes", "quote": quote}


def last_grade(session: Session) -> float | None:
    closed = session.history[-1]
    assert isinstance(closed, ev.DefenseClosed)
    assert closed.reason == "graded"
    assert closed.grade
    return next(mark.points for mark in closed.grade.criteria if mark.criterion == "explains")


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        (Reply(content=json.dumps({"verdicts": [yes("it ends")]})), 25),
        (Reply(content=json.dumps({"verdicts": [yes("it ends") | {"verdict": "partly"}]})), None),
        (Reply(content="I would rather not."), 25),
        (ModelTrouble("The endpoint did not answer."), 25),
    ],
)
async def test_a_second_reading_may_doubt_and_may_fail(
    bench: Bench, answer: Reply | ModelTrouble, points: float | None
):
    grade = call(9, "assign_grade", comment="Done.", verdicts=[yes("it ends")])
    examiner = Says(*START, ASKS, grade, answer)
    session, person = begin(bench, examiner, TWICE), Person(answers=["Because it ends."])
    await finish(session, person)
    assert last_grade(session) == points
    asked = examiner.requests[-1]
    assert not asked.tools
    assert [message["role"] for message in asked.messages] == ["system", "user"]
    screen = Screen(words=Words())
    for event in person.shown:
        screen = present(screen, event)
    assert ("the second reading partly" in plain(screen)) == (points is None)


# a question in place of a wrong one


async def test_the_first_wrong_answer_earns_one_question_and_the_better_counts(bench: Bench):
    replies = Says(*START, call(4, "ask_student", question_id="q1"), call(5, "ask_student", question_id="q1r"), GRADE)
    session, person = begin(bench, replies, prepared=WithSpare()), Person(answers=["5", "3"])
    await finish(session, person)
    assert [mark.verdict for mark in session.state.marks] == ["wrong", "right"]
    assert session.state.grade
    understood = next(mark for mark in session.state.grade.criteria if mark.criterion == "understands")
    assert understood.points == 25
    assert "1 of 1 machine-checked answers right" in understood.why
    assert "Instead of question 1" in seen(session, person)[-1]


async def test_a_list_of_answers_is_enough_when_all_are_wrong(bench: Bench, tmp_path: Path):
    replies = Says(*START, call(4, "ask_student", question_id="q1"), call(5, "ask_student", question_id="q1r"), GRADE)
    session = begin(bench, replies, prepared=WithSpare())
    (tmp_path / "answers.json").write_text('["5"]')
    answers = AnswerFile(tmp_path / "answers.json")

    class FromFile(Person):
        async def ask(self, asked: Asked) -> Answer | None:
            self.asked.append(asked)
            return await answers.next(asked, session)

        async def approve(self, proposal: object) -> Decided | None:
            return Decided("once")

    await finish(session, FromFile())
    assert [mark.verdict for mark in session.state.marks] == ["wrong", "wrong"]
    assert session.state.closed == "graded"
