"""An examiner that says again what another one said: the replies of a finished defense, one by one."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from desktop.llm.canned.scripted import as_deltas
from desktop.vocabulary.chat import Delta, Reply
from desktop.vocabulary.events import ModelReplied, Recorded
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble


class RecordedExaminer:
    """Fits `ports.Examiner`. Failures of the recorded defense are left out: only what was said comes again."""

    def __init__(self, history: Sequence[Recorded]) -> None:
        self._replies = [event.reply for event in history if isinstance(event, ModelReplied)]

    async def reply(self, request: ModelRequest) -> AsyncGenerator[Delta | Reply, None]:
        place = sum(isinstance(event, ModelReplied) for event in request.history)
        if place >= len(self._replies):
            raise ModelTrouble("The recording has no more replies.", "The defense went on differently this time.")
        reply = self._replies[place]
        for delta in as_deltas(reply):
            yield delta
        yield reply
