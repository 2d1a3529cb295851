"""The pages of help that came with the program, in the language of the person where there are such."""

from __future__ import annotations

from pathlib import Path

from desktop.vocabulary.problem import Language

TOPICS = ("student", "invigilator", "instructor", "packs", "models", "administrators")  # in the order of the contents


def read_manual(folder: Path, language: Language) -> dict[str, str]:
    """Topic -> Markdown. A page that is not translated comes in English; one that is not there is left out."""
    found: dict[str, str] = {}
    for topic in TOPICS:
        names = (f"{topic}.zh.md", f"{topic}.md") if language == "zh" else (f"{topic}.md",)
        for name in names:
            try:
                found[topic] = (folder / name).read_text("utf-8")
                break
            except (OSError, UnicodeDecodeError):
                continue
    return found
