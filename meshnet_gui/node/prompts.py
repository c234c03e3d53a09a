"""How much of the prompts that passed here was computed, and how much was still held from the turn before.

Nobody tells a hop where a turn begins. After tokens that came one by one, several at once are the next turn's prompt.
"""

from __future__ import annotations

from collections import Counter

from meshnet_gui.wire.messages import ForwardRequest

MAX_SESSIONS = 4096
PREFILLED, REUSED = "prefilled_tokens", "reused_tokens"


class PromptCounts:
    """Adds to ``counters``. Threads: one at a time."""

    def __init__(self, counters: Counter[str]) -> None:
        self._counters = counters
        self._in_prompt: dict[str, None] = {}

    def note(self, request: ForwardRequest) -> None:
        """A step that was computed."""
        num_new, session = request.tensor.num_positions, request.session or ""
        if request.verify or (num_new == 1 and request.cache == "decode"):
            self._in_prompt.pop(session, None)
            return
        self._counters[PREFILLED] += num_new
        if request.cache == "decode" and session not in self._in_prompt:
            held = request.past_len if request.truncate_to is None else request.truncate_to
            self._counters[REUSED] += held or 0
        if session:
            self._in_prompt[session] = None
            while len(self._in_prompt) > MAX_SESSIONS:
                del self._in_prompt[next(iter(self._in_prompt))]
