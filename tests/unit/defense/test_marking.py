"""The grade follows the record; what nobody here may decide waits."""

from desktop.defense.fold import fold_all
from desktop.defense.marking import propose_grade
from desktop.vocabulary import events as ev
from desktop.vocabulary.questions import Mark
from desktop.vocabulary.words import Words
from tests.support.sayings import TO_THE_GRADE, verdict
from tools.contract import CriterionMark, CriterionVerdict

ANSWERED = [
    *TO_THE_GRADE,
    ev.StudentAnswered(text="3", why="Because the loop runs once a point."),
    ev.AnswerMarked(mark=Mark(question_id="q1", verdict="right")),
]


def marks(*verdicts: CriterionVerdict) -> dict[str, CriterionMark]:
    grade = propose_grade(fold_all(ANSWERED), verdicts, "Well done.", Words())
    return {mark.criterion: mark for mark in grade.criteria}


def says(verdict: str, quote: str) -> CriterionVerdict:
    return CriterionVerdict.model_validate({"criterion": "explains", "verdict": verdict, "quote": quote})


def test_points_follow_tests_edges_and_answers():
    found = marks()
    assert (found["passes"].points, found["robust"].points, found["understands"].points) == (12.5, 25, 25)
    assert found["passes"].evidence == ("b2",), "the failed test is named"


def test_an_explanation_waits_for_a_marker_and_earns_nothing_by_itself():
    grade = propose_grade(fold_all(ANSWERED), (), "", Words())
    assert (grade.points, grade.waiting, grade.out_of) == (62.5, 25, 100)
    understood = next(mark for mark in grade.criteria if mark.criterion == "understands")
    assert understood.why == (
        "Understanding: 1 of 1 machine-checked answers right. "
        "The explanation was recorded and not marked by the program."
    )


def test_a_model_verdict_counts_only_with_an_exact_quote():
    assert marks(says("yes", "the loop runs once a point"))["explains"].points == 25
    assert marks(says("partly", "once a point"))["explains"].points == 12.5
    invented = marks(says("yes", "The loop runs twice"))["explains"]
    assert invented.points is None
    assert "not in the transcript" in invented.why
    assert marks(says("yes", "   "))["explains"].points is None


def test_a_model_cannot_touch_a_machine_decided_criterion():
    generous = CriterionVerdict(criterion="passes", verdict="yes", quote="3")
    assert marks(generous)["passes"].points == 12.5


def test_a_change_of_examiners_is_told_with_the_grade():
    changed = ev.ExaminerChanged(examiner=ev.ExaminerChoice(), reason="The server did not answer.")
    grade = propose_grade(fold_all([*ANSWERED, changed]), (), "", Words())
    assert any("The server did not answer." in note for note in grade.notes)


def test_where_nothing_was_explained_nothing_is_said_to_be_recorded():
    silent = [
        event.model_copy(update={"why": ""}) if isinstance(event, ev.StudentAnswered) else event for event in ANSWERED
    ]
    grade = propose_grade(fold_all(silent), (), "", Words())
    said = [mark.why for mark in grade.criteria]
    assert "No explanation was given; this waits for a marker." in said
    assert not any("recorded" in why.lower() for why in said)


def test_a_machine_fact_caps_what_words_can_earn():
    """Of a program that fails most of its tests no explanation is worth more than half."""
    failing = tuple(verdict(f"b{n}", False) for n in range(2))
    capped = [
        event.model_copy(update={"verdicts": (*failing, verdict("b9", True))})
        if isinstance(event, ev.ToolEnded) and event.call_id == "c1"
        else event
        for event in ANSWERED
    ]
    for said, points in (("yes", 12.5), ("partly", 12.5), ("no", 0)):
        grade = propose_grade(fold_all(capped), [says(said, "once a point")], "", Words())
        assert {mark.criterion: mark.points for mark in grade.criteria}["explains"] == points
    assert marks(says("yes", "once a point"))["explains"].points == 25, "half of the tests is not most"


def test_a_verdict_may_point_to_a_fact_of_the_record_and_to_nothing_else():
    for fact in ("b2", "one", "q1"):
        found = marks(says("yes", fact))["explains"]
        assert (found.points, found.evidence) == (25, (fact,))
    assert marks(says("yes", "b7"))["explains"].points is None


def test_points_are_summed_here_and_a_model_cannot_name_any():
    grade = propose_grade(fold_all(ANSWERED), [says("partly", "once a point")], "100 of 100 points.", Words())
    assert grade.points == sum(mark.points or 0 for mark in grade.criteria) == 75
    assert "points" not in CriterionVerdict.model_fields
