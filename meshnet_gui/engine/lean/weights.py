"""A model's tensors mapped from its safetensors files: 32-bit ones cost no memory of our own. Knows no graph."""

from __future__ import annotations

import math
import mmap
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meshnet_gui.engine.lean.onnx_format import Place
from meshnet_gui.engine.lean.plan import LeanPlan, NotLean
from meshnet_gui.modelstore.folder_check import span_files
from meshnet_gui.modelstore.safetensors_file import TensorEntry, read_header
from meshnet_gui.modelstore.span_files import spec_in_pieces
from meshnet_gui.modelstore.tensors import read_tensors
from meshnet_gui.types import Span

EMBEDDING = "model.embed_tokens.weight"
Array = NDArray[Any]
_STORED: dict[str, type[np.generic]] = {"F32": np.float32, "F16": np.float16, "BF16": np.uint16}


class MappedWeights:
    """Tensors by name; of a model in pieces those of ``span``, else all. Threads: any.

    ``spec`` is that of a model in pieces, None for any other folder.
    """

    def __init__(self, path: Path, span: Span | None = None) -> None:
        self.path = path
        self.span = span
        self.spec = spec_in_pieces(path)
        self._tensors: dict[str, Array] = {}
        self._dtypes: dict[str, str] = {}
        self._converted: dict[str, Array] = {}
        self._places: dict[str, Place] = {}
        self._maps: dict[str, tuple[mmap.mmap, int, int]] = {}
        for name in span_files(path, span):
            self._map(path / name)

    def __contains__(self, name: str) -> bool:
        return name in self._tensors

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._tensors)

    @cached_property
    def matrix_dtypes(self) -> frozenset[str]:
        """The formats of all matrices of the model, whether they are here or not."""
        if self.spec is None:
            return frozenset(self._dtypes[name] for name, tensor in self._tensors.items() if tensor.ndim == 2)
        listed: list[TensorEntry] = [tensor.entry for tensor in read_tensors(self.path).tensors]
        return frozenset(each.dtype for each in listed if len(each.shape) == 2 and each.dtype in _STORED)

    def float32(self, name: str) -> Array:
        """The tensor; mapped where it is stored that way, else converted into memory. Raises NotLean."""
        if name not in self._tensors:
            raise NotLean(f"the files have no tensor {name}")
        if self._dtypes[name] == "F32":
            return self._tensors[name]
        if name not in self._converted:
            self._converted[name] = _as_float32(self._tensors[name], self._dtypes[name])
            self.forget(name)
        return self._converted[name]

    def forget(self, name: str) -> None:
        """Take the tensor's file out of this process's memory until it is read again: what was converted is not."""
        if name in self._maps and hasattr(mmap, "MADV_DONTNEED"):
            data, offset, num_bytes = self._maps[name]
            start = -(-offset // mmap.PAGESIZE) * mmap.PAGESIZE  # the pages at the ends hold others, too
            length = (offset + num_bytes - start) // mmap.PAGESIZE * mmap.PAGESIZE
            if length > 0:
                data.madvise(mmap.MADV_DONTNEED, start, length)

    def shape(self, name: str) -> tuple[int, ...]:
        """Raises NotLean."""
        if name not in self._tensors:
            raise NotLean(f"the files have no tensor {name}")
        return self._tensors[name].shape

    def is_float32(self, name: str) -> bool:
        """Whether it is stored so that it can be used as it lies."""
        return self._dtypes.get(name) == "F32"

    def num_weights(self, plan: LeanPlan, span: Span) -> int:
        """How many numbers the products of ``span`` have, with its norms and at the tail the lm_head's."""
        prefixes = tuple(f"model.layers.{index}." for index in range(span.start, span.end))
        names = {name for name in self.names if name.startswith(prefixes)}
        if span.end == plan.num_layers:
            names.add("lm_head.weight" if "lm_head.weight" in self else EMBEDDING)
        return sum(math.prod(self.shape(name)) for name in names)

    def place(self, name: str) -> Place | None:
        """Where the runtime can map the tensor from by itself; None where it is not stored as float32."""
        return self._places.get(name)

    def float32_rows(self, name: str, rows: Array) -> Array:
        """Only these rows. Raises NotLean."""
        if name not in self._tensors:
            raise NotLean(f"the files have no tensor {name}")
        return _as_float32(self._tensors[name][rows], self._dtypes[name])

    def _map(self, file: Path) -> None:
        entries = read_header(file)
        with file.open("rb") as opened:
            data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        offset = len(data) - sum(entry.num_bytes for entry in entries)
        for entry in entries:
            stored = _STORED.get(entry.dtype)
            if stored is not None:
                count = math.prod(entry.shape)
                tensor = np.frombuffer(data, stored, count, offset).reshape(entry.shape)
                self._tensors[entry.name], self._dtypes[entry.name] = tensor, entry.dtype
                self._maps[entry.name] = data, offset, entry.num_bytes
                if entry.dtype == "F32":
                    self._places[entry.name] = Place(file.name, offset, entry.num_bytes)
            offset += entry.num_bytes


def _as_float32(tensor: Array, dtype: str) -> Array:
    if dtype == "BF16":  # the upper half of a float32
        return (tensor.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return tensor.astype(np.float32, copy=False)
