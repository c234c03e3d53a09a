"""Who else holds layers of a model, for the check of a shard that joins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from meshnet_gui.head.hop_client import LOCAL, HopClient, hop_name
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import Hop, Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest


class DirectoryHolders:
    """The peers of the directory, asked as a head asks them. Implements ``node.known_answer.Holders``."""

    def __init__(self, candidates: Callable[[str], Iterable[Candidate]], client: Callable[[], HopClient]) -> None:
        self._candidates = candidates
        self._client = client

    def spans(self, identity: str) -> Sequence[tuple[str, Span]]:
        others = [each for each in self._candidates(identity) if each.address != LOCAL]
        others.sort(key=lambda each: each.round_trip_s if each.round_trip_s is not None else 1.0)
        return [(each.address, each.span) for each in others]

    async def ask(self, address: str, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        span = Span(request.start_layer or 0, request.end_layer or 1)
        return await self._client().forward(Hop(address, span), request, is_tail=is_tail, hidden_size=hidden_size)

    def name(self, address: str) -> str:
        return hop_name(Hop(address, Span(0, 1))).partition(" (layers")[0]
