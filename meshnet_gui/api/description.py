"""The OpenAPI description of the API: what FastAPI finds, with the key, and what goes wrong as it is really told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI

from meshnet_gui.api.errors import OLLAMA_PATHS

_TOLD = {
    "400": "The body is malformed, a value is out of range, or the conversation is too long",
    "401": "The key is missing or wrong",
    "403": "The request comes from a web page, or by a name that is not this computer's",
    "404": "There is no such model",
    "408": "The body did not arrive in time",
    "413": "The body is too large",
    "415": "The body is not JSON",
    "429": "Too many requests are waiting",
    "503": "Nobody serves some layers, or the answer broke off",
    "507": "Nobody who serves some layers has room for this conversation",
}
_ALWAYS = ("401", "403", "408", "413")
_OF_ANSWERS = ("429", "503", "507")
_LATER = ("429", "503")
_OPENAI_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["message", "type", "param", "code"],
            "properties": {
                "message": {"type": "string"},
                "type": {"type": "string"},
                "param": {"type": ["string", "null"]},
                "code": {"type": ["string", "null"]},
            },
        }
    },
}
_OLLAMA_ERROR = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}


def describing(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """What ``app.openapi`` is to be."""
    found = app.openapi

    def describe() -> dict[str, Any]:
        is_new = app.openapi_schema is None
        description = found()
        return _completed(description) if is_new else description

    return describe


def _completed(description: dict[str, Any]) -> dict[str, Any]:
    components = description.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas |= {"OpenAIError": _OPENAI_ERROR, "OllamaError": _OLLAMA_ERROR}
    components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    description["security"] = [{"key": []}]
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            _complete(path, method, operation)
    return description


def _complete(path: str, method: str, operation: dict[str, Any]) -> None:
    told = operation["responses"]
    told.pop("422", None)
    if path == "/health":
        operation["security"] = []
        told["403"] = _error(path, "403")
        return
    statuses = [*_ALWAYS, *(("400", "415") if method == "post" else ())]
    if method == "post" or "{" in path:
        statuses.append("404")
    if operation.get("x-answers"):
        statuses += _OF_ANSWERS
    for status in sorted(statuses):
        told[status] = _error(path, status)


def _error(path: str, status: str) -> dict[str, Any]:
    kind = "OllamaError" if path.startswith(OLLAMA_PATHS) else "OpenAIError"
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind}"}}}
    described: dict[str, Any] = {"description": _TOLD[status], "content": content}
    if status in _LATER:
        described["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds"}}
    return described


def answering(*content_types: str) -> dict[str, Any]:
    """For a route whose reply is an answer: a whole one, or one of these streams."""
    whole = {"application/json": {"schema": {"type": "object"}}}
    streams: dict[str, Any] = {kind: {} for kind in content_types}
    told: dict[int | str, dict[str, Any]] = {200: {"description": "The answer", "content": whole | streams}}
    return {"responses": told, "openapi_extra": {"x-answers": True}}
