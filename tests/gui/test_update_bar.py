from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.update_bar import UpdateBar
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def bar(commands: FakeCommands, qtbot: QtBot) -> UpdateBar:
    bar = UpdateBar(commands)
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return opened


def test_it_is_there_only_while_there_is_something_to_tell(bar: UpdateBar) -> None:
    for quiet in (samples.IDLE, samples.LOOKS_FOR_UPDATES, samples.UP_TO_DATE, samples.UPDATE_FAILED):
        bar.show_snapshot(quiet)
        assert bar.isHidden()
    bar.show_snapshot(samples.UPDATE_IS_THERE)
    assert not bar.isHidden()
    assert bar.text.text() == "Version 0.2.0 of Meshnet is there. This is 0.1.0."
    known = replace(samples.UPDATE_IS_THERE, updates=replace(samples.UPDATE_IS_THERE.updates, tells=False))
    bar.show_snapshot(known)
    assert bar.isHidden()


def test_dismissed_it_stays_away_and_comes_for_the_next_version(bar: UpdateBar, commands: FakeCommands) -> None:
    bar.show_snapshot(samples.UPDATE_IS_THERE)
    bar.dismiss.click()
    bar.show_snapshot(samples.UPDATE_IS_THERE)  # taken before the core heard of it
    assert bar.isHidden()
    assert commands.named("dismiss_update") == [()]
    updates = replace(samples.UPDATE_IS_THERE.updates, version="0.3.0")
    bar.show_snapshot(replace(samples.UPDATE_IS_THERE, updates=updates))
    assert not bar.isHidden()


def test_its_page_opens_in_the_browser_and_that_is_all(
    bar: UpdateBar, commands: FakeCommands, browser: list[str]
) -> None:
    bar.show_snapshot(samples.UPDATE_IS_THERE)
    bar.open.click()
    assert browser == [samples.UPDATE_PAGE]
    assert (bar.isHidden(), commands.named("dismiss_update")) == (True, [()])


def test_a_page_that_was_refused_has_no_button(bar: UpdateBar) -> None:
    updates = replace(samples.UPDATE_IS_THERE.updates, page="")
    bar.show_snapshot(replace(samples.UPDATE_IS_THERE, updates=updates))
    assert (bar.isHidden(), bar.open.isHidden()) == (False, True)


def test_without_a_browser_the_page_is_named(bar: UpdateBar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    bar.show_snapshot(samples.UPDATE_IS_THERE)
    bar.open.click()
    assert not bar.isHidden()
    assert samples.UPDATE_PAGE in bar.text.text().replace("\u200b", "")


@pytest.mark.parametrize("page", ["http://forge.example/x", "file:///etc/passwd", "javascript:alert(1)"])
def test_only_pages_over_https_are_opened_whatever_the_core_says(bar: UpdateBar, browser: list[str], page: str) -> None:
    updates = replace(samples.UPDATE_IS_THERE.updates, page=page)
    bar.show_snapshot(replace(samples.UPDATE_IS_THERE, updates=updates))
    bar.open.click()
    assert browser == []
