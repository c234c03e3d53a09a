"""In a swarm a member is answered over TLS, and whoever has another seed is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from meshnet_gui.concurrency.http_client import HttpClient
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.swarm.credentials import Credentials, node_id_of_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import Membership, MembershipStore

DEADLINE_S = 10.0


async def members_only(folder: Path) -> str:
    """What is wrong; empty where all is as it should be. Raises a MeshnetError where files cannot be kept."""
    identity = Identity.load_or_make(folder / "keys")
    try:
        ours = MembershipStore(folder).create("self-test")
        joined = MembershipStore(folder / "other").join(Invite.parse(ours.invite().encode()))
        node = Credentials(identity, ours)
        member = Credentials(Identity.make(), joined)
        stranger = Credentials(Identity.make(), Membership("self-test", bytes(32)))
        server = HttpServer(_who, "127.0.0.1", 0, node.server_context(), node_id_of_certificate)
        await server.start()
        try:
            address = f"{server.url}#{node.node_id}"
            if await _answer(address, member) != member.node_id:
                return "a member was not known by its certificate"
            if await _answer(address, stranger) or await _answer(server.url, stranger):
                return "somebody with another seed was answered"
            if await _answer(f"{server.url}#{member.node_id}", member):
                return "another node than the one that was asked for was accepted"
        finally:
            await server.stop()
    finally:
        identity.close()
    return ""


async def _answer(address: str, credentials: Credentials) -> str:
    """What somebody with these credentials is told; empty where nothing."""
    client = HttpClient(credentials.client_context)
    bounds: dict[str, Any] = {"connect_deadline_s": DEADLINE_S, "deadline_s": DEADLINE_S, "max_bytes": 100}
    try:
        return (await client.ask(address, "GET", "/", {}, b"", **bounds))[2].decode("ascii")
    except OSError:
        return ""
    finally:
        await client.close()


async def _who(scope: Any, receive: Any, send: Any) -> None:
    """Tells the client its node id."""
    body = scope["state"]["node_id"].encode("ascii")
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})
