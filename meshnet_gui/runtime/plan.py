"""What kind of core is wanted. Light, so that a window can say it before the core's parts are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from meshnet_gui.settings import Settings, SettingsFile

Begin = tuple[Settings, SettingsFile | None, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of core is wanted. ``settings`` None reads and keeps the user's own; else nothing is saved.

    ``for_this_run`` are settings that take the place of the user's own, by name, and are not saved. ``swarm`` names
    another than the active one to take part in, "" none; ``swarm_folder`` another place of keys and swarms than usual.
    ``only_fetches``: it brings models here and does nothing else, so nothing that computes is prepared. ``use_hub``:
    whether the hub may be asked. ``api_key_file`` is where the API's key is, None: where the app has it.
    ``kind`` is as what it can be told something by commands (``runtime.instances``), empty: not at all.
    """

    settings: Settings | None = None
    for_this_run: Mapping[str, Any] = field(default_factory=dict)
    peers: tuple[str, ...] = ()
    num_demo_nodes: int = 0
    swarm: str | None = None
    swarm_folder: Path | None = None
    only_fetches: bool = False
    use_hub: bool = True
    api_key_file: Path | None = None
    kind: str = ""

    def settings_now(self) -> Begin:
        """The settings to begin with, the file that keeps them (None: nothing does), and a notice for the user."""
        if self.settings is not None:
            return replace(self.settings, **self.for_this_run), None, ""
        file = SettingsFile(None, self.for_this_run)
        settings, notice = file.load()
        return settings, file, notice
