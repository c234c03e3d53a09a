"""What the ``meshnet`` command takes: its subcommands and their options. What they do is ``cli``'s business."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from meshnet_gui import __version__
from meshnet_gui.errors import UserError
from meshnet_gui.settings import (
    DEVICES,
    DTYPES,
    KV_PRECISIONS,
    MAX_LOADED_SHARDS,
    PRECISIONS,
    ROUTES,
    ROUTING_MODES,
    RUNNERS,
    shard_words,
)
from meshnet_gui.types import Span

BESIDE_HELP = (
    "decode: run this in turns with ours, once for each precision, number of threads and round, and compare; "
    "{precision} and {threads} in it are replaced, no shell runs it, and its last line must be an object with "
    '"decode" and "prefill" in tokens per second, or one of them'
)
NODE_OPTIONS = (
    "model",
    "host",
    "port",
    "swarm_port",
    "plain_http",
    "threads",
    "runner",
    "precision",
    "dtype",
    "device",
    "kv_precision",
    "uncertified",
    "also",
    "no_share_weights",
)
"""The options of a node that have a default in the parser: None where they were not given."""
_CONFIG_HELP = "a TOML file with settings (default: the one that MESHNET_CONFIG names); flags and variables come first"
DEMO_SETTINGS = (
    "num_threads",
    "runner",
    "precision",
    "dtype",
    "device",
    "kv_precision",
    "uncertified",
    "route",
    "routing",
)
"""The settings that the demo's options may change for one run; None where they were not given."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{self.prog}: {message}.", f"See {self.prog} --help.")


def make_parser() -> argparse.ArgumentParser:
    """``command`` in what it parses is the name of what to run; ``app`` without one."""
    parser = _Parser(prog="meshnet", description=__import__("meshnet_gui").__doc__)
    parser.add_argument("--version", action="version", version=f"meshnet {__version__}")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="default: warning")
    formats = "how log lines look: text, or json, one object a line (default: text)"
    parser.add_argument("--log-format", choices=("text", "json"), help=formats)
    shown = "the app: end as soon as the window is there, and say so; for measuring"
    parser.add_argument("--until-shown", action="store_true", help=shown)
    hidden = "start the app in the tray, without its window; where there is no tray, minimised"
    parser.add_argument("--hidden", action="store_true", help=hidden)
    parser.set_defaults(command="app")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", description="without one: the app")
    _add_node(commands)
    _add_serve(commands)
    _add_config(commands)
    _add_control(commands)
    _add_relay(commands)
    _add_chat(commands)
    _add_demo(commands)
    _add_swarm(commands)
    _add_models(commands)
    _add_measuring(commands)
    licences = commands.add_parser("licences", help="print the licences of everything inside this build")
    licences.set_defaults(command="licences")
    return parser


_WHICH_MODEL = (
    "a model that is here, a name of the catalogue, a repository of the hub, or a model that your swarm serves; if not "
    "given, the starter model or the first one that is here"
)


def _add_node(commands: Any) -> None:
    node = commands.add_parser("node", help="serve layers without a window")
    _add_of_nodes(node)
    node.set_defaults(command="node", **dict.fromkeys(NODE_OPTIONS))


def _add_serve(commands: Any) -> None:
    text = "answer other programs by the API, without a window; with --share serve layers, too"
    serve = commands.add_parser("serve", help=text)
    share = "serve layers to others, too (default: only ask)"
    serve.add_argument("--share", dest="contributing", action="store_true", help=share)
    serve.add_argument("--api-host", metavar="HOST", help="address of the API (default: 127.0.0.1, this machine only)")
    serve.add_argument("--api-port", type=_number(0, 65535), metavar="PORT", help="port of the API (default: 11700)")
    others = "let other computers use the API: all goes over the network unencrypted, with the key"
    serve.add_argument("--api-to-others", action="store_true", help=others)
    key = "the file of the API's key; made where there is none (default: the app's own)"
    serve.add_argument("--key-file", metavar="FILE", help=key)
    _add_of_nodes(serve)
    defaults = dict.fromkeys((*NODE_OPTIONS, "contributing", "api_to_others"))
    serve.set_defaults(command="serve", **defaults)


