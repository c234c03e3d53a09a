"""Which models the members of the swarm serve, whatever precision each of them serves in: pure functions of records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.snapshot import SwarmModelView
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import ModelIdentity, NodeStatus, Span, uncovered

MAX_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Stored:
    """A model as it is stored, without the precision that it is served in: the key of what can be fetched."""

    repository: str
    revision: str
    weights_digest: str

    @classmethod
    def of(cls, identity: ModelIdentity) -> Stored:
        return cls(identity.repository, identity.revision, identity.weights_digest)

    @classmethod
    @lru_cache(maxsize=4096)  # thousands of members serve a few models
    def parse(cls, identity: str) -> Stored | None:
        """None for a text that is no identity."""
        try:
            return cls.of(ModelIdentity.parse(identity))
        except ValueError:
            return None


@dataclass(slots=True)
class _Found:
    identity: str
    num_layers: int
    names: Counter[str] = field(default_factory=Counter)
    members: set[str] = field(default_factory=set)
    ready: list[Span] = field(default_factory=list)


def served_models(records: Iterable[NodeRecord], here: Collection[ModelSpec]) -> tuple[SwarmModelView, ...]:
    """The models of the members' shards, those with most members first. ``here`` are those of our store."""
    found: dict[tuple[Stored, int], _Found] = {}
    for record in records:
        for offer in record.shards:
            stored = Stored.parse(offer.identity)
            if stored is not None:
                _note(
                    found.setdefault((stored, offer.num_layers), _Found(offer.identity, offer.num_layers)),
                    record,
                    offer,
                )
    ours = {Stored.of(spec.identity) for spec in here}
    views = [_view(each, stored in ours) for (stored, _), each in found.items()]
    return tuple(sorted(views, key=lambda view: (-view.num_members, view.name, view.identity))[:MAX_SHOWN])


def loaded_shards(*nodes: NodeStatus) -> frozenset[tuple[str, Span]]:
    """The shards that are loaded or about to be, by the model's name and the span."""
    return frozenset((s.model_name, s.span) for node in nodes for s in node.shards if s.state != "failed")


def _note(found: _Found, record: NodeRecord, offer: ShardOffer) -> None:
    found.names[offer.model_name] += 1
    found.members.add(record.node_id)
    if offer.state == "ready":
        found.ready.append(offer.span)


def _view(found: _Found, is_here: bool) -> SwarmModelView:
    return SwarmModelView(
        name=found.names.most_common(1)[0][0],
        identity=found.identity,
        num_layers=found.num_layers,
        num_members=len(found.members),
        missing=uncovered(found.ready, Span(0, found.num_layers)),
        is_here=is_here,
    )
