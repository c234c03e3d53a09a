"""Positions on their way along a route, with what the hop before made of them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

from meshnet_gui.wire.messages import ITEM_BYTES, CacheMode, TensorPayload, TokenReply


@dataclass(frozen=True, slots=True)
class Step:
    """``tensor`` is what the next hop is to be sent: token ids, then hidden states; ``reply`` is the tail's.

    Without ``cached`` no hop keeps anything of it, and ``past_len`` is 0.
    """

    ids: Sequence[int]
    past_len: int
    tensor: TensorPayload
    cached: bool = True
    reply: TokenReply | None = None

    @classmethod
    def of(cls, ids: Sequence[int], past_len: int = 0, *, cached: bool = True) -> Step:
        """The step as it enters the first hop."""
        return cls(ids, past_len, TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids)), cached)

    @property
    def num_held(self) -> int:
        """How many tokens a hop holds after it."""
        return self.past_len + len(self.ids)

    @property
    def mode(self) -> CacheMode | None:
        """A hop that holds nothing yet begins the session with it."""
        if not self.cached:
            return None
        return "decode" if self.past_len else "prefill"

    def token(self) -> TokenReply:
        assert self.reply is not None
        return self.reply

    def from_position(self, past_len: int) -> Step:
        """Its positions from ``past_len`` on, as one that ends at the same position."""
        skipped = past_len - self.past_len
        if skipped == 0:
            return self
        return replace(self, ids=self.ids[skipped:], past_len=past_len, tensor=_behind(self.tensor, skipped))


def joined(steps: Sequence[Step]) -> Step:
    """Steps that follow each other as one. They must agree in everything but their positions."""
    if len(steps) == 1:
        return steps[0]
    tensors = [step.tensor for step in steps]
    num_positions = sum(tensor.num_positions for tensor in tensors)
    data = b"".join(tensor.data for tensor in tensors)
    tensor = TensorPayload((1, num_positions, *tensors[0].shape[2:]), tensors[0].dtype, data)
    return replace(steps[0], ids=[token_id for step in steps for token_id in step.ids], tensor=tensor)


def _behind(tensor: TensorPayload, num_positions: int) -> TensorPayload:
    width = ITEM_BYTES[tensor.dtype] * (tensor.shape[2] if len(tensor.shape) == 3 else 1)
    shape = (1, tensor.num_positions - num_positions, *tensor.shape[2:])
    return TensorPayload(shape, tensor.dtype, memoryview(tensor.data)[num_positions * width :])
