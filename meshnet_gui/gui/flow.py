"""A line of widgets that goes on below where there is no room for all of them beside each other."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """``at_end``: lines end at the right edge. ``columns``: all as wide as the widest, at most so many in a line."""

    def __init__(self, *widgets: QWidget, spacing: int = 8, at_end: bool = False, columns: int = 0) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._at_end = at_end
        self._columns = columns
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), is_real=False)

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._arrange(area, is_real=True)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown()]
        gaps = self.spacing() * max(0, len(sizes) - 1)
        return QSize(sum(size.width() for size in sizes) + gaps, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0)
        )

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, area: QRect, *, is_real: bool) -> int:
        """Puts them there, or only says how high they are."""
        top, height = area.top(), 0
        wide = self._column_width(area.width())
        for line in self._lines(area.width(), wide):
            height = max(item.sizeHint().height() for item in line)
            if is_real:
                self._place(line, QRect(area.left(), top, area.width(), height), wide)
            top += height + self.spacing()
        return max(0, top - self.spacing() - area.top()) if height else 0

    def _column_width(self, width: int) -> int:
        """Of equal columns that fill the width; 0 where each item is as wide as it needs."""
        if not self._columns:
            return 0
        widest = max((item.sizeHint().width() for item in self._shown()), default=0)
        num = max(1, min(self._columns, (width + self.spacing()) // (widest + self.spacing())))
        return (width - (num - 1) * self.spacing()) // num

    def _lines(self, width: int, column: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._shown():
            wide = column or item.sizeHint().width()
            if not lines or left + wide > width:
                lines.append([])
                left = 0
            lines[-1].append(item)
            left += wide + self.spacing()
        return lines

    def _place(self, line: list[QLayoutItem], area: QRect, column: int) -> None:
        widths = [column or min(item.sizeHint().width(), area.width()) for item in line]
        left = area.left()
        if self._at_end:
            left = area.right() + 1 - sum(widths) - self.spacing() * (len(line) - 1)
        for item, wide in zip(line, widths, strict=True):
            high = item.sizeHint().height()
            item.setGeometry(QRect(left, area.top() + (area.height() - high) // 2, wide, high))
            left += wide + self.spacing()
