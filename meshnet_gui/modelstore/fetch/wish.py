"""What the user wanted fetched, remembered in the model's directory, so that it can go on after a restart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.manifest import dump_json
from meshnet_gui.modelstore.pieces import FETCH_LOCK_NAME, WISH_NAME, all_pieces, layers_in
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.staging import LOCK_POLL_S, try_lock
from meshnet_gui.settings import write_atomically
from meshnet_gui.types import Span

MAX_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class Wish:
    """``span``: the layers that were asked for, None where no layer was. ``is_paused``: by the user, who may resume."""

    pieces: tuple[str, ...]
    span: Span | None = None
    is_paused: bool = False


def remembered(spec: ModelSpec) -> Wish | None:
    """What was not fetched to its end; None where there is nothing to go on with."""
    try:
        with (spec.path / WISH_NAME).open("rb") as file:
            raw = json.loads(file.read(MAX_BYTES))
        known = frozenset(all_pieces(spec.num_layers))
        pieces = tuple(piece for piece in raw["pieces"] if piece in known)
        span = Span.parse(raw["span"]) if raw["span"] else None
        is_of_it = span is None or span.end <= spec.num_layers
        return Wish(pieces, span, bool(raw["paused"])) if pieces and is_of_it else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def remember(spec: ModelSpec, wish: Wish) -> None:
    """Raises OSError."""
    content = {"pieces": list(wish.pieces), "span": str(wish.span or ""), "paused": wish.is_paused}
    write_atomically(spec.path / WISH_NAME, dump_json(content).encode())


def forget(spec: ModelSpec) -> None:
    """There is nothing to go on with any more."""
    with suppress(OSError):
        (spec.path / WISH_NAME).unlink(missing_ok=True)


def span_of(pieces: tuple[str, ...]) -> Span | None:
    """From the first to the last of their layers."""
    spans = layers_in(pieces)
    return Span(spans[0].start, spans[-1].end) if spans else None


@contextmanager
def fetch_lock(directory: Path, wait: Callable[[float], bool]) -> Iterator[bool]:
    """Hold a model for one fetch; false where ``wait``, called again and again with seconds, ends the waiting.

    The system lets go of the lock when its holder dies. Raises MachineError.
    """
    try:
        file = (directory / FETCH_LOCK_NAME).open("a+b")
    except OSError as exc:
        raise MachineError(
            f"The folder of the model {directory.name} cannot be written.", "Check its access rights."
        ) from exc
    with file:
        while not try_lock(file):
            if not wait(LOCK_POLL_S):
                yield False
                return
        yield True
