"""Runs steps of the common families by torch's own operators, without the library's modules between them.

Satisfies ``engine.runner.Runner`` and ``ManyRunner``. Products are packed for several matrices at once; the rows of
queries and keys are put so that the two numbers that a rotary embedding turns lie side by side, and turning is one
complex product; a group of attention heads shares its keys without repeating them. The rows of several sessions go
through the products together. Activations are float32. Any sub-span is just fewer layers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn import functional

from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.half import HalfProduct, HalfWeights, Rows
from meshnet_gui.engine.lean.one_row import one_row
from meshnet_gui.engine.lean.plan import LeanPlan, NotLean
from meshnet_gui.engine.lean.rotary import GrowingTables, RotaryTables
from meshnet_gui.engine.lean.torch_attention import Positions, attention
from meshnet_gui.engine.lean.weights import EMBEDDING, Array, MappedWeights
from meshnet_gui.engine.runner import MAX_SESSIONS
from meshnet_gui.types import Span

if TYPE_CHECKING:
    from meshnet_gui.engine.lean.kinds import Material


@dataclass(frozen=True, slots=True)
class Layer:
    """What one layer computes with. The norms around what attention and MLP give are None where there are none."""

    window: int
    rope: str
    input_norm: torch.Tensor
    qkv: HalfProduct
    head_norm: torch.Tensor | None
    o: HalfProduct
    after_attention: torch.Tensor | None
    mlp_norm: torch.Tensor
    gate_up: HalfProduct
    down: HalfProduct
    after_mlp: torch.Tensor | None

    def one_row_weights(self) -> tuple[object, ...] | None:
        """The last arguments of ``one_row``; None where a product has several parts."""
        products = (self.qkv, self.o, self.gate_up, self.down)
        if any(len(product.parts) > 1 for product in products):
            return None
        qkv, o, gate_up, down = (product.parts[0] for product in products)
        found = self.input_norm, qkv, self.head_norm, o, self.after_attention, self.mlp_norm, gate_up, down
        return tuple(weight for weight in (*found, self.after_mlp) if weight is not None)

    @property
    def num_bytes(self) -> int:
        """Of all its weights."""
        norms = (self.input_norm, self.head_norm, self.after_attention, self.mlp_norm, self.after_mlp)
        products = sum(product.num_bytes for product in (self.qkv, self.o, self.gate_up, self.down))
        return products + sum(norm.nbytes for norm in norms if norm is not None)


@dataclass(frozen=True, slots=True)
class Tail:
    """Final norm and lm_head."""

    norm: torch.Tensor
    lm_head: HalfProduct


class TorchStep:
    """A span computed layer by layer. Threads: one step at a time."""

    cache_name: str | None = "lean"
    max_sessions = MAX_SESSIONS

    def __init__(self, material: Material, products: HalfWeights) -> None:
        self._plan = material.plan
        self._span = material.span
        self.num_layers = material.plan.num_layers
        self._products = products
        self._turns = _Turns(material.rotary)
        builder = _Builder(material.plan, material.weights, products)
        self._layers = {index: builder.layer(index) for index in range(material.span.start, material.span.end)}
        self._one_row = one_row(material.plan)
        self._one_row_weights = {index: layer.one_row_weights() for index, layer in self._layers.items()}
        self._tail = builder.tail() if material.span.end == self.num_layers else None
        self.used = frozenset(builder.used)

    @property
    def weight_bytes(self) -> int:
        tail = 0 if self._tail is None else self._tail.lm_head.num_bytes + self._tail.norm.nbytes
        return sum(layer.num_bytes for layer in self._layers.values()) + tail

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
        cache = LeanCache(self._plan, span) if cache is None else cache
        return self._output([inputs], span, [cache], num_logits).unsqueeze(0)

    def run_many(self, inputs: Sequence[torch.Tensor], span: Span, caches: Sequence[LeanCache]) -> list[torch.Tensor]:
        """A step of one position for each of several sessions; outputs as ``run`` gives them.

        Shapes: each of ``inputs`` is ``(1, 1)`` or ``(1, 1, hidden)``.
        """
        output = self._output(inputs, span, caches, len(inputs))
        return [output[index : index + 1].unsqueeze(0) for index in range(len(inputs))]

    def _output(
        self, inputs: Sequence[torch.Tensor], span: Span, caches: Sequence[LeanCache], num_logits: int
    ) -> torch.Tensor:
        """The rows of all sessions one below the other, as many each as its input has positions."""
        rows = [self._embedded(one) if one.dtype == torch.long else one[0] for one in inputs]
        sessions = [_Session.of(cache, len(own)) for cache, own in zip(caches, rows, strict=True)]
        hidden = rows[0] if len(rows) == 1 else torch.cat(rows)
        turns = self._turns.at([session.positions for session in sessions])
        for index in range(span.start, span.end):
            layer, weights = self._layers[index], self._one_row_weights[index]
            ours = [session.at(index - span.start) for session in sessions]
            if self._one_row is None or weights is None or len(hidden) > 1:
                hidden = self._through(layer, hidden, ours, turns[layer.rope])
            else:
                held, positions = ours[0]
                place = positions.first_seen(layer.window), positions.start, positions.end
                hidden = self._one_row(hidden, held, turns[layer.rope], *place, *weights)
        if span.end == self.num_layers and self._tail is not None:
            hidden = self._logits(self._tail, hidden[-num_logits:])
        return hidden

    def _embedded(self, ids: torch.Tensor) -> torch.Tensor:
        rows = self._products.values(EMBEDDING, ids[0].numpy())
        return rows * self._plan.embedding_scale if self._plan.embedding_scale != 1.0 else rows

    def _through(
        self, layer: Layer, hidden: torch.Tensor, sessions: Sequence[_Held], turns: torch.Tensor
    ) -> torch.Tensor:
        """Shapes: hidden (n, hidden) both. What the sessions hold is written into."""
        plan = self._plan
        update = layer.o(self._attended(layer, self._normed(hidden, layer.input_norm), sessions, turns))
        if layer.after_attention is not None:
            update = self._normed(update, layer.after_attention)
        hidden = hidden + update
        gate, up = layer.gate_up(self._normed(hidden, layer.mlp_norm)).chunk(2, -1)
        active = functional.silu(gate) if plan.activation == "silu" else functional.gelu(gate, approximate="tanh")
        update = layer.down(active.mul_(up))
        if layer.after_mlp is not None:
            update = self._normed(update, layer.after_mlp)
        return hidden.add_(update)

    def _normed(self, x: torch.Tensor, gamma: torch.Tensor) -> torch.Tensor:
        return torch.rms_norm(x, gamma.shape, gamma, self._plan.norm_eps)

    def _attended(self, layer: Layer, x: torch.Tensor, sessions: Sequence[_Held], turns: torch.Tensor) -> torch.Tensor:
        plan, num_new = self._plan, len(x)
        num_turned = plan.num_heads + plan.num_kv_heads
        states = layer.qkv(x).view(num_new, num_turned + plan.num_kv_heads, plan.head_dim)
        turned = states[:, :num_turned]
        if layer.head_norm is not None:
            normed = torch.rms_norm(turned, (plan.head_dim,), None, plan.norm_eps)
            torch.mul(normed, layer.head_norm, out=turned)
        torch.view_as_complex(turned.view(num_new, num_turned, -1, 2)).mul_(turns)
        if len(sessions) == 1:
            return self._attended_by(layer, states, *sessions[0])
        lengths = [positions.end - positions.start for _, positions in sessions]
        parts = zip(torch.split(states, lengths), sessions, strict=True)
        return torch.cat([self._attended_by(layer, own, *session) for own, session in parts])

    def _attended_by(
        self, layer: Layer, states: torch.Tensor, held: torch.Tensor, positions: Positions
    ) -> torch.Tensor:
        """One session's new positions. Shapes: states (n, heads + 2 * kv heads, head_dim)."""
        plan, num_new = self._plan, len(states)
        new = states[:, plan.num_heads :].view(num_new, 2, plan.num_kv_heads, plan.head_dim)
        held[:, :, positions.start : positions.end].copy_(new.permute(1, 2, 0, 3))
        queries = states[:, : plan.num_heads].view(num_new, plan.num_kv_heads, -1, plan.head_dim)
        return attention(queries, held, positions, layer.window, plan.scale, plan.attention_cap)

    def _logits(self, tail: Tail, hidden: torch.Tensor) -> torch.Tensor:
        logits, cap = tail.lm_head(self._normed(hidden, tail.norm)), self._plan.logit_cap
        return torch.tanh(logits / cap) * cap if cap else logits