def _add_config(commands: Any) -> None:
    config = commands.add_parser("config", help="what node and serve would be set to, and where each value is from")
    config.add_argument("--config", type=Path, metavar="FILE", help=_CONFIG_HELP)
    config.add_argument("--json", action="store_true")
    config.set_defaults(command="config")


def _add_control(commands: Any) -> None:
    def add(name: str, text: str) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(name, help=text)
        several = "the process of the one that is meant, where several run"
        command.add_argument("--pid", type=_number(1, 2**31), help=several)
        command.add_argument("--json", action="store_true")
        command.set_defaults(command=name)
        return command

    add("status", "what a running Meshnet does: the app, node, serve or relay; exit code 3 where none runs")
    pause = add("pause", "have a running Meshnet share nothing, until resume")
    pause.add_argument("--minutes", type=_amount(1, 7 * 24 * 60), help="only for so long, a week at most")
    add("resume", "end a pause")
    drain = add("drain", "let a running Meshnet finish what it does, take nothing new, and end")
    drain.add_argument("--all", action="store_true", help="all that run, where several do")
    drain.add_argument("--no-wait", dest="wait", action="store_false", help="do not wait until it has ended")


def _add_of_nodes(node: argparse.ArgumentParser) -> None:
    """What both that serve without a window take. None of it has a default here: see ``config``."""
    node.add_argument("--config", type=Path, metavar="FILE", help=_CONFIG_HELP)
    node.add_argument("--model", default="", metavar="NAME", help=_WHICH_MODEL)
    node.add_argument(
        "--layers",
        type=_span,
        help="the span to serve: 0-15 is layers 0 to 14; if not given, what the swarm needs most, without one all",
    )
    node.add_argument(
        "--host", default="", help="address to listen on (default: in a swarm all, else 127.0.0.1, this machine only)"
    )
    node.add_argument(
        "--port",
        type=_number(0, 65535),
        default=0,
        help="port to listen on (default: in a swarm the same each time, else any)",
    )
    node.add_argument(
        "--swarm-port",
        type=_number(0, 65535),
        default=0,
        help="port of the swarm's own network (default: the same each time)",
    )
    _add_which_swarm(node, "the one you take part in")
    _add_plain_http(node, "listen for others without a swarm, unencrypted: whoever is on the way reads all of it")
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
        "--max-loaded-shards",
        type=number,
        metavar="N",
        help="most shards held at once: the first and each --also (default: 2, or as many as are given)",
    )
    _add_sharing(node)
    node.add_argument("--json", action="store_true", help="say when it is ready as one JSON object")
    node.add_argument("--until-stdin-closes", action="store_true", help="end when standard input is closed")
    control = "port of the control channel and of /metrics, on this computer alone (default: any free one)"
    node.add_argument("--control-port", type=_number(0, 65535), metavar="PORT", help=control)


def _add_sharing(node: argparse.ArgumentParser) -> None:
    text = "hand none of the weights on this disk to other members (default: as in the app, where they are handed out)"
    node.add_argument("--no-share-weights", action="store_true", help=text)
    text = "most weights handed out in a second, 0 for as many as go (default: as in the app)"
    node.add_argument("--upload", type=_amount(0, 100_000), metavar="MB", help=text)


def _add_relay(commands: Any) -> None:
    relay = commands.add_parser("relay", help="be where the members of your swarm meet and reach each other; no layers")
    _add_which_swarm(relay, "the one you take part in")
    relay.add_argument(
        "--swarm-port",
        type=_number(0, 65535),
        default=0,
        help="port of the swarm's own network, to be open for others (default: the same each time)",
    )
    relay.add_argument("--json", action="store_true", help="say when it is ready as one JSON object")
    relay.add_argument("--until-stdin-closes", action="store_true", help="end when standard input is closed")
    relay.set_defaults(command="relay")


