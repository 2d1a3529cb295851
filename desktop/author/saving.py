"""Puts an accepted draft into a pack: first as a diff to look at, then as files; nothing is overwritten unseen."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array

from desktop.author.attempts import Attempt
from desktop.author.draft import Draft
from desktop.vocabulary.trouble import PackTrouble


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written: path -> text. `diff` is what a person agrees to."""

    pack: Path
    files: Mapping[Path, str]
    diff: str

    def save(self) -> None:
        """`pack.toml` last: until then the pack is as it was."""
        try:
            for path, text in self.files.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise PackTrouble(
                f"{self.pack} cannot be written: {error.strerror or error}.", "Choose another folder."
            ) from None


def plan_for(pack: Path, draft: Draft, files: Mapping[str, str]) -> Plan:
    """How `pack` (made if it is not there) would look with the draft in it."""
    inside = {pack / draft.id / name: text for name, text in files.items()}
    wanted = {**inside, pack / "pack.toml": _manifest(pack, draft)}
    diff = "".join(_difference(path, _present(path), text, pack) for path, text in wanted.items())
    return Plan(pack, wanted, diff)


def keep_history(folder: Path, attempts: Sequence[Attempt]) -> Path:
    """Every attempt as it came, in one JSON file of its own; returns its path."""
    folder.mkdir(parents=True, exist_ok=True)
    number = sum(1 for _ in folder.glob("*.json")) + 1
    path = folder / f"{number:04}.json"
    told = [{**asdict(a), "draft": a.draft.model_dump() if a.draft else None, "files": dict(a.files)} for a in attempts]
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def _manifest(pack: Path, draft: Draft) -> str:
    text = _present(pack / "pack.toml")
    try:
        document = cast(dict[str, object], tomlkit.parse(text or _new_pack(pack)))
    except TOMLKitError as error:
        raise PackTrouble(f"{pack / 'pack.toml'} cannot be read: {error}.", "Mend it, then try again.") from None
    problems = document.get("problems")
    if not isinstance(problems, Array):
        raise PackTrouble(f"{pack / 'pack.toml'} has no list of problems.", "Mend it, then try again.")
    if draft.id not in problems.unwrap():
        problems.append(draft.id)  # pyright: ignore[reportUnknownMemberType] - half typed library
    return tomlkit.dumps(document)  # pyright: ignore[reportUnknownMemberType] - half typed library


def _new_pack(pack: Path) -> str:
    name = "".join(c if c.isalnum() and c.isascii() else "-" for c in pack.resolve().name.lower()).strip("-")
    name = name if name[:1].isalpha() else f"pack-{name}".strip("-")
    return f'id = "{name[:40]}"\ntitle = {{ en = "My problems" }}\nlanguage = "en"\nproblems = []\n'


def _present(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise PackTrouble(f"{path} cannot be read.", "Mend it, or choose another folder.") from None


def _difference(path: Path, before: str, after: str, pack: Path) -> str:
    name = path.relative_to(pack).as_posix()
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
