"""What a tensor of a GGUF becomes: rules by architecture in, a checked plan of every tensor to be written out.

Knows no single architecture, no tokenizers and writes no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.gguf_file import GgufFile, GgufTensor
from meshnet_gui.modelstore.safetensors_file import TensorEntry

Sizes = dict[str, int]
UNTIED = "untied_lm_head"


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of tensor. ``shape`` is made of keys of ``Sizes``, of which ``one`` is always 1.

    ``heads`` names the number of attention heads where the rows of each are permuted. ``group`` names the switch of
    the configuration that says whether the tensor exists; empty: it always does. ``offset`` is added to every value.
    A rule with ``{expert}`` in its target is for one stacked tensor, first axis the experts, that becomes one each.
    """

    source: str
    target: str
    shape: tuple[str, ...]
    heads: str = ""
    group: str = ""
    offset: float = 0.0

    def of_layer(self, index: int) -> Rule:
        """The same rule with the names of one layer's tensor."""
        return replace(self, source=f"blk.{index}.{self.source}", target=f"model.layers.{index}.{self.target}")


FIRST_RULES = (Rule("token_embd.weight", "model.embed_tokens.weight", ("vocab", "hidden")),)
LAST_RULES = (
    Rule("output_norm.weight", "model.norm.weight", ("hidden",)),
    Rule("output.weight", "lm_head.weight", ("vocab", "hidden"), group=UNTIED),
)


@dataclass(frozen=True, slots=True)
class PlannedTensor:
    """A tensor to be written, from ``first_row`` of the source on.

    ``rotary_rows`` > 0: so many rows are an attention head, to be put in order. ``offset`` is added to every value.
    """

    source: GgufTensor
    entry: TensorEntry
    first_row: int = 0
    rotary_rows: int = 0
    offset: float = 0.0

    @property
    def num_rows(self) -> int:
        return prod(self.entry.shape[:-1]) if len(self.source.shape) > 1 else 1


@dataclass(frozen=True, slots=True)
class Architecture:
    """One kind of model. ``configure`` gives the configuration and the sizes that rules speak of."""

    configure: Callable[[GgufFile], tuple[dict[str, Any], Sizes]]
    layer: tuple[Rule, ...]
    first: tuple[Rule, ...] = FIRST_RULES
    last: tuple[Rule, ...] = LAST_RULES
    ignored: frozenset[str] = frozenset()

    def rules(self, num_layers: int) -> list[Rule]:
        """All rules, one per tensor, in the order of the layers."""
        layers = [rule.of_layer(index) for index in range(num_layers) for rule in self.layer]
        return [*self.first, *layers, *self.last]


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a GGUF becomes: ``config.json`` and the tensors in the order of the layers."""

    config: dict[str, Any]
    tensors: tuple[PlannedTensor, ...]


def plan(file: GgufFile, architecture: Architecture) -> Conversion:
    """Check every tensor of the file against the rules. Raises UserError and BadModelFile."""
    config, sizes = architecture.configure(file)
    rules = architecture.rules(sizes["layers"])
    switches = {rule.group for rule in rules if rule.group}
    groups = {rule.group for rule in rules if rule.group and rule.source in file.tensors}
    wanted = [rule for rule in rules if not rule.group or rule.group in groups]
    _refuse_unknown(file, {rule.source for rule in wanted} | architecture.ignored)
    config |= {switch: switch in groups for switch in sorted(switches)}
    config["tie_word_embeddings"] = not config.pop(UNTIED)
    return Conversion(config, tuple(tensor for rule in wanted for tensor in _planned(file, rule, sizes)))


def _planned(file: GgufFile, rule: Rule, sizes: Sizes) -> Iterable[PlannedTensor]:
    tensor = file.tensors.get(rule.source)
    if tensor is None:
        raise BadModelFile(f"{file.path.name} lacks the tensor {rule.source}.", "The file is incomplete; get it again.")
    stacked = "{expert}" in rule.target
    shape = tuple(sizes[key] for key in rule.shape)
    stored = (sizes["experts"], *shape) if stacked else shape
    if _without_leading_ones(tensor.shape) != _without_leading_ones(stored):
        raise BadModelFile(
            f"The tensor {rule.source} of {file.path.name} has the shape {tensor.shape} instead of {stored}."
        )
    rotary_rows = shape[0] // sizes[rule.heads] if rule.heads else 0
    for index in range(sizes["experts"] if stacked else 1):
        entry = TensorEntry(rule.target.replace("{expert}", str(index)), "F32", shape)
        yield PlannedTensor(tensor, entry, index * prod(shape[:-1]), rotary_rows, rule.offset)


def _without_leading_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    """llama.cpp's converter squeezes what it stores."""
    while len(shape) > 1 and shape[0] == 1:
        shape = shape[1:]
    return shape


def _refuse_unknown(file: GgufFile, known: set[str]) -> None:
    """A tensor without a rule would be lost silently, and with it the model's quality."""
    unknown = sorted(file.tensors.keys() - known)
    if unknown:
        raise UserError(
            f"{file.path.name} holds tensors that this kind of model should not have, such as {unknown[0][:80]}.",
            "This variant cannot be imported from GGUF; try a folder with safetensors files.",
        )
