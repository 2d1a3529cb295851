"""The real interpreter, closed again after each test."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.interpreter.host import InterpreterHost


@pytest.fixture
async def lab() -> AsyncGenerator[InterpreterHost, None]:
    host = InterpreterHost()
    yield host
    await host.close()


@pytest.fixture
def maker(lab: InterpreterHost) -> EmbeddedQuestions:
    return EmbeddedQuestions(lab)
