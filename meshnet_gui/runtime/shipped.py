"""What comes with the program beside its code: the licences of what is inside, and where newer versions are told of."""

from __future__ import annotations

import json
import logging
from importlib.resources.abc import Traversable

from meshnet_gui.installation import resources
from meshnet_gui.runtime.release import is_feed

log = logging.getLogger(__name__)

RELEASE = "release.json"
NOTICES = "notices.txt"


def notices() -> Traversable | None:
    """The licences of all that this build has inside; None where others brought that: in an installation by pip."""
    found = resources() / NOTICES
    return found if found.is_file() else None


def release_feed() -> str:
    """Where this build asks for newer versions; empty where nobody wrote an address into it, as in a checkout."""
    try:
        said = json.loads((resources() / RELEASE).read_text(encoding="utf-8"))
        feed = said["feed"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        log.info("%s cannot be read: no newer versions are looked for", RELEASE)
        return ""
    return feed if isinstance(feed, str) and is_feed(feed) else ""
