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


def agree(offers: Sequence[Offer], known: TensorManifest | None = None, *, has_hub: bool | None = None) -> Agreed:
    """What the offers of one model come to. ``known`` is what this computer or the hub knows; its digests stand.

    ``has_hub``: what is disputed can be read there; where it is not said, whether something is ``known``. Raises
    SwarmError where nobody offers a list of tensors, or as many say one thing as another and nobody knows better.
    """
    listed = [(offer, offer.manifest) for offer in offers if offer.manifest is not None]
    layouts = defaultdict[str, list[tuple[Offer, TensorManifest]]](list)
    for offer, manifest in listed:
        layouts[_layout(manifest)].append((offer, manifest))
    right = layouts[_layout(known)] if known is not None else _larger(list(layouts.values()))
    files, right = _files(right, known)
    honest = {offer.node_id for offer, _ in right}
    return _agreed(
        replace(known or right[0][1], files=files),
        {t.name: t.sha256 for t in known.tensors if t.sha256} if known is not None else {},
        right,
        frozenset(offer.node_id for offer, _ in listed if offer.node_id not in honest),
        known is not None if has_hub is None else has_hub,
    )


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

_Listed = list[tuple[Offer, TensorManifest]]


def _layout(manifest: TensorManifest) -> str:
    """Equal where identity, files and tensors are, whatever is known of digests."""
    files = [(file.name, file.num_bytes) for file in manifest.files]
    digest = hashlib.sha256(f"{manifest.identity}\n{files}\n".encode())
    for t in manifest.tensors:
        digest.update(f"{t.name}\n{t.dtype}\n{t.shape}\n{t.file}\n{t.start}\n".encode())
    return digest.hexdigest()


def _larger(groups: list[_Listed]) -> _Listed:
    """The one that most say who took their digests themselves; where none did, that most say. Raises SwarmError."""
    if not groups:
        raise SwarmError("No member hands out this model.", "Fetch it from the hub.")
    sizes = [(sum(offer.is_first_hand for offer, _ in group), len(group)) for group in groups]
    if sizes.count(max(sizes)) > 1:
        raise _tie()
    return groups[sizes.index(max(sizes))]


def _tie() -> SwarmError:
    return SwarmError(
        "The members contradict each other about what is in this model, and the hub cannot be asked.",
        "Try again when the hub can be reached.",
    )


def _files(right: _Listed, known: TensorManifest | None) -> tuple[tuple[SourceFile, ...], _Listed]:
    """The weight files with their digests, and those who say nothing else. Raises SwarmError."""
    stated = known if known is not None else right[0][1]
    said = {file.name: file.sha256 for file in known.files if file.sha256} if known is not None else {}
    for file in stated.files:
        if file.name not in said:
            voices = _voices({o: _file_digests(m)[file.name] for o, m in right if _file_digests(m)[file.name]})
            said |= {file.name: _most(voices)} if voices else {}
    honest = [(o, m) for o, m in right if all(sha in ("", said.get(n)) for n, sha in _file_digests(m).items())]
    return tuple(replace(file, sha256=said.get(file.name, "")) for file in stated.files), honest


def _file_digests(manifest: TensorManifest) -> dict[str, str]:
    return {file.name: file.sha256 for file in manifest.files}


def _agreed(
    stated: TensorManifest, known: Mapping[str, str], right: _Listed, liars: frozenset[str], has_hub: bool
) -> Agreed:
    expected, disputed = dict[str, str](), set[str]()
    for tensor in stated.tensors:
        said = {offer: manifest.by_name[tensor.name].sha256 for offer, manifest in right}
        voices = _voices({offer: sha256 for offer, sha256 in said.items() if sha256})
        if tensor.name in known:
            expected[tensor.name] = known[tensor.name]
        elif len(voices) == 1 or (voices and not has_hub):
            expected[tensor.name] = _most(voices)
        elif voices:
            disputed.add(tensor.name)
        if len(voices) > 1 or tensor.name in known:
            settled = expected.get(tensor.name)
            wrong = (o.node_id for o, sha in said.items() if o.is_first_hand and sha and settled not in (None, sha))
            liars |= frozenset(wrong)
    bare = replace(stated, tensors=tuple(replace(tensor, sha256="") for tensor in stated.tensors))
    return Agreed(bare.with_digests(expected), expected, liars, frozenset(disputed))


def _voices(said: Mapping[Offer, str]) -> Counter[str]:
    """How many say each digest: those who took it themselves, where there are any."""
    first_hand = Counter(sha256 for offer, sha256 in said.items() if offer.is_first_hand)
    return first_hand or Counter(said.values())


def _most(voices: Counter[str]) -> str:
    """Raises SwarmError where two are said equally often."""
    (first, count), *others = voices.most_common(2)
    if others and others[0][1] == count:
        raise _tie()
    return first


def _contradicts(manifest: TensorManifest, digests: Mapping[str, str]) -> bool:
    return any(t.sha256 and digests.get(t.name, t.sha256) != t.sha256 for t in manifest.tensors)
