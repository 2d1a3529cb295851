"""Every hostile program meets the behaviour written beside it, as this user and as an ordinary one."""

import asyncio

import pytest

from tests.fixtures.hostile_sweep import CASES, MEMORY, PROCESSES, sweep


@pytest.fixture(scope="module")
def complaints():
    return asyncio.run(sweep())


@pytest.fixture(scope="module")
def complaints_of_nobody(as_nobody):
    return as_nobody("tests/fixtures/hostile_sweep.py")


NAMES = [*(case[0] for case in CASES), PROCESSES, MEMORY]


@pytest.mark.parametrize("case", NAMES)
def test_as_this_user(case, complaints):
    assert complaints.get(case, "") == ""


@pytest.mark.parametrize("case", NAMES)
def test_as_an_ordinary_user(case, complaints_of_nobody):
    assert complaints_of_nobody.get(case, "") == ""
