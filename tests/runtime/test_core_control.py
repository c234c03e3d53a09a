"""A running core that commands find: paused, resumed and drained from outside."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest

from meshnet_gui.concurrency.server import bind
from meshnet_gui.control_cli import ask
from meshnet_gui.errors import PortInUse, UserError
from meshnet_gui.events import EndAsked
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.instances import Instance, running
from meshnet_gui.settings import Settings, SettingsFile
from tests.cores import SOON, MakeCore, started

SHARED = Settings(model="tiny", contributing=True, by_rules=False)


def found(folder: Path) -> Instance:
    (instance,) = running(folder)
    return instance


def controlled(make: MakeCore, folder: Path, settings: Settings = SHARED) -> Core:
    return started(make(settings, kind="node", control_folder=folder, free_memory=lambda: 2**40))


def test_pause_and_resume_move_the_switch_and_drain_ends_what_is_shared(make: MakeCore, tmp_path: Path) -> None:
    core = controlled(make, tmp_path)
    ended = threading.Event()
    core.events.subscribe(lambda event: ended.set() if isinstance(event, EndAsked) else None)
    instance = found(tmp_path)
    assert ask(instance, "GET", "/status")["node"]["state"] == "ready"
    assert ask(instance, "POST", "/pause", {})["sharing"]["position"] == "paused"
    assert core.snapshot().node_address == ""
    assert ask(instance, "POST", "/resume", {})["sharing"]["position"] == "always"
    core.change_settings(api_on=True, api_port=0).result(SOON)
    api = core.snapshot().api.address
    figures = httpx.get(f"http://127.0.0.1:{instance.port}/metrics", trust_env=False).text
    assert 'meshnet_node_state{state="ready"} 1' in figures
    before = core.snapshot().settings
    assert ask(instance, "POST", "/drain", {})["state"] == "draining"
    assert ended.wait(SOON)
    assert core.snapshot().settings == before
    assert core.snapshot().node_address == ""
    refused = httpx.get(f"{api}/v1/models", trust_env=False)
    assert (refused.status_code, refused.json()["error"]["code"]) == (503, "ending")
    core.stop()
    assert running(tmp_path) == ()


def test_what_never_shared_is_not_made_to_share_by_resume(make: MakeCore, tmp_path: Path) -> None:
    core = controlled(make, tmp_path, Settings(model="tiny"))
    with pytest.raises(UserError, match="does not share"):
        ask(found(tmp_path), "POST", "/resume", {})
    assert not core.snapshot().settings.contributing


def test_a_control_port_that_is_taken_is_said(make: MakeCore, tmp_path: Path) -> None:
    taken = bind("127.0.0.1", 0)
    port = taken.getsockname()[1]
    try:
        core = make(Settings(model="tiny", control_port=port), kind="node", control_folder=tmp_path)
        with pytest.raises(PortInUse, match=f"Port {port} is taken"):
            core.start().result(SOON)
    finally:
        taken.close()


@pytest.mark.allow_warnings("commands cannot reach")
def test_the_app_goes_on_without_its_control_port_and_says_so(make: MakeCore, tmp_path: Path) -> None:
    taken = bind("127.0.0.1", 0)
    port = taken.getsockname()[1]
    try:
        settings = Settings(model="tiny", control_port=port)
        file = SettingsFile(tmp_path / "settings.json")
        core = started(make(settings, kind="app", control_folder=tmp_path, settings_file=file))
        assert f"Port {port} is taken" in core.snapshot().notice
        assert core.snapshot().startup == ""
    finally:
        taken.close()


def test_a_core_without_a_kind_cannot_be_found(make: MakeCore, tmp_path: Path) -> None:
    started(make(control_folder=tmp_path))
    assert running(tmp_path) == ()
