"""A student examined by a model at an address: it streams, stalls, refuses; the window stays calm."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from desktop.llm.endpoint import attempt
from desktop.llm.endpoint.attempt import TimeLimits
from desktop.view.screen import ForApproval, ForRetry
from desktop.vocabulary.events import ExaminerChoice, ModelFailed
from desktop.vocabulary.waiting import Waiting
from desktop.wiring import DefenseDesk
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until

pytestmark = pytest.mark.window
KMEANS = (SOLUTIONS / "kmeans.py").read_text("utf-8")


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    """So that no keyring is asked."""
    monkeypatch.setenv("DEFENSE_DESK_API_KEY", "not-a-secret")


Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter


@asynccontextmanager
async def endpoint(answer: Callable[[Writer], object]) -> AsyncIterator[ExaminerChoice]:
    """A server on this machine's own address that reads a request and lets `answer` write what it likes."""

    async def serve(reader: Reader, writer: Writer) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
            )
            await reader.readexactly(length)
            answer(writer)
            await writer.drain()
            await reader.read()  # until the program hangs up
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield ExaminerChoice(kind="endpoint", base_url=f"http://127.0.0.1:{port}/v1", model="stand-in")
    finally:
        server.close()
        for task in asyncio.all_tasks():
            if getattr(task.get_coro(), "__name__", "") == "serve":
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def stall_in_the_middle(writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    for word in ("Let ", "me ", "**read** ", "your ", "code"):
        delta = {"choices": [{"index": 0, "delta": {"content": word}}]}
        writer.write(f"data: {json.dumps(delta)}\n\n".encode())


def refuse(writer: Writer) -> None:
    body = b'{"error": {"message": "no such model"}}'
    head = f"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)


async def test_closed_in_the_middle_of_a_stream_and_opened_again(tmp_path):
    """The gate reads a reply as a whole before the student does, so what streams is seen as work, not as words."""
    requests = []

    def stall(writer: Writer) -> None:
        requests.append(1)
        stall_in_the_middle(writer)

    async with endpoint(stall) as examiner:
        async with program(tmp_path, examiner=examiner) as it:
            await it.start()
            it.paste(KMEANS)
            await it.press(it.page.submit)
            await until(lambda: requests, 60)
            assert it.page.defense.busy.isVisible()
            assert it.screen.tail == ""
            await it.close()
        async with program(tmp_path, examiner=examiner) as it:
            await it.go_on()
            await until(lambda: len(requests) == 2, 60)
            assert it.screen.status.tone == "busy"


async def test_a_model_that_refuses_gives_way_to_the_embedded_examiner(tmp_path):
    async with endpoint(refuse) as examiner, program(tmp_path, examiner=examiner) as it:
        await it.start()
        it.paste(KMEANS)
        await it.press(it.page.submit)
        await until(lambda: isinstance(it.screen.waiting, ForRetry), 60)
        assert it.page.defense.retry.reason.text()
        await it.press(it.page.defense.retry.embedded)
        await until(lambda: isinstance(it.screen.waiting, ForApproval), 60)
        assert it.window.bar.examiner.text() == "Embedded examiner"


def busy_for_long(writer: Writer) -> None:
    writer.write(b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 20\r\nContent-Length: 7\r\n\r\nNo room")


def say_nothing(writer: Writer) -> None:
    """As a server that queues: not even headers until a slot is free."""


async def test_a_busy_server_counts_down_and_waiting_can_be_cancelled(tmp_path):
    async with endpoint(busy_for_long) as examiner, program(tmp_path, examiner=examiner) as it:
        await it.start()
        it.paste(KMEANS)
        await it.press(it.page.submit)
        notice = it.page.defense.notice
        seen = set()

        def counted() -> bool:
            seen.update(re.findall(r"Trying again in (\d+) s", notice.text.text()))
            return len(seen) >= 2

        await until(counted, 60)
        assert max(map(int, seen)) >= 15
        await it.press(notice.cancel)
        await until(lambda: isinstance(it.screen.waiting, ForRetry))
        assert not notice.isVisible()
        assert it.page.defense.retry.again.isEnabled()
        assert it.page.defense.retry.embedded.isEnabled()


async def test_a_server_that_queues_is_told_as_one_and_waiting_can_be_cancelled(tmp_path, monkeypatch):
    monkeypatch.setattr(attempt, "TimeLimits", partial(TimeLimits, notice=0.2))
    async with endpoint(say_nothing) as examiner, program(tmp_path, examiner=examiner) as it:
        await it.start()
        it.paste(KMEANS)
        await it.press(it.page.submit)
        notice = it.page.defense.notice
        await until(lambda: "place unknown" in notice.text.text(), 60)
        await it.press(notice.cancel)
        await until(lambda: isinstance(it.screen.waiting, ForRetry))
        await it.press(it.page.defense.retry.again)
        await until(lambda: "place unknown" in notice.text.text() and notice.isVisible(), 60)


async def test_over_the_limit_the_embedded_examiner_goes_on_by_itself_and_the_result_says_so(tmp_path, monkeypatch):
    """A server that never answers, where the settings say for its address that nobody is asked."""
    monkeypatch.setattr(attempt, "TimeLimits", partial(TimeLimits, notice=0.2))
    async with endpoint(say_nothing) as examiner:
        desk = DefenseDesk.open(tmp_path)
        waiting = {examiner.base_url: Waiting(first=1, then="embedded")}
        desk.save_settings(desk.settings.model_copy(update={"waiting": waiting}))
        await desk.close()
        async with program(tmp_path, examiner=examiner) as it:
            await it.start()
            it.paste(KMEANS)
            await it.press(it.page.submit)
            notice = it.page.defense.notice
            await until(lambda: "After 1 s the embedded examiner goes on." in notice.text.text(), 60)
            await until(lambda: it.page.dialog is not None, 60)
            assert not it.page.defense.retry.isVisible()
            await it.allow_all()
            await it.at_question()
            await it.answer_all()
            assert it.window.bar.examiner.text() == "Embedded examiner"
            grade = it.page.controller.session.state.grade
            assert any("took over" in note and "within 1 s" in note for note in grade.notes)
            [failed] = [e for e in it.page.controller.session.history if isinstance(e, ModelFailed)]
            assert failed.waited
            assert failed.timing.attempts == 1
            assert failed.timing.total >= 1


async def test_what_a_person_can_mend_is_asked_even_where_the_embedded_examiner_would_go_on(tmp_path):
    async with endpoint(refuse) as examiner:
        desk = DefenseDesk.open(tmp_path)
        waiting = {examiner.base_url: Waiting(then="embedded")}
        desk.save_settings(desk.settings.model_copy(update={"waiting": waiting}))
        await desk.close()
        async with program(tmp_path, examiner=examiner) as it:
            await it.start()
            it.paste(KMEANS)
            await it.press(it.page.submit)
            await until(lambda: isinstance(it.screen.waiting, ForRetry), 60)
