"""Faults are found without running anything, and are underlined where they are."""

from __future__ import annotations

import pytest

from desktop.ui.editor.columns import utf16_length
from desktop.ui.editor.problems import Finding, find_problems


def underlined(source: str, finding: Finding) -> str:
    line = source.split("\n")[finding.line]
    return line.encode("utf-16-le")[2 * finding.start : 2 * finding.end].decode("utf-16-le")


@pytest.mark.parametrize(
    ("source", "kind", "word"),
    [
        ("def f():\n    return lables\n", "UndefinedName", "lables"),
        ("import math\n", "UnusedImport", "math"),
        ("import os.path as p\n", "UnusedImport", None),
        ("def f():\n    unused = 1\n", "UnusedVariable", "unused"),
        ("s = '🙂中文é'; print(nope)\n", "UndefinedName", "nope"),
        ("print('🙂' + 中文)\n", "UndefinedName", "中文"),
        ("x = 1\nif x is 'a': pass\n", "IsLiteral", None),
    ],
)
def test_pyflakes_findings_lie_on_the_word(source: str, kind: str, word: str | None) -> None:
    finding = next(found for found in find_problems(source) if found.kind == kind)
    assert word in (None, underlined(source, finding))


@pytest.mark.parametrize(
    "source",
    [
        "def f(:\n",
        "x = (1,\n",
        "x = 'abc\n",
        "for x in y\n    pass\n",
        "  x = 1\n",
        "🙂 = 1",
        "if x:\n",
        "\t\tx\n  y\n",
        "x = 1 +",
    ],
)
def test_a_program_that_does_not_parse_has_one_visible_fault(source: str) -> None:
    (finding,) = find_problems(source)
    line = source.split("\n")[finding.line]
    assert finding.severity == "error"
    assert 0 <= finding.start < finding.end <= max(1, utf16_length(line))


def test_a_syntax_error_after_an_emoji_is_at_the_right_column() -> None:
    source = "s = '🙂🙂' )"
    (finding,) = find_problems(source)
    assert underlined(source, finding) == ")"


@pytest.mark.parametrize("source", ["(" * 5_000, "x\x00", "-" * 100_000 + "1", "x = " + "[" * 300, "'\\d'\n"])
def test_hostile_text_is_survived_in_silence(source: str) -> None:
    assert len(find_problems(source)) <= 1


def test_good_code_has_no_findings() -> None:
    assert find_problems("def f(x):\n    return x + 1\n\n\nprint(f(1))\n") == []


def test_a_form_feed_or_line_separator_in_a_string_moves_no_line() -> None:
    source = "a = 'x\x0cy'\nb = 'u\u2028v'\nprint(nope)\n"
    (finding,) = find_problems(source)
    assert (finding.line, underlined(source, finding)) == (2, "nope")
