"""The senses of the computer that this program runs on. Nothing is asked before the first look."""

from __future__ import annotations

import psutil  # type: ignore[import-untyped]

from meshnet_gui.runtime.governor.idle import idle_reader
from meshnet_gui.runtime.governor.processes import OtherWork, all_names
from meshnet_gui.runtime.governor.senses import Senses


def this_computer() -> Senses:
    """All of them, each with what it remembers from one look to the next."""
    return Senses(
        idle_s=idle_reader(),
        on_battery=on_battery,
        busy_percent=OtherWork().percent,
        apps=all_names,
        total_memory_bytes=int(psutil.virtual_memory().total),
    )


def on_battery() -> bool | None:
    """A computer without a battery is plugged in; None where this system does not say."""
    if not hasattr(psutil, "sensors_battery"):
        return None
    battery = psutil.sensors_battery()
    if battery is None:
        return False
    return None if battery.power_plugged is None else not battery.power_plugged
