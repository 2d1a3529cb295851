"""Widgets stand side by side while there is room, and go on in the next line where there is none."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.ui.widgets.flow import Flow

pytestmark = pytest.mark.window


@pytest.fixture
def make(qtbot):
    def make(width):
        labels = [QLabel("x") for _ in range(3)]
        for label in labels:
            label.setFixedSize(100, 20)
        window = QWidget()
        qtbot.addWidget(window)
        column = QVBoxLayout(window)
        column.setContentsMargins(0, 0, 0, 0)
        flow = Flow(*labels)
        column.addWidget(flow)
        column.addStretch(1)
        window.resize(width, 300)
        window.show()
        flow.owner = window  # what nobody holds is deleted
        return flow, labels

    return make


def places(labels):
    return [(label.x(), label.y()) for label in labels]


def test_one_line_where_there_is_room(make):
    flow, labels = make(400)
    assert places(labels) == [(0, 0), (108, 0), (216, 0)]
    assert flow.height() == 20


def test_the_next_line_where_there_is_none(make):
    flow, labels = make(220)
    assert places(labels) == [(0, 0), (108, 0), (0, 28)]
    assert flow.height() == 48


def test_never_wider_than_its_widest(make):
    flow, _ = make(50)
    assert flow.minimumSizeHint().width() == 100


def test_what_is_hidden_takes_no_room(make):
    flow, labels = make(220)
    labels[0].hide()
    flow.window().resize(221, 300)
    assert places(labels[1:]) == [(0, 0), (108, 0)]


def test_cleared_it_is_empty(make):
    flow, _ = make(220)
    flow.clear()
    assert flow.sizeHint().width() == 0
