"""The event splitter: what counts as an event, and that the network's cuts never matter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.llm.stream import sse
from desktop.llm.stream.sse import EventSplitter, EventTooLarge


def events(raw, *cuts):
    splitter, found, start = EventSplitter(), [], 0
    for cut in [*cuts, len(raw)]:
        found += splitter.feed(raw[start:cut])
        start = cut
    return [(event.name, event.data) for event in found + splitter.close()]


@pytest.mark.parametrize("nl", [b"\n", b"\r\n", b"\r"])
def test_three_line_ends(nl):
    assert events(nl.join([b"data: a", b"", b"data: b", b"", b""])) == [("", b"a"), ("", b"b")]


@pytest.mark.parametrize(
    ("raw", "data"),
    [
        (b"\xef\xbb\xbfdata: a\n\n", [b"a"]),
        (b"data:a\n\n", [b"a"]),
        (b"data:  a\n\n", [b" a"]),
        (b": note\n\ndata: a\n\n: note\n\n", [b"a"]),
        (b"id: 1\ndata: a\n\nid: 2\n\n", [b"a"]),
        (b"data:\n\ndata: \n\ndata\n\n", []),
        (b"retry: 10\ndata: a\n\n", [b"a"]),
        (b"data: [1,\ndata: 2]\n\n", [b"[1,\n2]"]),
        (b"data: last", [b"last"]),
        (b"", []),
    ],
)
def test_what_servers_send(raw, data):
    assert [item for _, item in events(raw)] == data


def test_a_name_belongs_to_one_event():
    assert events(b"event: error\ndata: a\n\ndata: b\n\n") == [("error", b"a"), ("", b"b")]


def test_events_without_blank_lines_are_still_events():
    assert [data for _, data in events(b'data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n')] == [
        b'{"a":1}',
        b'{"b":2}',
        b"[DONE]",
    ]


def test_a_bare_json_line_is_heard():
    assert events(b'data: {"a":1}\n\n{"error":"x"}\n') == [("", b'{"a":1}'), ("", b'{"error":"x"}')]


def test_unicode_separators_end_no_line():
    text = "data: a\u2028b\u0085c\x0bd\x0ce\n\n".encode()
    assert events(text) == [("", "a\u2028b\u0085c\x0bd\x0ce".encode())]


def test_an_endless_event_is_stopped(monkeypatch):
    monkeypatch.setattr(sse, "MAX_EVENT", 100)
    with pytest.raises(EventTooLarge):
        events(b"data: " + b"x" * 200)
    with pytest.raises(EventTooLarge):
        events(b"data: xxxxxxxxxx\n" * 20)


LINES = st.sampled_from(
    [b"data: a", b"data:", b"data: {}", b"", b"", b": c", b"event: x", b"data: \xe4\xb8\xad", b"id: 1", b"{}", b"junk"]
)


@given(st.lists(st.tuples(LINES, st.sampled_from([b"\n", b"\r\n", b"\r"]))), st.data())
def test_random_splits_change_nothing(lines, data):
    raw = b"".join(line + nl for line, nl in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=30)))
    assert events(raw, *cuts) == events(raw) == events(raw, *range(len(raw)))


@given(st.binary(max_size=400), st.data())
def test_random_bytes_never_crash(raw, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=10)))
    assert events(raw, *cuts) == events(raw)
