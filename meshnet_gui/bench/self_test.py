"""``meshnet self-test``: is this installation whole? One line for each check, from source and from a built app alike.

Everything that a check writes goes into a temporary folder; of the user's files only the starter model is read.
"""

from __future__ import annotations

import gc
import json
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from meshnet_gui.bench.checks.check import Check, CheckFailed, Measured, Skipped
from meshnet_gui.bench.checks.left import Before, Writes, nothing_left
from meshnet_gui.bench.checks.places import Starter, own_places
from meshnet_gui.bench.checks.plan import Item, plan
from meshnet_gui.errors import MeshnetError
from meshnet_gui.modelstore.store import default_store

OK, SKIPPED, FAILED = "ok", "skipped", "FAILED"
MAX_REASON_CHARS = 400


@dataclass(frozen=True, slots=True)
class Outcome:
    """``state`` is ``ok``, ``skipped`` or ``FAILED``; ``detail`` is a figure or the reason."""

    name: str
    state: str
    detail: str
    seconds: float
    figures: Mapping[str, float] = field(default_factory=dict)

    def line(self) -> str:
        """``wire round trip: ok`` or ``settings: FAILED: the disk is full``."""
        return f"{self.name}: {self.state}" + (f": {self.detail}" if self.detail else "")


def run_self_test(
    *,
    as_json: bool,
    quick: bool = False,
    window_checks: Mapping[str, Check] | None = None,
    items: Sequence[Item] | None = None,
) -> int:
    """Runs every check and prints what came of it; 1 if any failed.

    ``window_checks`` come from who may know the window; ``items`` takes the place of all others.
    """
    own_starter = Starter(default_store())  # the user's, before it gives way to our own
    chosen = plan(own_starter, window_checks or {}) if items is None else items
    before, outcomes = Before(), list[Outcome]()

    def tell(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if not as_json:
            print(outcome.line(), flush=True)

    with (
        _terminated_like_interrupted(),
        tempfile.TemporaryDirectory(prefix="meshnet-self-test-", ignore_cleanup_errors=True) as name,
    ):
        folder, writes = Path(name), Writes(Path(name))
        writes.start()
        with own_places(folder / "places"):
            for item in chosen:
                why_not = _why_not(item, outcomes, quick=quick)
                tell(Outcome(item.name, SKIPPED, why_not, 0.0) if why_not else run_check(item.name, item.check, folder))
        writes.stop()
        gc.collect()  # Windows removes no file that is still mapped
    tell(outcome_of("clean shutdown", lambda: nothing_left(before, writes, folder)))
    passed = all(outcome.state != FAILED for outcome in outcomes)
    if as_json:
        print(as_object(outcomes, passed))
    return 0 if passed else 1


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Whoever ends it early leaves no child process and no temporary folder either."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _why_not(item: Item, before: Sequence[Outcome], *, quick: bool) -> str:
    """Why a check is left out; empty where it is not."""
    if quick and item.is_long:
        return "--quick"
    has_failed = any(outcome.name == item.needs and outcome.state == FAILED for outcome in before)
    return f"not without {item.needs}" if has_failed else ""


def run_check(name: str, check: Check, folder: Path) -> Outcome:
    """What comes of a check in a folder of its own."""
    own_folder = folder / name.replace(" ", "-")
    own_folder.mkdir(parents=True)
    return outcome_of(name, lambda: check(own_folder))


def outcome_of(name: str, ask: Callable[[], str | Measured], clock: Callable[[], float] = time.monotonic) -> Outcome:
    """What comes of it, whatever it raises."""
    started = clock()
    found = Measured("", {})
    try:
        answer = ask()
        found = answer if isinstance(answer, Measured) else Measured(answer, {})
        state, detail = OK, found.text
    except Skipped as exc:
        state, detail = SKIPPED, str(exc)
    except (CheckFailed, MeshnetError) as exc:
        state, detail = FAILED, str(exc)
    except Exception as exc:  # whatever is wrong with an installation, the other checks must still run
        state, detail = FAILED, f"{type(exc).__name__}: {exc}"
    return Outcome(name, state, " ".join(detail.split())[:MAX_REASON_CHARS], clock() - started, found.figures)


def as_object(outcomes: Sequence[Outcome], passed: bool) -> str:
    """One JSON object; ``figures`` has what the checks measured."""
    figures = {name: value for outcome in outcomes for name, value in outcome.figures.items()}
    return json.dumps({"passed": passed, "figures": figures, "checks": [asdict(outcome) for outcome in outcomes]})
