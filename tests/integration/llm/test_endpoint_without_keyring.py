"""A station without a keyring: a server of our own net needs none, any other says what to do."""

import pytest

from desktop.session.ports import Examiner
from desktop.station.keys import Keys
from desktop.station.paths import open_data_dir
from desktop.vocabulary.events import ExaminerChoice
from desktop.wiring import DefenseDesk
from tests.fixtures.loopback import Answer, answering, listen, said


@pytest.fixture
async def desk(tmp_path):
    no_keyring = Keys(environ={"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"})
    desk = DefenseDesk(open_data_dir(tmp_path), no_keyring)
    yield desk
    await desk.close()


def examiner(desk, url) -> Examiner:
    return desk.make_examiner(ExaminerChoice(kind="endpoint", base_url=url, model="m"))


async def test_a_server_on_this_machine_is_asked_without_a_key(desk):
    async with answering(Answer(body=said())) as server:
        heard = await listen(examiner(desk, server.url))
    assert heard.reply.content == "Hello."
    assert "authorization" not in server.headers[0]


async def test_a_server_far_away_is_not_asked(desk):
    heard = await listen(examiner(desk, "https://models.example.invalid/v1"))
    assert "DEFENSE_DESK_API_KEY" in heard.trouble.advice
