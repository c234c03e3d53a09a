"""Runs steps through lean graphs by ONNX Runtime; satisfies ``engine.runner.Runner``.

A sub-span gets a graph of its own when it is first asked for; its weights are the same mapped ones. So does a step of
several sessions at once (``engine.lean.batch``), where the weights are mapped: a graph whose runtime packs them would
hold them once more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]
import torch

from meshnet_gui.engine.lean.batch import Batches
from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.graph import Products, SpanGraph, span_graph
from meshnet_gui.engine.lean.program import Program
from meshnet_gui.engine.lean.rotary import GrowingTables
from meshnet_gui.engine.lean.weights import EMBEDDING, Array
from meshnet_gui.engine.runner import MAX_SESSIONS
from meshnet_gui.types import Span

if TYPE_CHECKING:
    from meshnet_gui.engine.lean.kinds import Material

MAX_SUB_SPANS = 4  # graphs that are kept beside that of the whole span


class LeanRunner:
    """A span as graphs. Threads: one step at a time."""

    cache_name: str | None = "lean"

    def __init__(self, material: Material, products: Products) -> None:
        plan, span = material.plan, material.span
        self.num_layers = plan.num_layers
        self._plan = plan
        self._weights = material.weights
        self._products = products
        self._rotary = GrowingTables(material.rotary)
        self._num_threads = material.num_threads
        self._span = span
        self.weight_bytes = 0
        self.graph = span_graph(plan, self._weights, products, span)
        self._program = self._compiled(self.graph, span)
        self._parts: OrderedDict[Span, Program] = OrderedDict()
        self.max_sessions = 1 if products.prepacks else MAX_SESSIONS
        self._batches = Batches(self._compiled_for_many)

    def learn_form(self, hidden_size: int) -> None:
        """A first step."""
        self.run(torch.zeros(1, 2, hidden_size), self._span, None)

    def new_cache(self, span: Span) -> LeanCache:
        """An empty session cache for steps through ``span``."""
        return LeanCache(self._plan, span)

    def run(self, inputs: torch.Tensor, span: Span, cache: LeanCache | None, num_logits: int = 1) -> torch.Tensor:
        """One step: hidden states after ``span``, or the last ``num_logits`` positions' logits at the tail.

        Shapes: ``inputs`` is ``(1, n)`` token ids (only from layer 0) or ``(1, n, hidden)``.
        """
        hidden = self._embedded(inputs) if inputs.dtype == torch.long else inputs.numpy()
        cache = LeanCache(self._plan, span) if cache is None else cache
        cache.reserve(cache.num_tokens + hidden.shape[1])
        bound = cache.bound
        if not isinstance(bound, _Bound):
            bound = cache.bound = _Bound(self._for(span), cache, self._rotary.up_to(cache.capacity))
        return torch.from_numpy(bound.run(hidden, cache.num_tokens, num_logits))

    def run_many(self, inputs: Sequence[torch.Tensor], span: Span, caches: Sequence[LeanCache]) -> list[torch.Tensor]:
        """A step of one position for each of several sessions, at most ``max_sessions``; outputs as ``run`` gives them.

        Shapes: each of ``inputs`` is ``(1, 1)`` or ``(1, 1, hidden)``.
        """
        rows = [self._embedded(one) if one.dtype == torch.long else one.numpy() for one in inputs]
        for cache in caches:
            cache.reserve(cache.num_tokens + 1)
        tables = self._rotary.up_to(max(cache.capacity for cache in caches))
        output = torch.from_numpy(self._batches.run(rows, span, caches, tables))
        return list(torch.split(output, 1, dim=1))

    def _embedded(self, ids: torch.Tensor) -> Array:
        rows = self._weights.float32_rows(EMBEDDING, ids.numpy())
        return rows * np.float32(self._plan.embedding_scale) if self._plan.embedding_scale != 1.0 else rows

    def _for(self, span: Span) -> Program:
        if span == self._span:
            return self._program
        if span not in self._parts:
            self._parts[span] = self._compiled(span_graph(self._plan, self._weights, self._products, span), span)
        self._parts.move_to_end(span)
        while len(self._parts) > MAX_SUB_SPANS:
            self._parts.popitem(last=False)
        return self._parts[span]

    def _compiled_for_many(self, span: Span, num_sessions: int) -> Program:
        return self._compiled(span_graph(self._plan, self._weights, self._products, span, num_sessions), span)

    def _compiled(self, graph: SpanGraph, span: Span) -> Program:
        return Program(graph, span, self._plan, self._num_threads, self._products.prepacks, self._weights.path)


class _Bound:
    """A program with one session's buffers: nothing is allocated or passed by name again while a step has one position.

    Its small arrays are the graph's inputs themselves: written in place before a step.
    """

    def __init__(self, program: Program, cache: LeanCache, tables: Mapping[str, Array]) -> None:
        self._program = program
        self._binding = program.session.io_binding()
        self._last, self._total = np.zeros(1, np.int32), np.zeros((), np.int32)
        self._keep = np.zeros(1, np.int64)
        self._hidden: Array = np.empty(0, np.float32)
        self._output: Array = np.empty(0, np.float32)
        small: dict[str, Array] = {"last": self._last, "total": self._total, "keep": self._keep}
        self._held: list[Any] = []  # arrays that the graph reads
        for name, array in {**small, **tables, **program.tensors}.items():
            if name in program.input_names:
                self._bind_input(name, array)
        for index in range(program.span.start, program.span.end):
            for name, buffer in ((f"k.{index}", cache.keys(index)), (f"v.{index}", cache.values(index))):
                value = self._bind_input(name, buffer)
                self._binding.bind_ortvalue_output(f"{name}.new", value)

    def run(self, hidden: Array, num_held: int, num_logits: int) -> Array:
        """One step after ``num_held`` tokens. Raises MemoryError, or what the runtime raises."""
        num_new = hidden.shape[1]
        num_out = num_logits if self._program.is_tail else num_new
        if self._hidden.shape != hidden.shape or self._output.shape[1] != num_out:
            self._bind_lengths(hidden.shape, num_out)
        np.copyto(self._hidden, hidden)
        self._last[0] = self._total[()] = num_held + num_new
        self._last[0] -= 1
        self._keep[0] = -num_out
        self._program.run(self._binding)
        return self._output.copy()

    def _bind_lengths(self, shape: tuple[int, ...], num_out: int) -> None:
        self._hidden = np.empty(shape, np.float32)
        self._output = np.empty((1, num_out, self._program.width), np.float32)
        self._binding.bind_ortvalue_input("hidden", ort.OrtValue.ortvalue_from_numpy(self._hidden))
        self._binding.bind_ortvalue_output("out", ort.OrtValue.ortvalue_from_numpy(self._output))

    def _bind_input(self, name: str, array: Array) -> Any:
        value = ort.OrtValue.ortvalue_from_numpy(array)
        self._held.append(value)
        self._held.append(array)
        self._binding.bind_ortvalue_input(name, value)
        return value
