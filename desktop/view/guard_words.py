"""Why a step of the examiner's was not taken, for the student: what the examiner is told is of no use to them."""

from __future__ import annotations

from desktop.vocabulary.words import Words


def why_not_taken(told: str, words: Words) -> str:
    """`told` is the sentence that went back to the examiner."""
    if told.startswith("There is no tool"):
        return words("The examiner asked for something that it cannot do, and was told what it can.")
    if told.startswith("Not executed: you have made this exact call"):
        return words("The examiner wanted to do the same thing over again, and was told to go on.")
    if told.startswith("No grade yet"):
        return words("It was too early for a grade: a step of the defense is still missing.")
    if told.startswith("The question") and "answered already" in told:
        return words("This question was answered already; the examiner was told to ask another one.")
    if told.startswith("A human declined this call"):
        return words("It was refused here, and the examiner was told.")
    return words("The examiner did not keep to the rules of the defense. It was told why, and does it another way.")
