"""One session over one route: prefill in chunks, decode, the acknowledgement rule, and recovery hop by hop.

Hop after hop, the hidden states of each go to the next; the tail answers with a token. The chunks of a prompt
follow each other, so that several hops compute at once. What goes to a hop is kept: where one fails, whoever takes its
place (or itself, where it only lost its cache) is sent all of it again, and the other hops notice nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from meshnet_gui.errors import PeerError, PeerMisbehaved
from meshnet_gui.head.history import Histories, HistoryBudget
from meshnet_gui.head.hop_client import HopClient, HopMissed, hop_name
from meshnet_gui.head.recovery import Episode, LosesCaches, Recovery
from meshnet_gui.head.stages import pass_through
from meshnet_gui.head.step import Step
from meshnet_gui.types import Hop, Recovered, Route, SamplingParams, Span
from meshnet_gui.wire.limits import MAX_TOKEN_IDS
from meshnet_gui.wire.messages import ForwardRequest, HiddenReply, TokenReply, mint_session_id

log = logging.getLogger(__name__)

MAX_CHUNK_TOKENS = 256
MIN_CHUNK_TOKENS = 96  # in chunks of 64 the same tokens take 10 to 17 % longer, and more behind a long past
CHUNKS_PER_HOP = 3
MAX_LEFT_HOPS = 8
FEW_TOKENS = 8  # that a hop may be behind when it takes over
ASK_AGAIN_S = 1.0  # who could take over from a hop that is leaving


class NotAcknowledged(Exception):
    """Some hop keeps no session cache: this generation must send everything at every step."""


class HistoryLost(Exception):
    """A hop's part cannot be computed again by itself: everything must be, from the ids."""


@dataclass(frozen=True, slots=True)
class Due:
    """The step that is under way ends at so many tokens; which ones may come next (None: all)."""

    num_tokens: int = 0
    allowed: bytes | None = None

    def allows(self, token_id: int) -> bool:
        index, bit = divmod(token_id, 8)
        return self.allowed is None or (index < len(self.allowed) and bool(self.allowed[index] >> bit & 1))


@dataclass(slots=True, eq=False)
class Handover:
    """Those who are to take over a leg whose hop is about to leave, being sent its history while it goes on."""

    legs: list[Leg]
    text: str
    task: asyncio.Task[bool]


@dataclass(slots=True, eq=False)
class Leg:
    """A hop in its place, with the session that it holds there and how many tokens of it it has acknowledged."""

    hop: Hop
    session_id: str
    num_held: int = 0
    num_misses: int = 0
    must_crop: bool = False  # it holds more than that still, to be forgotten with the next step
    is_leaving: bool = False
    ask_again_at: float = 0.0
    handover: Handover | None = None
    failed: frozenset[str] = frozenset()  # who could not take over

    @property
    def start(self) -> int:
        return self.hop.span.start

    @property
    def end(self) -> int:
        return self.hop.span.end


