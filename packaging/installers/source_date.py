"""When the source that is packed was written: the one time in everything that is built, so that two builds are equal.

Source: the SOURCE_DATE_EPOCH specification of the reproducible builds project.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from installers.places import ROOT

VARIABLE = "SOURCE_DATE_EPOCH"


def source_date(environ: Mapping[str, str] = os.environ, checkout: Path = ROOT) -> datetime:
    """What the environment names, else the last commit of ``checkout``, else the changelog's own time.

    Raises ValueError for a variable that is no number of seconds.
    """
    named = environ.get(VARIABLE, "")
    if named:
        if not named.isascii() or not named.isdigit():
            raise ValueError(f"{VARIABLE} is {named!r} and no number of seconds")
        return datetime.fromtimestamp(int(named), UTC)
    return _last_commit(checkout) or datetime.fromtimestamp(int((ROOT / "CHANGELOG.md").stat().st_mtime), UTC)


def _last_commit(checkout: Path) -> datetime | None:
    """None in a source without git."""
    command = ["git", "-C", str(checkout), "log", "-1", "--format=%ct"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    return datetime.fromtimestamp(int(said), UTC)
