"""Getting what only some tests use never fails a set-up, and costs nothing where it is there or cannot be had."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.support.peers import setup_of_peers


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = setup_of_peers()
    monkeypatch.setattr(module, "LOCK", tmp_path)
    monkeypatch.setattr(module, "FOLDER", tmp_path / "peers")
    (tmp_path / "thing.txt").write_text("thing==1\n", "utf-8")
    return module


class Pretended:
    """A part whose installation does what `goes` says."""

    def __init__(self, setup: ModuleType, goes: bool) -> None:
        self.goes, self.here, self.tries = goes, False, 0
        self.setup = setup
        setup.PARTS = (setup.Part("thing", "The thing", "thing.txt", lambda: self.here, self._get),)

    def _get(self) -> None:
        self.tries += 1
        if not self.goes:
            self.setup.call(["no-such-program-anywhere"])
        self.here = True


def test_what_is_there_is_not_got_again(setup: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    thing = Pretended(setup, goes=True)
    assert [setup.main(), setup.main()] == [0, 0]
    assert thing.tries == 1
    assert capsys.readouterr().out == "Getting The thing, for tests.\n"


def test_a_changed_lock_or_a_lost_file_is_got_again(setup: ModuleType, tmp_path: Path) -> None:
    thing = Pretended(setup, goes=True)
    setup.main()
    (tmp_path / "thing.txt").write_text("thing==2\n", "utf-8")
    setup.main()
    thing.here = False
    setup.main()
    assert thing.tries == 3


def test_what_cannot_be_had_is_a_sentence_and_waits_for_the_next_day(
    setup: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    thing = Pretended(setup, goes=False)
    assert setup.main() == 0
    assert "The thing could not be installed" in capsys.readouterr().out
    assert setup.main() == 0
    assert "its tests are skipped" in capsys.readouterr().out
    assert thing.tries == 1
    stamp = tmp_path / "peers" / "thing.stamp"
    digest, failed, _ = stamp.read_text("utf-8").split()
    stamp.write_text(f"{digest} {failed} 2020-01-01\n", "utf-8")
    setup.main()
    assert thing.tries == 2


def test_where_nothing_was_installed_there_is_nothing_to_start(setup: ModuleType) -> None:
    assert setup.llmock_command() is None
    assert setup.aimock_command() is None