def _add_chat(commands: Any) -> None:
    chat = commands.add_parser("chat", help="chat without a window, over your swarm or the given peers")
    chat.add_argument("--peer", action="append", default=[], metavar="URL", help="a node's address; give one per node")
    text = "ask nodes on other machines unencrypted: whoever is on the way reads and may change the chat"
    _add_plain_http(chat, text)
    _add_which_swarm(chat, "the one you take part in; none where peers are given")
    chat.add_argument("--model", default="", metavar="NAME", help=_WHICH_MODEL)
    _add_precision(chat)
    _add_route(chat, default=None, said="split where peers are given, else auto")
    _add_sampling(chat, without_prompt="the chat is interactive")
    chat.set_defaults(command="chat")


def _add_demo(commands: Any) -> None:
    demo = commands.add_parser("demo", help="two local nodes and the app; with --prompt in the terminal")
    demo.add_argument("--threads", dest="num_threads", type=_number(0, 1024), help="compute threads per node")
    _add_runner(demo)
    _add_precision(demo)
    _add_machine(demo)
    _add_uncertified(demo)
    _add_sampling(demo, without_prompt="the app opens, or where there is no display an interactive chat")
    demo.set_defaults(command="demo", **dict.fromkeys(DEMO_SETTINGS))
    _add_route(demo, default="split")


def _add_which_swarm(parser: argparse.ArgumentParser, default: str) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--swarm", metavar="NAME", help=f"take part in this one of your swarms (default: {default})")
    which.add_argument("--no-swarm", dest="swarm", action="store_const", const="", help="take part in none")


