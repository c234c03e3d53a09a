from __future__ import annotations

import pytest

from meshnet_gui.concurrency.loopback import is_loopback


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost", "LOCALHOST"])
def test_only_programs_on_this_computer_get_to_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1", "localhost.example", "1"])
def test_others_get_to_anything_else(host: str) -> None:
    assert not is_loopback(host)
