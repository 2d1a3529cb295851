"""What a key is filed under, what a key looks like, and which keyrings are never used."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.station import keys as keys_module
from desktop.station.keys import Keys, KeyTrouble, account_of
from desktop.vocabulary.trouble import Trouble

URL = "http://127.0.0.1:8000/v1"


@pytest.mark.parametrize(
    ("address", "account"),
    [
        ("HTTP://Example.ORG/v1/", "http://example.org/v1"),
        ("https://example.org:8443", "https://example.org:8443"),
        ("https://user:secret@example.org/v1?x=1", "https://example.org/v1"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1"),
    ],
)
def test_an_account_is_the_address_without_its_accidents(address: str, account: str) -> None:
    assert account_of(address) == account


@pytest.mark.parametrize(
    "address", ["", "example.org", "file:///etc/passwd", "http://", "http://[", "http://h:999999/"]
)
def test_what_is_no_address_is_one_sentence(address: str) -> None:
    with pytest.raises(Trouble, match="not an address"):
        account_of(address)


@given(st.text())
def test_any_text_is_an_account_or_trouble(address: str) -> None:
    try:
        assert account_of(account_of(address)) == account_of(address)
    except Trouble:
        return


@pytest.mark.parametrize("key", ["", "  ", "two words", "schlüssel", "line\nbreak"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(Trouble, match="not a key"):
        Keys(environ={}).remember(URL, key)


async def test_for_this_session_only_needs_no_keyring() -> None:
    seen: list[str] = []
    keys = Keys(environ={"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}, on_key=seen.append)
    keys.remember(URL + "/", " abc123 ")
    assert await keys.read(URL) == "abc123"
    assert seen == ["abc123", "abc123"]


async def test_the_environment_needs_no_keyring() -> None:
    assert await Keys(environ={"DEFENSE_DESK_API_KEY": "from-env "}).read(URL) == "from-env"


async def test_a_keyring_that_is_switched_off_is_said_with_the_way_out() -> None:
    keys = Keys(environ={"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"})
    with pytest.raises(KeyTrouble) as caught:
        await keys.store(URL, "abc123")
    assert "this session only" in caught.value.advice
    assert "DEFENSE_DESK_API_KEY" in caught.value.advice


async def test_a_keyring_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    never = threading.Event()

    class Silent:
        name = "silent"

        def get_password(self, service: str, username: str) -> str | None:
            never.wait()
            return None

    monkeypatch.setattr(keys_module, "_keyring", lambda environ: Silent())
    with pytest.raises(KeyTrouble, match="did not answer"):
        await Keys(environ={}, seconds=0.01).read(URL)
    never.set()


@pytest.mark.parametrize("fault", [RuntimeError("bus gone"), OSError(5, "broken pipe"), ValueError("bad reply")])
async def test_every_fault_of_a_keyring_is_a_sentence(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def broken(environ: object) -> object:
        raise fault

    monkeypatch.setattr(keys_module, "_keyring", broken)
    with pytest.raises(KeyTrouble, match="cannot be used"):
        await Keys(environ={}).read(URL)
