"""The app for Macs: what its property list says, and the disk image that people download.

Signing and notarising are scripts of their own in ``packaging/macos``, since only a Mac with an identity can do them.
"""

from __future__ import annotations

from typing import Any

from installers.places import WINDOW, version

IDENTIFIER = "meshnet.gui"
OLDEST_MACOS = "14.0"
"""Source: the wheels of torch 2.13, PySide6 6.12 and onnxruntime 1.32, all three ``macosx_14_0``."""
COPYRIGHT = "The Meshnet contributors. Apache License 2.0."
LOCAL_NETWORK = (
    "Meshnet finds the computers of your swarms on this network and exchanges the numbers of their models with them."
)


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
        "CFBundleLocalizations": ["en", "de", "zh-Hans"],
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSMinimumSystemVersion": OLDEST_MACOS,
        "LSBackgroundOnly": False,  # PyInstaller sets it where the first executable is the console's
        "LSUIElement": False,
        "LSAppNapIsDisabled": True,  # others wait for the answers of an app whose window is hidden
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSPrincipalClass": "NSApplication",
        "NSHumanReadableCopyright": COPYRIGHT,
        "NSLocalNetworkUsageDescription": LOCAL_NETWORK,
    }
