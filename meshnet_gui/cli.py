"""The ``meshnet`` command: the app, or one of the subcommands. Prints for people, or JSON for scripts.

Exit codes: 0 done; 1 this machine, a peer or the swarm stood in the way; 2 what was asked for cannot be done.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from meshnet_gui import __version__, logs
from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.headless import running, serve_until_ended
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.runtime.assembly import Plan, assemble, fetch_starter
from meshnet_gui.runtime.core import Core
from meshnet_gui.settings import (
    DEVICES,
    DTYPES,
    KV_PRECISIONS,
    MAX_LOADED_SHARDS,
    PRECISIONS,
    RUNNERS,
    Settings,
    data_dir,
    shard_words,
)
from meshnet_gui.swarm.probe import normal_address
from meshnet_gui.terminal import (
    StartupLines,
    Talk,
    complain,
    converse,
    fresh_peers,
    node_line,
    print_result,
    route_lines,
)
from meshnet_gui.types import SamplingParams, Span

BESIDE_HELP = (
    "decode: run this in turns with ours, once for each precision, number of threads and round, and compare; "
    "{precision} and {threads} in it are replaced, no shell runs it, and its last line must be an object with "
    '"decode" and "prefill" in tokens per second, or one of them'
)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog}: {message}.", f"See {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    try:
        options = _parser().parse_args(argv)
        logs.configure(options.log_level.upper(), fallback=data_dir() / "logs" / "meshnet.log")
        code = int(options.run(options))
        if sys.stdout is not None:
            sys.stdout.flush()  # what could not be written is said here and not at the interpreter's end
        return code
    except UserError as exc:
        complain(exc)
        return 2
    except MeshnetError as exc:
        complain(exc)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_unwritten()  # whoever read our output has left
        return 1
    except OSError as exc:
        _drop_unwritten()
        place = "" if exc.filename is None else f" ({exc.filename})"
        complain(MachineError(f"Something could not be read or written{place}: {exc.strerror or exc}."))
        return 1


def entry() -> int:
    """``main`` as a program of its own, which ends at once.

    The interpreter's last collection would walk through every object of torch for seconds; the process's end frees
    them just as well.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a model may say what the terminal's encoding has not
    code = main()
    gc.freeze()
    return code


