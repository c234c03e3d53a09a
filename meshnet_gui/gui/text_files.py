"""Reads a text file that is to be sent with a question. Blocking, and bounded. Threads: any."""

from __future__ import annotations

import codecs
import stat
from pathlib import Path

from meshnet_gui.archive.tree import Attachment
from meshnet_gui.errors import UserError
from meshnet_gui.gui.exchange import tidy
from meshnet_gui.gui.translation import tr

MAX_FILE_BYTES = 4 * 2**20
MAX_NAME_CHARS = 120
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ODD_SHARE = 0.02  # of control characters, above which a file is no text


def read_text_file(path: Path) -> Attachment:
    """The file's text, whatever common encoding it has. Raises UserError where it is none, or is too large."""
    name = shown_name(path.name)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UserError(tr("{name} is no file.", name=name), tr("Attach text files; a folder cannot be sent."))
        if status.st_size > MAX_FILE_BYTES:
            raise _too_large(name)
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except OSError as exc:
        why = exc.strerror or tr("it is gone")
        raise UserError(tr("{name} cannot be read: {why}.", name=name, why=why)) from exc
    if len(content) > MAX_FILE_BYTES:  # it grew, or its size is not known beforehand
        raise _too_large(name)
    text = tidy(_decoded(name, content)).strip()
    if not text:
        raise UserError(tr("{name} is empty.", name=name))
    return Attachment(name, text)


def shown_name(name: str) -> str:
    """A file's name without what could make it read as another one."""
    shown = "".join(char for char in tidy(name) if char.isprintable())
    return shown[:MAX_NAME_CHARS] or "file"


def _decoded(name: str, content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    if b"\0" in content or _odd_share(content) > _ODD_SHARE:
        hint = tr("Only text can be sent to the model: copy the text out of the file.")
        raise UserError(tr("{name} is no text.", name=name), hint)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _odd_share(content: bytes) -> float:
    odd = sum(content.count(bytes((code,))) for code in range(32) if code not in (9, 10, 12, 13, 27))
    return odd / max(1, len(content))


def _too_large(name: str) -> UserError:
    text = tr("{name} is larger than {num} MB.", name=name, num=MAX_FILE_BYTES >> 20)
    return UserError(text, tr("Attach the part that your question is about."))
