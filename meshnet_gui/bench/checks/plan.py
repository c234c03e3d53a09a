"""All checks, in their order, and which of them take long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from meshnet_gui.bench.checks import answers, ending, installed, kept, kinds, serving, shipped, starter, tls
from meshnet_gui.bench.checks.check import Check
from meshnet_gui.bench.checks.places import Starter


@dataclass(frozen=True, slots=True)
class Item:
    """``is_long``: it is left out where time matters."""

    name: str
    check: Check
    is_long: bool = False


def plan(own_starter: Starter, window: Mapping[str, Check]) -> tuple[Item, ...]:
    """What makes the program up comes first, then what it does. ``window`` has the checks of who knows the window."""
    return (
        Item("imports", installed.imports),
        Item("program", installed.program),
        Item("resources", shipped.resources),
        *(Item(name, check) for name, check in window.items()),
        Item("database", kept.database),
        Item("settings", kept.settings),
        Item("wire", kept.wire),
        Item("certificates", tls.certificates),
        Item("swarm members", tls.members),
        Item("model import", serving.model_import),
        Item("spans", serving.spans),
        Item("server and shutdown", serving.server),
        Item("HTTP and SSE", answers.api),
        Item("model kinds", kinds.kinds, is_long=True),
        Item("starter model", partial(starter.answer, own_starter), is_long=True),
        Item("shard memory", partial(starter.shard_memory, own_starter), is_long=True),
        Item("node shutdown", ending.shutdown),
    )
