"""A defense in a terminal: cards as they settle, questions at a prompt."""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TypeVar

from desktop.cli.answers import Answers, Nobody
from desktop.cli.keyboard import Keyboard
from desktop.cli.machine import Approve, by_rule
from desktop.cli.output import Notices, say
from desktop.session.front import Answer, Asked, Decided, Proposal, RetryChoice, Unlock
from desktop.session.session import Session
from desktop.view.present import approval, present
from desktop.view.screen import Card, Screen, StudentCard, ToolRow
from desktop.view.transcript import plain_card, plain_grade
from desktop.view.veil import veiled
from desktop.vocabulary.events import Decision, Event
from desktop.vocabulary.questions import AnswerForm, Question
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

T = TypeVar("T")
MOST_LINES = 40
_WIDE = r"[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"  # Chinese letters and marks: no spaces between them
_CLOSING = "[，。、；：？！）】》”’]*"
PIECES = re.compile(rf"\s+|{_WIDE}{_CLOSING}|(?:(?!{_WIDE})\S)+{_CLOSING}")
EXPECTED: dict[AnswerForm, str] = {
    "int": "Your answer, a whole number",
    "line": "Your answer, the number of a line",
    "literal": "Your answer, a Python value such as [1, 2] or 'abc'",
    "list": "Your answer, a list such as [1, 2, 3]",
    "arguments": "Your answer, the values separated by commas",
    "outcome": "Your answer, the value, the name of the exception, or: does not finish",
    "options": "Your answer, one of the letters",
    "code": "Your answer, in Python",
    "order": "Your answer, all the numbers from top to bottom, such as 3 1 2 4",
    "word": "Your answer",
}


