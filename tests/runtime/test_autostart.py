from __future__ import annotations

import configparser
import plistlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.runtime.autostart import (
    OWN_FOLDERS,
    Entry,
    LaunchAgent,
    RunKey,
    XdgEntry,
    entry_of_system,
    is_set,
    own_command,
    set_autostart,
)

COMMANDS = (
    ("/usr/bin/meshnet", "--hidden"),
    ('/home/Zoë 家/my "best" $HOME `x` 100% \\folder/python', "-m", "meshnet_gui", "--hidden"),
)


@pytest.fixture(autouse=True)
def usual_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OWN_FOLDERS:
        monkeypatch.delenv(name, raising=False)


def registry() -> Any:
    """What ``winreg`` does with one key, which is not there at first."""
    values: dict[str, str] = {}
    has_key: list[bool] = []

    @contextmanager
    def open_key(*_: object) -> Iterator[str]:
        if not has_key:
            raise FileNotFoundError
        yield "key"

    @contextmanager
    def create_key(*_: object) -> Iterator[str]:
        has_key.append(True)
        yield "key"

    def query(_: str, name: str) -> tuple[str, int]:
        if name not in values:
            raise FileNotFoundError
        return values[name], 1

    def delete(_: str, name: str) -> None:
        if values.pop(name, None) is None:
            raise FileNotFoundError

    return SimpleNamespace(
        HKEY_CURRENT_USER=1,
        KEY_SET_VALUE=2,
        REG_SZ=1,
        values=values,
        OpenKey=open_key,
        CreateKeyEx=create_key,
        QueryValueEx=query,
        SetValueEx=lambda key, name, _0, _1, value: values.__setitem__(name, value),
        DeleteValue=delete,
    )


def entries(folder: Path) -> tuple[Entry, ...]:
    return XdgEntry(folder / "autostart"), LaunchAgent(folder / "LaunchAgents"), RunKey(registry())


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("command", COMMANDS)
def test_the_entry_is_written_verified_and_removed(tmp_path: Path, number: int, command: tuple[str, ...]) -> None:
    entry = entries(tmp_path)[number]
    set_autostart(False, entry, command)
    assert entry.read() == ""
    for _ in range(2):
        set_autostart(True, entry, command)
        assert entry.read() == entry.text(command)
    set_autostart(False, entry, command)
    assert entry.read() == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_desktop_reads_the_same_command_from_the_file(tmp_path: Path, command: tuple[str, ...]) -> None:
    entry = XdgEntry(tmp_path)
    set_autostart(True, entry, command)
    reader = configparser.RawConfigParser(interpolation=None)
    reader.optionxform = str  # type: ignore[assignment, method-assign]
    reader.read(entry.path, encoding="utf-8")
    value = reader["Desktop Entry"]["Exec"].replace("\\\\", "\\")  # as a value of type string
    quoted = re.findall(r'"((?:\\.|[^"\\])*)"', value)
    assert tuple(re.sub(r"\\(.)", r"\1", part).replace("%%", "%") for part in quoted) == command
    assert reader["Desktop Entry"]["TryExec"].replace("\\\\", "\\") == command[0], (
        "it is passed over where that is gone"
    )
    assert reader["Desktop Entry"]["Type"] == "Application"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mac_reads_the_same_command_from_the_property_list(tmp_path: Path, command: tuple[str, ...]) -> None:
    entry = LaunchAgent(tmp_path)
    set_autostart(True, entry, command)
    agent = plistlib.loads(entry.path.read_bytes())
    assert (tuple(agent["ProgramArguments"]), agent["RunAtLoad"]) == (command, True)


def test_windows_gets_a_path_with_spaces_in_quotes() -> None:
    entry = RunKey(registry())
    set_autostart(True, entry, (r"C:\Users\Zoë\My Apps\pythonw.exe", "-m", "meshnet_gui", "--hidden"))
    assert entry.read() == r'"C:\Users\Zoë\My Apps\pythonw.exe" -m meshnet_gui --hidden'


