"""When to share: the hours of the week as a grid, and the same as lines of text, which can say minutes, too."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.week_grid import DAYS, HOURS, Week, WeekGrid
from meshnet_gui.gui.widgets import of_lines, restyle, row
from meshnet_gui.schedule import DAY_MINUTES, Schedule, entries_of, what_is_wrong

_NIGHTS = ("22:00-07:00",)
_WEEKENDS = ("mon-fri 22:00-07:00", "sat,sun")
_LINES = 3
_MAX_CHARS = 10_000


class ScheduleField(QWidget):
    """``edited`` follows each change by a person, in the grid or in the text; each follows the other."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.grid = WeekGrid()
        self.text = QPlainTextEdit()
        self.text.setObjectName("prompt_setting")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Schedule as text"))
        self.text.setPlaceholderText(tr("At all times. One line each, like mon-fri 22:00-07:00"))
        of_lines(self.text, _LINES)
        self._is_showing = False
        self._empty = ""
        self.usual = QPushButton(tr("Usual hours…"))
        self.usual.setProperty("kind", "quiet")
        self.usual.setAutoDefault(False)
        menu = QMenu(self.usual)
        for words, entries in (
            (tr("At all times"), ()),
            (tr("At night"), _NIGHTS),
            (tr("At night and on weekends"), _WEEKENDS),
        ):
            menu.addAction(words).triggered.connect(lambda _=False, entries=entries: self._take(entries))
        self.usual.setMenu(menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.grid)
        layout.addLayout(row(self.usual, 1))
        layout.addWidget(self.text)
        self.grid.painted.connect(self._follow_grid)
        self.text.textChanged.connect(self._follow_text)
        self.setFocusProxy(self.grid)
        self.show_value(())

    def value(self) -> tuple[str, ...]:
        lines = self.text.toPlainText()[:_MAX_CHARS].splitlines()
        return tuple(line.strip() for line in lines if line.strip())

    def wrong(self) -> str:
        """Why it is no schedule: a line that is none, or not one hour in the grid."""
        return self._empty or what_is_wrong(self.value())

    def show_value(self, entries: object) -> None:
        """As if nobody had edited it."""
        self._is_showing, self._empty = True, ""
        self.text.setPlainText("\n".join(entries) if isinstance(entries, tuple) else "")
        self._is_showing = False
        self._draw()

    def _take(self, entries: tuple[str, ...]) -> None:
        self.show_value(entries)
        self.edited.emit()

    def _follow_grid(self) -> None:
        self._is_showing, self._empty = True, ""
        try:
            self.text.setPlainText("\n".join(entries_of(self.grid.hours())))
        except ValueError as reason:  # no hour at all
            self._empty = str(reason)
        self._is_showing = False
        self._tell()
        self.edited.emit()

    def _follow_text(self) -> None:
        if not self._is_showing:
            self._empty = ""
            self._draw()
            self.edited.emit()

    def _draw(self) -> None:
        if not self.wrong():
            schedule = Schedule.parse(self.value())
            self.grid.show_hours(schedule.hours(), _touched(schedule))
        self._tell()

    def _tell(self) -> None:
        restyle(self.text, "invalid", "true" if self.wrong() else "false")


def _touched(schedule: Schedule) -> Week:
    """The hours of which at least a minute belongs to it."""
    week = [[False] * HOURS for _ in range(DAYS)]
    for start, end in schedule.spans:
        for hour in range(start // 60, -(-end // 60)):
            day, of_day = divmod(hour * 60 % (DAYS * DAY_MINUTES), DAY_MINUTES)
            week[day][of_day // 60] = True
    return tuple(tuple(day) for day in week)
