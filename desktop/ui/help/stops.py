"""What the tour of a desk points at, and says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.ui.help.tour import Stop

if TYPE_CHECKING:
    from desktop.ui.pages.desk_page import DeskPage


def stops_of(page: DeskPage) -> tuple[Stop, ...]:
    """In the order in which a student needs them; the problem is a button where its pane has no room."""
    tr = page.tr
    problem = page.problem if page.problem.isVisibleTo(page) else page.read
    return (
        Stop(
            problem,
            tr("What is wanted"),
            tr("The problem is here, with its rules and examples. Read it first."),
        ),
        Stop(
            page.editor,
            tr("Your program"),
            tr("Write it here. It is saved while you type; Esc and then Tab leave the editor."),
        ),
        Stop(
            page.run,
            tr("Try it out"),
            tr("Run as often as you like (F5). What it prints is shown below the editor."),
        ),
        Stop(
            page.submit,
            tr("Hand it in"),
            tr("When you are content: the examiner reads it, tests it, and asks you about it."),
        ),
        Stop(
            page.defense,
            tr("The defense"),
            tr("The examiner will be here. There is no time limit, and you can leave and go on later. F1 is the help."),
        ),
    )
