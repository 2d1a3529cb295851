"""The window's front: records become screens, clicks become records, and nothing is left running."""

from __future__ import annotations

import asyncio

import pytest

from desktop.session.front import Decided
from desktop.ui.controller import DefenseController
from desktop.view.screen import ForAnswer, ForApproval, ForRetry, StudentCard
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.problem import Rules
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words
from tests.gui.stage import Says, Stage, until
from tests.support.sayings import CODE, call

pytestmark = pytest.mark.window
TO_THE_QUESTION = (
    call(0, "read_code"),
    call(1, "run_baseline"),
    call(2, "inject_test", edge_case="one", looks_for="one item"),
    call(3, "ask_student", question_id="q1"),
)
GRADE = call(4, "assign_grade", comment="Well done.")


@pytest.fixture
def stage(tmp_path):
    stage = Stage(tmp_path)
    yield stage
    stage.close()


@pytest.fixture
def faults():
    """What the controller could not cope with; must stay empty."""
    found: list[BaseException] = []
    yield found
    assert found == []


def controller_of(session, faults):
    made = DefenseController(session, Words(), faults.append)
    made.start()
    return made


async def at_approval(stage, faults, *turns):
    controller = controller_of(stage.begin(Says(*TO_THE_QUESTION, *turns)), faults)
    controller.submit(CODE)
    await until(lambda: isinstance(controller.screen.waiting, ForApproval))
    return controller


async def at_question(stage, faults, *turns):
    controller = await at_approval(stage, faults, *turns)
    controller.decide(Decided("once"))
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer))
    return controller


async def test_a_whole_defense(stage, faults):
    controller = await at_question(stage, faults, GRADE)
    assert controller.answer("3")
    await until(lambda: controller.screen.closed)
    assert controller.screen.grade is not None
    assert [step.state for step in controller.screen.steps] == ["done"] * 5
    await controller.leave()


async def test_what_is_to_be_approved_is_named_by_the_edge_case(stage, faults):
    controller = await at_approval(stage, faults)
    waiting = controller.screen.waiting
    assert isinstance(waiting, ForApproval)
    assert (waiting.title, waiting.body) == ("Edge case: one item", "nearest([3], 0)")
    await controller.leave()


async def test_a_double_click_on_approve_has_one_effect(stage, faults):
    controller = await at_approval(stage, faults)
    assert controller.decide(Decided("once"))
    assert not controller.decide(Decided("refuse"))
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer))
    decided = [event for event in controller.session.history if isinstance(event, ev.CallDecided)]
    assert [event.decision for event in decided] == ["once"]
    await controller.leave()


async def test_left_at_the_question_and_opened_again_it_is_the_same_question(stage, faults):
    controller = await at_question(stage, faults)
    before = controller.screen
    await controller.leave()
    again = controller_of(stage.again(Says(GRADE)), faults)
    await until(lambda: isinstance(again.screen.waiting, ForAnswer))
    assert again.screen.cards == before.cards
    again.answer("3")
    await until(lambda: again.screen.closed)
    await again.leave()


async def test_an_unreadable_answer_is_asked_again_with_the_reason(stage, faults):
    controller = await at_question(stage, faults, GRADE)
    controller.answer("three")
    await until(lambda: isinstance(controller.screen.waiting, ForAnswer) and controller.screen.waiting.note)
    assert isinstance(controller.screen.cards[-1], StudentCard)
    assert controller.screen.cards[-1].tone == "warn"
    controller.answer("3")
    await until(lambda: controller.screen.closed)
    await controller.leave()


async def test_a_silent_endpoint_is_offered_again(stage, faults):
    controller = controller_of(stage.begin(Says(ModelTrouble("No answer.", "Check it."), *TO_THE_QUESTION)), faults)
    controller.submit(CODE)
    await until(lambda: isinstance(controller.screen.waiting, ForRetry))
    controller.retry("again")
    await until(lambda: isinstance(controller.screen.waiting, ForApproval))
    await controller.leave()


