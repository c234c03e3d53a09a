"""What people install, used as they would. Needs what ``python3 dev.py bundle`` has built."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from installers import places
from tests.gui.desktop import Desktop, desktop, missing_programs, wait_for
from tests.installers.debian import HOME, Debian, debian, why_not

QUESTION, ANSWER = "What is the capital of France?", "Paris"
OWN_FOLDERS = tuple(
    f"{HOME.lstrip('/')}/{place}" for place in (".local/share/meshnet", ".config/meshnet", ".cache/meshnet")
)
FONT_CACHE = f"{HOME.lstrip('/')}/.cache/fontconfig"
"""Which every program with a window fills."""
LOAD_S = 240.0
STRANGER = 65534  # a user who owns nothing of ours
CONSOLE, WINDOW = places.BUNDLE / places.CONSOLE, places.BUNDLE / places.WINDOW

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform != "linux", reason="the packages of other systems are tried where they are built"),
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
]
needs_bundle = pytest.mark.skipif(not CONSOLE.exists(), reason="there is no bundle: python3 dev.py bundle")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@pytest.fixture(scope="module")
def package() -> Path:
    found = places.DIST / places.file_name(".deb")
    if not found.exists():
        pytest.skip("there is no package: python3 dev.py bundle")
    return found


@pytest.fixture
def screen() -> Iterator[Desktop]:
    with desktop() as found:
        yield found


def test_the_package_on_a_new_debian_from_installing_to_removing(
    package: Path, screen: Desktop, tmp_path: Path
) -> None:
    if reason := why_not():
        pytest.skip(reason)
    with debian(tmp_path) as system:
        shutil.copyfile(package, system.root / "meshnet.deb")
        bring_what_it_depends_on(system)
        before = system.files_of_programs()
        system.root_runs("dpkg", "--install", "/meshnet.deb")
        installed = system.files()
        look_at_the_self_test(system)
        chat_in_the_terminal(system)
        chat_in_the_window(system, screen, tmp_path)
        written = changed(installed, system.files(*OWN_FOLDERS, FONT_CACHE))
        above = {str(parent) for place in OWN_FOLDERS for parent in Path(place).parents}
        assert [place for place in written if place not in above] == [], "outside of data, settings and cache"
        system.root_runs("dpkg", "--remove", "meshnet")
        system.root_runs("dpkg", "--purge", "meshnet")
        left = changed(before, system.files_of_programs())
        assert [place for place in left if not place.startswith(HOME.lstrip("/"))] == []
        assert (system.root / OWN_FOLDERS[0]).is_dir(), "the user's chats went with the program"


def bring_what_it_depends_on(system: Debian) -> None:
    system.root_runs("apt-get", "update")
    depends = system.root_runs("dpkg-deb", "--field", "/meshnet.deb", "Depends").strip()
    system.root_runs("apt-get", "satisfy", "--yes", "--no-install-recommends", depends, "fonts-dejavu-core")


def look_at_the_self_test(system: Debian) -> None:
    done = system.run("meshnet", "self-test", offline=True, patience_s=900)
    print(done.stdout, done.stderr)
    assert done.returncode == 0
    assert "FAILED" not in done.stdout
    assert [line for line in done.stdout.splitlines() if "skipped" in line] == []


def chat_in_the_terminal(system: Debian) -> None:
    done = system.run("meshnet", "demo", "--prompt", QUESTION, "--json", offline=True, patience_s=LOAD_S)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert ANSWER in answer["text"]
    assert len(answer["route"]) == 2


def chat_in_the_window(system: Debian, screen: Desktop, tmp_path: Path) -> None:
    environ = {"DISPLAY": screen.environ["DISPLAY"]}
    app = subprocess.Popen(system.command("meshnet", "demo", environ=environ))
    try:
        type_the_question(screen)
        chats = system.root / OWN_FOLDERS[0] / "chats.sqlite3"
        wait_for("the question to be taken", lambda: sent(screen, chats), LOAD_S)
        wait_for("the answer", lambda: ANSWER in stored(chats, "assistant"), LOAD_S)
        screen.picture(picture(tmp_path, "installed-chat.png"))
        programs = [process for process in psutil.Process(app.pid).children(recursive=True) if process.is_running()]
        app.send_signal(signal.SIGTERM)
        assert app.wait(30) == 0
        assert psutil.wait_procs(programs, timeout=10)[1] == []
    finally:
        app.kill()
        app.wait()


def type_the_question(screen: Desktop) -> None:
    """Into the app's window, once it is there and its first-run questions are passed over."""
    window = wait_for("the window", lambda: found_window(screen), LOAD_S)
    screen.hands("windowactivate", "--sync", window)
    screen.keys("Escape")
    screen.hands("windowactivate", "--sync", window)
    screen.type(QUESTION)


