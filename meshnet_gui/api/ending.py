"""What a program that drains answers to whoever comes late: that it ends."""

from __future__ import annotations

import json

from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.request_log import Receive, Scope, Send

RETRY_AFTER_S = 30


async def refuse_new(scope: Scope, receive: Receive, send: Send) -> None:
    """An ASGI app that takes no request."""
    error = ApiError(503, "Meshnet is ending on this computer.", "ending", headers={"retry-after": str(RETRY_AFTER_S)})
    body = json.dumps(error.content(scope["path"])).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers.append((b"retry-after", error.headers["retry-after"].encode()))
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
