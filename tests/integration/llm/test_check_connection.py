"""Check connection: what works, what does not, and the fix by name; the list of models; local servers found."""

import json

import pytest

from desktop.llm.request.quirks import MemoryQuirks
from desktop.llm.servers.ask import ask
from desktop.llm.servers.check import check_connection
from desktop.llm.servers.models import list_models
from desktop.llm.servers.presets import PRESETS, Preset, find_local
from desktop.vocabulary.trouble import ModelTrouble
from tests.fixtures.loopback import TOOLS, Answer, answering, called, chunk, event, examiner, said

MODELS = Answer(body={"object": "list", "data": [{"id": "m"}, {"id": "models/z"}, {"name": "a"}]})


def good(asked, prompt_tokens=7000):
    if asked is None:
        return MODELS
    if asked.get("tools"):
        return Answer(body=called("echo_word", '{"word": "heron"}'))
    pieces = [
        event(chunk({"reasoning_content": "hm"})),
        event(chunk({"content": "one, "})),
        event(chunk({"content": "two"})),
    ]
    usage = {"prompt_tokens": prompt_tokens, "completion_tokens": 2}
    return Answer(body=b"".join([*pieces, event(chunk({}, "stop", usage=usage)), event("[DONE]")]))


async def check(answer, model="m", **how):
    steps = []
    async with answering(answer) as server:
        return await check_connection(server.url, model, "key-12345678", step=steps.append, **how)


async def test_a_good_server():
    report = await check(good)
    assert report.usable
    assert report.models == ("a", "m", "z")
    assert report.model_listed
    assert report.streams
    assert report.reasoning
    assert report.usage
    assert (report.tools, report.context_cut, report.advice) == ("native", False, ())
    assert report.first_token > 0


@pytest.mark.parametrize("size", [2048, 4096])
async def test_a_context_that_is_cut_silently(size):
    report = await check(lambda asked: good(asked, prompt_tokens=size))
    assert report.context_cut
    assert not report.usable
    assert str(size) in report.advice[0].what
    assert "context" in report.advice[0].fix


async def test_a_model_without_tools():
    report = await check(lambda asked: good(None) if asked is None else Answer(body=said("one, two")), long=False)
    assert report.tools == "none"
    assert not report.usable
    assert "template" in report.advice[0].fix


async def test_tools_refused_by_the_server():
    def answer(asked):
        refused = asked and asked.get("tools")
        return Answer(400, {"error": {"message": "this model does not support tools"}}) if refused else good(asked)

    report = await check(answer)
    assert report.tools == "none"
    assert report.answers
    assert "does not support tools" in report.advice[0].what


async def test_calls_in_the_text():
    written = '<tool_call>{"name": "echo_word", "arguments": {"word": "heron"}}</tool_call>'
    report = await check(lambda asked: Answer(body=said(written)) if asked and asked.get("tools") else good(asked))
    assert report.tools == "recovered"
    assert report.usable


async def test_a_wrong_name_of_the_model():
    def answer(asked):
        return MODELS if asked is None else Answer(404, {"error": {"message": "no such model"}})

    report = await check(answer, model="gpt-9")
    assert not report.answers
    assert "gpt-9" in report.advice[0].fix
    assert "a, m, z" in report.advice[0].fix


async def test_a_wrong_key():
    report = await check(Answer(401, {"error": {"message": "Bad key key-12345678"}}))
    assert not report.usable
    assert any("key" in advice.fix for advice in report.advice)
    assert "12345678" not in repr(report)


async def test_what_was_learned_is_remembered():
    store = MemoryQuirks()

    def answer(asked):
        refused = asked and "temperature" in asked
        return Answer(400, {"error": {"message": "no", "param": "temperature"}}) if refused else good(asked)

    async with answering(answer) as server:
        report = await check_connection(server.url, "m", quirks=store)
        assert report.dropped_parameters == ("temperature",)
        assert store.load(server.url, "m").dropped == ("temperature",)


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"data": [{"id": "b"}, {"id": "a"}]}, ("a", "b")),
        ({"models": [{"name": "models/gemini"}, {"model": "x"}]}, ("gemini", "x")),
        (["a", {"id": "b"}], ("a", "b")),
        ({"data": None}, ()),
    ],
)
async def test_lists_of_models_in_each_shape(body, names):
    async with answering(Answer(body=json.dumps(body).encode())) as server:
        assert await list_models(server.url) == names
    assert server.paths == ["/v1/models"]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(404, {"error": "no"}),
        Answer(body=b"<html><title>Hi</title>"),
        Answer(body=b"nonsense"),
        Answer(before=30),
    ],
)
async def test_no_list_is_said_in_words(answer):
    async with answering(answer) as server:
        with pytest.raises(ModelTrouble) as raised:
            await list_models(server.url, seconds=0.5)
    assert raised.value.advice


async def test_local_servers_are_found_on_their_ports():
    async with answering(MODELS) as server:
        here = Preset("here", "Here", server.url, needs_key=False, local=True)
        gone = Preset("gone", "Gone", "http://127.0.0.1:9/v1", needs_key=False, local=True)
        far = Preset("far", "Far", "https://far.example/v1")
        found = await find_local((here, gone, far))
    assert [(f.preset.id, f.models) for f in found] == [("here", ("a", "m", "z"))]


def test_the_presets_are_those_people_use():
    wanted = {"ollama", "llamacpp", "vllm", "lmstudio", "openai", "deepseek", "groq", "openrouter", "gemini", "other"}
    assert {preset.id for preset in PRESETS} == wanted
    assert all(preset.base_url.startswith("http://localhost") for preset in PRESETS if preset.local)


async def test_ask_tells_a_whole_reply_as_json():
    async with answering(Answer(body=called("ask", '{"q": "why?"}'))) as server:
        shown = []
        told = await ask(examiner(server.url), "Hi", TOOLS, shown.append)
    call = {"id": "call_1", "name": "ask", "arguments": '{"q": "why?"}', "complete": True, "recovered": False}
    assert told["calls"] == [call]
    assert (told["finish"], told["attempts"], told["error"], told["dropped_parameters"]) == ("tool_calls", 1, None, [])
    assert shown
    json.dumps(told)


async def test_ask_tells_how_far_a_broken_reply_came():
    broken = b"".join([event(chunk({"content": "Well"})), called("ask", '{"q": "wh')])
    async with answering(Answer(body=broken)) as server:
        told = await ask(examiner(server.url), "Hi", TOOLS)
    assert told["content"] == "Well"
    assert [call["complete"] for call in told["calls"]] == [False]
    assert "did not finish" in told["error"]
    assert told["attempts"] == 3


async def test_ask_marks_arguments_that_are_no_json():
    async with answering(Answer(body=called("ask", "{'q': 3,}"))) as server:
        told = await ask(examiner(server.url), "Hi", TOOLS)
    assert [(call["arguments"], call["complete"]) for call in told["calls"]] == [("{'q': 3,}", False)]


async def test_ask_with_a_nonsense_address():
    assert "not an address" in (await ask(examiner("ftp://x"), "Hi"))["error"]
