"""Puts the real parts together; the only file that knows them all."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from desktop import __version__
from desktop.session.ports import Examiner
from desktop.session.session import Session
from desktop.session.surroundings import Surroundings
from desktop.station.catalogue import load_words
from desktop.station.keys import Keys
from desktop.station.paths import DataDir, open_data_dir, resources
from desktop.station.settings import Settings, SettingsFile
from desktop.vocabulary import events as ev
from desktop.vocabulary.problem import Language, Problem, Rules
from desktop.vocabulary.trouble import StoreTrouble, Trouble
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.interpreter.host import InterpreterHost
    from desktop.llm.endpoint import EndpointExaminer
    from desktop.llm.local.process.host import LocalModel
    from desktop.llm.quirks import QuirkFile
    from desktop.packs.loader import Shelf
    from desktop.store.log import EventLog
    from desktop.store.summaries import SessionSummary


class DefenseDesk:
    """The program without a face. Nothing heavy is made before it is asked for; `close` ends what was started."""

    def __init__(self, data_dir: DataDir, keys: Keys | None = None) -> None:
        self.data_dir, self.resources = data_dir, resources()
        self._settings_file = SettingsFile(data_dir.settings)
        self.settings: Settings = self._settings_file.read()
        self.keys = keys or Keys()
        self._local_models: dict[Path, LocalModel] = {}

    @classmethod
    def open(cls, data_dir: Path | None = None) -> DefenseDesk:
        """`Trouble` if the data directory cannot be used."""
        return cls(open_data_dir(data_dir))

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences to show once: where the work is kept instead, settings that were not understood."""
        return tuple(note for note in (self.data_dir.note, self._settings_file.note) if note)

    # parts

    @cached_property
    def log(self) -> EventLog:
        from desktop.store.log import EventLog

        return EventLog(self.data_dir.database, shared_disk=self.data_dir.network)

    @cached_property
    def interpreters(self) -> InterpreterHost:
        from desktop.interpreter.host import InterpreterHost

        return InterpreterHost()

    def words(self, language: Language | None = None) -> Words:
        return load_words(language or self.settings.language, self.resources / "locale")

    def save_settings(self, settings: Settings) -> None:
        self.settings = settings
        self._settings_file.write(settings)

    # problems

    def shelf(self) -> Shelf:
        """The packs that came with the program, then those a person imported; broken ones are its `troubles`."""
        from desktop.packs.loader import load_shelf

        return load_shelf(self.resources / "packs", self.data_dir.packs)

    def problems(self) -> list[Problem]:
        return [problem for pack in self.shelf().packs for problem in pack.problems]

    def problem(self, name: str) -> Problem:
        """By id, or by `pack/id`; `PackTrouble` names the known ones."""
        return self.shelf().problem(name)

    # defenses

    def begin(
        self,
        problem: Problem,
        rules: Rules | None = None,
        examiner: ev.ExaminerChoice | None = None,
        seed: int | None = None,
    ) -> Session:
        rules = rules or Rules.for_mode("practice", self.settings.language)
        opened = ev.DefenseOpened(
            problem=problem,
            rules=rules,
            examiner=examiner or self.settings.examiner,
            seed=secrets.randbits(32) if seed is None else seed,
            versions=ev.Versions(program=__version__, python=platform.python_version()),
        )
        session_id = f"{datetime.now().astimezone():%Y%m%d}-{problem.id}-{secrets.token_hex(3)}"
        return Session.begin(session_id, opened, self._surroundings(session_id, rules))

    def resume(self, session_id: str) -> Session:
        """`StoreTrouble` if there is no such defense."""
        records = self.log.read(session_id)
        if not records or not isinstance(records[0].event, ev.DefenseOpened):
            raise StoreTrouble(f"There is no defense {session_id!r}.", "`defense-desk sessions` lists them.")
        return Session(session_id, self._surroundings(session_id, records[0].event.rules))

    def sessions(self) -> Sequence[SessionSummary]:
        """Newest first."""
        from desktop.store.summaries import list_sessions

        return list_sessions(self.log)

    def delete(self, session_id: str) -> None:
        from desktop.store.summaries import remove_session

        remove_session(self.log, session_id)

    async def close(self) -> None:
        for model in self._local_models.values():
            await model.stop()
        if "interpreters" in self.__dict__:
            await self.interpreters.close()
        if "log" in self.__dict__:
            self.log.close()

    def _surroundings(self, session_id: str, rules: Rules) -> Surroundings:
        from desktop.embedded.maker import EmbeddedQuestions
        from desktop.packs.cases import CaseMaker
        from desktop.packs.verdicts import judge
        from desktop.store.claim import FileClaim

        words = self.words(rules.language)
        return Surroundings(
            log=self.log,
            claim=FileClaim(self.data_dir.claims, session_id),
            lab=self.interpreters,
            make_examiner=self._examiner,
            cases=CaseMaker(self.interpreters),
            questions=EmbeddedQuestions(self.interpreters),
            judge=judge,
            prompt=(self.resources / "prompts" / "examiner.md").read_text("utf-8"),
            words=words,
        )

    def _examiner(self, choice: ev.ExaminerChoice) -> Examiner:
        match choice.kind:
            case "embedded":
                from desktop.embedded.examiner import EmbeddedExaminer

                return EmbeddedExaminer()
            case "scripted" | "recorded":
                from desktop.llm.scripted import ScriptedExaminer, load_script

                return ScriptedExaminer(load_script(Path(choice.script)))
            case "local":
                from desktop.embedded.examiner import EmbeddedExaminer
                from desktop.llm.local.examiner import LocalExaminer

                if not choice.model:
                    raise Trouble("No model file is chosen.", "Choose a GGUF file on this machine.")
                return LocalExaminer(EmbeddedExaminer(), self.local_model(Path(choice.model)))
            case "endpoint":
                from desktop.llm.keyed import KeyedExaminer

                if not choice.base_url or not choice.model:
                    raise Trouble("No address or model is set for the examiner.", "Choose them in Settings.")
                base_url, model = choice.base_url, choice.model
                return KeyedExaminer(self.key_reader(base_url), lambda key: self.endpoint(base_url, model, key))

    def endpoint(self, base_url: str, model: str, key: str) -> EndpointExaminer:
        """A model behind an address; what its server does not take is remembered in the data directory."""
        from desktop.llm.endpoint import EndpointExaminer

        return EndpointExaminer(base_url, model, key, quirks=self.quirks)

    def local_model(self, path: Path) -> LocalModel:
        """One process a file, whatever number of defenses use it; ended by `close`."""
        from desktop.llm.local.process.host import LocalModel
        from desktop.llm.local.process.known import load_known

        if path not in self._local_models:
            known = load_known(self.resources / "local_models.toml")
            self._local_models[path] = LocalModel(path, known, self.data_dir.path / "local-model.log")
        return self._local_models[path]

    @cached_property
    def quirks(self) -> QuirkFile:
        from desktop.llm.quirks import QuirkFile

        return QuirkFile(self.data_dir.path / "endpoints.json")

    def key_reader(self, base_url: str) -> Callable[[], Awaitable[str | None]]:
        """Asks for the key only when a request is about to be sent."""

        async def read() -> str | None:
            return await self.keys.read(base_url)

        return read
