#!/usr/bin/env python3
"""One door for every task: run the app from a checkout, check it, test it.

Needs Python >= 3.11 with venv and nothing else; works on Linux, macOS and Windows. The first command makes ``.venv``
beside this file and installs the project into it; a stamp in there lets every later command start at once.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "meshnet-setup.json"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
MINIMUM_PYTHON = (3, 11)
POLL_S = 0.1
STOP_GRACE_S = 10.0
DISPLAY_START_S = 20.0
NO_TESTS_COLLECTED = 5
SIDE_BY_SIDE = ("-n", "2", "--dist", "loadfile")  # two processes: each loads the libraries and computes on a core

# What the Qt libraries and their xcb plugin link to beyond a bare C++ runtime, with Debian's package for each.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
WINDOW_TEST_PROGRAMS = {"Xvfb": "xvfb"}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
FONT_PACKAGE = "fonts-dejavu-core"

CHECKS = (
    ("formatting", ("-m", "ruff", "format", "--check", ".")),
    ("lint", ("-m", "ruff", "check", ".")),
    ("types", ("-m", "mypy")),
    ("import contracts", ("-c", "from importlinter.cli import lint_imports_command as main; main()")),
)


class SetupFailed(Exception):
    """A step cannot be done; the text says why and what to do."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser that answers a mistake with one line instead of the whole usage."""

    def error(self, message: str) -> None:  # type: ignore[override]
        print(f"dev.py: {message} (see: python3 dev.py --help)", file=sys.stderr)
        raise SystemExit(2)


def say(text: str) -> None:
    """Print a progress line at once, whatever the output is connected to."""
    print(text, flush=True)


# --- child processes ---------------------------------------------------------------------------------------------


def wait_for(child: subprocess.Popen[bytes]) -> int:
    """The child's exit code. Whatever interrupts us, the child has ended when we go on.

    Ctrl-C reaches the child by itself, so it gets a moment to end in its own way.
    """
    try:
        child.wait()
    except BaseException as reason:
        if not isinstance(reason, KeyboardInterrupt):
            child.terminate()
        stop(child, STOP_GRACE_S)
        raise
    return exit_code(child)


def exit_code(child: subprocess.Popen[bytes]) -> int:
    """The child's exit code as a shell would state it: 128 + N for one that signal N ended."""
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def stop(child: subprocess.Popen[bytes], grace_s: float) -> None:
    """Wait for the child's own end, then insist."""
    for insist in (child.terminate, child.kill):
        try:
            child.wait(grace_s)
            return
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            insist()
    child.wait()


def call(arguments: list[str], environment: dict[str, str] | None = None) -> int:
    """Run a child that talks to the terminal itself; its exit code."""
    return wait_for(subprocess.Popen(arguments, cwd=ROOT, env=environment))


def become(arguments: list[str]) -> int:
    """Run a child in our place: also after Ctrl-C, the exit code is the child's."""
    child = subprocess.Popen(arguments, cwd=ROOT)
    with contextlib.suppress(KeyboardInterrupt):
        wait_for(child)
    return exit_code(child)


def call_quietly(
    label: str, arguments: list[str], environment: dict[str, str] | None = None, failure: str = "BAD"
) -> tuple[int, str]:
    """Run a child behind one progress line; its exit code and everything it said. ``failure`` marks a failed one."""
    terminal = sys.stdout.isatty()
    began = time.monotonic()
    if not terminal:
        say(f"   ... {label}")
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            while child.poll() is None:
                if terminal:
                    print(f"\r   ... {label} {time.monotonic() - began:.0f} s ", end="", flush=True)
                time.sleep(POLL_S)
        except BaseException:
            child.terminate()
            stop(child, STOP_GRACE_S)
            raise
        output.seek(0)
        text = output.read().decode(errors="replace")
    mark = " ok" if child.returncode == 0 else failure
    say(f"{chr(13) if terminal else ''}{mark} {label} ({time.monotonic() - began:.1f} s)")
    return child.returncode, text


def require(label: str, arguments: list[str], hint: str, environment: dict[str, str] | None = None) -> str:
    """Run a set-up step that must succeed; what it said."""
    code, text = call_quietly(label, arguments, environment)
    if code != 0:
        last = "\n".join(text.strip().splitlines()[-15:])
        raise SetupFailed(f"{last}\n\n{label}: failed with exit code {code}. {hint}")
    return text


# --- the virtual environment -------------------------------------------------------------------------------------