def _add_plain_http(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--plain-http", action="store_true", help=text)


def _add_runner(parser: argparse.ArgumentParser) -> None:
    text = (
        "whose code runs the layers: lean, our own for the common families; generic, the library's forward, for every "
        "model; default: auto, lean where it computes the same and is faster"
    )
    parser.add_argument("--runner", default="auto", choices=RUNNERS, help=text)


def _add_precision(parser: argparse.ArgumentParser) -> None:
    help_text = (
        "how exactly the weights are kept: as stored (default), bf16, int8 or int4; all nodes of a route and the chat "
        "must name the same"
    )
    parser.add_argument("--precision", default="auto", choices=PRECISIONS, help=help_text)


def _add_machine(parser: argparse.ArgumentParser) -> None:
    text = (
        "the numbers that are computed with, whatever the weights are kept in (default: auto, float32 unless 16 bit is "
        "clearly quicker here); bfloat16 and float16 take the library's forward, which is slower on most processors"
    )
    parser.add_argument("--dtype", default="auto", choices=DTYPES, help=text)
    text = "the hardware: cpu or a GPU (default: auto, a GPU where there is one, the layers fit and it is quicker)"
    parser.add_argument("--device", default="auto", choices=DEVICES, help=text)
    text = (
        "how exactly session caches are kept: as computed (default), or int8: a quarter of the memory, by the "
        "library's forward, which is slower"
    )
    parser.add_argument("--kv-precision", default="auto", choices=KV_PRECISIONS, help=text)


def _add_route(parser: argparse.ArgumentParser, *, default: str | None, said: str = "") -> None:
    text = (
        "where the model runs: split over the nodes, alone on this computer, or auto: alone where it fits, since "
        f"splitting is slower then (default: {said or default})"
    )
    parser.add_argument("--route", default=default, choices=ROUTES, help=text)
    routing = "what routes are best at: one answer's latency (default), or the throughput of many at once"
    parser.add_argument("--routing", choices=ROUTING_MODES, help=routing)


def _add_uncertified(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--uncertified", action="store_true", help="load a model whose type is not certified, too")


def _add_sampling(parser: argparse.ArgumentParser, *, without_prompt: str) -> None:
    parser.add_argument("--prompt", help=f"answer this and end; without it {without_prompt}")
    parser.add_argument("--system", default="", help="what the model is told first")
    parser.add_argument("--temperature", type=float, help="0 = greedy (the default with --prompt)")
    parser.add_argument("--max-tokens", type=_number(1, 1_000_000), default=256, help="longest answer (default: 256)")
    parser.add_argument("--seed", type=_number(0, 2**63 - 1), default=0, help="same seed, same answer (default: 0)")
    parser.add_argument("--json", action="store_true", help="with --prompt: one JSON object instead of text")


def _actions_of(command: argparse.ArgumentParser) -> Callable[[str, str], argparse.ArgumentParser]:
    """What adds an action to a command, by its name and what it does."""
    actions = command.add_subparsers(metavar="ACTION")

    def add(name: str, text: str) -> argparse.ArgumentParser:
        action: argparse.ArgumentParser = actions.add_parser(name, help=text)
        action.add_argument("--json", action="store_true")
        action.set_defaults(action=name)
        return action

    return add


def _add_swarm(commands: Any) -> None:
    swarm = commands.add_parser("swarm", help="list the swarms you are in, create one, invite, join, leave")
    swarm.add_argument("--json", action="store_true")
    swarm.set_defaults(command="swarm", action="list")
    add = _actions_of(swarm)
    address = (
        "where members can be found from other networks: what the internet knows one of them by, and its --swarm-port; "
        "may be given several times"
    )
    create = add("create", "make a swarm of one and take part in it")
    create.add_argument("name")
    create.add_argument("--address", action="append", default=[], metavar="HOST:PORT", help=address)
    invite = add("invite", "print the invite: one line that makes whoever has it a member")
    invite.add_argument("name", nargs="?", default="", help="the swarm (default: the one you take part in)")
    invite.add_argument("--address", action="append", default=[], metavar="HOST:PORT", help=address)
    invite.add_argument("--qr", type=Path, metavar="FILE.png", help="write it as a QR code instead")
    join = add("join", "become a member and take part")
    join.add_argument("invite", help="the invite; - asks for it, or reads it from standard input")
    use = add("use", "take part in another of your swarms")
    use.add_argument("name", nargs="?", default="", help="its name; without one, in none")
    leave = add("leave", "forget a swarm: coming back takes an invite")
    leave.add_argument("name")
    rotate = add("rotate", "make a swarm's invites void: only who is invited anew stays in it")
    rotate.add_argument("name", nargs="?", default="", help="the swarm (default: the one you take part in)")
    add("list", "the swarms you are in")
    peers = add("peers", "who is there now, and which layers are served")
    _add_which_swarm(peers, "the one you take part in")
    peers.add_argument("--model", default="", help="whose layers are counted (default: the first in the model store)")
    _add_precision(peers)
    peers.set_defaults(command="swarm-peers")


def _add_models(commands: Any) -> None:
    models = commands.add_parser("models", help="list the models on this computer, find, get, check and remove them")
    models.add_argument("--json", action="store_true")
    models.set_defaults(command="models", action="list")
    add = _actions_of(models)
    add("list", "the models on this computer, which layers of them are here, and what they take")
    listed = add("catalogue", "well-known open models, and how each would fit this computer")
    listed.add_argument("text", nargs="?", default="", help="only those whose name or family has this in it")
    as_if = "how it would fit with its weights kept so (default: as in the app)"
    listed.add_argument("--precision", choices=PRECISIONS, help=as_if)
    search = add("search", "look for models on the hub")
    search.add_argument("text", help="what to look for")
    _add_fetching(add("add", "make a model known without its weights: enough to chat with it through a swarm"))
    get = add("get", "bring layers of a model here, from members of your swarm and the hub; Ctrl-C pauses")
    _add_fetching(get)
    get.add_argument("--layers", type=_span, metavar="A-B", help="0-15 is layers 0 to 14 (default: all)")
    cancel = add("cancel", "give a fetch up: what is not complete goes, complete layers stay")
    cancel.add_argument("name")
    verify = add("verify", "check that every tensor that is here is what it should be")
    verify.add_argument("name", nargs="?", default="", help="the model (default: all of them)")
    remove = add("rm", "remove a model, or some of its layers")
    remove.add_argument("name")
    remove.add_argument("--layers", type=_span, metavar="A-B", help="only these: 0-15 is layers 0 to 14")
    clean = add("clean", "delete what no model needs: unfinished imports and the like")
    clean.add_argument("--dry-run", action="store_true", help="only say what that would be")
    bring_in = add("import", "import a .gguf file or a folder with safetensors")
    bring_in.add_argument("path", type=Path, help="the file or folder")
    bring_in.add_argument("--name", help="its name in the store")
    add("starter", "import the starter model, fetched first where it did not come along")
    add("sign-in", "keep a token of the hub, read from standard input, for models that ask for one")
    add("sign-out", "forget that token")


def _add_fetching(action: argparse.ArgumentParser) -> None:
    names = "a name of the catalogue, a repository of the hub, a model that your swarm serves, or one that is here"
    action.add_argument("name", help=names)
    action.add_argument("--revision", default="", metavar="R", help="of the repository: a branch, tag or commit")
    _add_which_swarm(action, "the one you take part in")
    sources = action.add_mutually_exclusive_group()
    sources.add_argument("--no-peers", action="store_true", help="take nothing from members, only from the hub")
    sources.add_argument("--no-hub", action="store_true", help="take nothing from the hub, only from members")


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
    hit = "churn, fetch: who is hit and when (default: 0)"
    bench.add_argument("--seed", type=_number(0, 2**63 - 1), default=0, help=hit)
    _add_plain_http(bench, "churn, recovery, join: nodes outside of any swarm, on loopback, instead of members of one")
    bench.add_argument("--fresh", action="store_true", help="device: measure anew")
    bench.add_argument("--tokens", type=_number(100, 1_000_000), help="stream: how long the answer is (default: 20000)")
    bench.add_argument("--rate", type=_number(1, 10_000), help="stream: tokens per second (default: 200)")
    bench.set_defaults(command="bench")
    _add_certify(commands)
    _add_simulate(commands)
    test = commands.add_parser("self-test", help="check this installation, one line per check")
    test.add_argument("--quick", action="store_true", help="leave out what takes long")
    test.add_argument("--json", action="store_true")
    test.set_defaults(command="self-test")


def _add_certify(commands: Any) -> None:
    certify = commands.add_parser("certify", help="check that model types run in parts as they do whole")
    certify.add_argument("model_types", nargs="*", metavar="MODEL_TYPE", help="types to check, like llama")
    certify.add_argument("--all", action="store_true", help="all types that have no result yet (half an hour)")
    certify.add_argument("--fresh", action="store_true", help="forget earlier results")
    certify.add_argument("--write-tables", type=Path, metavar="FOLDER", help="write the tables into this checkout")
    certify.add_argument("--json", action="store_true", help="one JSON object with the figures")
    certify.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # what the parent starts
    certify.add_argument("--as-shipped", action="store_true", help=argparse.SUPPRESS)  # what the self-test starts
    certify.set_defaults(command="certify")


def _add_simulate(commands: Any) -> None:
    simulate = commands.add_parser("simulate", help="who would serve what in a swarm of any size, over made-up time")
    simulate.add_argument("--nodes", type=_number(1, 100_000), default=100, help="how many (default: 100)")
    simulate.add_argument("--layers", type=_number(1, 1000), default=80, help="of each model (default: 80)")
    simulate.add_argument("--copies", type=_amount(0.1, 1e6), default=2.0, help="there is room for (default: 2)")
    text = "that the nodes are spread over (default: as many as leave each about 1.6 layers, and at least one)"
    simulate.add_argument("--models", type=_number(1, 10_000), default=0, help=text)
    text = "percent of the nodes that leave each minute; as many come (default: 1)"
    simulate.add_argument("--churn", type=_amount(0, 50), default=1.0, metavar="PERCENT", help=text)
    text = "percent that are lost at once after half of the time (default: 10)"
    simulate.add_argument("--lose", type=_amount(0, 90), default=10.0, metavar="PERCENT", help=text)
    simulate.add_argument(
        "--load", type=_amount(1, 86_400), default=120.0, metavar="SECONDS", help="to load a span (default: 120)"
    )
    simulate.add_argument("--minutes", type=_number(2, 10_000), default=120, help="to simulate (default: 120)")
    text = "how often, with other chances (default: until there were about 1000 nodes)"
    simulate.add_argument("--runs", type=_number(1, 1000), default=0, help=text)
    simulate.add_argument("--seed", type=_number(0, 2**31), default=0, help="same seed, same fate (default: 0)")
    simulate.add_argument("--json", action="store_true", help="one JSON object with the figures")
    simulate.set_defaults(command="simulate")


def _amount(low: float, high: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:  # NaN is not
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low:g} to {high:g}")
        return value

    return parse


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
