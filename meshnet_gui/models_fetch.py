"""``meshnet models add``, ``get`` and ``verify``: the core does it, and the terminal says how far it is.

The core is the product's own, in the swarm, so that members give what they hold. Ctrl-C pauses: what has come stays on
the disk, and the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from meshnet_gui.amounts import bytes_text, duration_text
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.headless import running
from meshnet_gui.modelstore.certified import known_needs
from meshnet_gui.modelstore.fits import Fits
from meshnet_gui.modelstore.forecast import needed_bytes
from meshnet_gui.modelstore.piece_bytes import piece_bytes
from meshnet_gui.modelstore.pieces import piece_of
from meshnet_gui.modelstore.sizes import model_sizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.runtime.adding import find_here
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.fitting import fits_now
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.runtime.snapshot import ModelCheck, Snapshot
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.terminal import CheckLine, FetchLine, origin_text, shown
from meshnet_gui.types import Span

PAUSE_DEADLINE_S = 20.0
_POLL_S = 0.2
NO_MODELS = (
    "No models yet. meshnet models starter brings in a small one; meshnet models catalogue shows what there is; "
    "meshnet models import PATH takes yours."
)
OF_MODELS = ("models_max_bytes", "share_weights", "upload_bytes_per_s", "hub_endpoint")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a fetch brought. Units: bytes, seconds; ``hub_bytes`` and ``peer_bytes`` as they were counted last."""

    wanted_bytes: int
    seconds: float
    hub_bytes: int = 0
    peer_bytes: int = 0
    num_peers: int = 0
    dropped: tuple[str, ...] = ()

    def text(self) -> str:
        """``420 MB in 12 s, from the hub``."""
        line = f"{bytes_text(self.wanted_bytes)} in {duration_text(self.seconds)}"
        origin = origin_text(self.hub_bytes, self.peer_bytes, self.num_peers)
        return f"{line}, from {origin}" if origin else line


def run_add(options: argparse.Namespace) -> int:
    """Makes a model known by its small files alone; the exit code."""
    store = default_store()
    with _started(options) as core:
        spec = _known(core, store, options)
    if options.json:
        print(json.dumps({"name": spec.name, "path": str(spec.path), "identity": str(spec.identity)}))
        return 0
    print(f"{spec.name} is known here: {spec.num_layers} layers, {bytes_text(spec.weight_bytes)}.")
    print(f"Chat through a swarm that serves it: meshnet chat --model {spec.name}")
    print(f"Bring layers of it here: meshnet models get {spec.name} --layers 0-{min(spec.num_layers, 10)}")
    return 0


def run_get(options: argparse.Namespace) -> int:
    """Brings the wanted layers here; the exit code, 130 where it was paused."""
    store = default_store()
    with _started(options) as core:
        spec = _known(core, store, options)
        span = spec.chosen_span(options.layers)
        missing = missing_bytes(store, spec, span)
        if not options.json:
            picture = core.snapshot()
            for line in plan_lines(picture, spec, span, missing, fits_of(picture, store, spec)):
                print(line, file=sys.stderr, flush=True)
        fetched = Fetched(0, 0.0)
        if spec.missing(span):
            try:
                fetched = _fetch(core, spec, options.layers, missing, quiet=options.json)
            except KeyboardInterrupt:
                return _pause(core, spec, options)
    return _say_here(store.get(spec.name), span, fetched, as_json=options.json)


def users_own() -> dict[str, Any]:
    """What the user's settings say of models: where to look, how much may lie here and be handed out."""
    own = SettingsFile().load()[0]
    return {name: getattr(own, name) for name in OF_MODELS}


def run_verify(options: argparse.Namespace) -> int:
    """Checks one model or all of them; the exit code, 1 where anything was wrong."""
    store = default_store()
    names = [options.name] if options.name else [spec.name for spec in store.list()]
    broken = [] if options.name else [ModelCheck(p.name, False, f"{p.name}: {p.text}") for p in store.problems()]
    found = [*broken, *(_checked(names, options) if names else ())]
    if options.json:
        print(json.dumps([asdict(each) for each in found]))
    elif not found:
        print(NO_MODELS)
    for each in found if not options.json else ():
        print(shown(each.text))
    return 0 if all(each.is_sound for each in found) else 1


def _checked(names: Sequence[str], options: argparse.Namespace) -> Iterator[ModelCheck]:
    """One after the other; the hub is asked, members are not."""
    with running(assemble(Plan(Settings(**users_own()), swarm="", only_fetches=True))) as core:
        for name in names:
            yield _wait(core.verify_model(name)) if options.json else _checked_aloud(core, name)


def _checked_aloud(core: Core, name: str) -> ModelCheck:
    line = CheckLine(name)
    line.show()
    try:
        return _wait(core.verify_model(name, line), line.show)
    finally:
        line.end()


@contextmanager
def _started(options: argparse.Namespace) -> Iterator[Core]:
    """A core that fetches and serves nothing, in the swarm unless members are not to be asked; always stopped."""
    if options.no_peers and options.swarm:
        raise UserError("--no-peers asks no member of any swarm.", "Leave --swarm or --no-peers out.")
    settings = Settings(**users_own() | {"share_weights": False})
    swarm = "" if options.no_peers else options.swarm
    plan = Plan(settings, swarm=swarm, only_fetches=True, use_hub=not options.no_hub)
    with running(assemble(plan)) as core:
        yield core


