"""Who is believed when members say what is in a model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from meshnet_gui.errors import PeerMisbehaved, SwarmError
from meshnet_gui.modelstore.manifest import weights_digest
from meshnet_gui.modelstore.small_files import identity_digest
from meshnet_gui.modelstore.tensors import SourceFile, StoredTensor, TensorManifest
from meshnet_gui.swarm.agreement import agree, check_small_files, liars_about
from meshnet_gui.swarm.weights import Offer
from meshnet_gui.types import ModelIdentity
from meshnet_gui.wire.weights import Attestation, HeldModel

A, B, C = ("a" * 64, "b" * 64, "c" * 64)
FILES = {"config.json": b'{"model_type": "llama"}', "tokenizer.json": b'{"model": {"type": "BPE"}}'}
DIGEST = identity_digest(weights_digest({"model.safetensors": C}), FILES)
IDENTITY = ModelIdentity("org/tiny", "ab" * 20, DIGEST, "float32")


def manifest(*digests: str, file: str = C, rows: int = 1) -> TensorManifest:
    """Tensors 0, 1, ... of four bytes a row; an empty digest is not known."""
    tensors = [
        StoredTensor(str(i), "F32", (rows,), "model.safetensors", 8 + 4 * rows * i, d) for i, d in enumerate(digests)
    ]
    end = tensors[-1].end
    return TensorManifest(IDENTITY, (SourceFile("model.safetensors", end, file),), (), tuple(tensors))


def offer(who: str, said: TensorManifest, taken: str = "file", *, signed: bool = True) -> Offer:
    held = HeldModel(IDENTITY, "tiny", (), True, True, A, 10, (), Attestation(b"", b"", taken))
    return Offer(who, who, held, who if signed else "", 0.1, manifest=said)


def bare(said: TensorManifest) -> TensorManifest:
    return replace(said, tensors=tuple(replace(tensor, sha256="") for tensor in said.tensors))


def expected(*digests: str) -> Mapping[str, str]:
    return {str(i): digest for i, digest in enumerate(digests) if digest}


def test_what_all_say_is_believed() -> None:
    agreed = agree([offer("anna", manifest(A, B)), offer("ben", manifest(A, ""))])
    assert agreed.expected == expected(A, B)
    assert agreed.manifest == manifest(A, B)
    assert (agreed.liars, agreed.disputed) == (frozenset(), frozenset())


def test_nobody_is_no_agreement() -> None:
    with pytest.raises(SwarmError, match="No member"):
        agree([])


def test_what_is_disputed_is_left_to_the_hub_and_its_bytes_tell_who_lied() -> None:
    offers = [offer("anna", manifest(A, B)), offer("ben", manifest(A, C)), offer("cleo", manifest(A, C))]
    agreed = agree(offers, bare(manifest(A, B)), has_hub=True)
    assert agreed.expected == expected(A)
    assert agreed.disputed == {"1"}
    assert agreed.liars == frozenset()
    assert liars_about(offers, {"1": B}) == {"ben", "cleo"}


def test_without_the_hub_the_larger_number_of_signers_counts() -> None:
    offers = [offer("anna", manifest(A, B)), offer("ben", manifest(A, C)), offer("cleo", manifest(A, B))]
    agreed = agree(offers)
    assert agreed.expected == expected(A, B)
    assert agreed.liars == {"ben"}


def test_without_the_hub_a_tie_is_refused() -> None:
    with pytest.raises(SwarmError, match="contradict"):
        agree([offer("anna", manifest(A, B)), offer("ben", manifest(A, C))])


def test_what_is_known_here_stands_above_every_member() -> None:
    offers = [offer("anna", manifest(A, C)), offer("ben", manifest(A, C)), offer("cleo", manifest(A, B))]
    agreed = agree(offers, manifest("", B))
    assert agreed.expected == expected(A, B)
    assert agreed.liars == {"anna", "ben"}


def test_a_hundred_who_pass_a_lie_on_do_not_outvote_one_who_took_the_digest() -> None:
    echoes = [offer(f"echo {i}", manifest(A, C), "members") for i in range(100)]
    agreed = agree([*echoes, offer("anna", manifest(A, B))])
    assert agreed.expected == expected(A, B)


def test_a_forged_signature_has_no_voice() -> None:
    forged = [offer(f"forger {i}", manifest(A, C), signed=False) for i in range(3)]
    assert agree([*forged, offer("anna", manifest(A, B))]).expected == expected(A, B)


def test_where_all_pass_on_what_others_took_they_are_believed() -> None:
    assert agree([offer("anna", manifest(A, B), "members")]).expected == expected(A, B)


def test_who_lists_other_tensors_than_the_hub_is_dropped() -> None:
    offers = [offer("anna", manifest(A, B, rows=2)), offer("ben", manifest(A, B))]
    agreed = agree(offers, bare(manifest("", "")))
    assert agreed.liars == {"anna"}
    assert agreed.expected == expected(A, B)


def test_who_lists_other_tensors_than_most_is_dropped() -> None:
    two = [offer("anna", manifest(A, B)), offer("ben", manifest(A, B))]
    agreed = agree([offer("cleo", manifest(A, B, C)), *two])
    assert agreed.liars == {"cleo"}
    with pytest.raises(SwarmError, match="contradict"):
        agree([offer("cleo", manifest(A, B, C)), two[0]])


def test_who_states_another_digest_of_a_file_than_the_hub_is_dropped() -> None:
    offers = [offer("anna", manifest(A, B, file=A)), offer("ben", manifest(A, B, file=""))]
    agreed = agree(offers, bare(manifest("", "")))
    assert agreed.liars == {"anna"}
    assert agreed.manifest.files[0].sha256 == C


def test_the_identity_binds_configuration_tokenizer_and_weight_files() -> None:
    check_small_files(IDENTITY, manifest(A), FILES)
    for files, said in (
        (FILES | {"config.json": b'{"model_type": "gpt2"}'}, manifest(A)),
        (FILES | {"tokenizer.json": b'{"model": {"type": "WordPiece"}}'}, manifest(A)),
        (FILES, manifest(A, file=B)),
        (FILES, manifest(A, file="")),
        (FILES | {"config.json": b"[]"}, manifest(A)),
        ({}, manifest(A)),
    ):
        with pytest.raises(PeerMisbehaved):
            check_small_files(IDENTITY, said, files)


def test_a_configuration_that_is_only_written_otherwise_is_the_same() -> None:
    check_small_files(
        IDENTITY, manifest(A), FILES | {"config.json": json.dumps({"model_type": "llama"}, indent=4).encode()}
    )


def test_of_an_imported_gguf_the_identity_binds_the_weights() -> None:
    gguf = replace(IDENTITY, weights_digest=weights_digest({"model.safetensors": C}), importer="gguf-1")
    check_small_files(gguf, manifest(A), FILES)
    with pytest.raises(PeerMisbehaved):
        check_small_files(gguf, manifest(A, file=B), FILES)
