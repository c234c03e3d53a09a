"""What the program says of itself to Windows."""

import re
from pathlib import PurePath

import pytest

from installers import places, windows
from meshnet_gui import settings
from meshnet_gui.runtime import autostart


def _read(text):
    """The version file as PyInstaller evaluates it, with lists and dictionaries in place of its classes."""
    names = {
        "VSVersionInfo": lambda ffi, kids: {"fixed": ffi} | kids[0] | kids[1],
        "FixedFileInfo": lambda **fields: fields,
        "StringFileInfo": lambda tables: {"strings": tables[0]},
        "StringTable": lambda name, strings: {"table": name} | dict(strings),
        "StringStruct": lambda name, value: (name, value),
        "VarFileInfo": lambda structs: dict(structs),
        "VarStruct": lambda name, values: (name, values),
    }
    return eval(text, {"__builtins__": {}}, names)


@pytest.mark.parametrize("name", ["meshnet", "meshnet-gui"])
def test_each_executable_knows_its_own_name_and_the_version(name):
    read = _read(windows.version_resource(name))
    assert read["strings"]["OriginalFilename"] == f"{name}.exe"
    assert read["strings"]["FileVersion"] == read["strings"]["ProductVersion"] == places.version()
    assert read["fixed"]["filevers"] == windows.version_numbers()
    assert read["strings"]["table"] == "{:04X}{:04X}".format(*read["Translation"])


def test_a_version_always_has_four_numbers(monkeypatch):
    monkeypatch.setattr(windows, "version", lambda: "12.3")
    assert windows.version_numbers() == (12, 3, 0, 0)


@pytest.mark.parametrize("text", ["1.2.3.4.5", "1.70000"])
def test_a_version_that_windows_cannot_say_is_refused(monkeypatch, text):
    monkeypatch.setattr(windows, "version", lambda: text)
    with pytest.raises(ValueError, match="cannot say"):
        windows.version_numbers()


def test_pyinstaller_itself_reads_the_version_file(tmp_path, monkeypatch):
    monkeypatch.setattr("PyInstaller.compat.win32api", None, raising=False)  # only Windows has it; not needed to read
    versioninfo = pytest.importorskip("PyInstaller.utils.win32.versioninfo")
    path = tmp_path / "version.txt"
    path.write_text(windows.version_resource(), encoding="utf-8")
    raw = versioninfo.load_version_info_from_text_file(str(path)).toRaw()
    assert "meshnet-gui.exe".encode("utf-16-le") in raw


def test_the_folder_that_uninstalling_may_delete_is_that_of_the_apps_data_settings_and_cache(monkeypatch):
    platform = pytest.importorskip("platformdirs.windows")
    monkeypatch.setattr(platform, "get_win_folder", {"CSIDL_LOCAL_APPDATA": "C:/Local"}.__getitem__)
    folders = platform.Windows(settings.APP_NAME, appauthor=False)
    script = (places.PACKAGING / "windows" / "meshnet.nsi").read_text(encoding="utf-8")
    deletes = re.search(r'!define DATA "\$LOCALAPPDATA\\(.*)"', script)
    assert deletes
    deleted = PurePath("C:/Local") / deletes[1]
    assert folders.user_data_path == folders.user_config_path == deleted
    assert folders.user_cache_path.is_relative_to(deleted)


def test_the_sign_in_value_and_the_executables_are_those_of_the_app():
    script = (places.PACKAGING / "windows" / "meshnet.nsi").read_text(encoding="utf-8")
    defined = dict(re.findall(r'^!define (\w+) "(.*)"', script, re.MULTILINE))
    assert defined["RUN_KEY"] == autostart._RUN_KEY
    assert defined["RUN_VALUE"] == autostart.NAME
    assert (defined["CONSOLE"], defined["WINDOW"]) == (f"{places.CONSOLE}.exe", f"{places.WINDOW}.exe")
