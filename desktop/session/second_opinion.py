"""Asks the examiner's model once more, in a fresh conversation, about the closed transcript."""

from __future__ import annotations

import logging
from contextlib import aclosing

from desktop.defense import second_reading
from desktop.session.session import Session
from desktop.vocabulary import events as ev
from desktop.vocabulary.chat import Reply, Timing
from desktop.vocabulary.request import ModelRequest
from desktop.vocabulary.trouble import ModelTrouble, Trouble

diary = logging.getLogger(__name__)


async def read_again(session: Session) -> ev.SecondReading:
    """Never fails a defense: without a usable answer the first grade stands, and the record says why."""
    request = ModelRequest(second_reading.messages(session.state), (), session.history)
    try:
        reply = await _whole_reply(session, request)
    except Trouble as trouble:
        timing = Timing(attempts=0)
        if isinstance(trouble, ModelTrouble):
            timing = Timing(total=trouble.seconds, attempts=trouble.attempts)
        return ev.SecondReading(failure=str(trouble), timing=timing)
    except Exception as error:  # noqa: BLE001 - the tool boundary: a bug of ours must not keep a grade from a student
        diary.exception("the second reading failed")
        return ev.SecondReading(failure=f"{type(error).__name__}: {error}")
    cost = ev.SecondReading(
        usage=reply.usage, timing=reply.timing, model=reply.model, dropped_parameters=reply.dropped_parameters
    )
    verdicts = second_reading.read(reply.content)
    if verdicts is None:
        return cost.model_copy(update={"failure": "The answer was no list of verdicts."})
    grade = second_reading.weigh(session.state, verdicts, session.around.words)
    return cost.model_copy(update={"verdicts": verdicts, "grade": grade})


async def _whole_reply(session: Session, request: ModelRequest) -> Reply:
    async with aclosing(session.examiner.reply(request)) as parts:
        async for part in parts:
            if isinstance(part, Reply):
                return part
    return Reply()  # an answer that never came holds no verdicts
