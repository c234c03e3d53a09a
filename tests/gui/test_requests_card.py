"""The log of requests: what is said of each, and that order and selection stay while more come."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.api.request_log import RequestLine
from meshnet_gui.gui.request_model import COLUMNS, FROM, OUTCOME
from meshnet_gui.gui.requests_card import RequestsCard
from tests.gui import samples


@pytest.fixture
def card(qtbot: QtBot) -> RequestsCard:
    card = RequestsCard()
    qtbot.addWidget(card)
    card.show_view(samples.API_BUSY)
    return card


def column(card: RequestsCard, number: int) -> list[str]:
    return [str(card.proxy.index(row, number).data()) for row in range(card.proxy.rowCount())]


def test_each_request_says_what_came_of_it_newest_first(card: RequestsCard) -> None:
    assert column(card, OUTCOME) == [
        "running",
        "left by the program",
        "404 no such model",
        "401 wrong key",
        "200",
        "200",
        "200",
    ]
    assert column(card, 1)[-1] == "GET /v1/models"
    assert column(card, 5)[4] == "642"
    assert column(card, 7) == ["", "4.2 s", "<0.1 s", "<0.1 s", "14.9 s", "18.4 s", "<0.1 s"]


def test_errors_have_words_and_a_colour(card: RequestsCard) -> None:
    colored = [
        card.proxy.index(row, OUTCOME).data(Qt.ItemDataRole.ForegroundRole) is not None
        for row in range(card.proxy.rowCount())
    ]
    assert colored == [False, False, True, True, False, False, False]


def test_selection_and_order_stay_while_requests_come_and_go(card: RequestsCard) -> None:
    card.table.sortByColumn(7, Qt.SortOrder.DescendingOrder)
    card.table.selectRow(0)
    assert card._selected() == 1  # the longest
    new = tuple(replace(samples.REQUESTS[1], number=number, seconds=number * 3.0) for number in range(7, 12))
    card.show_view(replace(samples.API_BUSY, requests=(*samples.REQUESTS[1:], *new)))
    assert card._selected() == 1
    assert card.proxy.rowCount() == 11
    assert column(card, 7)[0] == "33.0 s"
    card.show_view(replace(samples.API_BUSY, requests=new))
    assert card._selected() == -1


def test_a_longer_outcome_gets_the_room_that_it_needs(card: RequestsCard, qtbot: QtBot) -> None:
    card.show_view(replace(samples.API_BUSY, requests=samples.REQUESTS[:1]))
    card.show()
    card.show_view(replace(samples.API_BUSY, requests=samples.REQUESTS[:5]))
    qtbot.waitUntil(lambda: card.table.columnWidth(OUTCOME) >= card.table.sizeHintForColumn(OUTCOME))


def test_nobody_having_asked_is_said(card: RequestsCard) -> None:
    card.show_view(samples.API_ON)
    assert "No program has asked yet" in card.empty.text()
    assert card._stack.currentIndex() == 1


def test_where_requests_came_from_is_shown_once_one_came_from_elsewhere(card: RequestsCard) -> None:
    assert card.table.isColumnHidden(FROM)
    far = RequestLine(9, 0.0, "GET", "/v1/models", "192.168.1.7", status=200, seconds=1.0)
    card.show_view(replace(samples.API_BUSY, requests=(*samples.REQUESTS, far)))
    assert not card.table.isColumnHidden(FROM)


def test_every_column_has_a_name(card: RequestsCard) -> None:
    names = [card.model.headerData(n, Qt.Orientation.Horizontal) for n in range(len(COLUMNS))]
    assert all(names)