def test_it_is_set_only_where_the_entry_starts_this_very_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for entry in entries(tmp_path):
        assert not is_set(entry, COMMANDS[0])
        set_autostart(True, entry, COMMANDS[0])
        assert is_set(entry, COMMANDS[0])
        assert not is_set(entry, COMMANDS[1])
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path))
    assert not any(is_set(entry, COMMANDS[0]) for entry in entries(tmp_path))


def test_an_entry_of_a_program_that_has_moved_is_made_anew(tmp_path: Path) -> None:
    entry = XdgEntry(tmp_path)
    set_autostart(True, entry, ("/old/place/meshnet", "--hidden"))
    set_autostart(True, entry, COMMANDS[0])
    assert "/old/place" not in entry.read()


def test_where_it_cannot_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "autostart").write_text("a file in the way")
    with pytest.raises(MachineError, match="could not be set"):
        set_autostart(True, XdgEntry(tmp_path / "autostart"), COMMANDS[0])


def test_an_entry_that_is_not_kept_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(XdgEntry, "write", lambda self, command: None)
    with pytest.raises(MachineError, match="did not keep it"):
        set_autostart(True, XdgEntry(tmp_path), COMMANDS[0])


def test_an_app_with_folders_of_its_own_is_not_what_a_sign_in_would_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path))
    with pytest.raises(UserError, match="MESHNET_DATA_DIR"):
        set_autostart(True, XdgEntry(tmp_path), COMMANDS[0])
    assert not list(tmp_path.iterdir())
    set_autostart(False, XdgEntry(tmp_path), COMMANDS[0])


def test_a_folder_with_a_line_break_in_its_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="cannot be written"):
        set_autostart(True, XdgEntry(tmp_path), ("/home/a\nExec=b/meshnet", "--hidden"))


def test_each_system_has_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    usual, chosen = entry_of_system("linux", {}), entry_of_system("linux", {"XDG_CONFIG_HOME": "/etc/mine"})
    assert isinstance(usual, XdgEntry)
    assert isinstance(chosen, XdgEntry)
    assert usual.path == tmp_path / ".config" / "autostart" / "meshnet.desktop"
    assert chosen.path == Path("/etc/mine/autostart/meshnet.desktop")
    mac = entry_of_system("darwin", {})
    assert isinstance(mac, LaunchAgent)
    assert mac.path == tmp_path / "Library" / "LaunchAgents" / "meshnet.plist"
    assert isinstance(entry_of_system("win32", {}), RunKey)


def test_it_starts_by_its_own_command_or_by_its_interpreter(tmp_path: Path) -> None:
    python = str(tmp_path / "python3")
    assert own_command(python, bundle=False) == (python, "-m", "meshnet_gui", "--hidden")
    (tmp_path / "meshnet").write_text("")
    assert own_command(python, bundle=False) == (str(tmp_path / "meshnet"), "--hidden")


def test_a_bundle_starts_by_its_window_and_an_image_by_itself() -> None:
    inside = "/tmp/.mount_abc/usr/lib/meshnet/meshnet"
    image = {"APPIMAGE": "/home/me/Meshnet.AppImage", "APPDIR": "/tmp/.mount_abc"}
    assert own_command(inside, bundle=True, environ={}) == ("/tmp/.mount_abc/usr/lib/meshnet/meshnet-gui", "--hidden")
    assert own_command(inside, bundle=True, environ=image) == ("/home/me/Meshnet.AppImage", "--hidden")


def test_somebody_else_s_image_is_not_started() -> None:
    image = {"APPIMAGE": "/home/me/Terminal.AppImage", "APPDIR": "/tmp/.mount_def"}
    assert own_command("/opt/meshnet/meshnet", bundle=True, environ=image) == ("/opt/meshnet/meshnet-gui", "--hidden")


def test_on_windows_it_starts_without_a_console(tmp_path: Path) -> None:
    for name in ("python.exe", "pythonw.exe", "meshnet.exe"):
        (tmp_path / name).write_text("")
    expected = (str(tmp_path / "pythonw.exe"), "-m", "meshnet_gui", "--hidden")
    assert own_command(str(tmp_path / "python.exe"), bundle=False) == expected
