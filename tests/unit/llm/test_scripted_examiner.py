"""Scripted and recorded examiners: where they are is read off the log alone."""

import json

import pytest

from desktop.llm.canned.recorded import RecordedExaminer
from desktop.llm.canned.scripted import ScriptedExaminer, load_script
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.events import ExaminerChanged, ExaminerChoice, ModelFailed, ModelReplied, TriedAgain
from desktop.vocabulary.trouble import ModelTrouble
from tests.fixtures.loopback import listen

READ = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "read_code", "arguments": "{}"}}],
}
REPLIED = ModelReplied(reply=Reply(content="x"))
SCRIPT = [READ, {"error": "The line is dead."}, {"content": "Hello", "reasoning_content": "hm"}, Reply(content="Bye")]


async def test_the_next_reply_follows_from_the_log():
    first = await listen(ScriptedExaminer(SCRIPT))
    assert [(c.id, c.name, c.arguments) for c in first.reply.calls] == [("c1", "read_code", "{}")]
    fresh = ScriptedExaminer(SCRIPT)
    after_restart = await listen(fresh, history=[REPLIED, ModelFailed(reason="x"), TriedAgain()])
    assert (after_restart.reply.content, after_restart.reply.reasoning) == ("Hello", "hm")
    assert (await listen(fresh, history=[REPLIED] * 3)).reply.content == "Bye"


async def test_a_fault_is_a_trouble_and_trying_again_goes_on():
    broken = await listen(ScriptedExaminer(SCRIPT), history=[REPLIED])
    assert broken.trouble.what == "The line is dead."
    assert (await listen(ScriptedExaminer(SCRIPT), history=[REPLIED, ModelFailed(reason="x")])).reply


async def test_an_examiner_that_takes_over_begins_its_script():
    history = [REPLIED, REPLIED, ExaminerChanged(examiner=ExaminerChoice(kind="scripted"))]
    assert (await listen(ScriptedExaminer(SCRIPT), history=history)).reply.calls


async def test_a_script_that_is_over_says_so():
    assert "no more replies" in (await listen(ScriptedExaminer([READ]), history=[REPLIED])).trouble.what


async def test_what_is_streamed_is_what_is_replied():
    heard = await listen(
        ScriptedExaminer([{"content": "A longer sentence than one piece.", "reasoning": "Thinking about it."}])
    )
    assert heard.text("content") == heard.reply.content
    assert heard.text("reasoning") == heard.reply.reasoning
    assert len(heard.deltas) > 3


def test_shapes_of_a_script(tmp_path):
    path = tmp_path / "script.json"
    whole = {"choices": [{"message": {"role": "assistant", "content": "a"}}]}
    flat = {"content": "", "tool_calls": [{"name": "ask_student", "arguments": {"question": "why?"}}]}
    own = Reply(content="b").model_dump(mode="json")
    path.write_text(json.dumps({"replies": [whole, flat, own, {"error": {"message": "no"}}]}), encoding="utf-8-sig")
    assert len(load_script(path)) == 4
    ScriptedExaminer(load_script(path))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[1]",
        '{"replies": []}',
        '[{"role": "user"}]',
        '[{"tool_calls": [{"id": "x"}]}]',
        '[{"calls": 3}]',
    ],
)
def test_a_bad_script_is_named(text, tmp_path):
    path = tmp_path / "script.json"
    path.write_text(text)
    with pytest.raises(ModelTrouble) as raised:
        load_script(path)
    assert raised.value.advice


async def test_a_recording_says_again_what_was_said():
    history = [
        ModelReplied(reply=Reply(content="one")),
        ModelFailed(reason="x"),
        ModelReplied(reply=Reply(content="two")),
    ]
    player = RecordedExaminer(history)
    assert (await listen(player)).reply.content == "one"
    assert (await listen(player, history=history[:1])).reply.content == "two"
    assert (await listen(player, history=history)).trouble
