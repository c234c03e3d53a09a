"""Emits the graph of a span: norm, attention with rotary embedding and session cache, norm, MLP, for each layer.

Inputs: ``hidden`` (1, n, hidden), ``last`` (held tokens + n - 1), ``total`` (held tokens + n), the rotary tables
``cos.KIND`` and ``sin.KIND``, and ``k.i``, ``v.i``: each layer's cache (1, kv heads, capacity, head_dim), which the
step writes into where the outputs ``k.i.new``, ``v.i.new`` are bound to the same memory. Output: ``out``, the hidden
states after the span; at the tail the logits of the last ``-keep`` positions.
For several sessions at once ``hidden`` has one position of each, one below the other: every weight is read once for all
of them, and only attention is computed for each, over its own cache: ``last.s``, ``total.s``, ``k.i.s``, ``v.i.s``.
Source of the operators: ONNX Runtime's contributed operators (com.microsoft).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from meshnet_gui.engine.lean.onnx_format import FLOAT, INT32, INT64, Graph
from meshnet_gui.engine.lean.plan import LeanPlan
from meshnet_gui.engine.lean.weights import Array, MappedWeights
from meshnet_gui.types import Span

MICROSOFT = "com.microsoft"
LAST_INDEX = 2**63 - 1


class Products(Protocol):
    """How ``x @ weight.T`` is computed: in which precision. ``prepacks``: the runtime may keep copies of weights.

    ``joins``: products of the same ``x`` can be had as one, whose outputs lie one after the other.
    """

    prepacks: bool
    joins: bool

    def emit(self, graph: Graph, tensors: dict[str, Array], x: str, *weights: str) -> str:
        """Adds the product and puts the tensors that it needs into ``tensors``; returns the output's name.

        Several ``weights`` only where it ``joins``.
        """


@dataclass(frozen=True, slots=True)
class SpanGraph:
    """A model in ONNX's format, and the weights that are inputs of it because no file holds them as they are."""

    content: bytes
    tensors: Mapping[str, Array]
    used: frozenset[str]
    """Names of the stored tensors that the graph stands for."""


def span_graph(
    plan: LeanPlan, weights: MappedWeights, products: Products, span: Span, num_sessions: int = 1
) -> SpanGraph:
    """The graph of ``span``, for steps of one session or of so many. Raises NotLean where a tensor is missing."""
    return _Emitter(plan, weights, products, span, num_sessions).emit()


def session_names(num_sessions: int) -> tuple[str, ...]:
    """What follows the names of each session's own inputs and outputs."""
    return ("",) if num_sessions == 1 else tuple(f".{index}" for index in range(num_sessions))


class Float32Products:
    """Plain products with the weights as they lie in their file, rows of outputs: nothing is transposed or copied."""

    prepacks = False
    joins = False

    def __init__(self, weights: MappedWeights) -> None:
        self._weights = weights

    def emit(self, graph: Graph, tensors: dict[str, Array], x: str, *weights: str) -> str:
        (weight,) = weights
        declare(graph, self._weights, tensors, weight)
        return graph.node("FusedMatMul", [x, weight], [f"{weight}.out"], MICROSOFT, transB=1)


def declare(graph: Graph, weights: MappedWeights, tensors: dict[str, Array], name: str) -> str:
    """Makes a float32 weight known to the graph: mapped from its file, or as an input where it had to be converted."""
    place, tensor = weights.place(name), weights.float32(name)
    if place is not None:
        return graph.initialiser(name, FLOAT, tensor.shape, place)
    tensors[name] = tensor
    return graph.input(name, FLOAT, tensor.shape)


