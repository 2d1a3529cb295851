"""What a defense with a model took is told under its last card, and only where a person asks."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel

from desktop.results.usage import CallUsage, DefenseUsage, FailedCall
from desktop.ui.defense.defense_pane import DefensePane
from desktop.view import screen as sc
from desktop.view.present import present
from desktop.vocabulary import events as ev
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.words import Words
from tests.fixtures.loopback import Answer, answering, called
from tests.gui.program import SOLUTIONS, program
from tests.gui.stage import until
from tests.support.sayings import READY

pytestmark = pytest.mark.window
CALL = CallUsage(
    at="",
    model="coder",
    tokens_in=2310,
    tokens_out=85,
    tokens_reasoning=0,
    estimated=True,
    first_token=0.42,
    total=1.5,
    attempts=2,
    dropped_parameters=("temperature",),
    tool="run_baseline",
    called_nothing=True,
)
FAILED = FailedCall("", "The server is busy.", 93.0, 3, ("stream_options",), True)


@pytest.fixture
def pane(qtbot, theme):
    pane = DefensePane(theme, Words())
    qtbot.addWidget(pane)
    pane.resize(390, 700)
    pane.show()
    return pane


def with_card(kind):
    card = sc.ExaminerCard("Hello.")
    choice = ExaminerChoice(kind=kind, base_url="http://x/v1", model="coder")
    return sc.Screen(cards=(card,), examiner=choice, counted=kind != "embedded")


def test_the_embedded_examiner_takes_nothing(pane):
    pane.show_screen(with_card("embedded"))
    assert not pane.took.isVisible()
    pane.show_screen(with_card("endpoint"))
    assert pane.took.isVisible()


def test_what_a_model_took_can_still_be_read_when_the_embedded_examiner_has_taken_over(pane):
    opened = READY[0].model_copy(
        update={"examiner": ExaminerChoice(kind="endpoint", base_url="http://x/v1", model="coder")}
    )
    screen = sc.Screen()
    for event in (opened, *READY[1:], ev.ExaminerChanged(examiner=ExaminerChoice(), reason="It does not answer.")):
        screen = present(screen, event)
    pane.show_screen(screen)
    assert pane.took.isVisible()


def test_each_call_is_told_with_tokens_times_tries_and_what_was_left_out(pane):
    pane.show_screen(with_card("endpoint"))
    pane.usage_wanted.connect(lambda: pane.show_usage(DefenseUsage((CALL,), (FAILED,))))
    assert not pane.usage.isVisible()
    pane.took.trigger()
    assert pane.usage.is_open
    shown = " ".join(label.text() for label in pane.usage.body.findChildren(QLabel))
    for part in (
        "2,310 tokens read",
        "run_baseline",
        "(estimated)",
        "first word after 0.4 s",
        "no reply: The server is busy. · 93 s · tries: 3 · left out: stream_options",
        "ends plain text as if it were a call",
        "tries: 2",
        "temperature",
    ):
        assert part in shown
    assert "calls without a reply: 1" in shown


async def test_a_running_defense_tells_what_it_took_so_far(tmp_path, monkeypatch):
    monkeypatch.setenv("DEFENSE_DESK_API_KEY", "not-a-secret")
    reads = Answer(body=called("read_code"), headers={"Content-Type": "text/event-stream"})
    never = Answer(body=[b": wait\n\n"], headers={"Content-Type": "text/event-stream"}, hold=True)
    async with answering(reads, never) as server:
        choice = ExaminerChoice(kind="endpoint", base_url=server.url, model="coder")
        async with program(tmp_path, examiner=choice) as it:
            await it.start()
            it.paste((SOLUTIONS / "kmeans.py").read_text("utf-8"))
            await it.press(it.page.submit)
            await until(lambda: len(server.asked) == 2 and it.screen.cards, 60)
            it.page.defense.took.trigger()
            assert "calls: 1" in it.page.defense.usage.detail.whole_text
