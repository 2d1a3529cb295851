"""What a model proposes: one JSON object, read strictly, turned into the files of a problem."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, StringConstraints, ValidationError

from tools.contract import Frozen

Code = Annotated[str, StringConstraints(min_length=1, max_length=20_000)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=400, strip_whitespace=True)]
FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.DOTALL)


class NotADraft(Exception):
    """The reply is no draft; `faults` are sentences with path, expected and got, to be fed back."""

    def __init__(self, *faults: str) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


class Draft(Frozen):
    """A whole problem. `baseline` and `edges` define `cases(rng)` (see `resources/help/packs.md`)."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{1,39}$", description="A short name: small letters, digits, - and _.")
    title: Line = Field(description="The title, in English.")
    title_zh: str = Field(default="", max_length=200, description="The title in Simplified Chinese.")
    topic: Line = Field(description="The field, in two or three words.")
    statement: str = Field(min_length=80, max_length=20_000, description="The statement, Markdown, in English.")
    statement_zh: str = Field(default="", max_length=20_000, description="The same in Simplified Chinese.")
    hint: Line = Field(description="A hint that contains no line of the reference.")
    entry_point: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,60}$", description="The function to be written.")
    scaffold: Code = Field(description="What the student starts from: valid Python that fails the tests.")
    solution: Code = Field(description="The reference: plain Python, deterministic.")
    baseline: Code = Field(description="Python with cases(rng): at least three tests with inputs drawn from rng.")
    edges: Code = Field(description="Python with cases(rng): at least three edge cases.")
    wrong: tuple[Code, ...] = Field(min_length=2, max_length=6, description="Whole programs with a typical mistake.")
    explains: Line = Field(description="One observable sentence: what the student must be able to explain.")
    question: Line = Field(description="An open question about that, put to the student.")


def read_draft(text: str) -> Draft:
    """The JSON object in a reply, bare or fenced; `NotADraft` says what does not fit."""
    try:
        return Draft.model_validate_json(_object_in(text))
    except ValidationError as error:
        raise NotADraft(
            *(_fault(fault["loc"], fault["msg"], fault.get("input")) for fault in error.errors()[:8])
        ) from None


def as_files(draft: Draft) -> Mapping[str, str]:
    """File name inside the problem's folder -> text; the format of `desktop.packs`."""
    files = {
        "problem.md": draft.statement,
        "problem.toml": _manifest(draft),
        "scaffold.py": draft.scaffold,
        "solution.py": draft.solution,
        "baseline.py": draft.baseline,
        "edges.py": draft.edges,
        "questions.toml": f"[[open]]\nen = {_quoted(draft.question)}\n",
    }
    if draft.statement_zh.strip():
        files["problem.zh.md"] = draft.statement_zh
    files |= {f"wrong/mistake_{n}.py": source for n, source in enumerate(draft.wrong, 1)}
    return {name: text if text.endswith("\n") else text + "\n" for name, text in files.items()}


def _object_in(text: str) -> str:
    fenced = FENCE.search(text)
    inside = fenced[1] if fenced else text
    start, end = inside.find("{"), inside.rfind("}")
    if start < 0 or end < start:
        raise NotADraft("The reply holds no JSON object.")
    return inside[start : end + 1]


def _fault(path: tuple[int | str, ...], message: str, got: object) -> str:
    where = ".".join(map(str, path)) or "(the whole object)"
    return f"At {where}: {message}; got {repr(got)[:120]}."


def _manifest(draft: Draft) -> str:
    """Points by kind of evidence: tests 30, edges 20, understanding 30, explanation 20."""
    title = _both(draft.title, draft.title_zh)
    rows = [
        f"id = {_quoted(draft.id)}",
        f"title = {title}",
        f"topic = {_both(draft.topic, '')}",
        f"entry_points = [{_quoted(draft.entry_point)}]",
        "edge_cases_needed = 3",
        f"\n[hint]\nen = {_quoted(draft.hint)}",
    ]
    for name, points, evidence, sentence in (
        ("tests", 30, "tests", "The program passes the baseline tests for fresh inputs."),
        ("edges", 20, "edges", "The program does what the statement says in the edge cases."),
        ("trace", 30, "understanding", "The student predicts what the program does: counts, values and outcomes."),
        ("reasons", 20, "explanation", draft.explains),
    ):
        rows.append(
            f"\n[[rubric]]\nid = {_quoted(name)}\npoints = {points}\nevidence = {_quoted(evidence)}\n"
            f"sentence = {_both(sentence, '')}"
        )
    return "\n".join(rows) + "\n"


def _both(en: str, zh: str) -> str:
    return f"{{ en = {_quoted(en)}" + (f", zh = {_quoted(zh)}" if zh.strip() else "") + " }"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, but for DEL, which TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
