"""A signature under digests says who took them, of which model, and how; nothing else."""

from dataclasses import replace

import pytest

from meshnet_gui.swarm.attestation import attest, signer_of
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.types import ModelIdentity

MODEL = ModelIdentity.parse("org/tiny@main:0123456789abcdef:bfloat16")
SHA256 = "a" * 64


def test_the_signer_is_known_by_the_key() -> None:
    who = Identity.make()
    assert signer_of(attest(who, MODEL, SHA256, "file"), MODEL, SHA256) == who.node_id


@pytest.mark.parametrize("changed", ["model", "digest", "taken", "key", "signature", "short key"])
def test_whatever_was_not_signed_has_no_signer(changed: str) -> None:
    signed = attest(Identity.make(), MODEL, SHA256, "range")
    model = replace(MODEL, revision="other") if changed == "model" else MODEL
    digest = "b" * 64 if changed == "digest" else SHA256
    forged = {
        "taken": replace(signed, taken="file"),
        "key": replace(signed, public_key=Identity.make().public_key),
        "signature": replace(signed, signature=bytes(64)),
        "short key": replace(signed, public_key=bytes(5)),
    }.get(changed, signed)
    assert signer_of(forged, model, digest) == ""
