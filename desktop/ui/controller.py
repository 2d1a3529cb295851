"""Between one session and the window: records in, screens out; clicks in, answers out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.session.drive import EMBEDDED, drive
from desktop.session.front import Answer, Asked, Decided, Proposal, RetryChoice
from desktop.session.session import Session
from desktop.ui.mailbox import Mailbox
from desktop.ui.tasks import Tasks
from desktop.view.present import approval, present, said
from desktop.view.screen import ForAnswer, ForRetry, Screen, Waiting
from desktop.vocabulary.events import Event, Recorded
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

T = TypeVar("T")
FRAME_MS = 33  # 1,500 stream deltas become about 60 paints
DEFENSE, RUN = "defense", "run"


class DefenseController(QObject):
    """The window's Front (see `session/front.py`). The window calls the first half, the session the second.

    Signals: `screen_changed` carries a Screen, at most one each 33 ms; `printed` a stream name and text;
    `run_started` nothing; `run_ended` an Outcome; `variables_told` what that run left behind; `line_wanted` the prompt
    of an `input()`; `troubled` a Trouble; `pin_refused` a Trouble, while the request waits on.
    """

    screen_changed = Signal(object)
    printed = Signal(str, str)
    run_started = Signal()
    run_ended = Signal(object)
    variables_told = Signal(object)
    line_wanted = Signal(str)
    troubled = Signal(object)
    pin_refused = Signal(object)

    def __init__(
        self,
        session: Session,
        words: Words,
        on_bug: Callable[[BaseException], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.screen = Screen(words=words)
        self._tasks = Tasks(self._failed)
        self._on_bug = on_bug
        self._answers, self._decisions, self._retries = Mailbox[Answer](), Mailbox[Decided](), Mailbox[RetryChoice]()
        self._lines = Mailbox[str | None]()
        self._output: list[tuple[str, str]] = []
        self._told = 0
        self._draft_trouble = False
        self._waiting: Waiting | None = None
        self._held: ForRetry | None = None
        self._frame = QTimer(self)
        self._frame.setInterval(FRAME_MS)
        self._frame.setSingleShot(True)
        self._frame.timeout.connect(self._paint)

    def start(self) -> None:
        """Tell what was, then go on with it."""
        self._tell()
        self._go()

    def speak(self, words: Words) -> None:
        """The same defense in another language: told again from its records."""
        self.screen, self._told = Screen(words=words), 0
        self._tell()

    # the window calls these

    @property
    def running(self) -> bool:
        return self._tasks.running(RUN)

    @property
    def driving(self) -> bool:
        """Whether the defense goes on by itself, or waits for a person, in this window."""
        return self._tasks.running(DEFENSE)

    def save_code(self, source: str) -> bool:
        """True if the log has it."""
        if source == self.screen.code:
            return True
        if not self.screen.can_edit:
            return False
        return self._by_hand(lambda: self.session.save_code(source))

    def run(self, source: str) -> None:
        self.save_code(source)
        self._tasks.start_once(RUN, lambda: self._run(source))

    def stop(self) -> None:
        self._tasks.start_once("stop", self.session.stop_run)

    def give_line(self, line: str | None) -> None:
        self._lines.put(line)

    def submit(self, source: str) -> None:
        if self.save_code(source) and self._by_hand(self.session.submit):
            self._go()

    def answer(self, text: str, why: str = "") -> bool:
        return self._answers.put(Answer(text, why))

    def keep_draft(self, call_id: str, text: str, why: str) -> None:
        """What stands in the answer box. That it cannot be kept is told once: it is no reason to stop typing."""
        try:
            self.session.keep_draft(call_id, text, why)
        except Trouble as trouble:
            if not self._draft_trouble:
                self.troubled.emit(trouble)
            self._draft_trouble = True

    def drafts(self) -> dict[str, tuple[str, str]]:
        try:
            return self.session.drafts()
        except Trouble as trouble:
            self.troubled.emit(trouble)
            return {}

    def decide(self, decided: Decided) -> bool:
        """False for a second click: the first one counted."""
        return self._decisions.put(decided)

    def retry(self, choice: RetryChoice) -> None:
        if not self._held:
            self._retries.put(choice)
            return
        self._waiting = self._held = None
        self._change(self.screen)
        if choice == "embedded":
            reason = self.screen.words("The student stopped waiting.")
            self._by_hand(lambda: self.session.change_examiner(EMBEDDED, reason))
        self._go()

    def hold(self) -> None:
        """Stop waiting for the examiner's line; a person says how to go on."""
        self._tasks.start_once("hold", self._hold)

    def go_on(self) -> None:
        """Drive again after it stopped, for example because another window was at it."""
        self._tell()
        self._go()

    async def leave(self) -> None:
        """End what is under way here; the defense itself rests, and can be continued."""
        self._frame.stop()
        await self._tasks.cancel()
        await self.session.close()

    # the session calls these

    def show(self, event: Event) -> None:
        self._told = len(self.session.stored)
        self._change(present(self.screen, event, datetime.now(UTC)))

    async def ask(self, asked: Asked) -> Answer | None:
        waiting = ForAnswer(asked.text, asked.call_id, asked.question, asked.note)
        return await self._wait(waiting, self._answers)

    async def approve(self, proposal: Proposal) -> Decided | None:
        """Where the PIN is wanted the same request waits on until it is right."""
        waiting = approval(
            self.screen,
            proposal.call_id,
            proposal.tool,
            proposal.arguments,
            grade=proposal.grade,
            interrupted=proposal.interrupted,
            pin=proposal.unlock is not None,
        )
        if proposal.unlock is None:
            return await self._wait(waiting, self._decisions)
        self._waiting = waiting
        self._change(self.screen)
        try:
            while True:
                decided = await self._decisions.receive()
                try:
                    await proposal.unlock.give(decided.pin)
                    return decided
                except Trouble as trouble:
                    self._tell()
                    self.pin_refused.emit(trouble)
        finally:
            self._waiting = None

    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None:
        say = self.screen.words
        return await self._wait(ForRetry(said(say, reason), said(say, advice)), self._retries)

    # inside

    async def _wait(self, waiting: Waiting, mailbox: Mailbox[T]) -> T:
        """Only what somebody here waits for is on the screen as waiting: everything else could not be answered."""
        self._waiting = waiting
        self._change(self.screen)
        try:
            return await mailbox.receive()
        finally:
            self._waiting = None

    def _go(self) -> None:
        if self.screen.submitted and not self.screen.closed:
            self._tasks.start_once(DEFENSE, lambda: drive(self.session, self))

    async def _hold(self) -> None:
        await self._tasks.cancel(DEFENSE)
        self._waiting = self._held = ForRetry(self.screen.words("You stopped waiting for the examiner."))
        self._change(replace(self.screen, tail="", reasoning="", notice=""))

    async def _run(self, source: str) -> None:
        self.run_started.emit()
        try:
            outcome = await self.session.run_code(source, self._on_output, self._on_input)
            self._tell()
        except asyncio.CancelledError:
            with suppress(Trouble):
                await self.session.stop_run()
            raise
        self._flush()
        self.run_ended.emit(outcome)
        self.variables_told.emit(await self.session.variables() if outcome.namespace_kept else ())

    def _on_output(self, stream: Literal["stdout", "stderr"], text: str) -> None:
        self._output.append((stream, text))
        self._wake()

    async def _on_input(self, prompt: str) -> str | None:
        self._flush()
        self.line_wanted.emit(prompt)
        return await self._lines.receive()

    def _by_hand(self, act: Callable[[], Recorded | None]) -> bool:
        try:
            act()
        except Trouble as trouble:
            self._tell()
            self.troubled.emit(trouble)
            return False
        self._tell()
        return True

    def _tell(self) -> None:
        """Everything in the log that is not on the screen yet."""
        screen = self.screen
        for stored in self.session.stored[self._told :]:
            screen = present(screen, stored.event, stored.at)
        self._told = len(self.session.stored)
        self._change(screen)

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, Trouble):
            self._on_bug(error)
            return
        self._tell()
        self.troubled.emit(error)

    def _change(self, screen: Screen) -> None:
        self.screen = screen if screen.waiting == self._waiting else replace(screen, waiting=self._waiting)
        self._wake()

    def _wake(self) -> None:
        if not self._frame.isActive():
            self._frame.start()

    def _flush(self) -> None:
        output, self._output = self._output, []
        joined: list[tuple[str, str]] = []
        for stream, text in output:
            if joined and joined[-1][0] == stream:
                joined[-1] = (stream, joined[-1][1] + text)
            else:
                joined.append((stream, text))
        for stream, text in joined:
            self.printed.emit(stream, text)

    def _paint(self) -> None:
        self._flush()
        self.screen_changed.emit(self.screen)
