"""Reads the policy of this machine; whatever is wrong with it is a sentence with its line, and the rest holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from desktop.station.policy.places import expand, exposed_part, policy_places
from desktop.station.policy.rules import Fault, Policy, StationPolicy

LARGEST = 64 * 1024  # bytes; a policy is ten lines
WANTED = {  # where a value is of another kind
    "data_dir": Fault("a text is expected, the path of a directory"),
    "language": Fault('"en" or "zh" is expected'),
    "examiner": Fault('"embedded", "endpoint" or "local" is expected'),
    "base_url": Fault("an address is expected that begins with http:// or https://"),
    "model": Fault("a text is expected, the name of a model"),
    "exam_only": Fault("true or false is expected, without quotation marks"),
    "packs": Fault("a list of texts is expected, the paths of folders"),
}


def read_policy(places: Sequence[Path] | None = None) -> StationPolicy:
    """Of the first file that is there. Never fails: what is wrong is in `faults`."""
    for path in policy_places() if places is None else places:
        try:
            with path.open("rb") as file:
                told = file.read(LARGEST + 1)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            return StationPolicy(path=path, faults=(Fault("{path} cannot be read: {why}.", _at(path, why=why)),))
        return _understand(path, told)
    return StationPolicy()


def _understand(path: Path, told: bytes) -> StationPolicy:
    exposed = exposed_part(path)
    try:
        if len(told) > LARGEST:
            raise ValueError(f"larger than {LARGEST // 1024} KiB")
        text = told.decode("utf-8-sig")
        written = tomllib.loads(text)
    except ValueError as error:
        fault = Fault("{path} is not a TOML file: {why}.", _at(path, why=str(error).rstrip(".")))
        return StationPolicy(path=path, faults=(fault,), exposed=exposed)
    faults = [
        Fault(
            "{path}, line {line}: there is no key {key}. Keys are: {keys}.",
            _at(path, line=_line_of(text, name), key=name, keys=", ".join(Policy.model_fields)),
        )
        for name in written
        if name not in Policy.model_fields
    ]
    known = {name: value for name, value in written.items() if name in Policy.model_fields}
    try:
        values = Policy.model_validate(known)
    except ValidationError as error:
        wrong = {str(found["loc"][0]) for found in error.errors(include_url=False)}
        faults += [_value_fault(path, text, name, WANTED[name]) for name in known if name in wrong]
        values = Policy.model_validate({name: value for name, value in known.items() if name not in wrong})
    values, nowhere = _whole_paths(values)
    faults += [_value_fault(path, text, name, why) for name, why in nowhere.items()]
    values, lacking = _whole_examiner(values)
    faults += [_value_fault(path, text, name, why) for name, why in lacking.items()]
    return StationPolicy(values, path, tuple(faults), exposed)


def _whole_paths(values: Policy) -> tuple[Policy, dict[str, Fault]]:
    """A path that leads nowhere for this person is not taken for a folder with a strange name."""
    wrong: dict[str, Fault] = {}
    for name in ("data_dir", "packs"):
        told = getattr(values, name)
        for written in (told,) if isinstance(told, str) else told or ():
            if why := _why_nowhere(written):
                wrong[name] = why
    return values.model_copy(update=dict.fromkeys(wrong)), wrong


def _why_nowhere(written: str) -> Fault | None:
    if not written or "\0" in written:
        return Fault("that is no path")
    whole = expand(written)
    if lost := re.search(r"\$\w+|\$\{\w+\}|%\w+%", whole):
        return Fault("the variable {name} is not set", {"name": lost[0]})
    try:
        Path(whole).expanduser()
    except RuntimeError:
        return Fault("this machine knows no such person")
    return None


def _whole_examiner(values: Policy) -> tuple[Policy, dict[str, Fault]]:
    """An examiner is set with all it needs and nothing else, or not at all."""
    takes = {None: (), "embedded": (), "endpoint": ("base_url", "model"), "local": ("model",)}[values.examiner]
    given = {name for name in ("base_url", "model") if getattr(values, name) is not None}
    stray = (
        Fault('it does not belong to examiner = "{kind}"', {"kind": values.examiner})
        if values.examiner
        else Fault("it needs an examiner beside it")
    )
    wrong = dict.fromkeys(sorted(given - set(takes)), stray)
    if missing := [name for name in takes if name not in given]:
        wrong["examiner"] = Fault("beside it these are needed: {keys}", {"keys": ", ".join(missing)})
    if not wrong:
        return values, wrong
    return values.model_copy(update={"examiner": None, "base_url": None, "model": None}), wrong


def _value_fault(path: Path, text: str, name: str, why: Fault) -> Fault:
    sentence = "{path}, line {line}: {key} cannot be used: {why}."
    return Fault(sentence, _at(path, line=_line_of(text, name), key=name, why=why))


def _at(path: Path, **more: object) -> dict[str, object]:
    return {"path": path, **more}


def _line_of(text: str, name: str) -> int:
    """The first line that sets `name`, counted from 1; a table counts, too."""
    pattern = re.compile(rf"^\s*\[*\s*[\"']?{re.escape(name)}[\"']?\s*[=.\]]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)
