"""A Debian in a folder, as a computer on which nothing of ours was ever installed. Needs root and debootstrap."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

SUITE = "bookworm"
USER, USER_ID = "volunteer", 1000
HOME = f"/home/{USER}"
OFFLINE = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
# What the packaging system itself writes.
_OF_DPKG = ("var/lib/dpkg", "var/lib/apt", "var/log", "var/cache", "etc/ld.so.cache", "run")
_OF_KERNEL = ("proc", "sys", "dev", "tmp/.X11-unix")


def why_not() -> str:
    """Why there cannot be one here; empty where there can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "only root makes a Debian in a folder"
    missing = [name for name in ("debootstrap", "chroot", "unshare", "ip") if shutil.which(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


class Debian:
    """``root`` is its folder. Commands get nothing of our environment."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def command(
        self, *words: str, user: bool = True, offline: bool = False, environ: Mapping[str, str] | None = None
    ) -> list[str]:
        """What runs ``words`` in there, by its user or by root; ``offline``: with loopback alone."""
        home = HOME if user else "/root"
        own = {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": home,
            "LANG": "C.UTF-8",
            **(environ or {}),
        }
        inside = ["env", "-i", *(f"{name}={value}" for name, value in own.items()), *words]
        drop = [f"--userspec={USER_ID}:{USER_ID}"] if user else []
        return [*(OFFLINE if offline else ()), "chroot", *drop, str(self.root), *inside]

    def run(self, *words: str, patience_s: float = 300.0, **how: object) -> subprocess.CompletedProcess[str]:
        """Its outcome, whatever it is."""
        command = self.command(*words, **how)  # type: ignore[arg-type]
        return subprocess.run(command, capture_output=True, text=True, timeout=patience_s, check=False)

    def root_runs(self, *words: str) -> str:
        """What root's command said; it must succeed."""
        done = self.run(*words, user=False, environ={"DEBIAN_FRONTEND": "noninteractive"}, patience_s=600)
        assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout

    def files(self, *left_out: str) -> dict[str, tuple[int, int, int]]:
        """Every file and folder with its mode, size and time, but for what the kernel shows and ``left_out``."""
        found = {}
        for folder, names, files in os.walk(self.root):
            place = Path(folder).relative_to(self.root)
            names[:] = [name for name in names if (place / name).as_posix() not in (*_OF_KERNEL, *left_out)]
            for name in (*names, *files):
                told = (Path(folder) / name).lstat()
                is_folder = name in names
                key = (place / name).as_posix()
                found[key] = (told.st_mode, 0 if is_folder else told.st_size, 0 if is_folder else told.st_mtime_ns)
        return found

    def files_of_programs(self) -> dict[str, tuple[int, int, int]]:
        """The same without what dpkg and apt keep for themselves."""
        return self.files(*_OF_DPKG)


@contextmanager
def debian(folder: Path) -> Iterator[Debian]:
    """A new one below ``folder``, with one user and the display sockets of this computer."""
    root = folder / "debian"
    subprocess.run(["debootstrap", "--variant=minbase", SUITE, str(root)], check=True, stdout=subprocess.DEVNULL)
    with ExitStack() as stack:
        for kind, place in (("proc", "proc"), ("tmpfs", "dev/shm")):
            _mount(stack, ["-t", kind, kind], root / place)
        display = root / "tmp" / ".X11-unix"
        display.mkdir(mode=0o1777, exist_ok=True)
        _mount(stack, ["--bind", "/tmp/.X11-unix"], display)
        found = Debian(root)
        found.root_runs("useradd", "--uid", str(USER_ID), "--create-home", USER)
        yield found


def _mount(stack: ExitStack, what: list[str], place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", *what, str(place)], check=True)
    stack.callback(subprocess.run, ["umount", "--lazy", str(place)], check=False)
