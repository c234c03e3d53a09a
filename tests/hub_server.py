"""The local hub for tests: ``with hub_with(folder) as hub`` has one repository, a small random model.

``python -m tests.hub_server FOLDER --port PORT`` serves a folder until it is interrupted.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from meshnet_gui.bench.local_hub import LocalHub, serve
from meshnet_gui.bench.sized_model import write_sized_model

REPOSITORY = "somebody/small-model"
TOKEN = "hf_" + "t" * 34  # no token of anybody


@contextmanager
def hub_with(folder: Path, name: str = REPOSITORY, **model: Any) -> Iterator[LocalHub]:
    """A hub with one repository that is written into ``folder`` (``model``: what ``write_sized_model`` takes)."""
    with LocalHub(token=TOKEN) as hub:
        hub.add(name, write_sized_model(folder, **model))
        yield hub


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    with suppress(KeyboardInterrupt):
        serve(arguments.folder, arguments.port)
