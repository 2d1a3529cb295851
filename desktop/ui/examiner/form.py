"""Lines of a form: a name at the left, what is chosen or typed at the right."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.labels import TextLabel

NAME_WIDTH = 150  # pixels at 100 %


def labelled(theme: Theme, column: QVBoxLayout, name: str, widget: QWidget, *beside: QWidget) -> None:
    """One line: the name is said by screen readers, too."""
    row = QHBoxLayout()
    row.setSpacing(12)
    label = TextLabel(name, "muted")
    label.setFixedWidth(round(NAME_WIDTH * theme.text_scale))
    label.setBuddy(widget)
    widget.setAccessibleName(name)
    row.addWidget(label)
    fixed = isinstance(widget, QComboBox) and not widget.isEditable()
    if fixed:
        widget.setMinimumWidth(200)
    elif isinstance(widget, QComboBox):
        widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        widget.setMinimumWidth(160)
    row.addWidget(widget, 0 if fixed else 1)
    for more in beside:
        row.addWidget(more)
    if fixed:
        row.addStretch(1)
    column.addLayout(row)


def beneath(theme: Theme, column: QVBoxLayout, inside: QWidget | QLayout) -> None:
    """What belongs to the line above, under its right part."""
    row = QHBoxLayout()
    row.setSpacing(12)
    row.addSpacing(round(NAME_WIDTH * theme.text_scale) + 12)
    if isinstance(inside, QWidget):
        row.addWidget(inside, 1)
    else:
        row.addLayout(inside, 1)
    column.addLayout(row)
