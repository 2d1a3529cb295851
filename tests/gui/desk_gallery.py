"""Draws the pages and panes from hand-made screens, to be looked at: `python tests/gui/desk_gallery.py FOLDER`.

`--lang zh`, `--dark`, `--size 1280x720`, `--points 16` and `QT_SCALE_FACTOR=1.5` choose what is drawn; names choose
the scenes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[2]))

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QApplication

from desktop.author.attempts import Attempt, Stage
from desktop.author.draft import as_files, read_draft
from desktop.author.saving import plan_for
from desktop.llm.local.process.known import load_known
from desktop.llm.local.process.talk import Progress
from desktop.llm.servers.check import Advice, ConnectionReport
from desktop.llm.servers.presets import PRESETS, Found
from desktop.results.usage import CallUsage, DefenseUsage, FailedCall
from desktop.station.catalogue import load_words
from desktop.station.settings import Settings
from desktop.ui.author.author_dialog import AuthorDialog
from desktop.ui.defense.approval_card import ApprovalDialog
from desktop.ui.loop import QtLoop
from desktop.ui.main_window import MainWindow
from desktop.ui.pages.desk_page import DeskPage
from desktop.view.present import approval, present
from desktop.view.screen import ForRetry, Screen
from desktop.vocabulary import events as ev
from desktop.vocabulary.cases import TestCase, Verdict
from desktop.vocabulary.chat import Delta, Reply, Timing, ToolCall
from desktop.vocabulary.problem import Criterion, Problem, Rules, Text
from desktop.vocabulary.questions import Facts, Mark, Question
from desktop.vocabulary.runs import ErrorInfo, Outcome
from desktop.vocabulary.trouble import PackTrouble
from tests.support.drafts import GOOD
from tools.contract import CriterionMark, Grade, ToolResult

ROOT = Path(__file__).parents[2]
CODE = (ROOT / "tests/fixtures/solutions/kmeans.py").read_text("utf-8")
STATEMENT = """**Group points around `k` centres.** Write `kmeans(X, k, n_iter=100, seed=0)`.

### What it returns
A pair `(centroids, labels)`: the centres, and for each point the number of its centre.

### Rules
- Start from `k` **distinct** points of `X`
- Stop when no label changes any more
- A cluster that loses all its points must not become `nan`

### Example
```python
X = [[0, 0], [0, 1], [9, 9]]
centroids, labels = kmeans(X, 2)
labels            # [0, 0, 1]
```

