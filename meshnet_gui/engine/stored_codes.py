"""Weights that a repository keeps in codes (``fp8``, ``mxfp4``) become numbers when they are read.

The library has the code for it. To compute with codes it would fetch kernels, which are for some GPUs only.
"""

from __future__ import annotations

from typing import Any, cast

import torch
from transformers import PreTrainedConfig
from transformers.integrations.finegrained_fp8 import Fp8Dequantize
from transformers.quantizers.auto import AUTO_QUANTIZER_MAPPING
from transformers.quantizers.quantizer_finegrained_fp8 import FineGrainedFP8HfQuantizer

METHODS = frozenset({"fp8", "mxfp4"})


class _Dequantize(Fp8Dequantize):
    """The squares that share a scale have the size that the configuration says; those at the edges are cut off.

    The library takes them to be of one size that divides the matrix, and so has wrong numbers, or none, for others.
    """

    def _dequantize_one(
        self, quantized: torch.Tensor, scales: torch.Tensor, output_dtype: torch.dtype | None = None
    ) -> torch.Tensor:
        block = self.hf_quantizer.quantization_config.weight_block_size
        rows, width = quantized.shape[-2:]
        is_even = not block or (rows % block[0] == 0 and width % block[1] == 0)
        if is_even or tuple(scales.shape) != (-(-rows // block[0]), -(-width // block[1])):
            return super()._dequantize_one(quantized, scales, output_dtype)
        filled = quantized.new_zeros(scales.shape[0] * block[0], scales.shape[1] * block[1])
        filled[:rows, :width] = quantized
        return super()._dequantize_one(filled, scales, output_dtype)[:rows, :width].contiguous()


class _NumbersFromFp8(FineGrainedFP8HfQuantizer):
    """Asks for nothing but torch: the library's own wants a package for placing layers on devices, before it looks at
    what is to be done."""

    def validate_environment(self, *args: Any, **kwargs: Any) -> None:
        self.quantization_config.dequantize = True

    def get_load_operations(self) -> dict[str, Any]:
        return {"dequantize": _Dequantize}


def take_codes_as_numbers(config: PreTrainedConfig) -> None:
    """Have the weights of this model turned into numbers where they are stored in codes."""
    codes = getattr(config, "quantization_config", None)
    if not isinstance(codes, dict) or codes.get("quant_method") not in METHODS:
        return
    codes["dequantize"] = True
    cast(dict[str, Any], AUTO_QUANTIZER_MAPPING)["fp8"] = _NumbersFromFp8
