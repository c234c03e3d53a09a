"""The commands of the core that models, sharing and swarms carry out by themselves, without anything of the rest."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.runtime.api_service import ApiService
from meshnet_gui.runtime.governor.processes import running_apps
from meshnet_gui.runtime.models import Models
from meshnet_gui.runtime.sharing import Sharing
from meshnet_gui.runtime.snapshot import FoundModel, ModelCheck
from meshnet_gui.runtime.swarm import OwnSwarm
from meshnet_gui.runtime.updates import Updates
from meshnet_gui.types import Span

_T = TypeVar("_T")


class HandedOn(ABC):
    """A part of ``runtime.core.Core``. See ``runtime.commands`` for what they do."""

    _models: Models
    _swarm: OwnSwarm
    _sharing: Sharing
    _api: ApiService
    _updates: Updates

    @abstractmethod
    def _submit(self, coroutine: Coroutine[Any, Any, _T]) -> Future[_T]:
        """Runs a command on the core loop."""

    # -- models -------------------------------------------------------------------------------------------------------

    def fetch_layers(self, model: str, span: Span | None) -> Future[None]:
        return self._submit(self._models.fetches.fetch(model, span))

    def pause_fetch(self, model: str) -> Future[None]:
        return self._submit(self._models.fetches.pause(model))

    def resume_fetch(self, model: str) -> Future[None]:
        return self._submit(self._models.fetches.resume(model))

    def cancel_fetch(self, model: str) -> Future[None]:
        return self._submit(self._models.fetches.cancel(model))

    def remove_model(self, model: str) -> Future[None]:
        return self._submit(self._models.remove(model))

    def remove_layers(self, model: str, span: Span) -> Future[int]:
        return self._submit(self._models.remove_layers(model, span))

    def verify_model(self, model: str, progress: Progress = silent) -> Future[ModelCheck]:
        return self._submit(self._models.verify(model, progress))

    def remove_leftovers(self) -> Future[int]:
        return self._submit(self._models.remove_leftovers())

    def search_hub(self, text: str) -> Future[tuple[FoundModel, ...]]:
        return self._submit(self._models.search(text))

    def sign_in_to_hub(self, token: str) -> Future[None]:
        return self._submit(self._models.sign_in(token))

    def look_at_account(self) -> Future[None]:
        return self._submit(self._models.look_at_account())

    # -- sharing ------------------------------------------------------------------------------------------------------

    def set_contributing(self, on: bool, **changes: Any) -> Future[None]:
        return self._submit(self._sharing.contribute(on, **changes))

    def set_sharing(self, position: str, **changes: Any) -> Future[None]:
        return self._submit(self._sharing.switch(position, **changes))

    def pause_for(self, seconds: float) -> Future[None]:
        return self._submit(self._sharing.pause_for(seconds))

    def running_apps(self) -> Future[tuple[str, ...]]:
        return self._submit(asyncio.to_thread(running_apps))

    def set_metered(self, value: bool | None) -> None:
        self._sharing.set_metered(value)

    # -- swarms -------------------------------------------------------------------------------------------------------

    def create_swarm(self, name: str) -> Future[None]:
        return self._submit(self._swarm.create(name))

    def use_swarm(self, name: str) -> Future[None]:
        return self._submit(self._swarm.use(name))

    def leave_swarm(self, name: str) -> Future[None]:
        return self._submit(self._swarm.leave(name))

    def rotate_swarm(self, name: str) -> Future[None]:
        return self._submit(self._swarm.rotate(name))

    def swarm_invite(self, name: str) -> Future[str]:
        return self._submit(self._swarm.invite(name))

    # -- the API ------------------------------------------------------------------------------------------------------

    def api_key(self) -> Future[str]:
        return self._submit(self._api.key())

    def new_api_key(self) -> Future[str]:
        return self._submit(self._api.new_key())

    # -- newer versions -----------------------------------------------------------------------------------------------

    def look_for_update(self) -> Future[None]:
        return self._submit(self._updates.look())

    def dismiss_update(self) -> Future[None]:
        return self._submit(self._updates.dismiss())
