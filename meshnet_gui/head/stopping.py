"""Texts that end an answer where they come in it, also across tokens. Pure."""

from __future__ import annotations

from collections.abc import Sequence


class StopTexts:
    """Lets text through, but for what could be the beginning of a stop text, until that is known."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = tuple(stop for stop in stops if stop)
        self._held = ""
        self.is_hit = False

    def push(self, text: str) -> str:
        """What may be shown of all that came; once a stop text has come, nothing from its first letter on."""
        if self.is_hit:
            return ""
        self._held += text
        ends = [at for stop in self._stops if (at := self._held.find(stop)) >= 0]
        self.is_hit = bool(ends)
        at = min(ends) if ends else len(self._held) - self._num_pending()
        shown, self._held = self._held[:at], self._held[at:]
        return shown

    def flush(self) -> str:
        """What was held back in vain."""
        held, self._held = self._held, ""
        return "" if self.is_hit else held

    def _num_pending(self) -> int:
        """How long the longest end of the text is that begins a stop text."""
        most = max((len(stop) for stop in self._stops), default=1) - 1
        for count in range(min(most, len(self._held)), 0, -1):
            end = self._held[-count:]
            if any(stop.startswith(end) for stop in self._stops):
                return count
        return 0
