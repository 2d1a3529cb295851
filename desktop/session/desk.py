"""The student's code, its living namespace and the prepared material, as the tools see them."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.interpreter.reasons import in_words
from desktop.session.session import Session
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.runs import CallRequest, Outcome, RunRequest
from desktop.vocabulary.values import render
from desktop.vocabulary.words import Words
from tools.contract import CriterionVerdict, Grade


class Desk:
    """One tool call's view. `ran`, `verdicts` and `edge_cases` become part of the call's one record.

    What it says stands in the opened row of the call, too, and is in the language of the defense. What a wrong call is
    told (`LookupError`) is for the examiner alone, and is English.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.ran: list[RunRequest | CallRequest] = []
        self.verdicts: list[Verdict] = []
        self.edge_cases = 0
        self.sandbox = ""

    @property
    def _words(self) -> Words:
        return self._session.around.words

    @property
    def code(self) -> str:
        return self._session.state.code

    @property
    def _facts(self) -> Facts:
        return self._session.state.facts or Facts()

    async def load_and_test(self) -> str:
        await self._session.namespace.empty()
        words = self._words
        problem, rules = self._session.state.problem, self._session.state.rules
        name = f"{problem.id if problem else 'solution'}.py"
        load = RunRequest(source=self.code, name=name, fresh=True, limits=rules.run_limits, input_lines=())
        outcome = await self._do(load)
        self.ran.append(load)
        cases = self._facts.baseline
        if not outcome.namespace_kept:
            self.verdicts = [_not_reached(case, outcome, words) for case in cases]
            return words("The solution does not load: {why}", why=_what_happened(outcome, words))
        for case in cases:
            await self._test(case)
        passed = sum(bool(verdict.passed) for verdict in self.verdicts)
        summed = words(
            "{passed} of {total} {what} passed.", passed=passed, total=len(cases), what=words("baseline tests")
        )
        lines = [summed, *(_line(verdict, words) for verdict in self.verdicts)]
        if outcome.status != "ok":  # what it defined before counts: a demonstration at the end may fail
            lines.insert(0, words("The solution stops while it loads: {why}", why=_what_happened(outcome, words)))
        return "\n".join(lines + _printed(outcome, words))

    async def run_edge_case(self, case_id: str) -> str:
        case = next((case for case in self._facts.edges if case.id == case_id), None)
        if case is None:
            known = ", ".join(case.id for case in self._facts.edges) or "none"
            raise LookupError(f"There is no edge case {case_id!r}. Known: {known}.")
        notes = await self._rebuilt()
        verdict = await self._test(case)
        self.edge_cases += 1
        return "\n".join([*notes, _line(verdict, self._words)])

    async def inject(self, source: str) -> str:
        notes = await self._rebuilt()
        limits = self._session.state.rules.test_limits
        request = RunRequest(source=source, name="<injected test>", limits=limits, input_lines=())
        outcome = await self._do(request)
        self.edge_cases += 1
        if outcome.namespace_kept:
            self.ran.append(request)
        words = self._words
        value = [words("value: {value}", value=outcome.repr[:2000])] if outcome.repr is not None else []
        return "\n".join([*notes, _what_happened(outcome, words), *value, *_printed(outcome, words)])

    def question_text(self, question_id: str) -> str:
        question = self._facts.question(question_id)
        if question is None:
            known = ", ".join(question.id for question in self._facts.questions) or "none"
            raise LookupError(f"There is no prepared question {question_id!r}. Known: {known}.")
        return question.text

    def grade(self, verdicts: Sequence[CriterionVerdict], comment: str) -> Grade:
        return self._session.propose_grade(verdicts, comment)

    async def _test(self, case: TestCase) -> Verdict:
        await self._session.namespace.rebuild([*self._session.state.journal, *self.ran])
        limits = self._session.state.rules.test_limits
        request = CallRequest(function=case.function, args=case.args, kwargs=case.kwargs, seed=case.seed, limits=limits)
        outcome = await self._do(request)
        if outcome.namespace_kept:
            self.ran.append(request)
        verdict = self._session.around.judge(case, outcome)
        self.verdicts.append(verdict)
        return verdict

    async def _do(self, request: RunRequest | CallRequest) -> Outcome:
        outcome = await self._session.namespace.do(request)
        self.sandbox = max(self.sandbox, outcome.sandbox)  # "D" is the worst
        return outcome

    async def _rebuilt(self) -> list[str]:
        """A note for the examiner if the namespace had to be made again."""
        died = await self._session.namespace.rebuild(self._session.state.journal)
        said = "The interpreter had died; the namespace was rebuilt from the submission and the earlier tests."
        return [self._words(said)] if died else []


def _line(verdict: Verdict, words: Words) -> str:
    if verdict.passed:
        return f"- {words('{title}: passed', title=verdict.title)}"
    told = {"title": verdict.title, "call": verdict.call, "got": verdict.got, "expected": verdict.expected}
    if verdict.passed is None:
        line = words("{title}: undefined by the statement: {call} gave {got}; expected {expected}", **told)
    else:
        line = words("{title}: FAILED: {call} gave {got}; expected {expected}", **told)
    return f"- {line}" + (f" ({verdict.why})" if verdict.why else "")


def _not_reached(case: TestCase, outcome: Outcome, words: Words) -> Verdict:
    return Verdict(
        case_id=case.id,
        title=case.title,
        call=case.call_text,
        passed=False,
        got=words("not run"),
        expected=render(case.expected.value) if case.expected.kind == "returns" else case.expected.kind,
        why=words("the solution does not load: {why}", why=_what_happened(outcome, words)),
    )


def _what_happened(outcome: Outcome, words: Words) -> str:
    why = in_words(outcome.why, words)
    if outcome.status == "exit":
        return why or words("the program ended itself (sys.exit)")
    if outcome.status not in ("ok", "error") and why:
        return why  # how we stopped it says more than the KeyboardInterrupt it stopped with
    if outcome.error:
        error, message = outcome.error, words(outcome.error.message[:500])  # of Python itself it stays English
        if error.line:
            return words("{name} on line {line}: {message}", name=error.type, line=error.line, message=message)
        return f"{error.type}: {message}"
    return why or (words("ran without an error") if outcome.status == "ok" else outcome.status)


def _printed(outcome: Outcome, words: Words) -> list[str]:
    """What was printed is the student's text, not a verdict: it is labelled so."""
    return [words("printed (untrusted): {text}", text=repr(outcome.stdout[:2000]))] if outcome.stdout else []
