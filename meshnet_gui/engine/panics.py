"""What the tokenizers' library raises where a tokenizer's own file makes no sense, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from meshnet_gui.errors import BadModelFile


@contextmanager
def no_panic(what: str = "The model's tokenizer cannot take this text") -> Iterator[None]:
    """Turn bare Exceptions, and panics, which are none, into BadModelFile."""
    try:
        yield
    except Exception as exc:
        raise _as_error(what, exc) from exc
    except BaseException as exc:
        if type(exc).__name__ != "PanicException":
            raise
        raise _as_error(what, exc) from None


def _as_error(what: str, exc: BaseException) -> BadModelFile:
    why = (str(exc).strip().splitlines() or [type(exc).__name__])[0][:300]
    return BadModelFile(f"{what} ({why}).", "Get or import the model again.")
