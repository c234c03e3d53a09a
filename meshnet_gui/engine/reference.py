"""The whole model in this process, run by transformers' own ``generate``: what spans and speed are compared with.

Not on the path of any product step. Knows no spans and no sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, PreTrainedModel
from transformers.generation.streamers import BaseStreamer
from transformers.utils import logging as transformers_logging

from meshnet_gui.engine.device import set_num_threads
from meshnet_gui.errors import BadModelFile


class ReferenceModel:
    """Greedy generation by one process. Threads: one call at a time."""

    def __init__(self, model: PreTrainedModel) -> None:
        self._model = model
        model.generation_config.eos_token_id = None  # a measurement runs to its length
        model.generation_config.pad_token_id = 0

    def generate(self, ids: Sequence[int], num_tokens: int, on_token: Callable[[int], None] | None = None) -> list[int]:
        """``num_tokens`` greedy ids after ``ids``; ``on_token`` is called with each as soon as it is known."""
        prompt = torch.tensor([list(ids)])
        output: Any = self._model.generate(  # type: ignore[operator]
            prompt,
            attention_mask=torch.ones_like(prompt),
            max_new_tokens=num_tokens,
            do_sample=False,
            streamer=_Listener(on_token) if on_token is not None else None,
        )
        return [int(token_id) for token_id in output[0, prompt.shape[1] :]]


def load_reference(path: Path, num_threads: int = 1, *, half: bool = False) -> ReferenceModel:
    """The whole model of folder ``path`` in float32 or, with ``half``, in bfloat16. Raises BadModelFile."""
    transformers_logging.disable_progress_bar()
    set_num_threads(num_threads)
    dtype = torch.bfloat16 if half else torch.float32
    try:
        model = AutoModelForCausalLM.from_pretrained(
            path, dtype=dtype, local_files_only=True, trust_remote_code=False, use_safetensors=True
        )
    except Exception as exc:  # torch, safetensors and transformers raise what they like at broken files
        raise BadModelFile(f"The model files in {path} cannot be loaded.", "Import the model again.") from exc
    return ReferenceModel(model.eval().requires_grad_(False))


class _Listener(BaseStreamer):
    """Hands each new id on; the first call brings the prompt and is left out."""

    def __init__(self, on_token: Callable[[int], None]) -> None:
        self._on_token = on_token
        self._saw_prompt = False

    def put(self, value: Any) -> None:
        if self._saw_prompt:
            self._on_token(int(value.reshape(-1)[-1]))
        self._saw_prompt = True

    def end(self) -> None:
        """Nothing is held back."""