class _Emitter:
    def __init__(
        self, plan: LeanPlan, weights: MappedWeights, products: Products, span: Span, num_sessions: int
    ) -> None:
        self._plan = plan
        self._weights = weights
        self._products = products
        self._span = span
        self._sessions = session_names(num_sessions)
        self._graph = Graph(f"layers {span}")
        self._tensors: dict[str, Array] = {}
        self._used: set[str] = set()

    def emit(self) -> SpanGraph:
        graph, plan = self._graph, self._plan
        hidden = graph.input("hidden", FLOAT, (1, "n", plan.hidden_size))
        for session in self._sessions:
            graph.input(f"last{session}", INT32, (1,))
            graph.input(f"total{session}", INT32, ())
        for rope in sorted({layer.rope for layer in plan.layers[self._span.start : self._span.end]}):
            for name in ("cos", "sin"):
                graph.input(f"{name}.{rope}", FLOAT, ("positions", "half"))
        normed = ""
        update = ""
        for index in range(self._span.start, self._span.end):
            prefix = f"model.layers.{index}"
            hidden, normed = self._join(hidden, update, f"{prefix}.input_layernorm.weight")
            update = self._attention(index, prefix, normed)
            if plan.norms_around:
                update = self._norm(update, f"{prefix}.post_attention_layernorm.weight")
            before_mlp = "pre_feedforward_layernorm" if plan.norms_around else "post_attention_layernorm"
            hidden, normed = self._join(hidden, update, f"{prefix}.{before_mlp}.weight")
            update = self._mlp(f"{prefix}.mlp", normed)
            if plan.norms_around:
                update = self._norm(update, f"{prefix}.post_feedforward_layernorm.weight")
        if self._span.end == plan.num_layers:
            self._tail(hidden, update)
        else:
            graph.node("Add", [hidden, update], ["out"])
            graph.output("out", FLOAT, (1, "n", plan.hidden_size))
        return SpanGraph(graph.to_bytes(), self._tensors, frozenset(self._used))

    # -- norms -----------------------------------------------------------------------------------------------------

    def _gamma(self, weight: str) -> str:
        self._used.add(weight)
        gamma = self._weights.float32(weight) + np.float32(self._plan.norm_offset)
        return self._graph.constant(weight, FLOAT, gamma.shape, gamma.astype("<f4").tobytes())

    def _norm(self, x: str, weight: str) -> str:
        inputs, outputs = [x, self._gamma(weight)], [f"{weight}.out"]
        return self._graph.node(
            "SimplifiedLayerNormalization", inputs, outputs, axis=-1, epsilon=self._plan.norm_eps, stash_type=1
        )

    def _join(self, hidden: str, update: str, weight: str) -> tuple[str, str]:
        """The new hidden states, and the same normalised.

        The first layer behind a cut adds nothing, by the same kernel as elsewhere: the norm alone rounds otherwise, and
        8-bit activations make another text of the last bit. Wherever a model is cut, it says the same.
        """
        if not update and self._span.start == 0:
            return hidden, self._norm(hidden, weight)
        if not update:
            update = self._graph.node("Sub", [hidden, hidden], ["nothing"])
        outputs = [f"{weight}.out", "", "", f"{weight}.sum"]
        inputs = [hidden, update, self._gamma(weight)]
        self._graph.node("SkipSimplifiedLayerNormalization", inputs, outputs, MICROSOFT, epsilon=self._plan.norm_eps)
        return outputs[3], outputs[0]

    # -- products --------------------------------------------------------------------------------------------------

    def _product(self, x: str, module: str) -> str:
        weight, bias = f"{module}.weight", f"{module}.bias"
        self._used.add(weight)
        y = self._products.emit(self._graph, self._tensors, x, weight)
        if bias not in self._weights:
            return y
        self._used.add(bias)
        declare(self._graph, self._weights, self._tensors, bias)
        return self._graph.node("Add", [y, bias], [f"{bias}.out"])

    def _products_of(self, x: str, parent: str, names: Sequence[str], *, split: bool = True) -> list[str]:
        """Several products of the same ``x``, computed as one where that can be; left together without ``split``."""
        modules = [f"{parent}.{name}" for name in names]
        if not self._products.joins:
            return [self._product(x, module) for module in modules]
        weights = [f"{module}.weight" for module in modules]
        self._used.update(weights)
        y = self._products.emit(self._graph, self._tensors, x, *weights)
        sizes = [self._weights.shape(weight)[0] for weight in weights]
        biases = [f"{module}.bias" for module in modules]
        if any(bias in self._weights for bias in biases):
            y = self._graph.node("Add", [y, self._joined_bias(biases, sizes)], [f"{y}.biased"])
        if not split:
            return [y]
        outputs = [f"{module}.out" for module in modules]
        self._graph.node("Split", [y, self._graph.sizes(*sizes)], outputs, axis=-1)
        return outputs

    def _joined_bias(self, biases: Sequence[str], sizes: Sequence[int]) -> str:
        parts = []
        for bias, size in zip(biases, sizes, strict=True):
            held = bias in self._weights
            self._used.update({bias} if held else ())
            parts.append(self._weights.float32(bias) if held else np.zeros(size, np.float32))
        data = np.concatenate(parts).astype("<f4")
        return self._graph.constant(f"{biases[0]}.joined", FLOAT, data.shape, data.tobytes())

    # -- attention -------------------------------------------------------------------------------------------------

    def _attention(self, index: int, prefix: str, x: str) -> str:
        graph, plan = self._graph, self._plan
        module = f"{prefix}.self_attn"
        if plan.is_packed:
            states = [self._product(x, f"{module}.qkv_proj"), "", ""]
        else:
            states = self._products_of(x, module, ("q_proj", "k_proj", "v_proj"), split=plan.qk_norm)
            states += [""] * (3 - len(states))
        if plan.qk_norm:
            states[0] = self._head_norm(states[0], f"{module}.q_norm.weight", plan.num_heads)
            states[1] = self._head_norm(states[1], f"{module}.k_norm.weight", plan.num_kv_heads)
        rows = self._rows(module, states)
        attended = [
            self._attend(index, f"{module}.out{session}", own, session)
            for session, own in zip(self._sessions, rows, strict=True)
        ]
        together = graph.node("Concat", attended, [f"{module}.together"], axis=1) if len(attended) > 1 else attended[0]
        return self._product(together, f"{module}.o_proj")

    def _rows(self, module: str, states: list[str]) -> list[list[str]]:
        """Queries, keys and values of each session."""
        if len(self._sessions) == 1:
            return [states]
        split = []
        for name, state in zip(("q", "k", "v"), states, strict=True):
            parts = [f"{module}.{name}{session}" if state else "" for session in self._sessions]
            if state:
                self._graph.node("Split", [state], parts, axis=1, num_outputs=len(parts))
            split.append(parts)
        return [list(own) for own in zip(*split, strict=True)]

    def _attend(self, index: int, name: str, states: list[str], session: str) -> str:
        """One session's attention over its own cache."""
        graph, plan, layer = self._graph, self._plan, self._plan.layers[index]
        shape = (1, plan.num_kv_heads, f"capacity{session}", plan.head_dim)
        past = [graph.input(f"{kind}.{index}{session}", FLOAT, shape) for kind in ("k", "v")]
        new = [graph.output(f"{kind}.{index}{session}.new", FLOAT, shape) for kind in ("k", "v")]
        tables = [f"{table}.{layer.rope}" for table in ("cos", "sin")]
        return graph.node(
            "GroupQueryAttention",
            [*states, *past, f"last{session}", f"total{session}", *tables],
            [name, *new],
            MICROSOFT,
            num_heads=plan.num_heads,
            kv_num_heads=plan.num_kv_heads,
            scale=plan.scale,
            softcap=plan.attention_cap,
            local_window_size=layer.window or -1,
            do_rotary=1,
            rotary_interleaved=0,
        )

    def _head_norm(self, x: str, weight: str, num_heads: int) -> str:
        """Each attention head normalised by itself. Shapes: (1, n, heads * head_dim) both."""
        graph, plan = self._graph, self._plan
        split = graph.sizes(0, 0, num_heads, plan.head_dim)
        flat = graph.sizes(0, 0, num_heads * plan.head_dim)
        heads = graph.node("Reshape", [x, split], [f"{weight}.heads"])
        return graph.node("Reshape", [self._norm(heads, weight), flat], [f"{weight}.joined"])

    # -- MLP and tail ----------------------------------------------------------------------------------------------

    def _mlp(self, module: str, x: str) -> str:
        graph = self._graph
        if self._plan.is_packed:
            both = self._product(x, f"{module}.gate_up_proj")
            gate, up = f"{module}.gate", f"{module}.up"
            graph.node("Split", [both], [gate, up], axis=-1, num_outputs=2)
        else:
            gate, up = self._products_of(x, module, ("gate_proj", "up_proj"))
        if self._plan.activation == "silu":
            active = graph.node("QuickGelu", [gate], [f"{module}.active"], MICROSOFT, alpha=1.0)
        else:
            active = graph.node("FastGelu", [gate], [f"{module}.active"], MICROSOFT)
        return self._product(graph.node("Mul", [active, up], [f"{module}.product"]), f"{module}.down_proj")

    def _tail(self, hidden: str, update: str) -> None:
        graph, plan = self._graph, self._plan
        keep = graph.input("keep", INT64, (1,))
        total = graph.node("Add", [hidden, update], ["tail.sum"])
        ends, axes = graph.sizes(LAST_INDEX), graph.sizes(1)
        last = graph.node("Slice", [total, keep, ends, axes], ["tail.last"])
        normed = self._norm(last, "model.norm.weight")
        is_tied = plan.tied and "lm_head.weight" not in self._weights
        logits = self._product(normed, "model.embed_tokens" if is_tied else "lm_head")
        if plan.logit_cap:
            cap = graph.constant("tail.cap", FLOAT, (), struct.pack("<f", plan.logit_cap))
            scaled = graph.node("Div", [logits, cap], ["tail.scaled"])
            logits = graph.node("Mul", [graph.node("Tanh", [scaled], ["tail.tanh"]), cap], ["tail.capped"])
        graph.node("Identity", [logits], ["out"])
        graph.output("out", FLOAT, (1, "kept", plan.vocab_size))