_Held = tuple[torch.Tensor, Positions]
"""What a session holds of a layer, and its new positions there."""


@dataclass(frozen=True, slots=True)
class _Session:
    """A session in a step: each layer's keys and values, and its new positions."""

    held: Sequence[torch.Tensor]
    positions: Positions

    @classmethod
    def of(cls, cache: LeanCache, num_new: int) -> _Session:
        positions = Positions(cache.num_tokens, cache.num_tokens + num_new)
        cache.reserve(positions.end)
        return cls(_held(cache), positions)

    def at(self, index: int) -> _Held:
        return self.held[index], self.positions


class _Turns:
    """The complex numbers that rotary embeddings multiply with, made anew when a longer text needs them."""

    def __init__(self, make: RotaryTables) -> None:
        self._tables = GrowingTables(make)
        self._made_from: Mapping[str, Array] = {}
        self._turns: dict[str, torch.Tensor] = {}

    def at(self, sessions: Sequence[Positions]) -> Mapping[str, torch.Tensor]:
        """By the kind of table, for the new positions of each. Shapes: (new, 1, head_dim / 2)."""
        tables = self._tables.up_to(max(positions.end for positions in sessions))
        if tables is not self._made_from:
            self._made_from = tables
            for kind in (name.removeprefix("cos.") for name in tables if name.startswith("cos.")):
                cos, sin = (torch.from_numpy(tables[f"{name}.{kind}"]) for name in ("cos", "sin"))
                self._turns[kind] = torch.complex(cos, sin).unsqueeze(1)
        found = {kind: [turns[p.start : p.end] for p in sessions] for kind, turns in self._turns.items()}
        return {kind: parts[0] if len(parts) == 1 else torch.cat(parts) for kind, parts in found.items()}


