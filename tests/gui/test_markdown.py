"""Markdown from strangers becomes readable text and nothing else."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from desktop.ui.markdown import Renderer, coloured, split_stable
from desktop.ui.theme.palette import DARK, LIGHT
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.prose import Prose

RENDERER = Renderer(LIGHT)
MESSAGE = """**Your code** passes the baseline.

- one
- two with `code`

  still two

1. first

2. second

```python
x = 1

# not a heading
```

| a | b |
|---|---|
| 1 | 2 |

> quoted

The end.
"""


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def tags(source: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Tags()
    parser.feed(RENDERER.html(source))
    return parser.found


@given(st.text(alphabet=st.sampled_from("<>!/[]()`*_#-|&;:\"'= \nahref.imgscx01"), max_size=80))
def test_nothing_can_be_fetched_clicked_or_run(source: str) -> None:
    for tag, attributes in tags(source):
        assert tag not in {"a", "img", "script", "style", "iframe", "object", "link"}
        assert not {name for name in attributes if name.startswith("on") or name in {"href", "src", "background"}}


@pytest.mark.parametrize(
    "source",
    [
        "[x](javascript:alert(1))",
        "[x](http://evil.example)",
        "![x](file:///etc/passwd)",
        "<img src=x onerror=y>",
        "<http://evil.example>",
        "[a]: http://evil.example\n\n[a]",
        "```<img src=x>\n<img src=x>\n```",
    ],
)
def test_known_tricks(source: str) -> None:
    assert {tag for tag, _ in tags(source)}.isdisjoint({"a", "img"})
    assert "href" not in RENDERER.html(source)


def test_words_of_links_and_pictures_stay() -> None:
    assert "the manual" in RENDERER.html("[the manual](http://example.org)")
    assert "[a plot]" in RENDERER.html("![a plot](plot.png)")


def test_code_is_coloured_and_escaped() -> None:
    made = coloured("if a < 1: pass", "python", LIGHT)
    assert f'<span style="color:{LIGHT.keyword}">if</span>' in made
    assert "&lt;" in made
    assert coloured("<b>", "no such language", DARK) == "&lt;b&gt;"


def test_a_message_of_megabytes_is_cut() -> None:
    assert len(RENDERER.html("x" * 1_000_000)) < 250_000


@given(
    st.lists(
        st.sampled_from([*MESSAGE.splitlines(keepends=True), "\n", "~~~\n", "    code\n", "10. ten\n"]), max_size=12
    )
)
def test_what_is_final_stays_final(lines: list[str]) -> None:
    source, stable = "", ""
    for line in lines:
        for half in (line[: len(line) // 2], line[len(line) // 2 :]):
            source += half
            split = split_stable(source)
            assert split.stable + split.tail == source
            assert split.stable.startswith(stable)
            stable = split.stable


def test_a_fence_and_a_list_are_never_cut_in_two() -> None:
    assert split_stable("a\n\n```\nx\n\ny\n").stable == "a\n\n"
    assert split_stable("a\n\n- x\n\n- y\n").stable == ""
    assert split_stable("- x\n\n- y\n\nend").stable == "- x\n\n- y\n\n"


def lines_of(prose: Prose) -> list[str]:
    return [line.strip() for line in prose.toPlainText().split("\n") if line.strip()]


@pytest.mark.parametrize("size", [1, 5, 30])
def test_a_growing_message_reads_like_the_whole_one(qtbot: QtBot, theme: Theme, size: int) -> None:
    whole, grown = Prose(theme, MESSAGE), Prose(theme)
    for prose in (whole, grown):
        qtbot.addWidget(prose)
    for start in range(0, len(MESSAGE), size):
        grown.grow(MESSAGE[start : start + size])
    assert lines_of(grown) == lines_of(whole)
    grown.finish()
    assert grown.toPlainText() == whole.toPlainText()
    assert grown.markdown == MESSAGE


def test_prose_is_as_high_as_its_text(qtbot: QtBot, theme: Theme) -> None:
    prose = Prose(theme, "one line")
    qtbot.addWidget(prose)
    prose.resize(300, 20)
    prose.show()
    low = prose.height()
    prose.show_markdown(MESSAGE)
    assert prose.height() > low
    assert prose.verticalScrollBar().maximum() == 0


def test_prose_follows_the_theme(qtbot: QtBot, theme: Theme) -> None:
    prose = Prose(theme, "```python\nif x: pass\n```")
    qtbot.addWidget(prose)
    theme.change(DARK)
    assert DARK.keyword in prose.toHtml()
    assert LIGHT.keyword not in prose.toHtml()
