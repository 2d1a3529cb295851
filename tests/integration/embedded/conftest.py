"""The real interpreter, closed again after each test."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from desktop.embedded.maker import EmbeddedQuestions
from desktop.interpreter.host import InterpreterHost
from desktop.packs.verdicts import judge
from desktop.station.catalogue import load_words
from desktop.vocabulary.problem import Language
from desktop.vocabulary.words import Words

LOCALE = Path(__file__).parents[3] / "resources" / "locale"


@pytest.fixture
async def lab() -> AsyncGenerator[InterpreterHost, None]:
    host = InterpreterHost()
    yield host
    await host.close()


@pytest.fixture
def maker(lab: InterpreterHost) -> EmbeddedQuestions:
    return EmbeddedQuestions(lab, words, judge)


def words(language: Language) -> Words:
    return load_words(language, LOCALE)
