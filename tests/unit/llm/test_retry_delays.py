"""When to try again: what the server asks for, else exponential with jitter, never beyond the cap."""

from email.utils import formatdate

import pytest

from desktop.llm.failures.retry import Patience, asked_delay, count_down
from tests.fixtures.loopback import FakeClock

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": formatdate(NOW + 30, usegmt=True)}, 30),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": formatdate(NOW - 30, usegmt=True)}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "99999999999999999999"}, 1e20),  # `Patience.longest` is the cap
        ({}, None),
    ],
)
def test_three_forms_of_retry_after(headers, seconds):
    assert asked_delay(headers, NOW) == seconds


def test_the_wait_doubles_and_is_spread():
    patience = Patience(first=1.0)
    assert [patience.delay(n, None, 0.999999) for n in (1, 2, 3)] == pytest.approx([1.25, 2.5, 5], rel=1e-5)
    assert [patience.delay(n, None, 0.0) for n in (1, 2, 3)] == [0.75, 1.5, 3]


def test_what_the_server_asks_is_the_least_and_the_cap_is_the_most():
    patience = Patience(longest=60)
    assert patience.delay(1, 10, 0.0) == 10
    assert 10 < patience.delay(1, 10, 0.9) < 15
    assert patience.delay(1, 4000, 0.0) == 60
    assert patience.delay(30, None, 0.5) <= 60


async def test_the_countdown_sleeps_what_it_says():
    fake = FakeClock()
    assert [left async for left in count_down(2.4, fake.clock)] == [2, 1, 1]
    assert sum(fake.slept) == pytest.approx(2.4)
