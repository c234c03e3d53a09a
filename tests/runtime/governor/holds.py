"""What keeps a system awake, without a system."""

from __future__ import annotations


class FakeHold:
    """``active`` says whether the system agrees."""

    def __init__(self, *, active: bool = True, error: Exception | None = None) -> None:
        self.active = active
        self.is_held = False
        self.num_tries = 0
        self._error = error

    def __enter__(self) -> FakeHold:
        self.num_tries += 1
        if self._error is not None:
            raise self._error
        self.is_held = True
        return self

    def __exit__(self, kind: None, exc: None, tb: None) -> None:
        self.is_held = False
