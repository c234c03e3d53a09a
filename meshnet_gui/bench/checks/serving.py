"""Do spans of a tiny model answer as the whole of it, and does a node serve one over HTTP?"""

from __future__ import annotations

import json
import threading
from pathlib import Path

from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.bench.checks.left import threads_left
from meshnet_gui.bench.local_node import LocalNode, greedy_ids, imported_tiny_model, local_node
from meshnet_gui.types import Span

NUM_TOKENS = 12
PROMPT_IDS = (72, 101, 108, 108, 111)


def model_import(folder: Path) -> str:
    """A folder becomes a model of the store and is found there."""
    spec = imported_tiny_model(folder)
    return f"{spec.num_layers} layers"


def spans(folder: Path) -> str:
    """A model in two spans says what the whole model says, cached and not."""
    from meshnet_gui.engine.reference import load_reference

    spec = imported_tiny_model(folder)
    whole = load_reference(spec.path).generate(PROMPT_IDS, NUM_TOKENS)
    for cached in (True, False):
        with local_node(spec, Span(0, 2)) as first, local_node(spec, Span(2, spec.num_layers)) as second:
            split = greedy_ids((first, second), spec, PROMPT_IDS, NUM_TOKENS, cached=cached)
        if split != whole:
            raise CheckFailed(f"{'cached' if cached else 'stateless'} spans say {split}, the whole model {whole}")
    return f"{NUM_TOKENS} tokens"


def server(folder: Path) -> str:
    """A node answers over HTTP on loopback: health, status, a step; afterwards no thread is left."""
    before = set(threading.enumerate())
    spec = imported_tiny_model(folder)
    with local_node(spec, spec.full_span()) as node:
        expect_ready(node)
        if len(greedy_ids((node,), spec, PROMPT_IDS, 2)) != 2:
            raise CheckFailed("the steps gave no tokens")
        if node.get("/status")["counters"]["requests"] < 2:
            raise CheckFailed("the status does not count the steps")
    left = threads_left(before)
    if left:
        raise CheckFailed(f"threads are left after the shutdown: {', '.join(left)}")
    return "no thread left"


def expect_ready(node: LocalNode) -> None:
    """Raises CheckFailed."""
    health = node.get("/health")
    if health.get("ready") is not True:
        raise CheckFailed(f"the node is not ready: {json.dumps(health)}")
