"""Tries a server and a model out, and names what to change where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import EndpointExaminer, Manner
from desktop.llm.failures.retry import Patience
from desktop.llm.request.quirks import QuirkStore
from desktop.llm.request.usage import estimate_tokens
from desktop.llm.servers.models import list_models
from desktop.llm.wire.client import ClientMaker, Clients
from desktop.vocabulary.chat import Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble
from desktop.vocabulary.words import Words

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
LONG_LINES = 600  # 6,400 tokens by our count, 7,000 or more by any model's: clearly more than a context of 4096
READ_SHARE = 0.75  # of this plain text our count is too low, never too high
TOOLS_FIX = (
    "The chat template of this model may have no tool support: choose another model, or start the server with tools "
    "(llama.cpp: --jinja; vLLM: --enable-auto-tool-choice)."
)
CONTEXT_FIX = (
    "Raise the context size on the server to 16384 (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: -c), or choose another."
)


@dataclass(frozen=True, slots=True)
class Advice:
    """`stops`: with this a model cannot examine; else it is good to know."""

    what: str
    fix: str
    stops: bool = False


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
    words: Words | None = None,
    long: bool = True,
    step: Callable[[str], None] = lambda what: None,
) -> ConnectionReport:
    """Lists the models and sends up to three small requests; never raises for what a server does.

    `long` sends about 7,000 tokens to see whether they are read; `step` is told what is tried, for a progress line.
    """
    return await _Check(base_url, model, key, quirks, clients or Clients(), limits, patience, words or Words()).run(
        long, step
    )


@dataclass
class _Check:
    """The steps, and the report as far as it has come."""

    base_url: str
    model: str
    key: str
    quirks: QuirkStore | None
    clients: ClientMaker
    limits: TimeLimits | None
    patience: Patience | None
    words: Words
    report: ConnectionReport = field(default_factory=lambda: ConnectionReport())

    async def run(self, long: bool, step: Callable[[str], None]) -> ConnectionReport:
        step(self.words("The list of models"))
        await self._list()
        step(self.words("A short answer"))
        if not await self._answer():
            return self.report
        step(self.words("A tool call"))
        await self._call()
        if long:
            step(self.words("A long conversation"))
            await self._length()
        return self.report

    async def _list(self) -> None:
        try:
            models = await list_models(self.base_url, self.key, clients=self.clients, words=self.words)
        except ModelTrouble as trouble:
            self._advise(self.words("There is no list of models. {why}", why=trouble.what), trouble.advice)
            return
        self._note(models=models, model_listed=self.model in models if models else None)

    async def _answer(self) -> bool:
        try:
            reply, deltas = await self._fetch(COUNT)
        except ModelTrouble as trouble:
            self._advise(trouble.what, self._name_fix() or trouble.advice, first=True)
            return False
        self._note(
            answers=True,
            streams=deltas > 1,
            reasoning=bool(reply.reasoning),
            usage=not reply.usage.estimated,
            first_token=reply.timing.first_token,
            dropped_parameters=reply.dropped_parameters,
        )
        if not self.report.streams:
            fix = self.words("It works; nothing is seen while the model writes.")
            self._advise(self.words("The answer came in one piece."), fix)
        if not self.report.usage:
            fix = self.words("The numbers shown are estimates.")
            self._advise(self.words("The server does not count tokens."), fix)
        return True

    async def _call(self) -> None:
        forced: dict[str, Any] = {"type": "function", "function": {"name": "echo_word"}}
        no_tools = self.words(TOOLS_FIX)
        try:
            reply, _ = await self._fetch(CALL, [ECHO], forced)
        except ModelTrouble as trouble:
            self._note(tools="none")
            self._advise(self.words("Tool calls do not work. {why}", why=trouble.what), no_tools, first=True)
            return
        call = next((call for call in reply.calls if call.name == "echo_word"), None)
        self._note(
            reasoning=self.report.reasoning or bool(reply.reasoning),
            dropped_parameters=reply.dropped_parameters or self.report.dropped_parameters,
            tools="none" if call is None else "recovered" if call.recovered else "native",
        )
        if call is None:
            self._advise(self.words("The model was asked to call a tool and did not."), no_tools, first=True)
        elif call.recovered:
            fix = self.words("They are read from there, but less surely. {more}", more=no_tools)
            self._advise(self.words("The model writes its tool calls into the text."), fix)
        elif WORD not in call.arguments:
            fix = self.words("A larger model will examine better.")
            self._advise(self.words("The tool call held another word than asked."), fix)

    async def _length(self) -> None:
        lines = [f"Line {number}: the quick heron counts {number * 7919 % 1000} fish." for number in range(LONG_LINES)]
        text = "\n".join([*lines, COUNT])
        try:
            reply, _ = await self._fetch(text)
        except ModelTrouble as trouble:
            self._note(context_cut=True)
            self._advise(trouble.what, trouble.advice, first=True)
            return
        if reply.usage.estimated:
            return
        sent, read = estimate_tokens(text), reply.usage.tokens_in
        self._note(context_cut=read < sent * READ_SHARE)
        if self.report.context_cut:
            what = "Of about {sent} tokens sent the server read {read}: it cuts conversations silently."
            self._advise(self.words(what, sent=sent, read=read), self.words(CONTEXT_FIX), first=True)

    async def _fetch(
        self, text: str, tools: Sequence[dict[str, Any]] = (), choice: dict[str, Any] | None = None
    ) -> tuple[Reply, int]:
        """The reply, and in how many pieces its text came."""
        examiner = EndpointExaminer(
            self.base_url,
            self.model,
            self.key,
            quirks=self.quirks,
            clients=self.clients,
            limits=self.limits,
            patience=self.patience or Patience(attempts=2),
            manner=Manner(max_tokens=1024, temperature=0.0, tool_choice=choice),
            words=self.words,
        )
        deltas = 0
        request = ModelRequest(messages=[{"role": "user", "content": text}], tools=tools)
        async with aclosing(examiner.reply(request)) as parts:
            async for part in parts:
                if isinstance(part, Reply):
                    return part, deltas
                deltas += part.stream != "notice"
        raise AssertionError("a reply ends with a Reply or a trouble")

    def _name_fix(self) -> str:
        if self.report.model_listed is False:
            near = ", ".join(self.report.models[:5])
            what = 'The server has no model called "{model}". It has: {near}.'
            return self.words(what, model=self.model, near=near)
        return ""

    def _note(self, **found: Any) -> None:
        self.report = replace(self.report, **found)

    def _advise(self, what: str, fix: str, *, first: bool = False) -> None:
        said, advice = Advice(what, fix, stops=first), self.report.advice
        self.report = replace(self.report, advice=(said, *advice) if first else (*advice, said))
