from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.axis import number_axis
from meshnet_gui.gui.plot import MAX_POINTS, Bar, BarPlot, LinePlot, Plot
from meshnet_gui.gui.theme import LIGHT, ThemeController

POINTS = ((3600.0, 0.0), (1800.0, 10.0), (1790.0, 12.0), (0.0, 4.0))
BARS = tuple(Bar(float(n), f"{n}", f"day {n}: {n} tokens") for n in range(10))


@pytest.fixture
def line(qtbot: QtBot, theme: ThemeController) -> LinePlot:
    theme.set_mode("light")
    plot = LinePlot("Tokens a second", "{:g}".format, lambda ago, value: f"{ago:g} s ago: {value:g}", 3600.0)
    show(plot, qtbot)
    show_points(plot, POINTS)
    return plot


@pytest.fixture
def bars(qtbot: QtBot, theme: ThemeController) -> BarPlot:
    theme.set_mode("light")
    plot = BarPlot("Tokens by day", "{:g}".format)
    show(plot, qtbot)
    plot.show_bars(BARS, number_axis(9.0), summary="10 days.")
    return plot


def show(plot: Plot, qtbot: QtBot) -> None:
    qtbot.addWidget(plot)
    plot.resize(500, 160)
    plot.show()
    qtbot.waitExposed(plot)


def show_points(plot: LinePlot, points: Sequence[tuple[float, float]], **more: object) -> None:
    plot.show_points(points, number_axis(20.0), ticks=((3600, "1 h ago"), (0, "now")), summary="All told.", **more)  # type: ignore[arg-type]


def has_ink(plot: Plot, x: float, color: str) -> bool:
    """Whether a column of the plot has a point of this colour."""
    image, box = plot.grab().toImage(), plot.box()
    ratio, wanted = image.devicePixelRatio(), QColor(color)
    column = round(x * ratio)
    rows = range(round(box.top() * ratio), round((box.bottom() - 1) * ratio))
    return any(_near(QColor(image.pixel(column, row)), wanted) for row in rows)


def _near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) < 24 for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))


def test_the_mouse_reads_the_nearest_point(line: LinePlot, qtbot: QtBot) -> None:
    qtbot.mouseMove(line, QPoint(round(line.box().center().x()) - 20, 50))
    assert line.readout == "1800 s ago: 10"
    qtbot.mouseMove(line, QPoint(line.width() - 2, 50))
    assert line.readout == "0 s ago: 4"
    assert line.accessibleDescription() == "0 s ago: 4"


def test_the_keyboard_reaches_every_point(line: LinePlot, qtbot: QtBot) -> None:
    read = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_End):
        qtbot.keyClick(line, key)
        read.append(line.cursor_at)
    assert read == [3, 2, 0, 0, 1, 3]
    qtbot.keyClick(line, Qt.Key.Key_Escape)
    assert line.readout == ""
    assert line.accessibleDescription() == "All told."


def test_the_line_breaks_where_nothing_was_measured(line: LinePlot) -> None:
    assert [len(each) for each in line._stretches(line.box())] == [1, 2, 1]
    show_points(line, POINTS, gap_s=4000.0)
    assert [len(each) for each in line._stretches(line.box())] == [4]
    assert has_ink(line, line.box().center().x() + 80, LIGHT.accent)


def test_a_plot_with_nothing_to_show_says_so(line: LinePlot, qtbot: QtBot) -> None:
    qtbot.keyClick(line, Qt.Key.Key_End)
    show_points(line, (), empty="Nothing was measured yet.")
    assert line.accessibleDescription() == "Nothing was measured yet."
    qtbot.mouseMove(line, QPoint(100, 50))
    qtbot.keyClick(line, Qt.Key.Key_Left)
    assert line.cursor_at is None
    assert not has_ink(line, line.box().center().x(), LIGHT.accent)


def test_numbers_that_are_none_and_floods_of_points_are_drawn_within_the_box(line: LinePlot) -> None:
    show_points(line, [(float(n), (1e12, -5.0, math.nan)[n % 3]) for n in range(10 * MAX_POINTS, 0, -1)])
    assert line.num_marks() == MAX_POINTS
    box = line.box()
    heights = [line._height(index, box) for index in range(line.num_marks())]
    assert min(heights) == pytest.approx(box.top())
    assert max(heights) == pytest.approx(box.bottom())
    line.grab()
    assert not any(math.isnan(height) for height in heights)


def test_each_bar_is_as_high_as_its_value_and_says_it(bars: BarPlot, qtbot: QtBot) -> None:
    assert has_ink(bars, bars._place(9, bars.box()), LIGHT.accent)
    assert not has_ink(bars, bars._place(0, bars.box()), LIGHT.accent)
    qtbot.mouseMove(bars, QPoint(round(bars._place(4, bars.box())) + 3, 80))
    assert bars.readout == "day 4: 4 tokens"


def test_the_cursor_leaves_with_a_bar_that_is_gone(bars: BarPlot, qtbot: QtBot) -> None:
    qtbot.keyClick(bars, Qt.Key.Key_End)
    assert bars.cursor_at == 9
    bars.show_bars(BARS[:3], number_axis(2.0), summary="3 days.")
    assert bars.cursor_at is None
    assert bars.accessibleDescription() == "3 days."


def test_the_axis_has_room_for_its_widest_number(line: LinePlot) -> None:
    narrow = line.box().left()
    line.show_points(POINTS, number_axis(9e9), summary="")
    assert line.box().left() > narrow + 20
    line.resize(40, 20)
    line.grab()
