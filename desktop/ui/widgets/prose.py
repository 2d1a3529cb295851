"""Markdown on the screen, as high as its text, growing while it is streamed."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSize, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QFont,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from desktop.ui.markdown import Renderer, renderer, split_stable
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.roles import set_role

SPOKEN = 2_000  # characters


class Prose(QTextBrowser):
    """`show_markdown` sets the whole text, `grow` adds to it: what is final is not rendered again.

    The widget is as high as its text and never scrolls itself; the wheel belongs to the area around it.
    """

    def __init__(self, theme: Theme, source: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self._theme = theme
        self._renderer = self.make_renderer()
        self._source = ""
        self._stable = ""
        self._stable_end = 0
        set_role(self, "prose")
        self.setAccessibleName(self.tr("Text"))
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(18)
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)
        theme.changed.connect(self._wear)
        self._wear()
        self.show_markdown(source)

    def make_renderer(self) -> Renderer:
        """In the colours and the size of now; the help has one that keeps some links."""
        return renderer(self._theme.palette, self._theme.text_scale)

    @property
    def markdown(self) -> str:
        return self._source

    def show_markdown(self, source: str) -> None:
        self._source = source
        self._stable, self._stable_end = "", 0
        self.setHtml(self._renderer.html(source))
        self.setAccessibleName(self.toPlainText()[:SPOKEN] or self.tr("Text"))  # some readers say the name alone
        self._tidy(0)

    def grow(self, more: str) -> None:
        """Add to the text: what a model said since the last time."""
        self._source += more
        split = split_stable(self._source[len(self._stable) :])  # a cut is a fresh start: what is before it stays
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setPosition(self._stable_end)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.setBlockFormat(QTextBlockFormat())  # the block left over may have been an item of a list
        cursor.setBlockCharFormat(QTextCharFormat())
        new = split.stable
        if new.strip():
            cursor.insertHtml(self._piece(new))
            self._begin_piece(cursor)
        if new:
            self._stable, self._stable_end = self._stable + new, cursor.position()
        start = self._stable_end - len(new)
        if split.tail.strip():
            cursor.insertHtml(self._piece(split.tail))
        cursor.endEditBlock()
        self._tidy(max(0, start))

    def finish(self) -> None:
        """The text is whole: render it once in one piece (a list with gaps is one list then)."""
        if self._source:
            self.show_markdown(self._source)

    def _tidy(self, start: int) -> None:
        """What HTML cannot say: code without ligatures, headings of the size that was asked for and not larger."""
        cursor = QTextCursor(self.document())
        block = self.document().findBlock(start)
        while block.isValid():
            for found in block.textFormats():
                style = found.format
                code = "JetBrains Mono" in (cast("list[str] | None", style.fontFamilies()) or ())
                grown = style.hasProperty(QTextFormat.Property.FontSizeAdjustment)
                if not code and not grown:
                    continue
                if code:
                    style.setFontFeatures({QFont.Tag("calt"): 0, QFont.Tag("liga"): 0})
                style.clearProperty(QTextFormat.Property.FontSizeAdjustment)
                cursor.setPosition(block.position() + found.start)
                end = min(found.start + found.length, block.length() - 1)
                cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(style)
            block = block.next()

    def _piece(self, source: str) -> str:
        return self._renderer.html(source).strip()

    def _begin_piece(self, cursor: QTextCursor) -> None:
        if cursor.positionInBlock() > 0:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())  # plain: not one more item of a list above

    def _wear(self) -> None:
        self._renderer = self.make_renderer()
        self.document().setDefaultStyleSheet(self._renderer.style_sheet())
        self.document().setDefaultFont(self._theme.ui_font())
        if self._source:
            self.show_markdown(self._source)

    def _fit_height(self, size: QSizeF) -> None:
        height = int(size.height() + 0.99) + 1
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height(self.document().size())

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 20)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def loadResource(self, type_: int, name: QUrl | str) -> object:
        """Nothing is ever loaded."""
        return None
