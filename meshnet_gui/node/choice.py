"""Which of a node's shards a request is for: by the model's identity and the layers, as pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from meshnet_gui.node.resident import Resident
from meshnet_gui.wire.messages import Target
from meshnet_gui.wire.refusals import BadRequest, WrongModel


def takes(resident: Resident, target: Target) -> bool:
    """Whether it has the layers of the model that ``target`` is for."""
    return target.model in (None, resident.identity) and target.fits(resident.span)


def choose(residents: Sequence[Resident], target: Target) -> Resident:
    """The shard that ``target`` is for, out of one or more that are ready. Raises WrongModel or BadRequest.

    One that holds the session comes before one that does not, then the one with the fewest layers, then the first, so
    that every step of a session meets the same shard. A single shard is taken as it is: it refuses what it cannot take.
    """
    if len(residents) == 1:
        return residents[0]
    of_model = [r for r in residents if target.model in (None, r.identity)]
    if not of_model:
        raise WrongModel(f"this node serves {' and '.join(dict.fromkeys(r.identity for r in residents))}")
    fitting = [r for r in of_model if target.fits(r.span)]
    if not fitting:
        spans = " and ".join(str(r.span) for r in of_model)
        raise BadRequest(f"layers {target.start_layer}-{target.end_layer} are not all here: this node has {spans}")
    says_layers = target.start_layer is not None or target.end_layer is not None
    return min(fitting, key=lambda r: (not holds(r, target.session), r.span.num_layers if says_layers else 0))


def holds(resident: Resident, session: str | None) -> bool:
    """Whether the session is with it already."""
    return session is not None and resident.shard is not None and session in resident.shard.kv_sessions
