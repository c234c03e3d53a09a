from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from pytestqt.qtbot import QtBot

from meshnet_gui.archive.tree import Attachment
from meshnet_gui.gui.attachments import MAX_ATTACHMENTS, MAX_MESSAGE_CHARS, Attachments
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.composer import Composer


@pytest.fixture
def attachments(qtbot: QtBot, bridge: Bridge) -> Attachments:
    attachments = Attachments(bridge.watch)
    qtbot.addWidget(attachments)
    attachments.resize(600, 100)
    return attachments


def files(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def test_files_are_attached_with_their_names_and_can_be_taken_out(
    attachments: Attachments, tmp_path: Path, qtbot: QtBot
) -> None:
    attachments.read(files(tmp_path, "one", "two"))
    qtbot.waitUntil(lambda: len(attachments.items) == 2, timeout=5000)
    assert {(each.name, each.text) for each in attachments.items} == {("0.txt", "one"), ("1.txt", "two")}
    left = attachments.items[1]
    attachments.rows[0].remove.click()
    assert attachments.items == (left,)
    assert attachments.rows[0].label.full_text == f"{left.name} · 3 characters"


def test_a_file_that_is_no_text_is_refused_in_words(attachments: Attachments, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0\0")
    with qtbot.waitSignal(attachments.refused, timeout=5000) as told:
        attachments.read([tmp_path / "picture.png"])
    assert told.args is not None
    assert told.args[0].startswith("picture.png is no text.")
    assert attachments.items == ()


def test_only_so_many_and_so_much_is_attached(attachments: Attachments, tmp_path: Path, qtbot: QtBot) -> None:
    told: list[str] = []
    attachments.refused.connect(told.append)
    attachments.read(files(tmp_path, *"abcdefghij"))
    qtbot.waitUntil(lambda: len(attachments.items) == MAX_ATTACHMENTS, timeout=5000)
    assert told == ["A message can have 8 attachments."]
    attachments.show_items([Attachment("a", "x" * MAX_MESSAGE_CHARS)])
    assert not attachments.add(Attachment("b", "y"))
    assert "1,000,000" in told[-1]


def test_what_is_read_for_a_message_that_was_sent_is_not_attached_to_the_next(
    attachments: Attachments, tmp_path: Path, qtbot: QtBot
) -> None:
    attachments.read(files(tmp_path, "late"))
    attachments.show_items(())
    attachments.read(files(tmp_path, "", "now"))
    qtbot.waitUntil(lambda: bool(attachments.items), timeout=5000)
    assert [each.text for each in attachments.items] == ["now"]


def test_pasted_and_dropped_files_are_attached_and_not_written_as_addresses(
    bridge: Bridge, tmp_path: Path, qtbot: QtBot
) -> None:
    composer = Composer(bridge.watch)
    qtbot.addWidget(composer)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in files(tmp_path, "one")])
    assert composer.edit.canInsertFromMimeData(data)
    composer.edit.insertFromMimeData(data)
    qtbot.waitUntil(lambda: len(composer.attachments.items) == 1, timeout=5000)
    assert composer.edit.toPlainText() == ""
    assert composer.message() == "File 0.txt:\none"
