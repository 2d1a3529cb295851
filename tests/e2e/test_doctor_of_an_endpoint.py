"""`doctor --base-url --model`: everything that "Check connection" finds, with the fix named."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from desktop.cli.commands import defense_desk
from tests.fixtures.loopback import called, chunk, event, said

LISTED = {
    *("usable", "models", "model listed", "answers", "first token", "streams", "tools", "reasoning", "usage"),
    *("context", "parameters left out"),
}
Serve = Callable[[dict[str, Any]], tuple[int, bytes]]


@contextmanager
def endpoint(serve: Serve, models: list[str]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._give(200, json.dumps({"data": [{"id": name} for name in models]}).encode())

        def do_POST(self) -> None:
            self._give(*serve(json.loads(self.rfile.read(int(self.headers["Content-Length"])))))

        def _give(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def whole(body: dict[str, Any], read: int = 7000, tools: bool = True) -> tuple[int, bytes]:
    if body.get("tools") and tools:
        return 200, called("echo_word", '{"word": "heron"}')
    usage = {"prompt_tokens": read, "completion_tokens": 2}
    pieces = [{"reasoning_content": "hm"}, {"content": "one, "}, {"content": "two"}]
    return 200, b"".join([*(event(chunk(p)) for p in pieces), event(chunk({}, "stop", usage=usage)), event("[DONE]")])


def without_temperature(body: dict[str, Any]) -> tuple[int, bytes]:
    if "temperature" in body:
        return 400, json.dumps({"error": {"message": "no", "param": "temperature"}}).encode()
    return whole(body)


def uncounted_and_whole(body: dict[str, Any]) -> tuple[int, bytes]:
    return whole(body) if body.get("tools") else (200, said("one, two"))


def doctor(tmp_path: Path, serve: Serve, model: str = "m", models: tuple[str, ...] = ("m", "other")) -> Any:
    with endpoint(serve, list(models)) as url:
        arguments = ["--data-dir", str(tmp_path), "doctor", "--base-url", url, "--model", model, "--json"]
        result = CliRunner(env={"DEFENSE_DESK_API_KEY": "not-a-secret"}).invoke(defense_desk, arguments)
    told = json.loads(result.output.splitlines()[-1])
    checks = [check for check in told["checks"] if check["name"].startswith("endpoint: ")]
    facts = {check["name"].removeprefix("endpoint: "): check for check in checks if "advice" not in check["name"]}
    fixes = [(check["ok"], check["detail"], check["advice"]) for check in checks if check["name"] == "endpoint: advice"]
    assert set(facts) == LISTED
    assert all(fix for _, _, fix in fixes), "each advice names what to change"
    return facts, fixes


def test_everything_is_listed_of_a_good_server(tmp_path):
    facts, fixes = doctor(tmp_path, without_temperature)
    assert fixes == []
    good = ("usable", "models", "model listed", "answers", "streams", "tools")
    assert [name for name in good if facts[name]["ok"] is not True] == []
    details = {name: check["detail"] for name, check in facts.items()}
    assert details["models"] == "m, other"
    assert (details["tools"], details["reasoning"], details["usage"]) == ("native", "sent", "sent")
    assert (details["context"], facts["context"]["ok"]) == ("read whole", True)
    assert details["first token"].startswith("after ")
    assert details["parameters left out"] == "temperature"


@pytest.mark.parametrize(
    ("serve", "model", "bad", "fix"),
    [
        (lambda body: whole(body, tools=False), "m", "tools", "choose another model"),
        (lambda body: whole(body, read=4096), "m", "context", "OLLAMA_CONTEXT_LENGTH"),
        (lambda body: (404, b'{"error": {"message": "no such model"}}'), "gpt-9", "answers", "m, other"),
        (lambda body: (401, b'{"error": {"message": "no"}}'), "m", "answers", "API key"),
    ],
    ids=["no tools", "cut", "wrong name", "wrong key"],
)
def test_what_keeps_it_from_examining_is_bad_and_the_fix_is_named(tmp_path, serve, model, bad, fix):
    facts, fixes = doctor(tmp_path, serve, model)
    assert facts["usable"]["ok"] is False
    assert facts[bad]["ok"] is False
    assert fixes[0][0] is False
    assert fix in fixes[0][2]


def test_beside_what_stops_it_the_rest_is_not_bad(tmp_path):
    _, fixes = doctor(tmp_path, lambda body: (200, said("one, two")))
    assert {ok for ok, _, _ in fixes[1:]} == {None}
    assert fixes[0][0] is False


def test_what_is_only_inconvenient_is_told_and_is_not_bad(tmp_path):
    facts, fixes = doctor(tmp_path, uncounted_and_whole)
    assert facts["usable"]["ok"] is True
    assert facts["context"] == {"name": "endpoint: context", "ok": None, "detail": "not tried", "advice": ""}
    assert {ok for ok, _, _ in fixes} == {None}
    assert any("estimates" in fix for _, _, fix in fixes)
