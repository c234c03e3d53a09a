"""Which digests to believe when members hand out a model: pure functions over what they signed.

A digest is believed where all who took it themselves say the same. What the hub says stands above every member. Where
they differ, the tensor counts as unknown: it is read from the hub, its digest taken anew, and who signed another one
has lied. Without the hub the larger number of signers counts. Who passes on what others took has no voice while
somebody has who took it.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from meshnet_gui.errors import BadModelFile, PeerMisbehaved, SwarmError
from meshnet_gui.modelstore.manifest import weights_digest
from meshnet_gui.modelstore.small_files import identity_digest
from meshnet_gui.modelstore.tensors import SourceFile, TensorManifest
from meshnet_gui.swarm.weights import Offer
from meshnet_gui.types import ModelIdentity


@dataclass(frozen=True)
class Agreed:
    """``manifest`` has the digests in ``expected`` (by tensor) and no others.

    ``liars`` are node ids that said otherwise; ``disputed`` tensors are to be read from the hub.
    """

    manifest: TensorManifest
    expected: Mapping[str, str]
    liars: frozenset[str] = frozenset()
    disputed: frozenset[str] = frozenset()


def agree(offers: Sequence[Offer], known: TensorManifest | None = None, *, has_hub: bool = False) -> Agreed:
    """What the offers of one model come to. ``known`` is what this computer or the hub knows; its digests stand.

    ``has_hub``: what is disputed can be read there. Blocks for a second where there are many tensors. Raises SwarmError
    where nobody offers a list of tensors, or as many say one thing as another and nobody knows better.
    """
    listed = _listed(offers)
    layouts = defaultdict[str, list[_Listed]](list)
    for each in listed:
        layouts[_layout(each.manifest)].append(each)
    right = layouts[_layout(known)] if known is not None else _larger(list(layouts.values()))
    files, right = _files(right, known)
    liars = {offer.node_id for each in listed if each not in right for offer in each.offers}
    stated = replace(known or right[0].manifest, files=files)
    return _agreed(stated, known, right, liars, has_hub)


def liars_about(offers: Sequence[Offer], digests: Mapping[str, str]) -> frozenset[str]:
    """The node ids of those who signed that they had taken other digests than these (by tensor), which are right."""
    return frozenset(
        offer.node_id
        for offer in offers
        if offer.is_first_hand and offer.manifest is not None and _contradicts(offer.manifest, digests)
    )


def check_small_files(identity: ModelIdentity, manifest: TensorManifest, files: Mapping[str, bytes]) -> None:
    """See that configuration, tokenizer and the digests of the weight files are those of the model's identity.

    Whoever made the identity has seen all of them. Of an imported .gguf it names the weights only. Raises
    PeerMisbehaved, also where the digest of a weight file is not known.
    """
    digest = weights_digest({file.name: file.sha256 for file in manifest.files})
    if not identity.importer:
        try:
            digest = identity_digest(digest, files)
        except (BadModelFile, KeyError) as exc:
            raise PeerMisbehaved("", "Members hand out a configuration that is none.") from exc
    if not all(file.sha256 for file in manifest.files) or digest != identity.weights_digest:
        raise PeerMisbehaved(
            "",
            f"What members hand out is not {identity.repository} as its identity says.",
            "Fetch it from the hub, or ask whoever serves it.",
        )


# -- inside -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Listed:
    """A list of all tensors, and who hands it out."""

    manifest: TensorManifest
    offers: tuple[Offer, ...]

    @property
    def num_first_hand(self) -> int:
        return sum(offer.is_first_hand for offer in self.offers)


def _listed(offers: Sequence[Offer]) -> list[_Listed]:
    """Each different list once."""
    given = defaultdict[int, list[tuple[TensorManifest, Offer]]](list)
    for offer in offers:
        if offer.manifest is not None:
            given[id(offer.manifest)].append((offer.manifest, offer))
    return [_Listed(same[0][0], tuple(offer for _, offer in same)) for same in given.values()]


def _layout(manifest: TensorManifest) -> str:
    """Equal where identity, files and tensors are, whatever is known of digests."""
    files = [(file.name, file.num_bytes) for file in manifest.files]
    digest = hashlib.sha256(f"{manifest.identity}\n{files}\n".encode())
    for t in manifest.tensors:
        digest.update(f"{t.name}\n{t.dtype}\n{t.shape}\n{t.file}\n{t.start}\n".encode())
    return digest.hexdigest()


def _larger(groups: list[list[_Listed]]) -> list[_Listed]:
    """The one that most say who took their digests themselves; where none did, that most say. Raises SwarmError."""
    if not groups:
        raise SwarmError("No member hands out this model.", "Fetch it from the hub.")
    sizes = [(sum(each.num_first_hand for each in group), sum(len(each.offers) for each in group)) for group in groups]
    if sizes.count(max(sizes)) > 1:
        raise _tie()
    return groups[sizes.index(max(sizes))]


def _tie() -> SwarmError:
    return SwarmError(
        "The members contradict each other about what is in this model, and the hub cannot be asked.",
        "Try again when the hub can be reached.",
    )


def _files(right: list[_Listed], known: TensorManifest | None) -> tuple[tuple[SourceFile, ...], list[_Listed]]:
    """The weight files with their digests, and those who say nothing else. Raises SwarmError."""
    stated = known if known is not None else right[0].manifest
    theirs = [(each, {file.name: file.sha256 for file in each.manifest.files}) for each in right]
    said = {file.name: file.sha256 for file in known.files if file.sha256} if known is not None else {}
    for file in stated.files:
        if file.name not in said:
            voices = _voices([(each, digests[file.name]) for each, digests in theirs])
            said |= {file.name: _most(voices)} if voices else {}
    honest = [each for each, digests in theirs if all(sha in ("", said.get(n)) for n, sha in digests.items())]
    return tuple(replace(file, sha256=said.get(file.name, "")) for file in stated.files), honest


def _agreed(
    stated: TensorManifest, known: TensorManifest | None, right: list[_Listed], liars: set[str], has_hub: bool
) -> Agreed:
    """Tensors lie in the same order in all of these lists."""
    expected, disputed, tensors = dict[str, str](), set[str](), []
    theirs = zip(*(each.manifest.tensors for each in right), strict=True) if right else (() for _ in stated.tensors)
    for tensor, said in zip(stated.tensors, theirs, strict=True):
        sha256 = tensor.sha256 if known is not None else ""
        voices = _voices([(each, one.sha256) for each, one in zip(right, said, strict=True)])
        if not sha256 and (len(voices) == 1 or (voices and not has_hub)):
            sha256 = _most(voices)
        if sha256:
            expected[tensor.name] = sha256
            wrong = [each for each, one in zip(right, said, strict=True) if one.sha256 not in ("", sha256)]
            liars |= {offer.node_id for each in wrong for offer in each.offers if offer.is_first_hand}
        elif voices:
            disputed.add(tensor.name)
        tensors.append(tensor if tensor.sha256 == sha256 else replace(tensor, sha256=sha256))
    return Agreed(replace(stated, tensors=tuple(tensors)), expected, frozenset(liars), frozenset(disputed))


def _voices(said: Sequence[tuple[_Listed, str]]) -> Counter[str]:
    """How many say each digest: those who took it themselves, where there are any."""
    first_hand, all_of_them = Counter[str](), Counter[str]()
    for each, sha256 in said:
        if sha256:
            all_of_them[sha256] += len(each.offers)
            first_hand[sha256] += each.num_first_hand
    first_hand = +first_hand
    return first_hand or all_of_them


def _most(voices: Counter[str]) -> str:
    """Raises SwarmError where two are said equally often."""
    (first, count), *others = voices.most_common(2)
    if others and others[0][1] == count:
        raise _tie()
    return first


def _contradicts(manifest: TensorManifest, digests: Mapping[str, str]) -> bool:
    said = ((manifest.by_name[name].sha256, sha256) for name, sha256 in digests.items() if name in manifest.by_name)
    return any(theirs not in ("", sha256) for theirs, sha256 in said)
