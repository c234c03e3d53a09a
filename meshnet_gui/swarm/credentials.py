"""What a node shows to other members and asks of them: TLS in both directions, and the one key that is expected.

The chain says that the peer is a member of this swarm, the pin which one: any member could certify any key, but none
has another's. Both are looked at before the first byte of a request leaves. Names and dates say nothing here.
"""

from __future__ import annotations

import ssl
import tempfile
from collections import OrderedDict
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from meshnet_gui.errors import MachineError
from meshnet_gui.swarm.authority import authority_certificate, member_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership
from meshnet_gui.swarm.node_id import node_id_of

MAX_CONTEXTS = 1024


class WrongPeer(ssl.SSLCertVerificationError):
    """The member that answered is not the one that was asked for."""


def node_id_of_certificate(der: bytes) -> str:
    """The node id of whoever proved in a handshake to hold the certificate's key. Raises ValueError."""
    try:
        key = x509.load_der_x509_certificate(der).public_key()
    except Exception as exc:  # the parser's errors are of many classes
        raise ValueError("not a certificate") from exc
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError("not a member's certificate")
    return node_id_of(key.public_bytes_raw())


class Credentials:
    """One node as a member of one swarm. Threads: any, after it was made."""

    def __init__(self, identity: Identity, membership: Membership) -> None:
        self.node_id = identity.node_id
        self.swarm_id = membership.swarm_id
        self.ca_pem = authority_certificate(membership.seed).decode("ascii")
        self.certificate_pem = member_certificate(membership.seed, identity).decode("ascii")
        self.key_pem = identity.key_pem().decode("ascii")
        self._server: ssl.SSLContext | None = None
        self._clients: OrderedDict[str, ssl.SSLContext] = OrderedDict()

    def __repr__(self) -> str:
        return f"Credentials({self.node_id[:8]} in {self.swarm_id[:8]})"

    def server_context(self) -> ssl.SSLContext:
        """Lets members in, and nobody else. The same one each time. Raises MachineError."""
        if self._server is None:
            try:
                self._server = self._made(ssl.PROTOCOL_TLS_SERVER)
            except OSError as exc:
                reason = exc.strerror or "a file cannot be written"
                raise MachineError(
                    f"The node's certificate cannot be used: {reason}.", "Is there room for temporary files?"
                ) from exc
            self._server.num_tickets = 0  # each connection proves anew who it is
        return self._server

    def client_context(self, node_id: str = "") -> ssl.SSLContext:
        """For connections to one member; to whichever member answers where ``node_id`` is empty. The same each time."""
        known = self._clients.get(node_id)
        if known is None:
            known = self._clients[node_id] = self._made(ssl.PROTOCOL_TLS_CLIENT)
            if node_id:
                known.sslobject_class = _pinned_to(node_id)
            while len(self._clients) > MAX_CONTEXTS:
                self._clients.popitem(last=False)
        self._clients.move_to_end(node_id)
        return known

    def _made(self, protocol: int) -> ssl.SSLContext:
        context = ssl.SSLContext(protocol)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # the key is what counts
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=self.ca_pem)
        with tempfile.TemporaryDirectory(prefix="meshnet-") as folder:  # the library takes them from files only
            path = Path(folder) / "member.pem"
            path.touch(mode=0o600)
            path.write_text(self.key_pem + self.certificate_pem, "ascii")
            context.load_cert_chain(path)
        return context


def _pinned_to(node_id: str) -> type[ssl.SSLObject]:
    """A handshake that fails for any other member, before it has sent who we are."""

    class Pinned(ssl.SSLObject):
        def do_handshake(self) -> None:
            super().do_handshake()
            try:
                answering = node_id_of_certificate(self.getpeercert(binary_form=True) or b"")
            except ValueError:
                answering = ""
            if answering != node_id:
                raise WrongPeer("another member answered than the one that was asked for")

    return Pinned
