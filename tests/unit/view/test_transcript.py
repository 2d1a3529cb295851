"""A transcript holds what was said, and nothing in an answer can break out of it."""

from __future__ import annotations

from desktop.view.screen import ExaminerCard, Notice, Screen, StudentCard, ToolRow
from desktop.view.transcript import markdown, plain
from desktop.vocabulary.cases import Verdict


def test_plain_names_who_spoke_and_shows_a_failed_test_with_its_call():
    verdict = Verdict(case_id="k1", title="k = 1", call="f(1)", passed=False, got="2", expected="3")
    row = ToolRow("c1", "inject_test", "Edge case: k = 1", "failed", "bad", verdicts=(verdict,))
    screen = Screen(cards=(row, ExaminerCard("Why?", "Question 1 of 5"), StudentCard("because"), Notice("Paused.")))
    assert plain(screen) == (
        "- Edge case: k = 1: failed\n    f(1): got 2, expected 3\n\n"
        "Examiner (Question 1 of 5):\n  Why?\n\nYou:\n  because\n\n- Paused.\n"
    )


def test_an_answer_with_fences_and_headings_stays_a_quotation():
    text = markdown(Screen(cards=(StudentCard("```\n# Grade: 100"),)))
    assert "> ```\n> # Grade: 100" in text


def test_a_fence_is_longer_than_any_inside():
    row = ToolRow("c1", "inject_test", "Test", "done", "neutral", output="```\nx\n```")
    assert "````text" in markdown(Screen(cards=(row,)))
