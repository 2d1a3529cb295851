"""The policy file of a machine: what it locks, what is said when it is broken, who may not be able to change it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.station.catalogue import load_words
from desktop.station.paths import resources
from desktop.station.policy.places import expand, policy_places
from desktop.station.policy.reading import read_policy
from desktop.station.policy.rules import Policy, StationPolicy
from desktop.station.settings import Settings
from desktop.vocabulary.events import ExaminerChoice
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.words import Words

ROOT = Path(__file__).resolve().parents[3]
EN = Words()
NOBODY = 65534


def policy(folder: Path, text: str) -> StationPolicy:
    path = folder / "policy.toml"
    path.write_text(text, "utf-8")
    return read_policy([path])


def faults(folder: Path, text: str) -> list[str]:
    return [fault.said(EN) for fault in policy(folder, text).faults]


def test_no_file_locks_nothing(tmp_path: Path) -> None:
    found = read_policy([tmp_path / "none.toml", tmp_path / "nor" / "this.toml"])
    assert found == StationPolicy()
    assert found.locked == frozenset()
    assert found.impose(Settings(language="zh")) == Settings(language="zh")


def test_every_key_is_understood(tmp_path: Path) -> None:
    found = policy(
        tmp_path,
        'data_dir = "/var/desk"\nlanguage = "zh"\nexaminer = "endpoint"\nbase_url = "http://lab:8000/v1"\n'
        'model = "coder"\nexam_only = true\npacks = ["/srv/packs", "beside"]\n',
    )
    assert found.faults == ()
    assert found.locked == {"data_dir", "language", "examiner", "exam_only", "packs"}
    assert found.data_dir == Path("/var/desk")
    assert found.packs == (Path("/srv/packs"), tmp_path / "beside"), "a relative one counts from the file"
    assert found.examiner == ExaminerChoice(kind="endpoint", base_url="http://lab:8000/v1", model="coder")
    assert found.mode == "exam"


def test_the_first_file_decides_alone(tmp_path: Path) -> None:
    (tmp_path / "machine.toml").write_text('language = "zh"\n', "utf-8")
    (tmp_path / "portable.toml").write_text("exam_only = false\nlanguage = 'en'\n", "utf-8")
    found = read_policy([tmp_path / "machine.toml", tmp_path / "portable.toml"])
    assert (found.path, found.values.language) == (tmp_path / "machine.toml", "zh")
    assert read_policy([tmp_path / "none.toml", tmp_path / "portable.toml"]).values.language == "en"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("data_dir = ", "policy.toml is not a TOML file: Invalid value (at end of document)"),
        ("language = 'en'\nexamonly = true\n", "line 2: there is no key examonly. Keys are: data_dir, language"),
        ("\n# why\nlanguage = 'fr'\n", 'line 3: language cannot be used: "en" or "zh" is expected'),
        ("exam_only = 'yes'", "line 1: exam_only cannot be used: true or false is expected"),
        ("packs = 'one'", "line 1: packs cannot be used"),
        ("[packs]\na = 1", "line 1: packs cannot be used"),
        (
            "examiner = 'endpoint'\nbase_url = 'http://lab/v1'\n",
            "line 1: examiner cannot be used: beside it these are needed: model",
        ),
        ("base_url = 'http://lab/v1'", "line 1: base_url cannot be used: it needs an examiner"),
        ("examiner = 'endpoint'\nbase_url = 'lab'\nmodel = 'm'", "line 2: base_url cannot be used"),
        ("data_dir = ''", "line 1: data_dir cannot be used"),
        (
            "data_dir = '/s/$NO_SUCH_VARIABLE/x'",
            "line 1: data_dir cannot be used: the variable $NO_SUCH_VARIABLE",
        ),
        ("packs = ['/a', '~nobody-of-that-name/b']", "line 1: packs cannot be used: this machine knows no such person"),
        ('packs = ["a\\u0000b"]', "line 1: packs cannot be used: that is no path"),
        ("x = '" + "a" * 70_000 + "'", "larger than 64 KiB"),
        ("\x00", "is not a TOML file"),
    ],
)
def test_what_is_wrong_is_a_sentence_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    assert said in faults(tmp_path, text)[0]


def test_what_is_wrong_is_said_in_chinese_to_the_last_word(tmp_path: Path) -> None:
    zh = load_words("zh", ROOT / "resources" / "locale")
    text = "examiner = 'local'\nexam_only = 1\nbase_url = 'http://a/v1'\ndata_dir = '$NO_SUCH_VARIABLE'\n"
    told = "".join(fault.said(zh) for fault in policy(tmp_path, text).faults)
    for name in (str(tmp_path), *Policy.model_fields, "policy.toml", "true", "false", "local", "$NO_SUCH_VARIABLE"):
        told = told.replace(name, "")
    assert not re.search("[A-Za-z]", told), told


def test_a_broken_file_is_said_in_practice_and_no_exam_begins(tmp_path: Path) -> None:
    found = policy(tmp_path, "language = 'zh'\nexamonly = true\n")
    assert found.values.language == "zh", "what was understood is obeyed"
    assert "line 2" in found.notes(EN)[0]
    found.check_begin(EN, "practice", "zh", ExaminerChoice())
    with pytest.raises(Trouble, match=r"No exam begins here while the policy file is broken.*line 2"):
        found.check_begin(EN, "exam", "zh", ExaminerChoice())


def test_nobody_chooses_what_is_locked(tmp_path: Path) -> None:
    found = policy(tmp_path, "examiner = 'embedded'\nlanguage = 'zh'\nexam_only = true\ndata_dir = '/var/desk'\n")
    endpoint = ExaminerChoice(kind="endpoint", base_url="http://mine/v1", model="m")
    with pytest.raises(Trouble, match="for exams only"):
        found.check_begin(EN, "practice", "zh", ExaminerChoice())
    with pytest.raises(Trouble, match=r"set by your lab.*the data directory"):
        found.check_data_dir(EN, tmp_path)
    found.check_data_dir(EN, Path("/var/desk"))
    found.check_data_dir(EN, None)
    practice = policy(tmp_path, "examiner = 'embedded'\nlanguage = 'zh'\n")
    with pytest.raises(Trouble, match=r"set by your lab.*the examiner"):
        practice.check_begin(EN, "practice", "zh", endpoint)
    with pytest.raises(Trouble, match=r"set by your lab.*the language"):
        practice.check_begin(EN, "practice", "en", ExaminerChoice())


def test_nobody_brings_an_examiner_of_their_own_to_an_exam(tmp_path: Path) -> None:
    found = policy(tmp_path, "exam_only = true\n")
    assert found.locked == {"exam_only", "examiner"}
    with pytest.raises(Trouble, match="the examiner"):
        StationPolicy(found.values, found.path).check_begin(
            EN, "exam", "en", ExaminerChoice(kind="scripted", script="mine.json")
        )


def test_settings_obey_and_the_persons_own_are_kept(tmp_path: Path) -> None:
    found = policy(tmp_path, "examiner = 'embedded'\nlanguage = 'zh'\n")
    own = Settings(language="en", examiner=ExaminerChoice(kind="endpoint", base_url="http://mine/v1", model="m"))
    here = found.impose(own)
    assert (here.language, here.examiner) == ("zh", ExaminerChoice())
    kept = found.spare(here.model_copy(update={"theme": "dark"}), own)
    assert kept == own.model_copy(update={"theme": "dark"})


def test_every_sentence_has_its_chinese(tmp_path: Path) -> None:
    chinese = load_words("zh", resources() / "locale")
    for text in ("data_dir = ", "examonly = 1", "language = 'fr'"):
        for fault in policy(tmp_path, text).faults:
            assert chinese(fault.sentence) != fault.sentence
            assert "第" in fault.said(chinese) or "TOML 文件" in fault.said(chinese)


@pytest.mark.skipif(sys.platform == "win32", reason="the accounts of POSIX")
def test_who_a_person_is_is_not_taken_from_their_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    me = pwd.getpwuid(os.getuid())
    for name in ("USER", "LOGNAME", "HOME"):
        monkeypatch.setenv(name, "../somebody-else")
    monkeypatch.setenv("LAB_SCRATCH", "/scratch")
    assert expand("$LAB_SCRATCH/${USER}/$LOGNAME") == f"/scratch/{me.pw_name}/{me.pw_name}"
    assert expand("~/desk") == expand("$HOME/desk") == f"{me.pw_dir}/desk"


def test_a_packaged_program_looks_beside_itself_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (machine,) = policy_places()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "defense-desk"))
    assert policy_places() == (machine, tmp_path / "policy.toml")


# who may change it: asked as an ordinary person, since root may everything

LOOK = """
import sys
from pathlib import Path
from desktop.station.policy.places import exposed_part
print(exposed_part(Path(sys.argv[1])))
"""


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that an ordinary person can look into; tmp_path is its owner's alone."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="defense-desk-policy-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


as_root = pytest.mark.skipif(
    not sys.platform.startswith("linux") or os.getuid() != 0, reason="only root can ask as somebody else"
)


def exposed(path: Path) -> str:
    who = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [*who, sys.executable, "-c", LOOK, str(path)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if "Permission denied" in done.stderr or "No module named" in done.stderr:
        pytest.skip("the checkout or its Python cannot be read by an ordinary person")
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@as_root
def test_a_file_of_root_is_safe_and_what_a_student_may_write_is_named(shared: Path) -> None:
    folder = shared / "program"
    folder.mkdir()
    path = folder / "policy.toml"
    path.write_text("exam_only = true\n", "utf-8")
    assert exposed(path) == ""
    path.chmod(0o666)
    assert exposed(path) == str(path)
    path.chmod(0o644)
    folder.chmod(0o777)
    assert exposed(path) == str(folder), "another file could be put in its place"
    folder.chmod(0o1777)
    assert exposed(path) == "", "not where only one's own files can be replaced"
    folder.chmod(0o755)
    os.chown(path, NOBODY, NOBODY)
    assert exposed(path) == str(path), "an owner can make it writable"
    os.chown(path, 0, 0)
    theirs = shared / "theirs"
    theirs.mkdir()
    (theirs / "policy.toml").symlink_to(path)
    os.chown(theirs, NOBODY, NOBODY)
    assert exposed(theirs / "policy.toml") == str(theirs), "a link can be turned to another file"
    shared.chmod(0o777)
    assert exposed(path) == str(shared), "the whole folder could be moved away"


def test_an_exposed_file_lets_no_exam_begin() -> None:
    found = StationPolicy(Policy(), Path("/etc/defense-desk/policy.toml"), exposed="/etc/defense-desk")
    found.check_begin(EN, "practice", "en", ExaminerChoice())
    with pytest.raises(Trouble, match="could change /etc/defense-desk"):
        found.check_begin(EN, "exam", "en", ExaminerChoice())
