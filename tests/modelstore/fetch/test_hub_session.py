from pathlib import Path
from urllib.parse import urljoin

import httpx2
import pytest

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.fetch.hub_errors import MAX_RETRY_AFTER_S, HubFailed, library_errors, refused, retry_after_s
from meshnet_gui.modelstore.fetch.hub_session import HubSession, is_repository, is_revision
from tests.hub_server import REPOSITORY, TOKEN

NOBODY = "http://127.0.0.1:9"  # the port of a service that nobody runs


def test_loopback_is_never_asked_through_a_proxy(hub: LocalHub, monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, NOBODY)
    assert Hub(hub.url).describe(REPOSITORY).identity.repository == REPOSITORY


def test_everything_else_is_and_no_token_goes_without_encryption(hub: LocalHub, monkeypatch: pytest.MonkeyPatch):
    from huggingface_hub import close_session

    Hub(hub.url).sign_in(TOKEN)
    hub.asked.clear()
    monkeypatch.setenv("http_proxy", hub.url)
    close_session()
    try:
        mirror = Hub("http://mirror.invalid")
        found = mirror.search("small")
    finally:
        close_session()
    assert [each.repository for each in found] == [REPOSITORY]
    assert [asked.authorization for asked in hub.asked] == [""]
    assert not mirror.is_private
    assert Hub(hub.url).is_private


def test_the_library_knows_the_address_where_no_mirror_is_set(hub: LocalHub, monkeypatch: pytest.MonkeyPatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "ENDPOINT", hub.url)
    assert HubSession().endpoint == hub.url
    assert Hub().describe(REPOSITORY).identity.repository == REPOSITORY
    assert HubSession("http://127.0.0.1:1/").endpoint == "http://127.0.0.1:1"


def test_the_offline_switch_of_the_library_holds(hub: LocalHub, monkeypatch: pytest.MonkeyPatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(UserError, match="switched off") as refusal:
        Hub(hub.url).describe(REPOSITORY)
    assert "members of your swarm" in refusal.value.hint
    assert not hub.asked


@pytest.mark.parametrize(
    ("address", "location", "is_followed"),
    [
        ("https://hub.invalid/a", "https://storage.invalid/b", True),
        ("https://hub.invalid/a", "/b", True),
        ("https://hub.invalid/a", "http://storage.invalid/b", False),
        ("https://hub.invalid/a", "http://127.0.0.1/b", False),
        ("http://127.0.0.1/a", "http://127.0.0.1:81/b", True),
    ],
)
def test_a_redirect_never_leaves_encryption(address: str, location: str, is_followed: bool):
    reply = httpx2.Response(302, headers={"location": location}, request=httpx2.Request("GET", address))
    if is_followed:
        assert HubSession._target(reply) == urljoin(address, location)
    else:
        with pytest.raises(HubFailed, match="without encryption") as trouble:
            HubSession._target(reply)
        assert trouble.value.is_final


@pytest.mark.parametrize("location", ["http://[::1/b", "http://127.0.0.1:abc/", "http://127.0.0.1:99999999/"])
def test_a_redirect_to_nowhere_is_a_failure_of_the_hub(location: str):
    request = httpx2.Request("GET", "http://127.0.0.1/a")
    with pytest.raises(HubFailed, match="an address that is none"):
        HubSession._target(httpx2.Response(302, headers={"location": location}, request=request))


def test_a_proxy_that_is_none_is_named(no_token: None, monkeypatch: pytest.MonkeyPatch):
    from huggingface_hub import close_session

    monkeypatch.setenv("http_proxy", "carrier-pigeon://127.0.0.1")
    close_session()
    try:
        with pytest.raises(UserError, match="HTTP_PROXY"):
            Hub("http://mirror.invalid").search("small")
    finally:
        close_session()


def test_what_the_session_quotes_is_not_passed_on():
    with pytest.raises(HubFailed, match="cannot be sent") as trouble, library_errors():
        raise httpx2.LocalProtocolError("Illegal header value b'Bearer hf_secret'")
    assert trouble.value.by_user
    assert trouble.value.__cause__ is None
    assert trouble.value.__suppress_context__


def test_a_hub_that_is_not_there(no_token: None):
    with pytest.raises(MachineError, match="cannot be reached") as trouble:
        Hub(NOBODY, wait=lambda seconds: None).describe(REPOSITORY)
    assert "proxy" in trouble.value.hint


def test_a_hub_that_says_nothing_is_given_up(hub: LocalHub, tmp_path: Path):
    hub.misbehave("stalled", "config.json")
    session = HubSession(hub.url, silence_s=0.2)
    commit = hub.repositories[REPOSITORY].branches["main"]
    with pytest.raises(HubFailed, match="did not answer in time"):
        session.small_file(REPOSITORY, commit, "config.json", 100)


def test_an_endless_answer_is_cut_off(hub: LocalHub, tmp_path: Path):
    size = (tmp_path / "repository" / "config.json").stat().st_size
    commit = hub.repositories[REPOSITORY].branches["main"]
    with pytest.raises(HubFailed, match="far longer"):
        HubSession(hub.url).small_file(REPOSITORY, commit, "config.json", size - 1)
    with pytest.raises(HubFailed, match="bytes instead of"):
        HubSession(hub.url).small_file(REPOSITORY, commit, "config.json", size + 1)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"retry-after": "12"}, 12),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, 0),
        ({"retry-after": "99999"}, MAX_RETRY_AFTER_S),
        ({"ratelimit": '"resolvers";r=0;t=55'}, 55),
        ({"ratelimit": '"resolvers";r=3;t=55'}, 0),
        ({"ratelimit": f'"resolvers";r=0;t={"9" * 5000}'}, 0),
        ({}, 0),
    ],
)
def test_how_long_to_wait_is_read_and_bounded(headers: dict[str, str], expected: float):
    assert retry_after_s(headers) == expected


@pytest.mark.parametrize(
    ("status", "headers", "signed_in", "expected"),
    [
        (401, {"x-error-code": "GatedRepo"}, False, "gated"),
        (403, {"x-error-code": "GatedRepo"}, True, "may not read"),
        (401, {"x-error-message": "Invalid credentials in Authorization header"}, True, "does not know this token"),
        (401, {}, False, "or it is private"),
        (404, {"x-error-code": "RevisionNotFound"}, False, "this revision of"),
        (403, {}, True, "does not let you"),
        (500, {}, False, "trouble"),
        (418, {}, False, "status 418"),
    ],
)
def test_each_refusal_has_its_words(status: int, headers: dict[str, str], signed_in: bool, expected: str):
    trouble = refused(status, headers, "somebody/model", signed_in=signed_in)
    assert expected in trouble.text
    assert isinstance(trouble.as_error(), UserError if status < 405 else MachineError)


def test_names_that_could_lead_elsewhere_are_none():
    good = ["owner/model", "gpt2", "Owner-1/Model_2.5-it"]
    bad = ["", "/", "a/b/c", "../x", "a/..", "a--b", "a b", "a/b?c", "a/b#c", "-a/b", "a\n"]
    assert all(map(is_repository, good))
    assert not any(map(is_repository, bad))
    assert all(map(is_revision, ["main", "refs/pr/1", "v1.0", "a" * 40]))
    assert not any(map(is_revision, ["", "../main", "a b", "-x", "a" * 300, "main\n"]))
