"""Where a chat runs: here alone where the model fits, else over whoever has its layers; and who replaces a lost hop.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from meshnet_gui.errors import NoRoute, UserError
from meshnet_gui.head.hop_client import LOCAL
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import is_starter
from meshnet_gui.node.service import NodeService
from meshnet_gui.runtime.alone import Alone
from meshnet_gui.runtime.library import Library
from meshnet_gui.runtime.peer_view import served_precision, why_not
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.directory import Directory
from meshnet_gui.swarm.penalties import Penalties
from meshnet_gui.swarm.roads import MEMBER
from meshnet_gui.swarm.routing import Candidate, find_hops, find_route, missing_spans
from meshnet_gui.types import Hop, Route, Span

READY_S = 60.0
ALONE = "The model fits on this computer, so it runs here alone: splitting it would be slower."
SPLIT = "The model would fit on this computer; split over others it is slower."


@dataclass(frozen=True, slots=True)
class Now:
    """What is true now, asked anew each time.

    ``free_bytes`` is what the whole model may take, None where nobody knows; ``finds_for_s`` how long members may still
    be being found; ``is_in_swarm`` whether this computer is in one. ``may_serve``: nothing keeps the node from serving.
    ``tell`` is called with what a route waits for, and
    with an empty text afterwards.
    """

    settings: Callable[[], Settings]
    free_bytes: Callable[[], int | None]
    finds_for_s: Callable[[], float]
    is_in_swarm: Callable[[], bool]
    tell: Callable[[str], None]
    may_serve: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class _Size:
    """A session: the tokens of its prompt, and of all of it at its end."""

    num_prompt_tokens: int = 0
    num_tokens: int = 0


class Routes:
    """Routes over the directory's peers, our own node and the whole model of this process. Implements
    ``head.recovery.Faults``."""

    def __init__(
        self,
        now: Now,
        library: Library,
        node: NodeService,
        alone: Alone,
        directory: Directory,
        penalties: Penalties,
    ) -> None:
        self._now = now
        self._library = library
        self._node = node
        self._alone = alone
        self._directory = directory
        self._penalties = penalties
        self._salt = secrets.token_hex(8)  # heads that find several routes equally good spread over them
        self._change = asyncio.Event()

    # -- a whole route ------------------------------------------------------------------------------------------------

    async def route(self, spec: ModelSpec, num_prompt_tokens: int = 0, num_answer_tokens: int = 0) -> Route:
        """The route now, after one fresh look at every peer where there is none. Raises NoRoute or UserError.

        Who has no room for so many tokens is only taken where nobody else serves its layers.
        """
        size = _Size(num_prompt_tokens, min(num_prompt_tokens + num_answer_tokens, spec.context_tokens))
        if self.runs_alone(spec) and await self._loaded_here(spec):
            return _here(spec)
        if self._now.settings().route == "alone" and not self._node_serves_all(spec):
            if spec.missing(spec.full_span()):
                raise UserError(f"Not all layers of {spec.name} are on this disk.", _how_to_get(spec))
            raise UserError(
                f"{spec.name} does not fit into the memory that is free here.",
                "Choose another route than alone, a coarser precision, or a smaller model.",
            )
        route = await self._found_soon(spec, size)
        if route is None:
            probes = (self._directory.probe(peer.address) for peer in self._directory.peers())
            await asyncio.gather(*probes, return_exceptions=True)
            route = await self._found_once_ready(spec, size)
        if route is None:
            raise self._no_route(spec)
        self._penalties.chosen(hop.address for hop in route.hops)
        return route

    def goes_on(self, spec: ModelSpec, route: Route) -> bool:
        """Whether a session may go on over the hops that it has, though others might do as well by now.

        Not where the whole model runs here alone: ``route`` sees to it that it is loaded.
        """
        if self.runs_alone(spec):
            return False
        candidates = self._candidates(spec)
        return all(
            any(
                each.address == hop.address and each.span.start <= hop.span.start and hop.span.end <= each.span.end
                for each in candidates
            )
            and not self.is_leaving(hop.address)
            for hop in route.hops
        )

    def shown(self, spec: ModelSpec) -> tuple[Route | None, tuple[Span, ...], str]:
        """The route that a chat would take now, else the layers that are missing; and what is to be said of it."""
        if self.runs_alone(spec):
            return _here(spec), (), ALONE
        candidates = self._candidates(spec)
        route = self._found(spec, _Size())
        is_split = route is not None and [hop.address for hop in route.hops] != [LOCAL]
        note = SPLIT if is_split and self._now.settings().route == "split" and self._fits(spec) else ""
        return route, missing_spans(candidates, spec.num_layers), note

    def runs_alone(self, spec: ModelSpec) -> bool:
        """Whether its chats run in this process although the node does not serve all of it."""
        return self._now.settings().route != "split" and not self._node_serves_all(spec) and self._fits(spec)

    def is_alone_needed(self) -> bool:
        """Whether the whole model that is loaded here is the one for the next question."""
        chosen = self._library.chosen()
        return chosen is not None and self._alone.holds(chosen) and self.runs_alone(chosen)

    def _fits(self, spec: ModelSpec) -> bool:
        free_bytes = self._now.free_bytes()
        if free_bytes is None:
            return False
        return self._alone.fits(spec, self._library.view(spec).sizes, self._now.settings().precision, free_bytes)

    def _node_serves_all(self, spec: ModelSpec) -> bool:
        """Whether our own node has the whole model, or is about to."""
        settings, whole = self._now.settings(), spec.full_span()
        if self._node.state == "failed" or not (settings.contributing or self._node.state == "paused"):
            return False
        is_wanted = settings.span == str(whole) or (not settings.span and not self._now.is_in_swarm())
        shards = self._node.status().shards
        is_there = any(s.identity == str(spec.identity) and s.span == whole and s.state != "failed" for s in shards)
        return is_there or (is_wanted and self._now.may_serve() and self._library.chosen() == spec)

    async def _found_soon(self, spec: ModelSpec, size: _Size) -> Route | None:
        """While members are still being found, no route is no answer yet."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._now.finds_for_s()):
                while (route := self._found(spec, size)) is None:
                    await self.changed()
                return route
        return self._found(spec, size)

    async def _found_once_ready(self, spec: ModelSpec, size: _Size) -> Route | None:
        """While somebody gets layers of the model ready, no route is no answer yet either."""
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(READY_S):
                    while (route := self._found(spec, size)) is None and self._is_coming(spec):
                        self._now.tell("Waiting for other computers, which are getting their layers ready...")
                        await self.changed()
                    return route
            return self._found(spec, size)
        finally:
            self._now.tell("")

    def _is_coming(self, spec: ModelSpec) -> bool:
        identity = str(spec.identity)
        statuses = [peer.status for peer in self._directory.peers() if peer.online and peer.status is not None]
        shards = (shard for status in statuses for shard in status.shards if shard.identity == identity)
        return any(shard.state in ("loading", "joining") for shard in shards)

    async def _loaded_here(self, spec: ModelSpec) -> bool:
        if not self._alone.holds(spec):
            self._now.tell(f"Loading {spec.name} on this computer...")
        try:
            return await self._alone.use(spec)
        finally:
            self._now.tell("")

    def _found(self, spec: ModelSpec, size: _Size) -> Route | None:
        candidates, mode = self._candidates(spec), self._now.settings().routing
        for num_tokens in dict.fromkeys((size.num_tokens, 0)):  # where nobody has the room, others have to make some
            route = find_route(
                candidates,
                spec.num_layers,
                mode=mode,
                num_tokens=num_tokens,
                num_prefill_tokens=size.num_prompt_tokens,
                salt=self._salt,
            )
            if route is not None:
                return route
        return None

    def _candidates(self, spec: ModelSpec) -> Sequence[Candidate]:
        identity = str(spec.identity)
        peers, here = self._penalties.weigh(self._directory.candidates(identity)), self._own(identity)
        if self._now.settings().route == "split" and not missing_spans(peers, spec.num_layers):
            return peers
        return [each for each in here if each.span == spec.full_span()] or peers + here

    def _own(self, identity: str) -> list[Candidate]:
        return [Candidate(LOCAL, span) for span in self._node.status().spans_of(identity)]

    def _no_route(self, spec: ModelSpec) -> NoRoute:
        missing = missing_spans(self._candidates(spec), spec.num_layers)
        peers = self._directory.peers()
        reasons = [reason for peer in peers if (reason := why_not(peer, spec))]
        served_in = next(filter(None, (served_precision(peer, spec) for peer in peers)), "")
        layers = ", ".join(map(str, missing))
        hint = "Add a peer that serves them, or share this computer."
        if served_in:
            hint = f"Chat in that precision: --precision {served_in}, or choose it in the Node tab."
        elif spec.missing(spec.full_span()):
            hint = f"Find members who serve them, or bring the model here. {_how_to_get(spec)}"
        return NoRoute(
            f"Nobody serves layers {layers} of {spec.name}." + "".join(f" {reason}" for reason in reasons[:3]), hint
        )

    # -- when a hop fails ---------------------------------------------------------------------------------------------

    def replacement(self, spec: ModelSpec, span: Span, avoid: frozenset[str]) -> tuple[Hop, ...] | None:
        """Hops that together cover exactly the span; None where somebody is missing.

        Also who would not be chosen for a whole route: any of them may take a lost hop's place.
        """
        identity = str(spec.identity)
        everybody = self._penalties.weigh([*self._directory.candidates(identity), *self._own(identity)])
        return find_hops(everybody, span, avoid=avoid, mode=self._now.settings().routing, salt=self._salt)

    async def changed(self) -> None:
        """Returns at the next change of the directory."""
        await self._change.wait()

    def note(self, address: str) -> None:
        """A peer's own fault; that nobody of a swarm is reached which we have left is ours."""
        if not address.startswith(MEMBER) or (self._now.is_in_swarm() and self._directory.get(address) is not None):
            self._penalties.note(address)

    def succeeded(self, address: str) -> None:
        """A peer did what it was asked."""
        self._penalties.succeeded(address)

    def is_leaving(self, address: str) -> bool:
        """Whether a peer said so of itself; it still serves."""
        peer = self._directory.get(address)
        return peer is not None and peer.is_leaving

    def look(self) -> None:
        """The directory has changed."""
        self._change.set()
        self._change = asyncio.Event()


def _here(spec: ModelSpec) -> Route:
    return Route((Hop(LOCAL, spec.full_span()),))


def _how_to_get(spec: ModelSpec) -> str:
    if is_starter(spec):
        return "It is the starter model: meshnet models starter"
    return f"Get them in the Models tab, or with: meshnet models get {spec.name}"
