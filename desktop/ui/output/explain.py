"""An exception in plain words: what it means, and where a beginner looks first."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject

from desktop.vocabulary.runs import ErrorInfo

LONGEST_NAME = 60
_NO_ATTRIBUTE = re.compile(r"'([^']{1,60})' object has no attribute '([^']{1,60})'")


class Explainer(QObject):
    """Says nothing where the message of Python is as clear as we could be."""

    def explain(self, error: ErrorInfo) -> str:
        """A sentence or two; empty for an exception we have no better words for."""
        special = self._special(error)
        if special:
            return special
        return {
            "IndexError": self.tr("A position outside of the list was asked for. The first position is 0."),
            "KeyError": self.tr("The dictionary has no such key."),
            "ZeroDivisionError": self.tr("Something was divided by zero: look at what can be empty or 0 here."),
            "RecursionError": self.tr("The function called itself too often: is there a case in which it stops?"),
            "ModuleNotFoundError": self.tr(
                "There is no such module here. Only the packages of this problem can be used."
            ),
            "MemoryError": self.tr("The program asked for more memory than it may have."),
            "TimeoutError": self.tr("It took longer than it may."),
            "EOFError": self.tr("The program asked for input and there was none."),
            "IndentationError": self.tr("The spaces at the start of this line do not fit the lines around it."),
            "TabError": self.tr("Tabs and spaces are mixed at the start of lines."),
            "UnboundLocalError": self.tr(
                "The name gets a value somewhere in this function, but not before this line is reached."
            ),
            "StopIteration": self.tr("next() was called and there was nothing left."),
        }.get(error.type, "")

    def _special(self, error: ErrorInfo) -> str:
        message = error.message
        if error.type == "NameError" and (name := _quoted(message)):
            words = self.tr("Python does not know the name {name} here. Is it spelled right, and defined before?")
            return words.format(name=name)
        if error.type == "AttributeError" and (match := _NO_ATTRIBUTE.search(message)):
            if match[1] == "NoneType":
                return self.tr("The value before .{name} is None: something returned nothing.").format(name=match[2])
            return self.tr("A value of type {type} has nothing called {name}.").format(type=match[1], name=match[2])
        if error.type == "TypeError":
            return self._type_error(message)
        if error.type == "ValueError" and "truth value of an array" in message:
            return self.tr("An array has many truth values: use .any() or .all() to say which is meant.")
        if error.type == "ValueError" and ("shapes" in message or "broadcast" in message):
            return self.tr("The shapes of two arrays do not fit together: look at both with .shape.")
        return ""

    def _type_error(self, message: str) -> str:
        if "'NoneType'" in message:
            return self.tr("One of the values is None: something returned nothing, or was never set.")
        if "positional argument" in message or "required keyword" in message:
            return self.tr("The function was called with more or fewer arguments than it takes.")
        if "not subscriptable" in message:
            return self.tr("Square brackets were put after something that has no items.")
        if "not callable" in message:
            return self.tr("Round brackets were put after something that is no function. Is a name used twice?")
        return ""


def _quoted(message: str) -> str:
    match = re.search(r"'([^'\n]+)'", message)
    return match[1][:LONGEST_NAME] if match else ""
