"""Torch tensors <-> the payloads of the wire. Knows nothing of models."""

from __future__ import annotations

import math

import torch

from meshnet_gui.wire.messages import TensorPayload

_DTYPES = {
    "float32": torch.float32,
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
    "int64": torch.long,
}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}


def dtype_name(dtype: torch.dtype) -> str:
    """``float32`` and the like."""
    return _NAMES.get(dtype, str(dtype).removeprefix("torch."))


def all_finite(values: torch.Tensor) -> bool:
    """Whether none is infinite or no number. One pass: where the sum is finite, so is each; else each is looked at."""
    return math.isfinite(float(values.sum())) or bool(values.isfinite().all())


def from_payload(payload: TensorPayload, compute_dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """The tensor, hidden states in ``compute_dtype``. Copies once: torch wants memory that is writable and aligned."""
    tensor = torch.frombuffer(bytearray(payload.data), dtype=_DTYPES[payload.dtype]).view(payload.shape)
    return tensor.to(device) if payload.is_token_ids else tensor.to(device, compute_dtype)


def to_payload(hidden: torch.Tensor) -> TensorPayload:
    """Hidden states as bytes in their own dtype."""
    flat = hidden.detach().cpu().contiguous().view(torch.uint8)
    return TensorPayload(tuple(hidden.shape), dtype_name(hidden.dtype), flat.numpy().tobytes())