| Step | What the examiner does |
|---|---|
| Baseline | three well separated blobs |
| Edge cases | `k = 1`, duplicates, an empty cluster |
"""
PROBLEM = Problem(
    id="kmeans",
    pack="intro-ml",
    title=Text(en="K-Means", zh="K 均值聚类"),
    topic=Text(en="Clustering", zh="聚类"),
    statement=Text(en=STATEMENT),
    hint=Text(en="What happens to a centre that no point belongs to?"),
    entry_points=("kmeans",),
    rubric=(Criterion(id="tests", sentence=Text(en="Passes."), points=4, evidence="tests"),),
)
KNN = PROBLEM.model_copy(
    update={
        "id": "knn",
        "title": Text(en="Nearest neighbours", zh="K 近邻"),
        "topic": Text(en="Classification", zh="分类"),
        "statement": Text(en="Predict the label of a point from the `k` points nearest to it. More follows."),
    }
)
FACTS = Facts(
    edges=(
        TestCase(id="k1", title="k = 1", function="kmeans", args=([[0, 0], [0, 1], [9, 9]], 1)),
        TestCase(id="dup", title="duplicate points", function="kmeans", args=([[0, 0]] * 5, 3)),
    ),
    questions=tuple(
        Question(
            id=f"q{n}",
            type="loop_count",
            text=f"During `kmeans([[0, 0], [0, 1], [9, 9]], 2)`: how many times does the loop on line {n + 7} run?",
            answer_form="list" if n == 2 else "int",
            lines=(n + 7,),
            key=3,
            why="Say in a sentence how you know." if n == 2 else "",
        )
        for n in range(1, 6)
    ),
)
GRADE = Grade(
    criteria=tuple(
        CriterionMark(
            criterion=name, sentence=sentence, points=points, out_of=out_of, decided_by=kind, why=why, evidence=evidence
        )
        for name, sentence, points, out_of, kind, why, evidence in (
            ("a", "Gives the right centres and labels.", 3.3, 4, "tests", "5 of 6 baseline tests passed.", ("b6",)),
            ("b", "Holds at the edges.", 1.5, 3, "edges", "1 of 2 edge cases passed.", ("dup",)),
            (
                "c",
                "The student knows what this program does.",
                2,
                2,
                "understanding",
                "Understanding: 4 of 5 machine-checked answers right. "
                "The explanation was recorded and not marked by the program.",
                ("q1", "q2"),
            ),
            ("d", "The student says why an empty cluster is kept.", None, 1, "explanation", "", ()),
        )
    ),
    comment="Solid work. Look again at what happens when all points are the same.",
    label="practice",
)


class Still(QObject):
    """A controller that shows one screen and does nothing."""

    screen_changed = Signal(object)
    printed = Signal(str, str)
    run_started = Signal()
    run_ended = Signal(object)
    variables_told = Signal(object)
    line_wanted = Signal(str)
    troubled = Signal(object)
    pin_refused = Signal(object)
    running = False
    session = SimpleNamespace(stored=())

    def __init__(self, screen: Screen) -> None:
        super().__init__()
        self.screen = screen

    def drafts(self):
        return {}

    def __getattr__(self, name: str):
        return lambda *_args, **_fields: True


def history(until: str) -> list[ev.Event]:
    """A defense up to a point: writing, preparing, approval, streaming, question, answered, failed, graded."""
    events: list[ev.Event] = [
        ev.DefenseOpened(problem=PROBLEM, rules=Rules.for_mode("practice")),
        ev.CodeSaved(source=CODE),
    ]
    if until == "writing":
        return events
    events.append(ev.Submitted(code_hash="x"))
    if until == "preparing":
        return events
    events.append(ev.FactsGathered(facts=FACTS))
    number = 0

    def call(tool: str, arguments: str, content: str, **fields: object) -> None:
        nonlocal number
        number += 1
        call_id = f"c{number}"
        reply = Reply(calls=(ToolCall(id=call_id, name=tool, arguments=arguments),))
        result = {k: fields.pop(k) for k in ("as_ai_message", "wait_for_reply", "final_result") if k in fields}
        events.extend(
            (
                ev.ModelReplied(reply=reply),
                ev.ToolStarted(call_id=call_id, tool=tool, arguments=arguments, code_hash="x"),
                ev.ToolEnded(call_id=call_id, result=ToolResult(content=content, **result), **fields),
            )
        )

    call("read_code", "{}", CODE)
    verdicts = tuple(
        Verdict(
            case_id=f"b{n}",
            title=f"three blobs, draw {n}",
            call="kmeans([[0.1, -0.2], [6.1, 5.9], [11.9, 12.2]], 3)",
            passed=n != 6,
            got="([[0.1, -0.2], [6.1, 5.9]], [0, 1, 1])",
            expected="([[0.1, -0.2], [6.1, 5.9], [11.9, 12.2]], [0, 1, 2])",
        )
        for n in range(1, 7)
    )
    call("run_baseline", "{}", "report", verdicts=verdicts)
    if until == "approval":
        return events
    good = Verdict(case_id="k1", title="k = 1", call="kmeans(X, 1)", passed=True, got="", expected="")
    bad = good.model_copy(update={"case_id": "dup", "title": "duplicate points", "passed": False, "got": "nan"})
    call("inject_test", '{"edge_case": "k1", "looks_for": "one"}', "", verdicts=(good,), edge_cases=1)
    call("inject_test", '{"edge_case": "dup", "looks_for": "same"}', "", verdicts=(bad,), edge_cases=1)
    call("inject_test", '{"edge_case": "k1", "looks_for": "one"}', "", verdicts=(good,), edge_cases=1)
    thought = Reply(content="", reasoning="Line 14 keeps the old centre.", timing=Timing(total=6.2))
    events.append(ev.ModelReplied(reply=thought))
    if until == "failed":
        return events
    said = (
        "Your code passes the baseline. One edge case fails: with five identical points and `k = 3`.\n\n"
        "Next I will ask you about the part that decides when to stop:\n\n```python\n"
        "if new_labels == labels:\n    break\n```\n"
    )
    if until == "streaming":
        return [*events, Delta("content", said[:150])]
    call("tell_student", '{"message": "x"}', said, as_ai_message=True)
    for n in range(1, 6):
        q = FACTS.questions[n - 1]
        call("ask_student", f'{{"question_id": "q{n}"}}', q.text, as_ai_message=True, wait_for_reply=True)
        if until == "question" and n == 2:
            return events
        events.append(ev.StudentAnswered(text=str(n), why="It runs until nothing changes." if n == 2 else ""))
        verdict = "wrong" if n == 3 else "right"
        events.append(
            ev.AnswerMarked(mark=Mark(question_id=f"q{n}", verdict=verdict, why="" if n != 3 else "It is 4."))
        )
    call("assign_grade", "{}", GRADE.comment, as_ai_message=True, final_result=GRADE)
    events.append(ev.DefenseClosed(reason="graded", grade=GRADE))
    return events


def screen_at(until: str, words) -> Screen:
    screen = Screen(words=words)
    at = datetime(2026, 3, 4, 14, 2, 31, tzinfo=UTC)
    for event in history(until):
        screen = present(screen, event, at)
    if until == "failed":
        screen = replace(
            screen, waiting=ForRetry("The lab server did not answer.", "Check the network, then try again.")
        )
    if until == "approval":
        code = "centroids, labels = kmeans([[0, 0]] * 5, k=3)\\nassert len(centroids) == 3\\ncentroids"
        arguments = f'{{"looks_for": "five identical points, so that two centres coincide", "test_code": "{code}"}}'
        screen = replace(screen, waiting=approval(screen, "c9", "inject_test", arguments))
    return screen


class StillServers:
    """Two servers here, one of which was tried and found good."""

    async def find(self):
        return (Found(PRESETS[0], ("qwen2.5-coder:7b", "llama3.2")), Found(PRESETS[3], ("qwen2.5-coder-14b",)))

    async def models(self, base_url: str):
        return ("llama3.2", "qwen2.5-coder:7b")

    async def check(self, base_url: str, model: str, step):
        return CHECKED

    async def learned(self, base_url: str, model: str):
        return ("temperature", "max_tokens -> max_completion_tokens")

    async def forget(self, base_url: str, model: str):
        return None


CHECKED = ConnectionReport(
    models=("qwen2.5-coder:1b", "qwen2.5-coder:3b", "qwen2.5-coder:7b", "qwen3:14b", "llama3.2", "phi4", "gemma3"),
    model_listed=True,
    answers=True,
    streams=True,
    tools="native",
    reasoning=False,
    usage=True,
    context_cut=True,
    first_token=0.84,
    dropped_parameters=("temperature",),
    advice=(
        Advice(
            "Of about 5200 tokens sent the server read 2048: it cuts conversations silently.",
            "Raise the context size on the server to 16384 (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: -c).",
        ),
    ),
)


class StillDesk:
    """Enough of the desk for home and settings."""

    def __init__(self, settings: Settings, full: bool) -> None:
        self.settings, self._full = settings, full
        self.resources, self.notes = ROOT / "resources", ()
        self.policy = SimpleNamespace(locked=frozenset(), path=None, values=SimpleNamespace(exam_only=False))
        place = Path("~/.local/share/defense-desk")
        self.data_dir = SimpleNamespace(path=place, packs=place / "packs")
        self.keys = SimpleNamespace(read=self._read)
        self.interpreters = SimpleNamespace(sandbox_report=self._report)

    async def _read(self, base_url: str):
        return "a key"

    def known_models(self):
        return load_known(self.resources / "local_models.toml")

    def local_model(self, path: Path):
        raise AssertionError("nothing is loaded for a picture")

    def servers(self):
        return StillServers()

    async def _report(self):
        return SimpleNamespace(level="A")

    def words(self, language: str | None = None):
        return load_words(language or self.settings.language, ROOT / "resources" / "locale")

    def shelf(self):
        pack = SimpleNamespace(
            title=Text(en="First steps in machine learning", zh="机器学习入门"), problems=[PROBLEM, KNN]
        )
        trouble = PackTrouble("graphs.zip: bfs/edges.py is missing.", "Every problem needs it: see the help on packs.")
        return SimpleNamespace(packs=[pack] if self._full else [], troubles=[trouble] if self._full else [])

    def sessions(self):
        now = datetime.now(UTC)
        one = SimpleNamespace(
            id="s1",
            problem_id="kmeans",
            title_en="K-Means",
            title_zh="K 均值聚类",
            opened_at=now,
            changed_at=now - timedelta(minutes=7),
            closed=None,
            step="answering",
        )
        two = SimpleNamespace(**{**one.__dict__, "id": "s2", "step": "writing", "title_en": "Nearest neighbours"})
        old = SimpleNamespace(**{**one.__dict__, "id": "s3", "closed": "graded", "step": "closed"})
        old.changed_at = now - timedelta(days=3)
        return [one, two, old] if self._full else []

    def save_settings(self, settings: Settings) -> None:
        self.settings = settings


def draw(window: MainWindow, app: QApplication, folder: Path, name: str) -> None:
    for _ in range(12):
        app.processEvents()
        QCoreApplication.sendPostedEvents()
    window.grab().save(str(folder / f"{name}.png"))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--points", type=int, default=11)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    loop = QtLoop(app)
    asyncio.set_event_loop(loop)
    settings = Settings(
        language=args.lang, theme="dark" if args.dark else "light", text_size=args.points, tour_seen=True
    )
    width, height = map(int, args.size.split("x"))
    tag = f"{args.size}-{args.lang}-{'dark' if args.dark else 'light'}"
    states = ["writing", "preparing", "approval", "streaming", "question", "failed", "graded"]
    for scene in args.scenes or ["home", "empty", "settings", *states]:
        window = MainWindow(StillDesk(settings, full=scene != "empty"))
        window.resize(width, height)
        window.show()
        if scene in ("home", "empty"):
            draw(window, app, args.folder, f"{scene}-{tag}")
        elif scene == "settings":
            window.open_settings()
            draw(window, app, args.folder, f"{scene}-{tag}")
        elif scene == "server":
            server(window, app, loop, args.folder, tag)
        elif scene == "lab":
            lab(window, app, loop, args.folder, tag)
        elif scene == "local":
            local(window, app, args.folder, tag)
        elif scene == "author":
            author(window, app, args.folder, tag)
        else:
            desk(window, app, args.folder, scene, tag)
        window.hide()
        window.ended.set()
        window.close()
        window.deleteLater()
    os._exit(0)  # pictures only: nothing to put away


def took(n: int) -> CallUsage:
    tools = (
        "read_code",
        "run_baseline",
        "inject_test",
        "inject_test",
        "tell_student",
        "ask_student",
        "",
        "assign_grade",
    )
    return CallUsage(
        at="",
        model="qwen2.5-coder",
        tokens_in=1800 + 240 * n,
        tokens_out=40 + 11 * n,
        tokens_reasoning=0,
        estimated=n == 7,
        first_token=0.3 + n / 20,
        total=1.2 + n / 4,
        attempts=2 if n == 3 else 1,
        dropped_parameters=("temperature",),
        tool=tools[n - 1],
    )


USED = DefenseUsage(tuple(took(n) for n in range(1, 9)), (FailedCall("", "The server is busy.", 93.0, 3),))


def server(window: MainWindow, app: QApplication, loop: QtLoop, folder: Path, tag: str) -> None:
    """The settings of an endpoint, before and after the check."""
    choice = ev.ExaminerChoice(kind="endpoint", base_url="http://localhost:11434/v1", model="qwen2.5-coder:7b")
    window.desk.settings = window.desk.settings.model_copy(update={"examiner": choice})

    async def rest() -> None:
        for _ in range(40):
            await asyncio.sleep(0.01)

    async def show() -> None:
        window.open_settings()
        await rest()

    loop.run_until_complete(show())
    draw(window, app, folder, f"server-{tag}")
    page = window.settings_page
    assert page is not None
    page.server.check.show_report(CHECKED)
    loop.run_until_complete(rest())
    page.ensureWidgetVisible(page.server.learned, 0, 20)
    draw(window, app, folder, f"server-checked-{tag}")


def lab(window: MainWindow, app: QApplication, loop: QtLoop, folder: Path, tag: str) -> None:
    """A lab's own server: the file of its authority, and how long it may take."""
    choice = ev.ExaminerChoice(kind="endpoint", base_url="https://lab:8000/v1", model="qwen2.5-coder:7b")
    kept = {"examiner": choice, "ca_file": "/etc/ssl/school/authority-of-the-school.pem"}
    window.desk.settings = window.desk.settings.model_copy(update=kept)

    async def rest() -> None:
        for _ in range(40):
            await asyncio.sleep(0.01)

    async def show() -> None:
        window.open_settings()
        await rest()

    loop.run_until_complete(show())
    draw(window, app, folder, f"lab-{tag}")
    page = window.settings_page
    assert page is not None
    page.server.waiting.set_open(True)
    loop.run_until_complete(rest())
    page.ensureWidgetVisible(page.server.waiting.reset, 0, 40)
    draw(window, app, folder, f"lab-waiting-{tag}")


