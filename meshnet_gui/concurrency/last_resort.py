"""The end of the process, whatever still holds it up: a library that does not return, a thread that never ends.

What lies on the disk is whole at any moment, so nothing is lost by it.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress

log = logging.getLogger(__name__)


class LastResort:
    """Ends the process ``after_s`` seconds from now with exit code 0, unless it is called off before."""

    def __init__(self, after_s: float, clear_away: Callable[[], None]) -> None:
        """``clear_away`` removes what nothing may be left of; it is called on a thread of its own."""
        self._clear_away = clear_away
        self._timer = threading.Timer(after_s, self._end)
        self._timer.name = "meshnet-last-resort"
        self._timer.daemon = True
        self._timer.start()

    def call_off(self) -> None:
        self._timer.cancel()

    def _end(self) -> None:
        log.info("something holds the end of the program up; it ends without it")
        with suppress(Exception):
            self._clear_away()
        with suppress(Exception):
            logging.shutdown()
        os._exit(0)
