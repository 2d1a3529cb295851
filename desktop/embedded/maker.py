"""The questions of a defense, made from the student's own program, and the marking of what is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from desktop.embedded.bench import Bench, Lab
from desktop.embedded.candidate import Candidate
from desktop.embedded.choose import choose, choose_more, in_order
from desktop.embedded.facts import ORDER_RISKS, Gathered, both_calls, disagree, gather
from desktop.embedded.kinds.changes import changes
from desktop.embedded.kinds.counts import counts, growth
from desktop.embedded.kinds.invariants import invariants
from desktop.embedded.kinds.lines import lines
from desktop.embedded.kinds.opens import open_question, why_request
from desktop.embedded.kinds.outcomes import outcomes
from desktop.embedded.kinds.own_code import blanks, orders, repairs
from desktop.embedded.kinds.values import values
from desktop.embedded.kinds.witnesses import witnesses
from desktop.embedded.marking import HOW, HOW_CODE, compare
from desktop.embedded.reading import Unreadable, read_arguments
from desktop.embedded.spares import spares
from desktop.embedded.study import Call, as_read
from desktop.embedded.trial import Judge, changed_program, passes
from desktop.vocabulary.cases import TestCase
from desktop.vocabulary.problem import Language, Problem, Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.values import Wire
from desktop.vocabulary.words import Words

MOST_CHOSEN = 50  # beyond these, whatever is left comes by merit
EXPLAINED = (
    "edge_outcome",
    "what_if",
    "value_after",
    "history",
    "branch_count",
    "loop_count",
    "return_value",
    "call_count",
)


class EmbeddedQuestions:
    """Fits the session's port `QuestionMaker`. Every key is a fact of running the program, never of reading it."""

    def __init__(self, lab: Lab, words: Callable[[Language], Words] = Words, judge: Judge | None = None) -> None:
        """Without a `judge` of tests, nothing is asked that is decided by running them (15, 16, 20)."""
        self._lab, self._words, self._judge = lab, words, judge

    async def make_questions(self, problem: Problem, code: str, seed: int, rules: Rules, cases: Facts) -> Facts:
        """`cases` with `rules.questions` questions, or fewer and a sentence why. Equal inputs give equal questions."""
        say = self._words(rules.language)
        gathered = await gather(self._lab, problem, code, seed, cases, self._judge)
        # in a thread: a window draws and listens meanwhile
        pool = await asyncio.to_thread(_candidates, gathered, problem, seed, cases, say)
        chosen = in_order(await asyncio.to_thread(choose, pool, rules.questions, _key(problem, seed)))
        questions = _finished([c.question for c in chosen], gathered, problem, seed, rules, say)
        notes = (*cases.notes, *_notes(gathered, len(chosen), rules.questions, problem, say))
        reserve = tuple(
            _numbered(spare.question, n, say).model_copy(update={"id": f"q{n}r", "replaces": f"q{n}"})
            for n, spare in enumerate(await asyncio.to_thread(spares, pool, chosen), 1)
            if spare is not None
        )
        return cases.model_copy(update={"questions": questions, "notes": notes, "replacements": reserve})

    async def all_candidates(
        self, problem: Problem, code: str, seed: int, rules: Rules, cases: Facts, count: int | None = None
    ) -> tuple[Question, ...]:
        """The chosen questions first (same ids as in a defense), then whatever else could be asked, up to `count`."""
        say = self._words(rules.language)
        gathered = await gather(self._lab, problem, code, seed, cases, self._judge, everything=True)
        pool = _candidates(gathered, problem, seed, cases, say)
        chosen = in_order(choose(pool, rules.questions, _key(problem, seed)))
        first = _finished([c.question for c in chosen], gathered, problem, seed, rules, say)
        wanted = len(pool) if count is None else count
        rest = choose_more(pool, chosen, min(wanted, MOST_CHOSEN), _key(problem, seed))
        taken = {candidate.question.text for candidate in (*chosen, *rest)}
        rest += sorted((c for c in pool if c.question.text not in taken), key=lambda c: -c.merit)
        rest_numbered = (_numbered(c.question, n, say) for n, c in enumerate(rest, start=len(first) + 1))
        return (*first, *rest_numbered)[:count]

    async def mark(self, problem: Problem, code: str, question: Question, answer: str, final: bool) -> Mark:
        """`final`: an unreadable answer is not asked again, it counts as wrong. No key is told in `why`."""
        say = self._words(_language(question))
        if not question.machine_marked:
            return Mark(question_id=question.id, verdict="recorded", why=say("Recorded for a person to read."))
        if question.recipe.get("ask") in ("repair", "fill", "order"):
            mark = await self._mark_code(code, question, answer, say)
        elif question.answer_form == "arguments":
            mark = await self._mark_witness(code, question, answer, say)
        else:
            verdict = compare(question, answer)
            mark = Mark(question_id=question.id, verdict=verdict, why=_why(question, verdict, say))
        if final and mark.verdict == "unreadable":
            return mark.model_copy(update={"verdict": "wrong"})
        return mark

    async def _mark_code(self, code: str, question: Question, answer: str, say: Words) -> Mark:
        changed, expected = changed_program(as_read(code), question, answer)
        if changed is None:
            return Mark(question_id=question.id, verdict="unreadable", why=say(HOW_CODE[str(question.recipe["ask"])]))
        cases = [TestCase.model_validate(case) for case in cast(list[Wire], question.recipe["cases"])]
        right = expected or (self._judge is not None and await passes(self._lab, self._judge, changed, cases))
        why = "" if right else say("With that, a test of the problem fails.")
        return Mark(question_id=question.id, verdict="right" if right else "wrong", why=why)

    async def _mark_witness(self, code: str, question: Question, answer: str, say: Words) -> Mark:
        recipe = question.recipe
        names = [str(name) for name in cast(list[Wire], recipe.get("names", []))]
        try:
            args = read_arguments(answer, names)
        except Unreadable:
            return Mark(question_id=question.id, verdict="unreadable", why=say(HOW["arguments"]))
        async with Bench(self._lab, code) as bench:
            if recipe.get("ask") == "disagree":
                pair = both_calls(str(recipe["left"]), str(recipe["right"]), names, args)
                right = len(args) == len(names) and disagree(*await bench.measure(pair))
                said = say("With these arguments the two results are the same, or one of the calls fails.")
            else:
                (run,) = await bench.measure([Call("try", str(recipe["function"]), args)])
                line, least = cast(int, recipe["line"]), cast(int, recipe["at_least"])
                reached = run.least_true if recipe["ask"] == "true" else run.least_rounds
                times = reached.get(line, 0)
                right = times >= least
                said = say("With these arguments it ran {n} times.", n=times)
                if run.end.kind == "unknown" and not times:
                    said = say("With these arguments it could not be seen to run every time.")
        return Mark(question_id=question.id, verdict="right" if right else "wrong", why="" if right else said)


