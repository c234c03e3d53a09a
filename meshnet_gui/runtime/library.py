"""The models on this computer as the core needs them: which one is chosen, what a span weighs, and their tokenizers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.errors import BadModelFile, MeshnetError, UserError
from meshnet_gui.head.chat import ChatTokenizer
from meshnet_gui.modelstore.in_use import used_at, written_at
from meshnet_gui.modelstore.manifest import FILE_NAME
from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.sizes import ModelSizes, model_sizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import is_starter
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.snapshot import ModelView
from meshnet_gui.settings import Settings
from meshnet_gui.types import ModelIdentity


class Library:
    """The store's models, as they were when last looked at. Threads: the core loop only.

    ``settings`` says which one is chosen, and the precision in which all are served: their identity says it too.
    """

    def __init__(
        self,
        store: ModelStore,
        compute: ComputeThread,
        load_tokenizer: Callable[[Path], ChatTokenizer],
        settings: Callable[[], Settings],
        model_cuts: Callable[[Path], tuple[int, ...]] | None = None,
    ) -> None:
        self._store = store
        self._compute = compute
        self._load_tokenizer = load_tokenizer
        self._settings = settings
        self._model_cuts = model_cuts
        self._cuts: dict[str, frozenset[int]] = {}
        self._specs: tuple[ModelSpec, ...] = ()
        self._sizes: dict[str, ModelSizes] = {}
        self._held_bytes: dict[str, int] = {}
        self._used_at: dict[str, float] = {}
        self._came_at: dict[str, int] = {}
        self._tokenizers: dict[tuple[str, str], asyncio.Task[ChatTokenizer]] = {}

    async def refresh(self) -> None:
        """Looks at the store anew."""
        self._cuts.clear()  # a name may stand for another model now
        known = {(spec.name, spec.identity): self._sizes[spec.name] for spec in self._specs if spec.name in self._sizes}
        seen = await asyncio.to_thread(_look, self._store, known)
        self._specs, self._sizes, self._held_bytes, self._used_at, self._came_at = seen

    def chosen(self) -> ModelSpec | None:
        """The model that the settings name, else the starter model, else the first; None where there is none."""
        name = self._settings().model
        if name:
            stored = next((s for s in self._specs if s.name == name), None)
        else:
            stored = next((s for s in self._specs if is_starter(s)), next(iter(self._specs), None))
        return None if stored is None else in_precision(stored, self._settings().precision)

    def model(self) -> ModelSpec:
        """The chosen model. Raises UserError where there is none."""
        chosen = self.chosen()
        if chosen is None and self._settings().model:  # says what is wrong with it
            return self.find(self._settings().model)
        if chosen is None:
            raise UserError(
                "There is no model on this computer yet.",
                "Get a small one: meshnet models starter. Or choose one: meshnet models catalogue",
            )
        return chosen

    def find(self, name: str) -> ModelSpec:
        """A model by its name. Raises UserError."""
        stored = next((s for s in self._specs if s.name == name), None)
        return in_precision(stored or self._store.get(name), self._settings().precision)

    async def sizes(self, spec: ModelSpec) -> ModelSizes:
        """What its parts weigh. Raises BadModelFile."""
        if spec.name not in self._sizes:
            self._sizes[spec.name] = await asyncio.to_thread(model_sizes, spec)
        return self._sizes[spec.name]

    async def cuts(self, spec: ModelSpec) -> frozenset[int] | None:
        """The layers where it may be cut; None: anywhere. Raises BadModelFile."""
        if self._model_cuts is None:
            return None
        if spec.name not in self._cuts:
            self._cuts[spec.name] = frozenset(await self._compute.run(self._model_cuts, spec.path))
        return self._cuts[spec.name]

    async def tokenizer(self, spec: ModelSpec) -> ChatTokenizer:
        """The model's tokenizer, loaded once however many ask for it; one that failed is tried again."""
        key = spec.name, spec.identity.weights_digest  # the name may come to stand for another model
        loading = self._tokenizers.get(key)
        if loading is None or (loading.done() and (loading.cancelled() or loading.exception() is not None)):
            loading = asyncio.create_task(self._compute.run(self._load_tokenizer, spec.path), name="tokenizer")
            self._tokenizers[key] = loading
        return await asyncio.shield(loading)

    async def load_tokenizer_early(self) -> None:
        """Before the first question rather than during it; what is wrong with it is told to whoever asks first."""
        chosen = self.chosen()
        if chosen is not None:
            with suppress(MeshnetError):
                await self.tokenizer(chosen)

    def view(self, spec: ModelSpec) -> ModelView:
        """The model as the snapshot carries it."""
        return ModelView(
            spec.name,
            str(spec.identity),
            spec.num_layers,
            spec.context_tokens,
            spec.weight_bytes,
            self._sizes.get(spec.name),
            held=spec.held_spans(),
            held_bytes=self._held_bytes.get(spec.name, 0),
            is_whole=not spec.missing(spec.full_span()),
            can_fetch=spec.held is not None,
            used_at=self._used_at.get(spec.name, 0.0),
        )

    def came_at(self, spec: ModelSpec) -> int:
        """When it came here, in seconds since 1970; 0 where nobody knows."""
        return self._came_at.get(spec.name, 0)

    @property
    def specs(self) -> tuple[ModelSpec, ...]:
        """All of them, in the precision in which they are stored."""
        return self._specs

    def views(self) -> tuple[ModelView, ...]:
        return tuple(map(self.view, self._specs))


def _look(
    store: ModelStore, known: Mapping[tuple[str, ModelIdentity], ModelSizes]
) -> tuple[tuple[ModelSpec, ...], dict[str, ModelSizes], dict[str, int], dict[str, float], dict[str, int]]:
    """The models, and by their names: sizes, what lies here, last use, when they came. ``known`` sizes stay."""
    specs, sizes = tuple(store.list()), dict[str, ModelSizes]()
    for spec in specs:
        with suppress(BadModelFile):  # loading it will say what is wrong
            sizes[spec.name] = known.get((spec.name, spec.identity)) or model_sizes(spec)
    held = {spec.name: spec.held_bytes() for spec in specs}
    came = {spec.name: int(written_at(spec.path / FILE_NAME)) for spec in specs}
    return specs, sizes, held, {spec.name: used_at(spec.path, FILE_NAME) for spec in specs}, came
