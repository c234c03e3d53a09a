"""The one place where parts are wired: settings, store, engine, core. Imports no torch before a shard loads."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from meshnet_gui.engine.session_pool import SessionPool
from meshnet_gui.errors import BadModelFile, MeshnetError
from meshnet_gui.head.chat import ChatTokenizer
from meshnet_gui.head.generation import Constraint
from meshnet_gui.modelstore.sizes import FLOAT32_BYTES, model_sizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import bundled_starter, ensure_starter
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.node.shard import Shard, ShardLoader
from meshnet_gui.runtime.core import Core, Parts
from meshnet_gui.runtime.demo import DemoSwarm, local_nodes
from meshnet_gui.runtime.governor.this_computer import this_computer
from meshnet_gui.runtime.memory import available_bytes
from meshnet_gui.runtime.plan import Begin, Plan
from meshnet_gui.runtime.shipped import release_feed
from meshnet_gui.settings import Settings, config_dir, data_dir, kv_limits, node_limits
from meshnet_gui.types import Span

if TYPE_CHECKING:
    from meshnet_gui.engine.machine.plan import ComputePlan, Wish
    from meshnet_gui.modelstore.fetch.hub import Hub


log = logging.getLogger(__name__)


def assemble(plan: Plan, environ: Mapping[str, str] = os.environ, begin: Begin | None = None) -> Core:
    """A core that is ready to be started. ``begin`` is what ``plan.settings_now`` gave somebody who needed it before.

    Raises UserError for environment variables that make no sense.
    """
    settings, settings_file, notice = begin if begin is not None else plan.settings_now()
    node_limits(settings, environ)
    pool = SessionPool()
    demo = None
    if plan.num_demo_nodes:
        demo = DemoSwarm(
            plan.num_demo_nodes,
            settings.num_threads,
            data_dir() / "logs",
            settings.runner,
            settings.precision,
            uncertified=settings.uncertified,
            dtype=settings.dtype,
            device=settings.device,
            kv_precision=settings.kv_precision,
        )
    core: Core
    has_window = settings_file is not None and not plan.only_fetches

    def say_step(text: str) -> None:
        core.say_step(text)

    parts = Parts(
        store=default_store(),
        load_shard=lambda current: shard_loader(current, environ, pool, say_step),
        load_tokenizer=load_tokenizer,
        constrain=constrain,
        model_cuts=model_cuts,
        fetch_starter=fetch_starter,
        has_starter=bundled_starter() is not None,
        settings_file=settings_file,
        limits=lambda current: node_limits(current, environ),
        free_memory=available_bytes,
        demo=demo,
        extra_peers=plan.peers,
        swarm_folder=plan.swarm_folder or config_dir(),
        swarm=plan.swarm,
        only_fetches=plan.only_fetches,
        hub=make_hub if plan.use_hub else None,
        senses=this_computer(),
        api_key_file=plan.api_key_file,
        kind=plan.kind,
        totals_folder=data_dir() if has_window else None,
        release_feed=release_feed() if has_window else "",
    )
    core = Core(parts, settings, notice)
    return core


def shard_loader(
    settings: Settings,
    environ: Mapping[str, str] = os.environ,
    pool: SessionPool | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> ShardLoader:
    """Loads shards with these settings' threads and session-cache limits. Call the result on the compute thread.

    The shards' session caches share ``pool``; without one each load makes its own. ``tell`` is called with a line
    before each stage of a load.
    """
    ttl_s, max_sessions, max_bytes = kv_limits(settings, environ)
    num_local_nodes = local_nodes(environ)

    def load(spec: ModelSpec, span: Span) -> Shard:
        tell(f"Loading layers {span} of {spec.name}...")  # the libraries alone take seconds

        from meshnet_gui.engine.kv_sessions import SessionCacheStore
        from meshnet_gui.engine.loader import load_shard
        from meshnet_gui.engine.machine.plan import plan_compute, say
        from meshnet_gui.engine.machine.this_machine import ThisMachine

        def attempt(plan: ComputePlan) -> Shard:
            say(plan)
            store = SessionCacheStore(pool=pool)
            store.set_limits(ttl_s=ttl_s, max_sessions=max_sessions, max_bytes=max_bytes)
            return load_shard(
                spec.path,
                span,
                identity=str(spec.identity),
                name=spec.name,
                store=store,
                dtype=plan.dtype,
                device=plan.device,
                num_threads=plan.num_threads,
                runner=settings.runner,
                precision=settings.precision,
                kv_precision=settings.kv_precision,
                uncertified=settings.uncertified,
                gpu_max_bytes=settings.gpu_memory_max_bytes,
                progress=lambda stage: tell(f"{stage[:1].upper()}{stage[1:]}..."),
            )

        machine = ThisMachine(gpu_max_bytes=settings.gpu_memory_max_bytes)
        wish = _wish(settings, spec, span, num_local_nodes)
        plan = plan_compute(wish, machine)
        try:
            return attempt(plan)
        except MeshnetError as exc:
            if plan.device == "cpu" or settings.device != "auto":
                raise
            log.info("%s cannot serve layers %s (%s): the processor does", plan.device, span, exc.text)
        return attempt(plan_compute(replace(wish, device="cpu"), machine))

    return load


def _wish(settings: Settings, spec: ModelSpec, span: Span, num_local_nodes: int) -> Wish:
    """What the machine is asked to decide on for a shard of ``span``."""
    from meshnet_gui.engine.lean.plan import FAMILIES
    from meshnet_gui.engine.machine.plan import Wish

    num_weights, stored_in = 0, spec.identity.quantisation
    with suppress(BadModelFile):  # loading it will say what is wrong
        num_weights = model_sizes(spec).of_span(span) // FLOAT32_BYTES
    return Wish(
        dtype=settings.dtype,
        device=settings.device,
        num_threads=settings.num_threads,
        runner=settings.runner,
        precision=settings.precision,
        kv_precision=settings.kv_precision,
        is_lean_family=spec.model_type in FAMILIES,
        num_weights=num_weights,
        num_layers=span.num_layers,
        stored_in=stored_in,
        num_local_nodes=num_local_nodes,
    )


def make_hub(endpoint: str) -> Hub:
    """The client of the hub; its library takes a while to come in."""
    from meshnet_gui.modelstore.fetch.hub import Hub

    return Hub(endpoint)


def load_tokenizer(path: Path) -> ChatTokenizer:
    """The model's tokenizer."""
    from meshnet_gui.engine.tokenizer import load_tokenizer as load

    return load(path)


def constrain(spec: ModelSpec, tokenizer: ChatTokenizer, grammar: str) -> Constraint:
    """Holds an answer of the model to a grammar. Not on the core loop: it may compile for a while."""
    from meshnet_gui.engine.grammar import constrain as begin

    return begin(spec.path, spec.vocab_size, tokenizer.eos_ids, grammar)


def model_cuts(path: Path) -> tuple[int, ...]:
    """Where a model may be cut. Call it on the compute thread: it brings in the libraries."""
    from meshnet_gui.engine.loader import model_cuts as find

    return find(path)


def fetch_starter(store: ModelStore, progress: Callable[[float, str], None]) -> ModelSpec:
    """The starter model, imported where it is not there yet, and downloaded where it did not come along."""
    return ensure_starter(store, progress)
