"""``meshnet models``: what lies here, what could, and what is brought in, checked and removed.

``add``, ``get`` and ``verify`` need the core (``models_fetch``); all else asks the store, the catalogue or the hub.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from getpass import getpass
from pathlib import Path

from meshnet_gui.amounts import bytes_text, spoken_list
from meshnet_gui.errors import UserError
from meshnet_gui.models_fetch import NO_MODELS, fits_object, run_add, run_get, run_verify
from meshnet_gui.modelstore.catalogue import CatalogueModel, find
from meshnet_gui.modelstore.disk import ModelUsage, is_fetching
from meshnet_gui.modelstore.fetch.job import discard
from meshnet_gui.modelstore.fetch.wish import remembered
from meshnet_gui.modelstore.fits import Fits
from meshnet_gui.modelstore.names import check_name
from meshnet_gui.modelstore.precision import IN_WORDS
from meshnet_gui.modelstore.progress import Progress
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.runtime.assembly import fetch_starter
from meshnet_gui.runtime.fitting import fits_now
from meshnet_gui.runtime.memory import available_bytes
from meshnet_gui.runtime.snapshot import DiskView, Snapshot
from meshnet_gui.settings import PRECISIONS, SettingsFile, node_limits
from meshnet_gui.terminal import shown
from meshnet_gui.types import Span

COMMIT_DIGITS = 8
SEARCH_LIMIT = 20
MAX_TOKEN_CHARS = 500


def run_models(options: argparse.Namespace) -> int:
    """Runs one of the actions and returns the exit code."""
    return _ACTIONS[options.action](options)


# -- what is here -------------------------------------------------------------------------------------------------


def _list(options: argparse.Namespace) -> int:
    store = default_store()
    specs = store.list()
    usage = {each.name: each for each in store.usage()}
    if options.json:
        print(json.dumps([_as_object(spec, usage.get(spec.name)) for spec in specs]))
        return 0
    for spec in specs:
        print(_line(spec, usage.get(spec.name)))
    if not specs:
        print(NO_MODELS)
    return 0


def _as_object(spec: ModelSpec, usage: ModelUsage | None) -> dict[str, object]:
    content = asdict(spec) | {"path": str(spec.path), "identity": str(spec.identity)}
    content |= {"held": [str(span) for span in spec.held_spans()], "is_whole": spec.held is None}
    wish = remembered(spec)
    content |= {
        "unfinished": "" if wish is None else str(wish.span or ""),
        "paused": wish is not None and wish.is_paused,
    }
    if usage is not None:
        content |= {"bytes": usage.num_bytes, "can_fetch": usage.can_fetch, "in_use": usage.in_use}
    return content


def _line(spec: ModelSpec, usage: ModelUsage | None) -> str:
    size = bytes_text(spec.weight_bytes)
    if spec.held is None:
        what = f"{spec.num_layers} layers, {size}"
    else:
        here = bytes_text(usage.num_bytes) if usage is not None else "some"
        what = f"{layers_text(spec.held_spans())} of {spec.num_layers} here, {here} of {size}"
    marks = ["in use"] if usage is not None and usage.in_use else []
    wish = remembered(spec)
    if wish is not None:
        marks.append(
            f"{layers_text((wish.span,) if wish.span else ())} {'paused' if wish.is_paused else 'not all here'}"
        )
    commit = f"{spec.identity.repository}@{spec.identity.revision[:COMMIT_DIGITS]}"
    return ", ".join([f"{spec.name}: {what}", commit, spec.identity.quantisation, *marks])


def layers_text(spans: Sequence[Span]) -> str:
    """``layers 0-5 and 10-20``."""
    return f"layers {spoken_list(spans)}" if spans else "no layers"


def _cancel(options: argparse.Namespace) -> int:
    """What is not all here of a fetch goes; pieces that are stay."""
    store = default_store()
    spec = store.get(options.name)
    had_wish = remembered(spec) is not None
    before = _used_bytes(store, spec.name)
    if not discard(spec):
        raise _fetched_now(spec.name)
    freed = max(0, before - _used_bytes(store, spec.name))
    told = f"The fetch of {spec.name} is given up" if had_wish else f"Nothing of {spec.name} was being fetched"
    return _say_freed(told, freed, options)


def _used_bytes(store: ModelStore, name: str) -> int:
    return next((each.num_bytes for each in store.usage() if each.name == name), 0)


def _fetched_now(name: str) -> UserError:
    return UserError(f"Another program is fetching {name} now.", "Pause or cancel that there.")


def _remove(options: argparse.Namespace) -> int:
    store = default_store()
    if is_fetching(store.root / check_name(options.name)):
        raise _fetched_now(options.name)
    if options.layers is None:
        return _say_freed(f"{options.name} is removed", store.remove(options.name), options)
    freed = store.remove_layers(options.name, options.layers)
    return _say_freed(f"Layers {options.layers} of {options.name} are removed", freed, options)


def _say_freed(text: str, num_bytes: int, options: argparse.Namespace) -> int:
    if options.json:
        print(json.dumps({"name": options.name, "freed_bytes": num_bytes}))
    else:
        print(f"{text}; {bytes_text(num_bytes)} are free again.")
    return 0


def _clean(options: argparse.Namespace) -> int:
    store = default_store()
    leftovers = store.leftovers()
    num_bytes = sum(each.num_bytes for each in leftovers)
    if not options.dry_run:
        store.remove_leftovers()
    if options.json:
        items = [{"path": str(each.path), "bytes": each.num_bytes, "what": each.what} for each in leftovers]
        print(json.dumps({"leftovers": items, "bytes": num_bytes, "deleted": not options.dry_run}))
        return 0
    for each in leftovers:
        print(f"{each.path}: {each.what}, {bytes_text(each.num_bytes)}")
    done = "could be deleted" if options.dry_run else "deleted"
    print(f"{bytes_text(num_bytes)} {done}." if leftovers else "Nothing lies here that no model needs.")
    return 0


# -- what is brought in -------------------------------------------------------------------------------------------


def _import(options: argparse.Namespace) -> int:
    limit_bytes = SettingsFile().load()[0].models_max_bytes
    spec = default_store().import_path(options.path, options.name, progress_line(options.json), limit_bytes)
    if options.name not in (None, spec.name):
        told = f"This model is here already, under the name {spec.name}: it keeps it and was not named {options.name}."
        print(told, file=sys.stderr)
    return _say_imported(spec.name, spec.path, options.json)


def _starter(options: argparse.Namespace) -> int:
    spec = fetch_starter(default_store(), progress_line(options.json))
    return _say_imported(spec.name, spec.path, options.json)


def _say_imported(name: str, path: Path, as_json: bool) -> int:
    print(json.dumps({"name": name, "path": str(path)}) if as_json else f"{name} is ready ({path})")
    return 0


def progress_line(quiet: bool) -> Progress:
    """Prints each text once, and the fraction only on a terminal, where it can be overwritten."""
    said = {"text": ""}

    def report(fraction: float, text: str) -> None:
        if quiet:
            return
        if sys.stderr.isatty():
            print(f"\r\033[K{text} {fraction:.0%}", end="\n" if fraction >= 1 else "", file=sys.stderr, flush=True)
        elif text != said["text"]:
            print(text, file=sys.stderr, flush=True)
        said["text"] = text

    return report


# -- what there is ------------------------------------------------------------------------------------------------


def _catalogue(options: argparse.Namespace) -> int:
    picture, store = here_now(options.precision), default_store()
    here = {spec.identity.repository: spec.name for spec in store.list()}
    rows = [
        (model, fits_now(picture, model.sizes, model.piece_bytes, model.context_tokens, few_bits=model.few_bits))
        for model in find(options.text)
    ]
    if options.json:
        print(json.dumps([_catalogue_object(model, found, here.get(model.repository, "")) for model, found in rows]))
        return 0
    for line in _aligned([_catalogue_row(model, found, model.repository in here) for model, found in rows]):
        print(line)
    if exact := next((each for each in rows if each[0].id == options.text), None):
        for line in _details(*exact):
            print(line)
    more = "Bring layers of one here: meshnet models get NAME --layers A-B. Not in the list: meshnet models search TEXT"
    print(more if rows else "Nothing in the catalogue has that name. Look on the hub: meshnet models search TEXT")
    return 0


def here_now(precision: str | None = None) -> Snapshot:
    """What this computer has left, without a core and without anybody else; in another ``precision`` than the app's."""
    settings, store = SettingsFile().load()[0], default_store()
    settings = replace(settings, precision=precision or settings.precision)
    used = sum(each.num_bytes for each in store.usage())
    disk = DiskView(used, store.free_bytes(), settings.models_max_bytes)
    return Snapshot(settings, limits=node_limits(settings, os.environ), free_bytes=available_bytes(), disk=disk)


