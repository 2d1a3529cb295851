import re
from pathlib import Path
from typing import get_args

import pytest

from desktop.packs.verdicts import judge
from desktop.station.catalogue import load_words
from desktop.vocabulary.cases import Expected, Raises, Returns, TestCase, Undefined
from desktop.vocabulary.runs import ErrorInfo, Outcome, Status
from desktop.vocabulary.values import to_wire


def case(expected: Expected, **more: object) -> TestCase:
    fields = {"id": "c", "title": "A case", "function": "f", "args": (to_wire([1, 2]),), "expected": expected}
    return TestCase.model_validate({**fields, **more})


def raised(kind: str) -> Outcome:
    return Outcome(status="error", error=ErrorInfo(type=kind, message="no", line=3))


TWO = Returns(value=2)


def test_the_value_decides_and_what_was_printed_does_not() -> None:
    wrong = Outcome(status="ok", value=3, stdout="PASSED\n2\n")
    verdict = judge(case(TWO), wrong)
    assert verdict.passed is False
    assert (verdict.call, verdict.got, verdict.expected) == ("f([1, 2])", "3", "2")
    assert verdict.why == "The result differs: 3 instead of 2."
    assert judge(case(TWO), Outcome(status="ok", value=2)).passed is True


@pytest.mark.parametrize("status", ["error", "exit", "interrupted", "timeout", "killed", "died"])
@pytest.mark.parametrize("expected", [Returns(value=None), Raises(types=("ValueError",))])
def test_whatever_did_not_come_back_never_passes(status: Status, expected: Expected) -> None:
    verdict = judge(case(expected), Outcome(status=status, exit_code="0"))
    assert verdict.passed is False
    assert verdict.why.endswith(".")


def test_the_reason_the_interpreter_gives_is_kept() -> None:
    outcome = Outcome(status="timeout", why="Line 4 was still running after 2 s.")
    assert judge(case(TWO), outcome).why == "Line 4 was still running after 2 s."


def test_an_exception_is_matched_by_name_and_family() -> None:
    lookup = Raises(types=("LookupError", "MyError"))
    assert judge(case(lookup), raised("KeyError")).passed is True
    assert judge(case(lookup), raised("MyError")).passed is True
    assert judge(case(lookup), raised("ValueError")).why == (
        "The call raised ValueError, but should raise LookupError or MyError."
    )
    assert judge(case(lookup), raised("print")).passed is False
    assert judge(case(lookup), Outcome(status="ok")).passed is False


@pytest.mark.parametrize("outcome", [Outcome(status="ok", value=1), raised("ValueError"), Outcome(status="died")])
def test_an_undefined_case_is_shown_and_never_marked(outcome: Outcome) -> None:
    verdict = judge(case(Undefined()), outcome)
    assert verdict.passed is None
    assert verdict.expected == "not stated"


def test_an_error_names_the_line() -> None:
    verdict = judge(case(TWO), raised("ValueError"))
    assert verdict.got == "raises ValueError in line 3: no"
    assert verdict.why == "The call raised ValueError in line 3: no."


def test_changed_arguments_fail_only_where_they_must_be_kept() -> None:
    changed = Outcome(status="ok", value=2, arguments_after=(to_wire([1, 9]),))
    assert judge(case(TWO), changed).passed is True
    verdict = judge(case(TWO, keeps_arguments=True), changed)
    assert verdict.passed is False
    assert verdict.why == "The result is right, but the call changed its argument 1: item 2: 9 instead of 2."
    same = Outcome(status="ok", value=2, arguments_after=(to_wire([1, 2]),))
    assert judge(case(TWO, keeps_arguments=True), same).passed is True


def test_a_value_that_cannot_be_read_is_a_verdict_too() -> None:
    verdict = judge(case(TWO), Outcome(status="ok", value={"t": "ndarray", "shape": "?"}))
    assert (verdict.passed, verdict.got) == (False, "a value that cannot be read")


def test_in_chinese_no_english_is_left() -> None:
    words = load_words("zh", Path(__file__).parents[3] / "resources" / "locale")
    returned = Outcome(status="ok", value=to_wire([[1.0], [3.0]]))
    test = case(Returns(value=to_wire([[1.0], [2.0]])))
    assert judge(test, returned, words).why == "结果不同：第 2 行，第 1 项：得到 3.0，应为 2.0。"
    verdict = judge(test, raised("KeyError"), words)
    assert (verdict.got, verdict.why) == ("抛出 KeyError（第 3 行）: no", "调用抛出了 KeyError（第 3 行）: no。")
    for status in set(get_args(Status)) - {"ok", "error"}:
        verdict = judge(test, Outcome(status=status, exit_code="1", why="in English"), words)
        assert not re.search("[A-Za-z]{3}", verdict.why + verdict.got), status
