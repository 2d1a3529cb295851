"""A station without a keyring: many servers need no key, and one that does says what to do."""

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


async def test_a_server_that_wants_a_key_says_so(desk):
    async with answering(Answer(status=401, body={"error": {"message": "no key given"}})) as server:
        heard = await listen(examiner(desk, server.url))
    assert "key" in heard.trouble.advice
    assert len(server.asked) == 1
