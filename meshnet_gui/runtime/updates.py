"""Looks whether a newer version was published, once a day where the user wants that. Fetches and installs nothing.

When it last looked and what it found is kept in a small file, so that a restart neither asks again nor forgets.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from meshnet_gui import __version__
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.runtime.release import MAX_PAGE_CHARS, Release, is_newer, may_open
from meshnet_gui.runtime.release_question import ask_feed
from meshnet_gui.runtime.snapshot import UpdateView
from meshnet_gui.settings import write_atomically

log = logging.getLogger(__name__)

DAY_S = 86_400.0
FIRST_AFTER_S = (30.0, 120.0)
"""At random in between, so that not all ask at the same moment after an update or a power cut."""
LOOK_AT_CLOCK_S = 3600.0
FILE = "updates.json"
_MAX_FILE_BYTES = 64 * 2**10


@dataclass(frozen=True, slots=True)
class Kept:
    """What outlives the program. ``looked_at`` is in seconds since 1970, ``dismissed`` told in the window no more."""

    looked_at: float = 0.0
    version: str = ""
    page: str = ""
    dismissed: str = ""


@dataclass(frozen=True, slots=True)
class Clocks:
    """``monotonic`` counts while the program runs, ``wall`` over restarts; ``first`` says after how long to begin."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    first: Callable[[], float] = lambda: random.uniform(*FIRST_AFTER_S)


class Updates:
    """Without a ``feed`` nothing is ever asked. Threads: the core loop only."""

    def __init__(
        self,
        feed: str,
        folder: Path | None,
        wants: Callable[[], bool],
        on_change: Callable[[], None],
        ask: Callable[[str], Awaitable[Release]] = ask_feed,
        clocks: Clocks | None = None,
        own_version: str = __version__,
    ) -> None:
        self._feed = feed
        self._file = folder / FILE if folder is not None else None
        self._wants = wants
        self._on_change = on_change
        self._ask = ask
        self._clocks = clocks or Clocks()
        self._own_version = own_version
        self._kept = _read(self._file) if self._file is not None else Kept()
        self._looked_at: float | None = None  # in this run, by the monotonic clock
        self._state, self._error = "", ""
        self._watching: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None

    def view(self) -> UpdateView:
        version, page = self._newer()
        tells = self._wants() and bool(version) and version != self._kept.dismissed
        return UpdateView(bool(self._feed), self._state, version, page, self._error, tells)

    def settle(self) -> None:
        """Begins to look by itself, or ends that, as the setting says."""
        wanted = bool(self._feed) and self._wants()
        if wanted and self._watching is None:
            self._watching = asyncio.create_task(self._watch(), name="updates")
        elif not wanted and self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def look(self) -> None:
        """Because somebody asked for it. Raises MeshnetError, which the view then says, too."""
        if not self._feed:
            raise UserError("This build names no place where new versions are published.")
        try:
            await self._look()
        except MeshnetError as exc:
            self._state, self._error = "failed", str(exc)
            raise
        finally:
            self._on_change()

    async def dismiss(self) -> None:
        """The newer version that is there now is not told in the window any more."""
        version, _ = self._newer()
        if version and version != self._kept.dismissed:
            await self._keep(replace(self._kept, dismissed=version))

    async def close(self) -> None:
        tasks = [task for task in (self._watching, self._asking) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _watch(self) -> None:
        await self._clocks.sleep(self._clocks.first())
        if self._clocks.wall() < self._kept.looked_at:  # it was set back: nobody knows how long ago that was
            await self._keep(replace(self._kept, looked_at=self._clocks.wall()))
        while True:
            left_s = self._left_s()
            if left_s > 0:
                await self._clocks.sleep(min(left_s, LOOK_AT_CLOCK_S))
            else:
                await self._look_quietly()

    def _left_s(self) -> float:
        """Until the next question; a day after the last one, whichever run that was in."""
        if self._looked_at is not None:
            return self._looked_at + DAY_S - self._clocks.monotonic()
        return self._kept.looked_at + DAY_S - self._clocks.wall()

    async def _look_quietly(self) -> None:
        try:
            await self._look()
        except MeshnetError as exc:
            log.info("whether there is a newer version was not found out: %s", exc.text)
        finally:
            self._on_change()

    async def _look(self) -> None:
        """One question at a time: who asks meanwhile hears its answer, too."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask_now(), name="latest version")
        await asyncio.shield(self._asking)

    async def _ask_now(self) -> None:
        self._state, self._error = "looking", ""
        self._looked_at = self._clocks.monotonic()
        self._on_change()
        try:
            await self._keep(replace(self._kept, looked_at=self._clocks.wall()))  # before it can end the program
            release = await self._ask(self._feed)
            await self._keep(replace(self._kept, version=release.version, page=release.page))
            self._state = "asked"
        finally:
            if self._state == "looking":
                self._state = ""
        version, _ = self._newer()
        log.info("the latest version is %s, this is %s", version or self._own_version, self._own_version)

    def _newer(self) -> tuple[str, str]:
        """The newer version that is known and its page, as far as that is to be opened; empty where there is none."""
        version, page = self._kept.version, self._kept.page
        if not self._feed or not is_newer(version, self._own_version):
            return "", ""
        return version, page if may_open(page, self._feed) else ""

    async def _keep(self, kept: Kept) -> None:
        self._kept = kept
        if self._file is None:
            return
        try:
            await asyncio.to_thread(_write, self._file, kept)
        except OSError as exc:
            log.info("%s could not be written: %s", FILE, exc.strerror)


def _write(file: Path, kept: Kept) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(file, json.dumps(asdict(kept)).encode())


def _read(file: Path) -> Kept:
    """Nothing where there is none, or none that makes sense: it is asked again then."""
    try:
        with file.open("rb") as stream:
            return _checked(json.loads(stream.read(_MAX_FILE_BYTES)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Kept()


def _checked(said: Any) -> Kept:
    """Raises ValueError, KeyError or TypeError."""
    texts = {name: str(said[name]) for name in ("version", "page", "dismissed")}
    looked_at = float(said["looked_at"])
    if not 0 <= looked_at < 10**11 or any(len(text) > MAX_PAGE_CHARS for text in texts.values()):
        raise ValueError("nothing that was written here")
    return Kept(looked_at, **texts)
