"""Who is asked next, and for how long who fails is left alone."""

from __future__ import annotations

import random

import pytest

from meshnet_gui.modelstore.fetch.sources import SourceFailed, Stretch
from meshnet_gui.modelstore.fetch.standing import ENOUGH_BYTES, READS_OF_A_MEMBER, Patience, SourceBook, Standing
from meshnet_gui.modelstore.pieces import all_pieces
from tests.modelstore.fetch.fakes import Giver, make_truth, stretches_of

TRUTH = make_truth()
KNOWN = stretches_of(TRUTH.manifest.with_digests(TRUTH.digests), TRUTH.num_layers, all_pieces(TRUTH.num_layers))[1]
UNKNOWN = stretches_of(TRUTH.manifest, TRUTH.num_layers, all_pieces(TRUTH.num_layers))[1]
AWAY = SourceFailed("It is away.")


def book(*names: str, **patience: float) -> SourceBook:
    made = SourceBook(Patience(**patience), random.Random(3))  # type: ignore[arg-type]
    made.add(Giver(name, TRUTH, is_hub=name == "hub") for name in names)
    return made


def chosen(made: SourceBook, now: float = 0.0, stretch: Stretch = KNOWN) -> str:
    found = made.choose(stretch, now)
    return found.name if found is not None else ""


def of(made: SourceBook, name: str) -> Standing:
    return next(standing for standing in made.standings if standing.name == name)


def test_a_member_comes_before_the_hub_and_the_hub_before_nobody():
    assert chosen(book("hub", "a")) == "a"
    assert chosen(book("hub", "a"), stretch=UNKNOWN) == "hub"
    assert chosen(book("a"), stretch=UNKNOWN) == ""
    assert not book("a").has_hope(UNKNOWN)


def test_members_share_the_reads_and_a_full_one_is_waited_for():
    made = book("hub", "a", "b")
    for _ in range(2 * READS_OF_A_MEMBER):
        standing = made.choose(KNOWN, 0.0)
        assert standing is not None
        standing.num_active += 1
    assert (of(made, "a").num_active, of(made, "b").num_active) == (READS_OF_A_MEMBER,) * 2
    assert chosen(made) == ""
    assert made.has_hope(KNOWN)


def test_the_quicker_of_two_idle_members_is_asked():
    made = book("a", "b")
    of(made, "b").measured(10**6, 0.1)
    of(made, "a").measured(10**6, 1.0)
    assert chosen(made) == "b"


def test_who_fails_is_left_alone_twice_as_long_each_time_and_then_dropped():
    made, now, pauses = book("a", max_failures=4), 0.0, []
    for _ in range(3):
        made.failed(of(made, "a"), AWAY, began=now, num_bytes=0, now=now)
        pauses.append(of(made, "a").not_before - now)
        assert chosen(made, now) == ""
        now = of(made, "a").not_before
        assert chosen(made, now) == "a"
    assert pauses == pytest.approx([1, 2, 4], rel=0.26)
    made.failed(of(made, "a"), AWAY, began=now, num_bytes=0, now=now)
    assert not made.has_hope(KNOWN)
    assert of(made, "a").dropped == "It is away."


def test_a_member_that_fails_again_and_again_comes_after_the_hub_but_is_still_asked_alone():
    made, alone = book("a", "hub", failures_of_a_member=2), book("a", failures_of_a_member=2)
    for each in (made, alone):
        for now in (0.0, 10.0):
            each.failed(of(each, "a"), AWAY, began=now, num_bytes=0, now=now)
    assert chosen(made, 10.0) == "hub"
    assert chosen(made, 100.0) == "hub"
    assert chosen(alone, 100.0) == "a"


def test_when_the_hub_fails_too_nobody_is_to_blame_for_what_went_before():
    made = book("a", "hub", failures_of_a_member=1)
    made.failed(of(made, "a"), AWAY, began=0.0, num_bytes=0, now=0.0)
    assert of(made, "a").aside
    made.failed(of(made, "hub"), AWAY, began=1.0, num_bytes=0, now=1.0)
    assert not of(made, "a").aside
    assert chosen(made, 100.0) == "a"
    assert of(made, "hub").num_failures == 1


