"""What the app says of itself to macOS."""

import plistlib

from installers import macos, places


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
