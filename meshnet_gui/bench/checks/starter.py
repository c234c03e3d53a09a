"""Does the starter model answer, over two nodes in processes of their own, and what does a shard of it cost?"""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

from meshnet_gui.bench import memory
from meshnet_gui.bench.checks.check import CheckFailed, Measured, Skipped
from meshnet_gui.bench.checks.places import Starter
from meshnet_gui.bench.rig import two_nodes
from meshnet_gui.runtime.assembly import load_tokenizer

QUESTION, ANSWER = "What is the capital of France?", "Paris"
NUM_ANSWER_TOKENS = 24
LISTEN_DEADLINE_S = 1.0


def answer(starter: Starter, folder: Path) -> str:
    """Two node processes answer with the starter model; afterwards none of them is left."""
    spec = starter.spec()
    tokenizer = load_tokenizer(spec.path)
    ids = tokenizer.encode_chat([{"role": "user", "content": QUESTION}])
    with two_nodes(spec, precision="fp32") as route:
        token_ids = route.generate(ids, NUM_ANSWER_TOKENS).token_ids
    left = [hop.address for hop in route.route.hops if listens(hop.address)]
    if left:
        raise CheckFailed(f"node processes are left after the shutdown: {', '.join(left)}")
    detokenizer = tokenizer.detokenizer()
    text = "".join(map(detokenizer.push, token_ids)) + detokenizer.flush()
    if ANSWER not in text:
        raise CheckFailed(f"the answer to {QUESTION!r} was {text!r}")
    return text.splitlines()[0]


def shard_memory(starter: Starter, folder: Path) -> Measured:
    """A shard costs little more than its tensors."""
    if not memory.can_measure():
        raise Skipped("private memory is not measured on this system")
    found = memory.measure(starter.spec())
    text = f"{found.over_tensor_bytes:.2f} x tensor bytes, {found.excess_bytes / 1e6:.1f} MB in excess"
    if found.excess_bytes > found.limit_bytes:
        raise CheckFailed(f"{text}; allowed are {found.limit_bytes / 1e6:.1f} MB")
    return Measured(text, found.figures)


def listens(address: str) -> bool:
    """Whether somebody still accepts connections there."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), LISTEN_DEADLINE_S).close()
    except OSError:
        return False
    return True
