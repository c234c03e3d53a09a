"""One layer for one new position as a graph of torch's operators: what ``torch_step`` does, in a single call.

Half of a layer's time beside its products would go into Python between the operators: for the starter model's 30
layers 3 ms of 34.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from meshnet_gui.engine.lean.plan import LeanPlan
from meshnet_gui.engine.lean.torch_graph import PACKED, GraphText, compiled

LINEAR = "quantized::linear_dynamic_fp16"
OneRow = Callable[..., torch.Tensor]


def one_row(plan: LeanPlan) -> OneRow | None:
    """A function for every layer of a model; None where there is none.

    Arguments: hidden states (1, hidden), the layer's keys and values (2, kv heads, capacity, head_dim), what rotary
    embeddings multiply with (1, 1, head_dim / 2), the first position that is seen, the new one and the one after it;
    then input norm, QKV product, norm of the attention heads, attention's product, norm after it, norm before the MLP,
    gate and up, down, norm after it, where the model has them. Products are packed in one part.
    """
    return None if plan.attention_cap else compiled(_text(plan))


def _text(plan: LeanPlan) -> str:
    graph = GraphText()
    hidden, held, turns = (graph.input() for _ in range(3))
    first, new, end = (graph.input("int") for _ in range(3))
    states = graph.node(LINEAR, _normed(graph, plan, hidden), graph.input(PACKED))
    update = graph.node(LINEAR, _attended(graph, plan, states, held, turns, (first, new, end)), graph.input(PACKED))
    if plan.norms_around:
        update = _normed(graph, plan, update)
    hidden = graph.node("aten::add", hidden, update, 1)
    both = graph.node(LINEAR, _normed(graph, plan, hidden), graph.input(PACKED))
    halves = graph.node("aten::view", both, (2, 1, -1))
    gate, up = (graph.node("aten::select", halves, 0, index) for index in range(2))
    active = graph.node("aten::silu", gate) if plan.activation == "silu" else graph.node("aten::gelu", gate, "tanh")
    update = graph.node(LINEAR, graph.node("aten::mul_", active, up), graph.input(PACKED))
    if plan.norms_around:
        update = _normed(graph, plan, update)
    return graph.text(graph.node("aten::add_", hidden, update, 1))


def _normed(graph: GraphText, plan: LeanPlan, x: str) -> str:
    """The norm of one row by its product with itself: half as many operators as torch's own norm has inside."""
    row = graph.node("aten::view", x, (-1,))
    mean = graph.node("aten::mul", graph.node("aten::dot", row, row), 1.0 / plan.hidden_size)
    factor = graph.node("aten::rsqrt", graph.node("aten::add", mean, plan.norm_eps, 1))
    return graph.node("aten::mul_", graph.node("aten::mul", x, graph.input()), factor)


def _attended(
    graph: GraphText, plan: LeanPlan, states: str, held: str, turns: str, positions: tuple[str, str, str]
) -> str:
    """What attention gives, heads side by side; keys and values go into ``held``."""
    num_heads, num_kv_heads, head_dim = plan.num_heads, plan.num_kv_heads, plan.head_dim
    first, new, end = positions
    pairs = graph.node("aten::view", states, (1, num_heads + 2 * num_kv_heads, head_dim // 2, 2))
    turned = graph.node("aten::narrow", pairs, 1, 0, num_heads + num_kv_heads)
    if plan.qk_norm:
        rows = graph.node("aten::view", turned, (1, num_heads + num_kv_heads, head_dim))
        normed = graph.node("aten::rms_norm", rows, (head_dim,), None, plan.norm_eps)
        graph.node("aten::copy_", rows, graph.node("aten::mul", normed, graph.input()), False)
    graph.node("aten::mul_", graph.node("aten::view_as_complex", turned), turns)
    kept = graph.node("aten::narrow", pairs, 1, num_heads, 2 * num_kv_heads)
    place = graph.node("aten::narrow", held, 2, new, 1)
    graph.node("aten::copy_", place, graph.node("aten::view", kept, (2, num_kv_heads, 1, head_dim)), False)
    seen = graph.node("aten::unsqueeze", graph.node("aten::slice", held, 2, first, end, 1), 2)
    keys, values = (graph.node("aten::select", seen, 0, index) for index in range(2))
    asking = graph.node("aten::narrow", pairs, 1, 0, num_heads)
    queries = graph.node("aten::view", asking, (num_kv_heads, 1, num_heads // num_kv_heads, head_dim))
    options = (None, 0.0, False, plan.scale, False)  # no mask, no dropout, not causal
    found = graph.node("aten::scaled_dot_product_attention", queries, keys, values, *options)
    return graph.node("aten::view", found, (1, -1))
