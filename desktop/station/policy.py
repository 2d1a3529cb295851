"""What an administrator sets for a whole machine, in one small file: read at start, obeyed, or said to be broken."""

from __future__ import annotations

import os
import re
import stat
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from desktop.station.settings import Settings
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Language, Mode
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words
from tools.contract import Frozen

LARGEST = 64 * 1024  # bytes; a policy is ten lines
NAME = "policy.toml"
_ADDRESS = r"^https?://[^\s/]+"


class Policy(Frozen):
    """The keys of the file. One that is not there leaves the choice to the person; one that is there locks it.

    Paths may begin with ``~`` and hold variables (``$USER``, ``%USERNAME%``); a relative one counts from the folder
    of the file.
    """

    data_dir: str | None = Field(default=None, min_length=1, description="the directory for everybody's defenses")
    language: Language | None = Field(default=None, description="the language of the program and of its defenses")
    examiner: Literal["embedded", "endpoint", "local"] | None = Field(default=None, description="who examines")
    base_url: str | None = Field(default=None, pattern=_ADDRESS, description="the endpoint's address, up to /v1")
    model: str | None = Field(
        default=None, min_length=1, description="the model's name there, or the path of the model file (local)"
    )
    exam_only: bool = Field(
        default=False, strict=True, description="no practice on this machine; locks the examiner, too"
    )
    packs: tuple[str, ...] | None = Field(default=None, description="folders with packs, only ever read")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the file: a sentence of the catalogue and what stands in its fields."""

    sentence: str
    fields: Mapping[str, object] = field(default_factory=dict[str, object])

    def said(self, words: Words) -> str:
        return words(self.sentence, **self.fields)


@dataclass(frozen=True, slots=True)
class StationPolicy:
    """The policy of this machine: `path` is None where there is none.

    `faults`: what could not be understood; the rest is obeyed. `exposed`: the file or a folder above it, if the
    person who runs this could change it ("" where not, and on Windows, where it is not looked at).
    """

    values: Policy = field(default_factory=Policy)
    path: Path | None = None
    faults: tuple[Fault, ...] = ()
    exposed: str = ""

    @property
    def locked(self) -> frozenset[str]:
        """Which of data_dir, language, examiner, exam_only and packs a person cannot choose here."""
        names = ("data_dir", "language", "examiner", "packs")
        found = {name for name in names if getattr(self.values, name) is not None}
        return frozenset(found | ({"exam_only", "examiner"} if self.values.exam_only else set()))

    @property
    def examiner(self) -> ExaminerChoice | None:
        """In exams nobody brings an examiner of their own: where none is set, the embedded one examines."""
        told = self.values
        if told.examiner is None:
            return ExaminerChoice() if told.exam_only else None
        model = told.model or ""
        if told.examiner == "local":
            model = str(self._place(model))
        return ExaminerChoice(kind=told.examiner, base_url=told.base_url or "", model=model)

    @property
    def data_dir(self) -> Path | None:
        return self._place(self.values.data_dir) if self.values.data_dir else None

    @property
    def packs(self) -> tuple[Path, ...]:
        return tuple(self._place(folder) for folder in self.values.packs or ())

    @property
    def mode(self) -> Mode:
        """Of a defense that nobody chose a mode for."""
        return "exam" if self.values.exam_only else "practice"

    def impose(self, settings: Settings) -> Settings:
        """These settings as they hold on this machine."""
        told: dict[str, Any] = {"language": self.values.language, "examiner": self.examiner}
        return settings.model_copy(update={name: value for name, value in told.items() if value is not None})

    def spare(self, settings: Settings, own: Settings) -> Settings:
        """`settings` to be kept: what is locked stays as it is in the person's `own`."""
        locked = {name: getattr(own, name) for name in ("language", "examiner") if name in self.locked}
        return settings.model_copy(update=locked)

    def _place(self, written: str) -> Path:
        assert self.path is not None
        return self.path.parent / Path(expand(written)).expanduser()

    # what is refused, in the words of the person

    def notes(self, words: Words) -> tuple[str, ...]:
        """Sentences to show once: a broken file must not be passed over in silence."""
        if not self.faults:
            return ()
        return (words("The policy file of this machine is broken: {why}", why=self._why(words)),)

    def check_begin(self, words: Words, mode: Mode, language: Language, examiner: ExaminerChoice) -> None:
        """`Trouble` if a defense like this may not begin here."""
        if mode == "practice":
            self.check_practice(words)
        else:
            self._check_exam(words)
        if self.values.language not in (None, language):
            raise self.set_by_lab(words, words("the language"))
        if self.examiner not in (None, examiner):
            raise self.set_by_lab(words, words("the examiner"))

    def check_practice(self, words: Words) -> None:
        if self.values.exam_only:
            what = words("This machine is set up for exams only ({path}): there is no practice here.", path=self.path)
            raise Trouble(what, words("Practise on another computer."))

    def check_data_dir(self, words: Words, chosen: Path | None) -> None:
        """`chosen` is what a person typed."""
        if chosen is not None and self.data_dir not in (None, chosen.absolute()):
            raise self.set_by_lab(words, words("the data directory"))

    def set_by_lab(self, words: Words, what: str) -> Trouble:
        said = words("It is set by your lab and cannot be chosen here: {what} ({path}).", what=what, path=self.path)
        return Trouble(said, words("Leave that choice out."))

    def _check_exam(self, words: Words) -> None:
        advice = words("Ask whoever looks after this machine to mend it.")
        if self.faults:
            why = self._why(words)
            raise Trouble(words("No exam begins here while the policy file is broken: {why}", why=why), advice)
        if self.exposed:
            what = words("No exam begins here: whoever sits it could change {path}.", path=self.exposed)
            raise Trouble(what, words("It must belong to another account and be writable by that one alone."))

    def _why(self, words: Words) -> str:
        return " ".join(fault.said(words) for fault in self.faults)


