"""One run, step by step, from a real worker."""

from __future__ import annotations

import asyncio

import pytest

from desktop.embedded.walk.walker import walk
from desktop.interpreter.host import InterpreterHost
from desktop.vocabulary.questions import Question
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.walks import can_walk

SUMS = """def total(xs):
    found = 0
    for x in xs:
        print(x)
        found += square(x)
    return found


def square(n):
    return n * n


print("not part of the call")
"""


async def test_each_line_with_its_names_the_calls_and_what_was_printed_so_far(lab: InterpreterHost) -> None:
    found = await walk(lab, SUMS, "total([1, 2])")
    assert (found.end, found.said, found.output) == ("returns", "5", "not part of the call\n1\n2\n")
    lines = [step.line for step in found.steps]
    assert lines == [2, 3, 4, 5, 10, 10, 3, 4, 5, 10, 10, 3, 6, 6]
    inside = found.steps[4]
    assert inside.calls == ("total", "square")
    assert [(held.name, held.value) for held in inside.names] == [("n", "1")]
    assert found.steps[5].event == "return"
    assert found.steps[5].word == "1"
    back = {held.name: (held.value, held.changed) for held in found.steps[6].names}
    assert back == {"xs": ("[1, 2]", False), "found": ("1", True), "x": ("1", False)}
    assert found.output[: found.steps[3].printed].endswith("1\n")
    assert not found.output[: found.steps[2].printed].endswith("1\n")


@pytest.mark.parametrize("guard", ["except:", "except BaseException:"])
async def test_an_endless_program_ends_at_the_cap_whatever_it_catches(lab: InterpreterHost, guard: str) -> None:
    source = f"def f(x):\n    while True:\n        try:\n            x += 1\n        {guard}\n            pass\n"
    found = await walk(lab, source, "f(0)", cap=50)
    assert found.end == "endless"
    assert len(found.steps) == 50


async def test_an_exception_is_a_step_and_the_end(lab: InterpreterHost) -> None:
    found = await walk(lab, "def f(d):\n    return d['b']\n", "f({'a': 1})")
    assert [step.event for step in found.steps] == ["line", "raise"]
    assert (found.end, found.said) == ("raises", "KeyError: b")


async def test_a_program_that_does_not_load_says_so(lab: InterpreterHost) -> None:
    for source in ("def f(x)\n    return 1\n", "import nothing_of_that_name\ndef f(x):\n    return 1\n"):
        found = await walk(lab, source, "f(1)")
        assert found.end == "unloaded"
        assert found.steps == ()
        assert found.said


async def test_without_a_call_the_program_runs_from_its_first_line(lab: InterpreterHost) -> None:
    found = await walk(lab, "n = 1\nn = n + 1\n", "")
    assert [step.line for step in found.steps] == [1, 2, 2]
    assert found.steps[-1].names[0].value == "2"
    assert found.steps[-1].names[0].changed


SPIES = """class Meta(type):
    def __eq__(cls, other):
        print("asked")
        return True
    __hash__ = None

class Spy(metaclass=Meta):
    @property
    def __class__(self):
        print("asked")
        return int
    def __repr__(self):
        print("asked")
        return "1"
    def __eq__(self, other):
        print("asked")
        return True

def f(n):
    spy = Spy()
    row = [spy, n]
    return n
"""


async def test_no_method_of_a_student_s_object_is_called(lab: InterpreterHost) -> None:
    found = await walk(lab, SPIES, "f(3)")
    assert found.output == ""
    assert {held.name: held.value for held in found.steps[-1].names} == {
        "n": "3",
        "spy": "<Spy>",
        "row": "[<Spy>, 3]",
    }


async def test_a_program_that_ends_its_process_is_told_in_words(lab: InterpreterHost) -> None:
    with pytest.raises(Trouble, match="could not be followed"):
        await walk(lab, "import os\ndef f(x):\n    os._exit(0)\n", "f(1)")


async def test_a_walk_can_be_cancelled(lab: InterpreterHost) -> None:
    task = asyncio.create_task(walk(lab, "def f(x):\n    return sum(range(10**11))\n", "f(1)"))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_what_is_about_no_run_cannot_be_walked() -> None:
    assert not can_walk(None)
    assert not can_walk(Question(id="q", type="open", text="Why?", answer_form="text"))
    assert can_walk(Question(id="q", type="loop_count", text="How often?", answer_form="int"))
    assert can_walk(Question(id="q", type="return_value", text="What?", answer_form="literal", call="f(1)"))
