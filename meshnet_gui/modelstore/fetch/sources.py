"""Where the bytes of tensors come from, as the fetch sees it: the hub, or a member of the swarm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.modelstore.tensors import StoredTensor

HUB = "hub"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Tensors of one piece that lie one after the other in one file of the repository: what one worker fetches."""

    piece: str
    tensors: tuple[StoredTensor, ...]

    @property
    def file(self) -> str:
        return self.tensors[0].file

    @property
    def start(self) -> int:
        return self.tensors[0].start

    @property
    def end(self) -> int:
        return self.tensors[-1].end

    @property
    def num_bytes(self) -> int:
        return self.end - self.start


class SourceFailed(Exception):
    """A read that came to nothing. ``text`` and ``hint`` are for a person.

    ``is_final``: this source is of no more use in this fetch (it refused, or it lied). ``retry_after_s``: it asked to
    be left alone for so long.
    """

    def __init__(self, text: str, hint: str = "", *, is_final: bool = False, retry_after_s: float = 0.0) -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint
        self.is_final = is_final
        self.retry_after_s = retry_after_s


class Source(Protocol):
    """Gives the bytes of tensors. Threads: any, several at once; a read blocks.

    ``name`` is ``hub``, or how a member is shown. ``is_hub``: its bytes are right although nobody has said their
    digest; never to be followed from the name, which a member chooses.
    """

    @property
    def name(self) -> str: ...

    @property
    def is_hub(self) -> bool: ...

    def has(self, stretch: Stretch) -> bool:
        """Whether it is worth asking, as far as it said."""
        ...

    def read(self, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        """The stretch's bytes from ``offset`` (counted from its first byte) to its end, in pieces of any size.

        Ends early where ``stop`` says so. Never gives more than was asked for. Raises SourceFailed.
        """
        ...
