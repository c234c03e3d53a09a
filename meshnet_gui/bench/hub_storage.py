"""The storage behind a local hub: files at signed addresses, whole or in ranges, and all that may go wrong there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from meshnet_gui.bench.hub_faults import AT_THE_STORAGE, PAGE, Fault
from meshnet_gui.bench.hub_ledger import Ledger
from meshnet_gui.bench.hub_repository import HubFile

CHUNK_BYTES = 64 * 1024


def storage_app(hub: Ledger) -> Starlette:
    async def blob(request: Request) -> Response:
        response = _blob(hub, request)
        hub.note("storage", request, response.status_code)
        return response

    return Starlette(routes=[Route("/{digest}", blob, methods=["GET", "HEAD"])])


def _blob(hub: Ledger, request: Request) -> Response:
    signature = request.query_params.get("signature", "")
    signed = hub.signed(signature)
    fault = hub.faults.take(AT_THE_STORAGE, signed[1].name) if signed is not None else None
    if signed is None or (fault is not None and fault.kind == "expired"):
        hub.revoke(signature)
        return Response("<Error><Code>AccessDenied</Code></Error>", 403, media_type="application/xml")
    repository, file = signed
    return body(hub, request, repository, file, fault, {"Accept-Ranges": "bytes"})


def body(
    hub: Ledger, request: Request, repository: str, file: HubFile, fault: Fault | None, headers: Mapping[str, str]
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
    hub: Ledger, repository: str, file: HubFile, part: tuple[int, int], more: int, fault: Fault | None
) -> AsyncIterator[bytes]:
    kind, done = "" if fault is None else fault.kind, 0
    for chunk in _chunks(file.path, *part, more):
        if fault is not None and kind in ("truncated", "stalled") and done + len(chunk) > fault.after_bytes:
            chunk = chunk[: fault.after_bytes - done]
            hub.count(repository, file.name, len(chunk))
            yield chunk
            while kind == "stalled" and not hub.closing.is_set():
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
        await hub.wait_for_turn(len(chunk))
        done += len(chunk)
        hub.count(repository, file.name, len(chunk))
        yield chunk


async def _dripping(hub: Ledger, chunk: bytes, bytes_per_s: int) -> AsyncIterator[bytes]:
    size = max(bytes_per_s // 20, 1)
    for place in range(0, len(chunk), size):
        await hub.wait_closing(0.05)
        if hub.closing.is_set():
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