def venv_python() -> str:
    """The interpreter inside ``.venv``."""
    return str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def fingerprint() -> str:
    """What the installed state depends on: the project's metadata, the constraints, the interpreter and the place."""
    digest = hashlib.sha256()
    for path in (ROOT / "pyproject.toml", CONSTRAINTS, VENV / "pyvenv.cfg"):
        digest.update(path.read_bytes() if path.is_file() else b"absent")
    digest.update(str(ROOT).encode())
    return digest.hexdigest()


def read_stamp() -> dict[str, object]:
    """What the last complete set-up left; empty where there was none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def is_installed(stamp: dict[str, object], for_tests: bool, cpu: bool) -> bool:
    """Whether the stamp vouches for what this command needs, without starting a process."""
    if stamp.get("fingerprint") != fingerprint() or not Path(venv_python()).exists():
        return False
    return bool(stamp.get("for_tests") or not for_tests) and bool(not cpu or cpu_torch_is_installed())


def make_venv() -> None:
    """Create ``.venv``, or make a half-made one anew."""
    if Path(venv_python()).exists():
        probe = [venv_python(), "-c", f"import pip, sys; sys.exit(sys.version_info < {MINIMUM_PYTHON})"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        raise SetupFailed(f"This Python has no venv. On Debian or Ubuntu: {as_root()}apt-get install -y {package}")
    arguments = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    require("make .venv", arguments, "Is the disk full, or the folder read-only?")


def install(for_tests: bool, cpu: bool) -> None:
    """Install the project into ``.venv``, editable, with what this command needs."""
    if cpu:
        install_cpu_torch()
    elif sys.platform == "linux" and not Path("/proc/driver/nvidia").exists() and not os.environ.get("PIP_FIND_LINKS"):
        say("   no NVIDIA card seen: with --cpu the download is gigabytes smaller")
    project = ".[dev]" if for_tests else "."
    require(
        "install the project and its libraries (minutes the first time)",
        [*pip_install(), "-e", project],
        "Check the network and the free disk space, then run the same command again: it goes on from here.",
    )


def pip_install() -> list[str]:
    """pip with the project's constraints; pip's own configuration stays as the user has it."""
    return [venv_python(), "-m", "pip", "install", "--quiet", "--no-input", "-c", str(CONSTRAINTS)]


def cpu_torch_is_installed() -> bool:
    """Whether ``.venv`` has a torch without CUDA. Outside Linux every torch that pip finds is one."""
    if sys.platform != "linux":
        return True
    return any(VENV.glob("lib/python*/site-packages/torch-*+cpu.dist-info"))


def install_cpu_torch() -> None:
    """Put torch's CPU build in place before pip can choose another.

    A CPU wheel that pip knows from a local folder (``PIP_FIND_LINKS``) is taken as it is: uv asks torch's own index
    and nothing else once a backend is named.
    """
    if cpu_torch_is_installed():
        return
    local = [*pip_install(), "--no-index", "--no-deps", "--force-reinstall", "torch"]
    call_quietly("look for a local CPU build of torch", local, failure=" no")
    if cpu_torch_is_installed():
        return
    require("install uv", [*pip_install(), "uv"], "Check the network.")
    arguments = [venv_python(), "-m", "uv", "pip", "install", "--quiet", "--python", venv_python()]
    arguments += ["--torch-backend=cpu", "--no-deps", "--reinstall-package", "torch", "-c", str(CONSTRAINTS), "torch"]
    require("install torch's CPU build", arguments, "Without --cpu, pip takes the build it finds.", uv_environment())


def uv_environment() -> dict[str, str]:
    """The environment, with pip's own settings under uv's names where uv has none of its own."""
    environment = dict(os.environ)
    handed_over = {"PIP_CERT": "SSL_CERT_FILE", "PIP_INDEX_URL": "UV_DEFAULT_INDEX"}
    for ours, theirs in handed_over.items():
        if ours in environment:
            environment.setdefault(theirs, environment[ours])
    if "PIP_FIND_LINKS" in environment:
        environment.setdefault("UV_FIND_LINKS", ",".join(environment["PIP_FIND_LINKS"].split()))
    return environment


# --- the system's libraries --------------------------------------------------------------------------------------


def loads(library: str) -> bool:
    """Whether the dynamic loader finds the library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def has_fonts() -> bool:
    """Whether any outline font is installed; without one Qt draws no text."""
    folders = (Path(os.path.expanduser(folder)) for folder in FONT_FOLDERS)  # noqa: PTH111  HOME may be missing
    return any(path.suffix.lower() in {".ttf", ".otf", ".ttc"} for folder in folders for path in folder.rglob("*"))


