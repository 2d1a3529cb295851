"""Every fault of the recorded zoo, through the real examiner over loopback: right, or loud."""

import json

import pytest

from desktop.llm.endpoint.attempt import TimeLimits
from tests.fixtures import faulty_endpoint as zoo
from tests.fixtures.loopback import TOOLS, examiner, listen, serving

CALL = ("run_tests", zoo.ARGS)


async def hear(name):
    zoo.N429.clear()
    async with serving(zoo.handle) as port:
        limits = TimeLimits(idle=0.5, first=5)
        return await listen(examiner(f"http://127.0.0.1:{port}/f/{name}/v1", limits=limits), tools=TOOLS)


def calls(reply):
    return [(call.name, json.loads(call.arguments)) for call in reply.calls]


def cases(*kinds):
    return [name for name, (expect, _, _) in zoo.CASES.items() if expect in kinds]


@pytest.mark.parametrize("name", cases("ok", "ok429"))
async def test_read_right(name):
    reply = (await hear(name)).reply
    assert calls(reply) == [CALL]
    assert reply.content == zoo.TXT
    assert reply.reasoning == ("r" * 2_000_000 if name == "huge" else zoo.THINK)


@pytest.mark.parametrize("name", cases("ok2"))
async def test_two_calls(name):
    assert calls((await hear(name)).reply) == [CALL, ("ask", {"q": "why?"})]


async def test_two_argument_objects_in_one_slot():
    reply = (await hear("args_concat")).reply
    assert calls(reply) == [CALL, ("run_tests", {"n": 4, "code": "x"})]
    assert len({call.id for call in reply.calls}) == 2


@pytest.mark.parametrize("name", cases("noargs"))
async def test_no_arguments_where_none_are_required(name):
    assert calls((await hear(name)).reply) == [("read_code", {})]


@pytest.mark.parametrize("name", cases("error", "noexec", "stall"))
async def test_loud_and_nothing_to_run(name):
    heard = await hear(name)
    assert heard.reply is None
    assert heard.trouble.what.endswith((".", '"'))
    assert heard.trouble.advice


async def test_separators_that_are_no_line_ends():
    reply = (await hear("u2028")).reply
    assert reply.content == "a\u2028b\u0085c"
    assert calls(reply) == [CALL]


async def test_a_call_written_as_text_is_marked():
    reply = (await hear("call_as_text")).reply
    assert calls(reply) == [CALL]
    assert reply.calls[0].recovered
    assert reply.content == ""


async def test_invalid_arguments_reach_the_tool_as_they_are():
    reply = (await hear("bad_json")).reply
    assert [(call.name, call.arguments) for call in reply.calls] == [("run_tests", "{'n': 3,}")]


async def test_parameters_refused_are_told():
    assert (await hear("no_temperature")).reply.dropped_parameters == ("temperature",)
    assert (await hear("no_stream_options")).reply.dropped_parameters == ("stream_options",)


def test_no_kind_of_case_is_left_out():
    covered = {"ok", "ok429", "ok2", "ok2same", "noargs", "error", "noexec", "stall", "u2028", "text", "invalid"}
    assert {expect for expect, _, _ in zoo.CASES.values()} == covered
