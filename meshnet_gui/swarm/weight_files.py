"""What is needed to add a model that members hand out: its small files and the headers of its weight files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meshnet_gui.concurrency.http_client import Asker
from meshnet_gui.errors import PeerError, SwarmError
from meshnet_gui.swarm.agreement import Agreed, check_small_files
from meshnet_gui.swarm.weights import Offer, small_files, weight_headers

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """What ``ModelStore.add`` wants besides the list of all tensors, by file name."""

    small: Mapping[str, bytes]
    headers: Mapping[str, bytes]


async def model_files(roads: Asker, offers: Sequence[Offer], agreed: Agreed) -> ModelFiles:
    """From the first member whose files belong to the model's identity. Raises SwarmError where nobody's do."""
    tried: PeerError | None = None
    for offer in offers:
        if offer.node_id in agreed.liars or offer.identity != agreed.manifest.identity:
            continue
        try:
            small = await small_files(roads, offer)
            # in a thread, since it takes seconds if it is a lie
            await asyncio.to_thread(check_small_files, offer.identity, agreed.manifest, small)
            return ModelFiles(small, await weight_headers(roads, offer))
        except PeerError as exc:
            log.info("the files that %s hands out cannot be used: %s", offer.name, exc)
            tried = exc
    raise SwarmError(
        "No member hands out the configuration and the tokenizer of this model as they should be.",
        "Get the model from the hub.",
    ) from tried
