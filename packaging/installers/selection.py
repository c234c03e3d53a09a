"""What goes into the bundle, and what stays out of it, each with its reason. Read by pyinstaller.spec."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import PurePosixPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NAME = "meshnet-gui"
Entry = tuple[str, str, str]
"""One of PyInstaller's entries: where it goes in the bundle, the file it comes from, its kind."""

KEPT = ("torch/bin/torch_shm_manager", "transformers/models/auto/*")
DROPPED = {
    "torch/bin/*": "PyTorch's own tests and a protobuf compiler",
    "torch/test/*": "PyTorch's own tests",
    "torch/share/*": "for C++ projects built on PyTorch",
    "torch/include/*": "for C++ projects built on PyTorch",
    "torch/lib/lib*_test.so": "PyTorch's own tests",
    "torch/lib/libbackend_with_compiler.so": "PyTorch's own tests",
    "torch/lib/libaoti_custom_ops.so": "PyTorch's own tests",
    "torch/testing/*.py": "sources beside what is compiled from them; PyTorch reads those of other parts at run time",
    "transformers/models/*/image_processing_*": "pictures, for which the program has no use",
    "transformers/models/*/video_processing_*": "films, for which the program has no use",
    "transformers/models/*/feature_extraction_*": "sounds and pictures, for which the program has no use",
    "transformers/models/*/processing_*": "pictures, films and sounds beside text",
    "*.pyi": "type hints, which nothing reads at run time",
    "*.lib": "for linking on Windows",
    "libcudart.so*": "a graphics card's library of the computer that builds",
    "PySide6/Qt/plugins/platforms/*eglfs*": "screens without a desktop",
    "PySide6/Qt/plugins/platforms/*linuxfb*": "screens without a desktop",
    "PySide6/Qt/plugins/platforms/*minimal*": "screens without a desktop",
    "PySide6/Qt/plugins/platforms/*vkkhrdisplay*": "screens without a desktop",
    "PySide6/Qt/plugins/platforms/*vnc*": "screens without a desktop",
    "PySide6/Qt/plugins/egldeviceintegrations/*": "screens without a desktop",
    "PySide6/Qt/plugins/generic/*": "screens without a desktop",
    "PySide6/Qt/plugins/platformthemes/*gtk3*": "GTK, which would come along whole; the desktop portal's theme stays",
    "PySide6/Qt/plugins/qmltooling/*": "QML, which the window does not use",
    "PySide6/Qt/qml/*": "QML, which the window does not use",
    "PySide6/Qt/plugins/imageformats/*tga*": "no picture that the app shows or takes",
    "PySide6/Qt/plugins/imageformats/*tiff*": "no picture that the app shows or takes",
    "PySide6/Qt/plugins/imageformats/*wbmp*": "no picture that the app shows or takes",
    "PySide6/Qt/plugins/imageformats/*icns*": "no picture that the app shows or takes",
    "PySide6/Qt/plugins/networkinformation/*qglib*": "GLib, which would come along whole; those of the services stay",
}
TRANSLATIONS = "PySide6/Qt/translations/"
LANGUAGES = ("de", "zh_CN")
"""Beside English, of which Qt has no file."""
UNUSED_DISTRIBUTIONS = {
    "hf-xet",  # the hub's library takes it to fetch whole files; weights are fetched in ranges here
    "setuptools",  # builds programs
}
UNUSED_MODULES = (
    "tkinter",
    "pydoc_data",
    "lib2to3",
    "setuptools",  # its hook alone would cost a tenth of the start
    "pkg_resources",
    "_distutils_hack",
    "distutils",
    "torch.utils.tensorboard",
    "readline",  # these two are under the GPL, and only a prompt of Python itself and a kind of database use them
    "_gdbm",
)


def needed_distributions(name: str = NAME, extras: Iterable[str] = ()) -> set[str]:
    """Canonical names of what the program depends on and uses, itself included, as far as it is installed here."""
    found, left = set[tuple[str, str]](), [(name, extra) for extra in ("", *extras)]
    while left:
        step = left.pop()
        try:
            requires = importlib.metadata.distribution(step[0]).requires or []
        except importlib.metadata.PackageNotFoundError:
            continue  # another system's
        found.add((canonicalize_name(step[0]), step[1]))
        for each in map(Requirement, requires):
            if each.marker is None or each.marker.evaluate({"extra": step[1]}):
                wanted = [(canonicalize_name(each.name), extra) for extra in ("", *each.extras)]
                left += [one for one in wanted if one not in found]
    return {distribution for distribution, _ in found} - UNUSED_DISTRIBUTIONS


def foreign_modules(needed: set[str]) -> list[str]:
    """Top-level modules of what is installed here, but for development alone: none of it may slip in."""
    modules = importlib.metadata.packages_distributions()
    return sorted(
        module
        for module, owners in modules.items()
        if module.isidentifier() and not needed & {canonicalize_name(owner) for owner in owners}
    )


def is_kept(place: str, needed: set[str]) -> bool:
    """Whether the bundle has a file at ``place``, relative to its folder of libraries."""
    place = PurePosixPath(place.replace("\\", "/")).as_posix()
    if any(fnmatch(place, pattern) for pattern in KEPT):
        return True
    if any(fnmatch(place, pattern) for pattern in DROPPED):
        return False
    if place.startswith(TRANSLATIONS):
        return any(place.endswith(f"_{language}.qm") for language in LANGUAGES)
    metadata = place.partition(".dist-info/")
    return not metadata[1] or canonicalize_name(metadata[0].rpartition("-")[0]) in needed


def kept(entries: Iterable[Entry], needed: set[str]) -> list[Entry]:
    """Those that ``is_kept`` lets in; a module by where its file would lie, without an ending."""
    return [entry for entry in entries if is_kept(_place(entry), needed)]


def _place(entry: Entry) -> str:
    return entry[0].replace(".", "/") if entry[2].startswith("PYMODULE") else entry[0]


def without_orphans(entries: Iterable[Entry], imports: Callable[[str], Iterable[str]]) -> list[Entry]:
    """Without system libraries that only dropped files needed. ``imports``: names of the libraries a file loads.

    Only for Linux, where PyInstaller lays what others load into the top folder, by its own name.
    """
    entries = list(entries)
    if sys.platform != "linux":
        return entries
    orphans = {place: source for place, source, _ in entries if _is_system_library(place)}
    left = [source for place, source, kind in entries if place not in orphans and kind != "SYMLINK"]
    while left:
        for name in imports(left.pop()):
            if name in orphans:
                left.append(orphans.pop(name))
    return [entry for entry in entries if entry[0] not in orphans]


def _is_system_library(place: str) -> bool:
    return "/" not in place and ".so" in place and place.startswith("lib") and not place.startswith("libpython")