def _drop_unwritten() -> None:
    """What cannot be written goes nowhere, or the interpreter would try and complain again at its end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# -- arguments ----------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="meshnet", description=__import__("meshnet_gui").__doc__)
    parser.add_argument("--version", action="version", version=f"meshnet {__version__}")
    parser.add_argument("--log-level", default="warning", choices=("debug", "info", "warning", "error"))
    parser.set_defaults(run=_run_app)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", description="without one: the app")
    _add_node(commands)
    _add_chat(commands)
    _add_demo(commands)
    _add_models(commands)
    _add_measuring(commands)
    return parser


def _add_node(commands: Any) -> None:
    node = commands.add_parser("node", help="serve layers without a window")
    node.add_argument("--model", default="", help="name in the model store; the first one if not given")
    node.add_argument("--layers", type=_span, help="the span to serve: 0-15 is layers 0 to 14; all if not given")
    node.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine only)"
    )
    node.add_argument("--port", type=_number(0, 65535), default=0, help="port to listen on (default: any free one)")
    node.add_argument(
        "--threads",
        type=_number(0, 1024),
        default=0,
        help="compute threads (default: as measured, at most half the cores)",
    )
    _add_runner(node)
    _add_precision(node)
    _add_machine(node)
    _add_uncertified(node)
    also = "a shard to serve beside that one, like NAME:0-15; may be given several times"
    node.add_argument("--also", action="append", default=[], type=_shard, metavar="NAME[:LAYERS]", help=also)
    number = _number(1, MAX_LOADED_SHARDS)
    node.add_argument(
        "--max-loaded-shards", type=number, metavar="N", help="shards held at once (default: 2, or all given)"
    )
    node.add_argument("--json", action="store_true", help="say when it is ready as one JSON object")
    node.add_argument("--until-stdin-closes", action="store_true", help="end when standard input is closed")
    node.set_defaults(run=_run_node)


def _add_chat(commands: Any) -> None:
    chat = commands.add_parser("chat", help="chat over the given peers without a window")
    chat.add_argument("--peer", action="append", default=[], metavar="URL", help="a node's address; give one per node")
    chat.add_argument("--model", default="", help="name in the model store; the first one if not given")
    _add_precision(chat)
    _add_sampling(chat)
    chat.set_defaults(run=_run_chat)


def _add_demo(commands: Any) -> None:
    demo = commands.add_parser("demo", help="two local nodes and the app; with --prompt in the terminal")
    demo.add_argument("--threads", type=_number(0, 1024), default=0, help="compute threads per node")
    _add_runner(demo)
    _add_precision(demo)
    _add_machine(demo)
    _add_uncertified(demo)
    _add_sampling(demo)
    demo.set_defaults(run=_run_demo)


def _add_runner(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--runner", default="auto", choices=RUNNERS, help="what computes (default: auto, the faster one that agrees)"
    )


def _add_precision(parser: argparse.ArgumentParser) -> None:
    help_text = "of the weights: as stored (default), bf16, int8 or int4; all nodes of a route serve the same"
    parser.add_argument("--precision", default="auto", choices=PRECISIONS, help=help_text)


def _add_machine(parser: argparse.ArgumentParser) -> None:
    text = "what is computed in (default: auto, float32 unless 16 bit is clearly quicker here)"
    parser.add_argument("--dtype", default="auto", choices=DTYPES, help=text)
    text = "what computes (default: auto, a GPU where there is one and the layers fit)"
    parser.add_argument("--device", default="auto", choices=DEVICES, help=text)
    text = "of session caches: as computed (default), or int8: a quarter of the memory, by the generic runner"
    parser.add_argument("--kv-precision", default="auto", choices=KV_PRECISIONS, help=text)


def _add_uncertified(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--uncertified", action="store_true", help="load a model whose type is not certified, too")


def _add_sampling(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--prompt", help="answer this and end; without it the chat is interactive")
    parser.add_argument("--system", default="", help="what the model is told first")
    parser.add_argument("--temperature", type=float, help="0 = greedy (the default with --prompt)")
    parser.add_argument("--max-tokens", type=_number(1, 1_000_000), default=256, help="longest answer (default: 256)")
    parser.add_argument("--seed", type=_number(0, 2**63 - 1), default=0, help="same seed, same answer (default: 0)")
    parser.add_argument("--json", action="store_true", help="with --prompt: one JSON object instead of text")


def _add_models(commands: Any) -> None:
    models = commands.add_parser("models", help="list the models on this computer, or import one")
    models.add_argument("--json", action="store_true")
    models.set_defaults(run=_list_models)
    actions = models.add_subparsers(metavar="ACTION")
    listing = actions.add_parser("list", help="the models on this computer")
    listing.add_argument("--json", action="store_true")
    listing.set_defaults(run=_list_models)
    bring_in = actions.add_parser("import", help="import a .gguf file or a folder with safetensors")
    bring_in.add_argument("path", type=Path, help="the file or folder")
    bring_in.add_argument("--name", help="its name in the store")
    bring_in.add_argument("--json", action="store_true")
    bring_in.set_defaults(run=_import_model)
    starter = actions.add_parser("starter", help="download and import the starter model")
    starter.add_argument("--json", action="store_true")
    starter.set_defaults(run=_fetch_starter)


def _add_measuring(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure something; without a name, list what there is")
    bench.add_argument("name", nargs="?", default="")
    bench.add_argument("--json", action="store_true", help="one JSON object with the figures")
    _add_runner(bench)
    precisions = f"decode, quality: some of {','.join(PRECISIONS[1:])} (default: all)"
    bench.add_argument("--precision", type=_names, default=(), metavar="LIST", help=precisions)
    bench.add_argument(
        "--threads", type=_counts, default=(), metavar="LIST", help="decode: like 1 or 1,2 (default: 1,2)"
    )
    bench.add_argument("--beside", metavar="COMMAND", help=BESIDE_HELP)
    bench.add_argument("--fresh", action="store_true", help="device: measure anew")
    bench.set_defaults(run=_run_bench)
    _add_certify(commands)
    test = commands.add_parser("self-test", help="check this installation, one line per check")
    test.add_argument("--json", action="store_true")
    test.set_defaults(run=_run_self_test)


def _add_certify(commands: Any) -> None:
    certify = commands.add_parser("certify", help="check that model types run in parts as they do whole")
    certify.add_argument("model_types", nargs="*", metavar="MODEL_TYPE", help="types to check, like llama")
    certify.add_argument("--all", action="store_true", help="all types that have no result yet (half an hour)")
    certify.add_argument("--fresh", action="store_true", help="forget earlier results")
    certify.add_argument("--write-tables", type=Path, metavar="FOLDER", help="write the tables into this checkout")
    certify.add_argument("--json", action="store_true", help="one JSON object with the figures")
    certify.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # what the parent starts
    certify.set_defaults(run=_run_certify)


def _number(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return parse


def _names(text: str) -> tuple[str, ...]:
    """Without doubles, in the order given."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if not all(names):
        raise argparse.ArgumentTypeError(f"{text!r} is no list like a,b")
    return names


def _counts(text: str) -> tuple[int, ...]:
    return tuple(map(_number(1, 1024), _names(text)))


def _span(text: str) -> Span:
    try:
        return Span.parse(text)
    except ValueError as exc:
        raise argparse.ArgumentTypeError(str(exc)) from exc


def _shard(text: str) -> str:
    name, span = shard_words(text)
    if not name or (":" in text and not span):
        raise argparse.ArgumentTypeError(f"a shard looks like NAME:0-15 or NAME, not {text!r}")
    if span:
        _span(span)
    return text


# -- the app ------------------------------------------------------------------------------------------------------


def _run_app(options: argparse.Namespace) -> int:
    return _open_window(Plan())


def _open_window(plan: Plan) -> int:
    from meshnet_gui.gui.application import run_app

    return run_app(lambda: assemble(plan), sys.argv)


