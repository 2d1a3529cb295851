"""What a server and a model turned out not to take, with a way to forget it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.ui.tasks import Tasks
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.labels import IconLabel, TextLabel


class LearnedPart(QWidget):
    """Hidden while nothing is known. `load` gives one label for each thing learned."""

    def __init__(
        self,
        theme: Theme,
        tasks: Tasks,
        load: Callable[[], Awaitable[tuple[str, ...]]],
        forget: Callable[[], Awaitable[None]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks, self._load, self._do_forget = tasks, load, forget
        self._task = task = f"learned {id(self)}"
        self.destroyed.connect(lambda: tasks.drop(task))
        self.text = TextLabel("", "small", wrap=True)
        self.forget = Button(theme, self.tr("Forget"), "quiet")
        self.forget.setToolTip(self.tr("The next request tries it again."))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "info", "faint", 16))
        row.addWidget(self.text, 1)
        row.addWidget(self.forget)
        self.forget.clicked.connect(self._press)
        self.hide()

    def look(self) -> None:
        """Show what is known of the server and model as they stand now."""
        self._tasks.drop(self._task)
        self._tasks.start_once(self._task, self._look)

    def _press(self) -> None:
        self._tasks.drop(self._task)
        self._tasks.start_once(self._task, self._forget)

    async def _look(self) -> None:
        self._show(await self._load())

    async def _forget(self) -> None:
        await self._do_forget()
        self._show(await self._load())

    def _show(self, learned: tuple[str, ...]) -> None:
        names = ", ".join(learned)
        self.text.setText(self.tr("Learned about this server: left out or changed: {names}").format(names=names))
        self.forget.setAccessibleName(self.tr("Forget what was learned about this server"))
        self.setVisible(bool(learned))
