"""Which news needs the user while the window is hidden, and how often that may be told. Knows no Qt widget.

Nothing of a chat is in a notification: it may be read over a shoulder, or on a locked screen.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.gui.format import shown_node, spans_text
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.tray_words import shown
from meshnet_gui.runtime.snapshot import FetchView, Snapshot

SAME_AGAIN_S = 300.0
WITHIN_S = 600.0
MAX_WITHIN = 4
GAP_LASTS_S = 15.0
_COMING = ("fetching", "checking")


class Notifications:
    """Sees every snapshot and hears every event of an answer; ``tell(title, text)`` is called for what is news.

    The same kind of news is told once in ``SAME_AGAIN_S``, and no more than ``MAX_WITHIN`` in ``WITHIN_S`` altogether.
    """

    def __init__(
        self,
        tell: Callable[[str, str], None],
        is_hidden: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tell = tell
        self._is_hidden = is_hidden
        self._clock = clock
        self._before: Snapshot | None = None
        self._has_chatted = False
        self._gap_since: float | None = None
        self._told_gap = False
        self._told: deque[tuple[float, str]] = deque(maxlen=MAX_WITHIN)

    def see(self, snapshot: Snapshot) -> None:
        before, self._before = self._before, snapshot
        if before is None:
            return
        self._look_at_node(before, snapshot)
        self._look_at_route(before, snapshot)
        self._look_at_fetches(before, snapshot)

    def hear(self, event: object) -> None:
        """An event of an answer."""
        if isinstance(event, GenerationFinished):
            self._has_chatted = True
            if event.result.finish != "stopped":
                self._say("answer", tr("Your answer is ready"), tr("Open Meshnet to read it."))
        elif isinstance(event, GenerationFailed):
            self._has_chatted = True
            self._say("answer", tr("An answer broke off"), tr("Open Meshnet to go on with it."))

    def _look_at_node(self, before: Snapshot, now: Snapshot) -> None:
        if now.node.state == "failed" and before.node.state != "failed":
            reason = shown(sentence(shown_node(now).error)) or tr("Open Meshnet to see why.")
            self._say("node", tr("This computer cannot share"), reason)

    def _look_at_route(self, before: Snapshot, now: Snapshot) -> None:
        """A gap is told once it lasts: routes go and come back while computers change places."""
        has_gap = now.model is not None and now.route is None and not now.startup
        if not has_gap:
            self._gap_since, self._told_gap = None, False
        elif self._gap_since is None and before.route is not None:
            self._gap_since = self._clock()
        lasts = self._gap_since is not None and self._clock() - self._gap_since >= GAP_LASTS_S
        if lasts and not self._told_gap and (self._has_chatted or now.num_generating):
            self._told_gap = True
            self._say("gap", tr("Chats have to wait"), _gap_text(now))

    def _look_at_fetches(self, before: Snapshot, now: Snapshot) -> None:
        going = {fetch.model for fetch in now.fetches}
        for fetch in before.fetches:
            if fetch.model not in going and _was_nearly_there(fetch) and fetch.model in _names(now):
                self._say("fetch", tr("A model is here"), tr("{model} can be used now.", model=shown(fetch.model)))

    def _say(self, kind: str, title: str, text: str) -> None:
        now = self._clock()
        if self._before is None or not self._before.settings.notifications or not self._is_hidden():
            return
        recent = [each for when, each in self._told if now - when < SAME_AGAIN_S]
        is_full = len(self._told) == MAX_WITHIN and now - self._told[0][0] < WITHIN_S
        if kind not in recent and not is_full:
            self._told.append((now, kind))
            self._tell(title, text)


def _gap_text(snapshot: Snapshot) -> str:
    if snapshot.swarm is not None and snapshot.swarm.state in ("blocked", "alone", "opening"):
        return tr("The other computers of {swarm} cannot be reached.", swarm=shown(snapshot.swarm.name))
    if snapshot.missing:
        return tr("Nobody serves {layers} now.", layers=spans_text(snapshot.missing))
    return tr("No computers that could answer are there now.")


def _was_nearly_there(fetch: FetchView) -> bool:
    """Whether it went on until it was gone: one that was paused or failed before that was given up."""
    return fetch.state in _COMING and fetch.total_bytes > 0 and fetch.done_bytes >= 0.9 * fetch.total_bytes


def _names(snapshot: Snapshot) -> set[str]:
    return {model.name for model in snapshot.models}
