"""The kinds of lean runner, one for each precision: how it is built, how far it may be from float32, what it is called.

To add one: write a function that builds it and a row of ``KINDS``. Everything else (golden outputs, the comparison, the
fall back, the memory bound of the load) is done by ``choice`` and ``golden``.

* ``build`` gets a ``Material``. It returns a ``LeanlyRunning``: any ``engine.runner.Runner`` that knows its
  ``weight_bytes`` and takes and gives float32 hidden states. It must raise ``NotLean`` with a reason where it cannot
  compute this model, among others for tensors that it would leave out (``check_all_used``). ImportError says that a
  library is not there. What must be made once (codes, 16-bit copies) it makes here, through ``tell``.
* Import runtimes inside the function: a machine that lacks one must still be able to use the others.
* While ``build`` runs, nothing else of the model is in memory; it should hold one copy of the span's weights and at
  most a tensor or two more.
* ``bytes_per_weight`` is an estimate, before anything is built: it bounds how much the golden outputs may take.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

import torch

from meshnet_gui.engine.device import paging_out
from meshnet_gui.engine.large_pages import large_pages
from meshnet_gui.engine.lean.coded_files import drop_damaged, ensure_quantised
from meshnet_gui.engine.lean.graph import Float32Products
from meshnet_gui.engine.lean.plan import LeanPlan, NotLean
from meshnet_gui.engine.lean.quantised import SCHEMES, QuantisedProducts, Tell
from meshnet_gui.engine.lean.rotary import RotaryTables
from meshnet_gui.engine.lean.weights import EMBEDDING, MappedWeights
from meshnet_gui.engine.runner import Runner
from meshnet_gui.types import Span

_NO_WEIGHTS = ("rotary_emb.inv_freq", "attention.bias", "masked_bias")  # buffers that old checkpoints carry


@dataclass(frozen=True, slots=True)
class Material:
    """What a lean runner of ``span`` is built from. ``tell`` says what takes long."""

    plan: LeanPlan
    weights: MappedWeights
    rotary: RotaryTables
    span: Span
    num_threads: int
    tell: Tell


class LeanlyRunning(Runner, Protocol):
    """A runner that has read its own weights. ``weight_bytes``: of the tensors that it computes with."""

    @property
    def weight_bytes(self) -> int: ...


@dataclass(frozen=True, slots=True)
class LeanKind:
    """One precision. ``difference`` of its outputs and float32's may be ``max_difference``; NaN never agrees.

    ``falls_back``: the library may compute instead, where this kind does not agree or is slower. ``mend`` is given the
    model's folder where it does not agree: it removes what ``build`` keeps there and is damaged, and says whether there
    was such a thing. Then it is built once more.
    """

    runner_name: str
    words: str
    bytes_per_weight: float
    build: Callable[[Material], LeanlyRunning]
    difference: Callable[[torch.Tensor, torch.Tensor], float]
    max_difference: float
    falls_back: bool = False
    mend: Callable[[Path], bool] = lambda folder: False


def of_largest(expected: torch.Tensor, found: torch.Tensor) -> float:
    """The largest difference, as a part of the largest value."""
    return float((expected - found).abs().max() / expected.abs().max())


def of_norm(expected: torch.Tensor, found: torch.Tensor) -> float:
    """Rounding moves every value a little; a kernel whose sums overflow moves them far."""
    return float((expected - found).norm() / expected.norm())


def check_all_used(weights: MappedWeights, used: frozenset[str], span: Span) -> None:
    """Every tensor of our layers has its place in ``used``: what is left over would be left out of the sum."""
    prefixes = tuple(f"model.layers.{index}." for index in range(span.start, span.end))
    left = [n for n in weights.names - used if n.startswith(prefixes) and not n.endswith(_NO_WEIGHTS)]
    if left:
        raise NotLean(f"its layers hold {min(left)}, which the lean path does not know")


def _float32(material: Material) -> LeanlyRunning:
    from meshnet_gui.engine.lean.runner import LeanRunner

    weights = material.weights
    runner = LeanRunner(material, Float32Products(weights))
    check_all_used(weights, runner.graph.used, material.span)
    names = runner.graph.used | ({EMBEDDING} if material.span.start == 0 else set())
    runner.weight_bytes = sum(4 * math.prod(weights.shape(name)) for name in names)
    return runner


def _quantised(precision: str, material: Material) -> LeanlyRunning:
    from meshnet_gui.engine.lean.runner import LeanRunner

    scheme = SCHEMES[precision]
    codes = ensure_quantised(material.weights, scheme, material.tell)
    products = QuantisedProducts(material.weights, scheme, codes)
    with paging_out(*codes):  # the runtime packs what it needs, and keeps the scales mapped as well
        runner = LeanRunner(material, products)
    check_all_used(material.weights, runner.graph.used, material.span)
    runner.weight_bytes = products.num_bytes(runner.graph.used)
    return runner


def _mend(precision: str, folder: Path) -> bool:
    return drop_damaged(folder, SCHEMES[precision])


def _bf16(material: Material) -> LeanlyRunning:
    from meshnet_gui.engine.lean.half import HalfWeights
    from meshnet_gui.engine.lean.torch_step import TorchStep

    with large_pages():
        runner = TorchStep(material, HalfWeights(material.weights))
    check_all_used(material.weights, runner.used, material.span)
    return runner


KINDS: Mapping[str, LeanKind] = {
    # measured on the starter model: 1e-6
    "fp32": LeanKind("lean", "float32", 4.0, _float32, of_largest, 1e-4, falls_back=True),
    # measured on spans of the starter model: 0.01 to 0.08 for both; where the source is not in 4 bit, int4 up to 0.7
    "int8": LeanKind(
        "lean int8", "8 bit", 1.25, partial(_quantised, "int8"), of_norm, 0.25, mend=partial(_mend, "int8")
    ),
    "int4": LeanKind("lean int4", "4 bit", 0.8, partial(_quantised, "int4"), of_norm, 1.0, mend=partial(_mend, "int4")),
    # measured on spans of the starter model: 0.002 to 0.012
    "bf16": LeanKind("lean bf16", "16 bit", 2.0, _bf16, of_norm, 0.1),
}
"""By precision, as in ``settings.PRECISIONS``."""
