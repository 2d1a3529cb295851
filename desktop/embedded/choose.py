"""Picks the five: personal by seed, spread over kinds and functions, never the same fact twice."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from desktop.embedded.candidate import Candidate
from desktop.vocabulary.questions import Question

TYPED = frozenset({"int", "literal", "list", "word", "outcome", "arguments", "code", "order"})
CHOICES = 1  # of five items: at least four are typed or a witness
LUCK = 0.45  # how far the seed may lift a candidate over a better one
SAME_TYPE, SAME_FUNCTION, SAME_CALL, READABLE = 0.55, 0.25, 0.1, 0.2
# their text shows a line of the program, or what it would be with another token
QUOTING = frozenset({"what_if", "which_change", "find_change", "repair", "fill_blank", "reorder"})
COUNTING = frozenset({"loop_count", "call_count", "branch_count", "growth"})


def choose(candidates: Sequence[Candidate], count: int, seed: str) -> list[Candidate]:
    """Up to `count` of them. At least one cannot be answered by reading lengths off the call, if there is any."""
    pool = _drawn(candidates, seed)
    chosen = _take(pool, count, [])
    if chosen and all(c.by_len for c in chosen):
        deeper = [(c, luck) for c, luck in pool if not c.by_len and _fits(c, chosen[:-1])]
        if deeper:
            chosen[-1] = max(deeper, key=lambda pair: pair[1])[0]
    return chosen


def choose_more(candidates: Sequence[Candidate], chosen: Sequence[Candidate], count: int, seed: str) -> list[Candidate]:
    """What would be chosen next, `count` in all where there are as many: first other facts, then the rest by merit."""
    texts = {candidate.question.text for candidate in chosen}
    rest = [candidate for candidate in candidates if candidate.question.text not in texts]
    wanted = count - len(chosen)
    more = _take(_drawn(rest, seed), wanted, list(chosen))[len(chosen) :] if wanted > 0 else []
    texts |= {candidate.question.text for candidate in more}
    left = [c for c in rest if c.question.text not in texts]
    left.sort(key=lambda c: -c.merit)
    return [*more, *left][: max(wanted, 0)]


def _drawn(candidates: Sequence[Candidate], seed: str) -> list[tuple[Candidate, float]]:
    rng = Random(seed)
    return [(candidate, candidate.merit + LUCK * rng.random()) for candidate in candidates]


def _take(pool: list[tuple[Candidate, float]], count: int, chosen: list[Candidate]) -> list[Candidate]:
    """`chosen` and the best that fit beside it, one at a time."""
    count += len(chosen)
    while len(chosen) < count:
        allowed = [(c, luck) for c, luck in pool if _fits(c, chosen)]
        if not allowed:
            break
        best = max(allowed, key=lambda pair: pair[1] - _crowding(pair[0], chosen))
        chosen.append(best[0])
        pool.remove(best)
    return chosen


def in_order(chosen: Sequence[Candidate]) -> list[Candidate]:
    """From reading to inventing: counts first, a witness last."""
    rank = {
        "loop_count": 0,
        "call_count": 0,
        "branch_count": 0,
        "growth": 0,
        "edge_outcome": 2,
        "raising_line": 2,
        "what_if": 2,
        "which_change": 2,
        "find_change": 2,
        "invariant": 2,
        "fill_blank": 2,
        "reorder": 2,
        "repair": 3,
        "witness": 3,
    }
    return sorted(chosen, key=lambda candidate: rank.get(candidate.question.type, 1))


def _fits(candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    question = candidate.question
    if any(candidate.fact == other.fact or tells(question, other.question) for other in chosen):
        return False
    if question.answer_form not in TYPED:
        return sum(c.question.answer_form not in TYPED for c in chosen) < CHOICES
    # two equal counts of one call are most likely one fact in two dresses
    return not (
        question.type in COUNTING
        and any(
            other.question.type in COUNTING
            and other.question.call == question.call
            and other.question.key == question.key
            for other in chosen
        )
    )


def tells(one: Question, other: Question) -> bool:
    """Whether one of them shows what the other hides: both stand in the same course of a defense."""
    return _shows(one, other) or _shows(other, one)


def _shows(one: Question, hider: Question) -> bool:
    hidden = set(hider.hidden_lines)
    if not hidden:
        return False
    if one.type in QUOTING and hidden & set(one.lines):
        return True
    quoted = one.text.split("`")[1::2]
    if hider.type == "reorder":
        return any(line in part for part in quoted for line in hider.options)
    before, token, after = (str(hider.recipe.get(name, "")) for name in ("before", "example", "after"))
    line = f"{before}{token}{after}".strip()
    return any(token in part and not part.isidentifier() and (part in line or line in part) for part in quoted)


def _crowding(candidate: Candidate, chosen: Sequence[Candidate]) -> float:
    """What it costs to ask the like again."""
    question = candidate.question
    cost = READABLE * candidate.by_len
    for other in chosen:
        cost += SAME_TYPE * (other.question.type == question.type)
        cost += SAME_FUNCTION * (other.function == candidate.function)
        cost += SAME_CALL * (other.question.call == question.call)
    return cost
