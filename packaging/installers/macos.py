"""The app for Macs: what its property list says, and the disk image that people download.

Signing and notarising are scripts of their own in ``packaging/macos``, since only a Mac with an identity can do them.
"""

from __future__ import annotations

import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from installers.places import PACKAGING, WINDOW, file_name, version

IDENTIFIER = "meshnet.gui"
SIGN_VARIABLE = "MESHNET_SIGN_IDENTITY"
NOTARY_VARIABLE = "MESHNET_NOTARY_KEY_FILE"
"""With the first the app and its image are signed, with both they are notarised, too."""
OLDEST_MACOS = "14.0"
"""Source: the wheels of torch 2.13, PySide6 6.12 and onnxruntime 1.32, all three ``macosx_14_0``."""
COPYRIGHT = "The Meshnet contributors. Apache License 2.0."
LOCAL_NETWORK = {
    "en": "Meshnet finds the computers of your swarms on this network, and computes together with them.",
    "de": "Meshnet findet in diesem Netz die Computer Ihrer Schwärme und rechnet gemeinsam mit ihnen.",
    "zh-Hans": "Meshnet 在此网络中查找您集群的计算机，并与它们一起计算。",
}
"""What the system asks the user with, in the app's languages."""


def info_plist() -> dict[str, Any]:
    """The keys of ``Info.plist``; those that PyInstaller would set by itself, too, so that nothing hangs on its guess.

    There is no ``NSBonjourServices``: members find each other by multicast to a group of their own, never by mDNS.
    """
    return {
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleName": "Meshnet",
        "CFBundleDisplayName": "Meshnet",
        "CFBundleExecutable": WINDOW,
        "CFBundleIconFile": "meshnet.icns",
        "CFBundlePackageType": "APPL",
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleShortVersionString": version(),
        "CFBundleVersion": version(),
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": [*LOCAL_NETWORK],
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSMinimumSystemVersion": OLDEST_MACOS,
        "LSBackgroundOnly": False,  # PyInstaller sets it where the first executable is the console's
        "LSUIElement": False,
        "LSAppNapIsDisabled": True,  # others wait for the answers of an app whose window is hidden
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSPrincipalClass": "NSApplication",
        "NSHumanReadableCopyright": COPYRIGHT,
        "NSLocalNetworkUsageDescription": LOCAL_NETWORK["en"],
    }


def localised(folder: Path) -> list[tuple[str, str]]:
    """Writes what the property list says in other languages; the files, each with its place in the app's resources."""
    found = []
    for language, text in LOCAL_NETWORK.items():
        place = folder / f"{language}.lproj"
        place.mkdir(parents=True, exist_ok=True)
        strings = place / "InfoPlist.strings"
        strings.write_bytes(plistlib.dumps({"NSLocalNetworkUsageDescription": text}))
        found.append((str(strings), place.name))
    return found


def build_dmg(app: Path, out: Path, environ: Mapping[str, str] = os.environ, *, platform: str = sys.platform) -> Path:
    """Signs ``app`` where there is an identity, and makes the disk image in the folder ``out``.

    Raises OSError on other systems, CalledProcessError where a step fails (it has said why).
    """
    if platform != "darwin":
        raise OSError("a disk image for Macs can only be made on a Mac: it takes codesign and hdiutil")
    if environ.get(NOTARY_VARIABLE) and not environ.get(SIGN_VARIABLE):
        raise ValueError(f"{NOTARY_VARIABLE} is set and {SIGN_VARIABLE} is not: only what is signed can be notarised")
    out.mkdir(parents=True, exist_ok=True)
    image = out / file_name(".dmg", "darwin")
    if environ.get(SIGN_VARIABLE):
        _run("sign.sh", app)
    _run("make-dmg.sh", app, image)
    if environ.get(NOTARY_VARIABLE):
        _run("notarise.sh", image)
    return image


def _run(script: str, *arguments: Path) -> None:
    subprocess.run(["bash", str(PACKAGING / "macos" / script), *map(str, arguments)], check=True)