def _held(cache: LeanCache) -> list[torch.Tensor]:
    """Each layer's keys and values, over the cache's own memory. Shapes: (2, kv heads, capacity, head_dim)."""
    held = cache.bound
    if not isinstance(held, list):
        indices = range(cache.span.start, cache.span.end)
        held = cache.bound = [torch.from_numpy(cache.keys_and_values(index)) for index in indices]
    return held


class _Builder:
    """Packs layers. ``used``: the names of the tensors that were."""

    def __init__(self, plan: LeanPlan, weights: MappedWeights, products: HalfWeights) -> None:
        self._plan = plan
        self._weights = weights
        self._products = products
        self.used: set[str] = set()

    def layer(self, index: int) -> Layer:
        """Raises NotLean where a tensor is missing or does not fit into 16 bit."""
        plan, prefix = self._plan, f"model.layers.{index}"
        attention, mlp = f"{prefix}.self_attn", f"{prefix}.mlp"
        after_attention = "post_attention_layernorm"
        return Layer(
            window=plan.layers[index].window,
            rope=plan.layers[index].rope,
            input_norm=self._norm(f"{prefix}.input_layernorm"),
            qkv=self._qkv(attention),
            head_norm=self._head_norm(attention) if plan.qk_norm else None,
            o=self._product([f"{attention}.o_proj"]),
            after_attention=self._norm(f"{prefix}.{after_attention}") if plan.norms_around else None,
            mlp_norm=self._norm(f"{prefix}.{'pre_feedforward_layernorm' if plan.norms_around else after_attention}"),
            gate_up=self._product(
                [f"{mlp}.gate_up_proj"] if plan.is_packed else [f"{mlp}.gate_proj", f"{mlp}.up_proj"]
            ),
            down=self._product([f"{mlp}.down_proj"]),
            after_mlp=self._norm(f"{prefix}.post_feedforward_layernorm") if plan.norms_around else None,
        )

    def tail(self) -> Tail:
        """Raises NotLean likewise."""
        is_tied = self._plan.tied and "lm_head.weight" not in self._weights
        return Tail(
            self._norm("model.norm"), self._product([EMBEDDING.removesuffix(".weight") if is_tied else "lm_head"])
        )

    def _norm(self, module: str) -> torch.Tensor:
        name = f"{module}.weight"
        self.used.add(name)
        return torch.from_numpy(self._weights.float32(name) + np.float32(self._plan.norm_offset))

    def _head_norm(self, attention: str) -> torch.Tensor:
        """For each attention head that is turned. Shapes: (heads + kv heads, head_dim)."""
        plan = self._plan
        query, key = (self._norm(f"{attention}.{name}_norm") for name in ("q", "k"))
        rows = torch.cat([query.expand(plan.num_heads, -1), key.expand(plan.num_kv_heads, -1)])
        return rows[:, _side_by_side(1, plan.head_dim)]

    def _qkv(self, attention: str) -> HalfProduct:
        plan = self._plan
        orders = (
            _side_by_side(plan.num_heads, plan.head_dim),
            _side_by_side(plan.num_kv_heads, plan.head_dim),
            np.arange(plan.num_kv_heads * plan.head_dim),
        )
        if not plan.is_packed:
            return self._product([f"{attention}.{name}_proj" for name in ("q", "k", "v")], orders)
        starts = np.cumsum([0, len(orders[0]), len(orders[1])])
        order = np.concatenate([start + rows for start, rows in zip(starts, orders, strict=True)])
        return self._product([f"{attention}.qkv_proj"], [order])

    def _product(self, modules: Sequence[str], orders: Sequence[Array] | None = None) -> HalfProduct:
        """One product for several matrices, their rows in these orders."""
        if orders is None:
            orders = [np.arange(self._weights.shape(f"{module}.weight")[0]) for module in modules]
        parts = [Rows(f"{module}.weight", order) for module, order in zip(modules, orders, strict=True)]
        self.used.update(part.name for part in parts)
        biases = [f"{module}.bias" for module in modules if f"{module}.bias" in self._weights]
        if not biases:
            return self._products.product(parts)
        if len(biases) < len(modules):
            raise NotLean(f"only some of {', '.join(modules)} have a bias")
        self.used.update(biases)
        bias = [self._weights.float32(name)[order] for name, order in zip(biases, orders, strict=True)]
        return self._products.product(parts, np.concatenate(bias))


def _side_by_side(num_heads: int, head_dim: int) -> Array:
    """Rows of attention heads in the order in which the two numbers that are turned together are neighbours."""
    rows: Array = np.arange(num_heads * head_dim).reshape(num_heads, 2, head_dim // 2)
    return rows.transpose(0, 2, 1).reshape(-1)
