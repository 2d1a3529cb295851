"""Whatever is handed in gets a fair set of questions or an honest sentence, and never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.embedded.candidate import LONGEST_VALUE
from desktop.embedded.maker import EmbeddedQuestions
from desktop.vocabulary.problem import Language, Rules
from desktop.vocabulary.questions import Facts, Question
from desktop.vocabulary.values import render
from tests.integration.embedded.samples import PROGRAMS, named, sample

HOPELESS = {
    "kmeans_crash",
    "kmeans_empty",
    "kmeans_import_loop",
    "kmeans_script_input",
    "kmeans_syntax",
}  # kmeans_stubborn takes seconds and has a test of its own


@pytest.mark.parametrize("path", [p for p in PROGRAMS if "stubborn" not in p.stem], ids=lambda path: path.stem)
async def test_a_fair_set_or_an_honest_sentence(path: Path, maker: EmbeddedQuestions):
    problem, code, cases = sample(path)
    facts = await maker.make_questions(problem, code, 5, Rules(), cases)
    assert (facts.baseline, facts.edges) == (cases.baseline, cases.edges)
    assert facts.questions
    if path.stem in HOPELESS:
        assert facts.notes
        return
    assert_fair(facts)


def assert_fair(facts: Facts) -> None:
    questions = facts.questions
    assert [q.id for q in questions] == ["q1", "q2", "q3", "q4", "q5"]
    assert all(q.machine_marked for q in questions)
    assert sum(bool(q.why) for q in questions) == 1
    assert len({q.text for q in questions}) == 5
    assert len({q.type for q in questions}) >= 3
    for question in questions:
        assert len(question.routes) == 2 or question.type == "repair"
        assert question.explanation
        assert len(question.call) <= 100
        if question.type in ("value_after", "history", "return_value"):
            assert len(render(question.key)) <= LONGEST_VALUE
        if question.answer_form == "int":
            assert isinstance(question.key, int)
            assert 1 <= question.key <= 40
    assert any(q.answer_form != "int" or q.key not in lengths(q) for q in questions)


def lengths(question: Question) -> set[int]:
    return {question.call.count("["), question.call.count("],") + 1}


@pytest.mark.parametrize("path", [p for p in PROGRAMS if p.stem in ("kmeans", "knn_np")], ids=lambda path: path.stem)
async def test_a_value_is_not_visible_in_the_line_asked_about(path: Path, maker: EmbeddedQuestions):
    problem, code, cases = sample(path)
    lines = code.split("\n")
    found = await maker.all_candidates(problem, code, 1, Rules(), cases)
    asked = [q for q in found if q.type == "value_after"]
    assert asked
    for question in asked:
        (line,) = question.lines
        assert render(question.key) not in lines[line - 1]


async def test_the_set_is_personal_and_the_same_defense_gets_the_same_set(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans")
    sets = [await maker.make_questions(problem, code, seed, Rules(), cases) for seed in (1, 1, 2, 3, 4, 5)]
    assert sets[0] == sets[1]
    assert len({tuple(q.text for q in facts.questions) for facts in sets}) >= 4


async def test_fewer_questions_when_fewer_are_wanted(maker: EmbeddedQuestions):
    problem, code, cases = named("knn")
    facts = await maker.make_questions(problem, code, 1, Rules(questions=2), cases)
    assert [q.id for q in facts.questions] == ["q1", "q2"]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_words_are_in_the_language_of_the_defense(language: Language, maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_bug")
    facts = await maker.make_questions(problem, code, 1, Rules(language=language), cases)
    for question in facts.questions:
        for words in (question.text, question.explanation, question.why):
            assert not words or words.isascii() == (language == "en")


async def test_candidates_begin_with_the_chosen_five(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans")
    chosen = await maker.make_questions(problem, code, 8, Rules(), cases)
    found = await maker.all_candidates(problem, code, 8, Rules(), cases)
    assert found[:5] == chosen.questions
    assert len(found) > 20
    assert [q.id for q in found] == [f"q{n}" for n in range(1, len(found) + 1)]
    assert len(await maker.all_candidates(problem, code, 8, Rules(), cases, 7)) == 7


async def test_what_cannot_be_loaded_is_asked_about_as_it_is(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_crash")
    facts = await maker.make_questions(problem, code, 1, Rules(), cases)
    (question,) = facts.questions
    assert question.key == {"t": "tuple", "v": ["raises", "AttributeError"]}
    assert "AttributeError" in facts.notes[0]


async def test_a_demonstration_that_fails_at_the_end_hides_nothing(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_demo_fails")
    facts = await maker.make_questions(problem, code, 1, Rules(), cases)
    assert len(facts.questions) == 5
    assert len({q.type for q in facts.questions}) >= 3
    assert "NameError, line 28" in facts.notes[0]


async def test_what_cannot_be_read_gets_one_open_question(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans_syntax")
    facts = await maker.make_questions(problem, code, 1, Rules(), cases)
    (question,) = facts.questions
    assert (question.type, question.answer_form, question.key) == ("open", "text", None)
    assert "line 1" in facts.notes[0]
    assert "loop" not in question.text, "the author asks about programs that do something"


async def test_cases_that_are_too_long_are_cut_to_their_first_rows(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans")
    long_only = cases.model_copy(update={"baseline": cases.baseline[2:], "edges": ()})
    facts = await maker.make_questions(problem, code, 1, Rules(), long_only)
    assert len(facts.questions) == 5
    assert all(len(q.call) <= 100 for q in facts.questions)


async def test_a_problem_without_any_case_still_gets_a_result(maker: EmbeddedQuestions):
    problem, code, cases = named("kmeans")
    bare = cases.model_copy(update={"baseline": (), "edges": ()})
    facts = await maker.make_questions(problem, code, 1, Rules(), bare)
    assert facts.questions
    assert facts.notes
