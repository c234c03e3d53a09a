"""A hub on this computer: the endpoints that the hub's own library speaks, over real sockets, for folders on this disk.

As the real one does, it answers for large files with a redirect to a signed address of a storage (another port), and
for small ones with a redirect to itself. It counts the bytes that it sent of each file, and does wrong what it is told
to (``hub_faults``). ``python -m meshnet_gui.bench.local_hub FOLDER [PORT]`` serves the folder as one repository, or
its subfolders ``owner/name`` as several.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import socket
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from meshnet_gui.bench.hub_faults import API, AT_THE_HUB, AT_THE_STORAGE, Fault, Faults
from meshnet_gui.bench.hub_repository import MAIN, HubFile, HubRepository
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import bind
from meshnet_gui.errors import MachineError

CHUNK_BYTES = 64 * 1024
SEND_BUFFER_BYTES = 128 * 1024  # what lies in a socket when its reader is gone was counted as sent
DEADLINE_S = 10.0
PAGE = "<!DOCTYPE html><html><body>Please sign in to this network.</body></html>"
_HOST = "127.0.0.1"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came. ``at`` is ``hub`` or ``storage``; ``range`` the header's text."""

    at: str
    method: str
    path: str
    range: str
    authorization: str
    status: int


class LocalHub:
    """A context manager around the two servers. Threads: any.

    ``sent`` counts bytes of bodies by repository and file (``("owner/name", "model.safetensors")``); ``asked`` lists
    the requests. Who sends ``token`` is signed in; it opens gated repositories unless ``token_opens`` is unset.
    """

    def __init__(self, port: int = 0, token: str = "") -> None:
        self.token = token
        self.token_opens = True
        self.faults = Faults()
        self.sent: Counter[tuple[str, str]] = Counter()
        self.asked: list[Asked] = []
        self.repositories: dict[str, HubRepository] = {}
        self.renamed: dict[str, str] = {}
        self._signed: dict[str, tuple[str, HubFile]] = {}
        self._lock = threading.Lock()
        self._loop = LoopThread("meshnet-local-hub")
        self._sockets = [_socket(port), _socket(0)]
        self._servers: list[uvicorn.Server] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = asyncio.Event()

    @property
    def url(self) -> str:
        """What the hub's library takes for its endpoint."""
        return f"http://{_HOST}:{self._sockets[0].getsockname()[1]}"

    @property
    def storage_url(self) -> str:
        return f"http://{_HOST}:{self._sockets[1].getsockname()[1]}"

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

    def __enter__(self) -> LocalHub:
        self._loop.start()
        self._loop.submit(self._start()).result(DEADLINE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.submit(self._stop()).result(DEADLINE_S)
        self._loop.stop()

    async def _start(self) -> None:
        for app, sock in zip((_hub_app(self), _storage_app(self)), self._sockets, strict=True):
            config = uvicorn.Config(
                app, lifespan="off", log_config=None, log_level="critical", access_log=False, timeout_keep_alive=75
            )
            server = _Server(config, self._closing)
            self._servers.append(server)
            self._tasks.append(asyncio.create_task(server.serve(sockets=[sock]), name="local-hub"))
        while not all(server.started for server in self._servers):
            if any(task.done() for task in self._tasks):
                raise MachineError(f"The hub at {self.url} did not start.", "See the log for the reason.")
            await asyncio.sleep(0.005)

    async def _stop(self) -> None:
        self._closing.set()
        for server in self._servers:
            server.force_exit = True
        await asyncio.gather(*self._tasks)

    # --- for the two applications ---

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
        signature = secrets.token_hex(8)
        self._signed[signature] = (repository, file)
        return f"{self.storage_url}/{quote(file.sha256)}?signature={signature}"

    def signed(self, signature: str) -> tuple[str, HubFile] | None:
        return self._signed.get(signature)

    def revoke(self, signature: str) -> None:
        self._signed.pop(signature, None)

    async def wait_closing(self, timeout_s: float) -> None:
        try:
            await asyncio.wait_for(self._closing.wait(), timeout_s)
        except TimeoutError:
            return

    @property
    def is_closing(self) -> bool:
        return self._closing.is_set()


class _Server(uvicorn.Server):
    """Ends at once when it is told to; uvicorn looks ten times a second."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self._closing.wait()


# --- the hub's side -----------------------------------------------------------------------------------------------


def _hub_app(hub: LocalHub) -> Starlette:
    async def info(request: Request) -> Response:
        return _told(hub, request, _info(hub, request))

    async def tree(request: Request) -> Response:
        return _told(hub, request, _tree(hub, request))

    async def search(request: Request) -> Response:
        return _told(hub, request, _api_fault(hub) or _search(hub, request))

    async def whoami(request: Request) -> Response:
        return _told(hub, request, _api_fault(hub) or _whoami(hub, request))

    async def resolve(request: Request) -> Response:
        return _told(hub, request, _resolve(hub, request))

    async def small_file(request: Request) -> Response:
        return _told(hub, request, _small_file(hub, request))

    async def sent(request: Request) -> Response:
        return JSONResponse({f"{repository}/{file}": count for (repository, file), count in hub.sent.items()})

    gets = ["GET", "HEAD"]
    name = "{owner}/{name}"
    routes = [
        Route("/sent-bytes", sent),
        Route("/api/whoami-v2", whoami),
        Route("/api/models", search),
        Route(f"/api/models/{name}", info),
        Route(f"/api/models/{name}/revision/{{revision}}", info),
        Route(f"/api/models/{name}/tree/{{revision}}", tree),
        Route(f"/api/resolve-cache/models/{name}/{{revision}}/{{file:path}}", small_file, methods=gets),
        Route(f"/{name}/resolve/{{revision}}/{{file:path}}", resolve, methods=gets),
    ]
    return Starlette(routes=routes)


def _told(hub: LocalHub, request: Request, response: Response) -> Response:
    hub.note("hub", request, response.status_code)
    return response


def _problem(status: int, code: str, text: str, headers: Mapping[str, str] | None = None) -> Response:
    told = {"X-Error-Code": code, "X-Error-Message": text} if code else {}
    return JSONResponse({"error": text}, status, headers=told | dict(headers or {}))


def _api_fault(hub: LocalHub) -> Response | None:
    fault = hub.faults.take(AT_THE_HUB, API)
    return None if fault is None else _hub_problem(fault, False)


def _hub_problem(fault: Fault, has_token: bool) -> Response:
    later = {"Retry-After": str(fault.seconds)} if fault.seconds else {}
    if fault.kind == "gated":
        return _problem(403 if has_token else 401, "GatedRepo", "Access to this model is restricted.")
    if fault.kind == "not-found":
        return _problem(404, "EntryNotFound", "Entry not found")
    if fault.kind == "rate-limited":
        return _problem(429, "", "We had to rate limit you.", later)
    if fault.kind == "page":
        return HTMLResponse(PAGE)
    if fault.kind == "hang-up":
        return _HangUp()
    return _problem(503 if fault.kind == "unavailable" else 500, "", "Internal Error", later)


class _HangUp(Response):
    """The connection is closed in the middle of the headers' promise."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000")]})


def _repository(hub: LocalHub, request: Request) -> HubRepository | None:
    name = f"{request.path_params['owner']}/{request.path_params['name']}"
    repository = hub.repositories.get(name)
    return None if repository is None or (repository.private and not _has_token(hub, request)) else repository


def _has_token(hub: LocalHub, request: Request) -> bool:
    return bool(hub.token) and request.headers.get("authorization", "") == f"Bearer {hub.token}"


def _found(hub: LocalHub, request: Request) -> tuple[HubRepository, str] | Response:
    """The repository and the commit that are asked for."""
    fault = _api_fault(hub)
    if fault is not None:
        return fault
    old = f"{request.path_params['owner']}/{request.path_params['name']}"
    new = hub.renamed.get(old)
    if new is not None:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(request.url.path.replace(old, new, 1) + query, 307)
    repository = _repository(hub, request)
    if repository is None:
        return _problem(401, "RepoNotFound", "Repository not found")
    commit = repository.resolve(request.path_params.get("revision", MAIN))
    if not commit:
        return _problem(404, "RevisionNotFound", f"Invalid rev id: {request.path_params.get('revision')}")
    return repository, commit


def _info(hub: LocalHub, request: Request) -> Response:
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    return JSONResponse(repository.info(commit, with_files="blobs" in request.query_params))


def _tree(hub: LocalHub, request: Request) -> Response:
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    return JSONResponse([file.in_tree() for _, file in sorted(repository.commits[commit].items())])


def _search(hub: LocalHub, request: Request) -> Response:
    text, limit = request.query_params.get("search", "").lower(), int(request.query_params.get("limit", "100"))
    matching = [each for each in hub.repositories.values() if text in each.name.lower() and not each.private]
    matching.sort(key=lambda each: -each.downloads)
    return JSONResponse([each.info(each.branches[MAIN], with_files=False) for each in matching[:limit]])


def _whoami(hub: LocalHub, request: Request) -> Response:
    if not _has_token(hub, request):
        return _problem(401, "", "Invalid username or password.")
    access = {"displayName": "meshnet", "role": "read"}
    return JSONResponse({"type": "user", "name": "somebody", "auth": {"accessToken": access}})


def _resolve(hub: LocalHub, request: Request) -> Response:
    """What the hub says of a file, and where it lies."""
    name, has_token = request.path_params["file"], _has_token(hub, request)
    fault = hub.faults.take(AT_THE_HUB, name)
    if fault is not None and fault.kind == "loop":
        return RedirectResponse(str(request.url), 307)
    if fault is not None and fault.kind not in ("changed", "no-etag"):
        return _hub_problem(fault, has_token)
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    if repository.gated and not (has_token and hub.token_opens):
        return _problem(403 if has_token else 401, "GatedRepo", f"Access to model {repository.name} is restricted.")
    file = repository.commits[commit].get(name)
    if file is None:
        return _problem(404, "EntryNotFound", "Entry not found", {"X-Repo-Commit": commit})
    etag = f'"{"0" * 64}"' if fault is not None and fault.kind == "changed" else file.etag
    headers = {"X-Repo-Commit": commit, "Accept-Ranges": "bytes"}
    if fault is None or fault.kind != "no-etag":
        headers |= {"X-Linked-Etag": etag, "X-Linked-Size": str(file.num_bytes), "ETag": etag}
    if file.sha256:
        return RedirectResponse(hub.sign(repository.name, file), 302, headers)
    address = f"/api/resolve-cache/models/{repository.name}/{commit}/{quote(name)}"
    return RedirectResponse(address, 307, headers)


def _small_file(hub: LocalHub, request: Request) -> Response:
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    file = repository.commits[commit].get(request.path_params["file"])
    if file is None:
        return _problem(404, "EntryNotFound", "Entry not found")
    fault = hub.faults.take(AT_THE_STORAGE, file.name)
    headers = {"X-Repo-Commit": commit, "ETag": file.etag}
    return _body(hub, request, repository.name, file, fault, headers)


# --- the storage's side -------------------------------------------------------------------------------------------


def _storage_app(hub: LocalHub) -> Starlette:
    async def blob(request: Request) -> Response:
        response = _blob(hub, request)
        hub.note("storage", request, response.status_code)
        return response

    return Starlette(routes=[Route("/{digest}", blob, methods=["GET", "HEAD"])])


def _blob(hub: LocalHub, request: Request) -> Response:
    signature = request.query_params.get("signature", "")
    signed = hub.signed(signature)
    fault = hub.faults.take(AT_THE_STORAGE, signed[1].name) if signed is not None else None
    if signed is None or (fault is not None and fault.kind == "expired"):
        hub.revoke(signature)
        return Response("<Error><Code>AccessDenied</Code></Error>", 403, media_type="application/xml")
    repository, file = signed
    return _body(hub, request, repository, file, fault, {"Accept-Ranges": "bytes"})


def _body(
    hub: LocalHub, request: Request, repository: str, file: HubFile, fault: Fault | None, headers: Mapping[str, str]
) -> Response:
    """The bytes that were asked for, or what ``fault`` makes of them."""
    kind = "" if fault is None else fault.kind
    if kind == "storage-page":
        return HTMLResponse(PAGE)
    if fault is not None and kind in ("storage-limited", "storage-error"):
        later = {"Retry-After": str(fault.seconds)} if fault.seconds else {}
        return Response("<Error/>", 429 if kind == "storage-limited" else 503, later, "application/xml")
    total = file.num_bytes + (1 if kind == "resized" else 0)
    asked = _range(request.headers.get("range", ""), file.num_bytes)
    if asked is None:
        return Response(status_code=416, headers={"Content-Range": f"bytes */{file.num_bytes}"})
    start, end = asked
    status = 206 if "range" in request.headers and kind != "whole" else 200
    if kind == "whole":
        start, end = 0, file.num_bytes
    elif kind == "short":
        end = max(start + 1, (start + end) // 2)
    elif kind == "shifted":
        start, end = (start - 1, end - 1) if start else (start + 1, min(end + 1, file.num_bytes))
    more = 1000 if kind == "long" else 0
    told = dict(headers) | {"Content-Length": str(end - start + more)}
    if status == 206:
        told["Content-Range"] = f"bytes {start}-{end - 1}/{total}"
    if request.method == "HEAD":
        return Response(status_code=status, headers=told)
    chunks = _sending(hub, repository, file, (start, end), more, fault)
    return StreamingResponse(chunks, status, told, "application/octet-stream")


def _range(text: str, size: int) -> tuple[int, int] | None:
    """``bytes=A-B`` as a half-open range; None where there is no such part of the file."""
    if not text:
        return 0, size
    first, _, last = text.removeprefix("bytes=").partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        return None
    start, end = int(first), min(int(last) + 1, size) if last else size
    return (start, end) if start < end else None


async def _sending(
    hub: LocalHub, repository: str, file: HubFile, part: tuple[int, int], more: int, fault: Fault | None
) -> AsyncIterator[bytes]:
    kind, done = "" if fault is None else fault.kind, 0
    for chunk in _chunks(file.path, *part, more):
        if fault is not None and kind in ("truncated", "stalled") and done + len(chunk) > fault.after_bytes:
            chunk = chunk[: fault.after_bytes - done]
            hub.count(repository, file.name, len(chunk))
            yield chunk
            while kind == "stalled" and not hub.is_closing:
                await hub.wait_closing(0.05)
                yield b""  # fails once the reader is gone
            return
        if fault is not None and kind == "flipped" and done <= fault.after_bytes < done + len(chunk):
            place = fault.after_bytes - done
            chunk = chunk[:place] + bytes([chunk[place] ^ 1]) + chunk[place + 1 :]
        if fault is not None and kind == "dripping":
            async for drop in _dripping(hub, chunk, fault.bytes_per_s):
                hub.count(repository, file.name, len(drop))
                yield drop
            continue
        done += len(chunk)
        hub.count(repository, file.name, len(chunk))
        yield chunk


async def _dripping(hub: LocalHub, chunk: bytes, bytes_per_s: int) -> AsyncIterator[bytes]:
    size = max(bytes_per_s // 20, 1)
    for place in range(0, len(chunk), size):
        await hub.wait_closing(0.05)
        if hub.is_closing:
            return
        yield chunk[place : place + size]


def _chunks(path: Path, start: int, end: int, more: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while start < end:
            chunk = file.read(min(CHUNK_BYTES, end - start))
            if not chunk:
                return
            start += len(chunk)
            yield chunk
    if more:
        yield bytes(more)


def _socket(port: int) -> socket.socket:
    sock = bind(_HOST, port)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)  # those that it accepts have it, too
    return sock


def serve(folder: Path, port: int = 0) -> None:
    """Serve a folder until the process is interrupted, and say where on the standard output."""
    with LocalHub(port) as hub:
        single = (folder / "config.json").is_file()
        repositories = [folder] if single else sorted(path for path in folder.glob("*/*") if path.is_dir())
        for path in repositories:
            hub.add(f"{'local' if single else path.parent.name}/{path.name}", path)
        sys.stdout.write(json.dumps({"endpoint": hub.url, "repositories": sorted(hub.repositories)}) + "\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    try:
        serve(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    except KeyboardInterrupt:
        _log.info("ended")
