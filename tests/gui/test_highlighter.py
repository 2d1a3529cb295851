"""Python is coloured as Python reads it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from desktop.ui.editor.highlighter import PythonHighlighter
from desktop.ui.theme.palette import DARK, LIGHT, Palette


def colours(source: str, palette: Palette = LIGHT) -> list[tuple[str, str]]:
    """What is coloured, line by line, with the token of its colour."""
    names = {getattr(palette, n): n for n in ("keyword", "builtin", "string", "comment", "number", "definition")}
    document = QTextDocument(source)
    highlighter = PythonHighlighter(document, LIGHT)
    highlighter.wear(palette)
    found: list[tuple[str, str]] = []
    block = document.begin()
    while block.isValid():
        units = block.text().encode("utf-16-le")
        for span in block.layout().formats():
            text = units[2 * span.start : 2 * (span.start + span.length)].decode("utf-16-le")
            found.append((text, names[span.format.foreground().color().name()]))
        block = block.next()
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x): pass", [("def", "keyword"), ("f", "definition"), ("pass", "keyword")]),
        ("class A: pass", [("class", "keyword"), ("A", "definition"), ("pass", "keyword")]),
        ("len(x)", [("len", "builtin")]),
        ("x.len", []),
        ("x = 0xFF + 1_000.5e-3j", [("0xFF", "number"), ("1_000.5e-3j", "number")]),
        ("x1 = y2", []),
        ("@a.b", [("@a.b", "definition")]),
        ("x = 1 # it's", [("1", "number"), ("# it's", "comment")]),
        ("'# no comment'", [("'# no comment'", "string")]),
        (r"'a\'b' + c", [(r"'a\'b'", "string")]),
        ("f'{x}' rb'y'", [("f'{x}'", "string"), ("rb'y'", "string")]),
        ("'unfinished", [("'unfinished", "string")]),
        ("True is not None", [("True", "keyword"), ("is", "keyword"), ("not", "keyword"), ("None", "keyword")]),
        ("match x:", [("match", "keyword")]),
        ("match = 3", [("3", "number")]),
        ("matching(x)", []),
        ("'🙂' + len(x) # 🙂", [("'🙂'", "string"), ("len", "builtin"), ("# 🙂", "comment")]),
        ("format(importance)", [("format", "builtin")]),
    ],
)
def test_one_line(qapp: object, source: str, expected: list[tuple[str, str]]) -> None:
    assert colours(source) == expected


@pytest.mark.parametrize(
    "source",
    ['x = """a\nb # "\nc""" + y', "x = '''a\nb\"\"\"\nc''' + y", 'r"""a\n\\"""\n"""', '""""a\nb"""'],
)
def test_strings_over_several_lines(qapp: object, source: str) -> None:
    lines = [text for text, token in colours(source) if token == "string"]
    assert len(lines) == source.count("\n") + 1
    assert all(token == "string" for _, token in colours(source))


def test_code_after_a_long_string_is_code_again(qapp: object) -> None:
    assert colours('"""a"""\nif x: pass')[1:] == [("if", "keyword"), ("pass", "keyword")]


def test_a_line_of_data_is_left_plain(qapp: object) -> None:
    assert colours("x = [" + "1, " * 3000 + "]") == []


def test_another_theme_has_other_colours(qapp: object, qtbot: QtBot) -> None:
    assert colours("if x: pass", DARK) == [("if", "keyword"), ("pass", "keyword")]
