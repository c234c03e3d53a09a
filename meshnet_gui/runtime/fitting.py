"""What of a model fits where, asked with what this computer has left now and with who is in the swarm."""

from __future__ import annotations

from meshnet_gui.modelstore.fits import Fits, Means, SwarmMember, fits
from meshnet_gui.modelstore.forecast import Limits, room
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.runtime.snapshot import DiskView, Snapshot


def fits_now(
    picture: Snapshot,
    sizes: ModelSizes,
    stored: PieceBytes,
    context_tokens: int,
    identity: str = "",
    held_bytes: int = 0,
    *,
    few_bits: bool = True,
) -> Fits:
    """For a model of these sizes, of which ``held_bytes`` are on this disk already.

    ``identity``: that under which members serve it, in whatever precision, or its repository; empty for none.
    Without ``few_bits`` it is served as stored only.
    """
    has = means(picture, context_tokens, held_bytes)
    return fits(sizes, stored, has, members(picture, identity), few_bits=few_bits)


def means(picture: Snapshot, context_tokens: int, held_bytes: int = 0) -> Means:
    """What this computer has for a model of that context when all that it serves now makes room."""
    settings, limits, shards = picture.settings, picture.limits, picture.node.shards
    left = limit_left(picture.disk)
    return Means(
        room(picture.free_bytes, shards, {(shard.identity, shard.span) for shard in shards}),
        picture.disk.free_bytes + held_bytes,
        None if left is None else left + held_bytes,
        settings.precision,
        Limits(context_tokens, limits.max_sessions, limits.max_bytes, settings.kv_precision),
    )


def limit_left(disk: DiskView) -> int | None:
    """What the disk limit still allows; None where there is none."""
    return max(0, disk.limit_bytes - disk.used_bytes) if disk.limit_bytes else None


def members(picture: Snapshot, identity: str) -> tuple[SwarmMember, ...]:
    """The other members that answer, with the layers of that model that they serve.

    Of the others nobody knows here what memory they have free: they count as computers like this one.
    """
    found = []
    for peer in picture.peers:
        if peer.status is not None and peer.state != "offline":
            shards = peer.status.ready_shards()
            spans = [shard.span for shard in shards if identity and is_same_model(shard.identity, identity)]
            found += [SwarmMember(span) for span in spans] or [SwarmMember(None, picture.free_bytes)]
    return tuple(found)


def is_same_model(served: str, identity: str) -> bool:
    """Whether two identities name one model as it is stored, in whatever precision; a repository names any of it."""
    if "@" not in identity:
        return served.partition("@")[0] == identity
    return served.split(":")[:2] == identity.split(":")[:2]
