"""``meshnet self-test``: is this installation whole? One line for each check, from source and from a built app alike.

Everything that a check writes goes into a temporary folder; the user's models are only read.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from meshnet_gui.bench import checks
from meshnet_gui.bench.checks import Check, CheckFailed, Measured, Skipped
from meshnet_gui.errors import MeshnetError

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
    window_checks: Mapping[str, Check] | None = None,
    all_checks: Mapping[str, Check] | None = None,
) -> int:
    """Runs every check and prints what came of it; 1 if any failed.

    ``window_checks`` come from who may know the window; ``all_checks`` replaces all others.
    """
    outcomes = []
    plan = all_checks if all_checks is not None else {**checks.FIRST, **(window_checks or {}), **checks.LAST}
    with tempfile.TemporaryDirectory(prefix="meshnet-self-test-") as folder:
        for name, check in plan.items():
            outcomes.append(run_check(name, check, Path(folder)))
            if not as_json:
                print(outcomes[-1].line(), flush=True)
    passed = all(outcome.state != FAILED for outcome in outcomes)
    if as_json:
        print(as_object(outcomes, passed))
    return 0 if passed else 1


def run_check(name: str, check: Check, folder: Path, clock: Callable[[], float] = time.monotonic) -> Outcome:
    """A check's outcome, whatever it raises."""
    started = clock()
    own_folder = folder / name.replace(" ", "-")
    own_folder.mkdir(parents=True)
    found = Measured("", {})
    try:
        answer = check(own_folder)
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
