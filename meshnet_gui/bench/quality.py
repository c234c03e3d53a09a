"""``bench quality``: what each precision costs in what is said, on the fixed texts.

Agreement is the share of positions where the likeliest next token is that of float32, each position after the true
text before it; perplexity is told over float32's. The starter model's source is 4 bit, which flatters 8 and 4 bit.
Its report as JSON is what ships as ``resources/quality.json``: ``meshnet bench quality --json`` makes it anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import starter_spec
from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import load_tokenizer, shard_loader
from meshnet_gui.settings import PRECISIONS, Settings

if TYPE_CHECKING:
    from meshnet_gui.engine.quality import Cost, Foreseen

EXACT = "fp32"
BOTH = ""
"""All texts together, beside each by its name."""
AGREEMENT = 0.97  # of 8 bit, which is to say what float32 says; 4 bit is taken for its size
MORE_PERPLEXITY = 1.03
COLUMNS = ("precision, text", "tokens", "agreement", "perplexity over float32's")


def run(say: Say, *, precisions: Sequence[str] = ()) -> Report:
    """Measures with the starter model. Raises UserError where it is not there."""
    spec = starter_spec()
    texts = fixed_ids(spec)
    found: dict[str, Mapping[str, Cost]] = {}
    exact: list[Foreseen] = []
    for precision in (EXACT, *(p for p in precisions or PRECISIONS if p not in {EXACT, "auto"})):
        say(f"reading the texts in {precision}")
        load = shard_loader(Settings(runner="lean", precision=precision))
        read = foreseen(load(in_precision(spec, precision), spec.full_span()), texts)
        if precision == EXACT:
            exact = read
        else:
            found[precision] = costs(exact, read)
    return report(spec, {name: len(ids) for name, ids in texts.items()}, found)


def fixed_ids(spec: ModelSpec) -> dict[str, list[int]]:
    """The tokens of each fixed text by its name."""
    from meshnet_gui.engine import quality

    tokenizer = load_tokenizer(spec.path)
    return {name: tokenizer.encode(quality.fixed_text(name))[: quality.MAX_TOKENS] for name in quality.TEXTS}


def foreseen(shard: Any, texts: Mapping[str, Sequence[int]]) -> list[Foreseen]:
    """What a shard of the whole model foresees of each text."""
    from meshnet_gui.engine import quality

    return [quality.foresee(shard, ids) for ids in texts.values()]


def costs(exact: Sequence[Foreseen], rounded: Sequence[Foreseen]) -> dict[str, Cost]:
    """By the text's name; ``BOTH`` for all of them."""
    from meshnet_gui.engine import quality

    found = {BOTH: quality.cost(exact, rounded)}
    for name, one, other in zip(quality.TEXTS, exact, rounded, strict=True):
        found[name] = quality.cost([one], [other])
    return found


def report(spec: ModelSpec, num_tokens: Mapping[str, int], found: Mapping[str, Mapping[str, Cost]]) -> Report:
    """Figures like ``int8_agreement`` and ``int8_held_out_perplexity_ratio``."""
    figures: dict[str, float] = {}
    rows = [COLUMNS]
    for precision, by_text in found.items():
        for text, cost in by_text.items():
            start = "_".join(filter(None, (precision, text)))
            figures[f"{start}_agreement"] = round(cost.agreement, 4)
            figures[f"{start}_perplexity_ratio"] = round(cost.perplexity_ratio, 4)
            count = num_tokens[text] if text else sum(num_tokens.values())
            cells = str(count), f"{cost.agreement:.4f}", f"{cost.perplexity_ratio:.4f}"
            rows.append((f"{precision}, {text.replace('_', ' ') or 'all'}", *cells))
    targets = [target for text in (BOTH, *num_tokens) for target in _targets("int8", text) if "int8" in found]
    remark = "the model's source is itself 4 bit, which flatters 8 and 4 bit"
    return Report("quality", figures, rows, targets, circumstances(model=spec.name, remark=remark))


def _targets(precision: str, text: str) -> list[Target]:
    start = "_".join(filter(None, (precision, text)))
    return [
        Target(f"{start}_agreement", AGREEMENT),
        Target(f"{start}_perplexity_ratio", MORE_PERPLEXITY, at_least=False),
    ]
