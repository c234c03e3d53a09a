"""What fits where, of a model of ten layers that weigh as much as the numbers say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.modelstore.fits import Means, SwarmMember, fits
from meshnet_gui.modelstore.forecast import Limits, needed_bytes
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.types import Span

MB = 10**6
GB = 1000 * MB
LAYER = Weights(25 * MB)  # 100 MB in float32
SIZES = ModelSizes((LAYER,) * 10, Weights(50 * MB), Weights(50 * MB), tied=False, kv_bytes=(1000,) * 10)
STORED = PieceBytes((50 * MB,) * 10, 100 * MB, 100 * MB, tied=False)
NO_CACHES = Limits(context_tokens=1, max_sessions=1, max_cache_bytes=1)
RICH = Means(100 * GB, 100 * GB, None, "auto", NO_CACHES)


def with_memory(layers: float, ends: int = 1) -> Means:
    """Room for so many layers, and so many ends of the model."""
    return replace(RICH, free_memory=needed_bytes(round(layers * 100 * MB) + ends * 200 * MB, "auto"))


def test_what_fits_here_is_said_to_be_quicker_alone():
    found = fits(SIZES, STORED, RICH)
    assert (found.alone, found.peers_like_me, found.my_span) == (True, 0, Span(0, 10))
    assert found.disk_bytes == STORED.whole
    assert found.memory_bytes == needed_bytes(1400 * MB, "auto") + 1
    assert found.sentences == (
        "Fits on this computer: splitting will be slower.",
        "All layers take 700 MB of disk and 1.7 GB of memory here.",
    )


def test_one_layer_too_many_takes_one_more_computer():
    assert fits(SIZES, STORED, with_memory(10.1, ends=2)).alone
    found = fits(SIZES, STORED, with_memory(9.9, ends=2))
    assert (found.alone, found.peers_like_me) == (False, 1)
    assert found.sentences[0] == "With 1 more computer like yours."


def test_peers_are_counted_with_the_ends_that_the_first_and_the_last_hold():
    assert fits(SIZES, STORED, with_memory(5.1)).peers_like_me == 1
    found = fits(SIZES, STORED, with_memory(4.5))
    assert found.my_span == Span(0, 4)  # beside the embedding
    assert found.peers_like_me == 2  # the next has room for six layers, but not with the lm_head
    assert found.sentences[0] == "With 2 more computers like yours."


def test_a_layer_that_no_such_computer_holds_is_named():
    found = fits(SIZES, STORED, replace(RICH, free_memory=200 * MB))
    assert (found.peers_like_me, found.my_span, found.disk_bytes, found.memory_bytes) == (None, None, 0, 0)
    assert found.sentences == (
        "Not with computers like this one. The first layer, with the embedding, needs 464 MB of memory, and 200 MB are "
        "free.",
    )
    plain = replace(SIZES, embedding=Weights(), tail=Weights())
    assert "One layer needs 244 MB of memory" in fits(plain, STORED, replace(RICH, free_memory=200 * MB)).sentences[0]


@pytest.mark.parametrize("means", [replace(RICH, disk_free=99 * MB), replace(RICH, disk_limit_left=99 * MB)])
def test_a_full_disk_and_a_disk_limit_count_like_memory(means):
    found = fits(SIZES, STORED, means)
    assert found.peers_like_me is None
    assert "The first layer, with the embedding, needs 150 MB of disk, and 99.0 MB are left." in found.sentences[0]


def test_the_disk_decides_how_many_layers_are_mine():
    assert fits(SIZES, STORED, replace(RICH, disk_free=349 * MB)).my_span == Span(0, 4)


def test_a_precision_with_files_of_its_own_takes_disk_for_both():
    found = fits(SIZES, STORED, replace(RICH, precision="int4"))
    assert found.disk_bytes == STORED.whole + SIZES.of_span(Span(0, 10), "int4")


def test_one_session_must_fit_beside_the_weights():
    limits = Limits(context_tokens=100_000, max_sessions=8, max_cache_bytes=100 * GB)
    bare = with_memory(10, ends=2)
    assert fits(SIZES, STORED, replace(bare, limits=limits)).peers_like_me == 1
    assert fits(SIZES, STORED, replace(bare, limits=limits, free_memory=bare.free_memory + GB)).alone


def test_what_the_swarm_serves_is_named_and_mine_is_what_it_lacks():
    swarm = (SwarmMember(Span(0, 3)), SwarmMember(Span(2, 5)), SwarmMember(Span(8, 10)))
    found = fits(SIZES, STORED, with_memory(2.5, ends=0), swarm)
    assert found.covered == (Span(0, 5), Span(8, 10))
    assert found.missing == (Span(5, 8),)
    assert found.my_span == Span(5, 7)
    assert "In your swarm now: layers 0-5, 8-10; 5-8 missing." in found.sentences
    assert not found.with_swarm


def test_a_whole_model_in_the_swarm_needs_nobody():
    found = fits(SIZES, STORED, replace(RICH, free_memory=0), (SwarmMember(Span(0, 10)),))
    assert found.with_swarm
    assert "In your swarm now: all layers." in found.sentences


def test_members_with_memory_to_spare_can_fill_what_is_missing():
    mine = with_memory(4.5)
    swarm = (SwarmMember(Span(0, 5)), SwarmMember(None, with_memory(3.5).free_memory))
    assert fits(SIZES, STORED, mine, swarm).with_swarm
    assert not fits(SIZES, STORED, replace(mine, free_memory=0), swarm).with_swarm
    assert fits(SIZES, STORED, mine, swarm[1:]).with_swarm is False
    room = (SwarmMember(None, 100 * GB),)
    assert "Your swarm has room for it." in fits(SIZES, STORED, mine, room).sentences


def test_layers_of_several_kinds_are_each_taken_for_what_they_weigh():
    mixed = replace(SIZES, layers=(Weights(250 * MB), *(LAYER,) * 9))
    found = fits(mixed, STORED, with_memory(9.5, ends=1))
    assert found.my_span == Span(1, 10)  # the first layer alone is too much
    assert found.peers_like_me is None


def test_the_most_exact_precision_in_which_all_would_fit_is_named():
    assert fits(SIZES, STORED, with_memory(12, ends=0)).sentences[-1] == "All of it would fit here in 16 bit."
    assert fits(SIZES, STORED, with_memory(5)).sentences[-1] == "All of it would fit here in 8 bit."
    assert (fits(SIZES, STORED, with_memory(5)).alone_in, fits(SIZES, STORED, RICH).alone_in) == ("int8", "")
    in_8_bit = replace(with_memory(3.3, ends=0), precision="int8")
    assert fits(SIZES, STORED, in_8_bit).sentences[-1] == "All of it would fit here in 4 bit."
    assert "would fit" not in " ".join(fits(SIZES, STORED, RICH).sentences)
    assert "would fit" not in " ".join(fits(SIZES, STORED, replace(RICH, free_memory=0)).sentences)


def test_a_model_that_runs_as_stored_only_is_taken_for_what_it_is():
    in_4_bit = replace(with_memory(5), precision="int4")
    found = fits(SIZES, STORED, in_4_bit, few_bits=False)
    as_stored = fits(SIZES, STORED, with_memory(5))
    assert replace(found, sentences=()) == replace(as_stored, sentences=(), alone_in="")
    assert found.sentences[-1] == "Models of its type run as stored only, not in 4 bit."
    assert "would fit" not in " ".join(fits(SIZES, STORED, with_memory(5), few_bits=False).sentences)
