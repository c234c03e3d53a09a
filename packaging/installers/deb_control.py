"""What a .deb says of itself: its control file, its changelog, and the digests of its files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

from installers.desktop_files import HOMEPAGE
from installers.places import architecture, version

PACKAGE = "meshnet"
MAINTAINER = "MESHNET_MAINTAINER"
"""The variable that names who answers for a build that is published, as ``Name <address>``."""
_NOBODY = "The Meshnet contributors <meshnet@localhost>"
_ARCHITECTURES = {"x86_64": "amd64", "arm64": "arm64"}
_REVISION = 1
_ALSO_NEEDED = ("ca-certificates", "fontconfig-config")
"""No libraries: the authorities by which whoever answers a download is known, and where fonts are looked for."""
_RECOMMENDS = ("default-dbus-session-bus | dbus-session-bus", "fonts-dejavu-core | fonts-noto-core", "xdg-utils")
_SUGGESTS = ("fonts-noto-cjk",)
_DESCRIPTION = """\
pool computers to run a language model that none could run alone
 Each computer of a swarm serves some layers of a language model, and everybody
 in the swarm chats with the whole model from the same app. Each sees what their
 computer does for others, session by session, and decides when it does so: by a
 switch in the tray, by rules, and with limits for threads, memory, disk and
 upload.
 .
 A small model comes along, so that the first chat needs no network. Other
 programs can ask by a local API, and computers without a display take part by
 commands and systemd user units, which are off until they are enabled.
"""


def debian_version() -> str:
    return f"{version()}-{_REVISION}"


def control(depends: Iterable[str], installed_kib: int, environ: Mapping[str, str] = os.environ) -> str:
    """The control file. The environment may name a maintainer and a home."""
    fields = {
        "Package": PACKAGE,
        "Version": debian_version(),
        "Architecture": _ARCHITECTURES[architecture()],
        "Maintainer": _maintainer(environ),
        "Installed-Size": str(installed_kib),
        "Depends": ", ".join(sorted({*depends, *_ALSO_NEEDED})),
        "Recommends": ", ".join(_RECOMMENDS),
        "Suggests": ", ".join(_SUGGESTS),
        "Section": "net",
        "Priority": "optional",
        "Homepage": environ.get(HOMEPAGE, ""),
        "Description": _DESCRIPTION.rstrip(),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items() if value)


def changelog(date: datetime, environ: Mapping[str, str] = os.environ) -> str:
    """Debian's own, of the packaging alone. What changed in the program is in the other one."""
    change = "  * Built from the program's own source; changelog.gz says what is new."
    signed = f" -- {_maintainer(environ)}  {date:%a, %d %b %Y %H:%M:%S +0000}"
    return f"{PACKAGE} ({debian_version()}) unstable; urgency=medium\n\n{change}\n\n{signed}\n"


def installed_kib(tree: Path) -> int:
    """As dpkg-gencontrol counts: each file in whole KiB, and one for whatever is no file."""
    sizes = (-(-path.stat().st_size // 1024) if _is_file(path) else 1 for path in tree.rglob("*"))
    return sum(sizes)


def digests(tree: Path) -> str:
    """The lines of ``md5sums``, by which ``dpkg --verify`` finds damage. Says nothing about who made them."""
    lines = []
    for path in sorted(filter(_is_file, tree.rglob("*"))):
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
        lines.append(f"{digest}  {path.relative_to(tree)}\n")
    return "".join(lines)


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _maintainer(environ: Mapping[str, str]) -> str:
    return environ.get(MAINTAINER) or _NOBODY
