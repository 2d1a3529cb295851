"""One line for each tool at work: what it does in plain words, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from desktop.view.guard_words import why_not_taken
from desktop.view.places import of_call, of_verdicts
from desktop.view.screen import RowState, ToolRow
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.events import ToolEnded
from desktop.vocabulary.questions import Facts
from desktop.vocabulary.words import Words

SPEAKING = ("ask_student", "tell_student")  # what they say is a card, not a row


def begin_row(call_id: str, tool: str, arguments: str, facts: Facts | None, words: Words) -> ToolRow:
    """The row of a call that has just started."""
    return ToolRow(
        call_id=call_id,
        tool=tool,
        title=title_of(tool, arguments, facts, words),
        status=words("running"),
        state="running",
        arguments=body_of(tool, arguments, facts),
    )


def end_row(row: ToolRow, ended: ToolEnded, code: str, words: Words) -> ToolRow:
    """The same row, with what came of it; `code` is the program that was looked at."""
    status, state = _ending(row.tool, ended, words)
    output = why_not_taken(ended.result.content, words) if ended.refused else ended.result.content
    lines = of_verdicts(ended.verdicts, code) or (of_call(row.arguments, code) if row.tool == "inject_test" else ())
    return replace(row, status=status, state=state, output=output, verdicts=ended.verdicts, lines=lines)


def title_of(tool: str, arguments: str, facts: Facts | None, words: Words) -> str:
    match tool:
        case "read_code":
            return words("Read your code")
        case "run_baseline":
            return words("Baseline test")
        case "inject_test":
            case = _edge_case(arguments, facts)
            if case:
                return words("Edge case: {title}", title=case.title)
            return words("Test: {looks_for}", looks_for=why_of(arguments) or words("one more test"))
        case "ask_student":
            return words("Question")
        case "tell_student":
            return words("Message")
        case "assign_grade":
            return words("Grade")
        case _:
            return words("Unknown tool: {name}", name=tool[:60])


def body_of(tool: str, arguments: str, facts: Facts | None) -> str:
    """Exactly what the call runs or says, as a person reads it: Python for a test, otherwise the arguments."""
    given = _read(arguments)
    if tool == "inject_test":
        case = _edge_case(arguments, facts)
        if case:
            return case.call_text
        if source := given.get("test_code"):
            return str(source)
    if tool == "assign_grade" and "comment" in given:
        return str(given["comment"])
    return json.dumps(given, indent=2, ensure_ascii=False) if given else ""


def why_of(arguments: str) -> str:
    """What a test is after, in the examiner's words."""
    return str(_read(arguments).get("looks_for", ""))


def one_line(row: ToolRow, words: Words) -> str:
    """ "Baseline test: 5 of 6 passed"."""
    if not row.status:
        return row.title
    return words("{title}: {status}", title=row.title, status=row.status)


def _ending(tool: str, ended: ToolEnded, words: Words) -> tuple[str, RowState]:
    if ended.refused:
        return words("not run"), "neutral"
    if tool == "read_code":
        count = len(ended.result.content.splitlines())
        return (words("1 line") if count == 1 else words("{n} lines", n=count)), "ok"
    if tool == "assign_grade" and ended.result.final_result:
        return words("proposed"), "ok"
    if len(ended.verdicts) == 1 and tool == "inject_test":
        return _one_verdict(ended.verdicts[0], words)
    marked = [verdict for verdict in ended.verdicts if verdict.passed is not None]
    if not marked:
        return words("done"), "neutral"
    passed = sum(bool(verdict.passed) for verdict in marked)
    sentence = words("{n} of {total} passed", n=passed, total=len(marked))
    return sentence, "ok" if passed == len(marked) else "bad"


def _one_verdict(verdict: Verdict, words: Words) -> tuple[str, RowState]:
    if verdict.passed is None:
        return words("shown, not marked"), "neutral"
    return (words("passed"), "ok") if verdict.passed else (words("failed"), "bad")


def _edge_case(arguments: str, facts: Facts | None) -> TestCase | None:
    wanted = _read(arguments).get("edge_case")
    if not wanted or facts is None:
        return None
    return next((case for case in facts.edges if case.id == wanted), None)


def _read(arguments: str) -> Mapping[str, Any]:
    """A model may have sent anything at all."""
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", given) if isinstance(given, dict) else {}
