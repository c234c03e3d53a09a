"""Every keyboard shortcut: made from one list, which the shortcuts' dialog shows too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from meshnet_gui.gui.translation import mark, tr_marked

_Standard = QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Keys and what they do; ``where`` is the heading that it is listed under."""

    where: str
    does: str
    keys: tuple[str | QKeySequence.StandardKey, ...]

    def sequences(self) -> list[QKeySequence]:
        """The keys of this platform, each once."""
        found: list[QKeySequence] = []
        for key in self.keys:
            for sequence in [QKeySequence(key)] if isinstance(key, str) else QKeySequence.keyBindings(key):
                if sequence not in found:
                    found.append(sequence)
        return found

    def shown(self) -> str:
        """The keys as this platform writes them, the first two of them."""
        native = QKeySequence.SequenceFormat.NativeText
        return "   ".join(sequence.toString(native) for sequence in self.sequences()[:2])


_WINDOW, _CHAT, _LIST, _SETTINGS = mark("Window"), mark("Chat"), mark("List of chats"), mark("Settings")
_OTHERS = mark("Plots, maps and schedules")
SHORTCUTS = {
    "tab1": Shortcut(_WINDOW, mark("Show the chat"), ("Ctrl+1",)),
    "tab2": Shortcut(_WINDOW, mark("Show the models"), ("Ctrl+2",)),
    "tab3": Shortcut(_WINDOW, mark("Show the node"), ("Ctrl+3",)),
    "tab4": Shortcut(_WINDOW, mark("Show the swarm"), ("Ctrl+4",)),
    "tab5": Shortcut(_WINDOW, mark("Show the API"), ("Ctrl+5",)),
    "tab6": Shortcut(_WINDOW, mark("Show the log"), ("Ctrl+6",)),
    "settings": Shortcut(_WINDOW, mark("Open the settings"), ("Ctrl+,",)),
    "shortcuts": Shortcut(_WINDOW, mark("Show this list"), ("F1", "Ctrl+/")),
    "zoom_in": Shortcut(_WINDOW, mark("Draw everything larger"), (_Standard.ZoomIn, "Ctrl++", "Ctrl+=")),
    "zoom_out": Shortcut(_WINDOW, mark("Draw everything smaller"), (_Standard.ZoomOut, "Ctrl+-")),
    "zoom_reset": Shortcut(_WINDOW, mark("Draw everything in its usual size"), ("Ctrl+0",)),
    "close": Shortcut(_WINDOW, mark("Close the window"), (_Standard.Close, "Ctrl+W")),
    "quit": Shortcut(_WINDOW, mark("Quit Meshnet"), (_Standard.Quit, "Ctrl+Q")),
    "new_chat": Shortcut(_CHAT, mark("Begin a new chat"), (_Standard.New, "Ctrl+N")),
    "send": Shortcut(_CHAT, mark("Send the message"), ("Return",)),
    "new_line": Shortcut(_CHAT, mark("Begin a new line"), ("Shift+Return",)),
    "stop": Shortcut(_CHAT, mark("Stop the answer, leave editing, or close the options"), ("Escape",)),
    "list": Shortcut(_CHAT, mark("Show or hide the list of chats"), ("Ctrl+B",)),
    "search_chats": Shortcut(_CHAT, mark("Search the chats"), (_Standard.Find, "Ctrl+F")),
    "open_chat": Shortcut(_LIST, mark("Open the selected chat"), ("Return",)),
    "rename_chat": Shortcut(_LIST, mark("Rename the selected chat"), ("F2",)),
    "delete_chat": Shortcut(_LIST, mark("Delete the selected chat"), ("Delete",)),
    "search_settings": Shortcut(_SETTINGS, mark("Search settings"), (_Standard.Find, "Ctrl+F")),
    "remove_app": Shortcut(_SETTINGS, mark("Remove the selected program"), (_Standard.Delete, "Delete")),
    "before": Shortcut(_OTHERS, mark("Go to the one before"), ("Left",)),
    "after": Shortcut(_OTHERS, mark("Go to the next one"), ("Right",)),
    "mark_hour": Shortcut(_OTHERS, mark("Choose the hour, or leave it out"), ("Space",)),
}


def add_shortcut(
    name: str,
    owner: QWidget,
    does: Callable[[], object],
    context: Qt.ShortcutContext = Qt.ShortcutContext.WindowShortcut,
) -> list[QShortcut]:
    """Lets the keys of ``SHORTCUTS[name]`` do something where ``owner`` is."""
    made = []
    for sequence in SHORTCUTS[name].sequences():
        shortcut = QShortcut(sequence, owner, context=context)
        shortcut.activated.connect(lambda: does())
        made.append(shortcut)
    return made


def listed() -> Iterator[tuple[str, list[Shortcut]]]:
    """The shortcuts by heading, headings in the window's language."""
    for where, group in groupby(SHORTCUTS.values(), lambda each: each.where):
        yield tr_marked(where), list(group)
