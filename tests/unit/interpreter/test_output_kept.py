"""Of whatever a program prints, head and tail are kept, the rest is counted, and nothing grows."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.interpreter.output import LIVE_BYTES, LIVE_SECONDS, Live, Ring

chunks = st.lists(st.binary(max_size=40), max_size=20)


@given(chunks)
def test_head_tail_and_count_are_the_stream(parts):
    ring = Ring(head=10, tail=10)
    for part in parts:
        ring.add(part)
    stream = b"".join(parts)
    assert ring.total == len(stream)
    assert ring.dropped == max(0, len(stream) - 20)


@given(st.text(max_size=60))
def test_what_fits_is_kept_as_it_was(text):
    ring = Ring(head=1000, tail=1000)
    ring.add(text.encode("utf-8", "backslashreplace"))
    assert ring.text() == text.encode("utf-8", "backslashreplace").decode()


def test_a_long_stream_shows_its_start_its_end_and_what_is_missing():
    ring = Ring(head=6, tail=6)
    for number in range(1000):
        ring.add(b"%03d\n" % number)
    assert ring.text().startswith("000\n00")
    assert ring.text().endswith("8\n999\n")
    assert "3,988 bytes not shown" in ring.text()


def test_characters_cut_by_the_edges_are_left_out():
    ring = Ring(head=4, tail=4)
    ring.add("中中中中中".encode())
    assert "\\x" not in ring.text()


def test_bytes_that_are_no_text_are_shown_as_escapes():
    ring = Ring()
    ring.add(b"\xff\xfe ok")
    assert ring.text() == "\\xff\\xfe ok"


def test_the_live_view_gets_everything_of_a_quiet_program():
    shown = []
    live = Live(shown.append)
    for second, part in enumerate(["中".encode()[:1], "中".encode()[1:], b"\nb\n"]):
        live.add(part, float(second))
    live.end()
    assert "".join(shown) == "中\nb\n"


def test_the_live_view_of_a_flood_stays_small_and_says_so():
    shown = []
    live = Live(shown.append)
    for number in range(1000):
        live.add(b"x" * 1000, number * LIVE_SECONDS / 1000)
    live.end()
    assert len("".join(shown)) <= LIVE_BYTES + 100
    assert "bytes not shown" in shown[-1]
