"""The one place where parts are wired: settings, store, engine, core. Imports no torch before a shard loads."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.head.chat import ChatTokenizer
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import ensure_starter
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.node.shard import Shard, ShardLoader
from meshnet_gui.runtime.core import Core, Parts
from meshnet_gui.runtime.demo import DemoSwarm
from meshnet_gui.settings import Settings, SettingsFile, data_dir, kv_limits
from meshnet_gui.types import Span


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of core is wanted. ``settings`` None reads and keeps the user's own; else nothing is saved."""

    settings: Settings | None = None
    peers: tuple[str, ...] = ()
    num_demo_nodes: int = 0


def assemble(plan: Plan, environ: Mapping[str, str] = os.environ) -> Core:
    """A core that is ready to be started. Raises UserError for environment variables that make no sense."""
    settings_file, notice = (SettingsFile(), "") if plan.settings is None else (None, "")
    settings = plan.settings or Settings()
    if settings_file is not None:
        settings, notice = settings_file.load()
    kv_limits(settings, environ)
    demo = None
    if plan.num_demo_nodes:
        demo = DemoSwarm(
            plan.num_demo_nodes,
            settings.num_threads,
            data_dir() / "logs",
            settings.runner,
            settings.precision,
            uncertified=settings.uncertified,
        )
    parts = Parts(
        store=default_store(),
        load_shard=lambda current: shard_loader(current, environ),
        load_tokenizer=load_tokenizer,
        fetch_starter=fetch_starter,
        settings_file=settings_file,
        demo=demo,
        extra_peers=plan.peers,
    )
    return Core(parts, settings, notice)


def shard_loader(settings: Settings, environ: Mapping[str, str] = os.environ) -> ShardLoader:
    """Loads shards with these settings' threads and session-cache limits. Call the result on the compute thread."""
    ttl_s, max_sessions, max_bytes = kv_limits(settings, environ)

    def load(spec: ModelSpec, span: Span) -> Shard:
        from meshnet_gui.engine.kv_sessions import SessionCacheStore
        from meshnet_gui.engine.loader import load_shard

        store = SessionCacheStore(ttl_s=ttl_s, max_sessions=max_sessions, max_bytes=max_bytes)
        return load_shard(
            spec.path,
            span,
            identity=str(spec.identity),
            name=spec.name,
            store=store,
            num_threads=settings.num_threads or None,
            runner=settings.runner,
            precision=settings.precision,
            uncertified=settings.uncertified,
        )

    return load


def load_tokenizer(path: Path) -> ChatTokenizer:
    """The model's tokenizer."""
    from meshnet_gui.engine.tokenizer import load_tokenizer as load

    return load(path)


def fetch_starter(store: ModelStore, progress: Callable[[float, str], None]) -> ModelSpec:
    """The starter model, downloaded and imported where it is not there yet."""
    return ensure_starter(store, progress)
