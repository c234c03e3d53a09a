"""A Windows for tests: a fresh prefix of wine, and programs that stand in for the app's two executables."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

USER_KEY = r"HKCU\Software\Microsoft\Windows\CurrentVersion"
UNINSTALL_KEY = rf"{USER_KEY}\Uninstall\Meshnet"
DEADLINE_S = 60.0
# Pipes would stay open for as long as the processes that wine keeps in the background.
_QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
_USER = "HKEY_CURRENT_USER"
_WINDOW = r"""
Unicode true
Target amd64-unicode
OutFile "{out}"
SilentInstall silent
RequestExecutionLevel user
!include FileFunc.nsh
!include LogicLib.nsh
Section
    ${{GetParameters}} $0
    FileOpen $1 "$TEMP\runs$0" w
    FileClose $1
    ${{Do}}
        Sleep 50
        ${{If}} $0 != "stubborn"
        ${{AndIf}} ${{FileExists}} "$TEMP\drained"
            ${{Break}}
        ${{EndIf}}
    ${{Loop}}
SectionEnd
"""
_CONSOLE = r"""
Unicode true
Target amd64-unicode
OutFile "{out}"
SilentInstall silent
RequestExecutionLevel user
!include FileFunc.nsh
Section
    ${{GetParameters}} $0
    FileOpen $1 "$TEMP\drained" w
    FileWriteUTF16LE $1 "$0"
    FileClose $1
SectionEnd
"""


def is_here() -> bool:
    """Whether this computer has wine and a makensis that makes installers of 64 bit."""
    stub = Path("/usr/share/nsis/Stubs/lzma_solid-amd64-unicode")
    return shutil.which("wine") is not None and shutil.which("makensis") is not None and stub.exists()


def make_stand_ins(folder: Path) -> None:
    """``meshnet-gui.exe`` runs until ``meshnet.exe`` is called, unless it is told to be ``stubborn``."""
    for name, script in (("meshnet-gui.exe", _WINDOW), ("meshnet.exe", _CONSOLE)):
        text = script.format(out=folder / name).encode()
        subprocess.run(["makensis", "-V1", "-INPUTCHARSET", "UTF8", "-"], input=text, check=True)


class Wine:
    """One user's Windows. Paths within it are those of this system, except where ``windows`` is in the name."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        self.drive = folder / "prefix" / "drive_c"
        self._environ = os.environ | {
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree=;mshtml=;winemenubuilder.exe=",
            "HOME": str(self.home),
            "LC_ALL": "C.UTF-8",
        }
        self._environ.pop("DISPLAY", None)
        subprocess.run(
            ["wineserver", "-p"], env=self._environ, check=False, **_QUIET
        )  # else it ends between two commands
        self.set_version("win10")
        self.user = next(path for path in (self.drive / "users").iterdir() if path.name != "Public")
        self.local = self.user / "AppData" / "Local"
        self.data = self.local / "meshnet"
        self.usual = self.local / "Programs" / "Meshnet"
        self.temp = self.user / "Temp"
        self.start_menu = self.user / "AppData" / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        self.desktop = self.user / "Desktop"

    def run(self, program: str | Path, *arguments: str, timeout_s: float = 120) -> int:
        """Its exit code. An argument with spaces comes without quotes, as the last ones of an installer must."""
        words = [word for argument in arguments for word in argument.split(" ")]
        return subprocess.run(["wine", str(program), *words], env=self._environ, timeout=timeout_s, **_QUIET).returncode

    def start(self, program: Path, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(["wine", str(program), *arguments], env=self._environ, **_QUIET)

    def windows(self, path: Path) -> str:
        r"""``C:\...`` for a path on the drive."""
        return "C:\\" + str(path.relative_to(self.drive)).replace("/", "\\")

    def set_version(self, name: str) -> None:
        self.change({r"HKCU\Software\Wine": {"Version": f'"{name}"'}})

    def change(self, keys: Mapping[str, Mapping[str, str]]) -> None:
        """Sets values, given as a registry file has them: ``"text"``, ``hex(2):...``, ``-`` to remove one."""
        lines = ["Windows Registry Editor Version 5.00"]
        for key, values in keys.items():
            lines += [f"[{key.replace('HKCU', _USER, 1)}]", *(f'"{name}"={value}' for name, value in values.items())]
        file = self.home / "change.reg"
        file.write_text("\r\n".join([*lines, ""]), encoding="utf-16")
        subprocess.run(["wine", "regedit", "/S", str(file)], env=self._environ, check=True, **_QUIET)

    def values(self, key: str) -> dict[str, str]:
        """All values of a key as text, numbers as decimals; that of a wider kind begins with ``expand:``."""
        file = self.home / "values.reg"
        file.unlink(missing_ok=True)
        subprocess.run(["wine", "reg", "export", key, str(file), "/y"], env=self._environ, **_QUIET)
        text = file.read_text("utf-16").replace("\\\n  ", "") if file.exists() else ""
        own = re.split(r"^\[", text, flags=re.MULTILINE)[1:2]
        return {name: _value(value) for each in own for name, value in re.findall(r'^"(.*?)"=(.*)$', each, re.M)}

    def clear(self) -> None:
        """As it was before anything was installed."""
        run, environment = rf"{USER_KEY}\Run", r"HKCU\Environment"
        self.change({f"-{UNINSTALL_KEY}": {}, run: {"meshnet": "-"}, environment: {"Path": "-"}})
        for folder in (self.usual, self.data, self.drive / "apps"):
            shutil.rmtree(folder, ignore_errors=True)
        for path in (*self.temp.iterdir(), *self.start_menu.glob("*.lnk"), *self.desktop.glob("*.lnk")):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def close(self) -> None:
        subprocess.run(["wineserver", "-k"], env=self._environ, check=False)
        subprocess.run(["wineserver", "-w"], env=self._environ, check=False, timeout=60)
        shutil.rmtree(self.drive.parent)


def expanding(text: str) -> str:
    """A value whose variables Windows expands, as a registry file has it."""
    return "hex(2):" + ",".join(f"{byte:02x}" for byte in (text + "\0").encode("utf-16-le"))


def _value(written: str) -> str:
    if written.startswith("hex(2):"):
        raw = bytes.fromhex(written.removeprefix("hex(2):").replace(",", ""))
        return "expand:" + raw.decode("utf-16-le").removesuffix("\0")
    if written.startswith("dword:"):
        return str(int(written.removeprefix("dword:"), 16))
    return re.sub(r"\\(.)", r"\1", written[1:-1])


def wait_until(is_so: Callable[[], bool]) -> None:
    """Fails after ``DEADLINE_S``."""
    end = time.monotonic() + DEADLINE_S
    while not is_so():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.02)


@contextmanager
def running(wine: Wine, program: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The stand-in for the window, from when it runs."""
    flag = wine.temp / f"runs{''.join(arguments)}"
    flag.unlink(missing_ok=True)
    process = wine.start(program, *arguments)
    try:
        wait_until(flag.exists)
        yield process
    finally:
        (wine.temp / "drained").touch()
        if process.poll() is None and "stubborn" in arguments:
            wine.run("taskkill", "/f", "/im", program.name)
        process.wait(DEADLINE_S)
