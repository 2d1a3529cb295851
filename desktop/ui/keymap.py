"""What each key does, in words: the window installs its shortcuts under these names, and the sheet of keys shows them.

Each function takes the translator of a widget. A test holds the first two against the shortcuts that are alive in a
window, and the third against what the editor really does with each key.
"""

from __future__ import annotations

from collections.abc import Callable

Tr = Callable[[str], str]


def window_keys(tr: Tr) -> dict[str, str]:
    """On every page."""
    return {
        "F1": tr("Help"),
        "Ctrl+?": tr("Keyboard shortcuts"),
        "Alt+Home": tr("Home"),
        "Ctrl+,": tr("Settings, and back"),
        "Ctrl+Q": tr("Leave the program"),
    }


def desk_keys(tr: Tr) -> dict[str, str]:
    """At the desk, wherever the cursor is."""
    return {
        "F5": tr("Run"),
        "Shift+F5": tr("Stop"),
        "Ctrl+Shift+Return": tr("Submit for defense"),
        "Ctrl+1": tr("Show or hide the problem"),
        "Ctrl+2": tr("To the editor"),
        "Ctrl+3": tr("To the answer"),
    }


def editor_keys(tr: Tr) -> dict[str, str]:
    """In the editor, beside the usual ones for moving, copying and undoing. Where a key has two forms, the first."""
    return {
        "Esc": tr("Leave the editor: then Tab, or Shift+Tab"),
        "Ctrl+Return": tr("Run"),
        "Ctrl+F": tr("Find"),
        "Ctrl+H": tr("Find and replace"),
        "Ctrl+G": tr("Go to a line"),
        "Ctrl+Space": tr("Complete the word"),
        "Ctrl+/": tr("Comment lines in or out"),
        "Ctrl+D": tr("Duplicate lines"),
        "Alt+Up": tr("Move lines up"),
        "Alt+Down": tr("Move lines down"),
        "Tab": tr("Indent"),
        "Shift+Tab": tr("Take indentation back"),
        "Home": tr("To the first word of the line, then to its start"),
        "Ctrl+Shift+Space": tr("Have the line said by a screen reader"),
        "Ctrl++": tr("Larger text"),
        "Ctrl+-": tr("Smaller text"),
        "Ctrl+0": tr("Text as large as at first"),
    }


def answer_keys(tr: Tr) -> dict[str, str]:
    """While a question is open."""
    return {
        "Return": tr("Send the answer; with Shift a new line"),
        "Space": tr("In the editor: choose this line, where a line is asked for"),
        "Alt+Up": tr("In a list of lines to be put in order: move this one up"),
        "Alt+Down": tr("In a list of lines to be put in order: move this one down"),
    }