def missing_packages(for_tests: bool) -> list[str]:
    """Debian's names of what Qt lacks on this Linux; empty on other systems."""
    if sys.platform != "linux":
        return []
    missing = {package for library, package in QT_LIBRARIES.items() if not loads(library)}
    if for_tests:
        missing |= {package for program, package in WINDOW_TEST_PROGRAMS.items() if shutil.which(program) is None}
    if not has_fonts():
        missing.add(FONT_PACKAGE)
    return sorted(missing)


def as_root() -> str:
    """The prefix with which an ordinary user runs apt-get."""
    return "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "sudo "


def install_system_libraries(missing: list[str]) -> None:
    """Let apt-get bring what is missing, where we may; what fails here is said again afterwards."""
    if shutil.which("apt-get") is None or as_root():
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    call_quietly("apt-get update", ["apt-get", "update"], environment)
    arguments = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    code, text = call_quietly(f"apt-get install {' '.join(missing)}", arguments, environment)
    if code != 0:
        say("\n".join(text.strip().splitlines()[-5:]))


def settle_system_libraries(stamp: dict[str, object], for_tests: bool) -> list[str]:
    """Bring or name the libraries that Qt lacks; what is still missing afterwards."""
    missing = missing_packages(for_tests)
    if missing and stamp.get("missing") != missing:
        install_system_libraries(missing)
        missing = missing_packages(for_tests)
    if missing and shutil.which("apt-get"):
        say(f"   windows need system libraries; run once: {as_root()}apt-get install -y {' '.join(missing)}")
    elif missing:
        say(f"   windows need system libraries; install what your system calls: {' '.join(missing)}")
    return missing


def set_up(for_tests: bool, cpu: bool) -> None:
    """Make everything ready that the command needs; at once where nothing changed since the last time."""
    stamp = read_stamp()
    if not is_installed(stamp, for_tests, cpu):
        for_tests = for_tests or bool(stamp.get("for_tests"))  # what was once set up for tests stays so
        STAMP.unlink(missing_ok=True)
        make_venv()
        install(for_tests, cpu)
        stamp = {"for_tests": for_tests}
    missing = settle_system_libraries(stamp, for_tests)
    fresh = {"fingerprint": fingerprint(), "for_tests": bool(stamp.get("for_tests")), "missing": missing}
    if fresh != stamp:  # the stamp comes last: an interrupted set-up is taken up again
        STAMP.write_text(json.dumps(fresh), encoding="utf-8")


