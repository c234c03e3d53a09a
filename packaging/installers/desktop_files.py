"""What a Linux desktop is told of the program: its entry in the menu, its page for software centres, icons and manuals.

The same files go into the .deb, the AppDir and the archive; the texts are in packaging/linux.
"""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape

from installers.places import PACKAGING, version
from installers.source_date import source_date

TEXTS = PACKAGING / "linux"
MANUALS = ("meshnet.1", "meshnet-gui.1")
HOMEPAGE = "MESHNET_HOMEPAGE"
"""The variable that names where the program is at home, for those who publish a build; there may be none."""
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_COMPONENT = "local.meshnet.gui"


def write_desktop_files(share: Path, icons: Path) -> None:
    """Fills ``share``, which is ``usr/share`` of whatever is built, from the folder that ``draw_icons`` made."""
    applications = share / "applications"
    applications.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(TEXTS / "meshnet.desktop", applications / "meshnet.desktop")
    metainfo = share / "metainfo" / f"{_COMPONENT}.metainfo.xml"
    metainfo.parent.mkdir(exist_ok=True)
    metainfo.write_text(component(source_date()), encoding="utf-8")
    _write_icons(share / "icons" / "hicolor", icons)
    write_manuals(share / "man" / "man1")


def component(date: datetime, environ: Mapping[str, str] = os.environ) -> str:
    """The AppStream metainfo of this version, with the program's home where one is named."""
    home = environ.get(HOMEPAGE, "")
    url = f'<url type="homepage">{escape(home)}</url>\n  ' if home else ""
    return _filled("meshnet.metainfo.xml.in", version=version(), date=f"{date:%Y-%m-%d}", homepage=url)


def manual(name: str, date: datetime) -> str:
    """A page of the manual, in mdoc, whose dates are English in every locale."""
    day = f"{_MONTHS[date.month - 1]} {date.day}, {date.year}"
    return _filled(f"{name}.in", version=version(), date=day)


def write_manuals(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in MANUALS:
        (folder / f"{name}.gz").write_bytes(compressed(manual(name, source_date())))


def compressed(text: str) -> bytes:
    """As ``gzip -n9`` does: without a name and a time, so that two are equal."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def _write_icons(theme: Path, icons: Path) -> None:
    for picture in (icons / "png").glob("*.png"):
        place = theme / f"{picture.stem}x{picture.stem}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, place / "meshnet.png")
    scalable = theme / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(icons / "meshnet.svg", scalable / "meshnet.svg")


def _filled(name: str, **values: str) -> str:
    return Template((TEXTS / name).read_text(encoding="utf-8")).substitute(values)
