from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.invite_view import InviteView, rendezvous_of, where_text
from meshnet_gui.gui.qr_view import text_in_file, text_in_image
from meshnet_gui.swarm.invite import Invite
from tests.gui import samples


@pytest.fixture
def tabs(qtbot: QtBot) -> QStackedWidget:
    """Two pages, the invite on the first."""
    tabs = QStackedWidget()
    qtbot.addWidget(tabs)
    for _ in range(2):
        page = QWidget()
        page.setLayout(QVBoxLayout())
        tabs.addWidget(page)
    tabs.show()
    return tabs


@pytest.fixture
def view(tabs: QStackedWidget) -> InviteView:
    view = InviteView()
    tabs.widget(0).layout().addWidget(view)
    view.show_invite(samples.INVITE, samples.SWARM)
    return view


def is_forgotten(view: InviteView) -> bool:
    return not (
        view.text.toPlainText() or view.picture.squares or view._invite or view.is_for or view._timer.isActive()
    )


def test_the_picture_on_the_screen_can_be_read(view: InviteView) -> None:
    assert view.isVisible()
    assert text_in_image(view.picture.grab().toImage()) == samples.INVITE
    assert view.text.toPlainText() == samples.INVITE


def test_hiding_forgets_the_invite(view: InviteView) -> None:
    view.close_it.click()
    assert not view.isVisible()
    assert is_forgotten(view)


def test_another_tab_hides_it_and_coming_back_does_not_show_it_again(view: InviteView, tabs: QStackedWidget) -> None:
    tabs.setCurrentIndex(1)
    assert is_forgotten(view)
    tabs.setCurrentIndex(0)
    assert not view.isVisible()


def test_it_hides_by_itself(view: InviteView) -> None:
    assert view._timer.isActive()
    assert view._timer.isSingleShot()
    view._timer.timeout.emit()
    assert not view.isVisible()
    assert is_forgotten(view)


def test_copying_marks_the_text_as_a_secret(view: InviteView) -> None:
    view.copy.click()
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == samples.INVITE
    assert bytes(data.data("x-kde-passwordManagerHint").data()) == b"secret"


def test_a_saved_picture_can_be_read_and_by_its_owner_only(view: InviteView, tmp_path: Path) -> None:
    path = tmp_path / "invite.png"
    path.write_bytes(b"an older picture")
    path.chmod(0o644)
    view.save_picture(path)
    assert text_in_file(path) == samples.INVITE
    assert sys.platform == "win32" or stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not view.problem.isVisible()


def test_a_picture_that_cannot_be_saved_says_why(view: InviteView, tmp_path: Path) -> None:
    view.save_picture(tmp_path / "nowhere" / "invite.png")
    assert view.problem.isVisible()
    assert "could not be saved" in view.problem.text()


def test_where_an_invite_works_is_said(view: InviteView) -> None:
    assert view.where.text() == "It works from anywhere, through box.example.org:7447."
    view.show_invite(samples.INVITE, samples.SWARM_OFF)
    assert "computers in this network" in view.where.text()


@pytest.mark.parametrize(
    ("rendezvous", "anywhere"),
    [
        ((), False),
        (("192.168.1.5:33000", "[fe80::1]:33000", "100.64.3.2:33000"), False),
        (("192.168.1.5:33000", "8.8.4.4:7447"), True),
        (("[2a00:1450:4001::1]:7447",), True),
        (("box.example.org:7447",), True),
    ],
)
def test_addresses_inside_of_a_network_work_there_only(rendezvous: tuple[str, ...], anywhere: bool) -> None:
    assert ("from anywhere" in where_text(rendezvous)) is anywhere


def test_the_addresses_are_those_of_the_invite_itself(view: InviteView) -> None:
    invite = Invite("Our house", bytes(32), ("8.8.4.4:7447",)).encode()
    assert rendezvous_of(invite) == ("8.8.4.4:7447",)
    view.show_invite(invite, samples.SWARM)
    assert view.where.text() == "It works from anywhere, through 8.8.4.4:7447."
    assert text_in_image(view.picture.grab().toImage()) == invite


def test_an_invite_that_is_too_long_for_a_picture_is_still_there_as_text(view: InviteView) -> None:
    view.show_invite("x" * 3000, samples.SWARM)
    assert not view.picture.isVisible()
    assert view.text.toPlainText() == "x" * 3000
