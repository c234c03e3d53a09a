"""A published version as a feed tells of it, and what of that is believed: a feed may lie. No I/O.

The form is that of GitHub's REST answer for a repository's latest release.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from packaging.version import InvalidVersion, Version

from meshnet_gui.modelstore.bounded_json import load_bounded

MAX_TAG_CHARS = 40
MAX_PAGE_CHARS = 300
_MAX_VALUES = 100_000
_PAGE = re.compile(r"https://(?P<place>[a-z0-9.:-]+)(?P<path>(?:/[A-Za-z0-9_~+-][A-Za-z0-9._~+-]*)+)")
_PROJECT = re.compile(r"/repos(/[^/]+/[^/]+/)")


@dataclass(frozen=True, slots=True)
class Release:
    """``version`` like 0.2.0. ``page`` tells of it; empty where the feed named one that is not to be opened."""

    version: str
    page: str = ""


def is_feed(address: str) -> bool:
    """Whether it can be asked: over HTTPS, at a plain host."""
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc and address.isprintable()
    except ValueError:
        return False


def read_release(content: bytes, feed: str) -> Release:
    """What the feed at ``feed`` has answered. Raises ValueError for what is no published version."""
    try:
        said = load_bounded(content, _MAX_VALUES)
    except RecursionError as exc:
        raise ValueError("it is nested too deeply") from exc
    if not isinstance(said, dict):
        raise ValueError("it is no object")
    if any(said.get(name, False) is not False for name in ("draft", "prerelease")):
        raise ValueError("it is not published, or only for trying")
    tag, page = said.get("tag_name"), said.get("html_url")
    if not isinstance(tag, str) or len(tag) > MAX_TAG_CHARS:
        raise ValueError("it names no version")
    version = Version(tag)
    if version.is_prerelease or version.local:
        raise ValueError("it is a version for trying")
    return Release(version.public, page if isinstance(page, str) and may_open(page, feed) else "")


def is_newer(version: str, than: str) -> bool:
    """Whether the one is a later version than the other; False for what is none."""
    try:
        return Version(version) > Version(than)
    except InvalidVersion:
        return False


def may_open(page: str, feed: str) -> bool:
    """Whether a feed may have people open this page: one over HTTPS, at its own host or the site that it belongs to.

    Where a host has the pages of many, as ``/repos/OWNER/NAME/`` in the feed's address says, only those of that
    project. No queries, escapes or dots in front, which a browser may read otherwise than we do.
    """
    match = _PAGE.fullmatch(page)
    if match is None or len(page) > MAX_PAGE_CHARS:
        return False
    parts = urlsplit(feed)
    project = _PROJECT.search(parts.path)
    is_of_project = project is None or match["path"].casefold().startswith(project[1].casefold())
    return match["place"] in _own_places(parts.netloc.lower()) and is_of_project


def _own_places(place: str) -> tuple[str, ...]:
    """``api.site.example`` belongs to ``site.example``; a site's own name and an address in numbers to nobody else."""
    _, _, site = place.partition(".")
    is_in_numbers = place.partition(":")[0].rpartition(".")[2].isdigit()
    return (place,) if "." not in site or is_in_numbers else (place, site)
