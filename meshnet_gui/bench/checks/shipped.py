"""Are the files there that come with the program, and can each be read as what it is? Qt's check draws the pictures.

``meshnet_gui.resources`` says itself which there are.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from importlib.resources.abc import Traversable
from pathlib import Path

from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.bench.checks.installed import listed
from meshnet_gui.errors import BadModelFile
from meshnet_gui.installation import IS_BUNDLE, PACKAGE
from meshnet_gui.installation import resources as shipped
from meshnet_gui.modelstore.starter import FILE_NAME, check_bundled

MIN_NOTICES_CHARS = 1000


def resources(
    folder: Path,
    root: Callable[[], Traversable] = shipped,
    check_starter: Callable[[Path], None] = check_bundled,
    *,
    bundle: bool = IS_BUNDLE,
) -> str:
    """Every file is there and can be read; in a bundle the notices and the starter model are among them."""
    always, in_bundles = names()
    found = root()
    wanted = (*always, *in_bundles) if bundle else always
    missing = [name for name in wanted if not found.joinpath(*name.split("/")).is_file()]
    if missing:
        raise CheckFailed(f"missing: {listed(missing)}")
    for name in wanted:
        _read(name, found.joinpath(*name.split("/")), check_starter)
    return f"{len(wanted)} files"


def names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files that always ship, and those that only a bundle has. Raises CheckFailed."""
    try:
        listing = importlib.import_module(f"{PACKAGE}.resources")
        return tuple(listing.FILES), tuple(listing.OF_BUNDLES)
    except (ImportError, AttributeError) as exc:
        raise CheckFailed(f"the list of the files that ship cannot be read: {exc}") from exc


def _read(name: str, file: Traversable, check_starter: Callable[[Path], None]) -> None:
    """Raises CheckFailed where it is not what its name says."""
    if name.endswith(FILE_NAME):
        try:
            check_starter(Path(str(file)))
        except BadModelFile as exc:
            raise CheckFailed(exc.text) from exc
        return
    try:
        content = file.read_bytes()
        wrong = _is_wrong(name, content)
    except (OSError, ValueError) as exc:
        raise CheckFailed(f"{name}: {exc}") from exc
    if wrong:
        raise CheckFailed(f"{name} is {wrong}")


def _is_wrong(name: str, content: bytes) -> str:
    """What it is instead; empty where it is right. Raises ValueError for what is no text or no JSON."""
    if not content.strip():
        return "empty"
    if name.endswith(".qm"):
        return "" if content.startswith(bytes.fromhex("3cb86418")) else "no translation"
    text = content.decode("utf-8")
    if name.endswith(".json"):
        json.loads(text)
    if name.endswith(".svg") and "<svg" not in text:
        return "no picture"
    if name == "notices.txt" and len(text) < MIN_NOTICES_CHARS:
        return "too short to have all licences"
    return ""
