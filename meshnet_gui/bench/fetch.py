"""``bench fetch``: what bringing layers here costs, survives and withstands.

With a hub on this computer, and the program itself as processes: (1) how many bytes some layers cost, out of one big
file and out of many; (2) a fetch that is killed again and again; (3) a joiner whose neighbour has the span, beside
static HTTPS; (4) members that lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from meshnet_gui.bench import fetch_kills, fetch_liars, fetch_neighbour, fetch_span
from meshnet_gui.bench.fetch_kills import KilledOften
from meshnet_gui.bench.fetch_liars import Deceived
from meshnet_gui.bench.fetch_neighbour import Neighbourly
from meshnet_gui.bench.fetch_span import SpanFetched
from meshnet_gui.bench.report import Report, Say, Target, circumstances

COLUMNS = ("what", "needed MB", "sent MB", "s", "found")
TARGETS = (
    Target("bytes_one_file_ratio", 1.05, at_least=False),
    Target("bytes_many_files_ratio", 1.05, at_least=False),
    Target("kills", fetch_kills.NUM_KILLS),
    Target("fetched_twice_share", 0.10, at_least=False),
    Target("complete_after_kills", 1),
    Target("hub_weight_bytes_beside_a_member", 0, at_least=False),
    Target("member_over_static_https", 0.7),
    Target("lies_survived_share", 1),
)


def run(say: Say, seed: int = 0) -> Report:
    """All four parts. Raises MachineError where a process does not do what it is there for."""
    with TemporaryDirectory(prefix="meshnet-bench-") as name:
        folder = Path(name)
        spans = fetch_span.measure(folder / "span", say)
        killed = fetch_kills.measure(folder / "kills", seed, say)
        beside = fetch_neighbour.measure(folder / "neighbour", say)
        lies = fetch_liars.measure(folder / "liars", say)
    return report(spans, killed, beside, lies, seed)


def report(
    spans: Sequence[SpanFetched], killed: KilledOften, beside: Neighbourly, lies: Sequence[Deceived], seed: int
) -> Report:
    """The four findings as figures and rows."""
    one, many = spans
    figures = {
        "bytes_one_file_ratio": one.ratio,
        "bytes_many_files_ratio": many.ratio,
        "kills": killed.num_kills,
        "fetched_twice_share": killed.fetched_twice,
        "complete_after_kills": float(killed.is_verified and killed.is_right),
        "hub_weight_bytes_beside_a_member": beside.hub_weight_bytes,
        "member_over_static_https": beside.ratio,
        "member_mb_per_s": beside.num_bytes / median(beside.from_member) / 1e6,
        "static_https_mb_per_s": beside.num_bytes / median(beside.from_static) / 1e6,
        "lies_survived_share": sum(lie.is_survived for lie in lies) / len(lies),
    }
    rows = [COLUMNS, *(_span_row(found) for found in spans), _killed_row(killed), _beside_row(beside)]
    rows += [_lie_row(lie) for lie in lies]
    return Report("fetch", figures, rows, TARGETS, circumstances(seed=seed, rounds=len(beside.from_member)))


def _span_row(found: SpanFetched) -> tuple[str, ...]:
    what = f"layers {fetch_span.WANTED} out of {found.num_files} file{'' if found.num_files == 1 else 's'}"
    return what, _mb(found.needed_bytes), _mb(found.sent_bytes), f"{found.seconds:.2f}", f"x {found.ratio:.4f}"


def _killed_row(killed: KilledOften) -> tuple[str, ...]:
    found = f"{killed.fetched_twice:.1%} twice" if killed.is_verified and killed.is_right else "NOT RIGHT"
    return f"killed {killed.num_kills} times", _mb(killed.weight_bytes), _mb(killed.sent_bytes), "", found


def _beside_row(beside: Neighbourly) -> tuple[str, ...]:
    seconds = median(beside.from_member)
    return (
        "from a member",
        _mb(beside.num_bytes),
        _mb(beside.hub_weight_bytes),
        f"{seconds:.2f}",
        f"x {beside.ratio:.2f}",
    )


def _lie_row(lie: Deceived) -> tuple[str, ...]:
    found = f"{'right' if lie.is_right else 'NOT RIGHT'}, {len(lie.left_out)} left out"
    return lie.what, _mb(lie.num_bytes), _mb(lie.hub_bytes), f"{lie.seconds:.2f}", found


def _mb(num_bytes: float) -> str:
    return f"{num_bytes / 1e6:.1f}"
