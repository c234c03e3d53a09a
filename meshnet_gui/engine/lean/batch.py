"""Steps of several sessions at once: one graph for each number of them, made when it is first needed.

A graph is bound to addresses and nothing else: a binding keeps no session's memory alive, and serves as long as the
caches lie where they lay. What was dropped and made anew at the same place has the same form there.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]

from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.graph import session_names
from meshnet_gui.engine.lean.program import Program
from meshnet_gui.engine.lean.weights import Array
from meshnet_gui.types import Span

MAX_GRAPHS = 8  # that are kept; a node of few sessions and one route needs less
MAX_BINDINGS = 8  # of each graph: which sessions come together changes from step to step

Compile = Callable[[Span, int], Program]
"""The program of a span for so many sessions."""


class Batches:
    """Runs batches; keeps the graphs that were used last. Threads: one step at a time."""

    def __init__(self, compile_graph: Compile) -> None:
        self._compile = compile_graph
        self._graphs: OrderedDict[tuple[Span, int], _Batch] = OrderedDict()

    def run(self, rows: Sequence[Array], span: Span, caches: Sequence[LeanCache], tables: Mapping[str, Array]) -> Array:
        """One position of each session. Shapes: ``rows`` (1, 1, hidden) each; the result (1, sessions, width)."""
        key = (span, len(rows))
        if key not in self._graphs:
            self._graphs[key] = _Batch(self._compile(span, len(rows)), len(rows), rows[0].shape[2])
        self._graphs.move_to_end(key)
        while len(self._graphs) > MAX_GRAPHS:
            self._graphs.popitem(last=False)
        return self._graphs[key].run(rows, caches, tables)


class _Batch:
    """A program for so many sessions with its small inputs, which are written in place before a step."""

    def __init__(self, program: Program, num_sessions: int, hidden_size: int) -> None:
        self._program = program
        self._hidden = np.empty((1, num_sessions, hidden_size), np.float32)
        self._output = np.empty((1, num_sessions, program.width), np.float32)
        self._last = [np.zeros(1, np.int32) for _ in range(num_sessions)]
        self._total = [np.zeros((), np.int32) for _ in range(num_sessions)]
        self._keep = np.full(1, -num_sessions, np.int64)
        self._bindings: OrderedDict[tuple[object, ...], Any] = OrderedDict()
        self._tables: Mapping[str, Array] = {}

    def run(self, rows: Sequence[Array], caches: Sequence[LeanCache], tables: Mapping[str, Array]) -> Array:
        """Shapes: as of ``Batches.run``."""
        order = sorted(range(len(caches)), key=lambda index: caches[index].address)  # whoever comes first: one binding
        caches = [caches[index] for index in order]
        binding = self._binding(caches, tables)
        for place, index in enumerate(order):
            self._hidden[0, place] = rows[index][0, 0]
        for cache, last, total in zip(caches, self._last, self._total, strict=True):
            last[0], total[()] = cache.num_tokens, cache.num_tokens + 1
        self._program.run(binding)
        output = np.empty_like(self._output)
        output[:, order] = self._output
        return output

    def _binding(self, caches: Sequence[LeanCache], tables: Mapping[str, Array]) -> Any:
        if tables is not self._tables:  # longer ones were made
            self._tables = tables
            self._bindings.clear()
        key = tuple((cache.address, cache.capacity) for cache in caches)
        if key not in self._bindings:
            self._bindings[key] = self._bound(caches)
        self._bindings.move_to_end(key)
        while len(self._bindings) > MAX_BINDINGS:
            self._bindings.popitem(last=False)
        return self._bindings[key]

    def _bound(self, caches: Sequence[LeanCache]) -> Any:
        program = self._program
        binding = program.session.io_binding()
        small: dict[str, Array] = {"hidden": self._hidden, "keep": self._keep, **self._tables, **program.tensors}
        names = session_names(len(caches))
        for name, last, total in zip(names, self._last, self._total, strict=True):
            small |= {f"last{name}": last, f"total{name}": total}
        for name, array in small.items():
            if name in program.input_names:
                binding.bind_ortvalue_input(name, ort.OrtValue.ortvalue_from_numpy(array))
        for session, cache in zip(names, caches, strict=True):
            _bind_cache(binding, program.span, session, cache)
        binding.bind_ortvalue_output("out", ort.OrtValue.ortvalue_from_numpy(self._output))
        return binding


def _bind_cache(binding: Any, span: Span, session: str, cache: LeanCache) -> None:
    """By address: some hundred of them, so nothing is made for each."""
    address, shape = cache.address, cache.layer_shape
    num_bytes = 4 * math.prod(shape)
    for index in range(span.start, span.end):
        for kind in ("k", "v"):
            name = f"{kind}.{index}{session}"
            binding.bind_input(name, "cpu", 0, np.float32, shape, address)
            binding.bind_output(f"{name}.new", "cpu", 0, np.float32, shape, address)
            address += num_bytes
