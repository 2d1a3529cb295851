"""An examiner whose order, tests and marks are the inner one's, and whose words may be a small model's."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

from desktop.llm.endpoint.attempt import TimeLimits
from desktop.llm.endpoint.examiner import EndpointExaminer
from desktop.llm.local import wording
from desktop.llm.local.gate import fault_of
from desktop.llm.local.plan import Plan, plan_of
from desktop.llm.local.process.host import LocalModel, Served
from desktop.llm.local.process.talk import ALIAS, Progress
from desktop.llm.stream.jsontext import write_json
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble

diary = logging.getLogger(__name__)

PIECE = 12  # characters shown at a time
SILENT = 2  # this often in a row without a sentence in time: it is not asked again


class Decides(Protocol):
    """The inner examiner: it alone decides which tool is called, with what, and when it is over."""

    def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]: ...


@dataclass(frozen=True, slots=True)
class Worded:
    """A sentence that may be said, with the reply it came in."""

    text: str
    reply: Reply


class LocalExaminer:
    """Fits `ports.Examiner`. Whatever the model says, the calls are the inner examiner's, byte for byte.

    The model is asked to word what is said beside them; a prepared question itself is always shown as it was
    prepared, because its key belongs to these very words. `ModelTrouble` only where the model cannot be run at all:
    then a person chooses. `Reply.model` says whose words they are.
    """

    def __init__(self, inner: Decides, model: LocalModel, limits: TimeLimits = wording.LIMITS) -> None:
        self._inner, self._model, self._limits = inner, model, limits
        self._unanswered = 0

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        served: Served | None = None
        told = ""
        async with aclosing(self._model.start()) as steps:
            async for step in steps:
                if isinstance(step, Progress):
                    if (notice := _told(step, self._model.path.name)) != told:
                        yield Delta("notice", told := notice)
                else:
                    served = step
        decided = await self._decide(request)
        plan = plan_of(decided, request.history)
        worded: Worded | None = None
        if served is not None and plan is not None and self._unanswered < SILENT:
            async with aclosing(self._word(served, plan)) as parts:
                async for part in parts:
                    if isinstance(part, Delta):
                        yield part
                    else:
                        worded = part
        said = decided
        if plan is not None and worded is not None:
            name = f"local: {self._model.path.name}"
            measured = {"usage": worded.reply.usage, "timing": worded.reply.timing}
            # "Question 2 of 5." says where one is; no wording of the question does
            text = f"{plan.own} {worded.text}" if plan.step == "ask" else worded.text
            said = decided.model_copy(update={"content": text, "model": name, **measured})
        for piece in _pieces(said.content):
            yield Delta("content", piece)
        yield said

    async def _decide(self, request: ModelRequest) -> Reply:
        async with aclosing(self._inner.reply(request)) as parts:
            async for part in parts:
                if isinstance(part, Reply):
                    return part
        raise ModelTrouble("The examiner's answer ended too early.", "Try again.")

    async def _word(self, served: Served, plan: Plan) -> AsyncGenerator[Delta | Worded, None]:
        """Notices, then a sentence if there is one that passes; its raw stream is shown to nobody."""
        yield Delta("notice", "The local model looks for words.")
        asked = ModelRequest(messages=wording.messages(plan))
        endpoint = EndpointExaminer(
            served.base_url,
            ALIAS,
            served.key,
            limits=self._limits,
            patience=wording.PATIENCE,
            manner=wording.manner(plan.step),
        )
        try:
            async with aclosing(endpoint.reply(asked)) as parts:
                async for part in parts:
                    if isinstance(part, Reply):
                        self._unanswered = 0
                        said = wording.read_said(part.content, plan.step)
                        if fault := fault_of(said, plan):
                            diary.info("the model's wording was not used: %s", fault)
                            diary.debug("it was: %s", write_json(said[:300]))
                        else:
                            yield Worded(said, part)
                    elif part.stream == "notice":
                        yield Delta("notice", "The local model still looks for words.")
        except ModelTrouble as trouble:
            self._unanswered += 1
            diary.warning("the local model gave no sentence: %s", trouble.what)
            await self._model.end_if_unwell()


def _told(progress: Progress, name: str) -> str:
    """In tens of percent: a terminal prints a line for each."""
    if progress.phase == "loading":
        return f"Loading the model {name}."
    return f"Checking the model file {name}: {progress.percent // 10 * 10} %."


def _pieces(text: str) -> Iterable[str]:
    for at in range(0, len(text), PIECE):
        yield text[at : at + PIECE]
