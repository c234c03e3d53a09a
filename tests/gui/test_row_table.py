from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.row_table import Heading, RowModel, RowTable, sorted_view

HEADINGS = (Heading("Name", number=False), Heading("Model", number=False), Heading("Prompt", means="Tokens"))


@pytest.fixture
def table(qtbot: QtBot) -> RowTable:
    table = RowTable(sorted_view(RowModel(HEADINGS)), elastic=1, least_width=190, least_height=lambda line: 3 * line)
    qtbot.addWidget(table)
    return table


def test_titles_stand_over_their_words_and_say_what_they_mean(table: RowTable) -> None:
    model = table.model()
    across = Qt.Orientation.Horizontal
    assert [model.headerData(column, across) for column in range(3)] == ["Name", "Model", "Prompt"]
    assert model.headerData(2, across, Qt.ItemDataRole.ToolTipRole) == "Tokens"
    sides = [model.headerData(column, across, Qt.ItemDataRole.TextAlignmentRole) for column in (0, 2)]
    assert [Qt.AlignmentFlag(side) & Qt.AlignmentFlag.AlignHorizontal_Mask for side in sides] == [
        Qt.AlignmentFlag.AlignLeft,
        Qt.AlignmentFlag.AlignRight,
    ]


@pytest.mark.parametrize("width", [900, 120])
def test_one_column_takes_what_the_others_leave_and_never_less_than_can_be_read(
    table: RowTable, qtbot: QtBot, width: int
) -> None:
    table.show()
    table.resize(width, 300)
    others = table.horizontalHeader().length() - table.columnWidth(1)
    qtbot.waitUntil(lambda: table.columnWidth(1) == max(190, table.viewport().width() - others))
    assert table.horizontalHeader().sectionResizeMode(1) == QHeaderView.ResizeMode.Fixed
    assert table.minimumHeight() == 3 * table.verticalHeader().defaultSectionSize()
