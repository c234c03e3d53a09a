"""The local hub for tests: ``with hub_with(folder) as hub`` has one repository, a small random model.

``python -m tests.hub_server FOLDER --port PORT`` serves a folder as one repository, or its subfolders
``owner/name`` as several, until it is interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.sized_model import write_sized_model

REPOSITORY = "somebody/small-model"
TOKEN = "hf_" + "t" * 34  # no token of anybody


@contextmanager
def hub_with(folder: Path, name: str = REPOSITORY, **model: Any) -> Iterator[LocalHub]:
    """A hub with one repository that is written into ``folder`` (``model``: what ``write_sized_model`` takes)."""
    with LocalHub(token=TOKEN) as hub:
        hub.add(name, write_sized_model(folder, **model))
        yield hub


def serve(folder: Path, port: int = 0) -> None:
    """Serve a folder until the process is interrupted, and say where on the standard output."""
    with LocalHub(port) as hub:
        single = (folder / "config.json").is_file()
        repositories = [folder] if single else sorted(path for path in folder.glob("*/*") if path.is_dir())
        for path in repositories:
            hub.add(f"{'local' if single else path.parent.name}/{path.name}", path)
        sys.stdout.write(json.dumps({"endpoint": hub.url, "repositories": sorted(hub.repositories)}) + "\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=0)
    arguments = parser.parse_args()
    with suppress(KeyboardInterrupt):
        serve(arguments.folder, arguments.port)
