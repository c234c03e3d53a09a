"""What the API asks of the rest of the program; ``runtime`` hands it in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.head.chat import ChatTokenizer, Question
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import SamplingParams


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A model that can be asked; ``is_loaded``: this computer has layers of it ready.

    ``created`` is in seconds since 1970.
    """

    name: str
    created: int
    context_tokens: int
    is_loaded: bool = False
    num_bytes: int = 0
    quantisation: str = ""


class Backend(Protocol):
    """Threads: the core loop only."""

    def models(self) -> Sequence[AskedModel]:
        """The models on this computer, the one that chats use first."""

    def find(self, name: str) -> ModelSpec:
        """A model by its name. Raises UserError."""

    def usual_sampling(self) -> SamplingParams:
        """What the settings say, where a request leaves something open."""

    async def tokenizer(self, spec: ModelSpec) -> ChatTokenizer:
        """The model's. Raises BadModelFile."""

    def ask(self, question: Question, generation_id: str, publish: Callable[[object], None]) -> None:
        """Begins an answer (``head.chat.Chat.ask``)."""

    async def stop(self, generation_id: str) -> None:
        """Stops an answer and waits until it has ended; an unknown id is ignored."""
