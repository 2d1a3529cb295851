"""Whole defenses on the command line, one of them killed in the middle."""

from __future__ import annotations

import json
from pathlib import Path

import contents
from smoking.places import Failed, Place, left_processes, wait_for

SOLUTION = Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "solutions" / "kmeans.py"
SEED = "5"


def whole(place: Place) -> str:
    solution, answers, _ = _prepare(place)
    told = place.run("defend", "kmeans", solution, "--seed", SEED, "--answers", answers, "--approve", "all", "--json")
    return _grade(told)


def killed(place: Place) -> str:
    """`kill -9` after the first answer was marked; what was done is not done again."""
    solution, answers, first = _prepare(place)
    process = place.start("defend", "kmeans", solution, "--seed", SEED, "--answers", "-", "--approve", "all", "--json")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(first + "\n")
    process.stdin.flush()
    records = 0
    for line in process.stdout:
        records += 1
        if json.loads(line).get("kind") == "answer_marked":
            break
    else:
        raise Failed(f"it ended by itself: {process.communicate()[1][-400:]}")
    process.kill()  # everything before it (chroot, setpriv) has become the program itself
    process.communicate()
    seconds = wait_for(5, lambda: not left_processes(contents.WORKER))
    session = json.loads(place.run("sessions", "--json").splitlines()[0])["id"]
    resumed = place.run("resume", session, "--answers", answers, "--approve", "all", "--json")
    marked = resumed.count('"kind": "answer_marked"') + resumed.count('"kind":"answer_marked"')
    left = f"no worker left {seconds:.2f} s later"
    return f"killed after {records} records, {left}, {marked} answers more; {_grade(resumed)}"


def _prepare(place: Place) -> tuple[str, str, str]:
    """The solution and its right answers, as files; and the first answer."""
    solution = place.write("kmeans.py", SOLUTION.read_text("utf-8"))
    told = place.run("questions", "kmeans", solution, "--seed", SEED, "--keys", "--json")
    keys = {row["id"]: str(row["key"]) for row in map(json.loads, told.splitlines())}
    return solution, place.write("answers.json", json.dumps(keys)), next(iter(keys.values()))


def _grade(told: str) -> str:
    last = json.loads(told.splitlines()[-1])
    if not last["closed"] or not last["grade"]:
        raise Failed(f"it did not end: {str(last)[:400]}")
    grade = last["grade"]
    sums = f"{grade['points']:g} of {grade['out_of']:g} points, {grade['waiting']:g} wait for a person"
    return f"{sums}, {len(told.splitlines())} records"
