"""The shards of this computer's node, where there are several: what each is and may take, and a button to stop it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import error_text, shard_name_text, shard_state_text
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, StateDot
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.types import NodeStatus, ShardStatus, Span

_Key = tuple[str, Span]


class ShardList(QWidget):
    """One row per shard, hidden for a lone one. The first is what the node serves above all: the switch ends it."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self.rows: dict[_Key, ShardRow] = {}
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(6)
        self.hide()

    def show_node(self, node: NodeStatus) -> None:
        shards = node.shards if len(node.shards) > 1 else ()
        wanted = {(shard.identity, shard.span): shard for shard in shards}
        for key in [key for key in self.rows if key not in wanted]:
            self._rows.removeWidget(self.rows[key])
            self.rows.pop(key).deleteLater()
        for place, (key, shard) in enumerate(wanted.items()):
            if key not in self.rows:
                self.rows[key] = ShardRow(self._commands, self._bridge, shard)
            self._rows.insertWidget(place, self.rows[key])
            self.rows[key].show_shard(shard, is_first=place == 0)
        self.setVisible(bool(wanted))


class ShardRow(QFrame):
    """A shard: its state, its layers and model, its memory now and at worst."""

    def __init__(self, commands: Commands, bridge: Bridge, shard: ShardStatus) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self._key = shard.identity, shard.span
        self._dot = StateDot()
        self.name = ElidedLabel(shard_name_text(shard))
        self.state = PlainLabel("", "caption", wrap=True)
        self.stop = IconButton("close", tr("Stop serving {shard_name}", shard_name=shard_name_text(shard)), kind="bare")
        self.stop.clicked.connect(self._stop)
        grid = QGridLayout()
        grid.setVerticalSpacing(0)
        grid.addWidget(self.name, 0, 0)
        grid.addWidget(self.state, 1, 0)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._dot)
        layout.addLayout(grid, 1)
        layout.addWidget(self.stop)

    def show_shard(self, shard: ShardStatus, *, is_first: bool) -> None:
        self._dot.set_state(shard.state)
        self.state.set_role("error-caption" if shard.state == "failed" else "caption")
        self.state.setText(shard_state_text(shard))
        self.stop.setVisible(not is_first)
        self.stop.setEnabled(shard.state in ("ready", "failed"))

    def _stop(self) -> None:
        self.stop.setEnabled(False)
        self._bridge.watch(self._commands.stop_shard(*self._key), self._stopped)

    def _stopped(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self.stop.setEnabled(True)
            self.state.set_role("error-caption")
            self.state.setText(error_text(error))
