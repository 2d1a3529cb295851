"""The transcript of a defense, as plain text or Markdown, for the terminal, for copying and for keeping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from desktop.view.grade import GradeCard
from desktop.view.present import present
from desktop.view.screen import Card, ExaminerCard, Notice, Screen, StudentCard, ThinkingFold, ToolRow
from desktop.view.tool_rows import one_line
from desktop.vocabulary.events import Event
from desktop.vocabulary.words import Words


def screen_of(history: Iterable[Event], words: Words) -> Screen:
    """The screen at the end of a history."""
    screen = Screen(words=words)
    for event in history:
        screen = present(screen, event)
    return screen


def plain(screen: Screen) -> str:
    """The whole transcript as text, one blank line between cards."""
    say = screen.words
    parts = [screen.title, *(plain_card(card, say) for card in screen.shown_cards)]
    if screen.grade:
        parts.append(plain_grade(screen.grade, say))
    return "\n\n".join(part for part in parts if part) + "\n"


def markdown(screen: Screen) -> str:
    """The same, with headings and the code that was defended."""
    say = screen.words
    parts = [f"# {screen.title}"]
    if screen.shown_code.strip():
        parts.append(_fence(screen.shown_code, "python"))
    parts += [_markdown_card(card, say) for card in screen.shown_cards]
    if screen.grade:
        parts.append(f"## {say('Grade')}\n\n{plain_grade(screen.grade, say)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def plain_card(card: Card, say: Words) -> str:
    match card:
        case ExaminerCard():
            who = f"{say('Examiner')} ({card.heading})" if card.heading else say("Examiner")
            return f"{who}:\n{_indent(card.markdown)}"
        case StudentCard():
            why = f"\n{_indent(card.why)}" if card.why else ""
            mark = f"\n{_indent(f'[{_marked(card)}]')}" if card.mark else ""
            key = f"\n{_indent(card.key)}" if card.key else ""
            return f"{say('You')}:\n{_indent(card.text)}{why}{mark}{key}"
        case ToolRow():
            failed = [v for v in card.verdicts if v.passed is False]
            lines = [
                say("{call}: got {got}, expected {expected}", call=v.call, got=v.got, expected=v.expected)
                for v in failed
            ]
            return "\n".join([f"- {one_line(card, say)}", *(f"    {line}" for line in lines)])
        case ThinkingFold():
            return f"- {card.title}"
        case Notice():
            return f"- {card.text} {card.advice}".rstrip()
        case _:
            assert_never(card)


def plain_grade(card: GradeCard, say: Words) -> str:
    label = f"[{card.label}]" if card.label else ""
    lines = [" ".join(part for part in (f"{say('Grade')}: {card.total}.", card.waiting, label) if part)]
    for line in card.lines:
        lines.append(f"  {line.points:>8}  {line.sentence} ({line.decided_by})")
        lines += [f"            {text}" for text in (line.why, "; ".join(line.evidence)) if text]
    lines += [text for text in (card.understanding, card.comment, *card.notes) if text]
    return "\n".join(lines)


def _markdown_card(card: Card, say: Words) -> str:
    match card:
        case ExaminerCard():
            return f"### {card.heading or say('Examiner')}\n\n{card.markdown}"
        case StudentCard():
            why = f"\n\n{_quote(card.why)}" if card.why else ""
            mark = f"\n\n*{_marked(card)}*" if card.mark else ""
            key = f"\n\n{card.key}" if card.key else ""
            return f"### {say('You')}\n\n{_quote(card.text)}{why}{mark}{key}"
        case ToolRow():
            body = _fence(card.arguments, "python") if card.arguments else ""
            output = _fence(card.output, "text") if card.output else ""
            return "\n\n".join(part for part in (f"- {one_line(card, say)}", body, output) if part)
        case ThinkingFold() | Notice():
            return plain_card(card, say)
        case _:
            assert_never(card)


def _marked(card: StudentCard) -> str:
    return f"{card.mark} {card.again}".strip()


def _fence(text: str, language: str) -> str:
    """A fence longer than any run of backticks inside: an answer must not end the block."""
    ticks = "```"
    while ticks in text:
        ticks += "`"
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _quote(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())
