"""Text as it may lie in a database and be shown again: without what breaks one of the two. Pure functions."""

from __future__ import annotations

import re

from meshnet_gui.archive.tree import MAX_TITLE_CHARS

_UNFIT = re.compile("[\0\ud800-\udfff]")
_UNSHOWN = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_SPACE = re.compile(r"\s")
BEFORE_CHARS = 16  # a narrow list shows some 40 characters, and what was found is to be among them
FOUND_CHARS = 160


def clean_text(text: str) -> str:
    """NUL, which ends a text for SQLite, and halves of characters, which no file can hold, become U+FFFD."""
    return _UNFIT.sub("\ufffd", text)


def clean_title(text: str) -> str:
    """One line, not too long."""
    line = " ".join(_UNSHOWN.sub(" ", text[: 8 * MAX_TITLE_CHARS]).split())
    return line if len(line) <= MAX_TITLE_CHARS else line[: MAX_TITLE_CHARS - 1] + "…"


def piece_around(text: str, needle: str) -> str:
    """A line of the text with the first place where ``needle`` (in lower case) stands, "" where it does not."""
    place = text.lower().find(needle)
    if place < 0:
        return ""
    start = max(0, place - BEFORE_CHARS)
    if start:
        space = _SPACE.search(text, start, place)  # whole words, where there are some
        start = space.end() if space else start
    piece = " ".join(_UNSHOWN.sub(" ", text[start : start + FOUND_CHARS]).split())
    return f"{'…' if start else ''}{piece}{'…' if start + FOUND_CHARS < len(text) else ''}"