async def test_waiting_for_a_slow_endpoint_can_be_given_up_and_taken_up_again(stage, faults):
    slow = asyncio.Event()
    controller = controller_of(stage.begin(Says([Delta("notice", "Queued.")], slow, *TO_THE_QUESTION)), faults)
    controller.submit(CODE)
    await until(lambda: controller.screen.notice)
    controller.hold()
    await until(lambda: isinstance(controller.screen.waiting, ForRetry))
    controller.retry("again")
    await until(lambda: isinstance(controller.screen.waiting, ForApproval))
    await controller.leave()


async def test_a_second_window_is_told_who_drives_the_defense(stage, faults):
    first = await at_question(stage, faults, GRADE)
    second = DefenseController(stage.again(Says()), Words(), faults.append)
    troubles = []
    second.troubled.connect(troubles.append)
    second.start()
    await until(lambda: troubles)
    assert "another window" in str(troubles[0])
    await second.leave()
    await first.leave()


async def test_a_long_stream_is_painted_a_few_times(stage, faults):
    stream = [Delta("content", "word ")] * 1500
    controller = controller_of(stage.begin(Says(stream, Reply(content="word " * 1500), *TO_THE_QUESTION)), faults)
    paints = []
    controller.screen_changed.connect(paints.append)
    controller.submit(CODE)
    await until(lambda: isinstance(controller.screen.waiting, ForApproval))
    await until(lambda: paints and isinstance(paints[-1].waiting, ForApproval))
    assert len(paints) < 300
    await controller.leave()


async def test_what_a_run_prints_arrives_whole_and_in_order(stage, faults):
    stage.interpreter_made.prints = tuple(f"{n}\n" for n in range(500))
    controller = controller_of(stage.begin(Says()), faults)
    printed, ended = [], []
    controller.printed.connect(lambda stream, text: printed.append(text))
    controller.run_ended.connect(ended.append)
    controller.run(CODE)
    await until(lambda: ended)
    assert "".join(printed) == "".join(f"{n}\n" for n in range(500))
    assert len(printed) < 20
    await controller.leave()


async def test_a_program_that_asks_gets_its_line(stage, faults):
    controller = controller_of(stage.begin(Says()), faults)
    asked, printed, ended = [], [], []
    controller.line_wanted.connect(asked.append)
    controller.printed.connect(lambda stream, text: printed.append(text))
    controller.run_ended.connect(ended.append)
    controller.run("input('name? ')")
    await until(lambda: asked)
    controller.give_line("Ada")
    await until(lambda: ended)
    assert "hello Ada\n" in "".join(printed)
    await controller.leave()


async def test_leaving_in_the_middle_of_a_run_ends_it(stage, faults):
    stage.interpreter_made.until = asyncio.Event()
    controller = controller_of(stage.begin(Says()), faults)
    started = []
    controller.run_started.connect(lambda: started.append(1))
    controller.run("while True: pass")
    await until(lambda: started)
    await controller.leave()
    assert not controller.running
    assert stage.interpreter_made.until.is_set()


async def test_in_an_exam_what_is_typed_after_submission_goes_nowhere(stage, faults):
    controller = controller_of(stage.begin(Says(*TO_THE_QUESTION), rules=Rules.for_mode("exam")), faults)
    controller.submit(CODE)
    assert not controller.save_code("something else")
    assert controller.screen.code == CODE
    await controller.leave()


async def test_in_another_language_the_same_defense_is_told(stage, faults):
    controller = await at_question(stage, faults)
    cards = len(controller.screen.cards)
    controller.speak(Words("zh", {"Baseline test": "基础测试"}))
    assert len(controller.screen.cards) == cards
    assert isinstance(controller.screen.waiting, ForAnswer)
    assert any(getattr(card, "title", "") == "基础测试" for card in controller.screen.cards)
    await controller.leave()
