"""Shards that need no weights, for the node's tests."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload, TokenReply
from tests.fleet import SESSION, tiny_spec

SPEC = tiny_spec("llama", Path("nowhere"))
OTHER = tiny_spec("window", Path("nowhere"))


class FakeShard:
    """A shard that answers the token 7; ``gate`` holds it until it is set."""

    num_layers = 6
    cuts = (1, 2, 3, 4, 5)
    dtype = "float32"
    parameter_bytes = 1000
    runner_name = "generic"
    device = "cpu"
    supports_kv_cache = True
    limits = PayloadLimits(256, 32)

    def __init__(self, span: Span, spec: ModelSpec = SPEC) -> None:
        self.span = span
        self.identity = str(spec.identity)
        self.name = spec.name
        self.kv_sessions = SessionCacheStore(protect_s=0.0)
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()
        self.num_steps = 0
        self.itself = self  # models are full of cycles

    def forward(self, request: ForwardRequest, owner: str | None = None, pause: Any = None) -> TokenReply:
        self.entered.set()
        assert self.gate.wait(10)
        self.num_steps += 1
        if request.cache == "decode":
            raise self.kv_sessions.miss("not held")
        if request.cache == "prefill":
            assert request.session is not None
            ticket = self.kv_sessions.begin_prefill(request.session, owner, self.span, 1)
            assert ticket is not None
            self.kv_sessions.finish_prefill(ticket, object(), 10, SamplingParams())
            self.kv_sessions.growth.observe(1, 10)
        return TokenReply("x", 7, 1 if request.cache else 0)

    def forward_many(self, requests: Sequence[tuple[ForwardRequest, str | None]]) -> list[TokenReply | Exception]:
        outcomes: list[TokenReply | Exception] = []
        for request, owner in requests:
            try:
                outcomes.append(self.forward(request, owner))
            except Exception as exc:
                outcomes.append(exc)
        return outcomes


def fake_loader(spec: ModelSpec, span: Span) -> Any:
    return FakeShard(span, spec)


def request(
    cache: Any = None, spec: ModelSpec | None = SPEC, span: Span | None = None, session: str = SESSION
) -> ForwardRequest:
    """A step of one position, for the layers ``span`` where it says some."""
    return ForwardRequest(
        TensorPayload((1, 1), "int64", bytes(8)),
        session,
        cache,
        0 if cache == "decode" else None,
        start_layer=span.start if span else None,
        end_layer=span.end if span else None,
        model=str(spec.identity) if spec else None,
    )
