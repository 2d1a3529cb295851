"""Reads a pack of problems from its folder or zip; whatever is wrong with it is one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from desktop.packs.files import read_files, read_text
from desktop.packs.manifest import PackManifest, ProblemManifest, QuestionsManifest, read_manifest
from desktop.vocabulary.problem import CaseWords, Language, Problem, Text
from desktop.vocabulary.trouble import PackTrouble, TroubleOfPack

ZIPPED = (".zip", ".ddpack")  # the second opens in this program by a double click


@dataclass(frozen=True, slots=True)
class Program:
    """A program that lies beside a problem; `name` is its path in the pack."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Pack:
    """`wrong` must be caught by the problem's tests, `alternatives` must pass them; both by problem id."""

    id: str
    title: Text
    language: Language
    problems: tuple[Problem, ...]
    wrong: Mapping[str, tuple[Program, ...]]
    alternatives: Mapping[str, tuple[Program, ...]]
    path: Path

    def problem(self, problem_id: str) -> Problem | None:
        return next((problem for problem in self.problems if problem.id == problem_id), None)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The packs of one folder: those that can be used, and what is wrong with the others."""

    packs: tuple[Pack, ...]
    troubles: tuple[PackTrouble, ...]

    def problem(self, problem_id: str) -> Problem:
        """By id, or by ``pack/id`` where two packs use one. `PackTrouble` names the known ones."""
        known = {f"{pack.id}/{problem.id}": problem for pack in self.packs for problem in pack.problems}
        found = [problem for name, problem in known.items() if problem_id in (name, problem.id)]
        if len(found) == 1:
            return found[0]
        names = [f"{problem.pack}/{problem.id}" for problem in found] or [problem.id for problem in known.values()]
        what = "Several problems are called {name}." if found else "There is no problem called {name}."
        advice = "Choose one of: {names}." if names else "No pack is installed."
        raise PackTrouble(what, advice, name=repr(problem_id), names=", ".join(names))


def load_shelf(*folders: Path) -> Shelf:
    """Every pack (folder, or zip by either of its names) directly inside `folders`; a broken one hides no other.

    Of two with one id the first counts: nothing takes the place of a lab's pack. A missing folder is empty.
    """
    packs: list[Pack] = []
    troubles: list[PackTrouble] = []
    for folder in folders:
        for path in sorted(folder.iterdir()) if folder.is_dir() else []:
            if not (path.suffix in ZIPPED or (path / "pack.toml").is_file()):
                continue
            try:
                pack = load_pack(path)
                if pack.id in {other.id for other in packs}:
                    raise PackTrouble(
                        "there is a pack {id} already.", "Give this one another id, or remove it.", id=repr(pack.id)
                    )
                packs.append(pack)
            except PackTrouble as trouble:
                troubles.append(TroubleOfPack(path.name, trouble))
    return Shelf(tuple(packs), tuple(troubles))


def load_pack(path: Path) -> Pack:
    """The pack at `path` (a folder holding pack.toml, or a zip of it). `PackTrouble` says what is wrong and where."""
    files = read_files(path)
    if "pack.toml" not in files:
        raise PackTrouble("{path} holds no pack.toml.", "Give the folder or zip of a pack.", path=path)
    manifest = read_manifest(PackManifest, "pack.toml", read_text(files, "pack.toml"))
    if len(set(manifest.problems)) != len(manifest.problems):
        raise PackTrouble("pack.toml lists a problem twice.")
    return Pack(
        id=manifest.id,
        title=manifest.title,
        language=manifest.language,
        problems=tuple(_problem(files, manifest.id, folder) for folder in manifest.problems),
        wrong={folder: _programs(files, f"{folder}/wrong/") for folder in manifest.problems},
        alternatives={folder: _programs(files, f"{folder}/alternatives/") for folder in manifest.problems},
        path=path,
    )


def _problem(files: Mapping[str, bytes], pack: str, folder: str) -> Problem:
    name = f"{folder}/problem.toml"
    manifest = read_manifest(ProblemManifest, name, read_text(files, name))
    if manifest.id != folder:
        raise PackTrouble(
            f"{name}: the id is {manifest.id!r}, but the folder is called {folder!r}.", "Make them equal."
        )
    questions = QuestionsManifest()
    if f"{folder}/questions.toml" in files:
        name = f"{folder}/questions.toml"
        questions = read_manifest(QuestionsManifest, name, read_text(files, name))
    chinese = f"{folder}/problem.zh.md"
    try:
        return Problem(
            id=manifest.id,
            pack=pack,
            title=manifest.title,
            topic=manifest.topic,
            statement=Text(
                en=read_text(files, f"{folder}/problem.md"),
                zh=read_text(files, chinese) if chinese in files else "",
            ),
            hint=manifest.hint,
            kind=manifest.kind,
            entry_points=manifest.entry_points,
            packages=manifest.packages,
            scaffold=read_text(files, f"{folder}/scaffold.py"),
            solution=read_text(files, f"{folder}/solution.py"),
            baseline=read_text(files, f"{folder}/baseline.py"),
            edges=read_text(files, f"{folder}/edges.py"),
            edge_cases_needed=manifest.edge_cases_needed,
            rubric=manifest.rubric,
            open_questions=questions.open,
            witnesses=questions.witness,
            chinese_cases=_chinese_cases(files, folder),
        )
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        raise PackTrouble(f"{folder}: {'.'.join(map(str, fault['loc']))} cannot be used: {fault['msg']}.") from None


def _chinese_cases(files: Mapping[str, bytes], folder: str) -> dict[str, CaseWords]:
    name = f"{folder}/cases.zh.toml"
    if name not in files:
        return {}
    return read_manifest(dict[str, CaseWords], name, read_text(files, name))


def _programs(files: Mapping[str, bytes], under: str) -> tuple[Program, ...]:
    names = [name for name in files if name.startswith(under) and name.endswith(".py")]
    return tuple(Program(name, read_text(files, name)) for name in names)
