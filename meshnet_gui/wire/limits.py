"""Bounds on everything that arrives: a peer is a stranger until it has answered right.

The numbers that depend on a shard (hidden size, context) come from the shard; the rest stand here.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_HEADER_INT = 2**31 - 1
MAX_SESSION_CHARS = 64
MAX_SAMPLING_CHARS = 16384  # with the most biases
MAX_TOKEN_IDS = 4096  # per request; 4 bytes each, base64: about 22 kB of header
MAX_ALLOWED_CHARS = 45_056  # of a header, which has at most 64 kB beside the others: 270,000 bits that do not shrink
MAX_ALLOWED_BYTES = 1 << 17
MAX_TOKEN_TEXT_CHARS = 4096
MAX_JSON_BYTES = 1 << 17  # of a reply: the longest text and the most token ids, escaped
MAX_STATUS_BYTES = 1 << 16  # parsed on the core loop: about a millisecond
MAX_STATUS_SESSIONS = 64
MAX_STATUS_EVICTIONS = 64
MAX_STATUS_SHARDS = 8
MAX_SHARD_TEXT_CHARS = 80  # a shard's model and error, so that all of them fit
MAX_REASON_CHARS = 500


@dataclass(frozen=True, slots=True)
class PayloadLimits:
    """What one tensor may claim: ``max_positions`` is the model's context, ``hidden_size`` its width."""

    max_positions: int
    hidden_size: int

    @property
    def max_body_bytes(self) -> int:
        """The largest body that can be valid: float32 hidden states (or int64 ids) for the whole context."""
        return self.max_positions * max(self.hidden_size * 4, 8)
