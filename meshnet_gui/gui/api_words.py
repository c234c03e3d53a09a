"""What is said of the local API and of requests to it. No widget."""

from __future__ import annotations

from datetime import datetime
from types import MappingProxyType

from meshnet_gui.api.request_log import CLIENT_LEFT, RequestLine
from meshnet_gui.gui.amounts import number_text
from meshnet_gui.gui.translation import mark, tr, tr_count, tr_marked
from meshnet_gui.runtime.snapshot import ApiView

DOTS = MappingProxyType({"off": "off", "starting": "loading", "on": "ready", "failed": "failed"})
"""The state as ``widgets.StateDot`` draws it."""
_FIRST_ERROR = 400
_SHORTEST_S = 0.1
_ERRORS = MappingProxyType(
    {
        "invalid_api_key": mark("wrong key"),
        "wrong_host": mark("a name that is not this computer's"),
        "wrong_origin": mark("a web page"),
        "wrong_content_type": mark("no JSON"),
        "invalid_request": mark("not understood"),
        "model_not_found": mark("no such model"),
        "context_length_exceeded": mark("too long for the model"),
        "no_room": mark("no room for it"),
        "unsupported_content": mark("more than text"),
        "previous_response_not_found": mark("the earlier answer is gone"),
        "invalid_arguments": mark("not understood"),
        "too_many": mark("too many at once"),
        "no_route": mark("layers that nobody serves"),
        "rate_limit_exceeded": mark("too many in line"),
        "too_large": mark("too large"),
        "timeout": mark("too slow"),
        "unavailable": mark("the swarm could not answer"),
        "machine_error": mark("this computer could not answer"),
        "internal_error": mark("something went wrong; see the log"),
    }
)


def state_text(view: ApiView) -> str:
    """``On · 2 requests run, 1 waits``."""
    if view.state == "starting":
        return tr("Starting…")
    if view.state == "failed":
        return tr("It cannot answer.")
    if view.state == "off":
        return tr("Off")
    parts = [tr("On")]
    if view.num_running:
        parts.append(tr_count(view.num_running, "{num} request runs", "{num} requests run"))
    if view.num_waiting:
        parts.append(tr_count(view.num_waiting, "{num} waits", "{num} wait"))
    return " · ".join(parts)


def is_error(line: RequestLine) -> bool:
    """Whether the client did not get what it asked for. One that left did not want it any more."""
    return line.status >= _FIRST_ERROR and line.status != CLIENT_LEFT


def status_text(line: RequestLine) -> str:
    """``200``, ``401 wrong key``, ``running``."""
    if not line.status or not line.seconds:
        return tr("running")
    if line.status == CLIENT_LEFT:
        return tr("left by the program")
    words = tr_marked(_ERRORS[line.error]) if line.error in _ERRORS else line.error
    return f"{line.status} {words}".strip()


def time_text(line: RequestLine) -> str:
    return datetime.fromtimestamp(line.time).strftime("%H:%M:%S")


def tokens_text(num: int) -> str:
    return number_text(num) if num else ""


def seconds_text(line: RequestLine) -> str:
    if not line.seconds:
        return ""
    shown = number_text(max(line.seconds, _SHORTEST_S), 1)
    return tr("<{seconds} s", seconds=shown) if line.seconds < _SHORTEST_S else tr("{seconds} s", seconds=shown)


def base_url(view: ApiView, port: int) -> str:
    """What a tool is told; also before the API is on, where its port is known."""
    return f"{view.address or f'http://127.0.0.1:{port}'}/v1"
