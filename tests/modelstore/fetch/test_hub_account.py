import logging

import pytest

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.fetch.hub import Hub
from tests.hub_server import TOKEN


def test_a_token_is_kept_where_the_library_finds_it(hub: LocalHub, caplog: pytest.LogCaptureFixture):
    from huggingface_hub import get_token

    caplog.set_level(logging.DEBUG)
    assert not Hub(hub.url).signed_in()
    assert Hub(hub.url).sign_in(f" {TOKEN}\n") == "somebody"
    assert Hub(hub.url).signed_in()
    assert get_token() == TOKEN
    Hub(hub.url).sign_out()
    assert not Hub(hub.url).signed_in()
    assert TOKEN not in caplog.text


@pytest.mark.parametrize(
    ("token", "expected"),
    [("hf_" + "x" * 30, "does not know"), ("zwei worte", "no token of the hub"), ("", "no token")],
)
def test_a_token_that_the_hub_does_not_know_is_not_kept(hub: LocalHub, token: str, expected: str):
    with pytest.raises(UserError, match=expected) as refusal:
        Hub(hub.url).sign_in(token)
    assert not Hub(hub.url).signed_in()
    assert not token or token not in str(refusal.value)


def test_no_token_goes_to_a_mirror_without_encryption(no_token: None):
    with pytest.raises(UserError, match="without encryption"):
        Hub("http://mirror.invalid").sign_in(TOKEN)


def test_a_token_of_the_environment_is_named_at_sign_out(hub: LocalHub, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert Hub(hub.url).signed_in()
    with pytest.raises(UserError, match="HF_TOKEN"):
        Hub(hub.url).sign_out()
