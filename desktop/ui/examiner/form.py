"""Lines of a form: a name at the left, what is chosen or typed at the right."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import TextLabel

NAME_WIDTH = 150  # pixels at 100 %
WIDEST_SHORT = 200  # pixels: a field no wider than that leaves the rest of its line empty
WIDEST_SCALE = 1.35  # with larger text, long names take two lines: the right part needs the room


def labelled(theme: Theme, column: QVBoxLayout, name: str, widget: QWidget, *beside: QWidget) -> None:
    """One line: the name is said by screen readers, too."""
    row = QHBoxLayout()
    row.setSpacing(12)
    label = TextLabel(name, "muted", wrap=True)
    label.setFixedWidth(_name_width(theme))
    label.setBuddy(widget)
    widget.setAccessibleName(name)
    row.addWidget(label)
    fixed = isinstance(widget, QComboBox) and not widget.isEditable()
    short = widget.maximumWidth() < WIDEST_SHORT
    if fixed:
        widget.setMinimumWidth(200)
    elif isinstance(widget, QComboBox):
        widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        widget.setMinimumWidth(160)
    row.addWidget(widget, 0 if fixed or short else 1)
    for more in beside:
        row.addWidget(more)
    if fixed or short:
        row.addStretch(1)
    column.addLayout(row)


def beneath(theme: Theme, column: QVBoxLayout, inside: QWidget) -> None:
    """What belongs to the line above, under its right part."""
    row = QHBoxLayout()
    row.setSpacing(12)
    row.addSpacing(_name_width(theme) + row.spacing())
    row.addWidget(inside, 1)
    column.addLayout(row)


def _name_width(theme: Theme) -> int:
    return round(NAME_WIDTH * min(WIDEST_SCALE, theme.text_scale))
