"""What the app says of itself to macOS."""

import plistlib
from pathlib import Path

from installers import macos, places, systems


def test_the_property_list_can_be_written_and_names_the_window_not_the_console():
    content = plistlib.loads(plistlib.dumps(macos.info_plist()))
    assert content["CFBundleExecutable"] == "meshnet-gui"
    assert content["CFBundleIdentifier"] == "meshnet.gui"
    assert content["CFBundleShortVersionString"] == content["CFBundleVersion"] == places.version()
    assert (content["LSBackgroundOnly"], content["LSUIElement"]) == (False, False)


def test_the_mac_asks_for_the_local_network_in_words_and_no_bonjour_service_is_claimed():
    content = macos.info_plist()
    assert content["NSLocalNetworkUsageDescription"].startswith("Meshnet finds")
    assert "NSBonjourServices" not in content


def test_the_oldest_macos_is_the_one_that_is_stated():
    stated = next(system for system in systems.stated() if system.id == "macos-arm64")
    assert stated.lowest == tuple(map(int, macos.OLDEST_MACOS.split(".")))


def test_the_system_asks_in_each_of_the_apps_languages(tmp_path):
    files = macos.localised(tmp_path)
    assert [place for _, place in files] == [f"{name}.lproj" for name in macos.info_plist()["CFBundleLocalizations"]]
    asked = [plistlib.loads(Path(source).read_bytes())["NSLocalNetworkUsageDescription"] for source, _ in files]
    assert len({*asked}) == len(files) == 3
    assert all("Meshnet" in text for text in asked)
