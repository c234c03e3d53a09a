"""What a request asks a shard to compute, checked before anything is computed. Knows no sessions and no model code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch

from meshnet_gui.engine.tensors import all_finite, dtype_name, from_payload
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload
from meshnet_gui.wire.refusals import BadRequest, Refusal, TooLarge, WrongModel

MAX_VERIFY_POSITIONS = 64  # logits of a whole prompt would take gigabytes
MAX_POSITIONS_AT_ONCE = 256  # of a longer step are computed in parts, so that memory for attention stays bounded

Pause = Callable[[], None]
"""Called between the parts of a long step: others' steps may come in; raises where nobody waits for it any more."""


class ComputeFailed(Refusal):
    """The step could not be computed; the session cache is as it was."""

    status = 500
    code = "compute_failed"


class ShardForm(Protocol):
    """What a shard takes (``engine.shard.TorchModelShard``)."""

    span: Span
    num_layers: int
    identity: str
    context_tokens: int
    hidden_size: int
    vocab_size: int
    needs_token_ids: bool
    compute_dtype: torch.dtype
    compute_device: torch.device


@dataclass(frozen=True, slots=True)
class Step:
    """A checked request: what to compute, and what is called between its parts where it is long.

    ``allowed`` is a bool for each token of the vocabulary, on the CPU: what the tail may pick for the last position.
    """

    span: Span
    inputs: torch.Tensor
    ids: tuple[int, ...] | None
    is_tail: bool
    verify: bool
    pause: Pause
    allowed: torch.Tensor | None = None

    @property
    def num_positions(self) -> int:
        return int(self.inputs.shape[1])

    @property
    def num_logits(self) -> int:
        """Of how many positions the tail says a token."""
        return self.num_positions if self.verify else 1

    def parts(self) -> Iterator[tuple[torch.Tensor, tuple[int, ...] | None]]:
        """Inputs and ids of each part, ``pause`` between them."""
        for start in range(0, self.num_positions, MAX_POSITIONS_AT_ONCE):
            if start:
                self.pause()
            end = start + MAX_POSITIONS_AT_ONCE
            yield self.inputs[:, start:end], None if self.ids is None else self.ids[start:end]


def no_pause() -> None:
    """Nobody else is to be let in."""


def checked_step(request: ForwardRequest, form: ShardForm, pause: Pause = no_pause) -> Step:
    """The step that ``request`` asks for. Raises BadRequest or one of its kinds."""
    if request.model is not None and request.model != form.identity:
        raise WrongModel(f"this node serves {form.identity}")
    span = _sub_span(request, form.span)
    past_len = (request.past_len or 0) if request.cache == "decode" else 0
    num_new = request.tensor.num_positions
    if request.tensor.shape[0] != 1 or num_new < 1:
        raise BadRequest("the batch must be 1 and hold at least one position")
    if past_len + num_new > form.context_tokens:
        raise TooLarge(f"{past_len + num_new} tokens are more than the model's context of {form.context_tokens}")
    if request.verify and num_new > MAX_VERIFY_POSITIONS:
        raise TooLarge(f"at most {MAX_VERIFY_POSITIONS} positions can be verified in one step")
    if request.truncate_to is not None and request.truncate_to != past_len:
        raise BadRequest("the past length must be what is left after cropping")
    inputs = from_payload(request.tensor, form.compute_dtype, form.compute_device)
    ids = request.token_ids
    if request.tensor.is_token_ids:
        ids = _checked_ids(inputs, span, form.vocab_size)
    elif form.needs_token_ids and (ids is None or max(ids) >= form.vocab_size):
        raise BadRequest("this model needs token ids of its vocabulary beside the hidden states on every hop")
    elif inputs.shape[2] != form.hidden_size:
        raise BadRequest(f"the hidden size is {inputs.shape[2]} where this model has {form.hidden_size}")
    elif not all_finite(inputs):
        raise _not_finite(request.tensor, form.compute_dtype)
    is_tail = span.end == form.num_layers
    allowed = _allowed(request.allowed, form.vocab_size) if is_tail and request.allowed is not None else None
    return Step(span, inputs, ids, is_tail, request.verify, pause, allowed)


def _allowed(bits: bytes, vocab_size: int) -> torch.Tensor:
    """Tokens that the bits do not reach may not come."""
    raw = np.zeros((vocab_size + 7) // 8, np.uint8)
    given = np.frombuffer(bits, np.uint8)[: len(raw)]
    raw[: len(given)] = given
    allowed = torch.from_numpy(np.unpackbits(raw, bitorder="little")[:vocab_size]).bool()
    if not allowed.any():
        raise BadRequest("none of the allowed tokens is in the vocabulary")
    return allowed


def _not_finite(tensor: TensorPayload, compute_dtype: torch.dtype) -> Refusal:
    """Who is at fault: a sender of such values, or our dtype, which holds less than the sender's."""
    if all_finite(from_payload(tensor, torch.float32, torch.device("cpu"))):
        return ComputeFailed(f"the hidden states are larger than {dtype_name(compute_dtype)} can hold")
    return BadRequest("the hidden states hold values that are not finite")


def _sub_span(request: ForwardRequest, own: Span) -> Span:
    start = own.start if request.start_layer is None else request.start_layer
    end = own.end if request.end_layer is None else request.end_layer
    if not own.start <= start < end <= own.end:
        raise BadRequest(f"layers {start}-{end} are not all here: this node has {own}")
    return Span(start, end)


def _checked_ids(ids: torch.Tensor, span: Span, vocab_size: int) -> tuple[int, ...]:
    if span.start != 0:
        raise BadRequest(f"token ids are for layer 0; this request starts at layer {span.start}")
    values = tuple(ids[0].tolist())
    if min(values) < 0 or max(values) >= vocab_size:
        raise BadRequest(f"a token id is outside the vocabulary of {vocab_size}")
    return values
