import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.packs.manifest import PackManifest, ProblemManifest, QuestionsManifest, line_of, read_manifest
from desktop.vocabulary.trouble import PackTrouble

PROBLEM = """\
id = "kmeans"
title = { en = "K-Means", zh = "K-Means 聚类" }
topic = "Learning"
entry_points = ["kmeans"]

[[rubric]]
id = "tests"
points = 60
evidence = "tests"
sentence = { en = "It passes." }

[[rubric]]
id = "reasons"
points = 40
evidence = "explanation"
sentence = { en = "It is explained." }
"""


def trouble(text: str, kind: type = ProblemManifest) -> str:
    with pytest.raises(PackTrouble) as caught:
        read_manifest(kind, "kmeans/problem.toml", text)
    return caught.value.what


def test_words_may_be_given_in_one_language_or_two() -> None:
    manifest = read_manifest(ProblemManifest, "problem.toml", PROBLEM)
    assert manifest.title.say("zh") == "K-Means 聚类"
    assert manifest.topic.say("zh") == manifest.topic.say("en") == "Learning"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "kmeans"', 'id = "kmeans', "line 1: this is not TOML (illegal character '\\n')."),
        ("topic =", "tpoic =", "line 3: the key tpoic is not known here."),
        ('topic = "Learning"', "", "line 1: the key topic is missing."),
        ("topic =", 'colour = "red"\ntopic =', "line 3: the key colour is not known here."),
        ("points = 40", 'points = "many"', "line 14: rubric.1.points is 'many', but should be a valid number"),
        ("points = 40", "points = -1", "line 14: rubric.1.points is -1, but should be greater than 0."),
        ('evidence = "expl', 'evidence = "xpl', "line 15: rubric.1.evidence is 'xplanation', but should be 'tests'"),
        (
            'sentence = { en = "It is ex',
            'sentence = { fr = "Ex',
            "line 16: the key rubric.1.sentence.fr is not known here.",
        ),
        ('entry_points = ["kmeans"]', "entry_points = []", "line 4: entry_points is [], but should"),
        ('id = "reasons"', "", "line 12: the key rubric.1.id is missing."),
    ],
)
def test_a_mistake_is_named_with_its_file_and_line(old: str, new: str, sentence: str) -> None:
    said = trouble(PROBLEM.replace(old, new, 1))
    assert said.startswith("kmeans/problem.toml, line ")
    assert sentence in said


def test_an_unknown_key_of_a_witness_is_found_below_its_header() -> None:
    text = '[[open]]\nen = "Why?"\n\n[[witness]]\nid = "k"\nanswer = 3\n'
    said = trouble(
        text + 'text = { en = "x" }\narguments = ["k"]\nleft = "1"\nright = "2"\ndraw = ""\n', QuestionsManifest
    )
    assert said.endswith("line 6: the key witness.0.answer is not known here.")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    said = ""
    try:
        read_manifest(PackManifest, "pack.toml", text)
    except PackTrouble as refused:
        said = refused.what
    assert not said or re.fullmatch(r"pack\.toml, line \d+: .+", said)


@given(st.text(max_size=100), st.lists(st.one_of(st.text(max_size=5), st.integers(0, 3)), max_size=4))
def test_a_line_is_always_inside_of_the_file(text: str, path: list[str | int]) -> None:
    assert 1 <= line_of(text, path) <= text.count("\n") + 1


def test_nesting_without_end_is_refused() -> None:
    assert "nested too deeply" in trouble("a = " + "[" * 5000)
    deep = PROBLEM.replace("entry_points =", f"entry_points{'.a' * 499} = 1\nold =")
    assert trouble(deep).startswith("kmeans/problem.toml, line ")


def test_keys_that_would_keep_the_reader_busy_are_refused_unread() -> None:
    assert trouble(f"{PROBLEM}\nentry_points{'.a' * 50_000} = 1").endswith("more than 500 dots in this line.")
    assert "longer than such a file may be" in trouble("#" * 300_000)


@pytest.mark.parametrize(
    "line", ["id = " + "9" * 5000, "id = 2020-13-45", "id = '\\u0000'", "\x00", "[[rubric", 'id = "\\']
)
def test_whatever_toml_stumbles_over_is_one_sentence(line: str) -> None:
    said = trouble(line)
    assert said.startswith("kmeans/problem.toml, line 1: ")
    assert len(said) < 400


def test_a_key_without_end_makes_no_sentence_without_end() -> None:
    assert len(trouble(f"{'k' * 100_000} = 1")) < 400
