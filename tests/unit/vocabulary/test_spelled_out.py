"""What steers a terminal or turns the reading order never reaches a person as such."""

from __future__ import annotations

import json

from desktop.vocabulary.plain import OBEYED, escaped_in_json, spelled_out

ALL = "".join(map(chr, OBEYED))


def test_nothing_that_is_obeyed_is_left_and_lines_and_words_are():
    assert not set(spelled_out(ALL)) & set(ALL)
    assert spelled_out("a\tb\r\nc 中文 é \u202e\x1b") == "a\tb\nc 中文 é \\u202e\\x1b"


def test_json_says_the_same():
    text = escaped_in_json(json.dumps({"a": ALL + "中"}, ensure_ascii=False))
    assert not set(text) & set(ALL)
    assert json.loads(text) == {"a": ALL + "中"}
