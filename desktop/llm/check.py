"""Tries a server and a model out, and names what to change where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Literal

from desktop.llm.attempt import TimeLimits
from desktop.llm.endpoint import EndpointExaminer, Manner, estimate_tokens
from desktop.llm.models import list_models
from desktop.llm.quirks import QuirkStore
from desktop.llm.retry import Patience
from desktop.llm.wire.client import ClientMaker, Clients
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble

ECHO: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "echo_word",
        "description": "Report the word you were told.",
        "parameters": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
    },
}
WORD = "heron"
CALL = f"Call the tool echo_word with the word {WORD}."
COUNT = "Count from one to ten in words, separated by commas. Write nothing else."
LONG_LINES = 400  # about 4,000 tokens: what a defense reaches after a few questions
CUT = 0.5  # our estimate is good to a third; half of it missing is no mistake of ours


@dataclass(frozen=True, slots=True)
class Advice:
    what: str
    fix: str


@dataclass(frozen=True, slots=True)
class ConnectionReport:
    """None means not known (the step did not come about). Seconds for `first_token`.

    tools: native, recovered from the text, or none. context_cut: the server read much less than was sent.
    `usable` is the one answer; `advice` says what to change, most important first.
    """

    models: tuple[str, ...] = ()
    model_listed: bool | None = None
    answers: bool = False
    streams: bool | None = None
    tools: Literal["native", "recovered", "none"] | None = None
    reasoning: bool | None = None
    usage: bool | None = None
    context_cut: bool | None = None
    first_token: float | None = None
    dropped_parameters: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()

    @property
    def usable(self) -> bool:
        return self.answers and self.tools in ("native", "recovered") and not self.context_cut


async def check_connection(
    base_url: str,
    model: str,
    key: str = "",
    *,
    quirks: QuirkStore | None = None,
    clients: ClientMaker | None = None,
    limits: TimeLimits | None = None,
    patience: Patience | None = None,
    long: bool = True,
    step: Callable[[str], None] = lambda what: None,
) -> ConnectionReport:
    """Lists the models and sends up to three small requests; never raises for what a server does.

    `long` sends about 4,000 tokens to see whether they are read; `step` is told what is tried, for a progress line.
    """
    clients = clients or Clients()

    def examiner(**manner: Any) -> EndpointExaminer:
        return EndpointExaminer(
            base_url,
            model,
            key,
            quirks=quirks,
            clients=clients,
            limits=limits,
            patience=patience or Patience(attempts=2),
            manner=Manner(max_tokens=1024, temperature=0.0, **manner),
        )

    report = ConnectionReport()
    step("models")
    try:
        models = await list_models(base_url, key, clients=clients)
        report = replace(report, models=models, model_listed=model in models if models else None)
    except ModelTrouble as trouble:
        report = _advise(report, f"There is no list of models. {trouble.what}", trouble.advice)
    step("an answer")
    try:
        reply, deltas = await _fetch(examiner(), COUNT)
    except ModelTrouble as trouble:
        return _advise(report, trouble.what, _name_fix(report, model) or trouble.advice, first=True)
    report = _read_answer(report, reply, deltas)
    step("a tool call")
    forced: Any = {"type": "function", "function": {"name": "echo_word"}}
    try:
        reply, _ = await _fetch(examiner(tool_choice=forced), CALL, [ECHO])
        report = _read_call(report, reply)
    except ModelTrouble as trouble:
        report = _advise(
            replace(report, tools="none"), f"Tool calls do not work. {trouble.what}", _TOOLS_FIX, first=True
        )
    if long:
        step("a long conversation")
        report = await _check_length(report, examiner())
    return report


_TOOLS_FIX = (
    "The chat template of this model may have no tool support: choose another model, or start the server with tools "
    "(llama.cpp: --jinja; vLLM: --enable-auto-tool-choice)."
)


async def _fetch(examiner: EndpointExaminer, text: str, tools: Sequence[dict[str, Any]] = ()) -> tuple[Reply, int]:
    """The reply, and in how many pieces its text came."""
    deltas = 0
    request = ModelRequest(messages=[{"role": "user", "content": text}], tools=tools)
    async with aclosing(examiner.reply(request)) as parts:
        async for part in parts:
            if isinstance(part, Reply):
                return part, deltas
            deltas += part.stream != "notice"
    raise AssertionError("a reply ends with a Reply or a trouble")


def _read_answer(report: ConnectionReport, reply: Reply, deltas: int) -> ConnectionReport:
    report = replace(
        report,
        answers=True,
        streams=deltas > 1,
        reasoning=bool(reply.reasoning),
        usage=not reply.usage.estimated,
        first_token=reply.timing.first_token,
        dropped_parameters=reply.dropped_parameters,
    )
    if not report.streams:
        report = _advise(
            report, "The answer came in one piece.", "It works, but nothing is seen while the model writes."
        )
    if not report.usage:
        report = _advise(report, "The server does not count tokens.", "The numbers shown are estimates.")
    return report


def _read_call(report: ConnectionReport, reply: Reply) -> ConnectionReport:
    call = next((call for call in reply.calls if call.name == "echo_word"), None)
    report = replace(report, reasoning=report.reasoning or bool(reply.reasoning))
    report = replace(report, dropped_parameters=reply.dropped_parameters or report.dropped_parameters)
    if call is None:
        return _advise(
            replace(report, tools="none"), "The model was asked to call a tool and did not.", _TOOLS_FIX, first=True
        )
    if call.recovered:
        return _advise(
            replace(report, tools="recovered"),
            "The model writes its tool calls into the text.",
            f"They are read from there, but less surely. {_TOOLS_FIX}",
        )
    report = replace(report, tools="native")
    if WORD not in call.arguments:
        report = _advise(report, "The tool call held another word than asked.", "A larger model will examine better.")
    return report


async def _check_length(report: ConnectionReport, examiner: EndpointExaminer) -> ConnectionReport:
    lines = [f"Line {number}: the quick heron counts {number * 7919 % 1000} fish." for number in range(LONG_LINES)]
    text = "\n".join([*lines, COUNT])
    try:
        reply, _ = await _fetch(examiner, text)
    except ModelTrouble as trouble:
        return _advise(replace(report, context_cut=True), trouble.what, trouble.advice, first=True)
    if reply.usage.estimated:
        return report
    expected = estimate_tokens(text)
    if reply.usage.tokens_in >= expected * CUT:
        return replace(report, context_cut=False)
    return _advise(
        replace(report, context_cut=True),
        f"Of about {expected} tokens sent the server read {reply.usage.tokens_in}: it cuts conversations silently.",
        "Raise the context size on the server to 16384 (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: -c).",
        first=True,
    )


def _name_fix(report: ConnectionReport, model: str) -> str:
    if report.model_listed is False:
        near = ", ".join(report.models[:5])
        return f'The server has no model called "{model}". It has: {near}.'
    return ""


def _advise(report: ConnectionReport, what: str, fix: str, *, first: bool = False) -> ConnectionReport:
    said = Advice(what, fix)
    return replace(report, advice=(said, *report.advice) if first else (*report.advice, said))