class Pipeline:
    """The steps of one session. Threads: the core loop only.

    ``recovery`` says who could take a hop's place; without it nobody can. ``on_recovery`` is told of each in a
    sentence, ``on_recovered`` what it came to, ``on_hop`` how many seconds each step took at a hop, and ``on_session``
    of each session id beside the first.
    """

    def __init__(
        self,
        client: HopClient,
        route: Route,
        session_id: str,
        identity: str,
        hidden_size: int,
        sampling: SamplingParams,
        vocab_size: int | None = None,
        *,
        ids_to_every_hop: bool = False,
        recovery: Recovery | None = None,
        budget: HistoryBudget | None = None,
        on_session: Callable[[str], None] = lambda session_id: None,
    ) -> None:
        self.on_recovery: Callable[[str], None] = lambda text: None
        self.on_recovered: Callable[[Recovered], None] = lambda recovered: None
        self.on_hop: Callable[[Hop, float], None] = lambda hop, seconds: None
        self._client = client
        self._legs = [Leg(hop, session_id) for hop in route.hops]
        self._num_layers = route.num_layers
        self._whole = Span(0, route.num_layers)
        self._session_id = session_id
        self._identity = identity
        self._hidden_size = hidden_size
        self._sampling = sampling
        self._vocab_size = vocab_size
        self._ids_to_every_hop = ids_to_every_hop
        self._recovery = recovery or Recovery()
        self._histories = Histories(budget or HistoryBudget())
        self._on_session = on_session
        self._due = Due()
        self._left: list[Leg] = []
        self._said_goodbye: set[str] = set()  # none of them takes over from another one that is leaving
        self._closing: set[asyncio.Task[bool]] = set()

    @property
    def route(self) -> Route:
        """As it is now."""
        return Route(tuple(leg.hop for leg in self._legs))

    @property
    def num_held(self) -> int:
        """How many tokens of the session every hop holds."""
        return min(leg.num_held for leg in self._legs)

    async def prefill(
        self,
        ids: Sequence[int],
        on_progress: Callable[[int], None] = lambda num_done: None,
        allowed: bytes | None = None,
        *,
        num_held: int = 0,
    ) -> TokenReply:
        """Gives every hop all of ``ids`` but the first ``num_held``, which it holds, and returns the token after them.

        What a hop holds beyond those is forgotten; with none the session is opened anew. Chunk by chunk: while a hop
        computes one, the hop before it computes the next. ``allowed``: see ``decode``.
        Raises NotAcknowledged where a hop answered that it holds nothing, HistoryLost, or what there was no help for.
        """
        if num_held:
            self._crop(num_held)
        else:
            self._begin_anew()
        self._due = Due(len(ids), allowed)
        size = chunk_tokens(len(ids) - num_held, len(self._legs))
        chunks = [Step.of(ids[start : start + size], start) for start in range(num_held, len(ids), size)]
        replies: list[TokenReply] = []

        def arrived(step: Step) -> None:
            replies[:] = [step.token()]
            on_progress(step.num_held)

        await pass_through(chunks, [partial(self._cross, leg.hop.span) for leg in self._legs], arrived)
        if not replies:
            raise ValueError("a prefill needs at least one token")
        return replies[0]

    async def decode(self, token_id: int, past_len: int, allowed: bytes | None = None) -> TokenReply:
        """One more token on ``past_len`` held ones. Raises as ``prefill`` does.

        ``allowed`` says which tokens may come next, as in ``wire.messages.ForwardRequest``; None: all.
        """
        self._due = Due(past_len + 1, allowed)
        return (await self._cross(self._whole, Step.of((token_id,), past_len))).token()

    async def stateless(self, ids: Sequence[int], allowed: bytes | None = None) -> TokenReply:
        """Everything at once, nothing kept: what a route with a hop that does not cache gets at every step."""
        self._due = Due(len(ids), allowed)
        self._histories.clear()
        return (await self._cross(self._whole, Step.of(ids, cached=False))).token()

    def rest(self) -> None:
        """No step follows for now. The hops keep their caches, and what was sent to them is kept too."""
        self._end_handovers()
        self._due = Due()

    def forget_histories(self) -> None:
        """Makes room for others' histories: a hop that is lost later costs a prefill on every hop."""
        self._histories.give_up()

    def take_up(self, client: HopClient, sampling: SamplingParams) -> None:
        """The next question of the same conversation: whom to ask, and how the tail is to pick from now on."""
        self._client, self._sampling = client, sampling
        for leg in self._legs:
            leg.num_misses, leg.ask_again_at, leg.failed = 0, 0.0, frozenset()

    async def close(self) -> None:
        """Tells every hop at once that the session is over."""
        self.rest()
        self._histories.clear()
        closing = [self._client.close_session(leg.hop, leg.session_id) for leg in (*self._legs, *self._left)]
        await asyncio.gather(*closing, *self._closing, return_exceptions=True)

    # -- steps ----------------------------------------------------------------------------------------------------

    def _begin_anew(self) -> None:
        self.rest()
        self._histories.clear()
        for leg in self._legs:
            leg.num_held, leg.must_crop = 0, False

    def _crop(self, num_tokens: int) -> None:
        """Every hop is to go on behind the first so many tokens."""
        self._histories.crop(num_tokens)
        for leg in self._legs:
            leg.must_crop = leg.must_crop or leg.num_held > num_tokens
            leg.num_held = min(leg.num_held, num_tokens)

    async def _cross(self, span: Span, step: Step) -> Step:
        """The step as it leaves the layers of ``span``, whoever runs them."""
        for leg in [leg for leg in self._legs if span.start <= leg.hop.span.start < span.end]:
            step = await self._pass(leg, step)
        return step

    async def _pass(self, leg: Leg, step: Step) -> Step:
        """The step as it leaves the layers of a leg: of the hop there, or of those that had to take its place."""
        episode: Episode | None = None
        lost, began, passed = leg.hop, asyncio.get_running_loop().time(), list[Hop]()
        is_leaving = leg.is_leaving or self._recovery.is_leaving(leg.hop.address)
        legs = await self._instead_of_leaving(leg, step) if is_leaving else [leg]
        while legs:
            if step.cached:
                self._histories.before(legs[0].start).add(step)
            try:
                step = await self._catch_up(legs[0], step)
                passed.append(legs.pop(0).hop)
            except (HopMissed, PeerError) as exc:
                episode = episode or self._episode()
                legs[:1] = await self._after(legs[0], exc, episode)
            except NotAcknowledged:
                episode = episode or self._episode()
                hops = episode.rather_than(legs[0].hop)
                if hops is None:
                    raise
                legs[:1] = self._put_in_place(legs[0], self._legs_for(legs[0], hops))
        if episode is not None:
            episode.passed()
        if episode is not None or passed != [lost]:
            self.on_recovered(Recovered(lost, tuple(passed), asyncio.get_running_loop().time() - began))
        return step

    def _episode(self) -> Episode:
        return Episode(self._client, self._recovery, self.on_recovery)

    async def _instead_of_leaving(self, leg: Leg, step: Step) -> list[Leg]:
        """Others, as soon as they hold nearly all of the session; until then the hop itself, which still serves."""
        handover, now = leg.handover, asyncio.get_running_loop().time()
        if handover is not None:
            return await self._taken_over(leg, handover) if handover.task.done() else [leg]
        if now < leg.ask_again_at:
            return [leg]
        leg.ask_again_at = now + ASK_AGAIN_S
        hops, text = self._episode().instead_of(leg.hop, leg.failed | self._said_goodbye)
        if hops is None:
            return [leg]
        if not step.cached or not leg.num_held:
            self.on_recovery(text)
            return self._put_in_place(leg, self._legs_for(leg, hops))
        legs = self._legs_for(leg, hops)
        leg.handover = Handover(legs, text, asyncio.create_task(self._prepare(legs), name="hand over"))
        return [leg]

    async def _taken_over(self, leg: Leg, handover: Handover) -> list[Leg]:
        """Those who were being prepared, now, or the hop itself where they failed."""
        await asyncio.wait([handover.task])
        leg.handover = None
        if not handover.task.result():
            leg.failed |= {other.hop.address for other in handover.legs}
            self._left = [*self._left, *handover.legs][-MAX_LEFT_HOPS:]
            return [leg]
        self.on_recovery(handover.text)
        return self._put_in_place(leg, handover.legs)

    async def _prepare(self, legs: Sequence[Leg]) -> bool:
        """Sends a session's history to hops that do not run it yet, until they are only a few tokens behind.

        False where one of them fails: the hop that leaves still serves, so nothing is lost.
        """
        try:
            for leg in legs:
                history = self._histories.before(leg.start)
                while leg.num_held + FEW_TOKENS < history.num_tokens:
                    await self._send_history(leg, history.num_tokens, is_followed=leg is not legs[-1])
        except (HopMissed, PeerError, NotAcknowledged, HistoryLost) as exc:
            log.info("layers %s were not taken over: %s", leg.hop.span, exc)
            return False
        return True

    async def _after(self, leg: Leg, trouble: HopMissed | PeerError, episode: Episode) -> list[Leg]:
        """Who is to go on after a failure. Raises NotAcknowledged where the session had better not be kept at all."""
        if leg.handover is not None:
            legs = await self._taken_over(leg, leg.handover)
            if legs != [leg]:
                return legs
        is_holding = leg.num_held > 0
        if isinstance(trouble, HopMissed):
            leg.num_held = 0
            leg.num_misses += 1
        try:
            hops = await episode.successors(leg.hop, trouble, is_holding=is_holding, num_misses=leg.num_misses)
        except LosesCaches as exc:
            raise NotAcknowledged(str(exc)) from exc
        return [leg] if hops == (leg.hop,) else self._put_in_place(leg, self._legs_for(leg, hops))

    def _legs_for(self, leg: Leg, hops: Sequence[Hop]) -> list[Leg]:
        """The legs of hops that are to run another one's layers."""
        coming = (other for each in self._legs if each.handover is not None for other in each.handover.legs)
        others = {other.hop.address for other in (*self._legs, *coming) if other is not leg}
        legs: list[Leg] = []
        for hop in hops:
            legs.append(Leg(hop, self._session_for(hop.address in others)))
            others.add(hop.address)
        return legs

    def _put_in_place(self, leg: Leg, legs: Sequence[Leg]) -> list[Leg]:
        """Others run a leg's layers from now on."""
        at = self._legs.index(leg)
        self._legs[at : at + 1] = legs
        self._leave(leg)
        names = ", ".join(other.hop.address for other in legs)
        log.info("layers %s go from %s to %s", leg.hop.span, leg.hop.address, names)
        return list(legs)

    def _leave(self, leg: Leg) -> None:
        """Its hop may forget the session: one that is about to leave now, another one when the session is closed."""
        if leg.is_leaving or self._recovery.is_leaving(leg.hop.address):
            task = asyncio.create_task(self._client.close_session(leg.hop, leg.session_id), name="close session")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
        else:
            self._left = [*self._left, leg][-MAX_LEFT_HOPS:]

    def _end_handovers(self) -> None:
        for leg in self._legs:
            if leg.handover is not None:
                self._closing.add(leg.handover.task)
                leg.handover.task.add_done_callback(self._closing.discard)
                leg.handover.task.cancel()
                self._left = [*self._left, *leg.handover.legs][-MAX_LEFT_HOPS:]
                leg.handover = None

    def _session_for(self, is_used: bool) -> str:
        """A node has one state per session and shard: where it runs two legs, they are two sessions."""
        if not is_used:
            return self._session_id
        session_id = mint_session_id()
        self._on_session(session_id)
        return session_id

    async def _catch_up(self, leg: Leg, step: Step) -> Step:
        """The step as it leaves the leg, behind all that its hop does not hold yet."""
        if not step.cached or leg.num_held == step.past_len:
            return await self._run(leg, step)
        made = await self._send_history(leg, step.past_len)
        return made.last(len(step.ids))

    async def _send_history(self, leg: Leg, due_from: int, *, is_followed: bool = True) -> Step:
        """Sends a hop all that it does not hold yet; the end of what it makes of it, from a position on at least.

        Where the hop behind it is new too, and ``is_followed``, what it makes becomes that one's history.
        Raises HistoryLost.
        """
        history = self._histories.before(leg.start)
        if not history.is_complete:
            raise HistoryLost(f"{hop_name(leg.hop)} would need what is no longer kept")
        behind = self._histories.before(leg.end) if is_followed and leg.end < self._num_layers else None
        made: Step | None = None
        for part in history.since(leg.num_held, MAX_CHUNK_TOKENS):
            is_wanted = behind is not None and behind.is_complete and behind.num_tokens == part.past_len
            num_due = max(1, part.num_held - due_from)
            made = await self._run(leg, part, None if is_wanted else num_due)
            if is_wanted and behind is not None:
                behind.add(made)
        if made is None:
            raise HistoryLost(f"{hop_name(leg.hop)} holds more than was sent to it")
        return made

    async def _run(self, leg: Leg, step: Step, reply_last: int | None = None) -> Step:
        """The step as it leaves the hop of a leg, which holds it from then on; if asked for, its last positions."""
        hop, is_tail = leg.hop, leg.end == self._num_layers
        request, loop = self._request(leg, is_tail, step, reply_last), asyncio.get_running_loop()
        began = loop.time()
        reply = await self._client.forward(hop, request, is_tail=is_tail, hidden_size=self._hidden_size)
        self.on_hop(hop, loop.time() - began)
        if isinstance(reply, HiddenReply):
            made = step.made(reply.tensor)
        else:
            self._check_token(hop, step, reply)
            made = replace(step, reply=reply)
        leg.is_leaving = reply.draining
        if reply.draining:
            self._said_goodbye.add(hop.address)
        if step.cached:
            self._check(hop, step, reply.past_len)
            leg.num_held, leg.must_crop = step.num_held, False
        self._recovery.faults.succeeded(hop.address)
        return made

    def _request(self, leg: Leg, is_tail: bool, step: Step, reply_last: int | None) -> ForwardRequest:
        """The message for one hop; the tail's says how to sample and, as those of models that ask for it, the ids."""
        wants_ids = (is_tail or self._ids_to_every_hop) and not step.tensor.is_token_ids
        mode = step.mode
        return ForwardRequest(
            tensor=step.tensor,
            session=leg.session_id if mode else None,
            cache=mode,
            past_len=step.past_len if mode == "decode" else None,
            start_layer=leg.start,
            end_layer=leg.end,
            model=self._identity,
            truncate_to=step.past_len if mode == "decode" and leg.must_crop else None,
            sampling=self._sampling if is_tail else None,
            token_ids=tuple(step.ids) if wants_ids and 0 < len(step.ids) <= MAX_TOKEN_IDS else None,
            reply_last=None if is_tail else reply_last,
            allowed=self._due.allowed if is_tail and step.num_held == self._due.num_tokens else None,
        )

    def _check_token(self, hop: Hop, step: Step, reply: TokenReply) -> None:
        """A token that the model has, that may come, and that is spoken of as was asked."""
        token_id = reply.token_id
        if token_id is not None and self._vocab_size is not None and token_id >= self._vocab_size:
            raise PeerMisbehaved(hop.address, f"{hop_name(hop)} answered a token that the model does not have.")
        if step.num_held != self._due.num_tokens:
            return
        if self._due.allowed is not None and (token_id is None or not self._due.allows(token_id)):
            raise PeerMisbehaved(hop.address, f"{hop_name(hop)} answered a token that may not come here.")
        if self._sampling.top_logprobs is not None and reply.logprobs is None:
            raise PeerMisbehaved(hop.address, f"{hop_name(hop)} does not say how likely its tokens are.")

    def _check(self, hop: Hop, step: Step, held: int) -> None:
        """The acknowledgement rule: a hop that does not say it holds all tokens may not be asked to decode."""
        if held == step.num_held:
            return
        if held == 0:
            raise NotAcknowledged(hop.address)
        raise PeerMisbehaved(
            hop.address, f"{hop_name(hop)} says it holds {held} tokens where {step.num_held} were due."
        )


def chunk_tokens(num_tokens: int, num_hops: int) -> int:
    """How many tokens of a prompt travel together: few enough that every hop has work most of the time.

    The hops of a route wait for the first chunk to arrive and the first of them for the last one to end: that
    is ``num_hops - 1`` chunks' time beyond the work itself. Very short chunks are computed at a lower speed. All are
    about as long as each other, or a short last one would be waited for as well.
    """
    if num_tokens < 1 or num_hops == 1:
        return MAX_CHUNK_TOKENS
    most = min(MAX_CHUNK_TOKENS, max(MIN_CHUNK_TOKENS, ceil(num_tokens / (CHUNKS_PER_HOP * num_hops))))
    return ceil(num_tokens / ceil(num_tokens / most))
