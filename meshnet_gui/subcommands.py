"""The subcommands of ``meshnet`` that open no window. Prints for people, or JSON for scripts."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from meshnet_gui.arguments import DEMO_SETTINGS
from meshnet_gui.control_cli import run_control
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.headless import relay_until_ended, running
from meshnet_gui.models_cli import run_models
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.nodes_cli import run_config, run_node, run_serve
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.runtime.shipped import notices
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.plain_http import check_plain
from meshnet_gui.swarm.probe import normal_address
from meshnet_gui.swarm_report import report_peers
from meshnet_gui.swarms import run_swarm
from meshnet_gui.terminal import (
    StartupLines,
    Talk,
    converse,
    fresh_peers,
    node_line,
    print_result,
    route_lines,
)
from meshnet_gui.types import SamplingParams

# -- swarms -------------------------------------------------------------------------------------------------------


def _run_swarm_peers(options: argparse.Namespace) -> int:
    settings = Settings(model=options.model, precision=options.precision)
    core = assemble(Plan(settings, swarm=options.swarm))
    return report_peers(core, as_json=options.json)


def _run_relay(options: argparse.Namespace) -> int:
    core = assemble(Plan(Settings(swarm_port=options.swarm_port), swarm=options.swarm, kind="relay"))
    return relay_until_ended(core, as_json=options.json, until_stdin=options.until_stdin_closes)


# -- chat ---------------------------------------------------------------------------------------------------------


def _run_chat(options: argparse.Namespace) -> int:
    peers = tuple(map(normal_address, options.peer))
    for peer in peers:
        check_plain(peer, allowed=options.plain_http)
    route = options.route or ("split" if peers else "auto")
    swarm = "" if peers and options.swarm is None else options.swarm
    if options.model and swarm == "":  # else members may have it
        default_store().get(options.model)  # a wrong name is said before anything starts
    settings = Settings(
        model=options.model,
        precision=options.precision,
        route=route,
        routing=options.routing or Settings().routing,
        plain_http=options.plain_http,
    )
    return _chat(Plan(settings, peers=peers, swarm=swarm), options, show_nodes=False)


def _run_demo(options: argparse.Namespace) -> int:
    given = {name: value for name in DEMO_SETTINGS if (value := getattr(options, name)) is not None}
    if options.prompt is None:
        from meshnet_gui.gui.display import why_no_display

        reason = why_no_display()
        if not reason:
            from meshnet_gui.window import open_window

            return open_window(Plan(for_this_run=given, num_demo_nodes=2, swarm=""))
        print(f"{reason} Chatting in the terminal instead.", file=sys.stderr)
    return _chat(Plan(Settings(**given), num_demo_nodes=2, swarm=""), options, show_nodes=True)


def _chat(plan: Plan, options: argparse.Namespace, *, show_nodes: bool) -> int:
    sampling = _sampling(options)
    core = assemble(plan)
    if not options.json:
        core.events.subscribe(StartupLines())
    with running(core):
        talk = Talk(core, sampling, options.max_tokens, options.system)
        if options.prompt is None:
            return converse(talk)
        return _answer_once(core, talk, options, show_nodes)


def _sampling(options: argparse.Namespace) -> SamplingParams:
    """A single prompt is answered by the likeliest tokens alone; all else as in the app. Raises UserError."""
    usual = Settings()
    alone = options.prompt is not None and not options.temperature
    temperature = usual.temperature if options.temperature is None else options.temperature
    try:
        return SamplingParams(
            0.0 if alone else temperature,
            usual.top_p,
            usual.top_k,
            1.0 if alone else usual.repetition_penalty,
            options.seed,
        )
    except ValueError as exc:
        raise UserError(f"{exc}.") from exc


def _answer_once(core: Core, talk: Talk, options: argparse.Namespace, show_nodes: bool) -> int:
    result = talk.say(options.prompt, echo=not options.json)
    peers = fresh_peers(core)
    if options.json:
        content = asdict(result) | {"route": route_lines(result), "nodes": [node_line(p) for p in peers]}
        print(json.dumps(content))
        return 0
    print_result(result)
    if show_nodes:
        print("session caches:")
        for peer in peers:
            print(f"  {node_line(peer)}")
    return 0


# -- measuring ----------------------------------------------------------------------------------------------------


def _run_bench(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.beside import Beside
    from meshnet_gui.bench.registry import run_bench

    chosen: dict[str, object] = {"precisions": options.precision, "threads": options.threads}
    chosen |= {"fresh": options.fresh, "seed": options.seed, "plain_http": options.plain_http}
    chosen |= {"tokens": options.tokens, "rate": options.rate}
    if options.runner != "auto":
        chosen["runner"] = options.runner
    if options.beside is not None:
        chosen["beside"] = Beside(options.beside)
    given = {name: value for name, value in chosen.items() if value}
    return run_bench(
        options.name, as_json=options.json, window=_measure_lateness, streaming=_measure_stream, chosen=given
    )


def _measure_lateness(plan: Plan, prompts: Sequence[str], seconds: float) -> Mapping[str, Sequence[float]]:
    from meshnet_gui.gui.lateness import measure_lateness

    return measure_lateness(lambda: assemble(plan), prompts, seconds)


def _measure_stream(tokens: Sequence[str], tokens_per_s: float, scrolled_up: bool) -> Mapping[str, Sequence[float]]:
    from meshnet_gui.gui.streaming import measure_stream

    return measure_stream(tokens, tokens_per_s, scrolled_up)


def _run_certify(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.certify import certify_here, run_certify

    if options.here:
        for line in certify_here(options.model_types, as_shipped=options.as_shipped):
            print(line, flush=True)
        return 0
    if not options.model_types and not options.all:
        raise UserError("Say which model types to certify.", "For every type there is: meshnet certify --all")
    report = run_certify(
        options.model_types,
        everything=options.all,
        fresh=options.fresh,
        table_folder=options.write_tables,
        say=lambda line: print(line, file=sys.stderr, flush=True),
    )
    print(report.as_json() if options.json else report.as_text())
    return 0


def _run_simulate(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.simulate import models_for, run
    from meshnet_gui.bench.simulated_swarm import World

    world = World(
        options.nodes,
        options.layers,
        options.models or models_for(options.nodes, options.layers, options.copies),
        options.copies,
        options.churn / 100,
        options.load,
        options.minutes * 30.0,
        options.lose / 100,
        options.seed,
    )
    report = run(world, lambda line: print(line, file=sys.stderr, flush=True), options.runs)
    print(report.as_json() if options.json else report.as_text())
    return 0


def _run_self_test(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.self_test import run_self_test

    return run_self_test(as_json=options.json, quick=options.quick, window_checks={"Qt": _check_qt})


def _check_qt(folder: Path) -> str:
    from meshnet_gui.bench.checks.shipped import names
    from meshnet_gui.gui.qt_check import check_qt

    return check_qt(names()[0])


def _print_licences(options: argparse.Namespace) -> int:
    source = notices()
    if source is None:
        raise MachineError("This copy brings no packages of others; their licences are with those that were installed.")
    with source.open("r", encoding="utf-8") as stream:
        shutil.copyfileobj(stream, sys.stdout)
    return 0


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "node": run_node,
    "serve": run_serve,
    "config": run_config,
    **dict.fromkeys(("status", "pause", "resume", "drain"), run_control),
    "relay": _run_relay,
    "chat": _run_chat,
    "demo": _run_demo,
    "swarm": run_swarm,
    "swarm-peers": _run_swarm_peers,
    "models": run_models,
    "bench": _run_bench,
    "self-test": _run_self_test,
    "certify": _run_certify,
    "simulate": _run_simulate,
    "licences": _print_licences,
}