def policy_places() -> tuple[Path, ...]:
    """Where a policy may lie, the stronger first: the machine's own place, then beside a packaged program."""
    places = [_machine_place()]
    if getattr(sys, "frozen", False):
        places.append(Path(sys.executable).resolve().parent / NAME)
    return tuple(places)


def _machine_place() -> Path:
    if sys.platform == "win32":
        # the registry's answer, not the environment's: a student sets variables
        return _program_data() / "Defense Desk" / NAME
    if sys.platform == "darwin":
        return Path("/Library/Application Support/Defense Desk") / NAME
    return Path("/etc/defense-desk") / NAME


def _program_data() -> Path:
    """Untested on a real Windows."""
    if sys.platform == "win32":
        import winreg

        key = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders"
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, key) as folders:
                return Path(str(winreg.QueryValueEx(folders, "Common AppData")[0]))
        except OSError:
            pass
    return Path(r"C:\ProgramData")


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
        wrong = {str(found["loc"][0]): found["msg"] for found in error.errors(include_url=False)}
        faults += [_value_fault(path, text, name, why) for name, why in wrong.items()]
        values = Policy.model_validate({name: value for name, value in known.items() if name not in wrong})
    values, nowhere = _whole_paths(values)
    faults += [_value_fault(path, text, name, why) for name, why in nowhere.items()]
    values, lacking = _whole_examiner(values)
    faults += [_value_fault(path, text, name, why) for name, why in lacking.items()]
    return StationPolicy(values, path, tuple(faults), exposed)


def _whole_paths(values: Policy) -> tuple[Policy, dict[str, str]]:
    """A path that leads nowhere for this person is not taken for a folder with a strange name."""
    wrong: dict[str, str] = {}
    for name in ("data_dir", "packs"):
        told = getattr(values, name)
        for written in (told,) if isinstance(told, str) else told or ():
            if why := _why_nowhere(written):
                wrong[name] = why
    return values.model_copy(update=dict.fromkeys(wrong)), wrong


def _why_nowhere(written: str) -> str:
    if not written or "\0" in written:
        return "that is no path"
    whole = expand(written)
    if lost := re.search(r"\$\w+|\$\{\w+\}|%\w+%", whole):
        return f"the variable {lost[0]} is not set"
    try:
        Path(whole).expanduser()
    except RuntimeError:
        return "this machine knows no such person"
    return ""


def _whole_examiner(values: Policy) -> tuple[Policy, dict[str, str]]:
    """An examiner is set with all it needs and nothing else, or not at all."""
    takes = {None: (), "embedded": (), "endpoint": ("base_url", "model"), "local": ("model",)}[values.examiner]
    given = {name for name in ("base_url", "model") if getattr(values, name) is not None}
    wrong = dict.fromkeys(sorted(given - set(takes)), f"not a key of examiner = {values.examiner!r}")
    if missing := [name for name in takes if name not in given]:
        wrong["examiner"] = f"{' and '.join(missing)} is needed beside it"
    if not wrong:
        return values, wrong
    return values.model_copy(update={"examiner": None, "base_url": None, "model": None}), wrong


def _value_fault(path: Path, text: str, name: str, why: str) -> Fault:
    sentence = "{path}, line {line}: {key} cannot be used: {why}."
    return Fault(sentence, _at(path, line=_line_of(text, name), key=name, why=why.rstrip(".")))


def _at(path: Path, **more: object) -> dict[str, object]:
    return {"path": path, **more}


def _line_of(text: str, name: str) -> int:
    """The first line that sets `name`, counted from 1; a table counts, too."""
    pattern = re.compile(rf"^\s*\[*\s*[\"']?{re.escape(name)}[\"']?\s*[=.\]]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def expand(written: str) -> str:
    """Variables in a path. Who the person is tells the system, not the environment, which is theirs to change."""
    if sys.platform == "win32":
        return os.path.expandvars(written)
    import pwd

    try:
        me = pwd.getpwuid(os.getuid())
    except KeyError:  # an account that no list knows, as in some containers
        return os.path.expandvars(written)
    known = {"USER": me.pw_name, "LOGNAME": me.pw_name, "USERNAME": me.pw_name, "HOME": me.pw_dir}
    own = re.sub(r"\$(\w+)|\$\{(\w+)\}", lambda m: known.get(m[1] or m[2], m[0]), written)
    return os.path.expandvars(re.sub(r"^~(?=/|$)", lambda _: me.pw_dir, own))


def exposed_part(path: Path) -> str:
    """The file, or the first folder above it, that this person could change or put another one in place of."""
    if sys.platform == "win32" or os.geteuid() == 0:
        return ""  # access lists are not read; and root is not who sits an exam
    # both ways: a link is as safe as the folder it lies in and what it leads to
    return next((found for place in (path.absolute(), path.resolve()) if (found := _exposed_on_the_way(place))), "")


def _exposed_on_the_way(place: Path) -> str:
    if _mine(place):
        return str(place)
    below = place
    for folder in place.parents:
        # in a sticky folder such as /tmp only its owner and the entry's can replace an entry
        owners = {folder.stat().st_uid, below.lstat().st_uid}
        guarded = folder.stat().st_mode & stat.S_ISVTX and os.geteuid() not in owners
        if _mine(folder) and not guarded:
            return str(folder)
        below = folder
    return ""


def _mine(place: Path) -> bool:
    try:
        return place.stat().st_uid == os.geteuid() or os.access(place, os.W_OK)
    except OSError:
        return False
