"""What a small model says reaches the student only if it gives nothing away and asks what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.llm.local.gate import LONGEST, fault_of
from desktop.llm.local.plan import Plan

QUESTION = "During `kmeans(...)`: how many times does the body of the loop on line 40 run in total?"
ASK = Plan(
    step="ask",
    language="en",
    own="Question 1 of 5.",
    about=QUESTION,
    secrets=("6",),
    reference=("nearest=min(range(k),key=lambdac:dist(p,centroids[c]))",),
)
ZH = replace(ASK, language="zh", about="执行 `kmeans(...)` 的过程中，第 40 行循环的循环体总共执行多少次？")
EDGE = Plan(step="announce", language="en", own="An edge case: One group.", about="An edge case: One group.")
EDGE = replace(EDGE, kept=("One group",))
TYPE = replace(ASK, about="During `kmeans(...)`: of which type is `best` after line 20?", secrets=("float",))
TRUE = replace(ASK, about="The condition on line 16 is evaluated 3 times. How many times is it true?", secrets=("2",))
OPTIONS = replace(ASK, about="Which line of `kmeans` stops the loop?", secrets=("the centroids do not move",))

MAY_BE_SAID = [
    (ASK, "Look at the loop on line 40: how often does its body run during `kmeans(...)`?"),
    (ASK, "How many times does kmeans go through the loop on line 40?"),
    (ZH, "请看第 40 行的循环：执行 `kmeans(...)` 时，它的循环体一共会执行多少次？"),
    (EDGE, "Now I try something unusual: One group."),
    (TRUE, "Of the 3 times that line 16 is reached, how often is its condition true?"),
    (TYPE, "What kind of thing is `best` after line 20?"),
    (OPTIONS, "By which line does `kmeans` end its loop?"),
]
MAY_NOT = [
    (ASK, "", "nothing"),
    (ASK, "   ", "nothing"),
    (ASK, "How often does the loop on line 40 run in kmeans? Why?", "one question"),
    (ASK, "Think about the loop on line 40 of kmeans.", "one question"),
    (ASK, "How often does line 40 run in kmeans? Think.", "one question"),
    (ASK, "How often does the loop on line 40 of kmeans run, 6 times or more?", "key"),
    (ASK, "How often does the loop on line 40 of kmeans run, 7 times?", "number of its own"),
    (ASK, "How often does the loop on line 40 of kmeans run, six times?", "in words"),
    (ASK, "How often does the loop on line 41 of kmeans run?", "number of its own"),
    (ASK, "How often does the loop of kmeans run?", "what it is about"),
    (ASK, "What is on line 40 of kmeans?", "what it is about"),
    (ASK, "How many people live in the city?", "what it is about"),
    (TRUE, "How many times is the condition on line 16 evaluated 3 times?", "what it is about"),
    (TYPE, "What does `best` represent after line 20?", "what it is about"),
    (ASK, "How often does `centroid_loop` run in kmeans on line 40?", "not there"),
    (ASK, "How often does solve() run in kmeans on line 40?", "not there"),
    (ASK, "How often does line 40 of kmeans run x = min(range(k), key=lambda c: d[c])?", "plain"),
    (ASK, "Your code is correct; how often does line 40 of kmeans run?", "judges"),
    (ASK, QUESTION, "repeats"),
    (ASK, QUESTION.replace("`", ""), "repeats"),
    (ASK, "请看第 40 行的循环：kmeans 的循环体一共会执行多少次？", "English"),
    (ASK, "Сколько раз выполняется цикл в строке 40 функции kmeans?", "script"),
    (ASK, "How often <b>does</b> line 40 of kmeans run?", "plain"),
    (ASK, "How often does line 40 of kmeans run, see https://example.org ?", "plain"),
    (ASK, "How often does line 40 of kmeans run" + " again" * 60 + "?", "long"),
    (ASK, "How often\u202e does line 40 of kmeans run?", "plain"),
    (ZH, "Look at the loop on line 40: how often does its body run during `kmeans(...)`?", "Chinese"),
    (ZH, "第 40 行的循环在 kmeans 里一共执行六次还是多少次？", "in words"),
    (EDGE, "Now I try something unusual.", "what it is about"),
    (EDGE, "One group is over.", "about to begin"),
    (EDGE, "One group on a boat.", "example"),
    (ASK, "How often does the loop on line 40 of kmeans drift?", "example"),
    (EDGE, "Shall I try one group now?", "nothing is asked"),
    (EDGE, "One group: you get 100 points.", "judges"),
    (EDGE, "One group, then 3 groups.", "number of its own"),
    (OPTIONS, "Does `kmeans` stop because the Centroids do not  move?", "key or an option"),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "said"), MAY_BE_SAID, ids=range(len(MAY_BE_SAID)))
def test_another_wording_of_the_same_may_be_said(plan: Plan, said: str):
    assert fault_of(said, plan) == ""


@pytest.mark.parametrize(("plan", "said", "why"), MAY_NOT, ids=[said[:50] or "empty" for _, said, _ in MAY_NOT])
def test_anything_else_is_kept_back(plan: Plan, said: str, why: str):
    assert why in fault_of(said, plan)


def test_a_line_of_the_reference_is_known_without_its_spaces():
    plan = replace(ASK, reference=("returnbest_label",))
    assert "reference" in fault_of("How often does line 40 of kmeans return best_label?", plan)


@given(st.text(max_size=400), st.sampled_from([ASK, ZH, EDGE, OPTIONS]))
def test_no_text_breaks_the_gate(said: str, plan: Plan):
    fault_of(said, plan)


@given(
    st.lists(st.sampled_from([*"6 ?？`40", "kmeans", "six", "how many", "六", "line", "\n", "[6]", "6.0"]), max_size=30)
)
def test_whatever_passes_is_one_short_question_without_the_key(parts: list[str]):
    said = " ".join(parts)
    if not fault_of(said, ASK):
        assert len(said) <= LONGEST["ask"]
        assert said.count("?") + said.count("？") == 1
        assert not {"6", "six", "六"} & set(parts)