def _run_demo(options: argparse.Namespace) -> int:
    plan = Plan(num_demo_nodes=2)
    if options.prompt is None:
        from meshnet_gui.gui.display import why_no_display

        reason = why_no_display()
        if not reason:
            return _open_window(plan)
        print(f"{reason} Chatting in the terminal instead.", file=sys.stderr)
    settings = Settings(
        num_threads=options.threads,
        runner=options.runner,
        precision=options.precision,
        dtype=options.dtype,
        device=options.device,
        kv_precision=options.kv_precision,
        uncertified=options.uncertified,
    )
    return _chat(Plan(settings, num_demo_nodes=2), options, show_nodes=True)


# -- node ---------------------------------------------------------------------------------------------------------


def _run_node(options: argparse.Namespace) -> int:
    settings = Settings(
        contributing=True,
        model=options.model,
        span=str(options.layers or ""),
        host=options.host,
        port=options.port,
        num_threads=options.threads,
        runner=options.runner,
        precision=options.precision,
        dtype=options.dtype,
        device=options.device,
        kv_precision=options.kv_precision,
        uncertified=options.uncertified,
        also=tuple(options.also),
        max_loaded_shards=options.max_loaded_shards or max(Settings().max_loaded_shards, 1 + len(options.also)),
    )
    return serve_until_ended(assemble(Plan(settings)), as_json=options.json, until_stdin=options.until_stdin_closes)


# -- chat ---------------------------------------------------------------------------------------------------------


def _run_chat(options: argparse.Namespace) -> int:
    if not options.peer:
        raise UserError("meshnet chat needs at least one --peer URL.", "Start one with: meshnet node")
    peers = tuple(map(normal_address, options.peer))
    if options.model:
        default_store().get(options.model)  # a wrong name is said before anything starts
    return _chat(
        Plan(Settings(model=options.model, precision=options.precision), peers=peers), options, show_nodes=False
    )


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


# -- models -------------------------------------------------------------------------------------------------------


def _list_models(options: argparse.Namespace) -> int:
    store = default_store()
    specs = store.list()
    if options.json:
        print(json.dumps([asdict(s) | {"path": str(s.path), "identity": str(s.identity)} for s in specs]))
        return 0
    for spec in specs:
        print(f"{spec.name}: {spec.num_layers} layers, {spec.weight_bytes / 1e6:.0f} MB, {spec.identity}")
    if not specs:
        print("No models yet. meshnet models starter fetches a small one; meshnet models import PATH takes yours.")
    return 0


def _import_model(options: argparse.Namespace) -> int:
    spec = default_store().import_path(options.path, options.name, _progress(options.json))
    if options.name not in (None, spec.name):
        print(f"This model is here already, under the name {spec.name}.", file=sys.stderr)
    return _say_imported(spec.name, str(spec.path), options.json)


def _fetch_starter(options: argparse.Namespace) -> int:
    spec = fetch_starter(default_store(), _progress(options.json))
    return _say_imported(spec.name, str(spec.path), options.json)


def _say_imported(name: str, path: str, as_json: bool) -> int:
    print(json.dumps({"name": name, "path": path}) if as_json else f"{name} is ready ({path})")
    return 0


def _progress(quiet: bool) -> Callable[[float, str], None]:
    """Prints each text once, and the fraction only on a terminal, where it can be overwritten."""
    shown = {"text": ""}

    def report(fraction: float, text: str) -> None:
        if quiet:
            return
        if sys.stderr.isatty():
            print(f"\r\033[K{text} {fraction:.0%}", end="\n" if fraction >= 1 else "", file=sys.stderr, flush=True)
        elif text != shown["text"]:
            print(text, file=sys.stderr, flush=True)
        shown["text"] = text

    return report


# -- measuring ----------------------------------------------------------------------------------------------------


def _run_bench(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.beside import Beside
    from meshnet_gui.bench.registry import run_bench

    chosen: dict[str, object] = {"precisions": options.precision, "threads": options.threads, "fresh": options.fresh}
    if options.runner != "auto":
        chosen["runner"] = options.runner
    if options.beside is not None:
        chosen["beside"] = Beside(options.beside)
    given = {name: value for name, value in chosen.items() if value}
    return run_bench(options.name, as_json=options.json, window=_measure_lateness, chosen=given)


def _measure_lateness(plan: Plan, prompts: Sequence[str], seconds: float) -> Mapping[str, Sequence[float]]:
    from meshnet_gui.gui.lateness import measure_lateness

    return measure_lateness(lambda: assemble(plan), prompts, seconds)


def _run_certify(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.certify import certify_here, run_certify

    if options.here:
        for line in certify_here(options.model_types):
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


def _run_self_test(options: argparse.Namespace) -> int:
    from meshnet_gui.bench.self_test import run_self_test

    return run_self_test(as_json=options.json, window_checks={"Qt plugins": _check_qt_plugins})


def _check_qt_plugins(folder: Path) -> str:
    from meshnet_gui.gui.qt_check import check_qt_plugins

    return check_qt_plugins(folder)
