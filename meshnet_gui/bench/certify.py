"""``meshnet certify``: every model type of the library put to the test in a child process, and what came out.

A child takes the types that are left one after another and says a line for each. Where it dies or stays silent, the
type that it was at gets that as its result and a new child goes on, so that one crash costs one row. The results file
is written after each type: a run that was broken off goes on where it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from importlib.metadata import version
from pathlib import Path

from meshnet_gui.bench.certify_table import as_json_table, as_markdown, figures
from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.installation import console_command
from meshnet_gui.modelstore.certified import Row
from meshnet_gui.settings import data_dir

_log = logging.getLogger(__name__)
TYPE_DEADLINE_S = 600.0
MEMORY_BYTES = 12 << 30  # of addresses: mapped files count
MAX_LINE_BYTES = 1 << 16
MIN_OK = 170


def run_certify(
    model_types: Sequence[str],
    *,
    everything: bool = False,
    fresh: bool = False,
    table_folder: Path | None = None,
    say: Say,
) -> Report:
    """Certify the given types anew, or (``everything``) all that have no result yet. Raises UserError, MachineError."""
    from meshnet_gui.engine.tiny_configs import model_types as known_types

    known = known_types()
    unknown = [name for name in model_types if name not in known]
    if unknown:
        raise UserError(f"There is no causal language model of type {unknown[0][:60]!r}.", "Try --all.")
    results = Results(results_path(), fresh=fresh)
    wanted = [name for name in known if name not in results.rows] if everything else list(model_types)
    asyncio.run(_certify(wanted, results, say))
    shown = known if everything else model_types
    rows = {name: results.rows[name] for name in shown}
    if table_folder is not None:
        write_tables(table_folder, rows)
    return _report(rows, everything)


def results_path() -> Path:
    """Where results of this version of the library are kept between runs."""
    return data_dir() / "certify" / f"transformers-{version('transformers')}.json"


class Results:
    """The rows found so far, on disk after each."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        self._path = path
        self.rows: dict[str, Row] = {}
        if not fresh:
            with suppress(OSError, ValueError, KeyError, TypeError):
                content = json.loads(path.read_text(encoding="utf-8"))
                self.rows = {name: Row.from_json(row) for name, row in content.items()}

    def add(self, name: str, row: Row) -> None:
        """Keep a row. Raises MachineError."""
        self.rows[name] = row
        content = json.dumps({name: row.to_json() for name, row in self.rows.items()}, indent=1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside = self._path.with_suffix(".new")
            beside.write_text(content, encoding="utf-8")
            beside.replace(self._path)
        except OSError as exc:
            raise MachineError(f"The results cannot be written to {self._path} ({exc.strerror}).") from exc


def write_tables(folder: Path, rows: Mapping[str, Row]) -> None:
    """The table for people and the one that ships, into a checkout of this program. Raises MachineError."""
    try:
        (folder / "docs" / "certified.md").write_text(as_markdown(rows), encoding="utf-8")
        (folder / "resources" / "certified.json").write_text(as_json_table(rows), encoding="utf-8")
    except OSError as exc:
        raise MachineError(f"The tables cannot be written into {folder} ({exc.strerror}).") from exc


async def _certify(wanted: Sequence[str], results: Results, say: Say) -> None:
    left = list(wanted)
    while left:
        done = 0
        async for name, row in results_of_child(left, _child_command(left)):
            results.add(name, row)
            done += 1
            note = f" ({row.note})" if row.note else ""
            say(f"{len(wanted) - len(left) + done} of {len(wanted)}: {name} {row.result}{note}")
        left = left[done:]


async def results_of_child(
    names: Sequence[str], command: Sequence[str], type_deadline_s: float | None = None
) -> AsyncIterator[tuple[str, Row]]:
    """What one child finds out, up to the first type that it does not survive, which gets a row too."""
    deadline_s = TYPE_DEADLINE_S if type_deadline_s is None else type_deadline_s
    child = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=MAX_LINE_BYTES,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert child.stdout is not None
    try:
        for name in names:
            try:
                line = await asyncio.wait_for(child.stdout.readline(), deadline_s)
                yield name, Row.from_json(json.loads(line))
            except TimeoutError:
                yield name, Row("refused", f"no result within {deadline_s:.0f} s")
                return
            except (ValueError, KeyError, TypeError):
                yield name, Row("refused", "the test did not survive it")
                return
    finally:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def _child_command(names: Sequence[str]) -> list[str]:
    return [*console_command(), "certify", *names, "--here"]


def certify_here(model_types: Iterable[str], *, as_shipped: bool = False) -> Iterable[str]:
    """In this process, one line of JSON for each type; what the parent reads.

    ``as_shipped`` only looks whether each still does what the table says that came with the program.
    """
    from meshnet_gui.engine.certification import certify, check_as_certified

    _bound_memory()
    for name in model_types:
        folder = tempfile.TemporaryDirectory(prefix="meshnet-certify-")
        with folder as place, redirect_stdout(sys.stderr):  # some models print
            row = (check_as_certified if as_shipped else certify)(name, Path(place))
        yield json.dumps(row.to_json())  # the last one may be the end of this process, and its folder is gone


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _report(rows: Mapping[str, Row], everything: bool) -> Report:
    table = [("model type", "result", "largest difference", "note")]
    table += [(name, row.result, f"{row.worst:.1e}", row.note) for name, row in rows.items()]
    targets = [Target("differs", 0, at_least=False)]
    if everything:
        targets.append(Target("ok", MIN_OK))
    return Report("certify", figures(rows), table, targets, circumstances())
