"""Puts the real parts together; the only file that knows them all."""

from __future__ import annotations

import asyncio
import os
import platform
import secrets
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from desktop import __version__
from desktop.session.ports import Examiner, Interpreter, Lab
from desktop.session.session import Session
from desktop.session.surroundings import Surroundings
from desktop.station.catalogue import load_words
from desktop.station.keys import Keys
from desktop.station.paths import DataDir, open_data_dir, resources
from desktop.station.policy.reading import read_policy
from desktop.station.policy.rules import StationPolicy
from desktop.station.settings import Settings, SettingsFile
from desktop.vocabulary import events as ev
from desktop.vocabulary.plain import plain_text
from desktop.vocabulary.problem import Language, Problem, Rules
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.runs import RunRequest
from desktop.vocabulary.trouble import PackTrouble, StoreTrouble, Trouble
from desktop.vocabulary.waiting import Waiting
from desktop.vocabulary.walks import Walk
from desktop.vocabulary.words import Words

if TYPE_CHECKING:
    from desktop.author.attempts import Order, Progress
    from desktop.author.draft import Draft
    from desktop.embedded.maker import EmbeddedQuestions
    from desktop.interpreter.host import InterpreterHost
    from desktop.llm.endpoint.examiner import EndpointExaminer
    from desktop.llm.local.process.host import LocalModel
    from desktop.llm.local.process.known import KnownFile
    from desktop.llm.request.quirks import QuirkFile
    from desktop.llm.servers.servers import Servers
    from desktop.llm.wire.client import Clients
    from desktop.packs.loader import Pack, Shelf
    from desktop.results.progress import Attempt
    from desktop.session.replay import ReplayReport
    from desktop.station.pin import PinFile
    from desktop.store.log import EventLog
    from desktop.store.summaries import SessionSummary


