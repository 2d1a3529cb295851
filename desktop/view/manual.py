"""The help as pages with sections, and looking for words in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

MOST_HITS = 60
AROUND = 42  # characters before a hit in its excerpt
EXCERPT = 140
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*$")
_MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*`]+|^\s*(?:[-+>]|\d+\.)\s+|^\s*\|?[\s|:-]+\|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """`place` counts the headings of its page from 0; `text` is what stands below it, without Markdown's marks."""

    heading: str
    level: int
    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """`source` is Markdown, as it stands in the file."""

    topic: str
    title: str
    source: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A section in which every word that was looked for occurs."""

    topic: str
    title: str
    section: Section
    excerpt: str


def read_pages(sources: Mapping[str, str]) -> tuple[Page, ...]:
    """Topic -> Markdown, in the order of the contents."""
    return tuple(_page(topic, source) for topic, source in sources.items())


def look_for(pages: Iterable[Page], wanted: str) -> tuple[Hit, ...]:
    """Sections whose heading and text together hold every word; those with a word in the heading come first.

    Words are what stands between spaces, so a Chinese phrase is found as it is written.
    """
    words = wanted_words(wanted)
    if not words:
        return ()
    ranked: list[tuple[int, int, Hit]] = []
    for page in pages:
        for section in page.sections:
            heading, text = section.heading.casefold(), section.text.casefold()
            if not all(word in heading or word in text for word in words):
                continue
            in_heading = sum(word in heading for word in words)
            hit = Hit(page.topic, page.title, section, _excerpt(section.text, words))
            ranked.append((-in_heading, len(ranked), hit))
    return tuple(hit for _, _, hit in sorted(ranked, key=lambda row: row[:2])[:MOST_HITS])


def wanted_words(wanted: str) -> list[str]:
    """As they are compared: without case."""
    return [word for word in wanted.casefold().split() if word]


def topic_of(target: str, topics: Sequence[str]) -> str:
    """The topic a link leads to, as in `packs.md` or `student.zh.md#words`; "" if it leads out of the help."""
    found = re.fullmatch(r"(?:\./)?([a-z-]+?)(?:\.zh)?\.md(?:#.*)?", target)
    return found.group(1) if found and found.group(1) in topics else ""


def _page(topic: str, source: str) -> Page:
    sections: list[Section] = []
    lines: list[str] = []
    heading, level, fenced = "", 0, False

    def close() -> None:
        text = " ".join(_MARKS.sub(lambda mark: mark.group(1) or "", "\n".join(lines)).split())
        text = re.sub(r"[\s|]*\|[\s|]*", " · ", text).strip(" ·")  # cells of a table
        if heading:
            sections.append(Section(heading, level, len(sections), text))
        lines.clear()

    for line in source.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
            continue
        found = None if fenced else _HEADING.match(line)
        if found:
            close()
            level, heading = len(found.group(1)), _MARKS.sub(lambda mark: mark.group(1) or "", found.group(2))
        else:
            lines.append(line)
    close()
    return Page(topic, sections[0].heading if sections else topic, source, tuple(sections))


def _excerpt(text: str, words: Sequence[str]) -> str:
    places = [place for word in words if (place := text.casefold().find(word)) >= 0]
    start = max(0, min(places, default=0) - AROUND)
    if start:
        start = text.find(" ", start, start + AROUND) + 1 or start  # at the beginning of a word, where there are spaces
    cut = text[start : start + EXCERPT]
    return f"{'… ' if start else ''}{cut}{' …' if start + EXCERPT < len(text) else ''}"
