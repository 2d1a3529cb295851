"""One defense: the only writer of its log, and the only holder of its state."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from desktop.defense.fold import fold
from desktop.defense.marking import propose_grade
from desktop.defense.next_step import Wait, next_step
from desktop.defense.state import DefenseState, ForApproval, binding, code_hash
from desktop.session.namespace import Namespace
from desktop.session.ports import Examiner, OnInput, OnOutput, Variable
from desktop.session.surroundings import Surroundings
from desktop.vocabulary import events as ev
from desktop.vocabulary.plain import plain_text
from desktop.vocabulary.runs import Outcome, RunRequest
from desktop.vocabulary.trouble import AlreadyDone, AlreadyWritten, Trouble
from tools.contract import CriterionVerdict, Grade, ToolResult


class Session:
    """What people do to a defense is a method here; what the program does to it is `loop.defend`.

    `Trouble` where a person asks for what cannot be done now. Nothing is held that the log does not say, save the
    living namespaces, which are rebuilt from it.
    """

    def __init__(self, session_id: str, surroundings: Surroundings) -> None:
        self.id, self.around = session_id, surroundings
        self.stored: list[ev.Stored] = []
        self.state = DefenseState()
        self.refresh()
        self.namespace = Namespace(surroundings.lab)
        self._own_runs = Namespace(surroundings.lab)  # the student's Run never disturbs the examiner's namespace
        self._examiner: tuple[ev.ExaminerChoice, Examiner] | None = None

    @classmethod
    def begin(cls, session_id: str, opened: ev.DefenseOpened, surroundings: Surroundings) -> Session:
        surroundings.log.append(session_id, 0, opened)
        return cls(session_id, surroundings)

    # the log

    @property
    def history(self) -> Sequence[ev.Recorded]:
        return [stored.event for stored in self.stored]

    def refresh(self) -> None:
        """Read what others have written since."""
        for stored in self.around.log.read(self.id, after=len(self.stored) - 1):
            self.stored.append(stored)
            self.state = fold(self.state, stored.event)

    def record(self, event: ev.Recorded) -> ev.Recorded:
        """Durable when this returns; `AlreadyWritten` if another window or terminal was faster."""
        stored = self.around.log.append(self.id, len(self.stored), event)
        asked_before = self._asked
        self.stored.append(stored)
        self.state = fold(self.state, stored.event)
        if asked_before and not self._asked and self.around.drafts:
            with suppress(Trouble):  # a draft that stays is put into no other question
                self.around.drafts.forget(self.id)
        return stored.event

    @property
    def _asked(self) -> bool:
        """A question is open, or its answer is still to be marked and may be asked for again."""
        return bool(self.state.question or self.state.unmarked)

    @property
    def saved_at(self) -> datetime | None:
        return self.stored[-1].at if self.stored else None

    # who examines

    @property
    def examiner(self) -> Examiner:
        choice = self.state.examiner
        if self._examiner is None or self._examiner[0] != choice:
            self._examiner = (choice, self.around.make_examiner(choice))
        return self._examiner[1]

    @property
    def takes_over(self) -> bool:
        """Whether the embedded examiner goes on after the present failure without a person being asked."""
        choice, failure = self.state.examiner, self.state.failure
        return failure is not None and choice.kind != "embedded" and self.around.takes_over(choice, failure)

    # what people do

    def save_code(self, source: str) -> ev.Recorded | None:
        """None when nothing changed. Refused while the code is frozen."""
        source = plain_text(source)
        if source == self.state.code:
            return None
        if why := self.why_frozen():
            raise Trouble(why, "Your text is still in the editor; it was not saved to the defense.")
        return self._by_hand(ev.CodeSaved(source=source))

    def why_frozen(self) -> str | None:
        """The reason why the code cannot be edited now, or None."""
        state = self.state
        if state.closed:
            return "This defense is over."
        if state.submitted and state.rules.mode == "exam":
            return "The code was frozen when it was submitted."
        if state.question or state.unmarked:
            return "The code is read-only while a question about it is open."
        return None

    def keep_draft(self, call_id: str, answer: str, why: str) -> None:
        """What was typed into the open question so far; nothing happens for any other. `Trouble` if it cannot be."""
        question = self.state.question
        if self.around.drafts and question and question.call_id == call_id:
            self.around.drafts.write(self.id, call_id, answer, why)

    def drafts(self) -> dict[str, tuple[str, str]]:
        """By the id of the call that asks: the answer and the explanation as far as they were typed."""
        return dict(self.around.drafts.read(self.id)) if self.around.drafts else {}

    async def run_code(
        self, source: str, on_output: OnOutput | None = None, on_input: OnInput | None = None
    ) -> Outcome:
        """The student's Run: a fresh namespace of their own."""
        problem, rules = self.state.problem, self.state.rules
        name = f"{problem.id if problem else 'solution'}.py"
        request = RunRequest(source=plain_text(source), name=name, fresh=True, limits=rules.run_limits)
        interpreter = await self._own_runs.living()
        outcome = await interpreter.run(request, on_output, on_input)
        self.refresh()  # a run takes its time, and another window may have written meanwhile
        if not self.state.submitted:
            self._by_hand(ev.CodeRan(source=request.source, status=outcome.status))
        return outcome

    async def variables(self) -> Sequence[Variable]:
        """What the student's last Run left behind."""
        return await (await self._own_runs.living()).variables()

    async def stop_run(self) -> None:
        await self._own_runs.stop()

    def submit(self) -> ev.Recorded:
        if self.state.submitted:
            raise Trouble("This code was submitted already.", "Go on with the defense.")
        return self._by_hand(ev.Submitted(code_hash=code_hash(self.state.code)))

    def answer(self, text: str, why: str = "") -> ev.Recorded:
        if self.state.question is None or self.state.unmarked:
            raise Trouble("No question is open.", "The answer was already taken, or the examiner has not asked yet.")
        return self._by_hand(ev.StudentAnswered(text=text, why=why))

    def decide(self, decided: ev.CallDecided) -> ev.Recorded:
        """Agree to, change or refuse the call that waits. Bound to what was shown: `binding` of call and code."""
        step = next_step(self.state)
        waits = isinstance(step, Wait) and isinstance(step.what, ForApproval) and step.what.call.id == decided.call_id
        if not waits:
            raise Trouble(self._already(decided.call_id), "Nothing was changed by this second decision.")
        return self._by_hand(decided)

    def bound_to(self) -> str:
        """The hash that a decision on the open call must carry."""
        call = self.state.open_call
        return binding(call.name, call.arguments, self.state.code) if call else ""

    def try_again(self) -> ev.Recorded:
        if not self.state.failure or self.state.closed:
            raise Trouble("There is nothing to try again.", "The examiner did not fail, or somebody tried already.")
        return self._by_hand(ev.TriedAgain())

    def change_examiner(self, choice: ev.ExaminerChoice, reason: str) -> ev.Recorded:
        if self.state.closed:
            raise Trouble("This defense is over.", "Begin a new one with the other examiner.")
        return self._by_hand(ev.ExaminerChanged(examiner=choice, reason=reason))

    def cancel(self, by: str = "student") -> list[ev.Recorded]:
        """Close the open call, so that the history stays valid, and pause. The defense can be continued."""
        events: list[ev.Recorded] = []
        if call := self.state.open_call:
            answer = ToolResult(content="Not executed: a human cancelled it.")
            events.append(self._by_hand(ev.ToolEnded(call_id=call.id, result=answer, refused=True)))
        if not self.state.paused and not self.state.closed:
            events.append(self._by_hand(ev.Paused(by=by)))
        return events

    def go_on(self, by: str = "student") -> ev.Recorded | None:
        """Continue after a pause; None if it was not paused."""
        return self._by_hand(ev.Continued(by=by)) if self.state.paused else None

    def propose_grade(self, verdicts: Sequence[CriterionVerdict], comment: str) -> Grade:
        return propose_grade(self.state, verdicts, comment, self.around.words)

    async def close(self) -> None:
        """End the processes; the log stays as it is."""
        await self.namespace.close()
        await self._own_runs.close()

    def _by_hand(self, event: ev.Recorded) -> ev.Recorded:
        """A human's record: the first one counts, a later one is told when."""
        try:
            return self.record(event)
        except AlreadyWritten:
            self.refresh()
            call_id = event.call_id if isinstance(event, ev.CallDecided) else ""
            raise AlreadyDone(self._already(call_id), "This window now shows what was written there.") from None

    def _already(self, call_id: str) -> str:
        decided = [s for s in self.stored if isinstance(s.event, ev.CallDecided) and s.event.call_id == call_id]
        if decided:
            return f"This was already decided at {decided[-1].at.astimezone():%H:%M:%S}."
        if call_id:
            return "This call does not wait for a decision."
        return f"Another window or terminal wrote to this defense at {self.stored[-1].at.astimezone():%H:%M:%S}."
