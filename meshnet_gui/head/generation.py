"""The generation loop: prompt ids in, text out, token by token, whatever the hops forget on the way.

prefill ──> token ──> decode ──> token ──> ...        every hop caches; one that fails is replaced by the pipeline
    │ not acknowledged            │ what was sent to a lost hop is no longer kept: prefill everything again
    v                             v
stateless at every step  <────────┘ not acknowledged any more
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from meshnet_gui.errors import PromptTooLong, SwarmError, UserError
from meshnet_gui.head.pipeline import HistoryLost, NotAcknowledged, Pipeline
from meshnet_gui.head.stopping import StopTexts
from meshnet_gui.types import GenerationResult, Hop, HopTime, Recovered, TokenLogprobs
from meshnet_gui.wire.messages import TokenReply

log = logging.getLogger(__name__)

MAX_REPLAYS_PER_TOKEN = 3
MAX_KEPT_RECOVERIES = 100


class Detokenizer(Protocol):
    """``engine.tokenizer.IncrementalDetokenizer``: ids one by one in, text that is complete out."""

    def push(self, token_id: int) -> str: ...
    def flush(self) -> str: ...


class Tokenizer(Protocol):
    """What the loop asks of ``engine.tokenizer.ModelTokenizer``."""

    @property
    def eos_ids(self) -> frozenset[int]: ...
    def encode(self, text: str) -> list[int]: ...
    def token_text(self, token_id: int) -> str: ...
    def detokenizer(self, shown: Collection[str] = ...) -> Detokenizer: ...


class Constraint(Protocol):
    """What an answer has to look like, followed token by token (``engine.grammar``)."""

    def allowed(self) -> bytes | None:
        """Which tokens may come next, as bits (``wire.messages.ForwardRequest``); None: all."""

    def push(self, token_id: int) -> None:
        """A token that was allowed has come."""

    @property
    def is_complete(self) -> bool:
        """Whether nothing but the end may follow."""


@dataclass(slots=True)
class Progress:
    """What a generation has so far; survives its failure, so that partial text is never lost."""

    text: str = ""
    token_ids: list[int] = field(default_factory=list)
    num_tokens: int = 0  # also counts tokens that a tail gave as text only
    num_recoveries: int = 0
    cached: bool = True
    num_reused: int = 0
    hop_seconds: dict[Hop, float] = field(default_factory=dict)
    recoveries: list[Recovered] = field(default_factory=list)

    def note_hop(self, hop: Hop, seconds: float) -> None:
        self.hop_seconds[hop] = self.hop_seconds.get(hop, 0.0) + seconds

    def hop_times(self) -> tuple[HopTime, ...]:
        """In the order of the layers."""
        hops = sorted(self.hop_seconds.items(), key=lambda item: item[0].span)
        return tuple(HopTime(hop, seconds) for hop, seconds in hops)


@dataclass(frozen=True, slots=True)
class Listeners:
    """Called on the core loop as things happen."""

    on_text: Callable[[str, int, tuple[TokenLogprobs, ...]], None] = lambda text, num_tokens, logprobs: None
    on_prefill: Callable[[int, int], None] = lambda num_done, num_total: None
    on_recovery: Callable[[str], None] = lambda text: None
    on_recovered: Callable[[Recovered], None] = lambda recovered: None


class Generation:
    """One answer. ``run`` once; ``progress`` may be read at any time, also after a failure or a cancellation.

    It ends where the model says so, before any of the texts in ``stops``, where ``constraint`` lets nothing follow, or
    at a limit. ``shown``: control tokens whose names are text of it.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        tokenizer: Tokenizer,
        *,
        context_tokens: int,
        max_tokens: int,
        stops: Sequence[str] = (),
        shown: Collection[str] = (),
        constraint: Constraint | None = None,
        listeners: Listeners | None = None,
        clock: Callable[[], float] = time.monotonic,
        stop_at_eos: bool = True,
    ) -> None:
        self.progress = Progress()
        self._pipeline = self._listen_to(pipeline)
        self._tokenizer = tokenizer
        self._context_tokens = context_tokens
        self._max_tokens = max_tokens
        self._constraint = constraint
        self._stops = StopTexts(stops)
        self._listeners = listeners or Listeners()
        self._clock = clock
        self._eos_ids = tokenizer.eos_ids if stop_at_eos else frozenset()
        self._detokenizer = tokenizer.detokenizer(shown)
        self._prompt: list[int] = []
        self._history: list[int] = []  # what the model is to read after the prompt
        self._untokenised = ""  # the text of a tail without ids that is not in the history yet
        self._must_prefill = True
        self._num_held = 0  # of the prompt, on every hop
        self._logprobs: list[TokenLogprobs] = []
        self._started = self._first_token = self._last_token = 0.0

    async def run(self, prompt_ids: Sequence[int], num_held: int = 0) -> GenerationResult:
        """Generates until the end of the sequence or a limit. Raises PromptTooLong or a PeerError.

        ``num_held``: so many of the prompt's first tokens are held by every hop of the pipeline already.
        """
        room = room_for_answer(len(prompt_ids), self._context_tokens)
        self._prompt = list(prompt_ids)
        self._num_held = min(num_held, len(prompt_ids) - 1)
        self._started = self._clock()
        self._max_tokens = min(self._max_tokens, room)
        return await self._finish()

    async def go_on(self, pipeline: Pipeline) -> GenerationResult:
        """After a failure: the rest of the answer, over another pipeline. Everything so far is computed again there.

        The time in between counts for nothing.
        """
        self._pipeline = self._listen_to(pipeline)
        self._must_prefill = self.progress.cached = True
        self._num_held = 0
        if self._first_token:
            pause_s = self._clock() - self._last_token
            self._started, self._first_token = self._started + pause_s, self._first_token + pause_s
        return await self._finish()

    async def _finish(self) -> GenerationResult:
        finish = await self._loop(self._max_tokens - self.progress.num_tokens)
        if not self._stops.is_hit:
            self._emit(self._detokenizer.flush())
            self._emit_held()
        return self.result(finish)

    def result(self, finish: str) -> GenerationResult:
        """The picture of what there is, under the name of how it ended."""
        p, decoding_s = self.progress, self._last_token - self._first_token
        num_steps = p.num_tokens - 1
        return GenerationResult(
            text=p.text,
            token_ids=tuple(p.token_ids),
            num_prompt_tokens=len(self._prompt),
            finish=finish,
            route=self._pipeline.route,
            tokens_per_s=num_steps / decoding_s if num_steps > 0 and decoding_s > 0 else 0.0,
            first_token_s=max(0.0, self._first_token - self._started),
            num_recoveries=p.num_recoveries,
            cached=p.cached,
            hop_times=p.hop_times(),
            recoveries=tuple(p.recoveries),
            num_reused_tokens=p.num_reused,
        )

    def _listen_to(self, pipeline: Pipeline) -> Pipeline:
        pipeline.on_recovery = self._note_recovery
        pipeline.on_recovered = self._note_recovered
        pipeline.on_hop = self.progress.note_hop
        return pipeline

    async def _loop(self, max_tokens: int) -> str:
        for _ in range(max_tokens):
            reply = await self._next_token()
            self._note_time()
            if reply.token_id is None:
                if self._take_text(reply.text):
                    return "eos"
            elif reply.token_id in self._eos_ids:
                return "eos"
            else:
                self._take_id(reply.token_id, reply.logprobs)
            if self._stops.is_hit:
                return "stop"
            if self._constraint is not None and self._constraint.is_complete:
                return "eos"
        return "length"

    async def _next_token(self) -> TokenReply:
        """One token; where that needs everything again, at most ``MAX_REPLAYS_PER_TOKEN`` times."""
        num_replays = 0
        while self.progress.cached:
            try:
                return await self._cached_step()
            except HistoryLost as exc:
                num_replays += 1
                if num_replays == MAX_REPLAYS_PER_TOKEN:
                    raise SwarmError("The peers lost this conversation again and again.", "Try again.") from exc
                self._note_recovery("The conversation is computed again.")
            except NotAcknowledged as exc:
                self._leave_caching(str(exc))
        return await self._pipeline.stateless(self._all_ids(), self._allowed())

    async def _cached_step(self) -> TokenReply:
        """Decodes where the hops hold all but the newest token; else prefills."""
        ids = self._history
        if ids and not self._must_prefill:
            past_len = len(self._prompt) + len(ids) - 1
            self._must_prefill = True  # until this step has succeeded, nothing is sure about the hops
            reply = await self._pipeline.decode(ids[-1], past_len, self._allowed())
        else:
            reply = await self._prefill()
        self._must_prefill = False
        return reply

    async def _prefill(self) -> TokenReply:
        """Everything that the hops do not hold from the answer before; where that fails, everything."""
        everything, num_held = self._all_ids(), self._num_held
        self._num_held = self.progress.num_reused = 0
        reply = await self._pipeline.prefill(
            everything,
            lambda done: self._listeners.on_prefill(done, len(everything)),
            self._allowed(),
            num_held=num_held,
        )
        self.progress.num_reused = num_held
        return reply

    def _allowed(self) -> bytes | None:
        return None if self._constraint is None else self._constraint.allowed()

    def _all_ids(self) -> list[int]:
        return self._prompt + self._history + self._tokenised(self._untokenised)

    def _take_id(self, token_id: int, logprobs: TokenLogprobs | None) -> None:
        if self._constraint is not None:
            self._constraint.push(token_id)
        if logprobs is not None:
            self._logprobs.append(logprobs)
        self._history += [*self._tokenised(self._untokenised), token_id]
        self._untokenised = ""
        self.progress.token_ids.append(token_id)
        self.progress.num_tokens += 1
        self._emit(self._detokenizer.push(token_id))

    def _take_text(self, text: str) -> bool:
        """A token from a tail that gives no ids. True when it says that the sequence has ended."""
        if self.progress.cached:
            self._leave_caching("the tail gives no token ids")
        ids = self._tokenised(text)
        if not ids or (len(ids) == 1 and ids[0] in self._eos_ids):
            return True
        self._untokenised += text
        self.progress.num_tokens += 1
        self._emit(self._detokenizer.flush() + text)
        return False

    def _tokenised(self, text: str) -> list[int]:
        """The ids of text in the middle of a sequence: without the start token that ``encode`` may put first."""
        if not text:
            return []
        ids, opening = self._tokenizer.encode(text), self._tokenizer.encode("")
        return ids[len(opening) :] if ids[: len(opening)] == opening else ids

    def _leave_caching(self, who: str) -> None:
        self.progress.cached = False
        log.info("a hop keeps no session cache (%s): every step of this generation computes everything", who)

    def _note_recovery(self, text: str) -> None:
        self.progress.num_recoveries += 1
        log.info("recovered: %s", text)
        self._listeners.on_recovery(text)

    def _note_recovered(self, recovered: Recovered) -> None:
        if len(self.progress.recoveries) < MAX_KEPT_RECOVERIES:
            self.progress.recoveries.append(recovered)
        self._listeners.on_recovered(recovered)

    def _note_time(self) -> None:
        self._last_token = self._clock()
        if not self._first_token:
            self._first_token = self._last_token

    def _emit(self, text: str) -> None:
        self._show(self._stops.push(text))

    def _emit_held(self) -> None:
        held = self._stops.flush()
        if held or self._logprobs:
            self._show(held)

    def _show(self, text: str) -> None:
        self.progress.text += text
        logprobs, self._logprobs = tuple(self._logprobs), []
        self._listeners.on_text(text, self.progress.num_tokens, logprobs)


def room_for_answer(num_prompt_tokens: int, context_tokens: int) -> int:
    """How many tokens fit behind the prompt, at least one. Raises PromptTooLong, or UserError for an empty prompt."""
    if num_prompt_tokens == 0:
        raise UserError("There is nothing to answer.", "Write a message.")
    if num_prompt_tokens >= context_tokens:
        raise PromptTooLong(
            f"The conversation has {num_prompt_tokens:,} tokens; this model takes {context_tokens:,}.",
            "Start a new chat or shorten the message.",
        )
    return context_tokens - num_prompt_tokens
