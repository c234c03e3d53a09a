"""The installer for Windows, run under wine with programs that stand in for the app."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from installers import windows
from tests.installers import wine as windows_machine
from tests.installers.wine import UNINSTALL_KEY, USER_KEY, Wine, expanding, running, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not windows_machine.is_here(), reason="needs wine and makensis, of 64 bit both"),
]
FILES = {"_internal/meshnet_gui/__init__.py": "1", "_internal/größe 家/a b.txt": "2"}
OLD_FILES = FILES | {"_internal/old/gone.txt": "3"}
RUN_KEY, ENVIRONMENT_KEY = rf"{USER_KEY}\Run", r"HKCU\Environment"


def _payload(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    windows_machine.make_stand_ins(folder)
    return folder


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    image = pytest.importorskip("PIL.Image")
    image.new("RGBA", (48, 48), "teal").save(folder / "meshnet.ico")
    (folder / "png").mkdir()
    image.new("RGBA", (128, 128), "teal").save(folder / "png" / "128.png")
    return folder


@pytest.fixture(scope="module")
def old_setup(tmp_path_factory: pytest.TempPathFactory, icons: Path) -> Path:
    folder = tmp_path_factory.mktemp("old")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(windows, "version", lambda: "0.0.9")
        return windows.build_setup(_payload(folder / "bundle", OLD_FILES), icons, folder)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _payload(tmp_path_factory.mktemp("new") / "bundle", FILES)


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory, icons: Path, bundle: Path) -> Path:
    return windows.build_setup(bundle, icons, tmp_path_factory.mktemp("out"))


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    wine = Wine(tmp_path_factory.mktemp("wine"))
    yield wine
    wine.close()


@pytest.fixture
def wine(machine: Wine) -> Wine:
    machine.clear()
    return machine


def _names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def _installed() -> set[str]:
    return {*FILES, "meshnet.exe", "meshnet-gui.exe", "uninstall-meshnet.exe"}


def _uninstall(wine: Wine, folder: Path, *options: str) -> int:
    """By the uninstaller itself, which is waited for this way and stays."""
    return wine.run(folder / "uninstall-meshnet.exe", "/S", *options, f"_?={wine.windows(folder)}")


def test_uninstaller_and_setup_are_signed_and_one_that_cannot_be_is_not_left_behind(
    icons: Path, bundle: Path, tmp_path: Path
) -> None:
    signer, log = tmp_path / "sign", tmp_path / "signed"
    signer.write_text(f'#!/bin/sh\nbasename "$1" >>"{log}"\n')
    signer.chmod(0o755)
    made = windows.build_setup(bundle, icons, tmp_path, {windows.SIGN_VARIABLE: str(signer)})
    uninstaller, last = log.read_text().splitlines()
    assert (uninstaller != made.name, last) == (True, made.name)
    with pytest.raises(subprocess.CalledProcessError):
        windows.build_setup(bundle, icons, tmp_path, {windows.SIGN_VARIABLE: "false"})
    assert not made.exists()


@pytest.mark.parametrize("target", ["amd64-unicode", "x86-unicode"])
def test_both_kinds_of_nsis_compile_it(
    icons: Path, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setattr(windows, "_target", lambda program: target)
    made = windows.build_setup(bundle, icons, tmp_path)
    machine = made.read_bytes()[int.from_bytes(made.read_bytes()[0x3C:0x40], "little") + 4 :][:2]
    assert machine == {"amd64-unicode": b"\x64\x86", "x86-unicode": b"\x4c\x01"}[target]


def test_windows_before_10_is_refused_and_nothing_is_written(wine: Wine, setup: Path) -> None:
    wine.set_version("win81")
    try:
        assert wine.run(setup, "/S") == 4
    finally:
        wine.set_version("win10")
    assert not wine.usual.exists()
    assert wine.values(UNINSTALL_KEY) == {}


def test_a_silent_installation_writes_the_files_the_start_menu_and_what_the_settings_list(
    wine: Wine, setup: Path, bundle: Path
) -> None:
    assert wine.run(setup, "/S") == 0
    assert _names(wine.usual) == _installed()
    for name in FILES:
        assert (wine.usual / name).read_bytes() == (bundle / name).read_bytes()
    assert (wine.start_menu / "Meshnet.lnk").exists()
    folder = wine.windows(wine.usual)
    listed = wine.values(UNINSTALL_KEY)
    size = sum(path.stat().st_size for path in bundle.rglob("*") if path.is_file()) / 1024
    assert size < int(listed.pop("EstimatedSize")) < size + 4 * (len(FILES) + 2)
    assert listed == {
        "DisplayName": "Meshnet",
        "DisplayVersion": windows.version(),
        "DisplayIcon": rf"{folder}\meshnet-gui.exe,0",
        "InstallLocation": folder,
        "NoModify": "1",
        "NoRepair": "1",
        "Publisher": "The Meshnet contributors",
        "QuietUninstallString": rf'"{folder}\uninstall-meshnet.exe" /S',
        "UninstallString": rf'"{folder}\uninstall-meshnet.exe"',
    }


def test_what_was_not_asked_for_is_not_done(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    assert not [*wine.desktop.glob("*.lnk")]
    assert "meshnet" not in wine.values(RUN_KEY)
    assert "Path" not in wine.values(ENVIRONMENT_KEY)


def test_sign_in_starts_it_by_the_very_entry_that_the_app_writes_in_a_folder_with_any_letters(
    wine: Wine, setup: Path
) -> None:
    folder = wine.drive / "apps" / "Zoë 家 und mehr"
    assert wine.run(setup, "/S", "/AUTOSTART", "/DESKTOP", f"/D={wine.windows(folder)}") == 0
    assert _names(folder) == _installed()
    command = (rf"{wine.windows(folder)}\meshnet-gui.exe", "--hidden")
    assert wine.values(RUN_KEY)["meshnet"] == subprocess.list2cmdline(command)
    assert (wine.desktop / "Meshnet.lnk").exists()
    assert _uninstall(wine, folder) == 0
    assert "meshnet" not in wine.values(RUN_KEY)
    assert not [*wine.desktop.glob("*.lnk"), *wine.start_menu.glob("*.lnk")]


def test_the_sign_in_entry_of_another_meshnet_stays(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    wine.change({RUN_KEY: {"meshnet": r'"C:\\other\\meshnet-gui.exe --hidden"'}})
    assert _uninstall(wine, wine.usual) == 0
    assert wine.values(RUN_KEY)["meshnet"] == r"C:\other\meshnet-gui.exe --hidden"


@pytest.mark.parametrize("before", ["", r"%USERPROFILE%\bin", r"C:\a;" + "C:\\" + "long;" * 800, r"C:\a;"])
def test_the_search_path_gets_one_entry_and_is_as_before_to_the_letter_afterwards(
    wine: Wine, setup: Path, before: str
) -> None:
    if before:
        wine.change({ENVIRONMENT_KEY: {"Path": expanding(before)}})
    for _ in range(2):
        assert wine.run(setup, "/S", "/PATH") == 0
        between = ";" if before and not before.endswith(";") else ""
        path = wine.values(ENVIRONMENT_KEY)["Path"]
        assert path == f"expand:{before}{between}{wine.windows(wine.usual)}"
    assert _uninstall(wine, wine.usual) == 0
    assert wine.values(ENVIRONMENT_KEY)["Path"] == "expand:" + before.removesuffix(";")


def test_uninstalling_takes_all_that_was_installed_and_keeps_what_else_lies_there_and_the_data(
    wine: Wine, setup: Path
) -> None:
    assert wine.run(setup, "/S") == 0
    others = wine.usual / "_internal" / "mine.txt"
    others.write_text("keep me")
    wine.data.mkdir()
    (wine.data / "settings.json").write_text("{}")
    assert wine.run(wine.usual / "uninstall-meshnet.exe", "/S") == 0
    wait_until(lambda: _names(wine.usual) == {"_internal/mine.txt"})
    assert wine.values(UNINSTALL_KEY) == {}
    assert (wine.data / "settings.json").exists()


def test_nothing_is_left_of_it_where_nobody_added_anything(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    assert wine.run(wine.usual / "uninstall-meshnet.exe", "/S") == 0
    wait_until(lambda: not wine.usual.exists())


def test_the_data_goes_when_that_is_asked_for_and_nothing_beside_it(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    deep = wine.data / "models" / ("long" * 30) / ("name" * 30)
    deep.mkdir(parents=True)
    (deep / "ä.bin").write_text("1")
    read_only = wine.data / "Cache" / "file"
    read_only.parent.mkdir()
    read_only.touch(mode=0o400)
    beside = wine.local / "meshnet-other"
    beside.mkdir(exist_ok=True)
    assert _uninstall(wine, wine.usual, "/DELETEDATA") == 0
    assert not wine.data.exists()
    assert beside.exists()


def test_what_a_link_in_the_data_leads_to_stays(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    elsewhere = wine.drive / "apps" / "models"
    elsewhere.mkdir(parents=True)
    (elsewhere / "large.bin").touch()
    wine.data.mkdir()
    (wine.data / "chats.db").touch()
    (wine.data / "models").symlink_to(elsewhere)  # a reparse point, which wine cannot remove as Windows does
    assert _uninstall(wine, wine.usual, "/DELETEDATA") == 0
    assert (elsewhere / "large.bin").exists()
    assert not (wine.data / "chats.db").exists()


def test_a_newer_version_replaces_the_older_and_keeps_files_of_others_data_and_choices(
    wine: Wine, setup: Path, old_setup: Path
) -> None:
    assert wine.run(old_setup, "/S", "/AUTOSTART", "/PATH", "/DESKTOP") == 0
    assert (wine.usual / "_internal" / "old" / "gone.txt").exists()
    (wine.usual / "mine.txt").write_text("keep me")
    wine.data.mkdir()
    kept = [wine.values(RUN_KEY)["meshnet"], wine.values(ENVIRONMENT_KEY)["Path"]]
    assert wine.run(setup, "/S") == 0
    assert _names(wine.usual) == _installed() | {"mine.txt"}
    assert not (wine.usual / "_internal" / "old").exists()
    assert wine.values(UNINSTALL_KEY)["DisplayVersion"] == windows.version()
    assert kept == [wine.values(RUN_KEY)["meshnet"], wine.values(ENVIRONMENT_KEY)["Path"]]
    assert (wine.desktop / "Meshnet.lnk").exists()
    assert wine.data.exists()


def test_a_newer_version_in_another_folder_leaves_nothing_of_the_older(
    wine: Wine, setup: Path, old_setup: Path
) -> None:
    assert wine.run(old_setup, "/S", "/AUTOSTART") == 0
    folder = wine.drive / "apps" / "new"
    assert wine.run(setup, "/S", f"/D={wine.windows(folder)}") == 0
    assert not wine.usual.exists()
    assert wine.values(RUN_KEY)["meshnet"] == rf"{wine.windows(folder)}\meshnet-gui.exe --hidden"
    assert wine.values(UNINSTALL_KEY)["InstallLocation"] == wine.windows(folder)


def test_an_installation_that_was_broken_off_can_be_repeated(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    (wine.usual / "meshnet.exe").unlink()
    (wine.usual / "_internal" / "meshnet_gui" / "__init__.py").unlink()
    assert wine.run(setup, "/S") == 0
    assert _names(wine.usual) == _installed()


def test_it_can_be_installed_again_where_only_its_uninstaller_was_left(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    assert _uninstall(wine, wine.usual) == 0
    assert _names(wine.usual) == {"uninstall-meshnet.exe"}
    assert wine.run(setup, "/S") == 0
    assert _names(wine.usual) == _installed()


def test_files_of_others_with_our_names_are_not_written_over(wine: Wine, setup: Path) -> None:
    folder = wine.drive / "apps" / "other"
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "base.txt").write_text("another program's")
    assert wine.run(setup, "/S", f"/D={wine.windows(folder)}") == 6
    assert _names(folder) == {"_internal/base.txt"}


@pytest.mark.parametrize("name", ["meshnet", "MESHNET/program"])
def test_the_program_is_not_put_into_the_folder_of_the_data(wine: Wine, setup: Path, name: str) -> None:
    assert wine.run(setup, "/S", f"/D={wine.windows(wine.local)}\\" + name.replace("/", "\\")) == 6
    assert not wine.data.exists()


def test_a_folder_in_which_paths_would_become_too_long_is_refused(wine: Wine, setup: Path) -> None:
    folder = wine.drive / "apps" / ("a" * 110) / ("b" * 110)
    assert wine.run(setup, "/S", f"/D={wine.windows(folder)}") == 6
    assert not (wine.drive / "apps").exists()


def test_a_disk_that_is_too_full_is_refused(
    wine: Wine, icons: Path, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = windows.payload_script
    two_terabytes = "!define SIZE_KB 2000000000"
    monkeypatch.setattr(
        windows, "payload_script", lambda folder: two_terabytes + "\n" + real(folder).partition("\n")[2]
    )
    assert wine.run(windows.build_setup(bundle, icons, tmp_path), "/S") == 5
    assert not wine.usual.exists()


def test_an_app_that_runs_is_asked_to_end_before_an_upgrade(wine: Wine, setup: Path, old_setup: Path) -> None:
    assert wine.run(old_setup, "/S") == 0
    with running(wine, wine.usual / "meshnet-gui.exe") as app:
        assert wine.run(setup, "/S") == 0
        assert app.wait(1) == 0
    assert (wine.temp / "drained").read_text("utf-16-le") == "drain --all --no-wait"
    assert wine.values(UNINSTALL_KEY)["DisplayVersion"] == windows.version()


def test_an_app_that_does_not_end_is_left_alone_unless_force_was_given(
    wine: Wine, setup: Path, old_setup: Path
) -> None:
    assert wine.run(old_setup, "/S") == 0
    with running(wine, wine.usual / "meshnet-gui.exe", "stubborn") as app:
        assert wine.run(setup, "/S", "/WAIT=1") == 3
        assert app.poll() is None
        assert wine.values(UNINSTALL_KEY)["DisplayVersion"] == "0.0.9"
        assert (wine.usual / "_internal" / "old" / "gone.txt").exists()
        assert wine.run(setup, "/S", "/WAIT=1", "/FORCE") == 0
        app.wait(5)
    assert _names(wine.usual) == _installed()


def test_uninstalling_ends_a_running_app_too_and_no_other_of_that_name(wine: Wine, setup: Path, bundle: Path) -> None:
    assert wine.run(setup, "/S") == 0
    elsewhere = wine.usual.with_name("Meshold") / "meshnet-gui.exe"  # as long as ours
    elsewhere.parent.mkdir(exist_ok=True)
    elsewhere.write_bytes((bundle / "meshnet-gui.exe").read_bytes())
    with (
        running(wine, elsewhere, "stubborn") as other,
        running(wine, wine.usual / "meshnet-gui.exe", "stubborn") as app,
    ):
        assert _uninstall(wine, wine.usual, "/WAIT=1") == 3
        assert app.poll() is None
        assert _uninstall(wine, wine.usual, "/WAIT=1", "/FORCE") == 0
        app.wait(5)
        assert other.poll() is None
    assert _names(wine.usual) == {"uninstall-meshnet.exe"}


def test_an_uninstaller_that_was_copied_elsewhere_deletes_nothing_there(wine: Wine, setup: Path) -> None:
    assert wine.run(setup, "/S") == 0
    folder = wine.drive / "apps" / "copy"
    (folder / "_internal" / "meshnet_gui").mkdir(parents=True)
    (folder / "_internal" / "meshnet_gui" / "__init__.py").write_text("mine")
    (folder / "uninstall-meshnet.exe").write_bytes((wine.usual / "uninstall-meshnet.exe").read_bytes())
    assert _uninstall(wine, folder) == 6
    assert _names(folder) == {"uninstall-meshnet.exe", "_internal/meshnet_gui/__init__.py"}
    assert wine.values(UNINSTALL_KEY)["InstallLocation"] == wine.windows(wine.usual)