# --- the commands ------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def private_display() -> Iterator[dict[str, str]]:
    """Where a window can open: an Xvfb of our own on Linux, the desktop itself elsewhere. Yields the environment."""
    environment = dict(os.environ)
    if sys.platform != "linux":
        environment.pop("QT_QPA_PLATFORM", None)
        yield environment
        return
    if shutil.which("Xvfb") is None:
        raise SetupFailed(f"Xvfb is not installed: {as_root()}apt-get install -y xvfb")
    readable, writable = os.pipe()
    arguments = ["Xvfb", "-displayfd", str(writable), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    with open(readable, "rb") as numbers:  # noqa: PTH123  a descriptor, not a path
        server = subprocess.Popen(
            arguments,
            pass_fds=(writable,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(writable)
        try:
            number = numbers.readline().strip() if select.select([numbers], [], [], DISPLAY_START_S)[0] else b""
            if not number:
                raise SetupFailed("Xvfb did not start.")
            environment.pop("WAYLAND_DISPLAY", None)
            yield {**environment, "DISPLAY": f":{number.decode()}", "QT_QPA_PLATFORM": "xcb"}
        finally:
            server.terminate()
            stop(server, STOP_GRACE_S)


def run_checks() -> list[tuple[str, int, float]]:
    """Formatting, lint, types and import contracts; name, exit code and seconds of each."""
    results = []
    for label, arguments in CHECKS:
        began = time.monotonic()
        code, text = call_quietly(label, [venv_python(), *arguments])
        if code != 0:
            say(text)
        results.append((label, code, time.monotonic() - began))
    return results


def run_step(label: str, arguments: list[str], environment: dict[str, str]) -> tuple[str, int, float]:
    """One step whose output a reader wants to see as it comes."""
    say(f"\n=== {label}")
    began = time.monotonic()
    code = call([venv_python(), *arguments], environment)
    return label, code, time.monotonic() - began


def run_window_tests(pytest_arguments: list[str]) -> tuple[str, int, float]:
    """The tests that need a display server."""
    label = "window tests on a display"
    began = time.monotonic()
    try:
        with private_display() as environment:
            arguments = ["-m", "pytest", *pytest_arguments, "-m", "window and not slow"]
            return run_step(label, arguments, {**environment, "MESHNET_REAL_MODEL_TESTS": "1"})
    except SetupFailed as reason:
        say(f"BAD {label}: {reason}")
        return label, 1, time.monotonic() - began


def test(pytest_arguments: list[str]) -> int:
    """Checks, the starter model, all tests, the window tests on a display; every step runs, any failure counts."""
    offscreen = {**os.environ, "MESHNET_REAL_MODEL_TESTS": "1", "QT_QPA_PLATFORM": "offscreen"}
    results = run_checks()
    results.append(run_step("starter model", ["-m", "meshnet_gui", "models", "starter"], offscreen))
    results.append(run_step("tests", ["-m", "pytest", *(pytest_arguments or SIDE_BY_SIDE)], offscreen))
    if "-m" not in pytest_arguments:
        results.append(run_window_tests(pytest_arguments))
    if pytest_arguments:
        results = without_empty_selection(results)
    return summarise(results)


def without_empty_selection(results: list[tuple[str, int, float]]) -> list[tuple[str, int, float]]:
    """A hand-made selection may fit only one of the two pytest runs; that the other finds nothing is no failure."""
    ran_some = any(code != NO_TESTS_COLLECTED for label, code, _ in results if "tests" in label)
    return [(label, 0 if code == NO_TESTS_COLLECTED and ran_some else code, s) for label, code, s in results]


def summarise(results: list[tuple[str, int, float]]) -> int:
    """Print each step with its time; 0 if all went well, else 1."""
    say("")
    for label, code, seconds in results:
        say(f"{' ok' if code == 0 else 'BAD'} {label} ({seconds:.1f} s)")
    failed = [label for label, code, _ in results if code != 0]
    say(f"failed: {', '.join(failed)}" if failed else "all steps passed")
    return 1 if failed else 0


def shots(folder: str | None) -> int:
    """Draw the gallery of docs/gallery, or every scene there is into ``folder``."""
    what = ["tests.gui.shots", folder] if folder else ["tests.gui.gallery"]
    with private_display() as environment:
        return call([venv_python(), "-m", *what], environment)


def bundle(arguments: list[str]) -> int:
    """Build the bundle and this system's installers; the pictures among them are drawn in memory."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "packaging"), "QT_QPA_PLATFORM": "offscreen"}
    return call([venv_python(), "-m", "installers", *arguments], environment)


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The command with its own options, and what is handed on."""
    parser = OneLineParser(prog="dev.py", description="One door for every task.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=OneLineParser)
    texts = {
        "run": "start the app with a swarm of two local nodes; all other arguments go to `meshnet demo`, "
        'for example: --prompt "What is the capital of France?"',
        "test": "run the checks and all tests; all other arguments go to pytest",
        "check": "run formatting, lint, types and import contracts only",
        "shots": "draw the screenshot gallery into docs/gallery, or every scene there is into a folder",
        "bundle": "build what people install on this system, into build/bundle and dist; --test runs its self-test, "
        "--bundle-only makes no installers; always with torch's CPU build",
        "setup": "set up for running and testing, and stop there",
    }
    for name, text in texts.items():
        command = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        command.add_argument(
            "--cpu",
            action="store_true",
            help="take torch's CPU build where plain pip would fetch gigabytes of CUDA libraries (Linux)",
        )
        if name == "shots":
            command.add_argument("folder", nargs="?", help="where to draw every scene")
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command not in {"run", "test", "bundle"}:
        parser.error(f"{options.command} does not take {shlex.join(rest)}")
    return options, rest


def main(arguments: list[str]) -> int:
    options, rest = parse(arguments)
    for_tests = options.command != "run"
    try:
        set_up(for_tests, options.cpu or options.command == "bundle")
        if options.command == "run":
            return become([venv_python(), "-m", "meshnet_gui", "demo", *rest])
        if options.command == "test":
            return test(rest)
        if options.command == "check":
            return summarise(run_checks())
        if options.command == "shots":
            return shots(options.folder)
        if options.command == "bundle":
            return bundle(rest)
    except SetupFailed as reason:
        print(f"dev.py: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ndev.py: interrupted", file=sys.stderr)
        return 128 + signal.SIGINT
    return 0


def end_cleanly(signal_number: int, frame: object) -> None:
    """SIGTERM unwinds like an exception, so that children and the display end with us."""
    raise SystemExit(128 + signal_number)


if __name__ == "__main__":
    if sys.version_info < MINIMUM_PYTHON:
        sys.exit("dev.py: Meshnet needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])  # noqa: UP031
    signal.signal(signal.SIGTERM, end_cleanly)
    for output in (sys.stdout, sys.stderr):
        output.reconfigure(errors="replace")  # type: ignore[union-attr]  # a console that lacks a letter is no reason to stop
    sys.exit(main(sys.argv[1:]))
