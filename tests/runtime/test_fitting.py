"""What fits where follows from the picture: memory, disk, the disk limit, and who answers in the swarm."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.runtime.fitting import fits_now, limit_left, means, members
from meshnet_gui.runtime.snapshot import DiskView, PeerView, Snapshot
from meshnet_gui.settings import Settings
from meshnet_gui.types import NodeStatus, ShardStatus, Span

IDENTITY = "tiny@1:0123456789abcdef:float32"
GB = 10**9
LAYER = GB // 4
SIZES = ModelSizes((Weights(LAYER // 4, 0),) * 6, Weights(1000, 0), Weights(0, 100), True, (0,) * 6)
STORED = PieceBytes((LAYER,) * 6, 4000, 400, tied=True)
HERE = Snapshot(Settings(), free_bytes=4 * GB, disk=DiskView(0, 9 * GB))


def peer(*spans: Span, state: str = "online", identity: str = IDENTITY) -> PeerView:
    shards = tuple(ShardStatus("ready", "tiny", identity, span, 6) for span in spans)
    return PeerView(
        "node:a", state, NodeStatus("ready", "tiny", identity, spans[0] if spans else None, 6, shards=shards)
    )


def test_a_model_that_fits_here_is_slower_split() -> None:
    assert fits_now(HERE, SIZES, STORED, 100).sentences[0] == "Fits on this computer: splitting will be slower."


def test_the_disk_limit_counts_what_lies_here_already() -> None:
    limited = replace(HERE, disk=DiskView(2 * GB, 9 * GB, 3 * GB))
    assert limit_left(limited.disk) == GB
    assert fits_now(limited, SIZES, STORED, 100).my_span == Span(0, 3)
    full = replace(HERE, disk=DiskView(4 * GB, 9 * GB, 3 * GB))
    assert means(full, 100).disk == 0


def test_what_the_swarm_serves_now_is_said() -> None:
    served = replace(HERE, peers=(peer(Span(0, 2), Span(3, 4)), peer(Span(1, 3), state="offline")))
    found = fits_now(served, SIZES, STORED, 100, IDENTITY)
    assert (found.covered, found.missing) == ((Span(0, 2), Span(3, 4)), (Span(2, 3), Span(4, 6)))
    assert "In your swarm now: layers 0-2, 3-4; 2-3, 4-6 missing." in found.sentences


def test_members_that_serve_another_model_are_there_and_serve_nothing_of_this_one() -> None:
    other = replace(HERE, peers=(peer(Span(0, 2), identity="other@1:0123456789abcdef:float32"),))
    (member,) = members(other, IDENTITY)
    assert member.span is None


def test_a_member_that_serves_it_in_another_precision_serves_it() -> None:
    rounded = IDENTITY.replace("float32", "int8_32")
    served = replace(HERE, peers=(peer(Span(0, 2), identity=rounded),))
    assert [member.span for member in members(served, IDENTITY)] == [Span(0, 2)]
    assert [member.span for member in members(served, "tiny")] == [Span(0, 2)]
    assert [member.span for member in members(served, "tiny@2:0123456789abcdef:float32")] == [None]


def test_members_of_whom_nothing_is_known_count_as_computers_like_this_one() -> None:
    tight = replace(HERE, free_bytes=GB)
    assert not fits_now(tight, SIZES, STORED, 100).with_swarm
    together = replace(tight, peers=(peer(),) * 5)
    assert fits_now(together, SIZES, STORED, 100).with_swarm


def test_what_is_loaded_now_and_what_is_here_already_make_room() -> None:
    loaded = replace(
        HERE, node=NodeStatus(shards=(ShardStatus("ready", "o", "o@1:0123456789abcdef:float16", Span(0, 1), 2, GB),))
    )
    assert means(loaded, 100).free_memory == 5 * GB
    limited = replace(HERE, disk=DiskView(2 * GB, 9 * GB, 3 * GB))
    assert means(limited, 100, held_bytes=GB).disk == 2 * GB