def _catalogue_row(model: CatalogueModel, found: Fits, is_here: bool) -> tuple[str, ...]:
    marks = [mark for mark, holds in (("here", is_here), ("asks for a sign-in", model.gated)) if holds]
    marks += [] if model.is_certified else ["not certified"]
    alone = f" All of it would fit here {IN_WORDS[found.alone_in]}." if found.alone_in else ""
    first = f"{found.sentences[0] if found.sentences else ''}{alone}"
    what = (f"{model.num_layers} layers", bytes_text(model.stored_bytes), model.licence)
    return (model.id, *what, f"{first} ({', '.join(marks)})" if marks else first)


def _details(model: CatalogueModel, found: Fits) -> Iterator[str]:
    layers, precisions = layer_bytes(model), [name for name in PRECISIONS if name != "auto"]
    yield f"  {model.name}: {model.repository}, stored in {model.stored}, remembers {model.context_tokens:,} tokens"
    memory = ", ".join(f"{bytes_text(layers[name])} in {name}" for name in precisions if name in layers)
    yield f"  a layer takes {bytes_text(layers['stored'])} of disk, and in memory {memory}"
    yield from (f"  {sentence}" for sentence in found.sentences[1:])
    yield f"  a token takes {model.sizes.kv_bytes_per_token(model.full_span()) / 1000:,.0f} kB of session cache"


