"""From a swarm's seed to its certificate authority: the same key and the same certificate, to the byte, everywhere.

Whoever has the seed has the authority, so every member can certify its own key, and nobody else can. The dates cover
all clocks: a wrong one never keeps a member out.
"""

from __future__ import annotations

import datetime
import hashlib
from functools import lru_cache

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from meshnet_gui.swarm.identity import Identity

SEED_BYTES = 32
_INFO = b"meshnet swarm authority 1"
_FIRST_DAY = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_LAST_DAY = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)  # RFC 5280: no end
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Meshnet swarm")])


def authority_key(seed: bytes) -> Ed25519PrivateKey:
    """The swarm's signing key. Raises ValueError for a seed of another length."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    return Ed25519PrivateKey.from_private_bytes(HKDF(SHA256(), 32, None, _INFO).derive(seed))


@lru_cache(64)
def swarm_id_of(seed: bytes) -> str:
    """The swarm's public name: the digest of its authority's public key."""
    return hashlib.sha256(authority_key(seed).public_key().public_bytes_raw()).hexdigest()


def authority_certificate(seed: bytes) -> bytes:
    """The authority's own certificate as PEM."""
    key = authority_key(seed)
    public = key.public_key()
    builder = _dated(x509.CertificateBuilder()).serial_number(1).subject_name(_NAME).public_key(public)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
    return builder.sign(key, None).public_bytes(Encoding.PEM)


def member_certificate(seed: bytes, identity: Identity) -> bytes:
    """What the authority says of a node's key, as PEM. Every signature in it is a function of its input."""
    key = authority_key(seed)
    public = Ed25519PublicKey.from_public_bytes(identity.public_key)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, identity.node_id)])
    serial = int.from_bytes(bytes.fromhex(identity.node_id[:32])) or 1
    builder = _dated(x509.CertificateBuilder()).serial_number(serial).subject_name(name).public_key(public)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    builder = builder.add_extension(_usage(signs_certificates=False), critical=True)
    purposes = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    builder = builder.add_extension(x509.ExtendedKeyUsage(purposes), critical=False)
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("meshnet.node")]), critical=False)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())
    return builder.add_extension(issuer, critical=False).sign(key, None).public_bytes(Encoding.PEM)


def _dated(builder: x509.CertificateBuilder) -> x509.CertificateBuilder:
    return builder.issuer_name(_NAME).not_valid_before(_FIRST_DAY).not_valid_after(_LAST_DAY)


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
