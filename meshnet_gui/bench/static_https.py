"""What a fetch from a member is measured beside: the same files by static HTTPS, hashed while they come.

A process serves a folder (starlette's StaticFiles in uvicorn, the members' TLS), this one streams each file to the
disk with httpx and sha256, and sees it onto the disk before it is renamed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import httpx

from meshnet_gui.bench.child import child
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import MembershipStore

DEADLINE_S = 60.0


@contextmanager
def static_server(folder: Path, keys: Path) -> Iterator[str]:
    """The address of a process that serves the folder to members of the swarm whose membership is in ``keys``."""
    with child(_serve, folder, keys, what="The static server") as (_, pipe):
        yield str(pipe.recv())


def _serve(pipe: Connection, folder: Path, keys: Path) -> None:
    """In the child: serves until the pipe ends."""
    from starlette.applications import Starlette
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder))])
    with LoopThread("meshnet-bench-static") as loop:
        server = HttpServer(app, "127.0.0.1", 0, tls=_credentials(keys).server_context())
        loop.submit(server.start()).result(DEADLINE_S)
        pipe.send(server.url)
        try:
            pipe.recv()
        except EOFError:
            loop.submit(server.stop()).result(DEADLINE_S)


def client_context(keys: Path) -> ssl.SSLContext:
    """For connections to that server."""
    return _credentials(keys).client_context()


def _credentials(keys: Path) -> Credentials:
    membership = MembershipStore(keys).active()
    assert membership is not None
    return Credentials(Identity.make(), membership)


def fetch_all(url: str, files: Sequence[str], folder: Path, context: ssl.SSLContext) -> float:
    """Seconds until all files are in the folder, hashed and synced; the folder is removed afterwards."""
    folder.mkdir(parents=True, exist_ok=True)
    with httpx.Client(base_url=url, verify=context, trust_env=False, timeout=DEADLINE_S) as client:
        started = time.perf_counter()
        for name in files:
            _fetch(client, name, folder / name)
        seconds = time.perf_counter() - started
    shutil.rmtree(folder)
    return seconds


def _fetch(client: httpx.Client, name: str, path: Path) -> None:
    digest, part = hashlib.sha256(), path.with_name(f"{path.name}.part")
    with client.stream("GET", f"/{name}") as reply, part.open("wb") as file:
        reply.raise_for_status()
        for chunk in reply.iter_raw(2**20):
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
