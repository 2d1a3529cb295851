"""The command line as a user runs it: real processes, exit codes, one sentence for what a person can cause."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SOLUTIONS = ROOT / "tests" / "fixtures" / "solutions"
KMEANS = str(SOLUTIONS / "kmeans.py")


def desk(data: Path, *arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "desktop", "--data-dir", str(data), *arguments]
    environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, input=typed or "", capture_output=True, text=True, timeout=120, check=False
    )


def lines(done: subprocess.CompletedProcess[str]) -> list[Any]:
    assert "Traceback" not in done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def keys(data: Path, seed: int) -> list[str]:
    rows = lines(desk(data, "questions", "kmeans", KMEANS, "--seed", str(seed), "--keys", "--json"))
    return [row["key"] for row in rows]


def answers_file(folder: Path, answers: Any) -> str:
    path = folder / "answers.json"
    path.write_text(json.dumps(answers), "utf-8")
    return str(path)


def test_problems_lists_what_is_installed(tmp_path: Path):
    assert {row["id"] for row in lines(desk(tmp_path, "problems", "--json"))} >= {"kmeans", "knn"}


def test_a_whole_defense_five_steps_five_questions_a_grade(tmp_path: Path):
    rows = lines(desk(tmp_path, "questions", "kmeans", KMEANS, "--seed", "5", "--keys", "--json"))
    told = {row["id"]: row["key"] for row in rows}
    done = desk(
        tmp_path, "defend", "kmeans", KMEANS, "--seed", "5", "--answers", answers_file(tmp_path, told),
        "--approve", "all", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *events, last = lines(done)
    started = [event["tool"] for event in events if event["kind"] == "tool_started"]
    steps = list(dict.fromkeys(started))
    assert steps == ["read_code", "run_baseline", "inject_test", "ask_student", "assign_grade"]
    assert started.count("ask_student") == 5
    marks = [event["mark"]["verdict"] for event in events if event["kind"] == "answer_marked"]
    assert marks == ["right"] * 5, "what `questions --keys` shows is right"
    assert last["closed"] == "graded"
    assert last["waiting"] is None
    grade = last["grade"]
    assert grade["out_of"] == 100
    assert grade["points"] == sum(c["points"] for c in grade["criteria"] if c["points"] is not None)
    assert grade["waiting"] > 0, "the explanation waits for a marker"
    assert [event["seq"] for event in events] == list(range(len(events)))


def test_a_first_wrong_answer_earns_one_question_more(tmp_path: Path):
    wrong = answers_file(tmp_path, ["-987654321"] * 5)
    done = desk(tmp_path, "defend", "kmeans", KMEANS, "--seed", "5", "--answers", wrong, "--approve", "all", "--json")
    *events, last = lines(done)
    facts = next(event for event in events if event["kind"] == "facts_gathered")["facts"]
    asked = [e for e in events if e["kind"] == "tool_ended" and e["result"]["wait_for_reply"]]
    assert len(asked) == 5 + bool(facts["replacements"])
    assert last["closed"] == "graded"


def test_no_reference_and_no_expected_value_is_printed(tmp_path: Path):
    done = desk(tmp_path, "defend", "kmeans", KMEANS, "--mode", "exam", "--approve", "all", "--json")
    opened, *_ = events = lines(done)
    assert "solution" not in opened["problem"]
    assert "seed" not in opened, "with the seed of an exam its keys could be made"
    facts = next(event for event in events if event["kind"] == "facts_gathered")["facts"]
    every = (*facts["questions"], *facts["replacements"])
    assert all("key" not in question and "recipe" not in question for question in every)
    assert all("expected" not in case for case in facts["baseline"])


def test_without_answers_it_waits_and_resume_goes_on(tmp_path: Path):
    waiting = lines(desk(tmp_path, "defend", "kmeans", KMEANS, "--seed", "5", "--approve", "all", "--json"))[-1]
    assert waiting["waiting"]["for"] == "answer"
    (row,) = lines(desk(tmp_path, "sessions", "--json"))
    assert (row["id"], row["closed"]) == (waiting["session"], None)
    right = answers_file(tmp_path, keys(tmp_path, 5))
    done = desk(tmp_path, "resume", waiting["session"], "--answers", right, "--approve", "all", "--json")
    assert lines(done)[-1]["closed"] == "graded"
    shown = desk(tmp_path, "show", waiting["session"])
    assert "K-Means" in shown.stdout
    by_ending = tmp_path / "transcript.md"
    assert desk(tmp_path, "export", waiting["session"], "-o", str(by_ending)).returncode == 0
    assert by_ending.read_text("utf-8").startswith("# K-Means")


def test_sessions_and_test_speak_the_language_of_the_settings(bad: Path):
    data = bad / "data"
    data.mkdir()
    (data / "settings.json").write_text('{"language": "zh"}', "utf-8")
    assert desk(data, "sessions").stdout.startswith("还没有保存任何答辩")
    tested = desk(data, "test", "kmeans", str(bad / "empty.py")).stdout
    assert tested.startswith("基础测试:\n       未通过  ")
    assert tested.endswith("通过 0 项，未通过 15 项。\n")
    assert desk(data, "defend", "kmeans", str(bad / "empty.py")).returncode == 0
    assert "K-Means 聚类 (考查中)" in desk(data, "sessions").stdout


def test_no_one_to_approve_waits_with_exit_0(tmp_path: Path):
    done = desk(tmp_path, "defend", "kmeans", KMEANS, "--json")
    assert done.returncode == 0
    assert lines(done)[-1]["waiting"]["for"] == "approval"


def test_answers_come_one_a_line_from_standard_input(tmp_path: Path):
    typed = "\n".join("7" for _ in range(10))
    done = desk(tmp_path, "defend", "kmeans", KMEANS, "--answers", "-", "--approve", "all", "--json", typed=typed)
    assert json.loads(done.stdout.splitlines()[-1])["closed"] == "graded"


def test_defend_in_the_terminal_reads_like_a_conversation(tmp_path: Path):
    typed = "\n".join("7" for _ in range(10))
    done = desk(tmp_path, "defend", "kmeans", KMEANS, "--answers", "-", "--approve", "all", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Understanding:" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_run_keeps_names_from_file_to_file(tmp_path: Path):
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("x = 20\n", "utf-8")
    two.write_text("print('hello')\nx * 2 + 2\n", "utf-8")
    first, second = lines(desk(tmp_path / "data", "run", str(one), str(two), "--json"))
    assert (first["status"], second["repr"], second["value"], second["stdout"]) == ("ok", "42", 42, "hello\n")


def test_run_tells_the_line_of_an_error_and_exits_1(tmp_path: Path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("x = 1\n\n1 / 0\n", "utf-8")
    done = desk(tmp_path / "data", "run", str(wrong), "--json")
    assert done.returncode == 1
    (row,) = lines(done)
    assert (row["error"]["type"], row["error"]["line"]) == ("ZeroDivisionError", 3)


def test_run_feeds_input_and_stops_what_never_ends(tmp_path: Path):
    asks, endless = tmp_path / "asks.py", tmp_path / "endless.py"
    asks.write_text("int(input()) + int(input())\n", "utf-8")
    endless.write_text("while True:\n    pass\n", "utf-8")
    (row,) = lines(desk(tmp_path / "data", "run", str(asks), "--input", "1\n2", "--json"))
    assert row["repr"] == "3"
    (row,) = lines(desk(tmp_path / "data", "run", str(endless), "--time", "0.3", "--json"))
    assert row["status"] in ("timeout", "killed")


def test_test_says_no_with_exit_1(tmp_path: Path):
    assert desk(tmp_path, "test", "kmeans", KMEANS).returncode == 0
    done = desk(tmp_path, "test", "kmeans", str(SOLUTIONS / "kmeans_bug.py"), "--json")
    assert done.returncode == 1
    assert lines(done)[0]["failed"] > 0


def test_answer_marks_one_answer(tmp_path: Path):
    rows = lines(desk(tmp_path, "questions", "kmeans", KMEANS, "--seed", "5", "--keys", "--json"))
    row = next(row for row in rows if row["key"] is not None)
    mine = ["answer", "kmeans", KMEANS, "--question", row["id"], "--seed", "5", "--json", "--text"]
    right, wrong = desk(tmp_path, *mine, row["key"]), desk(tmp_path, *mine, "-987654")
    assert (right.returncode, lines(right)[0]["right"]) == (0, True)
    assert (wrong.returncode, lines(wrong)[0]["right"]) == (1, False)


def test_the_shipped_pack_is_good(tmp_path: Path):
    done = desk(tmp_path, "pack", "check", str(ROOT / "resources" / "packs" / "intro-ml"), "--json")
    assert done.returncode == 0, done.stdout
    assert lines(done)[0]["passed"]


def test_a_deleted_defense_is_gone(tmp_path: Path):
    session = lines(desk(tmp_path, "defend", "kmeans", KMEANS, "--json"))[-1]["session"]
    assert desk(tmp_path, "delete", session, "--yes").returncode == 0
    assert not lines(desk(tmp_path, "sessions", "--json"))
    assert desk(tmp_path, "show", session).returncode == 2


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A folder of files that are not what they should be."""
    (tmp_path / "latin.py").write_bytes("name = 'Zoë'\n".encode("latin-1"))
    (tmp_path / "empty.py").write_bytes(b"")
    (tmp_path / "large.py").write_bytes(b"x = 1\n" * 400_000)
    os.mkfifo(tmp_path / "pipe")
    pack = tmp_path / "torn"
    pack.mkdir()
    (pack / "pack.toml").write_text('title = "never closed\n', "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("defend", "kmeans", "{bad}/nowhere.py"), "There is no file"),
        (("defend", "kmeans", "{bad}/latin.py"), "is not UTF-8"),
        (("run", "{bad}"), "is a directory"),
        (("run", "{bad}/pipe"), "is not a file"),
        (("defend", "kmeans", "{bad}/large.py"), "larger than 2 MB"),
        (("test", "no-such-problem", "{bad}/empty.py"), "no problem"),
        (("pack", "check", "{bad}/torn"), "pack.toml"),
        (("pack", "check", "{bad}/nowhere"), "nowhere"),
        (("resume", "no-such-defense"), "There is no defense"),
        (("defend", "kmeans", "{bad}/empty.py", "--answers", "{bad}/nowhere.json"), "There is no file"),
        (("defend", "kmeans", "{bad}/empty.py", "--script", "{bad}/nowhere.json"), "There is no file"),
        (("defend", "kmeans", "{bad}/empty.py", "--base-url", "http://127.0.0.1:9"), "address and a model"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(bad: Path, arguments: tuple[str, ...], says: str):
    done = desk(bad / "data", *(argument.replace("{bad}", str(bad)) for argument in arguments))
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_an_empty_submission_still_ends_with_a_result(bad: Path):
    typed = "\n".join("I do not know" for _ in range(12))
    arguments = ("defend", "kmeans", str(bad / "empty.py"), "--answers", "-", "--approve", "all", "--json")
    done = desk(bad / "data", *arguments, typed=typed)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["closed"] == "graded"


def test_a_newer_database_is_one_sentence_and_untouched(tmp_path: Path):
    assert desk(tmp_path, "sessions").returncode == 0
    path = tmp_path / "defenses.sqlite3"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = path.read_bytes()
    done = desk(tmp_path, "sessions")
    assert done.returncode == 2
    assert "newer Defense Desk" in done.stderr
    assert path.read_bytes() == before


def test_the_terminal_never_loads_qt(tmp_path: Path):
    code = (
        "import sys; sys.argv = ['defense-desk', '--data-dir', sys.argv[1], 'problems'];"
        "from desktop.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "assert not any(name.startswith(('PySide6', 'qasync')) for name in sys.modules), 'Qt was loaded'"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_command_it_is_the_window_and_without_a_display_a_sentence(tmp_path: Path):
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    for arguments in ([], ["--data-dir", str(tmp_path)]):
        command = [sys.executable, "-m", "desktop", *arguments]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "There is no display" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_advice_can_be_typed_as_it_stands(tmp_path: Path):
    environment = {**os.environ, "DEFENSE_DESK_COMMAND": "python3 start.py run --"}
    command = [sys.executable, "-m", "desktop", "--data-dir", str(tmp_path)]
    for arguments, said in (
        (["sessions"], "run -- defend PROBLEM FILE"),
        (["--help"], "Usage: python3 start.py run -- "),
    ):
        done = subprocess.run(
            [*command, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        assert said in done.stdout


def test_run_says_everything_about_a_program_that_tampers(tmp_path: Path):
    program = "import builtins, threading, time\nbuiltins.oct = None\nprint('\\ud800')\n"
    (tmp_path / "a.py").write_text(
        program + "threading.Thread(target=time.sleep, args=(60,), name='left').start()\n5\n"
    )
    (tmp_path / "b.py").write_text("import ctypes\nctypes.string_at(0)\n")
    said = lines(desk(tmp_path, "run", str(tmp_path / "a.py"), str(tmp_path / "b.py"), "--json"))
    keys = {
        "file", "status", "repr", "value", "stdout", "stderr", "error", "exit_code", "seconds", "cpu_seconds",
        "dropped_bytes", "threads", "patched", "figures", "forged", "namespace_kept", "sandbox", "why", "plain_words",
    }  # fmt: skip
    assert [set(line) for line in said] == [keys, keys]
    told = ("status", "repr", "stdout", "threads", "patched", "namespace_kept")
    assert [said[0][name] for name in told] == ["ok", "5", "\\ud800\n", ["left"], ["oct"], True]
    assert (said[1]["status"], said[1]["namespace_kept"], "SIGSEGV" in said[1]["why"]) == ("died", False, True)


def test_doctor_lists_each_attempt_to_escape_as_denied_or_open(tmp_path: Path):
    checks = json.loads(desk(tmp_path, "doctor", "--json").stdout)["checks"]
    tried = {check["name"]: check for check in checks if check["name"].startswith("escape: ")}
    assert len(tried) > 24
    assert {check["detail"].partition(" ")[0] for check in tried.values()} <= {"denied", "open"}
    assert all(check["ok"] == check["detail"].startswith("denied") for check in tried.values())
    (level,) = [check["detail"] for check in checks if check["name"] == "sandbox"]
    assert level in ("level A", "level B", "level C", "level D")
    assert ("D" in level) == any(not check["ok"] for check in tried.values())
