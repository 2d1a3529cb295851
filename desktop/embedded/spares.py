"""One question in reserve for each chosen one, of its type where there is one: asked after a first wrong answer."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.embedded.candidate import Candidate
from desktop.embedded.choose import tells

INSTEAD = ("edge_outcome", "return_value", "what_if", "value_after")


def spares(pool: Sequence[Candidate], chosen: Sequence[Candidate]) -> list[Candidate | None]:
    """For each of `chosen` the best that is about nothing asked already, of its type where there is one, or None.

    Only one of them is ever asked, so two may be about the same fact.
    """
    taken = {candidate.fact for candidate in chosen}
    texts = {candidate.question.text for candidate in chosen}
    left = [c for c in pool if c.fact not in taken and c.question.text not in texts and c.question.machine_marked]
    left = [c for c in left if not any(tells(c.question, other.question) for other in chosen)]
    return [_best(candidate, left) for candidate in chosen]


def _best(candidate: Candidate, left: Sequence[Candidate]) -> Candidate | None:
    """The like of it, and not the same number again: a student who was told "not right" could try another luck."""
    question = candidate.question
    alike = [c for c in left if c.question.type == question.type and c.question.key != question.key]
    alike += [c for c in left if c.question.type == question.type and c not in alike and question.key is None]
    if not alike:  # where there is no second one: something else that must be worked out
        alike = [c for c in left if c.question.type in INSTEAD and not c.by_len]
    return max(alike, key=lambda c: (c.function == candidate.function, c.merit), default=None)
