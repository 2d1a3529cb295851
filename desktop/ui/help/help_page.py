"""One page of the manual: links lead to other pages, words that were looked for are marked."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, cast

from markdown_it.token import Token
from PySide6.QtCore import QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QTextBlock, QTextCursor, QTextOption, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QTextBrowser, QTextEdit, QWidget

from desktop.ui.announce import announce
from desktop.ui.markdown import Renderer
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.prose import Prose
from desktop.view.manual import Page, topic_of, wanted_words


class HelpRenderer(Renderer):
    """Links to pages of the manual can be followed. Any other address is shown, and can be copied, never opened."""

    topics: Sequence[str] = ()
    _after = ""

    def style_sheet(self) -> str:
        return f"{super().style_sheet()} a {{ color: {self._palette.accent}; text-decoration: underline; }}"

    def _link_open(self, *given: Any) -> str:
        tokens, index = cast("Sequence[Token]", given[0]), cast(int, given[1])
        target = str(tokens[index].attrGet("href") or "")
        if topic := topic_of(target, self.topics):
            self._after = "</a>"
            return f'<a href="topic:{topic}">'
        address = html.escape(target)
        self._after = f'</u> (<a href="copy:{address}"><code>{address}</code></a>)'
        return "<u>"

    def _link_close(self, *_: Any) -> str:
        return self._after


class HelpPage(Prose):
    """`topic_wanted` carries the topic of a link that was followed; `copied` an address that is on the clipboard now.

    Scrolls itself, and Tab goes from link to link.
    """

    topic_wanted = Signal(str)
    copied = Signal(str)

    def __init__(self, theme: Theme, topics: Sequence[str], parent: QWidget | None = None) -> None:
        self._topics = topics
        super().__init__(theme, parent=parent)
        self.setAccessibleName(self.tr("Page of the help"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(14)
        self.anchorClicked.connect(self._follow)

    def make_renderer(self) -> Renderer:
        renderer = HelpRenderer(self._theme.palette, self._theme.text_scale)
        renderer.topics = self._topics
        return renderer

    def show_page(self, page: Page, place: int = 0, wanted: str = "") -> int:
        """From its heading number `place`, with every word of `wanted` marked; returns how many marks there are."""
        if self.markdown != page.source:
            self.show_markdown(page.source)
        marks = [mark for word in wanted_words(wanted) for mark in self._find(word)]
        self.setExtraSelections(marks)
        heading = self._heading(place)
        top = 0.0
        if heading is not None and place:
            top = self.document().documentLayout().blockBoundingRect(heading).top() - 8
        self.verticalScrollBar().setValue(int(top))
        cursor = QTextCursor(heading or self.document().firstBlock())
        self.setTextCursor(cursor)
        return len(marks)

    def _find(self, word: str) -> list[QTextEdit.ExtraSelection]:
        found: list[QTextEdit.ExtraSelection] = []
        cursor = self.document().find(word)
        while not cursor.isNull():
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor  # type: ignore[attr-defined]  # half typed
            mark.format.setBackground(self._theme.color("marked"))  # type: ignore[attr-defined]
            mark.format.setForeground(self._theme.color("text"))  # type: ignore[attr-defined]
            found.append(mark)
            cursor = self.document().find(word, cursor)
        return found

    def _heading(self, place: int) -> QTextBlock | None:
        block = self.document().firstBlock()
        while block.isValid():
            if block.blockFormat().headingLevel():
                if place == 0:
                    return block
                place -= 1
            block = block.next()
        return None

    def _follow(self, target: QUrl) -> None:
        kind, _, rest = target.toString().partition(":")
        if kind == "topic":
            self.topic_wanted.emit(rest)
        elif kind == "copy":
            QGuiApplication.clipboard().setText(rest)
            announce(self, self.tr("The address is on the clipboard."))
            self.copied.emit(rest)

    def _fit_height(self, size: QSizeF) -> None:
        """As high as there is room: a page scrolls."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        QTextBrowser.wheelEvent(self, event)
