"""Whatever `questions --keys` shows is marked right when it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.embedded.spoken_key import answer_text
from desktop.packs.cases import CaseMaker
from desktop.packs.verdicts import judge
from desktop.vocabulary.problem import Rules
from desktop.wiring import DefenseDesk

SOLUTIONS = Path(__file__).parents[2] / "fixtures" / "solutions"
PROGRAMS = [
    ("kmeans", "kmeans.py"),
    ("kmeans", "kmeans_np.py"),
    ("kmeans", "kmeans_cls.py"),
    ("kmeans", "kmeans_bug.py"),
    ("knn", "knn.py"),
    ("knn", "knn_np.py"),
    ("perceptron", "perceptron/functions.py"),
    ("grid-path", "grid-path/class_style.py"),
    ("bigrams", "bigrams/functions.py"),
]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("name", "file"), PROGRAMS)
async def test_every_key_is_a_right_answer(tmp_path: Path, name: str, file: str, language: str):
    desk = DefenseDesk.open(tmp_path)
    problem, code = desk.problem(name), (SOLUTIONS / file).read_text("utf-8")
    rules, maker = Rules.model_validate({"language": language}), EmbeddedQuestions(desk.interpreters, desk.words, judge)
    cases = await CaseMaker(desk.interpreters).make_cases(problem, 5)
    questions = await maker.all_candidates(problem, code, 5, rules, cases, 30)
    wrong: list[str] = []
    for question in questions:
        answer = answer_text(question)
        if answer is None:
            assert not question.machine_marked, f"{question.type} has no example: {question.text}"
            continue
        mark = await maker.mark(problem, code, question, answer, False)
        if mark.verdict != "right":
            wrong.append(f"{question.type}: {question.text} {answer!r} is {mark.verdict}")
    await desk.close()
    assert not wrong
    assert len(questions) >= 5
