"""Errors in plain words: what beginners meet most often, said once more with what to look at.

Python's own message stays in the traceback; this is the sentence beside it. Nothing is guessed: a message that no
rule knows gets no explanation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop.vocabulary.runs import ErrorInfo
from desktop.vocabulary.words import Words


@dataclass(frozen=True, slots=True)
class Rule:
    """For these exception types, if the message matches: the groups of the pattern are fields of the sentence."""

    types: str
    pattern: str
    says: str


def explain(error: ErrorInfo, words: Words) -> str:
    """One or two sentences in the language of `words`; empty where there is nothing to add."""
    for rule in RULES:
        if error.type in rule.types.split() and (found := re.search(rule.pattern, error.message)):
            return words(rule.says, **found.groupdict())
    return ""


RULES = (
    Rule(
        "SyntaxError",
        r"'(?P<bracket>[(\[{])' was never closed",
        "The bracket {bracket} is opened here and never closed.",
    ),
    Rule("SyntaxError", r"unmatched '(?P<bracket>.)'", "There is a closing {bracket} here without an opening one."),
    Rule(
        "SyntaxError",
        r"closing parenthesis '(?P<closing>.)' does not match opening parenthesis '(?P<opening>.)'",
        "The {closing} here does not fit the {opening} it should close.",
    ),
    Rule("SyntaxError", r"unterminated .*string", "The text that begins here has no closing quotation mark."),
    Rule("SyntaxError", r"expected ':'", "A colon is missing at the end of this line."),
    Rule(
        "SyntaxError",
        r"invalid (?:non-printable )?character '?(?P<sign>[^' ]+)",
        "The character {sign} is not one of Python's. Was it typed with a Chinese keyboard, or copied from a document? "
        "Use the plain comma, brackets and quotation marks.",
    ),
    Rule("SyntaxError", r"cannot assign to", "To the left of = there must be a name, not a value or a call."),
    Rule("SyntaxError", r"Maybe you meant '=='", "A single = gives a name a value. To compare, write ==."),
    Rule("SyntaxError", r"Perhaps you forgot a comma", "Between two values on this line a comma is missing."),
    Rule(
        "SyntaxError",
        r"'(?P<word>\w+)' outside (?:function|loop)",
        "{word} stands where it cannot: look at the indentation above it.",
    ),
    Rule("SyntaxError", r"Missing parentheses in call to 'print'", "print needs brackets: print(value)."),
    Rule(
        "SyntaxError",
        r"",
        "Python cannot read this line. Look at its brackets, colons and quotation marks, and at the line above.",
    ),
    Rule("TabError", r"", "Tabs and spaces are mixed in the indentation. Use four spaces everywhere."),
    Rule(
        "IndentationError",
        r"expected an indented block",
        "After the colon, the lines that belong to it must be indented.",
    ),
    Rule("IndentationError", r"unexpected indent", "This line is indented, and nothing above it asks for that."),
    Rule("IndentationError", r"", "The indentation of this line fits none of the lines above it."),
    Rule(
        "UnboundLocalError",
        r"variable '(?P<name>\w+)'",
        "{name} gets a value inside this function, so it is a local name there; here it is used before it has one.",
    ),
    Rule(
        "NameError",
        r"name '(?P<name>\w+)' is not defined",
        "Nothing is called {name} at this point. Is it spelled the same, and does it come first?",
    ),
    Rule(
        "TypeError",
        r"(?:unsupported operand|can only concatenate|must be str, not)",
        "Two values of different kinds meet here, for example a number and a text. "
        "Convert one with int(), float() or str().",
    ),
    Rule(
        "TypeError", r"'NoneType' object is not", "The value here is None. Does a function before it lack its return?"
    ),
    Rule(
        "TypeError",
        r"'(?P<kind>\w+)' object is not iterable",
        "A loop or an unpacking needs several values; this is a single {kind}.",
    ),
    Rule("TypeError", r"'(?P<kind>\w+)' object is not subscriptable", "Square brackets do not work on a {kind}."),
    Rule(
        "TypeError",
        r"'(?P<kind>\w+)' object is not callable",
        "There are round brackets after a {kind}, which is no function. Was a function's name given to a value, "
        "or an operator left out?",
    ),
    Rule("TypeError", r"missing \d+ required", "The call gives fewer values than the function asks for."),
    Rule("TypeError", r"takes .* positional arguments? but", "The call gives more values than the function asks for."),
    Rule("TypeError", r"unexpected keyword argument '(?P<name>\w+)'", "The function has no parameter called {name}."),
    Rule(
        "TypeError", r"unhashable type: '(?P<kind>\w+)'", "A {kind} cannot be a key or a member of a set. A tuple can."
    ),
    Rule("TypeError", r"indices must be integers", "An index must be a whole number."),
    Rule(
        "ValueError",
        r"invalid literal for int|could not convert string to float",
        "This text cannot be read as a number.",
    ),
    Rule(
        "ValueError", r"not enough values to unpack", "There are more names on the left of = than values on the right."
    ),
    Rule("ValueError", r"too many values to unpack", "There are more values on the right of = than names on the left."),
    Rule("ValueError", r"truth value of an array", "An array is not simply true or false. Use .any() or .all()."),
    Rule(
        "ValueError",
        r"(?:could not be broadcast|mismatch in its core dimension)",
        "The shapes of these arrays do not fit. Print their .shape.",
    ),
    Rule("ValueError", r"is not in list", "The value that is looked for is not in the list."),
    Rule("IndexError", r"pop from empty", "The list is already empty."),
    Rule("IndexError", r"", "The index is beyond the end. A list of n items has the indices 0 to n - 1."),
    Rule("KeyError", r"", "The dictionary has no such key. Use in to look first, or .get()."),
    Rule(
        "AttributeError",
        r"'NoneType' object has no attribute '(?P<name>\w+)'",
        "The value before .{name} is None. Does a function before it lack its return?",
    ),
    Rule(
        "AttributeError",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'",
        "A {kind} has nothing called {name}.",
    ),
    Rule(
        "ZeroDivisionError", r"", "Something is divided by zero. When is the divisor zero, and what should happen then?"
    ),
    Rule(
        "ModuleNotFoundError",
        r"No module named '(?P<name>[\w.]+)'",
        "There is no module called {name} here. Only what is installed with this program can be imported.",
    ),
    Rule("ImportError", r"cannot import name '(?P<name>\w+)'", "The module is there, and has nothing called {name}."),
    Rule("RecursionError", r"", "The function calls itself and never stops. Which case should end it?"),
    Rule("MemoryError _ArrayMemoryError", r"", "The program asked for more memory than it may use."),
    Rule("FileNotFoundError", r"", "There is no such file. A program sees only the files it has written itself."),
    Rule(
        "PermissionError BlockingIOError",
        r"",
        "A program may not do that here: other files, the network and other programs are closed to it.",
    ),
    Rule("EOFError", r"", "input() wanted another line, and there was none."),
    Rule("AssertionError", r"", "The condition after assert is false."),
    Rule("OverflowError", r"", "The number has become too large."),
    Rule(
        "UnicodeDecodeError UnicodeEncodeError",
        r"",
        'These bytes are no text in this encoding. Open the file with encoding="utf-8".',
    ),
    Rule("KeyboardInterrupt", r"", "The program was stopped at this line."),
)
