"""A node's own key: made once, kept from others, never shared by two programs that run at once."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from meshnet_gui.swarm.identity import Identity, verify
from meshnet_gui.swarm.node_id import is_node_id, node_id_of, short_id
from meshnet_gui.swarm.signed_record import open_record, sign_record
from tests.swarm.records import SWARM, record


def load(folder: Path, now: float = 0.0) -> Identity:
    return Identity.load_or_make(folder, lambda: now)


def test_the_same_key_is_taken_up_again_and_each_boot_is_higher(tmp_path: Path) -> None:
    first = load(tmp_path / "new")
    first.close()
    second = load(tmp_path / "new")
    assert second.node_id == first.node_id
    assert second.boot == first.boot + 1
    second.close()


def test_node_id_is_the_digest_of_the_public_key() -> None:
    identity = Identity.make()
    assert identity.node_id == node_id_of(identity.public_key)
    assert is_node_id(identity.node_id)
    assert short_id(identity.node_id) == identity.node_id[:8]
    assert not is_node_id(identity.node_id.upper() + "0")
    with pytest.raises(ValueError, match="32 bytes"):
        node_id_of(b"short")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_only_the_user_can_read_the_key(tmp_path: Path) -> None:
    load(tmp_path / "config").close()
    for path in (tmp_path / "config").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name
    assert stat.S_IMODE((tmp_path / "config").stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_key_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    load(tmp_path).close()
    (tmp_path / "node.key").chmod(0o644)
    load(tmp_path).close()
    assert stat.S_IMODE((tmp_path / "node.key").stat().st_mode) == 0o600


def test_two_programs_at_once_are_two_nodes(tmp_path: Path) -> None:
    first, second = load(tmp_path), load(tmp_path)
    assert first.node_id != second.node_id
    first.close()
    again = load(tmp_path)
    assert again.node_id == first.node_id
    again.close()
    second.close()


@pytest.mark.allow_warnings("set aside")
def test_a_damaged_key_is_set_aside_and_not_overwritten(tmp_path: Path) -> None:
    first = load(tmp_path)
    first.close()
    (tmp_path / "node.key").write_bytes(b"not a key")
    second = load(tmp_path)
    second.close()
    assert second.node_id != first.node_id
    assert (tmp_path / "node.key.bad-1").read_bytes() == b"not a key"


def test_boot_grows_although_its_file_is_gone_or_the_clock_went_back(tmp_path: Path) -> None:
    first = load(tmp_path, now=1000.0)
    first.close()
    (tmp_path / "node.boot").unlink()
    second = load(tmp_path, now=2000.0)
    second.close()
    third = load(tmp_path, now=5.0)
    third.close()
    assert first.boot < second.boot < third.boot


def test_a_signature_holds_for_its_message_and_key_only() -> None:
    identity, other = Identity.make(), Identity.make()
    signature = identity.sign(b"message")
    assert verify(identity.public_key, signature, b"message")
    assert not verify(identity.public_key, signature, b"another")
    assert not verify(other.public_key, signature, b"message")
    assert not verify(b"no key", signature, b"message")
    assert not verify(identity.public_key, b"no signature", b"message")


def test_what_prints_an_identity_prints_no_secret() -> None:
    identity = Identity.make()
    assert repr(identity) == f"Identity({identity.node_id[:8]})"


@pytest.mark.parametrize("content", ["9" * 19, "9" * 30, "-5", "soon"])
def test_boot_of_a_damaged_file_is_one_that_others_take(tmp_path: Path, content: str) -> None:
    (tmp_path / "node.boot").write_text(content, "ascii")
    identity = Identity.load_or_make(tmp_path)
    signed = sign_record(record(identity), SWARM, identity)
    assert open_record(signed, SWARM).boot == identity.boot
    identity.close()
