"""The swarms that this computer belongs to: what is remembered, what is forgotten, and what a damaged file costs."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.swarm import membership
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import FILE_NAME, MAX_SWARMS, Membership, MembershipStore
from meshnet_gui.swarm.private_files import FileLock

SEED = bytes(range(32))


@pytest.fixture
def store(tmp_path: Path) -> MembershipStore:
    return MembershipStore(tmp_path / "config")


def again(store: MembershipStore) -> MembershipStore:
    return MembershipStore(store.path.parent)


def test_there_is_no_swarm_at_first(store: MembershipStore) -> None:
    assert store.list() == ()
    assert store.active() is None
    assert not store.path.exists()


def test_a_created_swarm_is_active_and_remembered(store: MembershipStore) -> None:
    made = store.create("home", ["192.0.2.1:7447"])
    assert again(store).list() == (made,)
    assert again(store).active() == made
    assert made.rendezvous == ("192.0.2.1:7447",)
    assert store.create("work").seed != made.seed


def test_a_member_by_invite_is_in_the_same_swarm(store: MembershipStore, tmp_path: Path) -> None:
    made = store.create("home")
    other = MembershipStore(tmp_path / "other")
    joined = other.join(Invite.parse(made.invite(["192.0.2.1:7447"]).encode()))
    assert joined.swarm_id == made.swarm_id
    assert joined.rendezvous == ("192.0.2.1:7447",)
    assert other.active() == joined


def test_joining_again_learns_new_addresses_and_keeps_the_name(store: MembershipStore) -> None:
    store.join(Invite("home", SEED, ("a:1",)))
    joined = store.join(Invite("renamed", SEED, ("b:2", "a:1")))
    assert joined == Membership("home", SEED, ("b:2", "a:1"))
    assert store.list() == (joined,)


def test_another_swarm_of_the_same_name_gets_a_number(store: MembershipStore) -> None:
    store.create("home")
    assert store.join(Invite("home", SEED)).name == "home 2"
    assert store.join(Invite("home", bytes(32))).name == "home 3"


def test_a_name_is_given_once(store: MembershipStore) -> None:
    store.create("home")
    with pytest.raises(UserError, match="already"):
        store.create(" home ")


def test_one_swarm_or_none_is_in_use(store: MembershipStore) -> None:
    home, work = store.create("home"), store.create("work")
    assert store.active() == work
    assert store.use("home") == home
    assert store.active() == home
    assert store.use("") is None
    assert store.active() is None
    with pytest.raises(UserError, match="no swarm called"):
        store.use("nowhere")


def test_leaving_forgets_the_seed_everywhere(store: MembershipStore) -> None:
    left = store.create("home")
    kept = store.create("work")
    store.use("home")
    store.leave("home")
    assert store.list() == (kept,)
    assert store.active() is None
    for path in store.path.parent.iterdir():
        assert left.seed.hex() not in path.read_text(), path.name


def test_rotating_makes_another_swarm_of_the_same_name(store: MembershipStore) -> None:
    old = store.create("home", ["a:1"])
    new = store.rotate("home")
    assert new.swarm_id != old.swarm_id
    assert (new.name, new.rendezvous) == (old.name, old.rendezvous)
    assert again(store).active() == new
    for path in store.path.parent.iterdir():
        assert old.seed.hex() not in path.read_text(), path.name


def test_addresses_are_remembered(store: MembershipStore) -> None:
    store.create("home")
    store.set_rendezvous("home", ["a:1", "a:1"])
    assert store.get("home").rendezvous == ("a:1",)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_only_the_user_can_read_the_seeds(store: MembershipStore) -> None:
    store.create("home")
    for path in store.path.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name


@pytest.mark.allow_warnings("set aside")
@pytest.mark.parametrize("damage", [
    "", "\0" * 80, "[]", "{}", '{"swarms": 3}',
    '{"active": "", "swarms": [{"name": "x", "seed": "00", "rendezvous": []}]}',
    '{"active": "", "swarms": [{"name": 1}]}', "[" * 100_000,
])  # fmt: skip
def test_a_damaged_file_is_set_aside_and_the_last_good_list_used(store: MembershipStore, damage: str) -> None:
    made = store.create("home")
    store.path.write_text(damage)
    assert store.list() == (made,)
    assert "damaged" in store.notice
    assert store.path.with_name(f"{FILE_NAME}.bad-1").read_text() == damage
    assert again(store).active() == made


@pytest.mark.allow_warnings("set aside")
def test_two_damaged_files_leave_an_empty_list_and_do_not_stop_a_new_swarm(store: MembershipStore) -> None:
    store.create("home")
    for path in (store.path, store.path.with_name(f"{FILE_NAME}.bak")):
        path.write_text("{")
    assert store.list() == ()
    assert store.create("home").name == "home"


def test_no_more_swarms_are_kept_than_the_file_can_hold(store: MembershipStore) -> None:
    store.create("0")
    kept = membership._Kept(tuple(Membership(str(i), i.to_bytes(32, "big")) for i in range(MAX_SWARMS)), "")
    store._save(kept)
    with pytest.raises(UserError, match="Leave one"):
        store.create("one more")


def test_a_second_program_that_changes_the_list_is_waited_for(
    store: MembershipStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "LOCK_DEADLINE_S", 0.0)
    store.create("home")
    lock = FileLock.take(store.path.with_name(f"{FILE_NAME}.lock"))
    assert lock is not None
    with pytest.raises(membership.MachineError, match="Another program"):
        store.create("work")
    lock.release()
    assert store.create("work").name == "work"


def test_the_seed_is_in_no_representation(store: MembershipStore) -> None:
    made = store.create("home")
    assert made.seed.hex() not in repr(made)
    assert repr(made.seed) not in repr(made)
