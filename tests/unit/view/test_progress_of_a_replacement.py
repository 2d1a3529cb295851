"""While a replacement question is open, the questions are not done yet."""

from desktop.view.progress import Progress, steps_of
from desktop.vocabulary.words import Words


def state_of_questions(asked: int, answered: int) -> str:
    progress = Progress(True, True, 4, 4, asked, answered, 5)
    return steps_of(progress, Words(), begun=True, over=False)[3].state


def test_five_answers_are_enough_and_a_sixth_question_opens_the_step_again():
    assert state_of_questions(5, 5) == "done"
    assert state_of_questions(6, 5) == "current"
    assert state_of_questions(6, 6) == "done"