class DefenseDesk:
    """The program without a face. Nothing heavy is made before it is asked for; `close` ends what was started."""

    def __init__(self, data_dir: DataDir, keys: Keys | None = None, policy: StationPolicy | None = None) -> None:
        self.data_dir, self.resources = data_dir, resources()
        self.policy = read_policy() if policy is None else policy
        self._settings_file = SettingsFile(data_dir.settings)
        self._own_settings = self._settings_file.read()
        self.settings: Settings = self.policy.impose(self._own_settings)
        self.keys = keys or Keys()
        self._local_models: dict[Path, LocalModel] = {}
        self._waiting: dict[str, Waiting] = {}
        self._take_over: bool | None = None  # None: as the settings say for the address
        self._clients: tuple[str, Clients] | None = None  # with the authority they trust
        self._ca_file = ""

    @classmethod
    def open(cls, data_dir: Path | None = None, policy: StationPolicy | None = None) -> DefenseDesk:
        """`Trouble` if the data directory cannot be used. `policy`: this machine's own, unless given."""
        policy = read_policy() if policy is None else policy
        return cls(open_data_dir(data_dir, by_lab=policy.data_dir), policy=policy)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences to show once: a broken policy, where the work is kept instead, settings not understood."""
        told = (*self.policy.notes(self.words()), self.data_dir.note, self._settings_file.note)
        return tuple(note for note in told if note)

    # parts

    @cached_property
    def log(self) -> EventLog:
        from desktop.store.log import EventLog

        return EventLog(self.data_dir.database, shared_disk=self.data_dir.network)

    @cached_property
    def interpreters(self) -> InterpreterHost:
        from desktop.interpreter.host import InterpreterHost

        return InterpreterHost(cache=self.data_dir.path / "cache")

    @cached_property
    def pin_file(self) -> PinFile:
        """The invigilator's PIN for exams begun here; an exam keeps the hash it was begun with."""
        from desktop.station.pin import PinFile

        return PinFile(self.data_dir.path / "exam-pin")

    def words(self, language: Language | None = None) -> Words:
        return load_words(language or self.settings.language, self.resources / "locale")

    def manual(self) -> dict[str, str]:
        """Topic -> Markdown, in the person's language where there is such a page."""
        from desktop.station.manual import read_manual

        return read_manual(self.resources / "help", self.settings.language)

    def save_settings(self, settings: Settings) -> None:
        """What the lab has set stays as it is, here and in the person's file."""
        self._own_settings = self.policy.spare(settings, self._own_settings)
        self.settings = self.policy.impose(settings)
        self._settings_file.write(self._own_settings)

    # problems

    def shelf(self) -> Shelf:
        """The packs that came with the program, those of the lab, then those a person imported; broken ones are its
        `troubles`. On a machine for exams nothing a person imported, and where the lab has packs these alone."""
        from desktop.packs.loader import Shelf, load_shelf

        shipped, own, lab = self.resources / "packs", self.data_dir.packs, self.policy.packs
        exam = self.policy.values.exam_only
        found = load_shelf(*(lab or (shipped,)) if exam else (shipped, *lab, own))
        say = self.words()
        lost = [folder for folder in lab if not folder.is_dir()]
        advice = say("Ask whoever looks after this machine to mend it.")
        missing = (
            PackTrouble(say("The lab's folder of packs {path} cannot be reached.", path=p), advice) for p in lost
        )
        return Shelf(found.packs, (*missing, *found.troubles))

    def problems(self) -> list[Problem]:
        return [problem for pack in self.shelf().packs for problem in pack.problems]

    def problem(self, name: str) -> Problem:
        """By id, or by `pack/id`; `PackTrouble` names the known ones."""
        return self.shelf().problem(name)

    def import_pack(self, source: Path, *, replace: bool = False) -> Pack:
        """A folder or a zip, copied into the data directory. Blocking; `PackTrouble` says what is wrong with it."""
        from desktop.packs.bring import bring_pack
        from desktop.packs.loader import load_shelf

        self.policy.check_practice(self.words())
        shipped = {pack.id for pack in load_shelf(self.resources / "packs", *self.policy.packs).packs}
        return bring_pack(source, self.data_dir.packs, shipped=shipped, replace=replace)

    def write_problem(self, order: Order, speaker: Examiner) -> AsyncGenerator[Progress, None]:
        """Stages, deltas and attempts; every draft is tried in workers and in a folder of its own."""
        from desktop.author.attempts import Checks, write_problem

        checks = Checks(self._syntax_fault, self._pack_faults)
        return write_problem(order, speaker, checks, (self.resources / "prompts" / "author.md").read_text("utf-8"))

    async def _syntax_fault(self, source: str) -> str:
        """ "" if the worker's Python can compile it; nothing of it is run."""
        async with self.interpreters.interpreter("exam") as interpreter:
            outcome = await interpreter.run(RunRequest(source=f"compile({source!r}, 'scaffold.py', 'exec'); None"))
        if outcome.status == "ok":
            return ""
        error = outcome.error
        return f"The scaffold is not valid Python: {error.message if error else outcome.why}"

    async def _pack_faults(self, draft: Draft, files: Mapping[str, str]) -> list[str]:
        """What `pack check` says of the draft alone in a pack."""
        from desktop.author.saving import plan_for
        from desktop.packs.check import check_pack

        with tempfile.TemporaryDirectory(prefix="defense-desk-draft-", ignore_cleanup_errors=True) as folder:
            pack = Path(folder) / "draft"
            try:
                await asyncio.to_thread(plan_for(pack, draft, files).save)
                report = await check_pack(pack, self.interpreters)
            except PackTrouble as trouble:
                return [str(trouble)]
        return [f"{finding.where}: {finding.sentence}" for finding in report.findings if finding.level == "error"]

    # defenses

    def begin(
        self,
        problem: Problem,
        rules: Rules | None = None,
        examiner: ev.ExaminerChoice | None = None,
        seed: int | None = None,
    ) -> Session:
        """`Trouble` if the policy of this machine allows no such defense."""
        rules = rules or Rules.for_mode(self.policy.mode, self.settings.language)
        examiner = examiner or self.settings.examiner
        self.policy.check_begin(self.words(), rules.mode, rules.language, examiner)
        if rules.mode == "exam" and not rules.pin:
            rules = rules.model_copy(update={"pin": self.policy.values.exam_pin or self.pin_file.read()})
        opened = ev.DefenseOpened(
            problem=problem,
            rules=rules,
            examiner=examiner,
            seed=secrets.randbits(32) if seed is None else seed,
            versions=ev.Versions(program=__version__, python=platform.python_version()),
        )
        session_id = f"{datetime.now().astimezone():%Y%m%d}-{problem.id}-{secrets.token_hex(3)}"
        return Session.begin(session_id, opened, self._surroundings(session_id, rules))

    def resume(self, session_id: str) -> Session:
        """`StoreTrouble` if there is no such defense; a practice is not shown on a machine for exams. An exam that
        began goes on whatever became of the policy: its rules are in its first record."""
        session_id = plain_text(session_id)
        records = self.log.read(session_id)
        if not records or not isinstance(records[0].event, ev.DefenseOpened):
            raise StoreTrouble(f"There is no defense {session_id!r}.", "The command `sessions` lists them.")
        if records[0].event.rules.mode == "practice":
            self.policy.check_practice(self.words())
        return Session(session_id, self._surroundings(session_id, records[0].event.rules))

    async def replay(self, session_id: str) -> ReplayReport:
        """Run a stored defense again from its log, in memory: no model, no network, nothing is written."""
        from desktop.llm.canned.recorded import RecordedExaminer
        from desktop.session.replay import replay
        from desktop.store.log import EventLog

        stored = self.resume(session_id)
        log = EventLog(Path(":memory:"))
        try:
            recorded = RecordedExaminer(stored.history)

            def speak(choice: ev.ExaminerChoice) -> Examiner:
                return recorded

            again = replace(stored.around, log=log, make_examiner=speak, drafts=None)
            return await replay(stored.history, again)
        finally:
            log.close()

    async def walk(self, code: str, call: str) -> Walk:
        """One run of a practice program, step by step, in a worker of its own. `Trouble` if it hides its steps."""
        from desktop.embedded.walk.walker import walk

        return await walk(self.interpreters, code, call)

    def sessions(self) -> Sequence[SessionSummary]:
        """Newest first; on a machine for exams only exams."""
        from desktop.store.summaries import list_sessions

        only_exams = self.policy.values.exam_only
        return [row for row in list_sessions(self.log) if row.mode == "exam" or not only_exams]

    def progress(self, problem: Problem) -> Sequence[Attempt]:
        """The finished practice defenses of this problem, oldest first."""
        from desktop.results.progress import attempt
        from desktop.store.past_grades import past_grades

        return [attempt(past.at, past.grade) for past in past_grades(self.log, problem.pack, problem.id)]

    def delete(self, session_id: str) -> None:
        """A whole defense. `Trouble` if there is none, or if it is open anywhere."""
        from desktop.store.claim import FileClaim
        from desktop.store.summaries import list_sessions, remove_session

        session_id = plain_text(session_id)
        if session_id not in {row.id for row in list_sessions(self.log)}:
            raise StoreTrouble(f"There is no defense {session_id!r}.", "The command `sessions` lists them.")
        claim = FileClaim(self.data_dir.claims, session_id)
        claim.take()
        try:
            remove_session(self.log, session_id)
        finally:
            claim.release()
        claim.forget()

    async def close(self) -> None:
        for model in self._local_models.values():
            await model.stop()
        if "interpreters" in self.__dict__:
            await self.interpreters.close()
        if "log" in self.__dict__:
            self.log.close()

    def _surroundings(self, session_id: str, rules: Rules) -> Surroundings:
        from desktop.packs.verdicts import judge
        from desktop.station.pin import fits
        from desktop.store.claim import FileClaim
        from desktop.store.drafts import DraftShelf

        words = self.words(rules.language)
        lab: Lab = self.interpreters if rules.mode == "practice" else _ExamLab(self.interpreters)
        material = _Material(lab, self.words, words)
        return Surroundings(
            log=self.log,
            claim=FileClaim(self.data_dir.claims, session_id),
            lab=lab,
            make_examiner=self.make_examiner,
            cases=material,
            questions=material,
            judge=lambda case, outcome: judge(case, outcome, words),
            prompt=(self.resources / "prompts" / "examiner.md").read_text("utf-8"),
            words=words,
            takes_over=self._takes_over,
            pin_fits=fits,
            drafts=DraftShelf(self.log),
        )

    def take_over(self, by_itself: bool) -> None:
        """Whether the embedded examiner goes on after any failure of a model, until the program ends."""
        self._take_over = by_itself

    def _takes_over(self, choice: ev.ExaminerChoice, failure: ev.ModelFailed) -> bool:
        if self._take_over is not None:
            return self._take_over
        return failure.waited and choice.kind == "endpoint" and self.waiting(choice.base_url).then == "embedded"

    def make_examiner(self, choice: ev.ExaminerChoice) -> Examiner:
        match choice.kind:
            case "embedded":
                from desktop.embedded.examiner import EmbeddedExaminer

                return EmbeddedExaminer(self.words)
            case "scripted" | "recorded":
                from desktop.llm.canned.scripted import ScriptedExaminer, load_script

                return ScriptedExaminer(load_script(Path(choice.script)))
            case "local":
                from desktop.embedded.examiner import EmbeddedExaminer
                from desktop.llm.local.examiner import LocalExaminer

                if not choice.model:
                    raise Trouble("No model file is chosen.", "Choose a GGUF file on this machine.")
                return LocalExaminer(EmbeddedExaminer(self.words), self.local_model(Path(choice.model)))
            case "endpoint":
                from desktop.llm.endpoint.keyed import KeyedExaminer

                if not choice.base_url or not choice.model:
                    raise Trouble("No address or model is set for the examiner.", "Choose them in Settings.")
                base_url, model = choice.base_url, choice.model
                taken_over = self._takes_over(choice, ev.ModelFailed(reason="", waited=True))
                return KeyedExaminer(
                    self.key_reader(base_url), lambda key: self.endpoint(base_url, model, key, taken_over)
                )

    def endpoint(self, base_url: str, model: str, key: str, taken_over: bool = False) -> EndpointExaminer:
        """A model behind an address; what its server does not take is remembered in the data directory."""
        from desktop.llm.endpoint.attempt import TimeLimits
        from desktop.llm.endpoint.examiner import EndpointExaminer
        from desktop.llm.failures.retry import Patience

        waiting = self.waiting(base_url)
        return EndpointExaminer(
            base_url,
            model,
            key,
            quirks=self.quirks,
            clients=self.clients,
            limits=TimeLimits(first=waiting.first, idle=waiting.idle, total=waiting.total, taken_over=taken_over),
            patience=Patience(spread=waiting.spread),
            words=self.words(),
        )

    def waiting(self, base_url: str) -> Waiting:
        """How long this server may take: what was chosen for it, or what is usual for one of its kind."""
        from desktop.llm.servers.presets import usual_waiting
        from desktop.llm.wire.address import read_address

        try:
            shown = read_address(base_url).shown
        except Trouble:
            return Waiting()
        return self._waiting.get(shown) or self.settings.waiting.get(shown) or usual_waiting(base_url)

    def wait_for(self, base_url: str, waiting: Waiting) -> None:
        """Until the program ends; the settings are not touched."""
        from desktop.llm.wire.address import read_address

        self._waiting[read_address(base_url).shown] = waiting

    def known_models(self) -> tuple[KnownFile, ...]:
        """The model files that were tried with this program."""
        from desktop.llm.local.process.known import load_known

        return load_known(self.resources / "local_models.toml")

    @property
    def clients(self) -> Clients:
        """One for all: what it trusts is loaded once, and again when another authority is named."""
        from desktop.llm.wire.client import Clients

        trusted = self._ca_file or self.settings.ca_file
        if self._clients is None or self._clients[0] != trusted:
            self._clients = (trusted, Clients(Path(trusted).expanduser() if trusted else None))
        return self._clients[1]

    def trust(self, ca_file: Path) -> None:
        """A private authority, until the program ends; the settings are not touched."""
        self._ca_file = str(ca_file)

    def local_model(self, path: Path) -> LocalModel:
        """One process a file, whatever number of defenses use it; ended by `close`."""
        from desktop.llm.local.process.host import LocalModel

        if path not in self._local_models:
            self._local_models[path] = LocalModel(path, self.known_models(), self.data_dir.path / "local-model.log")
        return self._local_models[path]

    @cached_property
    def quirks(self) -> QuirkFile:
        from desktop.llm.request.quirks import QuirkFile

        return QuirkFile(self.data_dir.path / "endpoints.json")

    def servers(self) -> Servers:
        """For the settings. Loads the network's libraries (0.3 s): call it in a thread where a person waits."""
        from desktop.llm.servers.servers import Servers

        return Servers(lambda base_url: self.key_reader(base_url)(), self.quirks, self.clients, self.words())

    def key_reader(self, base_url: str) -> Callable[[], Awaitable[str | None]]:
        """Asks for the key only when a request is about to be sent."""

        async def read() -> str | None:
            from desktop.llm.wire.address import read_address

            try:
                if base_url == self.settings.examiner.base_url and (key := os.environ.get(self.settings.key_variable)):
                    self.keys.remember(base_url, key)
                return await self.keys.read(base_url)
            except Trouble:
                if read_address(base_url).local:
                    return None  # no keyring here, but a server of our own net seldom wants a key
                raise

        return read


