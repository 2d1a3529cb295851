"""What a defense with a model took: tokens, seconds, tries, what was left out; for each call and in all."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.results.usage import SECOND_READING, CallUsage, DefenseUsage, FailedCall
from desktop.ui.theme.theme import Theme
from desktop.ui.widgets.fold_row import FoldRow
from desktop.ui.widgets.labels import TextLabel

SHOWN = 100  # calls: a defense has about thirty


class UsageRow(FoldRow):
    """Hidden until there is something to show."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "timer", "", parent=parent)
        self.show_state(self.tr("What it took"))
        self._usage = DefenseUsage(())
        self.hide()

    def show_usage(self, usage: DefenseUsage) -> None:
        """Nothing is drawn anew where nothing changed."""
        if usage == self._usage:
            return
        self._usage = usage
        calls = self.tr("calls: {n}").format(n=len(usage.calls))
        tokens = self.tr("tokens: {n}").format(n=f"{usage.tokens_in + usage.tokens_out:,}")
        self.show_state(self.tr("What it took"), f"{calls} · {tokens}")
        self.set_build(self._list)
        self.setVisible(bool(usage.calls or usage.failures))

    def _list(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(34, 0, 12, 10)
        column.setSpacing(5)
        lines = [self._total(), *(self._call(n, call) for n, call in enumerate(self._usage.calls[:SHOWN], 1))]
        lines += [self._failed(failed) for failed in self._usage.failed[:SHOWN]]
        if any(call.called_nothing for call in self._usage.calls):
            lines.append(self.tr("The server ends plain text as if it were a call; the text was taken."))
        for place, line in enumerate(lines):
            label = TextLabel(line, "strong" if place == 0 else "small", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        return body

    def _total(self) -> str:
        usage = self._usage
        parts = [
            self.tr("{read} tokens read, {written} written, {seconds:.0f} s").format(
                read=f"{usage.tokens_in:,}", written=f"{usage.tokens_out:,}", seconds=usage.seconds
            )
        ]
        if usage.retries:
            parts.append(self.tr("tried again: {n}").format(n=usage.retries))
        if usage.failures:
            parts.append(self.tr("calls without a reply: {n}").format(n=usage.failures))
        return " · ".join(parts)

    def _failed(self, failed: FailedCall) -> str:
        parts = [self.tr("no reply: {why}").format(why=failed.reason)]
        if failed.total is not None and failed.attempts:
            parts.append(self.tr("{n:.0f} s").format(n=failed.total))
            parts.append(self.tr("tries: {n}").format(n=failed.attempts))
        if failed.dropped_parameters:
            parts.append(self.tr("left out: {names}").format(names=", ".join(failed.dropped_parameters)))
        return " · ".join(parts)

    def _call(self, number: int, call: CallUsage) -> str:
        tokens = self.tr("{read} tokens read, {written} written").format(read=call.tokens_in, written=call.tokens_out)
        times = self.tr("first word after {first:.1f} s, all after {total:.1f} s").format(
            first=call.first_token, total=call.total
        )
        what = self.tr("second reading") if call.tool == SECOND_READING else call.tool or self.tr("text")
        parts = [f"{number}. {what}", tokens, times]
        if call.estimated:
            parts[1] += f" ({self.tr('estimated')})"
        if call.attempts > 1:
            parts.append(self.tr("tries: {n}").format(n=call.attempts))
        if call.dropped_parameters:
            parts.append(self.tr("left out: {names}").format(names=", ".join(call.dropped_parameters)))
        return " · ".join(parts)
