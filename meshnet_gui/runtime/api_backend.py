"""What the API asks of the program, answered by its chats, its models and its settings."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from meshnet_gui.api.backend import AskedModel
from meshnet_gui.head.chat import Chat, ChatTokenizer, Question
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.library import Library
from meshnet_gui.settings import Settings
from meshnet_gui.types import NodeStatus, SamplingParams


class ApiBackend:
    """Implements ``api.backend.Backend``. Threads: the core loop only."""

    def __init__(
        self,
        chat: Chat,
        library: Library,
        settings: Callable[[], Settings],
        hear: Callable[[object], None] = lambda event: None,
        here: Callable[[], Sequence[NodeStatus]] = lambda: (),
    ) -> None:
        self._chat = chat
        self._library = library
        self._settings = settings
        self._hear = hear  # what happens to the answers, for the figures
        self._here = here

    def models(self) -> Sequence[AskedModel]:
        """Those of the store, also where only their small files are here and members serve the rest."""
        chosen = self._library.chosen()
        first = chosen.name if chosen is not None else ""
        specs = sorted(self._library.specs, key=lambda spec: (spec.name != first, spec.name.lower()))
        loaded = {shard.identity for node in self._here() for shard in node.ready_shards()}
        return tuple(self._asked(spec, is_loaded=str(spec.identity) in loaded) for spec in specs)

    def find(self, name: str) -> ModelSpec:
        return self._library.find(name)

    def usual_sampling(self) -> SamplingParams:
        settings = self._settings()
        return SamplingParams(
            settings.temperature,
            settings.top_p,
            settings.top_k,
            settings.repetition_penalty,
            seed=secrets.randbits(31),
        )

    async def tokenizer(self, spec: ModelSpec) -> ChatTokenizer:
        return await self._library.tokenizer(spec)

    def ask(self, question: Question, generation_id: str, publish: Callable[[object], None]) -> None:
        def tell(event: object) -> None:
            self._hear(event)
            publish(event)

        self._chat.ask(question, generation_id, tell)

    async def stop(self, generation_id: str) -> None:
        await self._chat.stop(generation_id)

    def _asked(self, spec: ModelSpec, *, is_loaded: bool) -> AskedModel:
        return AskedModel(
            spec.name,
            self._library.came_at(spec),
            spec.context_tokens,
            is_loaded,
            spec.weight_bytes,
            spec.identity.quantisation,
        )
