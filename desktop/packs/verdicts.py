"""The verdict on one test: reached here, from a structural value, never from what the program printed."""

from __future__ import annotations

import builtins

from desktop.vocabulary.cases import Comparator, Raises, Returns, TestCase, Undefined, Verdict
from desktop.vocabulary.compare import difference, show
from desktop.vocabulary.runs import ErrorInfo, Outcome
from desktop.vocabulary.words import ENGLISH, Words

NOT_CALLED = ("The program has no function named {name}.", "{name} is not a function.")
UNTOUCHED = Comparator(numbers="exact", sequences="exact", relative=0, absolute=0)


def judge(case: TestCase, outcome: Outcome, words: Words = ENGLISH) -> Verdict:
    """Only a call that came back can pass: a worker that died, left or ran out of time never does.

    `passed` is None where the statement leaves the case undefined, whatever happened.
    """
    match case.expected:
        case Undefined():
            passed, why = None, ending(outcome, words=words)
        case Raises(types=types):
            why = _against_raises(types, outcome, words)
            passed = why == ""
        case Returns():
            why = _against_value(case, outcome, words)
            passed = why == ""
    return Verdict(
        case_id=case.id,
        title=case.title,
        call=case.call_text,
        passed=passed,
        got=_got(outcome, words),
        expected=_expected(case, words),
        why=why,
        seconds=outcome.seconds,
    )


def _against_value(case: TestCase, outcome: Outcome, words: Words) -> str:
    if outcome.status != "ok":
        return ending(outcome, words=words)
    assert isinstance(case.expected, Returns)
    found = difference(outcome.value, case.expected.value, case.comparator, words)
    if found:
        return words("The result differs: {found}.", found=found)
    return _arguments_kept(case, outcome, words)


def _arguments_kept(case: TestCase, outcome: Outcome, words: Words) -> str:
    """A list that the call was given must still read as it did; the worker reports the arguments after the call."""
    if not case.keeps_arguments:
        return ""
    for number, (after, before) in enumerate(zip(outcome.arguments_after, case.args, strict=False), start=1):
        found = difference(after, before, UNTOUCHED, words)
        if found:
            return words("The result is right, but the call changed its argument {n}: {found}.", n=number, found=found)
    return ""


def _against_raises(types: tuple[str, ...], outcome: Outcome, words: Words) -> str:
    names = words(" or ").join(types)
    if outcome.status == "ok":
        return words("The call returned a value, but should raise {names}.", names=names)
    if outcome.status != "error" or outcome.error is None:
        return ending(outcome, words=words)
    if any(_is_kind_of(outcome.error.type, wanted) for wanted in types):
        return ""
    return words("The call raised {name}, but should raise {names}.", name=outcome.error.type, names=names)


def _is_kind_of(name: str, wanted: str) -> bool:
    """By name; for built-in exceptions also by family, so that KeyError counts as LookupError."""
    if name == wanted:
        return True
    one, other = (getattr(builtins, word, None) for word in (name, wanted))
    return isinstance(one, type) and isinstance(other, type) and issubclass(one, other)


def ending(outcome: Outcome, who: str = "", words: Words = ENGLISH) -> str:
    """How a run or call ended that returned nothing, as a sentence about `who` (the call); empty if it returned."""
    who = who or words("The call")
    match outcome.status:
        case "ok":
            return ""
        case "error":
            return words("{who} raised {error}.", who=who, error=_raised(outcome.error, words))
        case "exit":
            return words(
                "{who} ended the program (exit code {code}) instead of returning.", who=who, code=outcome.exit_code
            )
        case "timeout":
            late = words("{who} did not finish within its time limit and was stopped.", who=who)
            return _because(outcome, late, words)
        case "interrupted":
            return _because(outcome, words("{who} was stopped before it finished.", who=who), words)
        case "killed":
            return _because(outcome, words("{who} was stopped by force: it went beyond a limit.", who=who), words)
        case "died":
            return _because(outcome, words("The process died before it was done."), words)


def _because(outcome: Outcome, otherwise: str, words: Words) -> str:
    """What the interpreter says of it; it speaks English, so in another language what we know ourselves."""
    return (outcome.why if words.language == "en" else "") or otherwise


def _got(outcome: Outcome, words: Words) -> str:
    match outcome.status:
        case "ok":
            return show(outcome.value)
        case "error":
            return words("raises {error}", error=_raised(outcome.error, words))
        case "exit":
            return words("exits with code {code}", code=outcome.exit_code)
        case "timeout":
            return words("does not finish in time")
        case "interrupted" | "killed":
            return words("was stopped")
        case "died":
            return words("the process died")


def _raised(error: ErrorInfo | None, words: Words) -> str:
    if error is None:
        return words("an exception")
    told = _of_the_worker(error.message, words)[:200]
    message = f": {told}" if told else ""
    if error.line is None:
        return f"{error.type}{message}"
    return words("{name} in line {line}", name=error.type, line=error.line) + message


def _of_the_worker(message: str, words: Words) -> str:
    """What a worker says where the called function is not there or is none, in the language of `words`."""
    for sentence in NOT_CALLED:
        before, _, after = sentence.partition("{name}")
        if message.startswith(before) and message.endswith(after):
            return words(sentence, name=message[len(before) : len(message) - len(after)]).rstrip(".。")
    return message


def _expected(case: TestCase, words: Words) -> str:
    match case.expected:
        case Returns(value=value):
            return show(value)
        case Raises(types=types):
            return words("raises {error}", error=words(" or ").join(types))
        case Undefined():
            return words("not stated")
