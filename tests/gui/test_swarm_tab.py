"""The Swarm tab as a whole: it is drawn while it is looked at."""

from __future__ import annotations

from meshnet_gui.gui.main_window import MainWindow
from tests.gui import samples


def test_what_comes_while_another_tab_is_shown_is_drawn_when_this_one_is_looked_at(window: MainWindow) -> None:
    window.show_tab("Chat")
    window.show_snapshot(samples.IN_SWARM)
    assert not window.swarm.peers.rows
    window.show_tab("Swarm")
    assert set(window.swarm.peers.rows) == {peer.address for peer in samples.IN_SWARM.peers}
    assert window.swarm.coverage.bar.lanes
