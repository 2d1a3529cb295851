"""How long a server may take is what was chosen for its address, and what the command line says goes before."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
from click.testing import CliRunner

from desktop.cli.commands import defense_desk
from desktop.llm.servers.presets import usual_waiting
from desktop.vocabulary.waiting import Waiting
from desktop.wiring import DefenseDesk
from tests.fixtures.loopback import Answer, answering, listen, said


@asynccontextmanager
async def opened(folder):
    desk = DefenseDesk.open(folder)
    try:
        yield desk
    finally:
        await desk.close()


@pytest.mark.parametrize(
    ("address", "spread"),
    [
        ("http://localhost:8080/v1", 0),
        ("127.0.0.1:1", 0),
        ("http://lab:8000", 3),
        ("10.1.2.3:80", 3),
        ("https://a.org", 0),
    ],
)
def test_only_a_lab_has_its_first_requests_spread(address, spread):
    assert usual_waiting(address).spread == spread
    assert usual_waiting(address).first == 300
    assert usual_waiting(address).then == ("embedded" if spread else "ask")


async def test_what_was_chosen_holds_for_this_address_after_a_restart(tmp_path):
    async with answering(Answer(body=said(), before=5)) as slow, opened(tmp_path) as desk:
        chosen = {slow.url: Waiting(first=1)}
        desk.save_settings(desk.settings.model_copy(update={"waiting": chosen}))
        async with opened(tmp_path) as again:
            assert again.waiting(slow.url + "/") == Waiting(first=1)
            assert again.waiting("http://localhost:1/v1") == Waiting()
            heard = await listen(again.endpoint(slow.url, "m", ""))
    assert "within 1 s" in heard.trouble.what


async def test_what_the_command_line_says_goes_before_and_is_not_kept(tmp_path):
    async with opened(tmp_path) as desk:
        desk.wait_for("localhost:1", Waiting(first=7))
        assert desk.waiting("http://localhost:1/v1").first == 7
        assert desk.settings.waiting == {}


@pytest.mark.parametrize("command", ["ask", "defend"])
def test_the_commands_take_the_four_times_and_refuse_nonsense(command):
    told = CliRunner().invoke(defense_desk, [command, "--help"]).output
    assert all(f"--wait-{name}" in told for name in ("first", "idle", "total", "spread"))
    wrong = CliRunner().invoke(defense_desk, [command, "x", "y", "--wait-first", "0"])
    assert wrong.exit_code == 2
