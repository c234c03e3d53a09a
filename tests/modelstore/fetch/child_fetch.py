"""A process that fetches a whole model and may be killed.

``python -m tests.modelstore.fetch.child_fetch ROOT NAME REPOSITORY SERVED``

``SERVED`` grows by one byte for each block that its source hands out.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from meshnet_gui.modelstore.fetch.job import Fetch
from meshnet_gui.modelstore.fetch.sources import Stretch
from meshnet_gui.modelstore.store import ModelStore

BLOCK_BYTES = 64 * 1024
BLOCK_S = 0.003  # as from a network, so that there is a middle to be killed in


class FolderSource:
    """The files of a folder, in blocks that are counted before they are handed out."""

    name, is_hub = "hub", True

    def __init__(self, folder: Path, served: Path) -> None:
        self._folder = folder
        self._served = os.open(served, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def has(self, stretch: Stretch) -> bool:
        return True

    def read(self, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        with (self._folder / stretch.file).open("rb") as file:
            file.seek(stretch.start + offset)
            left = stretch.num_bytes - offset
            while left and not stop():
                time.sleep(BLOCK_S)
                block = file.read(min(left, BLOCK_BYTES))
                os.write(self._served, b".")
                left -= len(block)
                yield block


def main(root: str, name: str, repository: str, served: str) -> int:
    store = ModelStore(Path(root))
    spec = store.get(name)
    source = FolderSource(Path(repository), Path(served))
    return 0 if Fetch(store, spec, spec.missing(spec.full_span()), [source]).run() else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
