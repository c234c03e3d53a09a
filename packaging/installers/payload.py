"""The files of a bundle as the Windows installer knows them: written, deleted again one by one, and nothing else.

An installer that removes its whole folder takes along what a user keeps there; so each name is listed at build time.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PureWindowsPath

MAX_RELATIVE = 190
"""How long a path inside the program's folder may be: with the usual folder it stays well below Windows's 260."""


def payload_script(bundle: Path) -> str:
    """Definitions and macros for ``meshnet.nsi``. ValueError where a name cannot be on Windows or is too long."""
    files = sorted(path for path in bundle.rglob("*") if path.is_file())
    names = {path: _name(path.relative_to(bundle)) for path in files}
    if not names:
        raise ValueError(f"there is nothing in {bundle}")
    folders = sorted({parent for name in names.values() for parent in PureWindowsPath(name).parents})
    inside = [str(folder) for folder in folders if str(folder) != "."]
    size = sum(-(-path.stat().st_size // 4096) * 4 for path in files)
    tops = sorted({PureWindowsPath(name).parts[0] for name in names.values()})
    return "\n".join(
        [
            f"!define SIZE_KB {size}",
            f"!define LONGEST {1 + max(map(len, names.values()))}",
            *_macro("InstallFiles", _installing(names)),
            *_macro("DeleteFiles", (f'Delete "$INSTDIR\\{name}"' for name in names.values())),
            *_macro("RemoveFolders", (f'RMDir "$INSTDIR\\{name}"' for name in reversed(inside))),
            *_macro("TopNames", (f'!insertmacro TopName "{name}"' for name in tops)),
            "",
        ]
    )


def _name(relative: Path) -> str:
    name = str(PureWindowsPath(*relative.parts))
    if any(character in name for character in '<>:"|?*$') or not name.isprintable():
        raise ValueError(f"the installer for Windows cannot have a file of the name {name!r}")
    if len(name) > MAX_RELATIVE:
        raise ValueError(f"the path {name} is longer than {MAX_RELATIVE} characters")
    return name


def _installing(names: dict[Path, str]) -> Iterable[str]:
    folder = None
    for path, name in names.items():
        if (parent := PureWindowsPath(name).parent) != folder:
            folder = parent
            yield f'SetOutPath "$INSTDIR\\{parent}"' if str(parent) != "." else 'SetOutPath "$INSTDIR"'
        yield f'File "{path}"'


def _macro(name: str, lines: Iterable[str]) -> Iterable[str]:
    return (f"!macro {name}", *lines, "!macroend")
