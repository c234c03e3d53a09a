"""A member's signature under the digests that it took of a model's tensors: made and checked. Knows no tensors."""

from __future__ import annotations

import json

from meshnet_gui.swarm.identity import Identity, verify
from meshnet_gui.swarm.node_id import node_id_of
from meshnet_gui.types import ModelIdentity
from meshnet_gui.wire.weights import Attestation

_ATTESTATION = b"weights 1\0"


def attest(identity: Identity, model: ModelIdentity, manifest_sha256: str, taken: str) -> Attestation:
    """Signs that the list of all tensors with this digest is what ``identity`` found."""
    message = _message(model, manifest_sha256, taken, identity.node_id)
    return Attestation(identity.public_key, identity.sign(message), taken)


def signer_of(attestation: Attestation, model: ModelIdentity, manifest_sha256: str) -> str:
    """The node id of who signed just this; empty where nobody did."""
    try:
        node_id = node_id_of(attestation.public_key)
    except ValueError:
        return ""
    message = _message(model, manifest_sha256, attestation.taken, node_id)
    return node_id if verify(attestation.public_key, attestation.signature, message) else ""


def _message(model: ModelIdentity, manifest_sha256: str, taken: str, node_id: str) -> bytes:
    return _ATTESTATION + json.dumps([str(model), manifest_sha256, taken, node_id]).encode()
