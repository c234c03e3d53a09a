"""The hub as a source of tensors: exact byte ranges of a commit's files, checked as they come in."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from meshnet_gui.modelstore.fetch.hub_errors import (
    CHECK_NETWORK,
    UNSAID_WAIT_S,
    HubFailed,
    page_instead,
    refused,
    retry_after_s,
)
from meshnet_gui.modelstore.fetch.hub_session import ANSWER_DEADLINE_S, HubSession, Resolved
from meshnet_gui.modelstore.fetch.hub_watch import Watch
from meshnet_gui.modelstore.fetch.sources import HUB, Stretch
from meshnet_gui.modelstore.tensors import SourceFile, TensorManifest
from meshnet_gui.wire.weights import is_digest

ADDRESS_LIFE_S = 600.0  # signed addresses are good for an hour; one that is not is asked for anew
MAX_RANGE_BYTES = 64 * 2**20
LEAST_BYTES_PER_S = 10_000
_CONTENT_RANGE = re.compile(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})")
_EXPIRED = frozenset({400, 401, 403, 404, 410})


class HubSource:
    """The files of one commit. Threads: any, several at once."""

    def __init__(
        self,
        session: HubSession,
        repository: str,
        commit: str,
        files: Mapping[str, SourceFile],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._repository = repository
        self._commit = commit
        self._files = files
        self._clock = clock
        self._watch = Watch()
        self._lock = threading.Lock()
        self._resolved: dict[str, tuple[float, Resolved]] = {}

    @classmethod
    def of_manifest(cls, session: HubSession, repository: str, commit: str, manifest: TensorManifest) -> HubSource:
        return cls(session, repository, commit, {file.name: file for file in manifest.files})

    @property
    def name(self) -> str:
        return HUB

    @property
    def is_hub(self) -> bool:
        return True

    def has(self, stretch: Stretch) -> bool:
        return stretch.file in self._files

    def read(self, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        return self.read_range(stretch.file, stretch.start + offset, stretch.end, stop)

    def read_all(self, file: str, start: int, end: int) -> bytes:
        """A range of bounded size at once. Raises SourceFailed."""
        if end - start > MAX_RANGE_BYTES:
            raise ValueError(f"{end - start} bytes are too many at once")
        until = self._clock() + ANSWER_DEADLINE_S + (end - start) / LEAST_BYTES_PER_S
        content = b"".join(self.read_range(file, start, end, lambda: self._clock() >= until))
        if len(content) != end - start:
            raise HubFailed("The hub's answer took too long.", CHECK_NETWORK)
        return content

    def read_range(self, file: str, start: int, end: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        """The bytes from ``start`` up to ``end`` of a file, in pieces as they come in. Raises SourceFailed."""
        if not 0 <= start <= end <= self._files[file].num_bytes:
            raise ValueError(f"{file} has no bytes {start} to {end}")
        if start == end:
            return
        resolved = self._address(file)
        try:
            yield from self._read_at(resolved, file, start, end, stop)
        except _Expired:
            self._forget(file, resolved)
            try:
                yield from self._read_at(self._address(file), file, start, end, stop)
            except _Expired as exc:
                raise HubFailed(
                    "The storage behind the hub does not accept the addresses that the hub gives.", "Try again later."
                ) from exc

    def _address(self, file: str) -> Resolved:
        with self._lock:
            at, known = self._resolved.get(file, (0.0, None))
        if known is not None and self._clock() - at < ADDRESS_LIFE_S:
            return known
        resolved = self._session.resolve(self._repository, self._commit, file)
        expected = self._files[file].sha256
        if expected and is_digest(resolved.etag) and resolved.etag != expected:
            raise HubFailed(f"The file {file} changed at the hub.", "Add the model again.", is_final=True)
        with self._lock:
            self._resolved[file] = (self._clock(), resolved)
        return resolved

    def _forget(self, file: str, resolved: Resolved) -> None:
        with self._lock:
            if self._resolved.get(file, (0.0, None))[1] == resolved:
                del self._resolved[file]

    def _read_at(
        self, resolved: Resolved, file: str, start: int, end: int, stop: Callable[[], bool]
    ) -> Iterator[bytes]:
        wanted, left = {"range": f"bytes={start}-{end - 1}"}, end - start
        try:
            with self._session.reading(resolved, wanted) as response, self._watch.over(response, stop):
                self._check_status(resolved, response.status_code, response.headers, file)
                self._check_range(response.status_code, response.headers, file, start, end)
                for chunk in response.iter_raw():
                    if stop():
                        return
                    if len(chunk) > left:
                        raise HubFailed(f"The hub sent more of {file} than was asked for.")
                    left -= len(chunk)
                    yield chunk
        except HubFailed:
            if stop():
                return
            raise
        if left and not stop():
            raise HubFailed("The connection to the hub ended too early.")

    def _check_status(self, resolved: Resolved, status: int, headers: Mapping[str, str], file: str) -> None:
        if status in (200, 206):
            return
        if status == 416:
            raise _changed(file)
        if resolved.is_at_hub:
            what = file if status == 404 else self._repository
            raise refused(status, headers, what, signed_in=bool(self._session.token()))
        if status in _EXPIRED:
            raise _Expired
        if status == 429:
            wait_s = retry_after_s(headers) or UNSAID_WAIT_S
            raise HubFailed("The storage behind the hub wants to be left alone for a while.", retry_after_s=wait_s)
        raise HubFailed(
            f"The storage behind the hub has trouble of its own (status {status}).",
            "Try again later.",
            retry_after_s=retry_after_s(headers),
        )

    def _check_range(self, status: int, headers: Mapping[str, str], file: str, start: int, end: int) -> None:
        """See that exactly what was asked for is announced. Raises HubFailed."""
        if "html" in headers.get("content-type", "").lower():
            raise page_instead()
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise HubFailed(f"The file {file} came compressed, which nobody asked for.")
        size, length = self._files[file].num_bytes, headers.get("content-length", str(end - start))
        if status == 200:
            if (start, end) != (0, size):
                raise HubFailed("The hub gives whole files only, no parts.", "Use another mirror.", is_final=True)
        else:
            found = _CONTENT_RANGE.fullmatch(headers.get("content-range", ""))
            if found is None or (int(found[1]), int(found[2]) + 1) != (start, end):
                raise HubFailed(f"The hub answered with another part of {file} than was asked for.")
            if int(found[3]) != size:
                raise _changed(file)
        if length != str(end - start):
            raise HubFailed(f"The hub announced {length[:20]} bytes of {file} instead of {end - start}.")


class _Expired(Exception):
    """A signed address is no longer good."""


def _changed(file: str) -> HubFailed:
    return HubFailed(f"The file {file} has another size at the hub than it had.", "Add the model again.", is_final=True)