def sent(screen: Desktop, chats: Path) -> bool:
    """Sends what was typed, unless it is sent; it stays where it is while the nodes are not ready."""
    if stored(chats, "user") == QUESTION:
        return True
    screen.keys("Return")
    time.sleep(1)
    return False


def found_window(screen: Desktop) -> str:
    command = ["xdotool", "search", "--onlyvisible", "--name", "Meshnet"]
    told = subprocess.run(command, env=screen.environ, capture_output=True, text=True, check=False).stdout
    return told.split()[-1] if told.split() else ""


def stored(chats: Path, role: str) -> str:
    """The latest message of ``role`` that was kept."""
    if not chats.exists():
        return ""
    try:
        with sqlite3.connect(f"file:{chats}?mode=ro", uri=True) as database:
            command = "SELECT content FROM messages WHERE role = ? ORDER BY number DESC LIMIT 1"
            row = database.execute(command, (role,)).fetchone()
    except sqlite3.OperationalError:
        return ""  # it is just being made
    return str(row[0]) if row else ""


def changed(before: dict[str, tuple[int, int, int]], after: dict[str, tuple[int, int, int]]) -> list[str]:
    return sorted(place for place in before.keys() | after.keys() if before.get(place) != after.get(place))


def picture(tmp_path: Path, name: str) -> Path:
    return Path(os.environ.get("MESHNET_PICTURES", tmp_path)) / name


class Elsewhere:
    """The bundle in a folder with spaces and letters of several scripts, run by a user who may write nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.bundle = folder / "Zoë’s 家 app" / "meshnet"
        self.home = folder / "Zuhause ж"
        self.home.mkdir()
        os.chown(self.home, STRANGER, STRANGER)
        self.bundle.parent.mkdir()
        subprocess.run(["cp", "-al", str(places.BUNDLE), str(self.bundle)], check=True)

    @property
    def environ(self) -> dict[str, str]:
        """No display but one in memory, and no folder but those of the system."""
        own = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
        return {**own, "TMPDIR": str(self.home)}

    def start(self, *words: str, **how: object) -> subprocess.Popen[str]:
        environ = how.pop("env", self.environ)
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            [str(self.bundle / words[0]), *words[1:]],
            env=environ,
            user=STRANGER,
            group=STRANGER,
            extra_groups=[],
            cwd=self.home,
            text=True,
            **how,
        )

    def run(self, *words: str, patience_s: float = LOAD_S, **how: object) -> subprocess.CompletedProcess[str]:
        with self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how) as process:
            out, err = process.communicate(timeout=patience_s)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def programs(self) -> list[psutil.Process]:
        """What runs of the bundle now."""
        inside = str(self.bundle)
        return [each for each in psutil.process_iter(["exe"]) if str(each.info["exe"] or "").startswith(inside)]

    def held(self) -> list[Path]:
        """The app's lock, its socket, the notes of running programs, and whatever other lock somebody holds."""
        data = self.home / ".local" / "share" / "meshnet"
        own = [data / "app.lock", data / "app.socket", *(data / "running").glob("*"), *self.home.glob("meshnet-*")]
        return [path for path in own if path.exists()] + [path for path in data.rglob(".*lock") if is_locked(path)]


def is_locked(path: Path) -> bool:
    """Whether somebody holds the lock for which the file stands; the file itself stays."""
    with path.open("r+b") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    with tempfile.TemporaryDirectory(prefix="meshnet-elsewhere-") as folder:
        Path(folder).chmod(0o755)
        found = Elsewhere(Path(folder))
        yield found
        left = found.programs()
        for process in left:
            process.kill()
        assert left == [], "processes are left"


