"""The help: pages, sections, and looking for words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desktop.station.manual import TOPICS, read_manual
from desktop.view.manual import look_for, read_pages, topic_of

HELP = Path(__file__).parents[3] / "resources" / "help"
PAGES = read_pages(
    {
        "student": "# Defending\n\nYou *write* it.\n\n## The desk\n\n- **Run** starts `it`. See [packs](packs.md).\n\n"
        "```\n# no heading\ndefense-desk run\n```\n\n## Leaving\n\nClose the window.",
        "packs": "# 题目包\n\n## 评分\n\n每一项标准都有分数和理由。",
    }
)


def test_a_page_has_its_sections_in_words_alone():
    page = PAGES[0]
    assert page.title == "Defending"
    assert [(s.heading, s.level, s.place) for s in page.sections] == [
        ("Defending", 1, 0),
        ("The desk", 2, 1),
        ("Leaving", 2, 2),
    ]
    assert page.sections[1].text == "Run starts it. See packs. # no heading defense-desk run"


def test_every_word_must_be_there_and_headings_come_first():
    assert [hit.section.heading for hit in look_for(PAGES, "the")] == ["The desk", "Leaving"]
    assert [hit.section.heading for hit in look_for(PAGES, "RUN desk")] == ["The desk"]
    assert look_for(PAGES, "run nowhere") == ()
    assert look_for(PAGES, "  ") == ()


def test_chinese_is_found_as_it_is_written():
    (hit,) = look_for(PAGES, "标准都有")
    assert (hit.topic, hit.section.heading) == ("packs", "评分")
    assert "标准都有分数" in hit.excerpt


def test_an_excerpt_is_cut_around_what_was_looked_for():
    (page,) = read_pages({"long": "# Long\n\n" + "word " * 100 + "needle " + "tail " * 100})
    (hit,) = look_for((page,), "needle")
    assert "needle" in hit.excerpt
    assert hit.excerpt.startswith("… word")
    assert hit.excerpt.endswith("…")


@pytest.mark.parametrize(
    ("target", "topic"),
    [
        ("packs.md", "packs"),
        ("packs.zh.md", "packs"),
        ("packs.md#compare", "packs"),
        ("./packs.md", "packs"),
        ("secrets.md", ""),
        ("https://example.org/packs.md", ""),
        ("../packs.md", ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_where_a_link_leads(target, topic):
    assert topic_of(target, ("student", "packs")) == topic


@pytest.mark.parametrize("topic", TOPICS)
def test_every_page_is_there_in_both_languages_with_the_same_sections(topic):
    assert (HELP / f"{topic}.zh.md").exists()
    english, chinese = read_manual(HELP, "en")[topic], read_manual(HELP, "zh")[topic]
    assert re.search(r"[\u4e00-\u9fff]", chinese)
    (one,), (other,) = read_pages({topic: english}), read_pages({topic: chinese})
    assert [section.level for section in one.sections] == [section.level for section in other.sections]


def test_every_link_between_pages_leads_somewhere():
    for path in sorted(HELP.glob("*.md")):
        for target in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
            if not target.startswith(("http", "pictures/")):
                assert (HELP / target.partition("#")[0]).exists(), f"{path.name}: {target}"


def test_a_page_that_is_not_translated_comes_in_english(tmp_path):
    (tmp_path / "student.md").write_text("# Hello", "utf-8")
    assert read_manual(tmp_path, "zh") == {"student": "# Hello"}
