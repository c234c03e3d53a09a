from __future__ import annotations

import json
from typing import Any

import pytest

from meshnet_gui.runtime.release import Release, is_feed, is_newer, may_open, read_release

FEED = "https://api.forge.example/repos/Owner/meshnet/releases/latest"
PAGE = "https://forge.example/owner/meshnet/releases/tag/v0.2.0"


def answer(**changes: Any) -> bytes:
    said = {"tag_name": "v0.2.0", "html_url": PAGE, "draft": False, "prerelease": False, "body": "What is new"}
    return json.dumps(said | changes).encode()


def test_a_published_version_is_read_with_its_page() -> None:
    assert read_release(answer(), FEED) == Release("0.2.0", PAGE)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>sign in</html>",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 50_000 + b"]" * 50_000,
        b"[" + b"0," * 200_000 + b"0]",
        b"{}",
        answer(tag_name=None),
        answer(tag_name=["0.2.0"]),
        answer(tag_name="the latest"),
        answer(tag_name="0.2.0<b>"),
        answer(tag_name="1" * 5000),
        answer(tag_name="0.3.0rc1"),
        answer(tag_name="0.3.0+of.somebody"),
        answer(draft=True),
        answer(prerelease=True),
        answer(draft="no"),
    ],
    ids=lambda content: content[:30].decode(errors="replace"),
)
def test_what_is_no_published_version_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_release(content, FEED)


@pytest.mark.parametrize(
    "page",
    [
        "http://forge.example/owner/meshnet/releases",
        "file:///etc/passwd",
        "https://evil.example/owner/meshnet/releases",
        "https://notforge.example/owner/meshnet/releases",
        "https://sub.forge.example/owner/meshnet/releases",
        "https://forge.example.evil.example/owner/meshnet/x",
        "https://forge.example@evil.example/owner/meshnet/x",
        "https://evil.example\\@forge.example/owner/meshnet/x",
        "https://forge.example:8080/owner/meshnet/x",
        "https://forge.example/somebody/else/releases",
        "https://forge.example/owner/meshnet-of-mine/releases",
        "https://forge.example/owner/meshnet/../../somebody/else",
        "https://forge.example/owner/meshnet/%2e%2e/%2e%2e/somebody",
        "https://forge.example/owner/meshnet/..%2f..%2fsomebody",
        "https://forge.example/owner/meshnet/x?next=https://evil.example",
        "https://forge.example/owner/meshnet/x#y",
        "https://forge.example/owner/meshnet/x\n",
        "https://forge.example/owner/meshnet/x y",
        "https://xn--frge-5qa.example/owner/meshnet/x",
        "https://forge.example//evil.example/x",
        "https://forge.example/owner/meshnet/" + "x" * 1000,
        "javascript:alert(1)",
        "",
    ],
)
def test_a_lying_feed_opens_no_page_of_others(page: str) -> None:
    assert read_release(answer(html_url=page), FEED) == Release("0.2.0", "")


def test_a_page_that_is_no_text_is_none() -> None:
    assert read_release(answer(html_url={"a": 1}), FEED).page == ""


@pytest.mark.parametrize(
    ("page", "feed", "may"),
    [
        ("https://site.example/news", "https://site.example/latest.json", True),
        ("https://site.example/news", "https://api.site.example/latest.json", True),
        ("https://api.site.example/news", "https://api.site.example/latest.json", True),
        ("https://other.site.example/news", "https://api.site.example/latest.json", False),
        ("https://example/news", "https://site.example/latest.json", False),
        ("https://0.0.1/news", "https://127.0.0.1/latest.json", False),
        ("https://127.0.0.1:8443/news", "https://127.0.0.1:8443/latest.json", True),
        ("https://git.site.example/own/net/tag/v1", "https://git.site.example/api/v3/repos/own/net/releases/x", True),
        ("https://git.site.example/own/other/tag", "https://git.site.example/api/v3/repos/own/net/releases/x", False),
    ],
)
def test_a_page_belongs_to_the_feeds_host_or_the_site_above_it(page: str, feed: str, may: bool) -> None:
    assert may_open(page, feed) is may


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("0.10.0", "0.9.1", True),
        ("0.1.0", "0.1.0", False),
        ("0.1", "0.1.0", False),
        ("x", "0.1.0", False),
        ("0.1.0", "0.2.0", False),
        ("0.2.0", "0.2.0.dev1", True),
        ("", "0.1.0", False),
    ],
)
def test_versions_are_compared_as_numbers(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than) is newer


@pytest.mark.parametrize(
    "address", ["", "http://a.example/x", "https://", "https://u@a.example/", "https://[::1/", "x"]
)
def test_only_an_address_over_https_can_be_asked(address: str) -> None:
    assert not is_feed(address)
    assert is_feed(FEED)
