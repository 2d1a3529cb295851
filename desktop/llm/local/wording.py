"""Asks the local model for one sentence, in one JSON shape, and reads it back."""

from __future__ import annotations

import json
from typing import Any

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import Manner
from desktop.llm.failures.retry import Patience
from desktop.llm.local.gate import LONGEST
from desktop.llm.local.plan import Plan, Step
from desktop.llm.stream.jsontext import as_object, read_json
from desktop.vocabulary.chat import Message
from desktop.vocabulary.problem import Language

KEYS: dict[Step, str] = {"ask": "question", "announce": "sentence"}
# Tokens: a Chinese character may be one each, and a weak model pads with blank lines to whatever limit there is.
MAX_TOKENS: dict[Step, int] = {"ask": 320, "announce": 220}
# Seconds. 79 prompt and 22 written tokens a second on two cores: a sentence takes 3 to 10; ten times slower still fits.
LIMITS = TimeLimits(connect=5, first=90, idle=30, total=120, notice=2, loading=1)
PATIENCE = Patience(attempts=1)  # a sentence of our own is there at once: nothing is worth a second try

ROLE = (
    "You are the voice of a friendly oral examiner. You get a sentence and say the same in other words, in {language}, "
    "as {shape}. Keep names, line numbers and `quoted` pieces as they are. Add nothing."
)
SHAPES: dict[Step, str] = {"ask": "one short question", "announce": "one short statement"}
LANGUAGES = {"en": "English", "zh": "Simplified Chinese (简体中文)"}
# The smallest models do what they are shown rather than what they are told. The gate knows the words of
# these examples: one that is copied does not pass.
EXAMPLES: dict[tuple[Step, Language], tuple[tuple[str, str], ...]] = {
    ("ask", "en"): (
        (
            "During `drift(...)`: how many times does the body of the loop on line 84 run in total?",
            "Look at the loop on line 84: how often does its body run during `drift(...)`?",
        ),
        ("What does `moor(...)` return?", "If you call `moor(...)`, what comes back?"),
        (
            "Give arguments for `sail` with which line 91 runs. With `sail(...)` it does not run.",
            "Which arguments would you give to `sail` so that line 91 runs?",
        ),
    ),
    ("ask", "zh"): (
        (
            "执行 `drift(...)` 的过程中，第 84 行循环的循环体总共执行多少次？",
            "请看第 84 行的循环：执行 `drift(...)` 时，它的循环体一共会执行多少次？",
        ),
        ("`moor(...)` 返回什么？", "如果调用 `moor(...)`，会得到什么结果？"),
        (
            "请给出 `sail` 的参数，使第 91 行得到执行。",
            "给 `sail` 什么参数，才能让第 91 行得到执行？",
        ),
    ),
    ("announce", "en"): (
        ("Good morning. I will look at your boat first.", "Hello! First I take a look at your boat."),
        ("A trial: No wind at all.", "Now I try something unusual: No wind at all."),
        ("That was my last trial. I write a report.", "My trials are over, so I write a report now."),
    ),
    ("announce", "zh"): (
        ("早上好。我先看一下你的船。", "你好！我先来看看你的船。"),
        ("一次试航：完全没有风。", "现在来一次特别的试航：完全没有风。"),
        ("试航做完了。我给出报告。", "试航都做完了，现在我给出报告。"),
    ),
}


def messages(plan: Plan) -> list[Message]:
    """Everything that somebody else wrote stands as a JSON string. The beginning is the same each time, so the
    server reads it once."""
    role = ROLE.format(language=LANGUAGES[plan.language], shape=SHAPES[plan.step])
    built: list[Message] = [{"role": "system", "content": role}]
    for about, said in EXAMPLES[plan.step, plan.language]:
        built.append({"role": "user", "content": _told(about)})
        built.append({"role": "assistant", "content": json.dumps({KEYS[plan.step]: said}, ensure_ascii=False)})
    return [*built, {"role": "user", "content": _told(plan.about)}]


def manner(step: Step) -> Manner:
    """The one shape that may be answered: the grammar forbids everything else, token by token."""
    name = KEYS[step]
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {name: {"type": "string", "minLength": 8, "maxLength": LONGEST[step]}},
        "required": [name],
        "additionalProperties": False,
    }
    shape = {"type": "json_schema", "json_schema": {"name": "said", "strict": True, "schema": schema}}
    return Manner(temperature=0.4, max_tokens=MAX_TOKENS[step], response_format=shape)


def read_said(content: str, step: Step) -> str:
    """The sentence; empty if the model did not keep to the shape, for example because it was cut off."""
    try:
        said = (as_object(read_json(content)) or {}).get(KEYS[step])
    except ValueError:
        return ""
    return " ".join(said.split()) if isinstance(said, str) else ""


def _told(about: str) -> str:
    return f"Sentence: {json.dumps(about, ensure_ascii=False)}"
