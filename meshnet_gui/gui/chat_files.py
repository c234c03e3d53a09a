"""Chats to and from files: asks where, and says how it went. The dialogs do not stop the window."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from meshnet_gui.archive.tree import ConversationInfo
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.chat_rows import shown_title
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.runtime.conversations import Conversations

_UNFIT = re.compile(r'[\\/:*?"<>|\0-\x1f]+')
_MAX_NAME_CHARS = 60


class ChatFiles:
    """``told(text, is_error)`` is how it went; ``came_in()`` follows an import."""

    def __init__(
        self,
        parent: QWidget,
        conversations: Conversations,
        bridge: Bridge,
        told: Callable[[str, bool], None],
        came_in: Callable[[], None],
    ) -> None:
        self._parent = parent
        self._conversations = conversations
        self._bridge = bridge
        self._told = told
        self._came_in = came_in
        self.dialog: QFileDialog | None = None

    def export_markdown(self, info: ConversationInfo) -> None:
        def export(path: Path) -> None:
            self._bridge.watch(self._conversations.export_markdown(info.id, path), lambda _, e: self._wrote(path, e))

        self._ask_where(tr("Export this chat as Markdown"), _file_name(info), "md", export)

    def export_json(self, info: ConversationInfo) -> None:
        def export(path: Path) -> None:
            self._bridge.watch(self._conversations.export_json(path, info.id), lambda _, e: self._wrote(path, e))

        self._ask_where(tr("Export this chat as JSON"), _file_name(info), "json", export)

    def export_all(self) -> None:
        def export(path: Path) -> None:
            self._told(tr("Exporting all chats..."), False)
            self._bridge.watch(self._conversations.export_json(path), lambda num, e: self._wrote(path, e, num))

        self._ask_where(tr("Export all chats as JSON"), "meshnet-chats", "json", export)

    def import_json(self) -> None:
        dialog = self._dialog(tr("Import chats"), "json", self._bring_in)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def _bring_in(self, path: Path) -> None:
        self._told(tr("Importing chats..."), False)
        self._bridge.watch(self._conversations.import_json(path), self._read)

    def _read(self, num: int | None, error: MeshnetError | None) -> None:
        if error is not None:
            self._told(sentence(str(error)), True)
            return
        self._told(tr_count(num or 0, "{num} chat was imported.", "{num} chats were imported."), False)
        self._came_in()

    def _wrote(self, path: Path, error: MeshnetError | None, num: int | None = None) -> None:
        if error is not None:
            self._told(sentence(str(error)), True)
        elif num is None:
            self._told(tr("Exported to {file}.", file=path.name), False)
        else:
            text = tr_count(
                num, "{num} chat was exported to {file}.", "{num} chats were exported to {file}.", file=path.name
            )
            self._told(text, False)

    def _ask_where(self, title: str, name: str, ending: str, then: Callable[[Path], None]) -> None:
        dialog = self._dialog(title, ending, then)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.selectFile(f"{name}.{ending}")
        dialog.open()

    def _dialog(self, title: str, ending: str, then: Callable[[Path], None]) -> QFileDialog:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        kinds = {"md": tr("Markdown (*.md)"), "json": tr("JSON (*.json)")}
        dialog = QFileDialog(self._parent, title, folder, f"{kinds[ending]};;{tr('All files (*)')}")
        dialog.setDefaultSuffix(ending)
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        self.dialog = dialog
        return dialog


def _file_name(info: ConversationInfo) -> str:
    """The title as far as every file system takes it."""
    name = _UNFIT.sub(" ", shown_title(info)).strip(" .")
    return " ".join(name.split())[:_MAX_NAME_CHARS].strip() or "chat"
