"""The page for administrators says what the program does: its tables and examples are held against the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from desktop.cli.commands import PRACTICE, WHERE
from desktop.station.policy.places import policy_places
from desktop.station.policy.reading import read_policy
from desktop.station.policy.rules import Policy

HELP = Path(__file__).resolve().parents[3] / "resources" / "help"
PAGES = ("administrators.md", "administrators.zh.md")
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \|$", re.MULTILINE)


def page(name: str) -> str:
    return (HELP / name).read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_key_of_the_policy_is_there_and_no_other(name: str) -> None:
    assert [key for key, _, _ in ROW.findall(page(name))] == list(Policy.model_fields)


def test_what_a_key_does_is_said_in_the_words_of_the_model() -> None:
    told = {key: what for key, _, what in ROW.findall(page(PAGES[0]))}
    assert told == {key: field.description for key, field in Policy.model_fields.items()}


def test_the_values_are_those_of_the_model_in_both_languages() -> None:
    english, chinese = ({key: value for key, value, _ in ROW.findall(page(name))} for name in PAGES)
    for key, field in Policy.model_fields.items():
        choices = re.findall(r"'(\w+)'", str(field.annotation)) if "Literal" in str(field.annotation) else []
        assert re.findall(r'`"(\w+)"`', english[key]) == re.findall(r'`"(\w+)"`', chinese[key]) == choices
    assert english["exam_only"] == "`true`, `false`"


@pytest.mark.parametrize("name", PAGES)
def test_the_examples_are_policies_without_a_fault(name: str, tmp_path: Path) -> None:
    examples = re.findall(r"```toml\n(.*?)```", page(name), re.DOTALL)
    assert len(examples) == 2
    for number, example in enumerate(examples):
        path = tmp_path / f"{number}.toml"
        path.write_text(example, "utf-8")
        found = read_policy([path])
        assert found.faults == ()
        assert found.locked


@pytest.mark.parametrize("name", PAGES)
def test_the_commands_that_a_machine_for_exams_refuses_are_named(name: str) -> None:
    (line,) = re.findall(r"(?:the commands|命令) ((?:`\w+`[,、和 \n]*(?:and)?\s*)+)", page(name))
    assert set(re.findall(r"`(\w+)`", line)) == PRACTICE
    assert set(WHERE) >= PRACTICE


def test_both_pages_have_the_same_parts() -> None:
    shapes = [re.findall(r"^(##|```\w*|\| `?[\w/~%.]*)", page(name), re.MULTILINE) for name in PAGES]
    assert [len(found) for found in shapes] == [len(shapes[0])] * 2
    assert str(policy_places()[0]) in page(PAGES[0]), "where this system keeps its policy"
