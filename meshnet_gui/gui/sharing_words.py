"""What the switch of sharing says: why this computer shares or does not, and what comes next. Pure functions."""

from __future__ import annotations

import math
from datetime import datetime

from meshnet_gui.gui.amounts import duration_text
from meshnet_gui.gui.pauses import until_text
from meshnet_gui.gui.position_switch import position_of
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.runtime.snapshot import Snapshot


def paused_until(snapshot: Snapshot, now: datetime) -> float:
    """When the running pause for a time ends, in seconds since 1970; 0 where there is none."""
    ends = snapshot.sharing.paused_until or snapshot.settings.paused_until
    return ends if ends > now.timestamp() else 0.0


def reason_text(snapshot: Snapshot, now: datetime | None = None) -> str:
    """Why this computer shares or does not, in one sentence; never empty."""
    now = now or datetime.now()
    ends = paused_until(snapshot, now)
    position = position_of(snapshot.settings.contributing, snapshot.settings.by_rules)
    said = snapshot.sharing.reason
    if ends and position == "always":
        return tr("Paused until {time}. Then this computer shares again.", time=until_text(ends, now))
    if ends and position == "rules":
        return tr("Paused until {time}. Then your rules decide again.", time=until_text(ends, now))
    if snapshot.node.state == "failed" and position != "paused" and (snapshot.sharing.shares or not said):
        return tr("Not shared: the node has failed.")  # whoever shows this says beside it why
    if said and position != "paused":
        return sentence(said)
    if position == "paused" and not snapshot.settings.shared_before:
        return tr("This computer has not shared yet. Choose “Always” or “By my rules” to begin.")
    return {
        "always": tr("Shares for as long as Meshnet runs."),
        "rules": tr("Shares while your rules allow it."),
        "paused": tr("You paused sharing. Nobody else is served by this computer."),
    }[position]


def what_follows(snapshot: Snapshot) -> str:
    """What a pause still waits for or frees, and whether the computer is kept awake; mostly empty."""
    sharing = snapshot.sharing
    notes = []
    if sharing.finishing:
        notes.append(tr("Running sessions finish first."))
    if sharing.frees_in_s is not None and not sharing.finishing:
        time = duration_text(_in_minutes(sharing.frees_in_s))
        notes.append(tr("The layers stay in memory for {time} more.", time=time))
    if sharing.keeps_awake:
        notes.append(tr("This computer is kept awake meanwhile."))
    return " ".join(notes)


def _in_minutes(seconds: float) -> float:
    """Whole minutes where it is more than one: a text that changes each second is no text to read."""
    return 60 * math.ceil(seconds / 60) if seconds > 60 else seconds