@needs_bundle
@needs_root
class TestElsewhere:
    def test_it_runs_from_a_folder_that_it_cannot_write_with_any_letters_in_its_path_and_home(self, elsewhere):
        before = sorted(elsewhere.bundle.rglob("*"))
        done = elsewhere.run("meshnet", "self-test", "--quick")
        print(done.stdout, done.stderr)
        assert done.returncode == 0
        assert "FAILED" not in done.stdout
        assert sorted(elsewhere.bundle.rglob("*")) == before

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_the_window_comes_whatever_streams_are_closed(self, elsewhere, closed):
        line = f'exec "{elsewhere.bundle}/meshnet-gui" --until-shown {closed}'
        environ = elsewhere.environ
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            env=environ,
            user=STRANGER,
            group=STRANGER,
            cwd=elsewhere.home,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0

    def test_a_command_without_an_output_ends_as_it_would_with_one(self, elsewhere):
        line = f'exec "{elsewhere.bundle}/meshnet" swarm >&-'
        done = subprocess.run(
            ["/bin/sh", "-c", line], env=elsewhere.environ, user=STRANGER, group=STRANGER, timeout=60, check=False
        )
        assert done.returncode in (0, 1)  # nobody can read it; no traceback, no hang

    def test_without_a_display_the_app_says_so_and_ends_with_2(self, elsewhere):
        environ = {name: value for name, value in elsewhere.environ.items() if name != "QT_QPA_PLATFORM"}
        for program in ("meshnet", "meshnet-gui"):
            done = elsewhere.run(program, env=environ)
            assert done.returncode == 2
            assert "There is no display (DISPLAY and WAYLAND_DISPLAY are not set)." in done.stderr
            assert len(done.stderr.strip().splitlines()) == 1

    def test_the_app_never_starts_itself_again(self, elsewhere):
        with elsewhere.start("meshnet-gui") as app:
            seen = set()
            until = time.monotonic() + 20
            while time.monotonic() < until:
                seen |= {process.pid for process in elsewhere.programs()}
                time.sleep(0.2)
            app.send_signal(signal.SIGTERM)
            assert app.wait(10) == 0
        assert seen == {app.pid}

    @pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    def test_a_signal_to_end_leaves_no_process_socket_or_lock(self, elsewhere, end):
        with elsewhere.start("meshnet", "demo", stdin=subprocess.DEVNULL) as app:
            wait_for("the app and two nodes", lambda: len(elsewhere.programs()) == 3, LOAD_S)
            wait_for("its lock and socket", lambda: len(elsewhere.held()) >= 2, LOAD_S)
            app.send_signal(end)
            assert app.wait(10) == 0
        wait_for("the end of its nodes", lambda: not elsewhere.programs(), 10)
        assert elsewhere.held() == []

    def test_logging_out_leaves_no_process_socket_or_lock(self, elsewhere):
        with desktop() as screen:
            environ = elsewhere.environ | {"DISPLAY": screen.environ["DISPLAY"], "QT_QPA_PLATFORM": "xcb"}
            app = elsewhere.start("meshnet", "demo", env=environ, stdin=subprocess.DEVNULL)
            wait_for("the window", lambda: found_window(screen), LOAD_S)
            wait_for("the app and two nodes", lambda: len(elsewhere.programs()) == 3, LOAD_S)
        app.wait(10)  # the display is gone
        wait_for("the end of its nodes", lambda: not elsewhere.programs(), 10)
        assert elsewhere.held() == []

    def test_after_a_kill_nothing_runs_or_is_held_and_the_next_start_clears_up(self, elsewhere):
        with elsewhere.start("meshnet", "demo", stdin=subprocess.DEVNULL) as app:
            wait_for("the app and two nodes", lambda: len(elsewhere.programs()) == 3, LOAD_S)
            wait_for("its lock and socket", lambda: len(elsewhere.held()) >= 2, LOAD_S)
            app.kill()
        wait_for("the end of its nodes", lambda: not elsewhere.programs(), 15)
        assert elsewhere.run("meshnet", "status").returncode == 3  # nothing runs
        assert elsewhere.run("meshnet-gui", "--until-shown").returncode == 0
        assert elsewhere.held() == []
