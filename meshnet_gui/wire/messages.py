"""The messages of ``POST /forward`` as frozen values. How they look in bytes is ``wire.codec``'s business."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from math import prod
from typing import Literal

from meshnet_gui.types import SamplingParams, Span, TokenLogprobs

CacheMode = Literal["prefill", "decode"]

ITEM_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2, "int64": 8}
GREEDY = SamplingParams()


def mint_session_id() -> str:
    """A new session id: 128 random bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def short_id(session_id: str) -> str:
    """The part of a session id that may be shown and logged."""
    return session_id[:8]


@dataclass(frozen=True, slots=True)
class TensorPayload:
    """The raw bytes of one tensor, C order, little endian.

    Shapes: hidden states ``(1, n, hidden)`` in a floating dtype, or token ids ``(1, n)`` as ``int64``.
    """

    shape: tuple[int, ...]
    dtype: str
    data: bytes | bytearray | memoryview

    def __post_init__(self) -> None:
        if self.dtype not in ITEM_BYTES:
            raise ValueError(f"unknown dtype {self.dtype[:32]!r}")
        if len(self.data) != self.num_bytes:
            raise ValueError(f"the body has {len(self.data)} bytes where shape and dtype say {self.num_bytes}")

    @property
    def num_bytes(self) -> int:
        return prod(self.shape) * ITEM_BYTES[self.dtype]

    @property
    def num_positions(self) -> int:
        return self.shape[1]

    @property
    def is_token_ids(self) -> bool:
        return self.dtype == "int64"

    def first(self, num_positions: int) -> TensorPayload:
        """The first positions only; all where there are no more. Shares the bytes."""
        if num_positions >= self.num_positions:
            return self
        shape = (1, num_positions, *self.shape[2:])
        return TensorPayload(
            shape, self.dtype, memoryview(self.data)[: self.num_bytes * num_positions // self.shape[1]]
        )

    def last(self, num_positions: int) -> TensorPayload:
        """The last positions only; all where there are no more. Shares the bytes."""
        skipped = self.num_positions - num_positions
        if skipped <= 0:
            return self
        shape = (1, num_positions, *self.shape[2:])
        return TensorPayload(shape, self.dtype, memoryview(self.data)[self.num_bytes * skipped // self.shape[1] :])


@dataclass(frozen=True, slots=True)
class Target:
    """What a request says of the shard that it is for; None is what it leaves open."""

    model: str | None = None
    start_layer: int | None = None
    end_layer: int | None = None
    session: str | None = None

    def fits(self, span: Span) -> bool:
        """Whether all its layers are in the span."""
        start = span.start if self.start_layer is None else self.start_layer
        end = span.end if self.end_layer is None else self.end_layer
        return span.start <= start < end <= span.end


@dataclass(frozen=True, slots=True)
class ForwardRequest:
    """One step for one hop.

    ``cache`` None is a stateless request. ``past_len`` belongs to ``decode``. ``start_layer`` and ``end_layer`` None
    mean the shard's own ends. ``sampling`` None keeps what the session's prefill said (greedy if it said nothing).
    ``token_ids`` are the ids of this request's own positions, sent beside hidden states to the tail.
    ``verify`` asks the tail for one token per position instead of one for the last. ``reply_last`` asks a hop that is
    not the tail for the hidden states of so many positions only, the last ones. ``allowed`` has a bit for each token
    of the vocabulary, the lowest bit of each byte first: the tail may pick those that are set, for the last position.
    """

    tensor: TensorPayload
    session: str | None = None
    cache: CacheMode | None = None
    past_len: int | None = None
    start_layer: int | None = None
    end_layer: int | None = None
    model: str | None = None
    truncate_to: int | None = None
    sampling: SamplingParams | None = None
    token_ids: tuple[int, ...] | None = None
    verify: bool = False
    reply_last: int | None = None
    allowed: bytes | None = None


@dataclass(frozen=True, slots=True)
class HiddenReply:
    """What a hop that is not the tail answers: hidden states after its span.

    ``past_len`` is how many tokens the hop now holds for the session; 0 = it caches nothing. ``draining``: it is about
    to leave, so that the session should move while it still answers.
    """

    tensor: TensorPayload
    past_len: int = 0
    draining: bool = False


@dataclass(frozen=True, slots=True)
class TokenReply:
    """What the tail answers. ``token_id`` None: an older tail that only says ``text``.

    ``token_ids`` has one id per position when ``verify`` was asked, else it is empty. ``logprobs`` is for
    ``token_id``, where the sampling asks for it.
    """

    text: str
    token_id: int | None
    past_len: int = 0
    token_ids: tuple[int, ...] = ()
    draining: bool = False
    logprobs: TokenLogprobs | None = None


ForwardReply = HiddenReply | TokenReply
