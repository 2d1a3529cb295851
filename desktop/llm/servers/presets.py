"""The servers people use, where they answer, and which of the local ones are running here."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop.llm.wire.address import read_address
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.waiting import Waiting

if TYPE_CHECKING:
    from desktop.llm.wire.client import ClientMaker


@dataclass(frozen=True, slots=True)
class Preset:
    """`base_url` is "" where it must be typed. `note` says in a sentence what to know."""

    id: str
    title: str
    base_url: str
    needs_key: bool = True
    local: bool = False
    note: str = ""


PRESETS = (
    Preset(
        "ollama",
        "Ollama",
        "http://localhost:11434/v1",
        needs_key=False,
        local=True,
        note="Raise its context: OLLAMA_CONTEXT_LENGTH=16384, or long conversations are cut without a word.",
    ),
    Preset(
        "llamacpp",
        "llama.cpp server",
        "http://localhost:8080/v1",
        needs_key=False,
        local=True,
        note="Start it with --jinja, or tools do not work.",
    ),
    Preset(
        "vllm",
        "vLLM",
        "http://localhost:8000/v1",
        needs_key=False,
        local=True,
        note="Start it with --enable-auto-tool-choice and the tool call parser of the model.",
    ),
    Preset(
        "lmstudio",
        "LM Studio",
        "http://localhost:1234/v1",
        needs_key=False,
        local=True,
        note="Choose a model that LM Studio marks as trained for tool use.",
    ),
    Preset("openai", "OpenAI", "https://api.openai.com/v1"),
    Preset("deepseek", "DeepSeek", "https://api.deepseek.com/v1"),
    Preset("groq", "Groq", "https://api.groq.com/openai/v1"),
    Preset("openrouter", "OpenRouter", "https://openrouter.ai/api/v1"),
    Preset("gemini", "Gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
    Preset("other", "Any other server", "", note="Anything that answers /chat/completions. Most addresses end in /v1."),
)


LAB_SPREAD = 3.0  # seconds; sixty stations over three are twenty a second, which any server takes


def usual_waiting(base_url: str) -> Waiting:
    """A lab's own server is shared by a class that submits at once; a computer's own and a provider's are not.

    Nobody in a full room should have to find out what to press: after the limit the embedded examiner goes on there.
    """
    try:
        address = read_address(base_url)
    except ModelTrouble:
        return Waiting()
    return Waiting(spread=LAB_SPREAD, then="embedded") if address.local and not address.loopback else Waiting()


@dataclass(frozen=True, slots=True)
class Found:
    """A local server that answered, and its models."""

    preset: Preset
    models: tuple[str, ...]


async def find_local(
    presets: tuple[Preset, ...] = PRESETS, *, clients: ClientMaker | None = None, seconds: float = 1.5
) -> tuple[Found, ...]:
    """Asks the usual ports of this machine, all at once; nothing leaves it."""
    local = [preset for preset in presets if preset.local]
    answers = await asyncio.gather(*(_models(preset, clients, seconds) for preset in local))
    return tuple(Found(preset, models) for preset, models in zip(local, answers, strict=True) if models is not None)


async def _models(preset: Preset, clients: ClientMaker | None, seconds: float) -> tuple[str, ...] | None:
    from desktop.llm.servers.models import list_models  # the list of presets is shown without loading the network

    try:
        return await list_models(preset.base_url, clients=clients, seconds=seconds)
    except ModelTrouble:
        return None
