"""The verdict on one test: reached here, from a structural value, never from what the program printed."""

from __future__ import annotations

import builtins

from desktop.vocabulary.cases import Comparator, Raises, Returns, TestCase, Undefined, Verdict
from desktop.vocabulary.compare import difference, show
from desktop.vocabulary.runs import ErrorInfo, Outcome

UNTOUCHED = Comparator(numbers="exact", sequences="exact", relative=0, absolute=0)


def judge(case: TestCase, outcome: Outcome) -> Verdict:
    """Only a call that came back can pass: a worker that died, left or ran out of time never does.

    `passed` is None where the statement leaves the case undefined, whatever happened.
    """
    match case.expected:
        case Undefined():
            passed, why = None, ending(outcome)
        case Raises(types=types):
            why = _against_raises(types, outcome)
            passed = why == ""
        case Returns():
            why = _against_value(case, outcome)
            passed = why == ""
    return Verdict(
        case_id=case.id,
        title=case.title,
        call=case.call_text,
        passed=passed,
        got=_got(outcome),
        expected=_expected(case),
        why=why,
        seconds=outcome.seconds,
    )


def _against_value(case: TestCase, outcome: Outcome) -> str:
    if outcome.status != "ok":
        return ending(outcome)
    assert isinstance(case.expected, Returns)
    found = difference(outcome.value, case.expected.value, case.comparator)
    if found:
        return f"The result differs: {found}."
    return _arguments_kept(case, outcome)


def _arguments_kept(case: TestCase, outcome: Outcome) -> str:
    """A list that the call was given must still read as it did; the worker reports the arguments after the call."""
    if not case.keeps_arguments:
        return ""
    for number, (after, before) in enumerate(zip(outcome.arguments_after, case.args, strict=False), start=1):
        found = difference(after, before, UNTOUCHED)
        if found:
            return f"The result is right, but the call changed its argument {number}: {found}."
    return ""


def _against_raises(types: tuple[str, ...], outcome: Outcome) -> str:
    names = " or ".join(types)
    if outcome.status == "ok":
        return f"The call returned a value, but should raise {names}."
    if outcome.status != "error" or outcome.error is None:
        return ending(outcome)
    if any(_is_kind_of(outcome.error.type, wanted) for wanted in types):
        return ""
    return f"The call raised {outcome.error.type}, but should raise {names}."


def _is_kind_of(name: str, wanted: str) -> bool:
    """By name; for built-in exceptions also by family, so that KeyError counts as LookupError."""
    if name == wanted:
        return True
    one, other = (getattr(builtins, word, None) for word in (name, wanted))
    return isinstance(one, type) and isinstance(other, type) and issubclass(one, other)


def ending(outcome: Outcome, who: str = "The call") -> str:
    """How a run or call ended that returned nothing, as a sentence about `who`; empty if it returned."""
    match outcome.status:
        case "ok":
            return ""
        case "error":
            return f"{who} raised {_raised(outcome.error)}."
        case "exit":
            return f"{who} ended the program (exit code {outcome.exit_code}) instead of returning."
        case "timeout":
            return outcome.why or f"{who} did not finish within its time limit and was stopped."
        case "interrupted":
            return outcome.why or f"{who} was stopped before it finished."
        case "killed":
            return outcome.why or f"{who} was stopped by force: it went beyond a limit."
        case "died":
            return outcome.why or "The process died before it was done."


def _got(outcome: Outcome) -> str:
    match outcome.status:
        case "ok":
            return show(outcome.value)
        case "error":
            return f"raises {_raised(outcome.error)}"
        case "exit":
            return f"exits with code {outcome.exit_code}"
        case "timeout":
            return "does not finish in time"
        case "interrupted" | "killed":
            return "was stopped"
        case "died":
            return "the process died"


def _raised(error: ErrorInfo | None) -> str:
    if error is None:
        return "an exception"
    place = f" in line {error.line}" if error.line is not None else ""
    message = f": {error.message[:200]}" if error.message else ""
    return f"{error.type}{place}{message}"


def _expected(case: TestCase) -> str:
    match case.expected:
        case Returns(value=value):
            return show(value)
        case Raises(types=types):
            return f"raises {' or '.join(types)}"
        case Undefined():
            return "not stated"