class _ExamLab:
    """Every interpreter of an exam: no processes, and none at all where student code cannot be isolated."""

    def __init__(self, host: InterpreterHost) -> None:
        self._host = host

    def interpreter(self, *, hash_seed: int | None = None) -> Interpreter:
        return self._host.interpreter("exam", hash_seed=hash_seed)


class _Material:
    """Tests from the pack and questions from the embedded examiner. A resumed question needs neither room."""

    def __init__(self, lab: Lab, words: Callable[[Language], Words], spoken: Words) -> None:
        """`spoken`: the language of the defense."""
        self._lab, self._words, self._spoken = lab, words, spoken

    async def make_cases(self, problem: Problem, seed: int) -> Facts:
        from desktop.packs.cases import CaseMaker

        return await CaseMaker(self._lab, self._spoken).make_cases(problem, seed)

    async def make_questions(self, problem: Problem, code: str, seed: int, rules: Rules, cases: Facts) -> Facts:
        return await self._questions().make_questions(problem, code, seed, rules, cases)

    async def mark(self, problem: Problem, code: str, question: Question, answer: str, final: bool) -> Mark:
        return await self._questions().mark(problem, code, question, answer, final)

    def _questions(self) -> EmbeddedQuestions:
        from desktop.embedded.maker import EmbeddedQuestions
        from desktop.packs.verdicts import judge

        return EmbeddedQuestions(self._lab, self._words, judge)
