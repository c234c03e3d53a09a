"""What all endpoints share: the backend, the line, and which model a request means."""

from __future__ import annotations

from dataclasses import dataclass

from meshnet_gui.api.backend import AskedModel, Backend
from meshnet_gui.api.errors import no_such_model
from meshnet_gui.api.line import Line
from meshnet_gui.api.request_log import current
from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.spec import ModelSpec


@dataclass(frozen=True, slots=True)
class Desk:
    """One for all requests."""

    backend: Backend
    line: Line

    def models(self) -> tuple[AskedModel, ...]:
        return tuple(self.backend.models())

    def model(self, name: str) -> ModelSpec:
        """The model that a request names. Raises ApiError 404 with those that there are."""
        current().note_model(name)
        names = [model.name for model in self.models()]
        if name not in names:
            raise no_such_model(name, names)
        try:
            return self.backend.find(name)
        except UserError as exc:
            raise no_such_model(name, names) from exc
