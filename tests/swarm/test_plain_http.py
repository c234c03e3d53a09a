from __future__ import annotations

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.swarm.plain_http import check_plain, is_plain


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1", "https://192.0.2.7:1"]
)
def test_this_computer_and_encrypted_peers_need_no_leave(address: str) -> None:
    check_plain(address, allowed=False)


@pytest.mark.parametrize("address", ["http://192.0.2.7:1", "http://box.lan:1", "http://[2001:db8::1]:1"])
def test_other_computers_are_asked_in_plain_http_only_where_the_user_allows_it(address: str) -> None:
    assert is_plain(address)
    check_plain(address, allowed=True)
    with pytest.raises(UserError, match="not encrypted"):
        check_plain(address, allowed=False)
