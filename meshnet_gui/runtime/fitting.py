"""What of a model fits where, asked with what this computer has left now and with who is in the swarm."""

from __future__ import annotations

from meshnet_gui.modelstore.fits import Fits, Means, SwarmMember, fits
from meshnet_gui.modelstore.forecast import Limits
from meshnet_gui.modelstore.piece_bytes import PieceBytes
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.runtime.snapshot import DiskView, Snapshot


def fits_now(picture: Snapshot, sizes: ModelSizes, stored: PieceBytes, context_tokens: int, identity: str = "") -> Fits:
    """For a model of these sizes. ``identity``: that under which members serve it, empty where nobody knows."""
    return fits(sizes, stored, means(picture, context_tokens), members(picture, identity))


def means(picture: Snapshot, context_tokens: int) -> Means:
    """What this computer has left for a model of that context."""
    settings, limits = picture.settings, picture.limits
    return Means(
        picture.free_bytes,
        picture.disk.free_bytes,
        limit_left(picture.disk),
        settings.precision,
        Limits(context_tokens, limits.max_sessions, limits.max_bytes, settings.kv_precision),
    )


def limit_left(disk: DiskView) -> int | None:
    """What the disk limit still allows; None where there is none."""
    return max(0, disk.limit_bytes - disk.used_bytes) if disk.limit_bytes else None


def members(picture: Snapshot, identity: str) -> tuple[SwarmMember, ...]:
    """The other members that answer, with the layers of that model that they serve."""
    found = []
    for peer in picture.peers:
        if peer.status is not None and peer.state != "offline":
            spans = peer.status.spans_of(identity) if identity else ()
            found += [SwarmMember(span) for span in spans] or [SwarmMember()]
    return tuple(found)
