"""What goes wrong, as clients expect it: a status, and ``{"error": {message, type, param, code}}`` as OpenAI has it.

At Ollama's paths it is ``{"error": message}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meshnet_gui.events import GenerationFailed

RETRY_AFTER_S = 5
OLLAMA_PATHS = "/api/"
_STATUS_OF_KIND = {
    "PromptTooLong": (400, "context_length_exceeded"),
    "NoRoute": (503, "no_route"),
    "NoRoom": (507, "no_room"),
}
_PARAM_OF_KIND = {"PromptTooLong": "messages", "BadForm": "response_format"}
_PARAMS_AT = {  # where a path has another name for the field
    "/v1/completions": {"messages": "prompt"},
    "/api/chat": {"response_format": "format"},
    "/api/generate": {"response_format": "format", "messages": "prompt"},
    "/v1/responses": {"messages": "input", "response_format": "text.format"},
}
_TOO_LONG = "This model's maximum context length is exceeded."  # words by which clients know it
_STATUS_OF_PARENT = {"user": (400, "invalid_request"), "other": (503, "unavailable")}
_MACHINE = ("MachineError", "BadModelFile", "DiskFull", "PortInUse")


class ApiError(Exception):
    """An answer that says what is wrong, in place of what was asked for."""

    def __init__(
        self,
        status: int,
        message: str,
        code: str | None = None,
        param: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.param = param
        self.headers = dict(headers or {})

    @property
    def name(self) -> str:
        """The short name of what went wrong."""
        return self.code or self.content()["error"]["type"]

    def content(self, path: str = "") -> dict[str, Any]:
        """The body, as clients of the path read it."""
        if path.startswith(OLLAMA_PATHS):
            field = self.param_at(path)  # which has no place of its own there
            return {"error": self.message if field == self.param else f"{field}: {self.message}"}
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        if self.status == 401:
            kind = "authentication_error"
        if self.status == 429:
            kind = "rate_limit_error"
        return {"error": {"message": self.message, "type": kind, "param": self.param_at(path), "code": self.code}}

    def param_at(self, path: str) -> str | None:
        """The field that is wrong, by the name that requests to the path have for it."""
        return _PARAMS_AT.get(path, {}).get(self.param or "", self.param)


def from_failure(failed: GenerationFailed) -> ApiError:
    """What an answer that broke off becomes."""
    message = f"{failed.text} {failed.hint}".strip()
    if failed.kind == "PromptTooLong":
        message = f"{_TOO_LONG} {failed.text} Send less."  # the hint is for who chats in the window
    if failed.kind in _STATUS_OF_KIND:
        status, code = _STATUS_OF_KIND[failed.kind]
    elif failed.kind in _MACHINE:
        status, code = 500, "machine_error"
    else:
        status, code = _STATUS_OF_PARENT["user" if failed.is_user_error else "other"]
    headers = {"retry-after": str(RETRY_AFTER_S)} if status == 503 else {}
    return ApiError(status, message, code, _PARAM_OF_KIND.get(failed.kind), headers)


def no_such_model(name: str, names: list[str]) -> ApiError:
    """With the list of those that there are."""
    there = f"There are: {', '.join(names)}." if names else "There is no model on this computer yet."
    return ApiError(404, f"The model {name[:200]!r} is not on this computer. {there}", "model_not_found", "model")
