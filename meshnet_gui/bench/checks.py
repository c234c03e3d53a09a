"""The self-test's checks: each gets an empty folder, returns a detail worth showing, and raises where it failed."""

from __future__ import annotations

import importlib
import json
import pkgutil
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import meshnet_gui
from meshnet_gui import installation
from meshnet_gui.bench import memory
from meshnet_gui.bench.local_node import LocalNode, greedy_ids, imported_tiny_model, local_node
from meshnet_gui.bench.member_check import members_only
from meshnet_gui.bench.rig import two_nodes
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.starter import find_starter
from meshnet_gui.modelstore.store import default_store
from meshnet_gui.runtime.assembly import load_tokenizer
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import ModelIdentity, Span
from meshnet_gui.wire.codec import encode_reply, encode_request, parse_hidden_reply, parse_request
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import ForwardRequest, HiddenReply, TensorPayload, mint_session_id

PROGRAM = "meshnet_gui"
NUM_TOKENS = 12
PROMPT_IDS = (72, 101, 108, 108, 111)
QUESTION, ANSWER = "What is the capital of France?", "Paris"
NUM_ANSWER_TOKENS = 24
THREADS_GONE_S = 5.0
LISTEN_DEADLINE_S = 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """What a check found, with figures for scripts."""

    text: str
    figures: Mapping[str, float]


Check = Callable[[Path], str | Measured]


class CheckFailed(Exception):
    """The check ran and found something wrong."""


class Skipped(Exception):
    """The check cannot run here, which is no fault."""


def imports(folder: Path) -> str:
    """Every module of the program can be imported."""
    names = [PROGRAM, *(m.name for m in pkgutil.walk_packages(meshnet_gui.__path__, f"{PROGRAM}."))]
    names = [name for name in names if not name.endswith("__main__")]
    for name in names:
        try:
            importlib.import_module(name)
        except Exception as exc:
            raise CheckFailed(f"{name}: {exc}") from exc
    return f"{len(names)} modules"


def resources(folder: Path) -> str:
    """The pictures and the style sheet came along."""
    root = installation.resources()
    if not root.joinpath("style.qss").read_text(encoding="utf-8").strip():
        raise CheckFailed("the style sheet is empty")
    num_icons = sum(1 for item in root.joinpath("icons").iterdir() if item.read_bytes())
    if not num_icons:
        raise CheckFailed("there are no icons")
    return f"{num_icons} icons"


def settings(folder: Path) -> str:
    """What is saved is read again."""
    file = SettingsFile(folder / "settings.json")
    saved = replace(Settings(), span="1-3", peers=("http://127.0.0.1:9",), temperature=0.5)
    file.save(saved)
    read, notice = SettingsFile(folder / "settings.json").load()
    if read != saved or notice:
        raise CheckFailed(notice or "the settings came back changed")
    return ""


def wire(folder: Path) -> str:
    """A request and a reply survive their way through bytes."""
    tensor = TensorPayload((1, 2, 4), "float32", bytes(range(32)))
    identity = str(ModelIdentity("self/test", "r1", "0" * 16, "float32"))
    request = ForwardRequest(tensor, mint_session_id(), "decode", 7, 1, 3, identity, token_ids=(5, 6))
    if parse_request(_lower(encode_request(request)), tensor.data, PayloadLimits(16, 4)) != request:
        raise CheckFailed("the request came back changed")
    reply = HiddenReply(tensor, 9)
    headers, body = encode_reply(reply, cached=True)
    if parse_hidden_reply(_lower(headers), bytes(body), 2, 4) != reply:
        raise CheckFailed("the reply came back changed")
    return ""


def model_import(folder: Path) -> str:
    """A folder becomes a model of the store and is found there."""
    spec = imported_tiny_model(folder)
    return f"{spec.num_layers} layers"


