"""An invite survives what people and chat programs do to a line of text, and says what is wrong where it did not."""

from __future__ import annotations

import base64

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.swarm.invite import MAX_RENDEZVOUS, PREFIX, Invite, checked_name, checked_rendezvous

SEED = bytes(range(32))
INVITE = Invite("Küche 7", SEED, ("203.0.113.7:7447", "[2001:db8::7]:7447", "home.example:443"))


def test_parsing_gives_back_what_was_encoded() -> None:
    text = INVITE.encode()
    assert text.startswith(PREFIX)
    assert text.isascii()
    assert " " not in text
    assert Invite.parse(text) == INVITE
    assert Invite.parse(Invite("alone", SEED).encode()) == Invite("alone", SEED)


@pytest.mark.parametrize("mangle", [
    lambda text: f"  {text}\n",
    lambda text: "\r\n".join(text[i : i + 20] for i in range(0, len(text), 20)),
    lambda text: f"“{text}”",
    lambda text: f"<{text}>",
    lambda text: "\u200b".join(text),
    lambda text: text.replace("meshnet:", "MESHNET:"),
    lambda text: f"Hi! Here is the invite:\n{text}\nSee you.",
    lambda text: f"It is “{text[:50]}\n> {text[50:]}”. Bye".replace("> ", ""),
])  # fmt: skip
def test_whitespace_quotes_invisible_characters_and_a_message_around_it_do_no_harm(mangle: object) -> None:
    assert callable(mangle)
    assert Invite.parse(mangle(INVITE.encode())) == INVITE


def test_every_changed_or_missing_character_is_noticed() -> None:
    text = INVITE.encode()
    for i in range(len(PREFIX), len(text)):
        other = "A" if text[i] != "A" else "B"
        with pytest.raises(UserError, match="damaged"):
            Invite.parse(text[:i] + other + text[i + 1 :])
        with pytest.raises(UserError, match=r"damaged|no invite"):
            Invite.parse(text[:i])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no invite"),
        ("http://127.0.0.1:8000", "no invite"),
        (PREFIX, "damaged"),
        (PREFIX + "!!!!", "characters"),
        (PREFIX + "é" * 50, "characters"),
        (PREFIX + "A" * 60, "damaged"),
        (PREFIX + "A" * 100_000, "too long"),
    ],
)
def test_what_is_no_invite_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(UserError, match=says):
        Invite.parse(text)


def forged(content: bytes) -> str:
    """An invite whose checksum is right."""
    from meshnet_gui.swarm.invite import _checksum

    return PREFIX + base64.urlsafe_b64encode(content + _checksum(content)).decode().rstrip("=")


def test_an_invite_of_a_later_version_says_so() -> None:
    with pytest.raises(UserError, match="newer version"):
        Invite.parse(forged(b"\x02" + SEED + b"\x01a"))


@pytest.mark.parametrize("rest", [
    b"\x05abc",  # ends too early
    b"\x00",  # no name
    b"\x01\x07",  # a bell for a name
    b"\x02\xff\xff",  # not UTF-8
    b"\x01a\x04what",  # no address
    b"\x01a\x09host:0000",  # port 0
    b"\x04a\xe2\x80\xae",  # text that runs backwards
])  # fmt: skip
def test_right_checksum_over_wrong_content_is_refused(rest: bytes) -> None:
    with pytest.raises(UserError):
        Invite.parse(forged(b"\x01" + SEED + rest))


def test_no_more_addresses_than_are_of_use_are_kept() -> None:
    many = tuple(f"10.0.0.{i}:7447" for i in range(40))
    invite = Invite("many", SEED, many)
    assert invite.rendezvous == many[:MAX_RENDEZVOUS]
    assert Invite.parse(invite.encode()) == invite


@pytest.mark.parametrize("text", ["", " ", "a\nb", "x" * 41, "\u202eabc"])
def test_names_that_cannot_be_shown_in_a_line_are_refused(text: str) -> None:
    with pytest.raises(UserError, match="name"):
        checked_name(text)


@pytest.mark.parametrize(
    "text", ["host", "host:", ":7447", "a b:1", "http://a:1", "[::g]:1", "a:65536", "::1:7447", "a/b:1"]
)
def test_what_is_no_host_and_port_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="no address"):
        checked_rendezvous(text)


def test_the_seed_is_in_no_representation() -> None:
    assert "seed" not in repr(INVITE)
    assert SEED.hex() not in repr(INVITE)
