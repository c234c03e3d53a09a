"""What the tokenizers' library raises where a tokenizer's own file makes no sense, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from meshnet_gui.errors import BadModelFile


@contextmanager
def no_panic(text: str = "The model's tokenizer cannot take this text.") -> Iterator[None]:
    """Turn bare Exceptions, and panics, which are none, into BadModelFile with this text and theirs."""
    try:
        yield
    except Exception as exc:
        raise _as_error(text, exc) from exc
    except BaseException as exc:
        if type(exc).__name__ != "PanicException":
            raise
        raise _as_error(text, exc) from None


def _as_error(text: str, exc: BaseException) -> BadModelFile:
    why = (str(exc).strip().splitlines() or [type(exc).__name__])[0][:300]
    return BadModelFile(f"{text} ({why})", "Get or import the model again.")
