"""Counts tokens where the server does not, and notices when it read much less than was sent."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.llm.stream.assemble import Assembled
from desktop.llm.stream.jsontext import Object, write_json
from desktop.vocabulary.chat import Usage

CUT_SHARE = 0.5  # our estimate is good to a third; half of it missing is no mistake of ours
CUT_LEAST = 1000  # tokens; below that nothing is worth a word
CUT = "The server read only {read} tokens and cut the rest of the conversation. Raise its context size."


def estimate_tokens(text: str) -> int:
    """Four ASCII characters are about one token, and every other character is about one of its own."""
    plain = len(text.encode("ascii", "ignore"))
    return (plain + 3) // 4 + len(text) - plain


def estimate_usage(messages: Sequence[Object], reply: Assembled) -> Usage:
    """For a server that sends none; marked as an estimate."""
    said = sum(estimate_tokens(call.name) + estimate_tokens(call.arguments) for call in reply.calls)
    thought = estimate_tokens(reply.reasoning)
    return Usage(
        tokens_in=estimate_tokens(write_json(list(messages))),
        tokens_out=said + thought + estimate_tokens(reply.content),
        tokens_reasoning=thought,
        estimated=True,
    )


def seems_cut(messages: Sequence[Object], usage: Usage) -> bool:
    """Whether the server, by its own count, cannot have read all of it (Ollama cuts at 4096 without a word)."""
    if usage.estimated or not usage.tokens_in:
        return False
    sent = sum(estimate_tokens(str(message.get("content") or "")) for message in messages)
    return sent - usage.tokens_in >= CUT_LEAST and usage.tokens_in < sent * CUT_SHARE
