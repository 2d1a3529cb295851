from desktop.packs.loader import Pack


def test_every_problem_is_complete_in_both_languages(intro: Pack) -> None:
    for problem in intro.problems:
        texts = [problem.title, problem.topic, problem.statement, problem.hint, *problem.open_questions]
        texts += [criterion.sentence for criterion in problem.rubric]
        texts += [witness.text for witness in problem.witnesses]
        assert all(text.en.strip() and text.zh.strip() for text in texts)
        assert {criterion.evidence for criterion in problem.rubric} == {
            "tests",
            "edges",
            "understanding",
            "explanation",
        }
        assert len(problem.witnesses) >= 2
