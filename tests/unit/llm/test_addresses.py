"""What people type as an address."""

import pytest

from desktop.llm.wire.address import is_local, read_address
from desktop.vocabulary.trouble import ModelTrouble


@pytest.mark.parametrize(
    ("typed", "chat"),
    [
        ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1/chat/completions"),
        ("http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1/chat/completions"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1/chat/completions"),
        ("localhost:11434", "http://localhost:11434/v1/chat/completions"),
        ("lab-server:8080/v1", "http://lab-server:8080/v1/chat/completions"),
        ("api.openai.com", "https://api.openai.com/v1/chat/completions"),
        (" https://api.x.org/v1/chat/completions ", "https://api.x.org/v1/chat/completions"),
        ("https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
        ("HTTP://Host.example/V1", "http://host.example/V1/chat/completions"),
    ],
)
def test_the_call_is_found(typed, chat):
    assert read_address(typed).chat == chat


@pytest.mark.parametrize(
    "typed", ["", "   ", "ftp://x/v1", "http://", "http://x:99999/v1", "http://[::1/v1", "file:///etc/passwd"]
)
def test_nonsense_is_refused_in_words(typed):
    with pytest.raises(ModelTrouble, match="not an address"):
        read_address(typed)


def test_no_login_and_no_query_is_ever_shown():
    address = read_address("https://me:secret@host.example:8443/v1?key=secret")
    assert address.shown == "https://host.example:8443/v1"
    assert "secret" in address.root


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("::1", True),
        ("10.1.2.3", True),
        ("192.168.0.9", True),
        ("172.16.0.1", True),
        ("fe80::1%eth0", True),
        ("lab-server", True),
        ("gpu.local", True),
        ("8.8.8.8", False),
        ("api.openai.com", False),
        ("172.32.0.1", False),
    ],
)
def test_our_own_net(host, local):
    assert is_local(host) == local
