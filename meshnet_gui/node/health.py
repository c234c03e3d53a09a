"""``GET /health`` alone: for whatever watches over the node on this computer and has no certificate."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from meshnet_gui.concurrency.server import AsgiApp


class HealthOnly:
    """The ASGI app of a node as far as it tells whether it is ready; nothing else is there."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/health":
            await self._app(scope, receive, send)
        else:
            await Response("only /health is here\n", 404)(scope, receive, send)