def _candidates(gathered: Gathered, problem: Problem, seed: int, cases: Facts, say: Words) -> list[Candidate]:
    study = gathered.study
    if study.syntax is not None or not study.code.strip():
        return []
    blocks = study.outline.blocks if gathered.mending.passes else ()
    found = [
        *counts(study, say),
        *growth(study, say),
        *values(study, say),
        *outcomes(study, say),
        *lines(study, say),
        *changes(study, say),
        *witnesses(study, problem, say, gathered.witnesses),
        *invariants(study, gathered.sweep, say, _key(problem, seed)),
        *repairs(study, gathered.mending.failing, cases.baseline, gathered.mending.mends, say),
        *blanks(study, cases.baseline, gathered.mending.breaks, Random(_key(problem, seed)), say),
        *orders(study, cases.baseline, blocks, Random(_key(problem, seed)), say),
    ]
    return list({candidate.question.text: candidate for candidate in found}.values())


def _finished(
    questions: Sequence[Question], gathered: Gathered, problem: Problem, seed: int, rules: Rules, say: Words
) -> tuple[Question, ...]:
    """Numbered; one of them also asks why; with nothing to mark, one open question keeps the defense whole."""
    if not questions:
        rng = Random(_key(problem, seed))
        study = gathered.study
        works = bool(study.code.strip()) and study.syntax is None and study.load.kind == "returns"
        return (_numbered(open_question(problem, rng, say, works=works), 1, say),) if rules.questions else ()
    rank = {kind: number for number, kind in enumerate(EXPLAINED)}
    best = min(range(len(questions)), key=lambda at: (rank.get(questions[at].type, len(rank)), -at))
    return tuple(
        _numbered(q.model_copy(update={"why": why_request(say)}) if n - 1 == best else q, n, say)
        for n, q in enumerate(questions, start=1)
    )


def _numbered(question: Question, number: int, say: Words) -> Question:
    recipe: dict[str, Wire] = {**question.recipe, "language": say.language}
    return question.model_copy(update={"id": f"q{number}", "recipe": recipe})


def _key(problem: Problem, seed: int) -> str:
    return f"{problem.pack}/{problem.id}/{seed}/questions"


def _language(question: Question) -> Language:
    return "zh" if question.recipe.get("language") == "zh" else "en"


def _why(question: Question, verdict: str, say: Words) -> str:
    match verdict:
        case "unreadable":
            return say(HOW.get(question.answer_form, HOW["literal"]))
        case "wrong":
            return say("Running the program gives something else.")
        case _:
            return ""


def _notes(gathered: Gathered, made: int, wanted: int, problem: Problem, say: Words) -> list[str]:
    study, notes = gathered.study, list[str]()
    if not study.code.strip():
        notes.append(say("The submission is empty, so there is nothing to ask about."))
    elif study.syntax is not None:
        name, line = study.syntax
        notes.append(say("Python cannot read the program ({name}, line {line}).", name=name, line=line or 1))
    elif study.load.kind == "raises":
        notes.append(
            say(
                "The program stops while it is loaded: {name}, line {line}.", name=study.load.type, line=study.load.line
            )
        )
    elif study.load.kind == "endless":
        notes.append(say("The program was still being loaded after very many steps."))
    elif study.load.kind != "returns":
        notes.append(say("What the program does when it is loaded could not be observed reliably."))
    elif _is_missing(gathered):
        notes.append(say("The program does not define {name}.", name=" / ".join(problem.entry_points)))
    elif _is_misfit(gathered):
        name = " / ".join(problem.entry_points)
        notes.append(say("{name} cannot be called the way the problem calls it: TypeError.", name=name))
    if "random" in study.outline.risks:
        notes.append(say("The program draws random numbers: only what is true whatever is drawn is asked."))
    if ORDER_RISKS & set(study.outline.risks):
        notes.append(say("The program may depend on the order of sets: only what never changed is asked."))
    if made < wanted:
        notes.append(
            say(
                "Only {made} of {wanted} questions could be made whose answers are beyond doubt.",
                made=made,
                wanted=wanted,
            )
        )
    return notes


def _is_misfit(gathered: Gathered) -> bool:
    """Whether every call was refused before anything of the program ran."""
    ends = [run.end for run in gathered.study.of("base", "edge")]
    return bool(ends) and all(end.type == "TypeError" and end.line is None for end in ends)


def _is_missing(gathered: Gathered) -> bool:
    """Whether every call found nothing of that name."""
    ends = [run.end for run in gathered.study.of("base", "edge")]
    return bool(ends) and all(end.type == "NameError" and end.line is None for end in ends)