def layer_bytes(model: CatalogueModel) -> dict[str, int]:
    """The largest layer as it is stored, and in memory in each precision that it can be served in."""
    served = PRECISIONS if model.few_bits else ("fp32",)
    largest = max(range(model.num_layers), key=lambda layer: model.piece_bytes.layers[layer])
    in_memory = {name: model.sizes.layers[largest].num_bytes(name) for name in served if name != "auto"}
    return {"stored": model.piece_bytes.layers[largest]} | in_memory


def _aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _catalogue_object(model: CatalogueModel, found: Fits, name_here: str) -> dict[str, object]:
    facts: dict[str, object] = {
        "id": model.id,
        "name": model.name,
        "repository": model.repository,
        "revision": model.revision,
    }
    facts |= {"licence": model.licence, "gated": model.gated, "certified": model.is_certified, "here": name_here}
    sizes = {"num_layers": model.num_layers, "parameters": model.parameters, "bytes": model.stored_bytes}
    sizes |= {"context_tokens": model.context_tokens}
    sizes |= {"kv_bytes_per_token": model.sizes.kv_bytes_per_token(model.full_span())}
    facts |= {"stored": model.stored, "layer_bytes": layer_bytes(model)}
    return facts | sizes | {"fits": fits_object(found)}


def _search(options: argparse.Namespace) -> int:
    from meshnet_gui.modelstore.fetch.hub import Hub

    found = Hub(SettingsFile().load()[0].hub_endpoint).search(options.text, SEARCH_LIMIT)
    if options.json:
        print(json.dumps([asdict(each) for each in found]))
        return 0
    for each in found:
        gated = ", asks for a sign-in" if each.gated else ""
        print(
            f"{shown(each.repository)}: {each.downloads:,} fetches, {shown(each.licence) or 'no licence named'}{gated}"
        )
    print("Bring one here: meshnet models get REPOSITORY --layers A-B" if found else "Nothing of that name was found.")
    return 0


def _sign_in(options: argparse.Namespace) -> int:
    """The token is never an argument: it would be in lists of processes and in histories."""
    from meshnet_gui.modelstore.fetch.hub import Hub

    if sys.stdin is not None and sys.stdin.isatty():
        token = getpass("The hub's token (it is not shown): ").strip()
    else:
        token = sys.stdin.readline(MAX_TOKEN_CHARS + 1).strip() if sys.stdin is not None else ""
    if not 0 < len(token) <= MAX_TOKEN_CHARS:
        raise UserError("That is no token.", "Make one on the hub's own pages, and pass it on standard input.")
    account = Hub(SettingsFile().load()[0].hub_endpoint).sign_in(token)
    print(json.dumps({"account": account}) if options.json else f"Signed in to the hub as {shown(account)}.")
    return 0


def _sign_out(options: argparse.Namespace) -> int:
    from meshnet_gui.modelstore.fetch.hub import Hub

    Hub(SettingsFile().load()[0].hub_endpoint).sign_out()
    print(json.dumps({"account": ""}) if options.json else "Signed out of the hub: the token is forgotten here.")
    return 0


_ACTIONS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "list": _list,
    "catalogue": _catalogue,
    "search": _search,
    "add": run_add,
    "get": run_get,
    "verify": run_verify,
    "cancel": _cancel,
    "rm": _remove,
    "clean": _clean,
    "import": _import,
    "starter": _starter,
    "sign-in": _sign_in,
    "sign-out": _sign_out,
}
