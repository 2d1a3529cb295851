"""Say why (21): asked, recorded, and never marked by the program."""

from __future__ import annotations

from random import Random

from desktop.vocabulary.problem import Problem
from desktop.vocabulary.questions import Question
from desktop.vocabulary.words import Words


def open_question(problem: Problem, rng: Random, say: Words, *, works: bool) -> Question:
    """One of the author's own, or a general one; it also keeps a defense whole where nothing can be run.

    The author asks about a program that does something ("why does your loop end?"): one that does not even load
    (`works` is False) gets the general one.
    """
    texts = [text.say(say.language) for text in problem.open_questions] if works else []
    general = say("Explain in your own words how your program is meant to work, and what it does not do yet.")
    return Question(
        id="",
        type="open",
        text=rng.choice(texts) if texts else general,
        answer_form="text",
        explanation=say("The explanation is recorded for a person to read; the program does not mark it."),
    )


def why_request(say: Words) -> str:
    return say("Explain in one or two sentences why. (Recorded for a person to read; not marked by the program.)")
