"""The API as one ASGI app: the endpoints behind the gate, and every error in OpenAI's shape."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from meshnet_gui.api.backend import Backend
from meshnet_gui.api.chat_completions import chat_completions
from meshnet_gui.api.completions import completions
from meshnet_gui.api.description import describing
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.errors import ApiError, from_failure
from meshnet_gui.api.gate import App, Gate
from meshnet_gui.api.line import Line
from meshnet_gui.api.models import models
from meshnet_gui.api.ollama import ollama
from meshnet_gui.api.request_log import CLIENT_LEFT, RequestLog, current
from meshnet_gui.api.responses import responses
from meshnet_gui.api.stream import ClientLeft
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.events import GenerationFailed

log = logging.getLogger(__name__)

_HTTP = {
    400: ("The body is no JSON that can be understood.", "invalid_request"),
    404: ("There is nothing at {path!r}.", "not_found"),
    405: ("This method is not for {path!r}.", "method_not_allowed"),
}


def make_app(
    backend: Backend,
    line: Line,
    key: Callable[[], str],
    hosts: Callable[[], Collection[str]] = lambda: (),
    requests: RequestLog | None = None,
) -> App:
    """The whole API. ``key`` and ``hosts`` (names beside this computer's own) are asked anew for each request."""
    desk = Desk(backend, line)
    app = FastAPI(title="Meshnet", version="1", docs_url=None, redoc_url=None)
    for router in (chat_completions(desk), completions(desk), responses(desk), ollama(desk), models(desk)):
        app.include_router(router)
    app.add_exception_handler(ApiError, _said)
    app.add_exception_handler(MeshnetError, _in_words)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientLeft, _left)
    app.add_exception_handler(Exception, _failed)

    @app.get("/health", summary="Whether it answers")
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)  # Ollama's clients knock here first
    async def greeting() -> PlainTextResponse:
        return PlainTextResponse("Meshnet is running")

    app.openapi = describing(app)  # type: ignore[method-assign]
    gate = Gate(app, key, hosts)
    return gate if requests is None else requests.around(gate)


async def _said(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, ApiError)
    current().note_status(exc.status, exc.name)
    return JSONResponse(exc.content(request.url.path), exc.status, exc.headers)


async def _in_words(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, MeshnetError)
    failed = GenerationFailed("", exc.text, exc.hint, "", isinstance(exc, UserError), type(exc).__name__)
    return await _said(request, from_failure(failed))


async def _malformed(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, RequestValidationError)
    problem: dict[str, Any] = next(iter(exc.errors()), {})
    if problem.get("type") == "json_invalid":
        return await _said(request, ApiError(400, _no_json(problem), "invalid_request"))
    where = ".".join(str(part) for part in problem.get("loc", ())[1:])[:200]
    what = _in_plain_words(problem)
    return await _said(request, ApiError(400, f"{where or 'The body'}: {what}", "invalid_request", where or None))


def _in_plain_words(problem: dict[str, Any]) -> str:
    """The commonest mistakes, and the library's words for the others."""
    limits, kind = problem.get("ctx", {}), problem.get("type")
    if kind == "missing":
        return "this is required."
    if kind == "model_attributes_type":
        return "this has to be a JSON object."
    if kind == "too_short":
        return f"at least {limits.get('min_length')} needed."
    if kind == "too_long":
        most = limits.get("max_length")
        return f"at most {most} allowed." if most else "not supported at this path."
    return str(problem.get("msg", "it cannot be understood"))[:300]


def _no_json(problem: dict[str, Any]) -> str:
    """Where the body stops being JSON, and why."""
    place = str(problem.get("loc", ("", ""))[-1])[:20]
    why = str(problem.get("ctx", {}).get("error", ""))[:200]
    return f"The body is not JSON (at character {place}: {why})."


async def _http(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, HTTPException)
    path = request.url.path[:200]
    text, code = _HTTP.get(exc.status_code, (str(exc.detail)[:300], None))
    return await _said(request, ApiError(exc.status_code, text.format(path=path), code, headers=exc.headers))


async def _left(request: Request, exc: Exception) -> Response:
    return Response(status_code=CLIENT_LEFT)


async def _failed(request: Request, exc: Exception) -> Response:
    log.error("a request to the API failed", exc_info=exc)
    return await _said(request, ApiError(500, "Something went wrong. See the log.", "internal_error"))
