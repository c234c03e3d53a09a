"""A span of a model in this process, answering forward requests: stateless, prefill and decode.

Threads: one step at a time (a lock sees to it); ``kv_sessions`` may be looked at from any thread meanwhile.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import torch
from transformers import PretrainedConfig

from meshnet_gui.engine.cache import SpanCache
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.runner import Compute, Runner, StepCache
from meshnet_gui.engine.sampler import pick_token
from meshnet_gui.engine.span_model import SpanRunner
from meshnet_gui.engine.tensors import dtype_name, from_payload, to_payload
from meshnet_gui.engine.tokenizer import ModelTokenizer
from meshnet_gui.modelstore.certified import NO_NEEDS, Needs
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import GREEDY, ForwardReply, ForwardRequest, HiddenReply, TensorPayload, TokenReply
from meshnet_gui.wire.refusals import BadRequest, NoRoom, Refusal, TooLarge, WrongModel

_log = logging.getLogger(__name__)
_PROBE_TOKENS = (4, 64)
MAX_VERIFY_POSITIONS = 64  # logits of a whole prompt would take gigabytes


@dataclass(frozen=True, slots=True)
class _Step:
    """A checked request: what to compute."""

    span: Span
    inputs: torch.Tensor
    ids: tuple[int, ...] | None
    is_tail: bool
    verify: bool

    @property
    def num_positions(self) -> int:
        return int(self.inputs.shape[1])


class ComputeFailed(Refusal):
    """The step could not be computed; the session cache is as it was."""

    status = 500
    code = "compute_failed"


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
        self._lock = threading.Lock()
        self._model_dtype = compute.dtype
        self._device = compute.device
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
        self.on_logits: Callable[[torch.Tensor], None] | None = None  # who compares them with the whole model's
        self.limits = PayloadLimits(self.context_tokens, self.hidden_size)

    # -- requests --------------------------------------------------------------------------------------------------

    def forward(self, request: ForwardRequest, owner: str | None = None) -> ForwardReply:
        """Compute one step. Raises a Refusal, after which the session cache is exactly what it was.

        ``owner`` is the authenticated client; a session answers only to the one that opened it.
        """
        with self._lock, torch.inference_mode():
            step = self._check(request)
            if request.cache == "prefill" and request.session is not None:
                return self._prefill(step, request, request.session, owner)
            if request.cache == "decode" and request.session is not None:
                return self._decode(step, request, request.session, owner)
            return self._stateless(step, request.sampling or GREEDY)

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
            hidden = torch.zeros(1, count, self.hidden_size, dtype=self._model_dtype, device=self._device)
            self._run(hidden, self.span, cache, 1, (0,) * count)
            cache.commit(count)
        self.kv_sessions.growth.observe(cache.num_tokens, cache.num_bytes())

    # -- checks: before any compute --------------------------------------------------------------------------------

    def _check(self, request: ForwardRequest) -> _Step:
        if request.model is not None and request.model != self.identity:
            raise WrongModel(f"this node serves {self.identity}")
        span = self._sub_span(request)
        past_len = (request.past_len or 0) if request.cache == "decode" else 0
        num_new = request.tensor.num_positions
        if request.tensor.shape[0] != 1 or num_new < 1:
            raise BadRequest("the batch must be 1 and hold at least one position")
        if past_len + num_new > self.context_tokens:
            raise TooLarge(f"{past_len + num_new} tokens are more than the model's context of {self.context_tokens}")
        if request.verify and num_new > MAX_VERIFY_POSITIONS:
            raise TooLarge(f"at most {MAX_VERIFY_POSITIONS} positions can be verified in one step")
        if request.truncate_to is not None and request.truncate_to != past_len:
            raise BadRequest("the past length must be what is left after cropping")
        inputs = from_payload(request.tensor, self._model_dtype, self._device)
        ids = request.token_ids
        if request.tensor.is_token_ids:
            ids = self._checked_ids(inputs, span)
        elif self.needs_token_ids and (ids is None or max(ids) >= self.vocab_size):
            raise BadRequest("this model needs token ids of its vocabulary beside the hidden states on every hop")
        elif inputs.shape[2] != self.hidden_size:
            raise BadRequest(f"the hidden size is {inputs.shape[2]} where this model has {self.hidden_size}")
        elif not bool(inputs.isfinite().all()):
            raise self._not_finite(request.tensor)
        return _Step(span, inputs, ids, span.end == self.num_layers, request.verify)

    def _not_finite(self, tensor: TensorPayload) -> Refusal:
        """Who is at fault: a sender of such values, or our dtype, which holds less than the sender's."""
        if bool(from_payload(tensor, torch.float32, torch.device("cpu")).isfinite().all()):
            return ComputeFailed(f"the hidden states are larger than {self.dtype} can hold")
        return BadRequest("the hidden states hold values that are not finite")

    def _sub_span(self, request: ForwardRequest) -> Span:
        start = self.span.start if request.start_layer is None else request.start_layer
        end = self.span.end if request.end_layer is None else request.end_layer
        if not self.span.start <= start < end <= self.span.end:
            raise BadRequest(f"layers {start}-{end} are not all here: this node has {self.span}")
        return Span(start, end)

    def _checked_ids(self, ids: torch.Tensor, span: Span) -> tuple[int, ...]:
        if span.start != 0:
            raise BadRequest(f"token ids are for layer 0; this request starts at layer {span.start}")
        values = tuple(ids[0].tolist())
        if min(values) < 0 or max(values) >= self.vocab_size:
            raise BadRequest(f"a token id is outside the vocabulary of {self.vocab_size}")
        return values

    # -- the three kinds of request --------------------------------------------------------------------------------

    def _stateless(self, step: _Step, sampling: SamplingParams) -> ForwardReply:
        output = self._compute(step, None)
        return self._reply(step, output, 0, 0, sampling, list(step.ids or ()))

    def _prefill(self, step: _Step, request: ForwardRequest, session: str, owner: str | None) -> ForwardReply:
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
        except BaseException:
            self.kv_sessions.abort_prefill(ticket)
            raise
        if step.span == self.span:
            self.kv_sessions.growth.observe(num_tokens, num_bytes)
        self.kv_sessions.finish_prefill(ticket, cache, num_bytes, sampling, ids, _last_id(reply))
        return reply

    def _decode(self, step: _Step, request: ForwardRequest, session: str, owner: str | None) -> ForwardReply:
        past_len = request.past_len or 0
        if not self.supports_kv_cache:
            raise self.kv_sessions.miss("this node caches nothing")
        num_new = step.num_positions
        entry = self.kv_sessions.begin_decode(session, owner, step.span, past_len, num_new, request.truncate_to)
        cache = cast(StepCache, entry.cache)
        begun = False
        try:
            if not cache.can_truncate(past_len):
                raise self.kv_sessions.miss(f"this session's layers cannot go back to {past_len} tokens")
            cache.begin(past_len)
            begun = True
            output = self._compute(step, cache)
            sampling = request.sampling or entry.sampling
            new_ids = self._new_ids(step, entry.last_token_id if num_new == 1 else None)
            history = [*entry.token_ids[:past_len], *new_ids] if sampling.repetition_penalty != 1.0 else []
            reply = self._reply(step, output, past_len, past_len + num_new, sampling, history)
        except BaseException:
            if begun:
                cache.rollback()
            self.kv_sessions.abort_decode(entry)
            raise
        cache.commit(num_new)
        if step.is_tail:
            entry.token_ids[past_len:] = new_ids
        num_bytes = cache.num_bytes()
        self.kv_sessions.finish_decode(entry, cache.num_tokens, num_bytes, sampling, _last_id(reply))
        return reply

    def _new_ids(self, step: _Step, guess: int | None) -> list[int]:
        """The ids of this step's positions: as sent, else the one this tail picked last, else unknown."""
        if not step.is_tail:
            return []
        if step.ids is not None:
            return list(step.ids)
        return [-1 if guess is None else guess] * step.num_positions

    # -- compute ---------------------------------------------------------------------------------------------------

    def _run(
        self, inputs: torch.Tensor, span: Span, cache: StepCache | None, num_logits: int, ids: tuple[int, ...] | None
    ) -> torch.Tensor:
        if self.needs_token_ids and isinstance(self._runner, SpanRunner):
            beside = torch.tensor([ids], device=self._device)
            return self._runner.run(inputs, span, cast("SpanCache | None", cache), num_logits, beside)
        return self._runner.run(inputs, span, cache, num_logits)

    def _compute(self, step: _Step, cache: StepCache | None) -> torch.Tensor:
        span = step.span
        try:
            return self._run(step.inputs, span, cache, _num_logits(step), step.ids)
        except Exception as exc:  # whatever the model raises must not pass for a refusal with another meaning
            _log.exception("layers %s could not compute a step", span)
            if isinstance(exc, (MemoryError, torch.OutOfMemoryError)) or "not enough memory" in str(exc):
                raise NoRoom("there is not enough memory for this step here") from exc
            raise ComputeFailed(f"layers {span} could not compute this step") from exc

    def _reply(
        self, step: _Step, output: torch.Tensor, past_len: int, held: int, sampling: SamplingParams, history: list[int]
    ) -> ForwardReply:
        if not step.is_tail:
            if not bool(output.isfinite().all()):
                raise ComputeFailed(f"layers {step.span} produced values that are not finite")
            return HiddenReply(to_payload(output), held)
        logits = output[0].float().cpu()
        if self.on_logits is not None:
            self.on_logits(logits)
        first = past_len + step.num_positions - logits.shape[0] + 1
        ids = []
        for index, row in enumerate(logits):
            seen = history[: len(history) - (logits.shape[0] - 1 - index)]
            ids.append(self._pick(row, sampling, first + index, seen, step.span))
        return TokenReply(self._text(ids[-1]), ids[-1], held, tuple(ids) if step.verify else ())

    def _pick(self, row: torch.Tensor, sampling: SamplingParams, position: int, seen: list[int], span: Span) -> int:
        if not bool(row.max().isfinite()):
            raise ComputeFailed(f"layers {span} produced values that are not finite")
        return pick_token(row, sampling, position, seen)

    def _text(self, token_id: int) -> str:
        return self._tokenizer.token_text(token_id) if self._tokenizer is not None else ""


def _num_logits(step: _Step) -> int:
    return step.num_positions if step.verify else 1


def _last_id(reply: ForwardReply) -> int | None:
    return reply.token_id if isinstance(reply, TokenReply) else None
