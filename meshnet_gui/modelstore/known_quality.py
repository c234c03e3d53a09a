"""What each precision was found to cost with the starter model: the record that we ship, and its words for a person.

Reads ``quality.json`` only, which is the report of ``meshnet bench quality --json``. Loads no torch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable

from meshnet_gui.installation import resources

RECORD = "quality.json"


@dataclass(frozen=True, slots=True)
class KnownQuality:
    """``agreement``: the share of next tokens that are those of float32. ``perplexity_ratio``: over float32's."""

    agreement: float
    perplexity_ratio: float

    def words(self) -> str:
        """With what flatters the numbers."""
        return (
            f"The same next word part as float32 in {self.agreement:.1%} of places, perplexity "
            f"{round(self.perplexity_ratio - 1, 3) + 0.0:+.1%}: measured with the starter model, whose source is 4 bit "
            "itself, which flatters this. Other models were not measured."
        )


@lru_cache(maxsize=1)
def known_quality() -> Mapping[str, KnownQuality]:
    """By precision; float32 and precisions that were never measured are not there."""
    return read_record(resources().joinpath(RECORD))


def read_record(path: Traversable) -> Mapping[str, KnownQuality]:
    figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
    precisions = [name.removesuffix("_agreement") for name in figures if name.endswith("_agreement")]
    return {
        precision: KnownQuality(figures[f"{precision}_agreement"], figures[f"{precision}_perplexity_ratio"])
        for precision in precisions
        if "_" not in precision
    }
