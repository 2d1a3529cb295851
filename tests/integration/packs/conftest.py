from pathlib import Path

import pytest

from desktop.packs.loader import Pack, load_pack
from tests.fixtures.plain_lab import PlainLab

INTRO = Path(__file__).parents[3] / "resources" / "packs" / "intro-ml"


@pytest.fixture
def lab() -> PlainLab:
    return PlainLab()


@pytest.fixture(scope="session")
def intro() -> Pack:
    return load_pack(INTRO)
