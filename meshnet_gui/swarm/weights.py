"""What the members of the swarm hand out of a model: asked of all at once, within bounds of size and time.

Each answer is checked for its form, its signature and its digests. Whom to believe is ``swarm.agreement``'s to say,
reading the tensors ``swarm.weight_source``'s.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from meshnet_gui.concurrency.http_client import Asker, BrokenReply
from meshnet_gui.errors import BadModelFile, PeerError, PeerMisbehaved, PeerRefused, PeerUnreachable
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layer_piece
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.swarm.attestation import signer_of
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.types import ModelIdentity
from meshnet_gui.wire.weights import (
    FROM_MEMBERS,
    MAX_HELD_BYTES,
    PATH,
    Held,
    HeldModel,
    content_range,
    parse_held,
    range_header,
)

log = logging.getLogger(__name__)

MAX_ASKED = 64  # members, of those that are there
MAX_AT_ONCE = 16
LIST_DEADLINE_S = 4.0
CONNECT_DEADLINE_S = 3.0
ASK_AGAIN_S = 0.5  # while somebody still takes digests
MIN_BYTES_PER_S = 64_000
GRACE_S = 5.0
BLOCK_BYTES = 4 * 2**20
MAX_SMALL_BYTES = 160 * 2**20  # configuration and tokenizer of one model together
MAX_HEADERS_BYTES = 128 * 2**20
MAX_LAYERS = 10_000
MAX_MANIFESTS_BYTES = 160 * 2**20
MAX_MANIFESTS_AT_ONCE = 3


def deadline_s(num_bytes: int) -> float:
    """The longest that a reply of so many bytes may take."""
    return GRACE_S + num_bytes / MIN_BYTES_PER_S


@dataclass(frozen=True, eq=False)
class Offer:
    """One model that one member hands out. ``name`` is how the member is shown, unlike all others' here.

    ``manifest`` is its list of all tensors, where it was asked for. ``signer`` is the node id of who signed it: the
    member itself, or nobody (empty).
    """

    node_id: str
    name: str
    held: HeldModel
    signer: str
    reply_s: float
    is_relayed: bool = False
    manifest: TensorManifest | None = None

    @property
    def identity(self) -> ModelIdentity:
        return self.held.identity

    @property
    def is_first_hand(self) -> bool:
        """Whether it says of the digests that it took them itself."""
        attestation = self.held.attestation
        return bool(self.signer) and attestation is not None and attestation.taken != FROM_MEMBERS

    def pieces(self) -> frozenset[str]:
        """What it says it holds."""
        layers = set[int]()
        for span in self.held.layers:
            layers.update(range(span.start, min(span.end, MAX_LAYERS)))
        ends = [EMBEDDING] * self.held.has_embedding + [TAIL] * self.held.has_tail
        return frozenset([*map(layer_piece, layers), *ends])


async def find_offers(
    roads: Asker,
    members: Mapping[str, str],
    identity: ModelIdentity | None = None,
    *,
    within_s: float = 8.0,
    road_of: Callable[[str], str] = lambda node_id: "direct",
) -> tuple[Offer, ...]:
    """What the members (names by node id) hand out, the quickest to answer first. Who does not answer offers nothing.

    Where ``identity`` is given, only that model, in whichever precision the identity names it, with its list of all
    tensors; a member that still takes its digests is asked again for half of ``within_s``.
    """
    names = _unlike(dict(list(members.items())[:MAX_ASKED]))
    places = asyncio.Semaphore(MAX_AT_ONCE)
    until = asyncio.get_running_loop().time() + within_s
    lists_until = until - within_s / 2  # whoever is silent leaves time to read what others have

    async def ask(node_id: str) -> list[Offer]:
        async with places:
            try:
                async with asyncio.timeout_at(lists_until):
                    return await _offers_of(roads, node_id, names[node_id], identity, lists_until)
            except (PeerError, TimeoutError) as exc:
                log.debug("node %s hands out nothing: %s", short_id(node_id), exc)
                return []

    found = [offer for offers in await asyncio.gather(*map(ask, names)) for offer in offers]
    placed = [replace(offer, is_relayed=road_of(offer.node_id) == "relayed") for offer in found]
    placed.sort(key=lambda offer: (offer.is_relayed, offer.reply_s))
    return tuple(placed) if identity is None else await _with_manifests(roads, placed, until)


def is_same_model(one: ModelIdentity, other: ModelIdentity) -> bool:
    """Whether they name the same files, if in different precisions."""
    return replace(one, quantisation=other.quantisation) == other


async def small_files(roads: Asker, offer: Offer) -> dict[str, bytes]:
    """The configuration and the tokenizer, each as its digest says. Raises PeerError.

    Whether they belong to the model's identity is not known yet (``swarm.agreement.check_small_files``).
    """
    return await _files(roads, offer, offer.held.small_files, MAX_SMALL_BYTES)


async def weight_headers(roads: Asker, offer: Offer) -> dict[str, bytes]:
    """Those of the repository's weight files, each as its digest says; a member need not have any. Raises PeerError.

    Whether they are of this model is for the store to say.
    """
    return await _files(roads, offer, offer.held.headers, MAX_HEADERS_BYTES)


async def _files(roads: Asker, offer: Offer, files: Sequence[tuple[str, int, str]], max_bytes: int) -> dict[str, bytes]:
    if sum(num_bytes for _, num_bytes, _ in files) > max_bytes:
        raise PeerMisbehaved(offer.name, f"{offer.name} offers files that are far too large.")
    return {name: await read_whole(roads, offer.node_id, offer.name, sha, size) for name, size, sha in files}


async def read_whole(roads: Asker, node_id: str, name: str, sha256: str, num_bytes: int) -> bytes:
    """Something by its digest, in blocks. Raises PeerError; PeerMisbehaved where it is something else."""
    content = bytearray()
    while len(content) < num_bytes:
        end = min(num_bytes, len(content) + BLOCK_BYTES)
        content += await _read_range(roads, node_id, name, sha256, (len(content), end, num_bytes))
    if (await asyncio.to_thread(hashlib.sha256, content)).hexdigest() != sha256:
        raise PeerMisbehaved(name, f"{name} sent something else than it had announced.")
    return bytes(content)


# -- inside -----------------------------------------------------------------------------------------------------------


async def _offers_of(
    roads: Asker, node_id: str, name: str, identity: ModelIdentity | None, until: float
) -> list[Offer]:
    loop = asyncio.get_running_loop()
    while True:
        began = loop.time()
        held = await _held(roads, node_id, name)
        reply_s = loop.time() - began
        offers = [_offer(node_id, name, model, reply_s) for model in held.models]
        wanted = [offer for offer in offers if identity is None or is_same_model(offer.identity, identity)]
        if wanted or identity is None or not held.num_coming or loop.time() + ASK_AGAIN_S >= until:
            return wanted
        await asyncio.sleep(ASK_AGAIN_S)


async def _held(roads: Asker, node_id: str, name: str) -> Held:
    status, _, body = await _ask(roads, node_id, name, PATH, {}, LIST_DEADLINE_S, MAX_HELD_BYTES)
    if status != 200:
        raise PeerRefused(name, f"{name} hands out no weights ({status}).")
    try:
        return parse_held(body)
    except ValueError as exc:
        raise PeerMisbehaved(name, f"{name} answered with a list of weights that is none.") from exc


def _offer(node_id: str, name: str, model: HeldModel, reply_s: float) -> Offer:
    attestation = model.attestation
    signer = signer_of(attestation, model.identity, model.manifest_sha256) if attestation is not None else ""
    return Offer(node_id, name, model, signer if signer == node_id else "", reply_s)


async def _with_manifests(roads: Asker, offers: list[Offer], until: float) -> tuple[Offer, ...]:
    """Each different list is read once, from one of those who have it and send it rightly."""
    having: dict[str, list[Offer]] = {}
    for offer in {offer.node_id: offer for offer in reversed(offers)}.values():  # one of each member
        having.setdefault(offer.held.manifest_sha256, []).append(offer)
    groups = sorted(having.values(), key=lambda group: (-len(group), group[0].held.manifest_bytes))
    sizes = accumulate(group[0].held.manifest_bytes for group in groups)
    read = [group for group, total in zip(groups, sizes, strict=True) if total <= MAX_MANIFESTS_BYTES]
    places = asyncio.Semaphore(MAX_MANIFESTS_AT_ONCE)
    found = await asyncio.gather(*(_manifest(roads, group, places, until) for group in read))
    lists = {group[0].held.manifest_sha256: manifest for group, manifest in zip(read, found, strict=True) if manifest}
    return tuple(
        replace(offer, manifest=lists[offer.held.manifest_sha256])
        for offer in offers
        if offer.held.manifest_sha256 in lists
    )


async def _manifest(
    roads: Asker, offers: list[Offer], places: asyncio.Semaphore, until: float
) -> TensorManifest | None:
    loop = asyncio.get_running_loop()
    async with places:
        for left, offer in zip(range(len(offers), 0, -1), offers, strict=True):
            try:
                async with asyncio.timeout((until - loop.time()) / min(left, 2)):  # the next one has its turn, too
                    return await _manifest_of(roads, offer)
            except (PeerError, BadModelFile, TimeoutError) as exc:
                log.info("a list of tensors of %s cannot be used: %s", offer.name, exc)
    return None


async def _manifest_of(roads: Asker, offer: Offer) -> TensorManifest:
    """Raises PeerError or BadModelFile."""
    held = offer.held
    content = await read_whole(roads, offer.node_id, offer.name, held.manifest_sha256, held.manifest_bytes)
    found = await asyncio.to_thread(TensorManifest.from_bytes, content)
    if found.identity != offer.identity:
        raise PeerMisbehaved(offer.name, f"{offer.name} offers a model under the name of another.")
    return found


async def _read_range(roads: Asker, node_id: str, name: str, sha256: str, part: tuple[int, int, int]) -> bytes:
    start, end, num_bytes = part
    headers = {"Range": range_header(start, end)}
    wait_s, most = deadline_s(end - start), end - start
    status, said, body = await _ask(roads, node_id, name, f"{PATH}/{sha256}", headers, wait_s, most)
    if status != 206:
        raise PeerRefused(name, f"{name} does not hand out what it had offered ({status}).")
    if said.get("content-range") != content_range(start, end, num_bytes) or len(body) != end - start:
        raise PeerMisbehaved(name, f"{name} sent another part than it was asked for.")
    return body


async def _ask(
    roads: Asker, node_id: str, name: str, path: str, headers: Mapping[str, str], wait_s: float, max_bytes: int
) -> tuple[int, dict[str, str], bytes]:
    try:
        return await roads.ask(
            node_id,
            "GET",
            path,
            headers,
            b"",
            connect_deadline_s=CONNECT_DEADLINE_S,
            deadline_s=wait_s,
            max_bytes=max(max_bytes, 4096),  # a refusal says why
        )
    except BrokenReply as exc:
        raise PeerMisbehaved(name, f"{name} answered with something that is no reply.") from exc
    except (OSError, TimeoutError) as exc:
        raise PeerUnreachable(name, f"{name} does not answer.") from exc


def _unlike(names: Mapping[str, str]) -> dict[str, str]:
    """Names by node id, those that several share with the id's beginning."""
    counts = Counter(names.values())
    return {n: name if name and counts[name] == 1 else f"{name or 'node'} ({short_id(n)})" for n, name in names.items()}
