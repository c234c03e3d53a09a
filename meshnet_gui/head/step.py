"""Positions on their way along a route, with what the hop before made of them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace

from meshnet_gui.wire.messages import CacheMode, TensorPayload, TokenReply


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

    def last(self, num_positions: int) -> Step:
        """Its last positions, as a step that ends where it does."""
        skipped = len(self.ids) - num_positions
        if skipped <= 0:
            return self
        tensor = self.tensor.last(num_positions)
        return replace(self, ids=self.ids[skipped:], past_len=self.past_len + skipped, tensor=tensor)

    def first(self, num_positions: int) -> Step:
        """Its first positions, without what the tail answered."""
        if num_positions >= len(self.ids):
            return self
        return replace(self, ids=self.ids[:num_positions], tensor=self.tensor.first(num_positions), reply=None)

    def made(self, tensor: TensorPayload) -> Step:
        """What a hop made of it: all of it, or its last positions."""
        if tensor.num_positions == len(self.ids):
            return Step(self.ids, self.past_len, tensor, self.cached)
        return replace(self.last(tensor.num_positions), tensor=tensor)


def joined(steps: Sequence[Step]) -> Step:
    """Steps that follow each other as one. They must agree in everything but their positions."""
    if len(steps) == 1:
        return steps[0]
    tensors = [step.tensor for step in steps]
    num_positions = sum(tensor.num_positions for tensor in tensors)
    data = b"".join(tensor.data for tensor in tensors)
    tensor = TensorPayload((1, num_positions, *tensors[0].shape[2:]), tensors[0].dtype, data)
    return replace(steps[0], ids=[token_id for step in steps for token_id in step.ids], tensor=tensor)
