"""A span of a model in this process, answering forward requests: stateless, prefill and decode.

Steps of one position of several sessions are computed together where the runner can (``forward_many``). Long ones are
computed in parts of bounded size, and others' steps may come between the parts.

Threads: one step at a time (a lock sees to it); ``kv_sessions`` may be looked at from any thread meanwhile.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

import torch
from transformers import PretrainedConfig

from meshnet_gui.engine.cache import SpanCache
from meshnet_gui.engine.cuts import allowed_cuts
from meshnet_gui.engine.kv_sessions import SessionCacheEntry, SessionCacheStore
from meshnet_gui.engine.runner import Compute, ManyRunner, Runner, StepCache
from meshnet_gui.engine.sampler import logprobs_of, pick_token
from meshnet_gui.engine.span_model import SpanRunner
from meshnet_gui.engine.step import MAX_POSITIONS_AT_ONCE, ComputeFailed, Pause, Step, checked_step, no_pause
from meshnet_gui.engine.tensors import all_finite, dtype_name, to_payload
from meshnet_gui.engine.tokenizer import ModelTokenizer
from meshnet_gui.modelstore.certified import NO_NEEDS, Needs
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import GREEDY, ForwardReply, ForwardRequest, HiddenReply, TokenReply
from meshnet_gui.wire.refusals import NoRoom, Refusal

_log = logging.getLogger(__name__)
_PROBE_TOKENS = (4, 64)
_NOT_YET = Refusal("it was not computed")


@dataclass(slots=True)
class _Decode:
    """A decode that has begun: to be finished or aborted. ``index`` is its place among those computed together."""

    step: Step
    past_len: int
    entry: SessionCacheEntry
    sampling: SamplingParams
    index: int = 0
    output: torch.Tensor | None = field(default=None, repr=False)

    @property
    def cache(self) -> StepCache:
        return cast(StepCache, self.entry.cache)


class TorchModelShard:
    """The layers of ``span`` (with the embedding at layer 0, with final norm and lm_head at the end)."""

    def __init__(
        self,
        compute: Compute,
        model_config: PretrainedConfig,
        span: Span,
        *,
        identity: str,
        name: str = "",
        store: SessionCacheStore,
        tokenizer: ModelTokenizer | None = None,
        needs: Needs = NO_NEEDS,
    ) -> None:
        config = model_config.get_text_config(decoder=True)
        self._runner = compute.runner
        self.runner_name = compute.name
        self._tokenizer = tokenizer
        self.needs_token_ids = needs.token_ids
        self._lock = threading.RLock()  # others' steps between the parts of a long one come from the same thread
        many = isinstance(self._runner, ManyRunner) and not needs.token_ids
        self._max_sessions = cast(ManyRunner, self._runner).max_sessions if many else 1
        self._computes_together = True
        self._takes_parts = self._runner.cache_name is not None and not needs.single_steps
        self.compute_dtype = compute.dtype
        self.compute_device = compute.device
        self.span = span
        self.identity = identity
        self.name = name
        self.kv_sessions = store
        self.num_layers = self._runner.num_layers
        self._hidden_size = int(config.hidden_size)
        self.hidden_size = self._hidden_size
        self.vocab_size = int(config.vocab_size)
        stated = getattr(config, "max_position_embeddings", None)
        self.context_tokens = stated if isinstance(stated, int) and stated > 0 else 1 << 20
        self.dtype = dtype_name(compute.dtype)
        self.device = compute.device.type
        self.parameter_bytes = compute.weight_bytes
        self.supports_kv_cache = self._runner.cache_name is not None
        self.is_tail = span.end == self.num_layers
        self.has_embedding = span.start == 0
        self.cuts = allowed_cuts(model_config, self.num_layers)
        self.on_logits: Callable[[torch.Tensor], None] | None = None  # who compares them with the whole model's
        self.limits = PayloadLimits(self.context_tokens, self.hidden_size)

    # -- requests --------------------------------------------------------------------------------------------------

    def forward(self, request: ForwardRequest, owner: str | None = None, pause: Pause = no_pause) -> ForwardReply:
        """Compute one step. Raises a Refusal, after which the session cache is exactly what it was.

        ``owner`` is the authenticated client; a session answers only to the one that opened it. ``pause`` is called
        between the parts of a long step, and may compute steps of other sessions here.
        """
        with self._lock, torch.inference_mode():
            step = checked_step(request, self, pause)
            if request.cache == "prefill" and request.session is not None:
                return self._prefill(step, request, request.session, owner)
            if request.cache == "decode" and request.session is not None:
                return self._decode(step, request, request.session, owner)
            return self._stateless(step, request.sampling or GREEDY)

    def forward_many(self, requests: Sequence[tuple[ForwardRequest, str | None]]) -> list[ForwardReply | Exception]:
        """Several steps at once: what each gives, or what ``forward`` would have raised for it.

        Decodes of one position through the same layers are computed together; of two for one session one is refused.
        """
        with self._lock, torch.inference_mode():
            outcomes: list[ForwardReply | Exception] = []
            begun: list[_Decode] = []
            for index, (request, owner) in enumerate(requests):
                try:
                    decode = self._begun_together(request, owner)
                    if decode is not None:
                        decode.index = index
                        begun.append(decode)
                    outcomes.append(_NOT_YET if decode is not None else self.forward(request, owner))
                except Exception as exc:
                    outcomes.append(exc)
            for together in _groups(begun, self._max_together):
                self._compute_together(together)
                for decode in together:
                    outcomes[decode.index] = self._outcome(decode)
            return outcomes

    def probe(self) -> None:
        """A first step of each kind: learns the layers' form, whether they take a cache, and how it grows.

        Raises whatever the model raises where it cannot run at all.
        """
        with self._lock, torch.inference_mode():
            self._runner.learn_form(self._hidden_size)
            if isinstance(self._runner, SpanRunner):  # several hidden states per position travel side by side
                self.hidden_size = self._hidden_size * self._runner.num_streams
                self.limits = PayloadLimits(self.context_tokens, self.hidden_size)
            if not self.supports_kv_cache:
                return
            try:
                for num_tokens in _PROBE_TOKENS:
                    self._probe_cache(min(num_tokens, self.context_tokens - 1))
            except Exception as exc:  # a model's layers raise what they like at arguments they do not know
                _log.warning("%s takes no cache here (%s); it computes every step anew", self.name, exc)
                self.supports_kv_cache = False

    @property
    def runner(self) -> Runner:
        """What computes the steps now."""
        return self._runner

    def _probe_cache(self, num_tokens: int) -> None:
        cache = self._runner.new_cache(self.span)
        for count in (num_tokens, 1):
            hidden = torch.zeros(1, count, self.hidden_size, dtype=self.compute_dtype, device=self.compute_device)
            self._run(hidden, self.span, cache, 1, (0,) * count)
            cache.commit(count)
        self.kv_sessions.growth.observe(cache.num_tokens, cache.num_bytes())

    # -- the three kinds of request --------------------------------------------------------------------------------

    def _stateless(self, step: Step, sampling: SamplingParams) -> ForwardReply:
        output = self._compute(step, None)
        return self._reply(step, output, 0, 0, sampling, list(step.ids or ()))

    def _prefill(self, step: Step, request: ForwardRequest, session: str, owner: str | None) -> ForwardReply:
        sampling = request.sampling or GREEDY
        if not self.supports_kv_cache:
            return self._stateless(step, sampling)
        num_tokens = step.num_positions
        ticket = self.kv_sessions.begin_prefill(session, owner, step.span, num_tokens)
        if ticket is None:
            return self._stateless(step, sampling)
        try:
            cache = self._runner.new_cache(step.span)
            output = self._compute(step, cache)
            cache.commit(num_tokens)
            ids = list(step.ids or [-1] * num_tokens) if step.is_tail else []
            reply = self._reply(step, output, 0, num_tokens, sampling, ids)
            num_bytes = cache.num_bytes()
            if step.span == self.span:
                self.kv_sessions.growth.observe(num_tokens, num_bytes)
            self.kv_sessions.finish_prefill(ticket, cache, num_bytes, sampling, ids, _last_id(reply))
        except BaseException:
            self.kv_sessions.abort_prefill(ticket)
            raise
        return reply

    def _decode(self, step: Step, request: ForwardRequest, session: str, owner: str | None) -> ForwardReply:
        decode = self._begin(step, request, session, owner)
        try:
            return self._finish(decode, self._compute(step, decode.cache))
        except BaseException:
            self._abort(decode)
            raise

    def _begin(self, step: Step, request: ForwardRequest, session: str, owner: str | None) -> _Decode:
        past_len = request.past_len or 0
        if not self.supports_kv_cache:
            raise self.kv_sessions.miss("this node caches nothing")
        num_new, store = step.num_positions, self.kv_sessions
        entry = store.begin_decode(session, owner, step.span, past_len, num_new, request.truncate_to)
        decode = _Decode(step, past_len, entry, request.sampling or entry.sampling)
        try:
            if not decode.cache.can_truncate(past_len):
                raise store.miss(f"this session's layers cannot go back to {past_len} tokens")
            decode.cache.begin(past_len)
        except BaseException:
            store.abort_decode(entry)
            raise
        return decode

    def _finish(self, decode: _Decode, output: torch.Tensor) -> ForwardReply:
        """The reply; from then on the step is kept. Whoever calls aborts the decode where this raises."""
        step, entry, cache, past_len = decode.step, decode.entry, decode.cache, decode.past_len
        new_ids = self._new_ids(step, entry.last_token_id if step.num_positions == 1 else None)
        history = [*entry.token_ids[:past_len], *new_ids] if decode.sampling.looks_back else []
        reply = self._reply(step, output, past_len, past_len + step.num_positions, decode.sampling, history)
        cache.commit(step.num_positions)
        if step.is_tail:
            entry.token_ids[past_len:] = new_ids
        num_bytes = cache.num_bytes()
        self.kv_sessions.finish_decode(entry, cache.num_tokens, num_bytes, decode.sampling, _last_id(reply))
        return reply

    def _abort(self, decode: _Decode) -> None:
        decode.cache.rollback()
        self.kv_sessions.abort_decode(decode.entry)

    def _new_ids(self, step: Step, guess: int | None) -> list[int]:
        """The ids of this step's positions: as sent, else the one this tail picked last, else unknown."""
        if not step.is_tail:
            return []
        if step.ids is not None:
            return list(step.ids)
        return [-1 if guess is None else guess] * step.num_positions

    # -- several at once -------------------------------------------------------------------------------------------

    @property
    def _max_together(self) -> int:
        return self._max_sessions if self._computes_together else 1

    def _begun_together(self, request: ForwardRequest, owner: str | None) -> _Decode | None:
        """A decode that can be computed with others; None where it goes alone. Raises a Refusal."""
        if self._max_together == 1 or request.cache != "decode" or request.session is None:
            return None
        if request.tensor.num_positions != 1:
            return None
        return self._begin(checked_step(request, self), request, request.session, owner)

    def _compute_together(self, decodes: list[_Decode]) -> None:
        """Fills in their outputs; where the runner fails on all of them at once, each is computed alone later."""
        if len(decodes) == 1 or not isinstance(self._runner, ManyRunner):
            return
        try:
            inputs = [decode.step.inputs for decode in decodes]
            outputs = self._runner.run_many(inputs, decodes[0].step.span, [decode.cache for decode in decodes])
        except Exception as exc:
            _log.exception("%d sessions could not be computed together", len(decodes))
            self._computes_together = isinstance(exc, MemoryError)  # anything else would only happen again
            return
        for decode, output in zip(decodes, outputs, strict=True):
            decode.output = output

    def _outcome(self, decode: _Decode) -> ForwardReply | Exception:
        try:
            output = self._compute(decode.step, decode.cache) if decode.output is None else decode.output
            return self._finish(decode, output)
        except Exception as exc:
            self._abort(decode)
            return exc

    # -- compute ---------------------------------------------------------------------------------------------------

    def _run(
        self, inputs: torch.Tensor, span: Span, cache: StepCache | None, num_logits: int, ids: tuple[int, ...] | None
    ) -> torch.Tensor:
        if self.needs_token_ids and isinstance(self._runner, SpanRunner):
            beside = torch.tensor([ids], device=self.compute_device)
            return self._runner.run(inputs, span, cast("SpanCache | None", cache), num_logits, beside)
        return self._runner.run(inputs, span, cache, num_logits)

    def _compute(self, step: Step, cache: StepCache | None) -> torch.Tensor:
        span = step.span
        try:
            if step.num_positions > MAX_POSITIONS_AT_ONCE and self._takes_parts:
                return self._run_in_parts(step, self._runner.new_cache(span) if cache is None else cache)
            return self._run(step.inputs, span, cache, step.num_logits, step.ids)
        except Exception as exc:  # whatever the model raises must not pass for a refusal with another meaning
            _log.exception("layers %s could not compute a step", span)
            if isinstance(exc, (MemoryError, torch.OutOfMemoryError)) or "not enough memory" in str(exc):
                raise NoRoom("there is not enough memory for this step here") from exc
            raise ComputeFailed(f"layers {span} could not compute this step") from exc

    def _run_in_parts(self, step: Step, cache: StepCache) -> torch.Tensor:
        """As in one piece; the cache's count is put back, since the whole step is still to be committed."""
        outputs: list[torch.Tensor] = []
        past_len = cache.num_tokens
        try:
            for inputs, ids in step.parts():
                output = self._run(inputs, step.span, cache, 1, ids)
                cache.num_tokens += inputs.shape[1]
                outputs = [output] if step.is_tail else [*outputs, output]
        finally:
            cache.num_tokens = past_len
        return torch.cat(outputs, dim=1)

    def _reply(
        self, step: Step, output: torch.Tensor, past_len: int, held: int, sampling: SamplingParams, history: list[int]
    ) -> ForwardReply:
        if not step.is_tail:
            if not all_finite(output):
                raise ComputeFailed(f"layers {step.span} produced values that are not finite")
            return HiddenReply(to_payload(output), held)
        logits = output[0].float().cpu()
        if self.on_logits is not None:
            self.on_logits(logits)
        first = past_len + step.num_positions - logits.shape[0] + 1
        ids: list[int] = []
        for index, row in enumerate(logits):
            seen = history[: len(history) - (logits.shape[0] - 1 - index)]
            allowed = step.allowed if index == logits.shape[0] - 1 else None
            ids.append(self._pick(row, sampling, first + index, seen, allowed, step.span))
        num_top = sampling.top_logprobs
        logprobs = None if num_top is None else logprobs_of(logits[-1], ids[-1], num_top)
        return TokenReply(self._text(ids[-1]), ids[-1], held, tuple(ids) if step.verify else (), logprobs=logprobs)

    def _pick(
        self,
        row: torch.Tensor,
        sampling: SamplingParams,
        position: int,
        seen: list[int],
        allowed: torch.Tensor | None,
        span: Span,
    ) -> int:
        if not math.isfinite(float(row.max())):
            raise ComputeFailed(f"layers {span} produced values that are not finite")
        return pick_token(row, sampling, position, seen, allowed)

    def _text(self, token_id: int) -> str:
        return self._tokenizer.token_text(token_id) if self._tokenizer is not None else ""


def _groups(decodes: Iterable[_Decode], most: int) -> list[list[_Decode]]:
    """By their layers, and at most so many each."""
    spans: dict[Span, list[_Decode]] = {}
    for decode in decodes:
        spans.setdefault(decode.step.span, []).append(decode)
    return [group[start : start + most] for group in spans.values() for start in range(0, len(group), most)]


def _last_id(reply: ForwardReply) -> int | None:
    return reply.token_id if isinstance(reply, TokenReply) else None
