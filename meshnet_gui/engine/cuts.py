"""Where a model may be cut: some layers share keys and values, or a choice of positions, with earlier ones.

Reads configurations only. Knows no weights.
"""

from __future__ import annotations

from transformers import PretrainedConfig

from meshnet_gui.errors import UserError
from meshnet_gui.types import Span


def allowed_cuts(config: PretrainedConfig, num_layers: int) -> tuple[int, ...]:
    """The layers at which a span may start behind another, in order."""
    text = config.get_text_config(decoder=True)
    modes = getattr(text, "kv_sharing_modes", None) or []
    stores = [index for index, mode in enumerate(modes) if mode == "store"]
    users = [index for index, mode in enumerate(modes) if mode == "reuse"]
    indexers = getattr(text, "indexer_types", None) or []
    cuts = []
    for cut in range(1, num_layers):
        parts_sharing = any(index < cut for index in stores) and any(index >= cut for index in users)
        parts_indexer = cut < len(indexers) and indexers[cut] == "shared"
        if not parts_sharing and not parts_indexer:
            cuts.append(cut)
    return tuple(cuts)


def check_cuts(config: PretrainedConfig, span: Span, num_layers: int) -> None:
    """Refuse a span that parts layers which share something. Raises UserError with the cuts that are possible."""
    cuts = allowed_cuts(config, num_layers)
    for end in (span.start, span.end):
        if 0 < end < num_layers and end not in cuts:
            possible = ", ".join(map(str, cuts)) or "nowhere"
            raise UserError(
                f"This model cannot be cut at layer {end}: layers behind it share what earlier ones compute.",
                f"It can be cut at: {possible}.",
            )
