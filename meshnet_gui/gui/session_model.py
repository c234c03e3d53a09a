"""Session caches as a table that is updated in place, so that a selection and a sort order survive every snapshot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt

from meshnet_gui.gui.amounts import bytes_text, number_text
from meshnet_gui.gui.format import compact_duration_text, session_state_text, short_model
from meshnet_gui.gui.row_table import ROOT, SORT_ROLE, Heading, Index, RowModel
from meshnet_gui.gui.translation import mark, tr
from meshnet_gui.gui.widgets import plain_tooltip
from meshnet_gui.types import SessionStatus


@dataclass(frozen=True, slots=True)
class Column(Heading):
    """A column with the words of a cell and the value to sort by."""

    words: Callable[[SessionStatus, str], str]
    key: Callable[[SessionStatus], Any]


COLUMNS = (
    Column(mark("Session"), lambda s, _: s.short_id, lambda s: s.short_id, number=False),
    Column(mark("Span and model"), lambda s, model: f"{s.span} · {short_model(model)}", lambda s: s.span, number=False),
    Column(mark("Tokens"), lambda s, _: number_text(s.num_tokens), lambda s: s.num_tokens),
    Column(mark("Size"), lambda s, _: bytes_text(s.num_bytes), lambda s: s.num_bytes),
    Column(mark("State"), lambda s, _: session_state_text(s.state, s.idle_s), lambda s: s.state, number=False),
    Column(mark("Age"), lambda s, _: compact_duration_text(s.age_s), lambda s: s.age_s),
    Column(mark("Idle"), lambda s, _: compact_duration_text(s.idle_s), lambda s: s.idle_s),
    Column(mark("TTL left"), lambda s, _: compact_duration_text(s.ttl_left_s), lambda s: s.ttl_left_s),
)


class SessionTable(RowModel):
    """One row per session; ``own`` sessions, opened by this program's chats, are marked."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)
        self._sessions: list[SessionStatus] = []
        self._model_of: Callable[[SessionStatus], str] = lambda session: ""
        self._own: frozenset[str] = frozenset()

    def update_sessions(
        self, sessions: Sequence[SessionStatus], model_of: Callable[[SessionStatus], str], own: frozenset[str]
    ) -> None:
        """Takes the newest list: rows that are gone leave, new ones are added, the others change where they are."""
        self._model_of, self._own = model_of, own
        wanted = {_key(session): session for session in sessions}
        for number in reversed(range(len(self._sessions))):
            if _key(self._sessions[number]) not in wanted:
                self.beginRemoveRows(ROOT, number, number)
                del self._sessions[number]
                self.endRemoveRows()
        self._sessions = [wanted.pop(_key(session)) for session in self._sessions]
        if self._sessions:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._sessions) - 1, len(COLUMNS) - 1))
        if wanted:
            first = len(self._sessions)
            self.beginInsertRows(ROOT, first, first + len(wanted) - 1)
            self._sessions += wanted.values()
            self.endInsertRows()

    def session_at(self, row: int) -> SessionStatus:
        return self._sessions[row]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._sessions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        session, column = self._sessions[index.row()], COLUMNS[index.column()]
        own = session.short_id in self._own
        if role == Qt.ItemDataRole.DisplayRole:
            words = column.words(session, self._model_of(session))
            return tr("{words} · you", words=words) if own and index.column() == 0 else words
        if role == SORT_ROLE:
            return column.key(session) if index.column() != 1 else session.span.start
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.side
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 1:
            return plain_tooltip(tr("{model}, layers {span}", model=self._model_of(session), span=session.span))
        return None


def _key(session: SessionStatus) -> tuple[str, int]:
    """One session may run through several shards of a node."""
    return session.short_id, session.shard
