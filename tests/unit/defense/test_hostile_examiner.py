"""What an examiner may send and a person may do that the rules of play must withstand."""

from dataclasses import replace

import pytest

from desktop.defense.fold import fold_all
from desktop.defense.next_step import Refuse, RunTool, Wait, next_step
from desktop.defense.prompt import system_prompt
from desktop.defense.state import code_hash
from desktop.vocabulary import events as ev
from desktop.vocabulary.questions import Mark
from tests.support.sayings import CODE, READY, TO_THE_GRADE, replied
from tools import TOOLS, read_code
from tools.contract import BadArguments

ODD = "a = 1\x0c\nb = '\u2028\x85\x1c'\nc = 3\rd = 4\r\ne = 5\n"  # five lines, as Python counts them


def test_a_tool_that_started_on_other_code_asks_again():
    asked = replied(0, "inject_test", test_code="nearest([1], 1)", looks_for="x")
    started = ev.ToolStarted(call_id="c0", tool="inject_test", arguments="{}", code_hash="of the code before")
    state = fold_all([*READY, asked, started])
    assert isinstance(next_step(state), Wait)
    mine = started.model_copy(update={"arguments": asked.reply.calls[0].arguments, "code_hash": code_hash(CODE)})
    assert isinstance(next_step(fold_all([*READY, asked, mine])), RunTool)


class Desk:
    code = ODD


async def test_lines_are_numbered_as_python_numbers_them():
    told = (await read_code.handle(read_code.Args(), Desk())).content  # type: ignore[arg-type] - only `code` is read
    assert "3  c = 3" in told
    assert "5  e = 5" in told
    state = replace(fold_all(READY), code=ODD)
    assert "5  e = 5" in system_prompt(state, "{code}")


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_an_argument_name_of_a_million_letters_is_told_in_a_few(tool):
    with pytest.raises(BadArguments) as fault:
        tool.parse('{"' + "a" * 1_000_000 + '": 1}')
    assert len(str(fault.value)) < 2000


def test_a_decision_about_other_code_allows_nothing_for_the_whole_defense():
    asked = replied(0, "inject_test", test_code="nearest([1], 1)", looks_for="x")
    stale = ev.CallDecided(call_id="c0", decision="defense", bound="of other code")
    state = fold_all([*READY, asked, stale])
    assert not state.allowed
    assert isinstance(next_step(state), Wait)


def test_a_prepared_question_is_asked_once():
    said = [ev.StudentAnswered(text="3"), ev.AnswerMarked(mark=Mark(question_id="q1", verdict="right"))]
    step = next_step(fold_all([*TO_THE_GRADE, *said, replied(4, "ask_student", question_id="q1")]))
    assert isinstance(step, Refuse)
    assert "answered already" in step.why
