"""The small widgets that several tabs share: labels that never read rich text, fields, cards, a switch, a usage bar."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QWidget,
)

from meshnet_gui.gui.assets import pixmap
from meshnet_gui.gui.theme import colors_of
from meshnet_gui.gui.zoom import at_each_zoom, zoom, zoomed

# A label breaks lines between words only; a longer one would push its column wider than the window.
_LONG_WORD = re.compile(r"\S{60}(?=\S)")
MAX_TOOLTIP_CHARS = 4000
_ICON = 18  # pixels at 100 %
STATE_TONES = {
    "ready": "ok",
    "online": "ok",
    "loading": "warn",
    "joining": "warn",
    "draining": "warn",
    "stopping": "warn",
    "opening": "warn",
    "alone": "warn",
    "connected": "ok",
    "blocked": "error",
    "probing": "warn",
    "not_ready": "warn",
    "other_model": "warn",
    "other_precision": "warn",
    "failed": "error",
    "offline": "error",
}


def plain_tooltip(text: str) -> str:
    """A tooltip that shows ``text`` as it is, as much of it as can be read: Qt would read what looks like a tag."""
    shown = text if len(text) <= MAX_TOOLTIP_CHARS else f"{text[:MAX_TOOLTIP_CHARS]}…"
    return f"<qt>{escape(shown)}</qt>" if text else ""


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Sets a property that the stylesheet selects on, and applies it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class PlainLabel(QLabel):
    """A label for any text, a stranger's included. ``role`` picks the style."""

    def __init__(self, text: str = "", role: str = "", *, wrap: bool = False, selectable: bool = False) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setText(text)
        self.setProperty("role", role)
        if selectable:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def setText(self, text: str) -> None:
        super().setText(_LONG_WORD.sub(lambda word: word[0] + "\u200b", text) if self.wordWrap() else text)

    def set_role(self, role: str) -> None:
        restyle(self, "role", role)


class ElidedLabel(PlainLabel):
    """One line that ends in … where it does not fit; the whole text is in the tooltip and for screen readers."""

    def __init__(self, text: str = "", role: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__("", role)
        self._mode = mode
        self.full_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        if text != self.full_text:
            self.full_text = text
            self.setAccessibleName(text)
            self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = self.fontMetrics().elidedText(self.full_text, self._mode, max(self.width(), 10))
        self.setText(shown)
        self.setToolTip(plain_tooltip(self.full_text) if shown != self.full_text else "")


def card(tone: str | bool = True) -> QFrame:
    """A rounded surface. ``tone`` is True, ``error``, ``warn`` or ``accent``."""
    frame = QFrame()
    frame.setProperty("card", str(tone).lower())
    return frame


def rule() -> QFrame:
    """A hairline between two groups."""
    line = QFrame()
    line.setObjectName("rule")
    return line


class IconButton(QPushButton):
    """A button with an icon in the theme's colour; ``name`` is its tooltip and accessible name."""

    def __init__(self, icon_name: str, name: str, text: str = "", kind: str = "quiet") -> None:
        super().__init__(text)
        self._icon_name = icon_name
        self._drawn_for: tuple[str, str, float, int] | None = None
        self.setProperty("kind", kind)
        self.setAccessibleName(name)
        self.setToolTip(plain_tooltip(name) if name != text else "")
        self._size_icon()
        self._redraw()

    def set_icon(self, icon_name: str) -> None:
        self._icon_name = icon_name
        self._redraw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._size_icon()

    def _size_icon(self) -> None:
        self.setIconSize(QSize(zoomed(_ICON), zoomed(_ICON)))

    def paintEvent(self, event: QPaintEvent) -> None:
        self._redraw()
        super().paintEvent(event)

    def _redraw(self) -> None:
        # The stylesheet's colours reach the palette only when the button is polished, so ask before each paint.
        colors = colors_of(self)
        color = {
            "primary": colors.accent_text,
            "danger": colors.error,
            "quiet": colors.muted,
            "bare": colors.muted,
        }.get(str(self.property("kind")), colors.text)
        color = color if self.isEnabled() else colors.disabled
        wanted = (self._icon_name, color, self.devicePixelRatioF(), self.iconSize().width())
        if wanted != self._drawn_for:
            self._drawn_for = wanted
            self.setIcon(QIcon(pixmap(wanted[0], wanted[3], wanted[2], color)))


class IconLabel(QLabel):
    """A small picture in the colour of a tone: ``muted``, ``accent``, ``ok``, ``warn`` or ``error``."""

    def __init__(self, icon_name: str, tone: str = "muted", size: int = 18) -> None:
        super().__init__()
        self.icon_name = icon_name
        self.tone = tone
        self._size = size
        self._drawn_for: tuple[str, str, float, int] | None = None
        self._drawn = QPixmap()
        self.setFixedSize(zoomed(size), zoomed(size))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedSize(zoomed(self._size), zoomed(self._size))

    def paintEvent(self, event: QPaintEvent) -> None:
        wanted = (self.icon_name, getattr(colors_of(self), self.tone), self.devicePixelRatioF(), self.width())
        if wanted != self._drawn_for:
            self._drawn_for = wanted
            self._drawn = pixmap(wanted[0], wanted[3], wanted[2], wanted[1])
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._drawn)
        painter.end()


