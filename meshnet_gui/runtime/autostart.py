"""Starting in the tray when the user signs in: the entry that each system wants for that, written, read and removed.

Linux has a file by the XDG autostart specification, a Mac a launch agent, Windows a value of the user's Run key.
Nothing is written before the user asks for it, and nothing outside the user's own account.
"""

from __future__ import annotations

import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.installation import IS_BUNDLE, window_executable
from meshnet_gui.settings import write_atomically

NAME = "meshnet"
MAX_ENTRY_BYTES = 64 * 1024
OWN_FOLDERS = ("MESHNET_DATA_DIR", "MESHNET_CONFIG_DIR")
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_DESKTOP_ENTRY = """[Desktop Entry]
Type=Application
Name=Meshnet
Icon=meshnet
TryExec={program}
Exec={command}
Terminal=false
X-GNOME-Autostart-enabled=true
"""


class Entry(Protocol):
    """Where one system keeps it."""

    def read(self) -> str:
        """What is there now, empty where nothing is."""
        ...

    def write(self, command: Sequence[str]) -> None: ...

    def text(self, command: Sequence[str]) -> str:
        """What ``read`` gives after ``write``."""
        ...

    def remove(self) -> None: ...


def set_autostart(on: bool, entry: Entry | None = None, command: Sequence[str] = ()) -> None:
    """Writes or removes the entry, unless it is so already, and looks whether it is so now.

    Raises MachineError where it cannot be, UserError where it would start another Meshnet than this one.
    """
    entry = entry or entry_of_system()
    command = command or own_command()
    try:
        wanted = ""
        if on:
            _check(os.environ, command)
            wanted = entry.text(command)
        if entry.read() != wanted:
            entry.write(command) if on else entry.remove()
        if entry.read() != wanted:
            raise MachineError("Starting at sign-in could not be set: the system did not keep it.")
    except OSError as exc:
        reason = exc.strerror or "it cannot be written"
        raise MachineError(f"Starting at sign-in could not be set: {reason}.", f"Check {exc.filename}.") from exc


def is_set(entry: Entry | None = None, command: Sequence[str] = ()) -> bool:
    """Whether signing in starts this very program, as an installer may have set it before the first start."""
    entry = entry or entry_of_system()
    if any(os.environ.get(name) for name in OWN_FOLDERS):
        return False
    try:
        return entry.read() == entry.text(command or own_command())
    except OSError:
        return False


def own_command(
    executable: str = sys.executable, *, bundle: bool = IS_BUNDLE, environ: Mapping[str, str] = os.environ
) -> tuple[str, ...]:
    """What starts this program in the tray: its own command where it was installed as one, else its interpreter."""
    if bundle:
        return (_image(executable, environ) or window_executable(executable), "--hidden")
    beside = Path(executable)
    suffix = beside.suffix if beside.suffix.lower() == ".exe" else ""
    script = beside.with_name(f"{NAME}{suffix}")
    windowless = beside.with_name("pythonw.exe")  # a console would stay open behind the app
    if suffix and windowless.exists():
        return (str(windowless), "-m", "meshnet_gui", "--hidden")
    return (str(script), "--hidden") if script.exists() else (executable, "-m", "meshnet_gui", "--hidden")


def _image(executable: str, environ: Mapping[str, str]) -> str:
    """The AppImage that this program runs from, whose mount has another path at each start; empty where there is none.

    Its variables also reach what an AppImage has started: ours are those of a mount that we are in.
    """
    image, mount = environ.get("APPIMAGE", ""), environ.get("APPDIR", "")
    ours = image.startswith("/") and mount.startswith("/") and Path(executable).is_relative_to(mount)
    return image if ours else ""


def entry_of_system(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Entry:
    """The entry of the system that this runs on."""
    if platform == "win32":
        return RunKey()
    if platform == "darwin":
        return LaunchAgent(Path.home() / "Library" / "LaunchAgents")
    chosen = environ.get("XDG_CONFIG_HOME", "")
    config = Path(chosen) if chosen.startswith("/") else Path.home() / ".config"
    return XdgEntry(config / "autostart")


def _check(environ: Mapping[str, str], command: Sequence[str]) -> None:
    own = [name for name in OWN_FOLDERS if environ.get(name)]
    if own:
        raise UserError(
            f"Meshnet was started with folders of its own ({', '.join(own)}), which a start at sign-in would not use."
        )
    if any(not part.isprintable() for part in command):
        raise MachineError("Starting at sign-in could not be set: the name of the program's folder cannot be written.")


class _FileEntry:
    """An entry that is a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> str:
        with suppress(FileNotFoundError), self.path.open("rb") as stream:
            return stream.read(MAX_ENTRY_BYTES).decode(errors="replace")
        return ""

    def text(self, command: Sequence[str]) -> str:
        raise NotImplementedError

    def write(self, command: Sequence[str]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, self.text(command).encode())

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)


class XdgEntry(_FileEntry):
    """A ``.desktop`` file. Source: the Desktop Entry Specification 1.5, "The Exec key" and "Possible value types".

    It outlives a program that a package manager removes; ``TryExec`` lets the desktop pass it over then.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / f"{NAME}.desktop")

    def text(self, command: Sequence[str]) -> str:
        program = command[0].replace("\\", "\\\\")
        return _DESKTOP_ENTRY.format(program=program, command=" ".join(map(_quoted, command)))


def _quoted(part: str) -> str:
    """Quoted for the command line, then for a value of a desktop entry, where a backslash stands for something."""
    for reserved in '\\"`$':
        part = part.replace(reserved, "\\" + reserved)
    return '"' + part.replace("%", "%%").replace("\\", "\\\\") + '"'


class LaunchAgent(_FileEntry):
    """A property list that the user's ``launchd`` reads at sign-in."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / f"{NAME}.plist")

    def text(self, command: Sequence[str]) -> str:
        agent = {"Label": NAME, "ProgramArguments": [*command], "RunAtLoad": True, "ProcessType": "Interactive"}
        return plistlib.dumps(agent).decode()


class RunKey:
    """A value of the key whose programs Windows starts at sign-in. ``registry`` is the module ``winreg``."""

    def __init__(self, registry: Any = None) -> None:
        self._registry = registry

    def read(self) -> str:
        winreg = self._module()
        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
                return str(winreg.QueryValueEx(key, NAME)[0])
        except FileNotFoundError:
            return ""

    def text(self, command: Sequence[str]) -> str:
        return subprocess.list2cmdline(command)

    def write(self, command: Sequence[str]) -> None:
        winreg = self._module()
        with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, _RUN_KEY, 0, winreg.KEY_SET_VALUE) as key:
            winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, self.text(command))

    def remove(self) -> None:
        winreg = self._module()
        with (
            suppress(FileNotFoundError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY, 0, winreg.KEY_SET_VALUE) as key,
        ):
            winreg.DeleteValue(key, NAME)

    def _module(self) -> Any:
        if self._registry is None:
            import winreg

            self._registry = winreg
        return self._registry
