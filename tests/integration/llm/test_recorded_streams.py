"""Recorded answers of real servers, byte for byte over loopback, whole and in pieces: the same result each time."""

import json
from pathlib import Path

import pytest

from desktop.llm.endpoint.attempt import TimeLimits
from tests.fixtures import replay_server
from tests.fixtures.loopback import examiner, listen

ROOT = Path(replay_server.ROOT)
RECORDINGS = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix()
    for path in ROOT.glob("*/*.wire")
    if not path.stem.startswith(("health", "v1_models", "models"))
)


def facts(case):
    meta = json.loads((ROOT / f"{case}.meta.json").read_text(encoding="utf-8"))
    body = meta["request"].get("body")
    return meta, body if isinstance(body, dict) else {}


def naive(case):
    """What the body says when nothing has to be forgiven: content, reasoning, names of the calls, finish."""
    path = ROOT / f"{case}.sse"
    if not path.exists():
        return None
    content = reasoning = finish = ""
    names = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        if not line.startswith("data: {"):
            continue
        try:
            choices = json.loads(line[6:]).get("choices") or []
        except ValueError:
            return None
        for choice in choices:
            delta = choice.get("delta") or {}
            content += delta.get("content") or ""
            reasoning += delta.get("reasoning_content") or ""
            finish = choice.get("finish_reason") or finish
            names += [c["function"]["name"] for c in delta.get("tool_calls") or () if c["function"].get("name")]
    return content, reasoning, names, finish


async def hear(case, split=0):
    server, port = await replay_server.serve(split=split)
    try:
        _, body = facts(case)
        someone = examiner(f"http://127.0.0.1:{port}/{case}/v1", limits=TimeLimits(idle=0.3, first=0.6))
        return await listen(someone, body.get("messages"), body.get("tools") or [])
    finally:
        server.close()
        await server.wait_closed()


def summary(heard):
    if heard.reply is None:
        return heard.trouble.what
    reply = heard.reply
    return reply.content, reply.reasoning, [(c.name, c.arguments, c.id) for c in reply.calls], reply.finish, reply.usage


@pytest.mark.parametrize("case", RECORDINGS)
async def test_a_recording_is_read_right_or_loud(case):
    heard = await hear(case)
    meta, body = facts(case)
    expected = naive(case)
    if meta["status"] != 200:
        assert heard.trouble is not None
        return
    if expected is None:
        assert heard.trouble is not None or heard.reply.content or heard.reply.calls
        return
    content, reasoning, names, finish = expected
    if not finish or (finish == "length" and (body.get("tools") or not content.strip())):
        assert heard.trouble is not None, "broken off or cut off: nothing of it is used"
        return
    if case.endswith("malformed_arguments"):
        assert heard.trouble is not None, "arguments that stop in the middle were not finished"
        return
    reply = heard.reply
    assert (reply.reasoning, reply.finish) == (reasoning, finish)
    if any(call.recovered for call in reply.calls):
        assert not names
        assert all(call.name in content for call in reply.calls)
    else:
        assert reply.content == content
        assert [call.name for call in reply.calls] == names
        assert all(json.loads(call.arguments) is not None for call in reply.calls)


SPLIT = [case for case in RECORDINGS if "toolstpl" in case or "aimock" in case or "unicode" in case]


@pytest.mark.parametrize("case", SPLIT)
async def test_writes_of_seven_bytes_change_nothing(case):
    assert summary(await hear(case, split=7)) == summary(await hear(case))
