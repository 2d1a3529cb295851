"""Lucide's line drawings in the colours of the theme."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

SCALES = (1, 2, 3)  # device pixels a pixel: drawn for each, so that nothing is blurred


@lru_cache(maxsize=256)
def _drawing(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def icon_pixmap(resources: Path, name: str, colour: str, size: int, scale: float = 2.0, air: int = 0) -> QPixmap:
    """`size` in pixels of the window, `scale` in device pixels a pixel. The name is that of a file in `icons`.

    `air` is empty space at the right, in pixels: Qt puts the words of a button too near to its icon.
    """
    svg = _drawing(resources / "icons" / f"{name}.svg").replace("currentColor", colour)
    side = round(size * scale)
    pixmap = QPixmap(round((size + air) * scale), side)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    pixmap.setDevicePixelRatio(scale)
    return pixmap


def icon(resources: Path, name: str, colour: str, disabled: str, size: int = 18, air: int = 0) -> QIcon:
    drawn = QIcon()
    for scale in SCALES:
        drawn.addPixmap(icon_pixmap(resources, name, colour, size, scale, air))
        drawn.addPixmap(icon_pixmap(resources, name, disabled, size, scale, air), QIcon.Mode.Disabled)
    return drawn
