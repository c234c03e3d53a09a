"""Model names: slugs that are safe as directory names on every system. Knows no files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from meshnet_gui.errors import UserError

MAX_NAME_CHARS = 64
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_QUANTISATION_SUFFIX = re.compile(r"[.-](i?q\d\w*|f16|f32|bf16)$", re.IGNORECASE)
_SNAPSHOT = re.compile(r"[0-9a-f]{40}")
_CACHED = re.compile(r"models--([A-Za-z0-9._+-]+)")
_RESERVED_ON_WINDOWS = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


def check_name(name: str) -> str:
    """Return ``name`` when it is a slug. Raises UserError."""
    if len(name) > MAX_NAME_CHARS or _NAME.fullmatch(name) is None or name.endswith("."):
        raise UserError(
            f"{name[:80]!r} cannot be the name of a model.",
            f"Use up to {MAX_NAME_CHARS} lower-case letters, digits, dots, dashes and underscores.",
        )
    if _RESERVED_ON_WINDOWS.fullmatch(name):
        raise UserError(f"{name!r} is a reserved name on Windows.", "Choose another name.")
    return name


def slug(text: str, fallback: str = "model") -> str:
    """The nearest valid name to ``text``."""
    cleaned = re.sub(r"[^a-z0-9._-]+", "-", text.lower()).lstrip("._-")
    cleaned = cleaned[:MAX_NAME_CHARS].rstrip("._-")
    if not cleaned:
        return fallback
    return f"model-{cleaned}" if _RESERVED_ON_WINDOWS.fullmatch(cleaned) else cleaned


def name_of_gguf(path: Path) -> str:
    """``SmolLM2-135M-Instruct.Q4_1.gguf`` -> ``smollm2-135m-instruct``."""
    return slug(_QUANTISATION_SUFFIX.sub("", path.stem))


def name_of_folder(path: Path) -> str:
    """The folder's own name, or the repository's for a folder of the Hugging Face cache."""
    cached = snapshot_of(path)
    return slug(cached[0].rpartition("/")[2] if cached is not None else path.name)


def snapshot_of(path: Path) -> tuple[str, str] | None:
    """Repository and commit of a folder in the hub library's cache, ``models--org--name/snapshots/<commit>``."""
    cached = _CACHED.fullmatch(path.parent.parent.name)
    if cached is None or path.parent.name != "snapshots" or not _SNAPSHOT.fullmatch(path.name):
        return None
    return cached[1].replace("--", "/", 1), path.name


def numbered(name: str) -> Iterator[str]:
    """The name itself, then ``name-2``, ``name-3`` and so on."""
    yield name
    for number in count(2):
        suffix = f"-{number}"
        yield name[: MAX_NAME_CHARS - len(suffix)] + suffix
