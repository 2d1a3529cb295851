"""Brings a pack from anywhere into the folder of installed packs: read first, then copied whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Container
from pathlib import Path

from desktop.packs.files import read_files
from desktop.packs.loader import Pack, load_pack
from desktop.vocabulary.trouble import PackTrouble


class AlreadyThere(PackTrouble):
    """A pack of this id was brought before; whoever asks may say that it is to be replaced."""


def bring_pack(source: Path, packs: Path, *, shipped: Container[str] = (), replace: bool = False) -> Pack:
    """Copy the pack at `source` (folder or zip) to `packs/<id>`; what is copied is what was read, and only plain files.

    `shipped` are ids that belong to the program. `PackTrouble` says what is wrong; nothing has changed then.
    """
    pack = load_pack(source)
    if pack.id in shipped:
        raise PackTrouble(
            "A pack called {id} came with the program.", "Give yours another id in its pack.toml.", id=repr(pack.id)
        )
    target = packs / pack.id
    taken = [path for path in (target, packs / f"{pack.id}.zip") if path.exists()]
    if source.resolve() in {path.resolve() for path in taken}:
        raise PackTrouble(
            "The pack {id} lies among the installed packs already.", "There is nothing to do.", id=repr(pack.id)
        )
    if taken and not replace:
        raise AlreadyThere(
            "A pack called {id} was imported before.", "Replace it, or give yours another id.", id=repr(pack.id)
        )
    try:
        packs.mkdir(parents=True, exist_ok=True)
        # beside the folder and not in it: what a crash leaves behind must not be taken for a pack
        with tempfile.TemporaryDirectory(dir=packs.parent, prefix=".bringing-") as aside:
            fresh, old = Path(aside) / "new", Path(aside) / "old"
            for name, content in read_files(source).items():
                place = fresh / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            old.mkdir()
            for path in taken:
                shutil.move(path, old / path.name)
            try:
                fresh.rename(target)
            except OSError:
                for path in taken:
                    shutil.move(old / path.name, path)
                raise
    except OSError as error:
        raise PackTrouble(
            "The pack cannot be copied to {folder}: {error}.",
            "Make space on the disk, then import it again.",
            folder=packs,
            error=(error.strerror or str(error)).lower(),
        ) from None
    return load_pack(target)
