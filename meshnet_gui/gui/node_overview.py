"""What this computer runs, in one look: its layers as a bar, its speed now, and the way to sessions and history."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from meshnet_gui.gui.amounts import bytes_text, number_text
from meshnet_gui.gui.format import own_state_text
from meshnet_gui.gui.segments import Segments
from meshnet_gui.gui.span_bar import SpanBar
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.gui.widgets import ElidedLabel, row
from meshnet_gui.runtime.snapshot import Snapshot

SESSIONS, HOUR, DAYS = "sessions", "hour", "days"


class NodeOverview(QFrame):
    """``page_chosen`` carries ``SESSIONS``, ``HOUR`` or ``DAYS``."""

    page_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self.span = SpanBar()
        self.now = ElidedLabel("", "muted")
        self.pages = Segments(tr("Show"), [(tr("Sessions"), SESSIONS), (tr("Last hour"), HOUR), (tr("By day"), DAYS)])
        self.pages.chosen.connect(self.page_chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 14, 20, 10)
        layout.setSpacing(8)
        head = row()
        head.addWidget(ElidedLabel(tr("Layers here"), "heading"), 1)
        head.addWidget(self.pages)
        layout.addLayout(head)
        layout.addWidget(self.span)
        layout.addWidget(self.now)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self.span.show_node(snapshot.node, snapshot.model.num_layers if snapshot.model else 0)
        self.now.set_text(_now_text(snapshot))


def _now_text(snapshot: Snapshot) -> str:
    """Speed, sessions and their memory while it serves; else what it does. Why it failed is told beside it."""
    node = snapshot.node
    if node.state == "failed":
        return tr("Nothing is served.")
    if node.state not in ("ready", "draining"):
        return sentence(own_state_text(snapshot))
    speed = snapshot.recent[-1].tokens_per_s if snapshot.recent else 0.0
    return tr_count(
        len(node.sessions),
        "Now {speed} tokens/s, {num} session with {size} of memory.",
        "Now {speed} tokens/s, {num} sessions with {size} of memory.",
        speed=number_text(float(speed), 1 if 0 < speed < 10 else 0),
        size=bytes_text(node.used_bytes),
    )
