"""What this node did for others since the program started. Counts only: no clock, no store, nothing about anybody."""

from __future__ import annotations

from meshnet_gui.wire.messages import ForwardRequest

_REMEMBERED = 4096  # sessions that are told apart from new ones


class Given:
    """Positions computed, sessions begun and bytes of results sent, for others. Threads: the core loop only."""

    def __init__(self) -> None:
        self.num_tokens = 0
        self.num_sessions = 0
        self.num_bytes = 0
        self._sessions: dict[str, None] = {}

    def count(self, request: ForwardRequest, num_bytes: int) -> None:
        """A step that was answered with ``num_bytes``. A session that is computed anew is no new one."""
        self.num_tokens += request.tensor.num_positions
        self.num_bytes += num_bytes
        if request.session is None or request.session in self._sessions:
            return
        self.num_sessions += 1
        self._sessions[request.session] = None
        if len(self._sessions) > _REMEMBERED:
            del self._sessions[next(iter(self._sessions))]
