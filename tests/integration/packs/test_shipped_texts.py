import re

import pytest

from tests.integration.packs.shipped import PACKS, PROBLEMS, shipped


def test_six_problems_or_more_ship_and_no_two_have_one_name() -> None:
    assert len(PROBLEMS) >= 6
    assert len(PROBLEMS) == sum(len(pack.problems) for pack in PACKS)


@pytest.mark.parametrize("problem_id", PROBLEMS)
def test_every_problem_is_complete_in_both_languages(problem_id: str) -> None:
    problem = shipped(problem_id)[1]
    texts = [problem.title, problem.topic, problem.statement, problem.hint, *problem.open_questions]
    texts += [criterion.sentence for criterion in problem.rubric]
    texts += [witness.text for witness in problem.witnesses]
    assert all(text.en.strip() and text.zh.strip() for text in texts)
    assert all(re.search(r"[\u4e00-\u9fff]", text.zh) for text in texts)
    assert {criterion.evidence for criterion in problem.rubric} == {"tests", "edges", "understanding", "explanation"}
    assert len(problem.open_questions) >= 2
    assert len(problem.witnesses) >= 2


@pytest.mark.parametrize("problem_id", PROBLEMS)
def test_a_statement_says_the_same_in_both_languages_as_far_as_that_can_be_counted(problem_id: str) -> None:
    """Headings, code blocks, numbered steps; and every piece of code in the one text is in the other."""
    statement = shipped(problem_id)[1].statement
    for mark in (r"^#", r"^```", r"^\d\. ", r"^- "):
        assert len(re.findall(mark, statement.en, re.MULTILINE)) == len(re.findall(mark, statement.zh, re.MULTILINE))
    blocks = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
    assert blocks.findall(statement.en) == blocks.findall(statement.zh)


@pytest.mark.parametrize("problem_id", PROBLEMS)
def test_a_criterion_is_one_sentence_and_an_explanation_is_asked_for(problem_id: str) -> None:
    problem = shipped(problem_id)[1]
    for criterion in problem.rubric:
        assert re.fullmatch(r"[^.]+\.", criterion.sentence.en)
        assert re.fullmatch(r"[^。]+。", criterion.sentence.zh)
    explained = sum(criterion.evidence == "explanation" for criterion in problem.rubric)
    assert len(problem.open_questions) >= explained
