"""A number of bytes, or of bytes per second, in the unit that a person reads: MB, GB or TB."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import Combo, DecimalBox, row

_UNITS = (("kB", 10**3), ("MB", 10**6), ("GB", 10**9), ("TB", 10**12))


class AmountBox(QWidget):
    """``changed`` follows each edit. What is shown is rounded; what nobody edited stays exact to the byte."""

    changed = Signal()

    def __init__(self, name: str, low: float, high: float, *, per_second: bool = False, zero: str = "") -> None:
        """``zero`` is what 0 stands for: a limit that is lifted, say."""
        super().__init__()
        self._low, self._high = low, high
        self._usual = 1 if per_second else 2
        self._exact: int | None = None
        self._is_showing = False
        self.number = DecimalBox(name, 0, 10**6)
        self.number.setDecimals(2)
        self.number.setKeyboardTracking(True)
        self.number.setSpecialValueText(zero)
        self.unit = Combo(tr("{name}: unit", name=name))
        for unit, factor in _UNITS:
            self.unit.addItem(f"{unit}/s" if per_second else unit, factor)
        self.number.valueChanged.connect(self._edited)
        self.unit.currentIndexChanged.connect(self._edited)
        layout = row(spacing=6)
        layout.addWidget(self.number, 1)
        layout.addWidget(self.unit)
        self.setLayout(layout)
        self.setFocusProxy(self.number)
        self.show_value(0)

    def value(self) -> int:
        """Within the limits, whatever was typed."""
        if self._exact is not None:
            return self._exact
        typed = round(self.number.value() * float(self.unit.currentData()))
        return int(min(max(typed, self._low), self._high))

    def show_value(self, num_bytes: int) -> None:
        """As if nobody had typed anything."""
        place = max((place for place, (_, factor) in enumerate(_UNITS) if num_bytes >= factor), default=1)
        place = place if num_bytes else self._usual
        self._is_showing = True
        self.unit.setCurrentIndex(place)
        self.number.setValue(num_bytes / _UNITS[place][1])
        self._is_showing = False
        self._exact = num_bytes

    def _edited(self) -> None:
        if not self._is_showing:
            self._exact = None
            self.changed.emit()