def test_reads_that_one_outage_ends_count_once():
    made = book("hub", max_failures=2)
    for _ in range(4):
        made.failed(of(made, "hub"), AWAY, began=0.0, num_bytes=0, now=5.0)
    assert of(made, "hub").num_failures == 1


def test_a_failure_after_much_was_given_counts_as_the_first():
    made, now = book("a", max_failures=2), 0.0
    for _ in range(9):
        made.failed(of(made, "a"), AWAY, began=now, num_bytes=ENOUGH_BYTES, now=now + 1)
        now += 2
    assert made.has_hope(KNOWN)


def test_a_pause_that_was_asked_for_is_kept_but_not_for_ever():
    made = book("hub")
    made.failed(of(made, "hub"), SourceFailed("busy", retry_after_s=90), began=0, num_bytes=0, now=0)
    assert of(made, "hub").not_before == 90
    made.failed(of(made, "hub"), SourceFailed("busy", retry_after_s=10**9), began=100, num_bytes=0, now=100)
    assert of(made, "hub").not_before == 700


def test_the_hub_is_not_asked_while_a_member_is_soon_back_but_for_one_that_is_long_away():
    made = book("hub", "a", wait_for_member_s=5)
    of(made, "a").not_before = 4.0
    assert chosen(made, 0.0) == ""
    of(made, "a").not_before = 6.0
    assert chosen(made, 0.0) == "hub"


def test_who_said_no_for_good_is_never_asked_again():
    made = book("a", "hub")
    made.failed(of(made, "a"), SourceFailed("It lied.", is_final=True), began=0, num_bytes=0, now=0)
    assert chosen(made, 10**9) == "hub"


def test_a_read_is_slow_only_where_somebody_else_could_do_better():
    alone = book("a")
    assert not alone.is_too_slow(of(alone, "a"), KNOWN, 1.0)
    made = book("a", "hub")
    assert made.is_too_slow(of(made, "a"), KNOWN, 63_000)
    assert not made.is_too_slow(of(made, "a"), KNOWN, 65_000)
    of(made, "hub").measured(10**6, 1.0)
    assert not made.is_too_slow(of(made, "a"), KNOWN, 10**5)
    assert made.is_too_slow(of(made, "a"), KNOWN, 10**6 / 21)
    of(made, "a").bytes_per_s = 10**6
    assert made.is_too_slow(of(made, "a"), KNOWN, 10**6 / 21)  # its other reads are quick
    of(made, "hub").bytes_per_s = of(made, "a").bytes_per_s = 50_000.0
    assert not made.is_too_slow(of(made, "a"), KNOWN, 10_000)


def test_only_an_idle_and_clearly_quicker_member_ends_what_another_has_begun():
    made = book("a", "b", "hub")
    of(made, "b").bytes_per_s = of(made, "hub").bytes_per_s = 10**6
    assert made.quicker(of(made, "a"), KNOWN, 4 * 10**5, 0.0) is None
    assert made.quicker(of(made, "a"), KNOWN, 3 * 10**5, 0.0) is of(made, "b")
    of(made, "b").num_active = 1
    assert made.quicker(of(made, "a"), KNOWN, 3 * 10**5, 0.0) is None


def test_who_lost_a_stretch_is_asked_for_it_only_where_there_is_nobody_else():
    made = book("a", "b")
    assert made.choose(KNOWN, 0.0, but=of(made, "a")) is of(made, "b")
    made.drop(of(made, "b"), "gone")
    assert made.choose(KNOWN, 0.0, but=of(made, "a")) is of(made, "a")


def test_who_was_slow_comes_after_the_hub_and_is_still_better_than_nobody():
    made = book("a", "hub")
    of(made, "a").aside = "a is slower than others."
    assert chosen(made) == "hub"
    made.drop(of(made, "hub"), "gated")
    assert chosen(made) == "a"


def test_a_source_is_added_once():
    made = book("a")
    made.add([made.standings[0].source])
    assert len(made.standings) == 1


def test_the_hubs_reason_is_the_one_to_read():
    made = book("a", "hub")
    assert made.last_failure() is None
    made.failed(of(made, "hub"), AWAY, began=0, num_bytes=0, now=0)
    made.failed(of(made, "a"), AWAY, began=0, num_bytes=0, now=0)
    last = made.last_failure()
    assert last is not None
    assert last.is_hub