class StateDot(QWidget):
    """A dot in a state's colour. The state is always written beside it, so the colour is never alone."""

    def __init__(self, state: str = "off") -> None:
        super().__init__()
        self._state = state
        self.setFixedSize(zoomed(12), zoomed(12))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedSize(zoomed(12), zoomed(12))

    def set_state(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(zoom() / 100, zoom() / 100)
        color = QColor(getattr(colors_of(self), STATE_TONES.get(self._state, "muted")))
        hollow = self._state in ("off", "offline", "alone")
        painter.setPen(color)
        painter.setBrush(Qt.BrushStyle.NoBrush if hollow else color)
        painter.drawEllipse(QRectF(1.5, 1.5, 9, 9))
        painter.end()


class Switch(QCheckBox):
    """A check box drawn as a switch; keyboard and screen readers see an ordinary check box."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFixedSize(self.sizeHint())
        self._position = 0.0
        self._slide = QVariantAnimation(self)
        self._slide.setDuration(120)
        self._slide.valueChanged.connect(self._move)
        self.toggled.connect(self._animate)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def sizeHint(self) -> QSize:
        return QSize(zoomed(52), zoomed(32))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedSize(self.sizeHint())

    def _animate(self, on: bool) -> None:
        self._slide.stop()
        if not self.isVisible():
            self._move(float(on))
            return
        self._slide.setStartValue(self._position)
        self._slide.setEndValue(float(on))
        self._slide.start()

    def _move(self, position: float) -> None:
        self._position = position
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = colors_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(zoom() / 100, zoom() / 100)
        track = QRectF(3, 4, 46, 24)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent if self.isChecked() else colors.disabled))
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        painter.drawRoundedRect(track, 12, 12)
        painter.setBrush(QColor(colors.accent_text if self.isChecked() else colors.field))
        painter.drawEllipse(QRectF(6 + 22 * self._position, 7, 18, 18))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(colors.text))
            painter.drawRoundedRect(QRectF(0.5, 1.5, 51, 29), 14.5, 14.5)
        painter.end()


class ProgressBar(QProgressBar):
    """Draws a new value with the rest of the window.

    Qt's own draws itself at once, and with it all of the window as it lies just then: half of it not yet laid out.
    """

    def setRange(self, minimum: int, maximum: int, /) -> None:
        if (minimum, maximum) != (self.minimum(), self.maximum()):
            self.setUpdatesEnabled(False)
            super().setRange(minimum, maximum)
            self.setUpdatesEnabled(True)

    def setValue(self, value: int, /) -> None:
        if value != self.value():
            self.setUpdatesEnabled(False)
            super().setValue(value)
            self.setUpdatesEnabled(True)


class UsageBar(ProgressBar):
    """How much of a limit is used; turns amber from 80 % and red when full."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setRange(0, 1000)
        self.setTextVisible(False)
        self.setAccessibleName(name)

    def set_usage(self, used: float, limit: float, text: str) -> None:
        share = min(1.0, used / limit) if limit > 0 else 0.0
        self.setValue(round(1000 * share))
        self.setAccessibleDescription(text)
        restyle(self, "level", "full" if share >= 0.999 else "high" if share >= 0.8 else "")


class Combo(QComboBox):
    """A choice that the mouse wheel scrolls past instead of changing. What it has no room for is in its tooltip."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._told = ""
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.currentTextChanged.connect(self._tell_all)
        self.setItemDelegate(QStyledItemDelegate(self))  # its entries are dressed by the stylesheet

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_all()

    def showPopup(self) -> None:
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + 2 * _ICON)
        super().showPopup()

    @property
    def room(self) -> int:
        """The width of the field for the chosen text."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        return self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()

    def _tell_all(self) -> None:
        """The tooltip, unless it has one of its own."""
        if self.toolTip() == self._told:
            is_cut = self.fontMetrics().horizontalAdvance(self.currentText()) > self.room
            self._told = plain_tooltip(self.currentText()) if is_cut else ""
            self.setToolTip(self._told)


class ColumnArea(QScrollArea):
    """A page without a frame that scrolls up and down, and never sideways."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        width = inside.minimumSizeHint().width() if inside is not None else 0
        return QSize(width + self.verticalScrollBar().sizeHint().width(), super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)


class NumberBox(QSpinBox):
    """A whole number that the mouse wheel scrolls past instead of changing."""

    def __init__(self, name: str, low: int = 0, high: int = 99) -> None:
        super().__init__()
        self.setRange(low, high)
        _dress_number(self, name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A number that the mouse wheel scrolls past instead of changing."""

    def __init__(self, name: str, low: float, high: float) -> None:
        super().__init__()
        self.setRange(low, high)
        _dress_number(self, name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def of_lines(area: QPlainTextEdit, lines: int) -> None:
    """Gives a text field the height of some lines of its own letters, at every zoom."""
    at_each_zoom(area, lambda: area.setFixedHeight(area.fontMetrics().lineSpacing() * lines + zoomed(18)))


def row(*items: QWidget | int, spacing: int = 8) -> QHBoxLayout:
    """Widgets side by side; a number is a stretch."""
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for item in items:
        if isinstance(item, int):
            layout.addStretch(item)
        else:
            layout.addWidget(item)
    return layout


def _dress_number(box: QAbstractSpinBox, name: str) -> None:
    """The left padding that the stylesheet gives to other fields; it cannot reach this one."""
    box.setAccessibleName(name)
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    line = box.findChild(QLineEdit)
    if line is not None:
        line.setTextMargins(8, 0, 0, 0)


def centred(widget: QWidget, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> QWidget:
    """A transparent page that holds ``widget`` in its middle, no wider than the widget's own maximum."""
    page = QWidget()
    page.setObjectName("scrolled")
    layout = row(widget, spacing=0)
    layout.setContentsMargins(*margins)
    page.setLayout(layout)
    return page
