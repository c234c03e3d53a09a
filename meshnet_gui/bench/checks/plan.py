"""All checks, in their order, and which of them take long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from meshnet_gui.bench.checks import answers, ending, installed, kept, kinds, serving, shipped, starter, tls
from meshnet_gui.bench.checks.check import Check
from meshnet_gui.bench.checks.places import Starter

_IMPORTS = "imports"


@dataclass(frozen=True, slots=True)
class Item:
    """``is_long``: it is left out where time matters. ``needs`` names an earlier one without which it cannot run.

    A library that could not be loaded aborts the process where it is loaded once more.
    """

    name: str
    check: Check
    is_long: bool = False
    needs: str = ""


def plan(own_starter: Starter, window: Mapping[str, Check]) -> tuple[Item, ...]:
    """What makes the program up comes first, then what it does. ``window`` has the checks of who knows the window."""
    return (
        Item(_IMPORTS, installed.imports),
        Item("program", installed.program),
        Item("resources", shipped.resources),
        *(Item(name, check) for name, check in window.items()),
        Item("database", kept.database),
        Item("settings", kept.settings),
        Item("wire", kept.wire),
        Item("certificates", tls.certificates),
        Item("swarm members", tls.members),
        Item("model import", serving.model_import, needs=_IMPORTS),
        Item("spans", serving.spans, needs=_IMPORTS),
        Item("server and shutdown", serving.server, needs=_IMPORTS),
        Item("HTTP and SSE", answers.api, needs=_IMPORTS),
        Item("model kinds", kinds.kinds, is_long=True),
        Item("starter model", partial(starter.answer, own_starter), is_long=True, needs=_IMPORTS),
        Item("shard memory", partial(starter.shard_memory, own_starter), is_long=True),
        Item("node shutdown", ending.shutdown),
    )