def local(window: MainWindow, app: QApplication, folder: Path, tag: str) -> None:
    choice = ev.ExaminerChoice(kind="local", model="/models/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf")
    window.desk.settings = window.desk.settings.model_copy(update={"examiner": choice})
    window.open_settings()
    page = window.settings_page
    assert page is not None
    part = page.model_file
    part._show_busy(True)
    part._show_progress(Progress(phase="checking", percent=40))
    part.tried.set_open(True)
    draw(window, app, folder, f"local-{tag}")


def author(window: MainWindow, app: QApplication, folder: Path, tag: str) -> None:
    """The order, the writing, and the diff that is to be agreed to."""
    choice = ev.ExaminerChoice(base_url="http://localhost:11434/v1", model="qwen2.5-coder:7b")
    window.desk.settings = window.desk.settings.model_copy(update={"examiner": choice})
    draw(window, app, folder, f"home-{tag}")
    window.home.verticalScrollBar().setValue(99999)
    draw(window, app, folder, f"home-end-{tag}")
    window.instructor.write_problem()
    dialog = window.instructor.dialog
    assert isinstance(dialog, AuthorDialog)

    def take(name: str) -> None:
        for _ in range(12):
            app.processEvents()
        dialog.grab().save(str(folder / f"author-{name}-{tag}.png"))

    take("form")
    dialog.pages.setCurrentIndex(1)
    dialog.diff.hide()
    dialog._offer(dialog.cancel)
    view = dialog.writing
    view.begin()
    view.show_stage(Stage(1, "asking"))
    faults = (
        "moving-mean: wrong/mistake_1.py passes every test of seed 1, and it must be caught.",
        "moving-mean: The scaffold passes the tests: a student would have nothing to do.",
    )
    view.show_attempt(Attempt(1, "", None, {}, faults))
    view.rows[0].set_open(True)
    view.show_stage(Stage(2, "asking"))
    view.stream.set_open(True)
    view.show_delta(Delta("content", json.dumps(GOOD, indent=1)[:900]))
    view._paint()
    take("writing")
    view.stream.set_open(False)
    draft = read_draft(json.dumps(GOOD))
    view.show_attempt(Attempt(2, "", draft, {}, ()))
    plan = plan_for(Path("/tmp/none/my-problems"), draft, as_files(draft))
    dialog.diff.show_diff(plan.diff)
    dialog.diff.show()
    dialog._offer(dialog.accept_it, dialog.draft, dialog.again, dialog.discard)
    said = dialog.tr("The problem passed every check. This would be written to {pack}:")
    view.end(said.format(pack="~/.local/share/defense-desk/packs/my-problems"))
    take("diff")
    dialog.reject()


