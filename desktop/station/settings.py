"""A person's settings in one small JSON file, which no fault of ours or of another version may destroy."""

from __future__ import annotations

import json
import locale
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeGuard

from pydantic import Field, ValidationError

from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Language
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.waiting import Waiting
from tools.contract import Frozen

Theme = Literal["system", "light", "dark"]
USUAL_TEXT = 11  # the text size that is 100 %


def language_of_this_machine(environ: Mapping[str, str] | None = None) -> Language:
    """ "zh" where the person's locale is Chinese, else "en"."""
    env = os.environ if environ is None else environ
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):  # the order of locale(7): the first that is set decides
        if env.get(name):
            return _language(env[name])
    return _language(locale.getlocale()[0] or "") if environ is None else "en"


def _language(name: str) -> Language:
    return "zh" if re.match(r"zh(?![a-z])|chinese", name, re.IGNORECASE) else "en"


class Settings(Frozen):
    """All that is remembered of how a person likes the program. Keys for endpoints are never here.

    `endpoint_model` and `model_file` are what was last chosen of each kind, whoever examines now. `waiting` holds
    addresses (as `Address.shown` writes them) whose limits are not the usual ones. `ca_file` is the PEM file of a
    private authority, trusted beside the system's.
    """

    language: Language = Field(default_factory=language_of_this_machine)
    theme: Theme = "system"
    high_contrast: bool = False
    text_size: int = Field(default=USUAL_TEXT, ge=8, le=28)  # points
    examiner: ExaminerChoice = ExaminerChoice()
    endpoint_model: str = ""
    model_file: str = ""
    ca_file: str = ""
    waiting: dict[str, Waiting] = Field(default_factory=dict[str, Waiting])
    approvals: Literal["ask", "all"] = "ask"
    key_variable: str = Field(default="", max_length=200)  # the environment variable that holds the key, if any
    tour_seen: bool = False
    panes: dict[str, tuple[int, ...]] = Field(
        default_factory=dict[str, tuple[int, ...]]
    )  # splitter name -> sizes in pixels

    @property
    def model_at_address(self) -> str:
        """The model of the endpoint, also while another kind examines."""
        return self.endpoint_model or ("" if self.examiner.kind == "local" else self.examiner.model)


class SettingsFile:
    """Reads what can be read and says in `note` what could not; writing keeps what a newer version put there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.note = ""

    def read(self) -> Settings:
        """Never fails: a missing file means defaults, a broken one is kept as `.broken` and means defaults."""
        raw = self._raw()
        known = {name: _known_only(name, raw[name]) for name in Settings.model_fields if name in raw}
        try:
            return Settings.model_validate(known)
        except ValidationError as error:
            wrong = {str(fault["loc"][0]) for fault in error.errors(include_url=False)}
        kept = self._keep_aside()
        self.note = f"These settings were not understood and stand as new: {', '.join(sorted(wrong))}.{kept}"
        return Settings.model_validate({name: value for name, value in known.items() if name not in wrong})

    def write(self, settings: Settings) -> None:
        """All or nothing: a crash in the middle leaves the old file."""
        merged = _merge(self._raw(), settings.model_dump(mode="json"))
        for name in ("panes", "waiting"):  # what was forgotten stays forgotten
            merged[name] = settings.model_dump(mode="json")[name]
        try:
            write_whole(self.path, json.dumps(merged, indent=2) + "\n")
        except OSError as error:
            what = f"The settings could not be saved in {self.path}: {(error.strerror or str(error)).lower()}."
            raise Trouble(what, "They hold until the program is closed.") from None

    def _raw(self) -> dict[str, Any]:
        try:
            found: object = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            self.note = f"The settings in {self.path} cannot be read ({why}); the usual ones are used."
            return {}
        except (ValueError, RecursionError):
            found = None
        if _is_object(found):
            return found
        self.note = f"The settings file was damaged; the usual settings are used.{self._keep_aside()}"
        return {}

    def _keep_aside(self) -> str:
        aside = self.path.with_name(self.path.name + ".broken")
        try:
            aside.write_bytes(self.path.read_bytes())
        except OSError:
            return ""
        return f" The old file is kept as {aside}."


def write_whole(path: Path, text: str) -> None:
    """Put `text` in place of the file in one step, on disk before this returns. `OSError` changes nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)  # JSON knows only texts as keys


def _known_only(name: str, value: object) -> object:
    """Settings inside settings may have grown, too: what this version does not know is passed over."""
    if name == "examiner" and _is_object(value):
        return {key: inner for key, inner in value.items() if key in ExaminerChoice.model_fields}
    if name == "waiting" and _is_object(value):
        return {
            address: {key: inner for key, inner in chosen.items() if key in Waiting.model_fields}
            if _is_object(chosen)
            else chosen
            for address, chosen in value.items()
        }
    return value


def _merge(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    merged = dict(old)
    for key, value in new.items():
        before = merged.get(key)
        merged[key] = _merge(before, value) if _is_object(before) and _is_object(value) else value
    return merged
