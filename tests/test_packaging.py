"""What set-up takes: units, an agent and a configuration to begin with say what the program understands."""

from __future__ import annotations

import configparser
import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest

from meshnet_gui.arguments import make_parser
from meshnet_gui.config import configured

PACKAGING = Path(__file__).resolve().parents[1] / "packaging"
UNITS = sorted(PACKAGING.glob("systemd/**/*.service"))


def service_of(unit: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(unit, encoding="utf-8")
    return parser["Service"]


def test_there_are_units_for_the_computer_and_for_a_user() -> None:
    assert len(UNITS) == 4


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: f"{unit.parent.name}-{unit.stem}")
def test_a_unit_starts_a_command_that_there_is_and_waits_until_it_is_ready(unit: Path) -> None:
    service = service_of(unit)
    program, *words = service["ExecStart"].removeprefix("/usr/bin/env ").split()
    assert program == "meshnet"
    assert make_parser().parse_args(words).command == unit.stem.removeprefix("meshnet-")
    assert (service["Type"], service["NotifyAccess"], service["KillSignal"]) == ("notify", "main", "SIGTERM")
    assert int(service["TimeoutStopSec"]) > 45  # what the documentation promises
    assert service["RestartPreventExitStatus"] == "2"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: f"{unit.parent.name}-{unit.stem}")
def test_systemd_finds_nothing_wrong_with_a_unit(unit: Path) -> None:
    place = ["--user"] if unit.parent.name == "user" else []
    command = ["systemd-analyze", *place, "--man=no", "verify", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    said = [line for line in found.stderr.splitlines() if unit.name in line or str(unit) in line]
    assert said == []


def test_the_launch_agent_is_a_property_list_that_starts_a_node() -> None:
    with (PACKAGING / "launchd" / "meshnet.node.plist").open("rb") as stream:
        agent = plistlib.load(stream)
    assert agent["Label"] == "meshnet.node"
    assert make_parser().parse_args(agent["ProgramArguments"][1:]).command == "node"
    assert agent["KeepAlive"] == {"SuccessfulExit": False}
    assert agent["ExitTimeOut"] > 45


def test_the_configuration_to_begin_with_can_be_used() -> None:
    path = PACKAGING / "meshnet.toml"
    assert configured({}, {}, path).settings.control_port == 11701


def test_each_optional_line_of_it_can_be_used(tmp_path: Path) -> None:
    text = (PACKAGING / "meshnet.toml").read_text(encoding="utf-8")
    lines = [line.removeprefix("# ") for line in text.splitlines() if " = " in line]
    (tmp_path / "all.toml").write_text("\n".join(lines), encoding="utf-8")
    assert configured({}, {}, tmp_path / "all.toml").settings.kv_max_sessions == 16
