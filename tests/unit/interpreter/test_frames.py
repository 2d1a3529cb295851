"""Frames survive any cutting of the stream, and a stream that breaks the rules is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.interpreter.inside.frames import FROM_WORKER, HEADER, BadFrame, Splitter, pack

messages = st.lists(
    st.dictionaries(st.text(), st.one_of(st.integers(), st.text(), st.none(), st.booleans())), max_size=5
)


@given(messages, st.integers(1, 50))
def test_messages_come_out_whole_however_the_bytes_are_cut(sent, size):
    stream = b"".join(pack(message) for message in sent)
    splitter = Splitter()
    received = [m for start in range(0, len(stream), size) for m in splitter.feed(stream[start : start + size])]
    assert received == sent


def test_a_frame_is_ascii():
    assert pack({"é": "\ud800中"}).isascii()


@pytest.mark.parametrize("body", [b"hello", b"[1]", b'"x"', b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_body_that_is_no_object_ends_the_conversation(body):
    with pytest.raises(BadFrame):
        Splitter().feed(HEADER.pack(len(body)) + body)


def test_a_frame_over_the_cap_is_refused_before_its_body_is_read():
    with pytest.raises(BadFrame):
        Splitter().feed(HEADER.pack(FROM_WORKER + 1))
