"""``python3 dev.py bundle``: builds the bundle, checks its size, and wraps it up as this system's installers."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from installers import archive, budget, bundle, deb, macos, places, windows

MB = 10**6


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bundle", description=__doc__)
    parser.add_argument("--test", action="store_true", help="run the self-test of the bundle before it is wrapped up")
    parser.add_argument("--bundle-only", action="store_true", help="make no installers, which takes longest")
    options = parser.parse_args(arguments)
    try:
        build()
        if options.test and (code := self_test()):
            return code
        if not options.bundle_only:
            wrap_up()
        return 0
    except (bundle.BuildFailed, OSError, ValueError) as reason:
        print(f"dev.py bundle: {reason}", file=sys.stderr)
    except subprocess.CalledProcessError as failed:  # it has said why
        print(f"dev.py bundle: {failed.cmd[0]} ended with code {failed.returncode}", file=sys.stderr)
    return 1


def build() -> None:
    """The bundle, and how large it is. Raises BuildFailed."""
    made = timed("bundle", bundle.build_bundle)
    found = budget.sizes(made)
    print(budget.table(found), flush=True)
    over = budget.over_budget(found)
    if over:
        raise bundle.BuildFailed("The bundle is larger than it may be:\n  " + "\n  ".join(over))


def wrap_up() -> None:
    """Every installer that can be made here, a line for each."""
    places.DIST.mkdir(exist_ok=True)
    for name, step in wrappings().items():
        timed(name, step)


def wrappings(system: str = sys.platform) -> Mapping[str, Callable[[], Path]]:
    """A system's installers, each with what makes it; one whose program is not installed here is said and left out."""
    made_of = (places.BUNDLE, places.ICONS, places.DIST)
    steps: dict[str, tuple[str, str, Callable[[], Path]]] = {
        ".deb": ("linux", "dpkg-deb", lambda: deb.build_deb(*made_of)),
        ".run": ("linux", "makeself", lambda: archive.build_run(*made_of)),
        "AppDir": ("linux", "", lambda: archive.build_app_dir(*made_of)),
        "setup": ("win32", "", lambda: windows.build_setup(*made_of)),
        ".dmg": ("darwin", "hdiutil", lambda: macos.build_dmg(places.BUILD / "Meshnet.app", places.DIST)),
    }
    chosen = {}
    for name, (its_system, program, step) in steps.items():
        if its_system != system:
            continue
        if program and shutil.which(program) is None:
            print(f" no {name}: {program} is not installed", flush=True)
        else:
            chosen[name] = step
    return chosen


def timed(name: str, step: Callable[[], Path]) -> Path:
    """What the step made, with a line about it."""
    began = time.monotonic()
    made = step()
    size = made.stat().st_size if made.is_file() else sum(p.lstat().st_size for p in made.rglob("*") if p.is_file())
    print(
        f" ok {name}: {made.relative_to(places.ROOT)}, {size / MB:.0f} MB ({time.monotonic() - began:.0f} s)",
        flush=True,
    )
    return made


def self_test() -> int:
    """Runs the bundle's own self-test, with nothing of the user's. Its exit code."""
    print("\n=== self-test of the bundle", flush=True)
    suffix = ".exe" if sys.platform == "win32" else ""
    with tempfile.TemporaryDirectory(prefix="meshnet-bundle-") as folder:
        own = {f"MESHNET_{name}_DIR": f"{folder}/{name}" for name in ("DATA", "CONFIG", "CACHE")}
        command = [str(places.BUNDLE / f"{places.CONSOLE}{suffix}"), "self-test"]
        return subprocess.run(command, env={**os.environ, **own}, cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
