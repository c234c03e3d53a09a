"""A bundle in small: what packages are tried with, since a real one takes minutes to build."""

from __future__ import annotations

from pathlib import Path

PROGRAM = '#!/bin/sh\necho "stand-in $*"\n'
RESOURCES = Path("_internal", "meshnet_gui", "resources")


def make_bundle(folder: Path) -> Path:
    """``folder/meshnet``, with scripts for executables, a library with its link, modes nobody should rely on."""
    bundle = folder / "meshnet"
    (bundle / RESOURCES).mkdir(parents=True)
    for name in ("meshnet", "meshnet-gui"):
        (bundle / name).write_text(PROGRAM, encoding="utf-8")
        (bundle / name).chmod(0o700)
    (bundle / RESOURCES / "notices.txt").write_text("notices\n", encoding="utf-8")
    (bundle / RESOURCES / "notices.txt").chmod(0o600)
    for name, text in (("LICENSE", "licence\n"), ("module.py", "#!/usr/bin/env python\n")):
        (bundle / "_internal" / name).write_text(text, encoding="utf-8")
        (bundle / "_internal" / name).chmod(0o755)
    library = bundle / "_internal" / "libone.so.1"
    library.write_bytes(b"no ELF")
    library.chmod(0o777)
    (bundle / "_internal" / "libone.so").symlink_to(library.name)
    return bundle


def make_icons(folder: Path) -> Path:
    """``folder/icons``, as ``draw_icons`` fills it but for what is in the pictures."""
    icons = folder / "icons"
    (icons / "png").mkdir(parents=True)
    for name in ("png/16.png", "png/256.png", "png/512.png", "meshnet.svg"):
        (icons / name).write_text(name, encoding="utf-8")
    return icons
