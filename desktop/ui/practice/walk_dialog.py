"""Going through one run of one's own program; the run is followed in the sandbox while a bar shows that it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from desktop.ui.announce import announce
from desktop.ui.practice.walk_view import WalkView
from desktop.ui.theme.theme import Theme
from desktop.ui.translate import translated
from desktop.ui.widgets.buttons import Button
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.fitting import fit
from desktop.ui.widgets.labels import ElidedLabel, TextLabel
from desktop.vocabulary.trouble import Trouble
from desktop.vocabulary.walks import Walk

SIZE = (900, 580)  # pixels at 100 %
WORKING, SAID, STEPS = range(3)


class WalkDialog(QDialog):
    """Shown with `open()`. Whoever opened it follows the run and hands over a walk or a trouble; `again_wanted` asks
    for another try. Closing it while it waits is Cancel: `finished` tells."""

    again_wanted = Signal()

    def __init__(self, theme: Theme, code: str, call: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._call = call
        self.setWindowTitle(self.tr("Step through this run"))
        fit(self, theme, *SIZE)
        self.title = TextLabel(self.tr("Step through this run"), "head")
        self.call = ElidedLabel(call or self.tr("the program from its first line"), "code")
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(self.tr("Your program runs in the sandbox and is followed"))
        self.cancel = Button(theme, self.tr("Cancel"))
        self.said = EmptyState(theme, "info", "", "")
        self.again = Button(theme, self.tr("Try again"), icon="rotate-ccw")
        self.view = WalkView(theme, code)
        self.close_button = Button(theme, self.tr("Close"))
        self._lay_out(theme)
        self.cancel.clicked.connect(self.reject)
        self.close_button.clicked.connect(self.reject)
        self.again.clicked.connect(self.again_wanted)
        self.show_working()

    def _lay_out(self, theme: Theme) -> None:
        working = QWidget()
        column = QVBoxLayout(working)
        column.addStretch(1)
        waiting = EmptyState(
            theme,
            "step-forward",
            self.tr("Your program runs in the sandbox and is followed"),
            self.tr("Each line is written down with its variables. This takes a moment."),
        )
        column.addWidget(waiting)
        self.busy.setFixedWidth(round(280 * theme.text_scale))
        column.addWidget(self.busy, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(8)
        column.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self.pages = QStackedWidget()
        for page in (working, self.said, self.view):
            self.pages.addWidget(page)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self.title)
        head.addWidget(self.call, 1)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(self.again)
        foot.addWidget(self.close_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 14)
        whole.setSpacing(10)
        whole.addLayout(head)
        whole.addWidget(self.pages, 1)
        whole.addLayout(foot)

    def show_working(self) -> None:
        self._turn_to(WORKING, again=False)
        self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_trouble(self, trouble: Trouble) -> None:
        self._say(translated(trouble.what), translated(trouble.advice), again=True)

    def show_walk(self, walk: Walk) -> None:
        if walk.steps:
            self.view.show_walk(walk)
            self._turn_to(STEPS, again=False)
            self.view.slider.setFocus(Qt.FocusReason.OtherFocusReason)
        elif walk.end in ("unloaded", "raises"):
            said = self.tr("No step of it can be shown: it ends with {error}.").format(error=walk.said)
            self._say(self.tr("This program cannot be loaded"), said, again=False)
        elif walk.end in ("endless", "slow"):
            said = self.tr("Its own lines above this call go on and on, so the call is never reached.")
            self._say(self.tr("This program does not come to its end"), said, again=True)
        else:
            said = self.tr("This run reaches no line of your program.")
            self._say(self.tr("There are no steps"), said, again=False)

    def _say(self, title: str, text: str, *, again: bool) -> None:
        self.said.show_state(title, text)
        self._turn_to(SAID, again=again)
        (self.again if again else self.close_button).setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, f"{title}. {text}")

    def _turn_to(self, page: int, *, again: bool) -> None:
        self.pages.setCurrentIndex(page)
        self.again.setVisible(again)
        self.close_button.setVisible(page != WORKING)
