"""The questions that a hub answers: repositories, files, search, accounts. Large files it redirects to its storage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from meshnet_gui.bench.hub_faults import API, AT_THE_HUB, AT_THE_STORAGE, PAGE, Fault
from meshnet_gui.bench.hub_ledger import Ledger
from meshnet_gui.bench.hub_repository import MAIN, HubRepository
from meshnet_gui.bench.hub_storage import body


def front_app(hub: Ledger, storage_url: str) -> Starlette:
    async def info(request: Request) -> Response:
        return _told(hub, request, _info(hub, request))

    async def tree(request: Request) -> Response:
        return _told(hub, request, _tree(hub, request))

    async def search(request: Request) -> Response:
        return _told(hub, request, _api_fault(hub) or _search(hub, request))

    async def whoami(request: Request) -> Response:
        return _told(hub, request, _api_fault(hub) or _whoami(hub, request))

    async def resolve(request: Request) -> Response:
        return _told(hub, request, _resolve(hub, request, storage_url))

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


def _told(hub: Ledger, request: Request, response: Response) -> Response:
    hub.note("hub", request, response.status_code)
    return response


def _problem(status: int, code: str, text: str, headers: Mapping[str, str] | None = None) -> Response:
    told = {"X-Error-Code": code, "X-Error-Message": text} if code else {}
    return JSONResponse({"error": text}, status, headers=told | dict(headers or {}))


def _api_fault(hub: Ledger) -> Response | None:
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


def _repository(hub: Ledger, request: Request) -> HubRepository | None:
    name = f"{request.path_params['owner']}/{request.path_params['name']}"
    repository = hub.repositories.get(name)
    return None if repository is None or (repository.private and not _has_token(hub, request)) else repository


def _has_token(hub: Ledger, request: Request) -> bool:
    return bool(hub.token) and request.headers.get("authorization", "") == f"Bearer {hub.token}"


def _found(hub: Ledger, request: Request) -> tuple[HubRepository, str] | Response:
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


def _info(hub: Ledger, request: Request) -> Response:
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    return JSONResponse(repository.info(commit, with_files="blobs" in request.query_params))


def _tree(hub: Ledger, request: Request) -> Response:
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    return JSONResponse([file.in_tree() for _, file in sorted(repository.commits[commit].items())])


def _search(hub: Ledger, request: Request) -> Response:
    text, limit = request.query_params.get("search", "").lower(), int(request.query_params.get("limit", "100"))
    matching = [each for each in hub.repositories.values() if text in each.name.lower() and not each.private]
    matching.sort(key=lambda each: -each.downloads)
    return JSONResponse([each.info(each.branches[MAIN], with_files=False) for each in matching[:limit]])


def _whoami(hub: Ledger, request: Request) -> Response:
    if not _has_token(hub, request):
        return _problem(401, "", "Invalid username or password.")
    access = {"displayName": "meshnet", "role": "read"}
    return JSONResponse({"type": "user", "name": "somebody", "auth": {"accessToken": access}})


def _resolve(hub: Ledger, request: Request, storage_url: str) -> Response:
    """What the hub says of a file, and where it lies."""
    name, has_token = request.path_params["file"], _has_token(hub, request)
    fault = hub.faults.take(AT_THE_HUB, name)
    if fault is not None and fault.kind == "loop":
        return RedirectResponse(str(request.url), 307)
    if fault is not None and fault.kind not in ("changed", "moved", "no-etag"):
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
    said = "0" * 40 if fault is not None and fault.kind == "moved" else commit
    headers = {"X-Repo-Commit": said, "Accept-Ranges": "bytes"}
    if fault is None or fault.kind != "no-etag":
        headers |= {"X-Linked-Etag": etag, "X-Linked-Size": str(file.num_bytes), "ETag": etag}
    if file.sha256:
        signed = f"{storage_url}/{file.sha256}?signature={hub.sign(repository.name, file)}"
        return RedirectResponse(signed, 302, headers)
    address = f"/api/resolve-cache/models/{repository.name}/{commit}/{quote(name)}"
    return RedirectResponse(address, 307, headers)


def _small_file(hub: Ledger, request: Request) -> Response:
    found = _found(hub, request)
    if isinstance(found, Response):
        return found
    repository, commit = found
    file = repository.commits[commit].get(request.path_params["file"])
    if file is None:
        return _problem(404, "EntryNotFound", "Entry not found")
    fault = hub.faults.take(AT_THE_STORAGE, file.name)
    headers = {"X-Repo-Commit": commit, "ETag": file.etag}
    return body(hub, request, repository.name, file, fault, headers)
