"""What the tray says: which picture, the tooltip and the lines at the head of its menu. Pure functions."""

from __future__ import annotations

import re

from meshnet_gui.gui.format import drawn_state, own_state_text
from meshnet_gui.gui.sharing_words import reason_text
from meshnet_gui.gui.swarm_words import short_presence
from meshnet_gui.gui.translation import tr, tr_count
from meshnet_gui.runtime.snapshot import Snapshot

PICTURES = ("sharing", "paused", "busy", "problem", "offline")
MAX_CHARS = 120
_BUSY = ("loading", "joining", "draining", "stopping")
_UNSHOWN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]+")


def picture_of(snapshot: Snapshot, *, offline: bool = False) -> str:
    """One of ``PICTURES``. A problem of this computer's own comes before a network that is away."""
    state = drawn_state(snapshot)
    if state == "failed":
        return "problem"
    if offline or (snapshot.swarm is not None and snapshot.swarm.state == "blocked"):
        return "offline"
    if state in _BUSY:
        return "busy"
    return "sharing" if state == "ready" else "paused"


def tooltip_text(snapshot: Snapshot, *, offline: bool = False) -> str:
    """State, who is there, and why this computer shares or does not; one line each, in plain text."""
    lines = [tr("Meshnet – {state}", state=state_text(snapshot, offline=offline)), counts_text(snapshot)]
    lines += [shown(reason_text(snapshot))] if snapshot.node.state != "failed" else []
    return "\n".join(lines)


def state_text(snapshot: Snapshot, *, offline: bool = False) -> str:
    """What this computer's node does, without its address: a tooltip is short."""
    if offline and snapshot.node.state != "failed":
        return tr("No network")
    return shown(own_state_text(snapshot))


def counts_text(snapshot: Snapshot) -> str:
    """``2 sessions · Our house: 3 others here``."""
    sessions = tr_count(len(snapshot.node.sessions), "{num} session", "{num} sessions")
    presence = short_presence(snapshot)
    who = f"{shown(snapshot.swarm.name)}: {presence}" if snapshot.swarm is not None else presence
    return f"{sessions} · {who}"


def shown(text: str) -> str:
    """One short line of what may come from others. Desktops read a tooltip as markup, so it has no tags."""
    line = " ".join(_UNSHOWN.sub(" ", text[: 4 * MAX_CHARS]).split()).replace("<", "‹").replace(">", "›")
    return line if len(line) <= MAX_CHARS else line[: MAX_CHARS - 1] + "…"
