"""The program's own story: the last lines of the log, by level and by word, to read, copy and find on the disk.

Shows what ``logs.keep`` keeps in memory; nothing is read from the disk. It looks for new lines only while it is seen.
"""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QGuiApplication,
    QHideEvent,
    QShowEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.gui.theme import colors_of
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import tr, tr_count
from meshnet_gui.gui.widgets import Combo, IconButton, PlainLabel, centred, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.logs import MAX_KEPT_LINES, KeptLines, LogLine, kept_lines
from meshnet_gui.settings import data_dir

LOOK_EVERY_MS = 500
MAX_FILTER_CHARS = 200
_WIDTH = 1080
_AT_THE_END = 4  # pixels from the bottom that still count as there


class LogTab(QWidget):
    """``folder`` is where the log's files lie. Follows the newest line until the reader scrolls up."""

    def __init__(self, lines: KeptLines | None = None, folder: Path | None = None) -> None:
        super().__init__()
        self.setObjectName("page")
        self._lines = lines
        self._folder = folder or data_dir() / "logs"
        self._shown: list[LogLine] = []
        self._next = 0
        self._colors: dict[int, str] = {}
        self.level = Combo(tr("Level"))
        self.filter = QLineEdit()
        self.follow = QCheckBox(tr("Follow"))
        self.copy = IconButton("copy", tr("Copy the lines that are shown"), tr("Copy"), "")
        self.open = IconButton("folder", tr("Open the folder of the log files"), tr("Open folder"), "")
        self.text = QPlainTextEdit()
        self.empty = PlainLabel("", "muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.told = Told()
        self._count = PlainLabel("", "caption")
        self._stack = QStackedWidget()
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._dress()
        self._lay_out()
        self._connect()
        self.rebuild()

    def look(self) -> None:
        """Shows what has come since the last look."""
        if self._shown and self._colors != self._level_colors():
            self._shown, self._next = [], 0  # the theme has changed
            self.text.clear()
        lines = self._kept()
        new = lines.since(self._next) if lines is not None else ()
        if new:
            self._next = new[-1].number + 1
            self._append([line for line in new if self._fits(line)])
        self._tell()

    def rebuild(self) -> None:
        """Shows all kept lines that fit level and filter."""
        self._shown, self._next = [], 0
        self.text.clear()
        self.look()

    def shown_text(self) -> str:
        """The lines that are shown, as they are copied."""
        return "\n".join(_line_text(line) for line in self._shown)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _kept(self) -> KeptLines | None:
        return self._lines if self._lines is not None else kept_lines()

    def _fits(self, line: LogLine) -> bool:
        wanted = self.filter.text().casefold()
        return line.level >= self.level.currentData() and wanted in f"{line.place}: {line.text}".casefold()

    def _append(self, lines: list[LogLine]) -> None:
        if not lines:
            return
        self._shown = (self._shown + lines)[-MAX_KEPT_LINES:]
        bar = self.text.verticalScrollBar()
        place = bar.value()
        self._colors = self._level_colors()
        with QSignalBlocker(self.text):  # the reader has not moved the cursor
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.beginEditBlock()
            for line in lines:
                dressed = QTextCharFormat()
                dressed.setForeground(QColor(self._colors[_rank(line.level)]))
                begins = "" if self.text.document().isEmpty() else "\n"
                cursor.insertText(begins + _line_text(line), dressed)
            cursor.endEditBlock()
        bar.setValue(bar.maximum() if self.follow.isChecked() else place)

    def _level_colors(self) -> dict[int, str]:
        colors = colors_of(self.text)
        return {0: colors.muted, logging.INFO: colors.text, logging.WARNING: colors.warn, logging.ERROR: colors.error}

    def _tell(self) -> None:
        num = len(self._shown)
        self._stack.setCurrentIndex(1 if num else 0)
        self.copy.setEnabled(bool(num))
        self._count.setText(tr_count(num, "{num} line", "{num} lines") if num else "")
        if self._kept() is None:
            self.empty.setText(tr("Nothing is kept of this run: the log goes to the terminal only."))
        elif self._next == 0:
            self.empty.setText(tr("Nothing has happened yet. What this computer does is written here."))
        else:
            self.empty.setText(tr("No line fits this level and filter."))

    def _scrolled(self) -> None:
        bar = self.text.verticalScrollBar()
        self.follow.setChecked(bar.value() >= bar.maximum() - _AT_THE_END)

    def _follow(self, on: bool) -> None:
        bar = self.text.verticalScrollBar()
        if on:
            bar.setValue(bar.maximum())

    def _copy(self) -> None:
        chosen = self.text.textCursor().selectedText().replace("\u2029", "\n")
        QGuiApplication.clipboard().setText(chosen or self.shown_text())
        self.told.tell(tr("Copied what is selected.") if chosen else tr("Copied."))

    def _open(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self.told.tell(tr("The folder could not be opened. It is {folder}", folder=self._folder), "error-caption")

    def _dress(self) -> None:
        for words, level in (
            (tr("All lines"), logging.NOTSET),
            (tr("Warnings and errors"), logging.WARNING),
            (tr("Errors"), logging.ERROR),
        ):
            self.level.addItem(words, level)
        self.filter.setPlaceholderText(tr("Filter"))
        self.filter.setAccessibleName(tr("Show only lines with this text"))
        self.filter.setMaxLength(MAX_FILTER_CHARS)
        self.filter.setClearButtonEnabled(True)
        self.follow.setChecked(True)
        self.follow.setAccessibleName(tr("Follow the newest line"))
        self.text.setObjectName("log")
        self.text.setReadOnly(True)
        flags = Qt.TextInteractionFlag
        self.text.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.text.setUndoRedoEnabled(False)
        self.text.setMaximumBlockCount(2 * MAX_KEPT_LINES)
        self.text.setAccessibleName(tr("Log lines"))
        self.text.setTabChangesFocus(True)

    def _lay_out(self) -> None:
        self._stack.addWidget(centred(self.empty, (20, 20, 20, 20)))
        self._stack.addWidget(self.text)
        inner = QWidget()
        inner.setObjectName("scrolled")
        at_each_zoom(inner, lambda: inner.setMaximumWidth(zoomed(_WIDTH)))
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 12, 0, 16)
        layout.setSpacing(8)
        head = row(self.level, self.filter, self.follow, self.copy, self.open)
        head.setStretch(1, 1)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)
        foot = row(self._count, self.told)
        foot.setStretch(1, 1)
        layout.addLayout(foot)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(centred(inner, (20, 0, 20, 0)))

    def _connect(self) -> None:
        self.level.currentIndexChanged.connect(self.rebuild)
        self.filter.textChanged.connect(self.rebuild)
        self.follow.clicked.connect(self._follow)
        self.copy.clicked.connect(self._copy)
        self.open.clicked.connect(self._open)
        self.text.verticalScrollBar().actionTriggered.connect(lambda _: QTimer.singleShot(0, self, self._scrolled))
        self.text.cursorPositionChanged.connect(self._scrolled)
        self._timer.timeout.connect(self.look)


def _rank(level: int) -> int:
    return next((each for each in (logging.ERROR, logging.WARNING, logging.INFO) if level >= each), 0)


def _line_text(line: LogLine) -> str:
    clock = datetime.fromtimestamp(line.time).strftime("%H:%M:%S")
    return f"{clock} {logging.getLevelName(line.level)} {line.place}: {line.text}"