class TerminalFront:
    """Prints each card once, when nothing more will be added to it; asks where a person sits at the keyboard."""

    def __init__(self, session: Session, answers: Answers, approve: Approve, words: Words) -> None:
        self._session, self._answers, self._words = session, answers, words
        self._approve: Approve = approve
        self._screen = Screen(words=words)
        self._printed = 0
        self._told = False
        self._notices = Notices(words)
        self.rests_at = ""  # what a person is asked for, said when the defense is left
        self._keyboard = Keyboard()
        self._person = self._keyboard.person

    def show(self, event: Event) -> None:
        self.rests_at = ""
        self._screen = present(self._screen, event)
        screen = self._screen
        if not screen.notice:
            self._notices.clear()
        while self._printed < len(screen.cards) and _settled(screen.cards[self._printed], screen):
            say(self._fit(plain_card(screen.cards[self._printed], self._words)))
            self._printed += 1
        self._notices.show(screen.notice)
        if screen.closed and screen.grade:
            say(self._fit(plain_grade(screen.grade, self._words)))

    async def ask(self, asked: Asked) -> Answer | None:
        self.rests_at = self._words("The defense waits for an answer.")
        answer = await self._answers.next(asked, self._session)
        if answer is not None or not self._person or not isinstance(self._answers, Nobody):
            return answer
        self._say_how_to_leave()
        if asked.question and not asked.note:  # else it stands there already, and the note too: below the answer
            self._say_lines(asked.question)
        text = await self._typed_answer(asked)
        if text is None:
            return None
        why = ""
        if asked.question and asked.question.why:
            say(asked.question.why)
            why = await self._keyboard.line(self._words("Why: ")) or ""
        return Answer(text, why)

    def _say_lines(self, question: Question) -> None:
        """The lines it is about; what it asks for has a gap, and lines to be ordered stand in the question."""
        if question.answer_form != "order":
            code = veiled(self._session.state.submission or "", question)
            say(numbered(code, question.lines), dim=True)

    async def approve(self, proposal: Proposal) -> Decided | None:
        self.rests_at = self._words(
            "The defense waits for a decision whether a test may run (--approve all allows each)."
        )
        if decided := by_rule(self._approve):
            return decided
        if not self._person:
            return None
        shown = approval(
            self._screen,
            proposal.call_id,
            proposal.tool,
            proposal.arguments,
            grade=proposal.grade,
            interrupted=proposal.interrupted,
        )
        self._say_how_to_leave()
        if shown.interrupted:
            say(self._words("The program ended while this was running. Only you know whether it took effect."))
        say("\n".join(part for part in (shown.title, shown.why, shown.body) if part))
        if shown.grade:
            say(plain_grade(shown.grade, self._words))
        choices: dict[str, Decision] = {"o": "once", "d": "defense", "r": "refuse"}
        choice = await self._choose(self._words("Allow [o]nce, for this [d]efense, or [r]efuse? "), choices)
        if choice is None:
            return None
        reason = await self._keyboard.line(self._words("Reason: ")) or "" if choice == "refuse" else ""
        if proposal.unlock is not None and not await self._unlocked(proposal.unlock):
            return None
        return Decided(choice, by="student" if proposal.unlock is None else "station", reason=reason)

    async def _unlocked(self, unlock: Unlock) -> bool:
        """Until the PIN is right; false at the end of the input."""
        while (pin := await self._keyboard.secret(self._words("PIN of the invigilator: "))) is not None:
            try:
                await unlock.give(pin)
            except Trouble as trouble:
                say(f"{self._words(trouble.what)} {self._words(trouble.advice)}".strip())
            else:
                return True
        return False

    async def offer_retry(self, reason: str, advice: str) -> RetryChoice | None:
        if not self._person:
            return None
        choices: dict[str, RetryChoice | None] = {"t": "again", "e": "embedded", "l": None}
        return await self._choose(self._words("[t]ry again, go on with the [e]mbedded examiner, or [l]eave? "), choices)

    async def _choose(self, asked: str, choices: Mapping[str, T]) -> T | None:
        """Until one of the letters is typed; None at the end of the input."""
        while (typed := await self._keyboard.line(asked)) is not None:
            letter = typed.strip().lower()[:1]
            if letter in choices:
                return choices[letter]
            say(self._words("Please type one of these letters: {letters}.", letters=", ".join(choices)))
        return None

    async def _typed_answer(self, asked: Asked) -> str | None:
        """Until there is something in it: Enter alone must not cost the answer."""
        form = asked.question.answer_form if asked.question else "text"
        prompt = self._words("Your answer: ") if form == "text" else f"{self._words(EXPECTED[form])}: "
        while (text := await self._keyboard.line(prompt)) is not None and not text.strip():
            say(self._words("Nothing was typed. Write your answer, then press Enter."))
        return text

    def _fit(self, text: str) -> str:
        return wrapped(text, shutil.get_terminal_size().columns) if sys.stdout.isatty() else text

    def _say_how_to_leave(self) -> None:
        if not self._told:
            self._told = True
            say(
                self._fit(self._words("(Ctrl-C leaves. The defense waits, and can be resumed where it was.)")), dim=True
            )


def wrapped(text: str, columns: int) -> str:
    """Broken between words and between Chinese characters, which take two columns each; never before a closing mark.
    Each line is indented like its beginning; a single long word stays whole."""
    room = max(columns - 1, 20)
    lines: list[str] = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip())]
        here = indent
        for piece in PIECES.findall(line[len(indent) :]):
            if here.strip() and _width(here + piece.rstrip()) > room:
                lines.append(here.rstrip())
                here = indent
            here += piece if here.strip() else piece.lstrip()
        lines.append(here.rstrip())
    return "\n".join(lines)


def _width(text: str) -> int:
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def numbered(code: str, lines: Sequence[int]) -> str:
    """The lines of the program that a question is about, with their numbers."""
    source = code.split("\n")
    return "\n".join(f"{n:>6}  {source[n - 1]}" for n in sorted(lines)[:MOST_LINES] if 0 < n <= len(source))


def _settled(card: Card, screen: Screen) -> bool:
    """A tool at work and an answer being checked will still change."""
    if isinstance(card, ToolRow):
        return card.state != "running"
    return not (isinstance(card, StudentCard) and screen.marking and card is screen.cards[-1])
