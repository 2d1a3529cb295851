"""The same interpreter under the loop of the window."""

import asyncio
import os

import pytest

pytest.importorskip("PySide6.QtWidgets")
qasync = pytest.importorskip("qasync")

from desktop.interpreter.host import InterpreterHost  # noqa: E402 - after the skips
from desktop.vocabulary.runs import RunRequest  # noqa: E402 - after the skips

pytestmark = pytest.mark.window


async def story():
    host = InterpreterHost()
    interpreter = host.interpreter()
    large = "#" * 3_000_000 + "\nint(input('? '))"
    begun = asyncio.Event()

    async def answer(prompt):
        return "5"

    try:
        answered = await interpreter.run(RunRequest(source=large), None, answer)
        flood = await interpreter.run(RunRequest(source="for k in range(10**5): print(k)"))
        endless = "print('x', flush=True)\nwhile True: pass"
        run = asyncio.ensure_future(interpreter.run(RunRequest(source=endless), lambda *_: begun.set()))
        await begun.wait()
        await interpreter.stop()
        stopped = await run
    finally:
        await host.close()
    return answered.repr, flood.stdout[-6:], stopped.status


def test_input_output_and_stop_under_the_loop_of_the_window(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", os.environ.get("QT_QPA_PLATFORM", "offscreen"))
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication([])
    loop = qasync.QEventLoop(application, already_running=False)
    try:
        assert loop.run_until_complete(story()) == ("5", "99999\n", "interrupted")
    finally:
        loop.close()
        asyncio.set_event_loop(None)
