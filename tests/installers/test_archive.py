"""What needs no package manager: the AppDir runs wherever it lies, the archive installs for one user and goes again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import meshnet_gui
from installers import archive
from installers.desktop_files import TEXTS
from tests.installers.stand_in import make_bundle, make_icons

if sys.platform != "linux" or shutil.which("xz") is None:
    pytest.skip("packs for Linux, by xz", allow_module_level=True)
HOME = 'hö me $a"b`c\\d'
PATH = os.environ["PATH"]


@pytest.fixture(scope="module")
def payload(tmp_path_factory) -> Path:
    """What lies in the archive, as it is unpacked somewhere."""
    folder = tmp_path_factory.mktemp("payload")
    target = folder / "unpacked"
    target.mkdir()
    archive._pack_files(make_bundle(folder), make_icons(folder), folder / "tree", target)
    for name in ("install.sh", "uninstall.sh"):
        shutil.copy(TEXTS / name, target / name)
    return target


@pytest.fixture
def home(tmp_path) -> Path:
    folder = tmp_path / HOME
    folder.mkdir()
    return folder


def environment(home: Path) -> dict[str, str]:
    return {"HOME": str(home), "PATH": PATH, "LC_ALL": "C.UTF-8", "USER_PWD": str(home.parent)}


def install(payload: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(payload / "install.sh"), *words]
    return subprocess.run(command, env=environment(home), capture_output=True, text=True, timeout=60, check=False)


def uninstall(target: Path, home: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(target / "uninstall.sh"), "--quiet"]
    return subprocess.run(command, env=environment(home), capture_output=True, text=True, timeout=60, check=False)


def changed(payload: Path, folder: Path, **about: str) -> Path:
    """The same payload, but for what it says of itself."""
    copy = Path(shutil.copytree(payload, folder / "changed"))
    with (copy / "about.sh").open("a", encoding="utf-8") as stream:
        stream.writelines(f"{name}='{value}'\n" for name, value in about.items())
    return copy


def outcome(done: subprocess.CompletedProcess[str]) -> tuple[int, str, str]:
    return done.returncode, done.stdout, done.stderr


def test_it_lies_in_the_users_folders_and_runs_there(payload, home):
    done = install(payload, home)
    assert done.returncode == 0, done.stderr
    for name in ("meshnet", "meshnet-gui"):
        command = home / ".local/bin" / name
        assert command.resolve() == home / ".local/lib/meshnet" / name
        assert subprocess.check_output([command, "a b"], text=True) == "stand-in a b\n"
    assert (home / ".local/share/icons/hicolor/256x256/apps/meshnet.png").is_file()
    assert (home / ".local/share/man/man1/meshnet.1.gz").is_file()
    assert "put" in done.stdout, "its folder of commands is not in the PATH of the test"


@pytest.mark.slow
def test_the_entry_names_the_program_in_full_as_a_desktop_reads_it(payload, home):
    assert outcome(install(payload, home, "--quiet", "--accept")) == (0, "", "")
    entry = home / ".local/share/applications/meshnet.desktop"
    if shutil.which("desktop-file-validate"):
        assert subprocess.run(["desktop-file-validate", entry], capture_output=True, check=False).stdout == b""
    if shutil.which("gio"):
        done = subprocess.run(
            ["gio", "launch", entry], env=environment(home), capture_output=True, text=True, check=False
        )
        assert done.stderr == ""
    command = str(home / ".local/lib/meshnet/meshnet-gui").replace("\\", r"\\").replace("$", r"\$")
    command = command.replace('"', r"\"").replace("`", r"\`").replace("\\", r"\\")
    lines = entry.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("Exec")] == [f'Exec="{command}"', f'Exec="{command}" --hidden']


def test_nothing_of_it_is_left_and_nothing_else_is_missing(payload, home):
    (home / ".local/share/meshnet").mkdir(parents=True)
    (home / ".local/share/meshnet/chats").write_text("mine", encoding="utf-8")
    before = sorted(home.rglob("*"))
    install(payload, home)
    assert outcome(uninstall(home / ".local/lib/meshnet", home)) == (0, "", "")
    assert sorted(home.rglob("*")) == before


@pytest.mark.slow
def test_a_start_at_sign_in_goes_with_it_and_somebody_elses_stays(payload, home):
    install(payload, home)
    entry = home / ".config/autostart/meshnet.desktop"
    entry.parent.mkdir(parents=True)
    entry.write_text('Exec="/opt/meshnet/meshnet-gui" "--hidden"\n', encoding="utf-8")
    uninstall(home / ".local/lib/meshnet", home)
    assert entry.is_file()
    install(payload, home)
    shutil.copy(home / ".local/share/applications/meshnet.desktop", entry)
    uninstall(home / ".local/lib/meshnet", home)
    assert not entry.exists()


@pytest.mark.slow
def test_a_newer_one_takes_the_place_of_an_older_one(payload, home):
    before = sorted(home.rglob("*"))
    install(payload, home)
    target = home / ".local/lib/meshnet"
    (target / "_internal/of-the-older-one").touch()
    assert install(payload, home).returncode == 0
    assert not (target / "_internal/of-the-older-one").exists()
    assert sorted(path.name for path in target.parent.iterdir()) == ["meshnet"]
    assert uninstall(target, home).returncode == 0
    assert sorted(home.rglob("*")) == before


@pytest.mark.slow
def test_a_folder_may_be_chosen_from_where_the_archive_was_started(payload, home):
    assert install(payload, home, "--target", "my apps/größer").returncode == 0
    target = home.parent / "my apps/größer"
    assert (home / ".local/bin/meshnet").resolve() == target / "meshnet"
    assert uninstall(target, home).returncode == 0
    assert sorted(home.parent.iterdir()) == [home]


def test_a_folder_with_something_else_is_left_alone(payload, home):
    (home / ".local/lib/meshnet").mkdir(parents=True)
    (home / ".local/lib/meshnet/thesis").touch()
    done = install(payload, home)
    assert done.returncode == 2
    assert "something else" in done.stderr
    assert [path.name for path in (home / ".local/lib").rglob("*")] == ["meshnet", "thesis"]


@pytest.mark.slow
def test_a_command_of_somebody_else_keeps_its_name(payload, home):
    command = home / ".local/bin/meshnet"
    command.parent.mkdir(parents=True)
    command.write_text("mine", encoding="utf-8")
    assert "stays as it is" in install(payload, home).stdout
    uninstall(home / ".local/lib/meshnet", home)
    assert command.read_text(encoding="utf-8") == "mine"


@pytest.mark.slow
@pytest.mark.parametrize("task", [install, uninstall])
def test_it_refuses_while_the_program_runs(payload, home, task):
    install(payload, home)
    target = home / ".local/lib/meshnet"
    program = shutil.copy("/bin/sleep", target / "program")
    with subprocess.Popen([program, "60"]) as running:
        try:
            done = task(payload if task is install else target, home)
        finally:
            running.kill()
    assert done.returncode == 1
    assert "is running" in done.stderr
    assert (target / "program").exists()


@pytest.mark.parametrize(
    ("about", "code", "said"),
    [({"size_kib": str(10**12)}, 1, "too little room"), ({"machines": "riscv64"}, 2, "riscv64")],
)
def test_what_would_not_fit_this_computer_is_not_begun(payload, home, tmp_path, about, code, said):
    done = install(changed(payload, tmp_path, **about), home)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr
    assert list(home.iterdir()) == []


@pytest.mark.slow
def test_one_that_does_not_start_leaves_the_older_one_in_its_place(payload, home, tmp_path):
    broken = changed(payload, tmp_path)
    folder = tmp_path / "broken"
    shutil.unpack_archive(broken / "files.tar.xz", folder, filter="data")
    (folder / "meshnet/meshnet").write_text("#!/bin/sh\necho 'GLIBC_9.9 not found' >&2\nexit 1\n", encoding="utf-8")
    subprocess.run(["tar", "-C", folder, "-cJf", broken / "files.tar.xz", "meshnet", "share"], check=True)
    done = install(broken, home)
    assert (done.returncode, "GLIBC_9.9 not found" in done.stderr) == (1, True), done.stderr
    assert list(home.iterdir()) == [], "not even the folders that were made for it"
    install(payload, home)
    before = sorted(home.rglob("*"))
    assert install(broken, home).returncode == 1
    assert sorted(home.rglob("*")) == before


@pytest.mark.slow
def test_an_install_that_was_killed_in_the_middle_is_made_good_by_the_next(payload, home):
    install(payload, home)
    before, lib = sorted(home.rglob("*")), home / ".local/lib"
    (lib / "meshnet").rename(lib / ".meshnet-old")
    (lib / ".meshnet-new/meshnet").mkdir(parents=True)
    assert install(payload, home).returncode == 0
    assert sorted(home.rglob("*")) == before


def test_two_do_not_get_in_each_others_way(payload, home):
    lock = home / ".local/lib/.meshnet-lock"
    lock.mkdir(parents=True)
    with subprocess.Popen(["sleep", "60"]) as other:
        (lock / "process").write_text(f"{other.pid}\n", encoding="utf-8")
        done = install(payload, home)
        other.kill()
    assert (done.returncode, "being installed there already" in done.stderr) == (1, True), done.stderr
    assert sorted(path.name for path in lock.parent.iterdir()) == [".meshnet-lock"]
    assert install(payload, home).returncode == 0, "the other one has ended"
    assert sorted(path.name for path in lock.parent.iterdir()) == ["meshnet"]


@pytest.mark.slow
def test_what_somebody_put_beside_the_program_outlives_an_upgrade_and_its_removal(payload, home):
    install(payload, home)
    target = home / ".local/lib/meshnet"
    (target / "mine.txt").write_text("mine", encoding="utf-8")
    assert install(payload, home).returncode == 0
    done = uninstall(target, home)
    assert (done.returncode, "other files" in done.stderr) == (0, True)
    assert [path.name for path in target.iterdir()] == ["mine.txt"]


@pytest.mark.slow
def test_it_is_removed_without_a_home_too(payload, home):
    install(payload, home)
    target = home / ".local/lib/meshnet"
    bare = {"PATH": PATH}
    done = subprocess.run(["sh", str(target / "uninstall.sh")], env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert not target.exists()


def test_an_unknown_option_is_said(payload, home):
    done = install(payload, home, "--purge")
    assert (done.returncode, "--purge" in done.stderr) == (2, True)


@pytest.mark.slow
def test_the_older_of_two_leaves_the_entry_to_the_newer_one(payload, home):
    install(payload, home)
    install(payload, home, "--target", "other")
    assert uninstall(home / ".local/lib/meshnet", home).returncode == 0
    assert (home / ".local/share/applications/meshnet.desktop").is_file()
    assert subprocess.check_output([home / ".local/bin/meshnet"], text=True) == "stand-in \n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_finds_nothing_in_the_scripts():
    scripts = [TEXTS / name for name in ("AppRun", "install.sh", "uninstall.sh")]
    assert subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False).stdout == ""


def test_an_app_dir_runs_wherever_it_was_moved_and_by_a_link(tmp_path):
    tree = archive.build_app_dir(make_bundle(tmp_path), make_icons(tmp_path), tmp_path / "dist")
    moved = tree.rename(tmp_path / "größer & schöner.AppDir")
    (tmp_path / "link").symlink_to(moved / "AppRun")
    for start in (moved / "AppRun", tmp_path / "link"):
        assert subprocess.check_output([start, "node", "a b"], text=True, cwd="/") == "stand-in node a b\n"
        assert subprocess.check_output([start], text=True) == "stand-in \n"
    assert (moved / ".DirIcon").read_text(encoding="utf-8") == "png/256.png"
    assert {"meshnet.desktop", "meshnet.png", "AppRun", ".DirIcon", "usr"} == {path.name for path in moved.iterdir()}
    assert subprocess.check_output([moved / "usr/bin/meshnet-gui"], text=True) == "stand-in \n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("makeself") is None, reason="makeself is not installed")
def test_the_archive_installs_itself_and_two_builds_are_equal(home, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    folders = [tmp_path / "one", tmp_path / "two"]
    built = [archive.build_run(make_bundle(folder), make_icons(folder), folder / "dist") for folder in folders]
    assert built[0].name.startswith(f"meshnet-{meshnet_gui.__version__}-linux-")
    assert built[0].read_bytes() == built[1].read_bytes()
    assert [path.name for path in built[0].parent.iterdir()] == [built[0].name]

    temporary = tmp_path / "tmp"
    temporary.mkdir()
    command = ["sh", str(built[0]), "--quiet", "--accept", "--", "--target", "my apps/größer"]
    environ = {**environment(home), "TMPDIR": str(temporary)}
    done = subprocess.run(command, env=environ, cwd=home, capture_output=True, text=True, timeout=60, check=False)
    assert outcome(done) == (0, "", "")
    assert (home / ".local/bin/meshnet").resolve() == home / "my apps/größer/meshnet"
    assert list(temporary.iterdir()) == []
