"""Light and dark colours, the palette and the stylesheet, and following the system's choice while it changes.

Every pair of text and ground used here has a contrast of at least 4.5, the outline of what can be filled in or dragged
one of 3 (``tests/gui/test_theme.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from meshnet_gui.gui.assets import resource, resource_url
from meshnet_gui.gui.zoom import ZOOM_PROPERTY, zoomed_sheet

MODES = ("system", "light", "dark")
_MIN_POINT_SIZE = 10.0
_POINTS_PROPERTY = "meshnetPoints"  # of the application: the size of its font at 100 %
_TEXT_SIZES = {"pt_small": 0.9, "pt_heading": 1.2, "pt_brand": 1.4, "pt_title": 1.8}


@dataclass(frozen=True, slots=True)
class Colors:
    """One theme's colours as ``#rrggbb``; the names are the placeholders of ``resources/style.qss``."""

    window: str
    surface: str
    raised: str
    pressed: str
    field: str
    border: str
    hairline: str
    field_border: str
    outline: str
    text: str
    muted: str
    disabled: str
    accent: str
    accent_hover: str
    accent_text: str
    accent_ink: str
    accent_soft: str
    accent_border: str
    user: str
    user_border: str
    code: str
    link: str
    ok: str
    ok_soft: str
    warn: str
    warn_soft: str
    warn_border: str
    error: str
    error_soft: str
    error_border: str
    track: str


LIGHT = Colors(
    window="#f5f6f8",
    surface="#ffffff",
    raised="#eef1f4",
    pressed="#e2e7ec",
    field="#ffffff",
    border="#dde2e8",
    hairline="#edf0f3",
    field_border="#c3cbd5",
    outline="#7f8996",
    text="#18202b",
    muted="#566172",
    disabled="#626c7b",
    accent="#0f766e",
    accent_hover="#0b5f59",
    accent_text="#ffffff",
    accent_ink="#0b5c55",
    accent_soft="#dff3f0",
    accent_border="#a9dcd5",
    user="#dff3f0",
    user_border="#c3e6e1",
    code="#e8ecf0",
    link="#0b6bbf",
    ok="#15743a",
    ok_soft="#e2f4e8",
    warn="#96500a",
    warn_soft="#fdf3e0",
    warn_border="#efd5a4",
    error="#b42318",
    error_soft="#fdecea",
    error_border="#f2bdb8",
    track="#e2e7ec",
)
DARK = Colors(
    window="#13161b",
    surface="#1b1f26",
    raised="#262b34",
    pressed="#303742",
    field="#161a20",
    border="#2f3641",
    hairline="#262c35",
    field_border="#434c5a",
    outline="#6b7686",
    text="#e7eaef",
    muted="#a3adbb",
    disabled="#8e98a6",
    accent="#2bb8a6",
    accent_hover="#46cbba",
    accent_text="#04211d",
    accent_ink="#6fe0d1",
    accent_soft="#163a37",
    accent_border="#23605a",
    user="#17403c",
    user_border="#215a54",
    code="#20252e",
    link="#7cc0ff",
    ok="#5fd08a",
    ok_soft="#17321f",
    warn="#f2b65a",
    warn_soft="#33280f",
    warn_border="#5f4a1b",
    error="#ff938a",
    error_soft="#391a19",
    error_border="#6d302c",
    track="#303742",
)


def colors_of(widget: QWidget) -> Colors:
    """The colours that a widget should paint with now."""
    # A stylesheet changes a widget's grounds and inks, but never its link colour.
    return DARK if widget.palette().color(QPalette.ColorRole.Link) == QColor(DARK.link) else LIGHT


class ThemeController(QObject):
    """Owns the application's look. ``changed`` follows every switch, the system's own included."""

    changed = Signal()

    def __init__(self, app: QApplication, system_scheme: Callable[[], Qt.ColorScheme] | None = None) -> None:
        super().__init__(app)
        self._app = app
        self._system_scheme = system_scheme or app.styleHints().colorScheme
        self.mode = "system"
        self.zoom = 100
        self.colors = LIGHT
        self._dressed = False
        app.setStyle("Fusion")
        self._points = float(app.property(_POINTS_PROPERTY) or max(app.font().pointSizeF(), _MIN_POINT_SIZE))
        app.setProperty(_POINTS_PROPERTY, self._points)
        self._size_font()
        app.styleHints().colorSchemeChanged.connect(self._dress)
        self._dress()

    def set_mode(self, mode: str) -> None:
        """``system``, ``light`` or ``dark``; anything else counts as ``system``."""
        self.mode = mode if mode in MODES else "system"
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        # Unknown hands the choice back to the system; the title bar follows where the platform can do it.
        self._app.styleHints().setColorScheme(schemes.get(self.mode, Qt.ColorScheme.Unknown))
        self._dress()

    def set_zoom(self, percent: int) -> None:
        """How large texts, icons and the room around them are drawn from now on."""
        if percent != self.zoom:
            self.zoom = percent
            self._dressed = False
            self._size_font()
            self._dress()

    def _size_font(self) -> None:
        font = self._app.font()
        font.setPointSizeF(self._points * self.zoom / 100)
        self._app.setProperty(ZOOM_PROPERTY, self.zoom)
        self._app.setFont(font)

    def _dress(self) -> None:
        dark = self.mode == "dark" or (self.mode == "system" and self._system_scheme() == Qt.ColorScheme.Dark)
        colors = DARK if dark else LIGHT
        if colors is self.colors and self._dressed:
            return
        self.colors, self._dressed = colors, True
        self._app.setPalette(make_palette(self.colors))
        self._app.setStyleSheet(make_stylesheet(self.colors, self._points * self.zoom / 100, self.zoom))
        self.changed.emit()


def make_stylesheet(colors: Colors, points: float = _MIN_POINT_SIZE, zoom: int = 100) -> str:
    """``resources/style.qss``: colours filled in, text sizes derived from ``points``, lengths at a zoom in percent."""
    template = Template(zoomed_sheet(resource("style.qss").read_text(encoding="utf-8"), zoom))
    return template.substitute(
        asdict(colors),
        **{name: f"{points * factor:.1f}" for name, factor in _TEXT_SIZES.items()},
        tick=resource_url(f"icons/tick-{'dark' if colors is DARK else 'light'}.svg"),
        arrow_up=resource_url("icons/chevron-up.svg"),
        arrow_down=resource_url("icons/chevron-down.svg"),
    )


def make_palette(colors: Colors) -> QPalette:
    """The Fusion palette of a theme, disabled and placeholder text included."""
    role = QPalette.ColorRole
    pairs = {
        role.Window: colors.window,
        role.WindowText: colors.text,
        role.Base: colors.field,
        role.AlternateBase: colors.raised,
        role.Text: colors.text,
        role.Button: colors.surface,
        role.ButtonText: colors.text,
        role.BrightText: colors.error,
        role.ToolTipBase: colors.surface,
        role.ToolTipText: colors.text,
        role.PlaceholderText: colors.muted,
        role.Link: colors.link,
        role.LinkVisited: colors.link,
        role.Highlight: colors.accent,
        role.HighlightedText: colors.accent_text,
        role.Accent: colors.accent,
        role.Light: colors.surface,
        role.Midlight: colors.raised,
        role.Mid: colors.border,
        role.Dark: colors.field_border,
        role.Shadow: colors.field_border,
    }
    palette = QPalette()
    for each, value in pairs.items():
        palette.setColor(each, QColor(value))
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, QColor(colors.disabled))
    return palette
