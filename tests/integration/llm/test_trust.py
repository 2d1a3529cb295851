"""TLS: a private authority works when it is named, and nothing is trusted otherwise."""

import asyncio
import json
import os
import ssl
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest

from desktop.llm.wire.client import Clients
from desktop.vocabulary.trouble import ModelTrouble
from desktop.wiring import DefenseDesk
from tests.fixtures.loopback import Answer, Server, examiner, listen, said, serving

pytest.importorskip("cryptography", reason="certificates are made with the package cryptography")


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    from tests.fixtures.authority import make_authority

    folder = tmp_path_factory.mktemp("tls")
    make_authority(folder)
    return folder


@asynccontextmanager
async def secure(tls):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls / "server.pem")
    server = Server([Answer(body=said())])
    async with serving(server.handle, ssl=context) as port:
        yield f"https://localhost:{port}/v1"


async def test_a_private_authority_is_trusted_when_named(tls):
    async with secure(tls) as url:
        assert (await listen(examiner(url, clients=Clients(tls / "authority.pem")))).reply.content == "Hello."


async def test_an_unknown_authority_is_not_trusted_and_not_retried(tls):
    async with secure(tls) as url:
        heard = await listen(examiner(url))
    assert "certificate" in heard.trouble.what
    assert heard.trouble.attempts == 1


async def test_the_context_is_built_once(tls):
    clients = Clients(tls / "authority.pem")
    async with secure(tls) as url:
        assert (await listen(examiner(url, clients=clients))).reply
        first = clients._context
        assert (await listen(examiner(url, clients=clients))).reply
    assert first is not None
    assert clients._context is first


@pytest.mark.parametrize("content", [None, "no certificate"])
async def test_a_bad_certificate_file_is_named(content, tmp_path):
    path = tmp_path / "school.pem"
    if content:
        path.write_text(content)
    heard = await listen(examiner("https://localhost:9/v1", clients=Clients(path)))
    assert isinstance(heard.trouble, ModelTrouble)
    assert "school.pem" in heard.trouble.what


async def test_the_program_trusts_the_authority_of_its_settings(tls, tmp_path):
    desk = DefenseDesk.open(tmp_path)
    try:
        async with secure(tls) as url:
            assert "certificate" in (await listen(desk.endpoint(url, "m", ""))).trouble.what
            desk.save_settings(desk.settings.model_copy(update={"ca_file": str(tls / "authority.pem")}))
            assert (await listen(desk.endpoint(url, "m", ""))).reply.content == "Hello."
            assert desk.clients is desk.clients, "loaded once"
    finally:
        await desk.close()


async def test_the_command_line_trusts_the_authority_it_is_given(tls, tmp_path):
    command = [sys.executable, "-m", "desktop", "--data-dir", str(tmp_path), "ask", "--model", "m", "--json"]
    environment = {**os.environ, "DEFENSE_DESK_API_KEY": "none"}
    async with secure(tls) as url:
        process = await asyncio.create_subprocess_exec(
            *command, "--ca-file", str(tls / "authority.pem"), url, "Hello.", env=environment, stdout=subprocess.PIPE
        )
        told = json.loads((await process.communicate())[0])
    assert (told["content"], told["error"]) == ("Hello.", None)
