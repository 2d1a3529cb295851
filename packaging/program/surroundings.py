"""Runs first: what the starter put into the environment for itself must not reach the programs we start."""

import os

before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if before:
    os.environ["LD_LIBRARY_PATH"] = before
# one of them is this program once more, as the local model: it must find its libraries by itself, as we did
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
