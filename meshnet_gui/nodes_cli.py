"""``meshnet node``, ``meshnet serve`` and ``meshnet config``: what runs without a window, and how it is set up."""

from __future__ import annotations

import argparse
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from meshnet_gui import logs
from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.config import FURTHER, Configuration, Value, configured, misspelt_variables, without_settings
from meshnet_gui.errors import UserError
from meshnet_gui.headless import api_until_ended, serve_until_ended
from meshnet_gui.models_fetch import users_own
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.runtime.api_key import ApiKey
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.own_node import span_of
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.runtime.snapshot import STARTING
from meshnet_gui.settings import MAX_LOADED_SHARDS, Settings, default_of, setting_names, shard_words
from meshnet_gui.terminal import StartupLines, shown

log = logging.getLogger(__name__)

_DIFFERENT = {"memory_in_use_percent": 100, "memory_idle_percent": 100}
"""What a node without a window may take is what is free: whoever starts it so uses the computer for nothing else."""


def run_node(options: argparse.Namespace) -> int:
    """Serves layers until it is told to end; the exit code."""
    set_up = _configured(options, contributing=True)
    core = _core(set_up, options)
    return serve_until_ended(core, as_json=options.json, until_stdin=options.until_stdin_closes)


def run_serve(options: argparse.Namespace) -> int:
    """Answers other programs until it is told to end, and serves layers where that is wanted; the exit code."""
    set_up = _configured(options, api_on=True)
    _check_reach(set_up)
    if set_up["key_file"]:
        ApiKey(Path(), Path(set_up["key_file"]).absolute()).load()
    core = _core(set_up, options)
    return api_until_ended(core, as_json=options.json, until_stdin=options.until_stdin_closes)


def run_config(options: argparse.Namespace) -> int:
    """Prints what is set and where that was said, as ``meshnet node`` would take it without further flags."""
    set_up = configured({}, os.environ, options.config, _usual())
    _warn_of_misspelt()
    lines = {name: (_plain(set_up[name]), set_up.values[name].origin) for name in (*setting_names(), *FURTHER)}
    if options.json:
        print(json.dumps({name: {"value": value, "from": origin} for name, (value, origin) in lines.items()}))
        return 0
    for name, (value, origin) in lines.items():
        print(shown(f"{name} = {json.dumps(value, ensure_ascii=False)}  ({origin})"))
    return 0


def _plain(value: Any) -> Any:
    """As it may be shown: what looks like a key or a password is masked."""
    if isinstance(value, str):
        return logs.masked(value)
    return [logs.masked(text) for text in value] if isinstance(value, tuple) else value


def _configured(options: argparse.Namespace, **always: Any) -> Configuration:
    """Raises UserError for what makes no sense, before anything is loaded."""
    set_up = configured(_flags(options) | always, os.environ, options.config, _usual())
    logs.configure(set_up["log_level"].upper(), json=set_up["log_format"] == "json")
    _warn_of_misspelt()
    return set_up


def _warn_of_misspelt() -> None:
    """No error: others may have variables that begin like ours."""
    for variable, meant in misspelt_variables(os.environ).items():
        log.warning("the variable %s is not known; is %s meant?", variable[:60], meant)


def _usual() -> dict[str, Value]:
    usual = {name: Value(value, "default of a node") for name, value in _DIFFERENT.items()}
    own = {name: value for name, value in users_own().items() if value != default_of(name)}
    return usual | {name: Value(value, "the app's settings") for name, value in own.items()}


def _flags(options: argparse.Namespace) -> dict[str, Any]:
    """The options by the names of settings, None where they were not given."""
    given = vars(options)
    flags = {name: given.get(name) for name in (*setting_names(), *FURTHER)}
    flags |= {"num_threads": options.threads, "span": None if options.layers is None else str(options.layers)}
    flags["also"] = None if options.also is None else tuple(options.also)
    if options.no_share_weights:
        flags["share_weights"] = False
    if options.upload is not None:
        flags["upload_bytes_per_s"] = round(options.upload * 1e6)
    return flags


def _core(set_up: Configuration, options: argparse.Namespace) -> Core:
    settings = replace(set_up.settings, max_loaded_shards=_shards_at_once(set_up))
    _check_others(settings.also)
    key_file = Path(set_up["key_file"]).absolute() if set_up["key_file"] else None
    plan = Plan(settings, swarm=set_up["swarm"], api_key_file=key_file, kind=options.command)
    core = assemble(plan, without_settings(os.environ))
    if not options.json:
        core.events.subscribe(StartupLines(STARTING))  # that alone says nothing
    return core


def _check_reach(set_up: Configuration) -> None:
    """A mistake that no further try mends. Raises UserError where others would be let in unasked."""
    host = set_up["api_host"]
    if not is_loopback(host) and not set_up["api_to_others"]:
        raise UserError(
            f"At {host} other computers could use the API, unencrypted.",
            "Allow that by --api-to-others, or leave out --api-host (or api_host).",
        )


def _shards_at_once(set_up: Configuration) -> int:
    """How many the node is to hold. Raises UserError where more are named: none is left out without a word."""
    num_others = len(set_up["also"])
    num_named = 1 + num_others
    allowed: int = set_up["max_loaded_shards"]
    if set_up.is_default("max_loaded_shards"):
        allowed = max(Settings().max_loaded_shards, min(num_named, MAX_LOADED_SHARDS))
    if num_named > allowed:
        named = f"1 by --model and --layers, {num_others} by --also"
        raise UserError(
            f"{num_named} shards are named ({named}), and the node may hold {allowed} at once.",
            f"Raise --max-loaded-shards or MESHNET_MAX_LOADED_SHARDS ({MAX_LOADED_SHARDS} at most), or name fewer.",
        )
    return allowed


def _check_others(shards: Sequence[str]) -> None:
    """What no model has is said before anything is loaded. Raises UserError."""
    if shards:
        store = default_store()
        for text in shards:
            name, span = shard_words(text)
            span_of(store.get(name), span)
