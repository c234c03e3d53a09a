"""What a local hub has, what it was asked and sent, and what it is to do wrong: shared by its two servers."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request

from meshnet_gui.bench.hub_faults import Fault, Faults
from meshnet_gui.bench.hub_repository import MAIN, HubFile, HubRepository


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came. ``at`` is ``hub`` or ``storage``; ``range`` the header's text."""

    at: str
    method: str
    path: str
    range: str
    authorization: str
    status: int


class Ledger:
    """Threads: any.

    ``sent`` counts bytes of bodies by repository and file (``("owner/name", "model.safetensors")``); ``asked`` lists
    the requests. Who sends ``token`` is signed in; it opens gated repositories unless ``token_opens`` is unset.
    ``renamed``: former names of repositories. ``bytes_per_s`` is what all connections together get of files; 0: as much
    as they take.
    """

    def __init__(self, token: str = "") -> None:
        self.token = token
        self.token_opens = True
        self.faults = Faults()
        self.sent: Counter[tuple[str, str]] = Counter()
        self.asked: list[Asked] = []
        self.repositories: dict[str, HubRepository] = {}
        self.renamed: dict[str, str] = {}
        self.closing = asyncio.Event()
        self.bytes_per_s = 0
        self._free_at = 0.0
        self._signed: dict[str, tuple[str, HubFile]] = {}
        self._lock = threading.Lock()

    def add(self, name: str, folder: Path, branch: str = MAIN, **facts: Any) -> str:
        """The folder's files are the newest commit of a repository from now on; its id. ``facts``: HubRepository's."""
        repository = self.repositories.setdefault(name, HubRepository(name))
        for key, value in facts.items():
            setattr(repository, key, value)
        return repository.commit(folder, branch)

    def misbehave(self, kind: str, file: str = "", **details: int) -> None:
        """Do this wrong, once unless ``times`` says otherwise (see ``Fault``)."""
        self.faults.add(Fault(kind, file, **details))

    def bytes_sent(self, suffix: str = "") -> int:
        """Of all files, or of those whose name ends so."""
        with self._lock:
            return sum(count for (_, file), count in self.sent.items() if file.endswith(suffix))

    def forget_sent(self) -> None:
        """Count from nothing again."""
        with self._lock:
            self.sent.clear()
            self.asked.clear()

    def note(self, at: str, request: Request, status: int) -> None:
        headers = request.headers
        asked = Asked(
            at,
            request.method,
            request.url.path,
            headers.get("range", ""),
            headers.get("authorization", ""),
            status,
        )
        with self._lock:
            self.asked.append(asked)

    def count(self, repository: str, file: str, num_bytes: int) -> None:
        with self._lock:
            self.sent[repository, file] += num_bytes

    def sign(self, repository: str, file: HubFile) -> str:
        """What opens a file at the storage."""
        signature = secrets.token_hex(8)
        self._signed[signature] = (repository, file)
        return signature

    def signed(self, signature: str) -> tuple[str, HubFile] | None:
        return self._signed.get(signature)

    def revoke(self, signature: str) -> None:
        self._signed.pop(signature, None)

    async def wait_for_turn(self, num_bytes: int) -> None:
        """Until so many bytes more may leave."""
        if self.bytes_per_s:
            now = time.monotonic()
            self._free_at = max(self._free_at, now) + num_bytes / self.bytes_per_s
            await self.wait_closing(self._free_at - now)

    async def wait_closing(self, timeout_s: float) -> None:
        """Until the servers end, or for so long."""
        try:
            await asyncio.wait_for(self.closing.wait(), timeout_s)
        except TimeoutError:
            return
