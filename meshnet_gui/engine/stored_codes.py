"""Weights that a repository keeps in codes (``fp8``, ``mxfp4``) become numbers when they are read.

The library has the code for it. To compute with codes it would fetch kernels, which are for some GPUs only.
"""

from __future__ import annotations

from typing import Any, cast

from transformers import PreTrainedConfig
from transformers.quantizers.auto import AUTO_QUANTIZER_MAPPING
from transformers.quantizers.quantizer_finegrained_fp8 import FineGrainedFP8HfQuantizer

METHODS = frozenset({"fp8", "mxfp4"})


class _NumbersFromFp8(FineGrainedFP8HfQuantizer):
    """Asks for nothing but torch: the library's own wants a package for placing layers on devices, before it looks at
    what is to be done."""

    def validate_environment(self, *args: Any, **kwargs: Any) -> None:
        self.quantization_config.dequantize = True


def take_codes_as_numbers(config: PreTrainedConfig) -> None:
    """Have the weights of this model turned into numbers where they are stored in codes."""
    codes = getattr(config, "quantization_config", None)
    if not isinstance(codes, dict) or codes.get("quant_method") not in METHODS:
        return
    codes["dequantize"] = True
    cast(dict[str, Any], AUTO_QUANTIZER_MAPPING)["fp8"] = _NumbersFromFp8
