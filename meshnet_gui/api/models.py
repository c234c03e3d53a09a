"""``GET /v1/models`` and ``/v1/models/{id}``: what can be asked."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from meshnet_gui.api.backend import AskedModel
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.errors import no_such_model


def models(desk: Desk) -> APIRouter:
    """The endpoints."""
    router = APIRouter()

    @router.get("/v1/models", summary="The models that can be asked")
    async def every() -> dict[str, Any]:
        return {"object": "list", "data": [_said(model) for model in desk.models()]}

    @router.get("/v1/models/{name:path}", summary="One model")
    async def one(name: str) -> dict[str, Any]:
        known = {model.name: model for model in desk.models()}
        if name not in known:
            raise no_such_model(name, list(known))
        return _said(known[name])

    return router


def _said(model: AskedModel) -> dict[str, Any]:
    return {
        "id": model.name,
        "object": "model",
        "created": model.created,
        "owned_by": "meshnet",
        "context_length": model.context_tokens,
    }
