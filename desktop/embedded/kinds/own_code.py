"""Code to type: mend one line (20), fill a blank (15), order lines (16). Decided by running the problem's tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from desktop.embedded.calls import TEXT
from desktop.embedded.candidate import Candidate
from desktop.embedded.mending import Change
from desktop.embedded.study import Study
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.questions import Question
from desktop.vocabulary.values import Wire, render
from desktop.vocabulary.words import Words

LETTERS = "ABCDE"
BLANK = "____"
BLANKS = 3  # of one program
SHORT = 60  # characters of an expected value in a question
# The window shows the whole program while a question is open. Where it does not hide the lines that these ask
# about, they can be copied: they are made for whoever can hide them, and never chosen for a defense.
NEED_HIDING = frozenset({"fill_blank", "reorder"})


def repairs(
    study: Study, failing: Sequence[TestCase], cases: Sequence[TestCase], found: Sequence[Change], say: Words
) -> Iterator[Candidate]:
    """`found`: changes of one token each that were seen to make all of `cases` pass. `failing` now do not."""
    if not failing:
        return
    case = min(failing, key=lambda case: len(case.call_text))
    for change in found:
        number, new = change.line, change.new
        question = Question(
            id="",
            type="repair",
            text=" ".join(
                (
                    _failure(case, say),
                    say(
                        "One token on line {line} can be changed so that all tests of the problem pass. "
                        "Type the whole new line.",
                        line=number,
                    ),
                )
            ),
            answer_form="word",
            lines=(number,),
            routes=("tests",),
            explanation=say("For example: {example}", example=f"`{new.strip()}`"),
            recipe={"ask": "repair", "line": number, "example": new.strip(), "cases": stored(cases)},
        )
        yield Candidate(question, ("repair", number), study.function_at(number), 1.0)


def _failure(case: TestCase, say: Words) -> str:
    call = case.call_text
    if not isinstance(case.expected, Returns) or len(call) > TEXT:
        return say("Your program fails a test of the problem.")
    wanted = render(case.expected.value, 10_000)
    if len(wanted) > SHORT:
        return say("Your program fails a test of the problem: `{call}`.", call=call)
    return say("Your program fails a test of the problem: `{call}` must return {value}.", call=call, value=wanted)


def blanks(
    study: Study, cases: Sequence[TestCase], found: Sequence[Change], rng: Random, say: Words
) -> Iterator[Candidate]:
    """`found`: changes of one token each with which a test fails: there it matters what stands in its place."""
    by_place = {(change.line, change.start): change.token for change in found}
    for number, start in rng.sample(sorted(by_place), min(len(by_place), BLANKS)):
        token, line = by_place[number, start], study.line(number)
        shown = f"{line[:start]}{BLANK}{line[start + len(token) :]}".strip()
        question = Question(
            id="",
            type="fill_blank",
            text=say(
                "Line {line} of your program, with one token hidden, is `{shown}`. Type what must stand in the blank "
                "so that all tests of the problem pass.",
                line=number,
                shown=shown,
            ),
            answer_form="word",
            lines=(number,),
            routes=("tests",),
            explanation=say("For example: {example}", example=f"`{token}`"),
            recipe={
                "ask": "fill",
                "line": number,
                "before": line[:start],
                "after": line[start + len(token) :],
                "example": token,
                "cases": stored(cases),
            },
        )
        yield Candidate(question, ("blank", number), study.function_at(number), 0.7)


def orders(
    study: Study, cases: Sequence[TestCase], blocks: Sequence[Sequence[int]], rng: Random, say: Words
) -> Iterator[Candidate]:
    """`blocks`: the lines of four or five statements that stand one below the other."""
    for numbers in blocks:
        texts = [study.line(number).strip() for number in numbers]
        if len(set(texts)) < len(texts):
            continue
        places = list(range(len(numbers)))
        while places == sorted(places):
            rng.shuffle(places)
        letters = LETTERS[: len(numbers)]
        shown = "\n".join(f"- {letter}: `{texts[place]}`" for letter, place in zip(letters, places, strict=True))
        key = "".join(letters[places.index(place)] for place in range(len(numbers)))
        question = Question(
            id="",
            type="reorder",
            text=say(
                "These are lines {first} to {last} of your program, in another order. Type their letters in an order "
                "that works, such as {example}.",
                first=numbers[0],
                last=numbers[-1],
                example=letters[::-1],
            )
            + "\n"
            + shown,
            answer_form="word",
            lines=tuple(numbers),
            key=key,
            routes=("text", "tests"),
            explanation=say("In your program it is {order}.", order=key),
            recipe={"ask": "order", "numbers": list(numbers), "places": list(places), "cases": stored(cases)},
        )
        yield Candidate(question, ("order", numbers[0]), study.function_at(numbers[0]), 0.6)


def stored(cases: Sequence[TestCase]) -> Wire:
    """The tests, for marking: they stay on this side, as keys do."""
    return [case.model_dump(mode="json") for case in cases]
