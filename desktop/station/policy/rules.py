"""The keys of a policy, what they lock, and what is refused because of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from desktop.station.policy.places import expand
from desktop.station.settings import Settings
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.problem import Language, Mode
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words
from tools.contract import Frozen

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
    exam_pin: str | None = Field(
        default=None,
        pattern=r"^scrypt\$\d{1,7}\$\d{1,2}\$\d\$[A-Za-z0-9+/=]{4,64}\$[A-Za-z0-9+/=]{4,64}$",
        description="the hash of the invigilator's PIN, as `defense-desk pin hash` prints it",
    )
    packs: tuple[str, ...] | None = Field(default=None, description="folders with packs, only ever read")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with the file: a sentence of the catalogue and what stands in its fields.

    A field may be a `Fault`: the reason, in the same language.
    """

    sentence: str
    fields: Mapping[str, object] = field(default_factory=dict[str, object])

    def said(self, words: Words) -> str:
        fields = {name: told.said(words) if isinstance(told, Fault) else told for name, told in self.fields.items()}
        return words(self.sentence, **fields)


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
