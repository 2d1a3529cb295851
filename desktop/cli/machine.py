"""The front for machines: one recorded event a line, answers from a file, decisions by rule."""

from __future__ import annotations

from typing import Any, Literal

from desktop.cli.answers import Answers
from desktop.cli.output import say_json
from desktop.session.front import Answer, Asked, Decided, Proposal, RetryChoice
from desktop.session.session import Session
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Delta

Approve = Literal["ask", "all", "none"]


def by_rule(approve: Approve) -> Decided | None:
    """What `--approve` says without a human; None for `ask`."""
    match approve:
        case "all":
            return Decided("defense", by="command line")
        case "none":
            return Decided("refuse", by="command line", reason="The command line refuses every call.")
        case "ask":
            return None


class MachineFront:
    """Every line is printed after its record is durable."""

    def __init__(self, session: Session, answers: Answers, approve: Approve) -> None:
        self._session, self._answers = session, answers
        self._approve: Approve = approve
        self.waiting: dict[str, Any] | None = None

    def show(self, event: ev.Event) -> None:
        if isinstance(event, Delta):
            return
        stored = self._session.stored[-1]
        say_json({"seq": stored.seq, "at": stored.at.isoformat(), **public_view(event, self._session)})

    async def ask(self, asked: Asked) -> Answer | None:
        answer = await self._answers.next(asked, self._session)
        if answer is None:
            question = asked.question
            self.waiting = {
                "for": "answer",
                "call_id": asked.call_id,
                "question": question.id if question else "",
                "text": asked.text,
                "answer_form": question.answer_form if question else "text",
                "options": list(question.options) if question else [],
            }
        return answer

    async def approve(self, proposal: Proposal) -> Decided | None:
        decided = by_rule(self._approve)
        if decided is None:
            self.waiting = {
                "for": "approval",
                "call_id": proposal.call_id,
                "tool": proposal.tool,
                "arguments": proposal.arguments,
            }
        return decided

    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None:
        self.waiting = {"for": "retry", "reason": reason, "advice": advice}
        return None


def public_view(event: ev.Recorded, session: Session) -> dict[str, Any]:
    """The record as it may be shown: never the reference, the author's tests or what the gate kept back, in an exam
    no keys either."""
    body = event.model_dump(mode="json")
    if isinstance(event, ev.DefenseOpened):
        for secret in ("solution", "baseline", "edges", "witnesses"):
            body["problem"].pop(secret, None)
        if event.rules.mode == "exam":
            body["rules"].pop("pin", None)  # a short one could be guessed from its hash
            body.pop("seed")  # with it, `questions --keys` would tell the keys of this very exam
    if isinstance(event, ev.ModelReplied):
        for part in ("content", "reasoning"):
            if part in event.withheld:
                body["reply"][part] = ""
        for call in body["reply"]["calls"] if "call" in event.withheld else body["reply"]["calls"][1:]:
            call["arguments"] = ""
    if isinstance(event, ev.FactsGathered) and session.state.rules.mode == "exam":
        for question in (*body["facts"]["questions"], *body["facts"]["replacements"]):
            for secret in ("key", "explanation", "recipe"):
                question.pop(secret, None)
        for case in (*body["facts"]["baseline"], *body["facts"]["edges"]):
            case.pop("expected", None)
    return body
