from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from desktop.interpreter.host import InterpreterHost
from desktop.packs.loader import Pack, load_pack

INTRO = Path(__file__).parents[3] / "resources" / "packs" / "intro-ml"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lab() -> AsyncIterator[InterpreterHost]:
    host = InterpreterHost()
    yield host
    await host.close()


@pytest.fixture(scope="session")
def intro() -> Pack:
    return load_pack(INTRO)
