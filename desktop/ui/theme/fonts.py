"""The two typefaces of the window and what stands in for them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

UI_FAMILIES = ["Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC"]
CODE_FAMILIES = ["JetBrains Mono", "Cascadia Mono", "Menlo", "DejaVu Sans Mono", "Noto Sans Mono CJK SC"]
BODY_POINTS = 10.0
CODE_POINTS = 10.5


def load_fonts(resources: Path) -> list[str]:
    """Make the bundled fonts known to Qt; the families found. None found is no fault: the system's are used."""
    families: list[str] = []
    for file in sorted((resources / "fonts").glob("*.ttf")):
        families += QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(file)))
    return families


def ui_font(points: float = BODY_POINTS, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    font = QFont()
    font.setFamilies(UI_FAMILIES)
    font.setPointSizeF(points)
    font.setWeight(weight)
    return font


def code_font(points: float = CODE_POINTS) -> QFont:
    font = QFont()
    font.setFamilies(CODE_FAMILIES)
    font.setPointSizeF(points)
    font.setFixedPitch(True)
    font.setStyleHint(QFont.StyleHint.Monospace)
    for feature in ("calt", "liga"):  # `!=` must look like the two keys a beginner pressed
        font.setFeature(QFont.Tag(feature), 0)
    return font
