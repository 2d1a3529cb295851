"""The script that installs the peers, as a module: it knows where they lie."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "peers.py"


def setup_of_peers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("setup_of_peers", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclass looks itself up there
    spec.loader.exec_module(module)
    return module
