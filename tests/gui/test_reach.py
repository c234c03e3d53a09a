from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_address

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.reach import NO_PASSWORD, ReachFields, address_for_others, best_address, own_address, reach_text
from meshnet_gui.settings import Settings


@pytest.fixture
def fields(qtbot: QtBot) -> ReachFields:
    fields = ReachFields()
    qtbot.addWidget(fields)
    fields.show_settings(Settings())
    return fields


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.53", "::1", "localhost"])
def test_a_loopback_host_reaches_this_computer_only(host: str) -> None:
    assert reach_text(host) == "Only programs on this computer can reach it."


@pytest.mark.parametrize(
    ("host", "words"), [("0.0.0.0", "Everybody in this network"), ("::", "Everybody"), ("box.lan", "gets to box.lan")]
)
def test_any_other_host_is_open_and_has_no_password(host: str, words: str) -> None:
    assert words in reach_text(host)
    assert NO_PASSWORD in reach_text(host)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://0.0.0.0:51001", "http://192.168.1.20:51001"),
        ("http://[::]:51001", "http://192.168.1.20:51001"),
        ("http://127.0.0.1:51001", "http://127.0.0.1:51001"),
        ("http://box.lan:51001", "http://box.lan:51001"),
        ("", ""),
    ],
)
def test_others_are_given_an_address_that_they_can_use(url: str, shown: str) -> None:
    assert address_for_others(url, lambda: "192.168.1.20") == shown


def test_without_a_network_the_address_stays_as_it_is() -> None:
    assert address_for_others("http://0.0.0.0:51001", lambda: "") == "http://0.0.0.0:51001"


@pytest.mark.parametrize(
    ("found", "best"),
    [
        ([], ""),
        ([("eth0", "169.254.3.4")], ""),
        ([("docker0", "172.17.0.1"), ("wlan0", "192.168.1.20"), ("eth0", "10.0.0.5")], "192.168.1.20"),
        ([("tun0", "10.8.0.2")], "10.8.0.2"),
    ],
)
def test_a_real_network_card_comes_before_a_virtual_one(found: list[tuple[str, str]], best: str) -> None:
    assert best_address(found) == best


def test_the_own_address_is_one_that_others_can_use(qapp: QApplication) -> None:
    own = own_address()
    assert not own or not (ip_address(own).is_loopback or ip_address(own).is_unspecified)


def test_only_what_differs_is_a_change(fields: ReachFields) -> None:
    assert fields.changes(Settings()) == {}
    assert fields.hint.isHidden()
    fields.who.setCurrentIndex(1)
    assert (fields.hint.text(), fields.hint.isHidden()) == (NO_PASSWORD, False)
    assert fields.changes(Settings()) == {"host": "0.0.0.0", "plain_http": True}
    fields.port.setValue(51001)
    assert fields.changes(Settings()) == {"host": "0.0.0.0", "port": 51001, "plain_http": True}


def test_without_a_port_one_is_chosen(fields: ReachFields) -> None:
    assert fields.port.text() == "chosen by itself"


def test_another_host_from_the_settings_is_shown_as_it_is(fields: ReachFields) -> None:
    settings = replace(Settings(), host="192.168.1.20", port=51001, plain_http=True)
    fields.show_settings(settings)
    assert (fields.who.currentText(), fields.host, fields.port.value()) == ("192.168.1.20", "192.168.1.20", 51001)
    assert fields.changes(settings) == {}
    fields.show_settings(Settings())
    assert [fields.who.itemText(i) for i in range(fields.who.count())] == [
        "Only this computer",
        "Everybody in this network",
    ]


def test_what_is_shown_is_no_change_of_the_users(fields: ReachFields) -> None:
    told: list[None] = []
    fields.changed.connect(lambda: told.append(None))
    fields.show_settings(replace(Settings(), host="0.0.0.0", port=51001))
    assert told == []
    fields.port.setValue(2)
    assert told == [None]
