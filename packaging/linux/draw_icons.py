"""Draws the program's icon in the sizes of hicolor: draw_icons.py ICON.svg FOLDER SIZE..."""

import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

application = QGuiApplication(sys.argv[:1])
renderer = QSvgRenderer(sys.argv[1])
for size in map(int, sys.argv[3:]):
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    target = Path(sys.argv[2]) / f"{size}x{size}" / "apps" / "defense-desk.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(target)):
        sys.exit(f"{target} cannot be written")
