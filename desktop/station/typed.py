"""How a person starts this program: so that an advice can be typed as it stands."""

from __future__ import annotations

import os

VARIABLE = "DEFENSE_DESK_COMMAND"  # set by whatever starts us under another name, such as packaging/bootstrap.py


def program() -> str:
    """`defense-desk`, or the words that were typed in its place."""
    return os.environ.get(VARIABLE) or "defense-desk"