def _known(core: Core, store: ModelStore, options: argparse.Namespace) -> ModelSpec:
    """The model in the store, added where it was not there."""
    here = find_here(store, options.name, options.revision)
    if here is not None:
        return here
    if not options.json:
        print(f"Looking for {shown(options.name)}...", file=sys.stderr, flush=True)
    return store.get(_wait(core.add_model(options.name, options.revision)).name)


def missing_bytes(store: ModelStore, spec: ModelSpec, span: Span) -> int:
    """The bytes of all tensors that a shard of ``span`` needs and that are not here."""
    missing = frozenset(spec.missing(span))
    if not missing:
        return 0
    tensors = store.tensors(spec).tensors
    return sum(t.num_bytes for t in tensors if piece_of(t.name, spec.num_layers) in missing)


# -- what is said -------------------------------------------------------------------------------------------------


def plan_lines(picture: Snapshot, spec: ModelSpec, span: Span, missing: int, found: Fits) -> Iterator[str]:
    """What is about to be fetched and how the model fits this computer."""
    yield f"{spec.name}: {spec.num_layers} layers, {bytes_text(spec.weight_bytes)} ({shown(str(spec.identity))})"
    yield from map(shown, found.sentences)
    if missing:
        yield f"Layers {span}: {bytes_text(missing)} to get, {bytes_text(picture.disk.free_bytes)} free on this disk."
        precision = picture.settings.precision
        needed = needed_bytes(model_sizes(spec).of_span(span, precision), precision)
        yield f"Serving them takes {bytes_text(needed)} of memory, {bytes_text(picture.free_bytes)} are free."


def fits_of(picture: Snapshot, store: ModelStore, spec: ModelSpec) -> Fits:
    """How a model of the store fits, known from its list of tensors."""
    entries = (tensor.entry for tensor in store.tensors(spec).tensors)
    stored = piece_bytes(
        entries, spec.num_layers, tied=spec.tied, ids_everywhere=known_needs(spec.model_type).both_ends
    )
    return fits_now(picture, model_sizes(spec), stored, spec.context_tokens, str(spec.identity))


def fits_object(found: Fits) -> dict[str, object]:
    """The same for programs. Units: bytes."""
    content: dict[str, object] = {"alone": found.alone, "peers_like_me": found.peers_like_me}
    content |= {"my_span": str(found.my_span or ""), "disk_bytes": found.disk_bytes}
    content |= {"alone_in": found.alone_in, "memory_bytes": found.memory_bytes}
    content |= {"covered": [str(span) for span in found.covered]}
    return content | {"missing": [str(span) for span in found.missing], "sentences": list(found.sentences)}


# -- the fetch ----------------------------------------------------------------------------------------------------


def _fetch(core: Core, spec: ModelSpec, layers: Span | None, missing: int, *, quiet: bool) -> Fetched:
    line = FetchLine(spec.name, layers or spec.full_span())
    unsubscribe = core.events.subscribe(line)
    started = time.monotonic()
    try:
        _wait(core.fetch_layers(spec.name, layers), (lambda: None) if quiet else line.show)
    finally:
        unsubscribe()
        if not quiet:
            line.end()
    last = line.last
    seconds = time.monotonic() - started
    return Fetched(missing, seconds, last.hub_bytes, last.peer_bytes, last.num_peers, last.dropped)


def _wait(future: Future[_T], meanwhile: Callable[[], None] = lambda: None) -> _T:
    """The future's result; a wait without end would not let Ctrl-C in on Windows."""
    while not future.done():
        with suppress(TimeoutError):
            future.exception(_POLL_S)
        meanwhile()
    return future.result()


def _pause(core: Core, spec: ModelSpec, options: argparse.Namespace) -> int:
    try:
        core.pause_fetch(spec.name).result(PAUSE_DEADLINE_S)
    except (MeshnetError, TimeoutError):
        print("It could not be paused in time; what has come is kept all the same.", file=sys.stderr)
    layers = f" --layers {options.layers}" if options.layers else ""
    told = f"Paused: what has come stays here. It goes on with: meshnet models get {spec.name}{layers}"
    print(told, file=sys.stderr, flush=True)
    return 130


def _say_here(spec: ModelSpec, span: Span, fetched: Fetched, *, as_json: bool) -> int:
    if as_json:
        content: dict[str, object] = {"name": spec.name, "path": str(spec.path), "identity": str(spec.identity)}
        content |= {"layers": str(span), "held": [str(held) for held in spec.held_spans()]}
        counts: dict[str, float] = {"fetched_bytes": fetched.wanted_bytes, "seconds": round(fetched.seconds, 3)}
        counts |= {"hub_bytes": fetched.hub_bytes, "peer_bytes": fetched.peer_bytes, "num_peers": fetched.num_peers}
        print(json.dumps(content | counts | {"dropped": list(fetched.dropped)}))
        return 0
    came = f" ({fetched.text()})" if fetched.wanted_bytes else " already"
    print(f"Layers {span} of {spec.name} are here{came}.")
    for source in fetched.dropped:
        print(f"Left out: {shown(source)}")
    print(f"Serve them: meshnet node --model {spec.name} --layers {span}")
    return 0