def spans(folder: Path) -> str:
    """A model in two spans says what the whole model says, cached and not."""
    from meshnet_gui.engine.reference import load_reference

    spec = imported_tiny_model(folder)
    whole = load_reference(spec.path).generate(PROMPT_IDS, NUM_TOKENS)
    for cached in (True, False):
        with local_node(spec, Span(0, 2)) as first, local_node(spec, Span(2, spec.num_layers)) as second:
            split = greedy_ids((first, second), spec, PROMPT_IDS, NUM_TOKENS, cached=cached)
        if split != whole:
            raise CheckFailed(f"{'cached' if cached else 'stateless'} spans say {split}, the whole model {whole}")
    return f"{NUM_TOKENS} tokens"


def server(folder: Path) -> str:
    """A node answers over HTTP on loopback: health, status, a step; afterwards no thread is left."""
    before = set(threading.enumerate())
    spec = imported_tiny_model(folder)
    with local_node(spec, spec.full_span()) as node:
        _expect_ready(node)
        if len(greedy_ids((node,), spec, PROMPT_IDS, 2)) != 2:
            raise CheckFailed("the steps gave no tokens")
        if node.get("/status")["counters"]["requests"] < 2:
            raise CheckFailed("the status does not count the steps")
    left = _threads_left(before)
    if left:
        raise CheckFailed(f"threads are left after the shutdown: {', '.join(left)}")
    return "no thread left"


def starter_answer(folder: Path) -> str:
    """Two node processes answer with the starter model; afterwards none of them is left."""
    spec = _starter()
    tokenizer = load_tokenizer(spec.path)
    ids = tokenizer.encode_chat([{"role": "user", "content": QUESTION}])
    with two_nodes(spec) as route:
        token_ids = route.generate(ids, NUM_ANSWER_TOKENS).token_ids
    left = [hop.address for hop in route.route.hops if _listens(hop.address)]
    if left:
        raise CheckFailed(f"node processes are left after the shutdown: {', '.join(left)}")
    detokenizer = tokenizer.detokenizer()
    text = "".join(map(detokenizer.push, token_ids)) + detokenizer.flush()
    if ANSWER not in text:
        raise CheckFailed(f"the answer to {QUESTION!r} was {text!r}")
    return text.splitlines()[0]


def shard_memory(folder: Path) -> Measured:
    """A shard costs little more than its tensors."""
    if not memory.can_measure():
        raise Skipped("private memory is not measured on this system")
    found = memory.measure(_starter())
    text = f"{found.over_tensor_bytes:.2f} x tensor bytes, {found.excess_bytes / 1e6:.1f} MB in excess"
    if found.excess_bytes > found.limit_bytes:
        raise CheckFailed(f"{text}; allowed are {found.limit_bytes / 1e6:.1f} MB")
    return Measured(text, found.figures)


def members(folder: Path) -> str:
    """In a swarm only members are answered, over TLS and by the node that was asked for."""
    with LoopThread("self-test-swarm") as loop:
        wrong = loop.submit(members_only(folder)).result(60.0)
    if wrong:
        raise CheckFailed(wrong)
    return ""


FIRST: Mapping[str, Check] = {
    "imports": imports,
    "resources": resources,
    "settings": settings,
    "wire": wire,
    "model import": model_import,
    "spans": spans,
    "server and shutdown": server,
    "swarm members": members,
}
LAST: Mapping[str, Check] = {"starter model": starter_answer, "shard memory": shard_memory}


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _starter() -> ModelSpec:
    spec = find_starter(default_store())
    if spec is None:
        raise Skipped("not imported")
    return spec


def _expect_ready(node: LocalNode) -> None:
    health = node.get("/health")
    if health.get("ready") is not True:
        raise CheckFailed(f"the node is not ready: {json.dumps(health)}")


def _listens(address: str) -> bool:
    """Whether somebody still accepts connections there."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), LISTEN_DEADLINE_S).close()
    except OSError:
        return False
    return True


def _threads_left(before: set[threading.Thread]) -> list[str]:
    """Names of the threads that are new and do not end within some seconds; torch's own pools are native ones."""
    deadline = time.monotonic() + THREADS_GONE_S
    while (left := [t.name for t in threading.enumerate() if t not in before]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left