def desk(window: MainWindow, app: QApplication, folder: Path, scene: str, tag: str) -> None:
    screen = screen_at("graded" if scene == "took" else scene, window.desk.words())
    if scene == "took":
        choice = ev.ExaminerChoice(kind="endpoint", base_url="http://lab:8000/v1", model="qwen2.5-coder")
        screen = replace(screen, examiner=choice)
    window._level = "A"  # what finds it out wants a running loop
    window.controller = Still(screen)
    window._show_desk()
    page = window.page
    assert isinstance(page, DeskPage)
    if scene in ("writing", "question"):
        page.output.run_started()
        page.output.write("stdout", "[[0.1, -0.2], [6.1, 5.9], [11.9, 12.2]]\n[0, 0, 1, 1, 2]\n")
        text = 'Traceback (most recent call last):\n  File "kmeans.py", line 19, in kmeans\n    return C, lables\n'
        error = ErrorInfo(type="NameError", message="name 'lables' is not defined", line=19, traceback=text)
        page.output.run_ended(Outcome(status="error", error=error, seconds=0.04))
    if scene == "question":
        page.defense.answer.field.setPlainText("[1, 2, 3]")
    if scene == "took":
        page.defense.show_usage(
            DefenseUsage(tuple(took(n) for n in range(1, 9)), (FailedCall("", "The server is busy.", 93.0, 3),))
        )
        page.defense.usage.set_open(True)
        page.defense._stick = False
        for _ in range(5):
            app.processEvents()
        page.defense._to_usage()
    draw(window, app, folder, f"{scene}-{tag}")
    dialog = page.dialog
    if isinstance(dialog, ApprovalDialog):
        for _ in range(5):
            app.processEvents()
        dialog.grab().save(str(folder / f"dialog-{tag}.png"))
        dialog.edit.click()
        for _ in range(5):
            app.processEvents()
        dialog.grab().save(str(folder / f"dialog-edit-{tag}.png"))
        dialog.back.click()
        dialog.refuse.click()
        for _ in range(5):
            app.processEvents()
        dialog.grab().save(str(folder / f"dialog-refuse-{tag}.png"))


if __name__ == "__main__":
    main()
