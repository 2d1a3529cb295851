"""Why a model file cannot be used here, in sentences for a person."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import assert_never

from desktop.llm.local.process.known import NotGguf, look_at
from desktop.llm.local.process.talk import Failed
from desktop.vocabulary.trouble import ModelTrouble

OTHER = "Choose another model file, or go on with the built-in examiner."
NOT_INSTALLED = (
    "The package that runs local models is not installed.",
    "Install it with: pip install 'defense-desk[local]'. Or go on with the built-in examiner.",
)


def check_file(path: Path) -> None:
    """What can be said at once, without starting anything; `ModelTrouble` if this file cannot be used here."""
    try:
        look_at(path)
    except NotGguf:
        raise trouble_of(Failed(reason="not_gguf"), path) from None
    except FileNotFoundError:
        raise trouble_of(Failed(reason="missing"), path) from None
    except OSError as error:
        raise trouble_of(Failed(reason="unreadable", detail=error.strerror or str(error)), path) from None
    if find_spec("xllamacpp") is None:
        raise trouble_of(Failed(reason="package"), path)


def trouble_of(failed: Failed, path: Path) -> ModelTrouble:
    """The sentence for a person."""
    match failed.reason:
        case "package":
            return ModelTrouble(*NOT_INSTALLED)
        case "missing":
            return ModelTrouble(f"There is no model file {path}.", "Choose a GGUF file on this machine.")
        case "unreadable":
            return ModelTrouble(f"The model file {path.name} cannot be read: {failed.detail}.", OTHER)
        case "not_gguf":
            return ModelTrouble(f"{path.name} is not a GGUF model file.", "Choose a file that ends in .gguf.")
        case "damaged":
            return ModelTrouble(
                f"{path.name} is not the file it seems to be: its checksum differs from the known one.",
                "It was damaged on its way or changed. Get it again.",
            )
        case "memory":
            need, _, free = failed.detail.partition(" ")
            return ModelTrouble(
                f"There is not enough memory for {path.name}: it needs about {need} MB, and {free} MB are free.",
                "Close other programs, or choose a smaller model file.",
            )
        case "server" | "settings":
            return ModelTrouble(f"The model file {path.name} cannot be loaded.", OTHER)
        case _:
            assert_never(failed.reason)
