"""A test of student code calls a function and compares outside: what fools a runner inside the process fools nobody.

Each attack is a program whose `total(rows)` does not add the numbers up. The claim: no call comes back as a plain,
unharmed, correct value; and what was tampered with is reported.
"""

import pytest

from desktop.packs.verdicts import judge
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.runs import CallRequest, Limits, RunRequest
from desktop.vocabulary.values import to_wire
from tests.fixtures.cheating_programs import ATTACKS

ROWS, RIGHT = [1, 2, 39], 42
TEST = TestCase(id="t", title="t", function="total", args=(to_wire(ROWS),), expected=Returns(value=RIGHT))
HONEST = "def total(rows):\n    return sum(rows)"


async def answer_of(interpreter, program):
    await interpreter.run(RunRequest(source=program, fresh=True))
    limits = Limits(cpu_seconds=0.5, wall_seconds=5, processes=0)
    return await interpreter.call(CallRequest(function="total", args=(to_wire(ROWS),), limits=limits))


async def test_the_honest_program_is_right(host):
    outcome = await answer_of(host.interpreter("exam"), HONEST)
    assert (outcome.status, outcome.value, outcome.patched, outcome.forged) == ("ok", RIGHT, (), 0)
    assert judge(TEST, outcome).passed is True


@pytest.mark.parametrize("attack", ATTACKS)
async def test_no_attack_comes_back_as_the_right_answer(host, attack):
    interpreter = host.interpreter("exam")
    outcome = await answer_of(interpreter, ATTACKS[attack])
    assert not (outcome.status == "ok" and outcome.value == RIGHT and type(outcome.value) is int), outcome
    assert judge(TEST, outcome).passed is False  # no mark, either
    after = await answer_of(interpreter, HONEST)  # and nothing of it is left for the next program
    assert (after.status, after.value, after.patched) == ("ok", RIGHT, ())


async def test_patching_is_reported(host):
    interpreter = host.interpreter("exam")
    loaded = await interpreter.run(RunRequest(source=ATTACKS["patched comparisons"]))
    assert set(loaded.patched) == {"abs", "all", "isinstance", "len", "repr", "sum", "type"}


async def test_a_forged_report_is_counted(host):
    assert (await answer_of(host.interpreter("exam"), ATTACKS["a forged report"])).forged >= 1


async def test_tampered_inputs_are_reported_and_the_next_call_gets_fresh_ones(host):
    interpreter = host.interpreter("exam")
    program = "def total(rows):\n    right = sum(rows)\n    rows.clear()\n    return right"
    for _ in range(2):
        outcome = await answer_of(interpreter, program)
        assert (outcome.value, outcome.arguments_after) == (RIGHT, ([],))


async def test_shared_state_is_the_programs_own(host):
    interpreter = host.interpreter("exam")
    await interpreter.run(RunRequest(source="seen = []\ndef total(rows):\n    seen.append(1)\n    return len(seen)"))
    request = CallRequest(function="total", args=([],))
    assert [(await interpreter.call(request)).value for _ in range(3)] == [1, 2, 3]
