"""A draft is read strictly, and becomes files that a pack can hold."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.author.draft import NotADraft, as_files, read_draft
from tests.support.drafts import GOOD


def test_a_bare_and_a_fenced_object_are_read():
    assert read_draft(json.dumps(GOOD)).id == "moving-mean"
    assert read_draft(f"Here it is:\n```json\n{json.dumps(GOOD)}\n```\nDone.").id == "moving-mean"


def test_faults_name_path_expected_and_got():
    with pytest.raises(NotADraft) as caught:
        read_draft(json.dumps({**GOOD, "id": "Moving Mean", "wrong": ["x"]}))
    told = " ".join(caught.value.faults)
    assert "At id:" in told
    assert "'Moving Mean'" in told
    assert "At wrong:" in told


@pytest.mark.parametrize("reply", ["", "I cannot do that.", "{", "}{", "[1, 2]", '{"id": "x"}', "```json\n\n```"])
def test_what_is_no_draft_is_told(reply: str):
    with pytest.raises(NotADraft):
        read_draft(reply)


@given(st.text(min_size=1, max_size=60).filter(str.strip), st.text(max_size=60))
def test_any_words_become_readable_toml(title: str, chinese: str):
    draft = read_draft(json.dumps({**GOOD, "title": title, "title_zh": chinese, "explains": title}))
    written = tomllib.loads(as_files(draft)["problem.toml"])
    assert written["title"]["en"] == draft.title
    assert sum(row["points"] for row in written["rubric"]) == 100
