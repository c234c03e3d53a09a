from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.span_bar import SpanBar, rows_of
from meshnet_gui.types import NodeStatus, Span
from tests.gui import samples


def shown(qtbot: QtBot, node: NodeStatus) -> SpanBar:
    bar = SpanBar()
    qtbot.addWidget(bar)
    bar.resize(600, bar.sizeHint().height())
    bar.show_node(node, 30)
    bar.show()
    return bar


def test_the_span_lies_where_its_layers_are_of_the_whole_model(qtbot: QtBot) -> None:
    bar = shown(qtbot, replace(samples.READY, shards=(replace(samples.SHARD, span=Span(15, 30), num_layers=30),)))
    (box,) = bar.boxes()
    assert abs(box.left() - 300) < 2
    assert abs(box.right() - 600) < 2


def test_each_model_has_a_row_with_its_shards_in_order(qtbot: QtBot) -> None:
    rows = rows_of(samples.TWO_SHARDS)
    assert [len(row.shards) for row in rows] == [1] * len({s.identity for s in samples.TWO_SHARDS.shards})
    one, two = shown(qtbot, samples.READY), shown(qtbot, samples.TWO_SHARDS)
    assert two.sizeHint().height() >= one.sizeHint().height() * len(rows)


def test_arrow_keys_and_mouse_say_what_a_piece_is(qtbot: QtBot) -> None:
    bar = shown(qtbot, samples.READY)
    qtbot.keyClick(bar, Qt.Key.Key_Right)
    assert "layers 0-15 of 30" in bar.readout
    assert bar.accessibleDescription() == bar.readout
    qtbot.mouseMove(bar, QPoint(bar.width() - 3, 8))  # where nothing is served
    bar.clearFocus()
    assert "layers 0-15" in bar.accessibleDescription()


def test_nothing_served_is_an_empty_bar_that_says_so(qtbot: QtBot) -> None:
    bar = shown(qtbot, samples.OFF)
    assert bar.boxes() == []
    assert bar.accessibleDescription() == "Nothing is served."


def test_a_node_that_tells_nonsense_of_its_layers_is_not_drawn(qtbot: QtBot) -> None:
    bad = replace(samples.READY, shards=(replace(samples.SHARD, span=Span(20, 40), num_layers=30),))
    assert shown(qtbot, bad).boxes() == []
