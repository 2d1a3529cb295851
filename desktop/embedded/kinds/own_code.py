"""Code to type: mend one line (20), fill a blank (15), order lines (16). Decided by running the problem's tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from desktop.embedded.calls import TEXT
from desktop.embedded.candidate import Candidate
from desktop.embedded.mending import Change
from desktop.embedded.study import Study
from desktop.vocabulary.cases import Returns, TestCase
from desktop.vocabulary.questions import GAP, Question
from desktop.vocabulary.values import Wire, render
from desktop.vocabulary.words import Words

BLANKS = 3  # of one program
SHORT = 60  # characters of an expected value in a question


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
            answer_form="code",
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
        shown = f"{line[:start]}{GAP}{line[start + len(token) :]}".strip()
        question = Question(
            id="",
            type="fill_blank",
            text=say(
                "Line {line} of your program, with one token hidden, is `{shown}`. Type what must stand in the blank "
                "so that all tests of the problem pass.",
                line=number,
                shown=shown,
            ),
            answer_form="code",
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
        key = " ".join(str(places.index(place) + 1) for place in range(len(numbers)))
        question = Question(
            id="",
            type="reorder",
            text=say(
                "Lines {first} to {last} of your program stand here in another order. Put them in an order with which "
                "all tests of the problem pass: their numbers from top to bottom, such as {example}.",
                first=numbers[0],
                last=numbers[-1],
                example=" ".join(str(number) for number in range(len(numbers), 0, -1)),
            )
            + "\n\n"
            + "\n".join(f"{number}. `{texts[place]}`" for number, place in enumerate(places, 1)),
            answer_form="order",
            lines=tuple(numbers),
            options=tuple(texts[place] for place in places),
            key=key,
            routes=("text", "tests"),
            explanation=say("In your program it is {order}.", order=key),
            recipe={"ask": "order", "numbers": list(numbers), "places": list(places), "cases": stored(cases)},
        )
        yield Candidate(question, ("order", numbers[0]), study.function_at(numbers[0]), 0.85)


def stored(cases: Sequence[TestCase]) -> Wire:
    """The tests, for marking: they stay on this side, as keys do."""
    return [case.model_dump(mode="json") for case in cases]
