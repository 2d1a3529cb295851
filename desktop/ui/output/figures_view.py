"""The pictures a run made."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QImageReader, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.empty import EmptyState
from desktop.ui.widgets.labels import TextLabel

MOST_FIGURES = 20
LARGEST_SIDE = 6_000  # pixels: a program can claim any size in a file of a few bytes
LARGEST_FILE = 12_000_000  # characters of base64


class FiguresView(QWidget):
    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        empty = EmptyState(
            theme,
            "image",
            self.tr("No figures yet"),
            self.tr("What your program plots appears here."),
        )
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        host = QWidget()
        self._column = QVBoxLayout(host)
        self._column.setContentsMargins(12, 12, 12, 12)
        self._column.setSpacing(12)
        area.setWidget(host)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(empty)
        self._stack.addWidget(area)

    def show_figures(self, figures: Sequence[str]) -> None:
        """PNG files in base64, as a run hands them out. What is no picture is said so, not drawn."""
        while (item := self._column.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.deleteLater()
        for number, figure in enumerate(figures[:MOST_FIGURES], start=1):
            image = read_png(figure)
            name = self.tr("Figure {number}").format(number=number)
            if image is None:
                self._column.addWidget(TextLabel(self.tr("{name} could not be read.").format(name=name), "error"))
            else:
                self._column.addWidget(_Picture(image, name))
        self._column.addStretch(1)
        self._stack.setCurrentIndex(1 if figures else 0)


def read_png(figure: str) -> QImage | None:
    """A picture of a sane size, read as PNG whatever it says it is; None for anything else."""
    if len(figure) > LARGEST_FILE:
        return None
    try:
        data = base64.b64decode(figure, validate=True)
    except (binascii.Error, ValueError):
        return None
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(b"png"))
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > LARGEST_SIDE:
        return None
    image = reader.read()
    return None if image.isNull() else image


class _Picture(QLabel):
    """Never larger than it is, and never wider than there is room."""

    def __init__(self, image: QImage, name: str):
        super().__init__()
        self._pixmap = QPixmap.fromImage(image)
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setMinimumWidth(60)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        ratio = self.devicePixelRatioF()
        width = min(self._pixmap.width(), int(max(60, self.width()) * ratio))
        shown = self._pixmap.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(shown)
        self.setFixedHeight(int(shown.height() / ratio) + 2)
