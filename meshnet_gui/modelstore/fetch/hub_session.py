"""Questions to the hub through its own library: the session, the token, the mirror, proxies and the offline switch.

Follows redirects itself: the token goes to the hub alone, over TLS or inside this computer, and loopback is never
reached through a proxy. Every answer is bounded in size and time.
"""

from __future__ import annotations

import ipaddress
import re
import ssl
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

from meshnet_gui import __version__
from meshnet_gui.modelstore.bounded_json import load_bounded
from meshnet_gui.modelstore.fetch.hub_errors import CHECK_NETWORK, HubFailed, library_errors, page_instead, refused

if TYPE_CHECKING:
    import httpx2

CONNECT_DEADLINE_S = 10.0
SILENCE_DEADLINE_S = 20.0
ANSWER_DEADLINE_S = 120.0
MAX_REDIRECTS = 8
MAX_REDIRECT_BYTES = 64 * 2**10
MAX_FACTS_BYTES = 32 * 2**20
_REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}(/[A-Za-z0-9._-]{1,95})?")
_REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,199}")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def is_repository(text: str) -> bool:
    """Whether it can be the name of a repository: ``owner/name``, or one of the few without an owner."""
    return _REPOSITORY.fullmatch(text) is not None and ".." not in text and "--" not in text


def is_revision(text: str) -> bool:
    """Whether it can be a branch, a tag or a commit."""
    return _REVISION.fullmatch(text) is not None and ".." not in text


@dataclass(frozen=True, slots=True)
class Resolved:
    """Where a file of a commit lies. ``address`` may be signed: it is good for a while, and belongs in no log.

    ``etag``: its sha256 for large files, its blob id for others; empty where nobody said it.
    """

    address: str
    etag: str
    is_at_hub: bool


def verifying_context() -> ssl.SSLContext:
    """How downloads verify who answers."""
    import httpx2

    return httpx2.create_ssl_context()


class HubSession:
    """Connections stay open for the next question until this object is gone. Threads: any.

    ``silence_s``: for so long nothing may come before a question has failed.
    """

    def __init__(self, endpoint: str = "", silence_s: float = SILENCE_DEADLINE_S) -> None:
        self._endpoint = endpoint.rstrip("/")
        self._silence_s = silence_s
        self._lock = threading.Lock()
        self._direct: httpx2.Client | None = None

    @property
    def endpoint(self) -> str:
        """Ours, else the library's: HF_ENDPOINT, or the one that it knows."""
        from huggingface_hub import constants

        return self._endpoint or str(constants.ENDPOINT)

    @property
    def is_private(self) -> bool:
        """Whether nobody on the way can change what the hub says: TLS, or inside this computer."""
        return urlsplit(self.endpoint).scheme == "https" or _is_loopback(self.endpoint)

    def token(self) -> str:
        """The library's, where it may be sent: not in plain text over a network."""
        if not self.is_private:
            return ""
        from huggingface_hub.utils import build_hf_headers

        return build_hf_headers().get("authorization", "").removeprefix("Bearer ")

    def facts(self, path: str, params: Sequence[tuple[str, str]], what: str, token: str | None = None) -> Any:
        """The JSON that the hub answers a question with. Raises HubFailed."""
        signed_in = bool(self.token() if token is None else token)
        address = f"{self.endpoint}{path}{'?' if params else ''}{urlencode(params)}"
        with library_errors(), self._following(address, "GET", {}, token) as response:
            if response.status_code != 200:
                raise refused(response.status_code, response.headers, what, signed_in=signed_in)
            content = self._bounded(response, MAX_FACTS_BYTES)
        try:
            return load_bounded(content)
        except (ValueError, RecursionError) as exc:
            raise page_instead() from exc

    def small_file(self, repository: str, commit: str, file: str, num_bytes: int) -> bytes:
        """A whole file of known size. Raises HubFailed."""
        address = self._file_address(repository, commit, file)
        with library_errors(), self._following(address, "GET", {}) as response:
            if response.status_code != 200:
                what = file if response.status_code == 404 else repository
                raise refused(response.status_code, response.headers, what, signed_in=bool(self.token()))
            content = self._bounded(response, num_bytes)
        if len(content) != num_bytes:
            raise HubFailed(f"The file {file} came with {len(content)} bytes instead of {num_bytes}.")
        return content

    def resolve(self, repository: str, commit: str, file: str) -> Resolved:
        """Ask where a file lies. Raises HubFailed; a commit's file that is another one is final."""
        address = self._file_address(repository, commit, file)
        with library_errors(), self._following(address, "HEAD", {}, stop_at_storage=True) as response:
            headers, status = response.headers, response.status_code
            is_elsewhere = status in _REDIRECTS
            if status != 200 and not is_elsewhere:
                what = file if status == 404 else repository
                raise refused(status, headers, what, signed_in=bool(self.token()))
            if not is_elsewhere and _is_page(headers) and not file.endswith(".html"):
                raise page_instead()
            found = urljoin(str(response.url), headers["location"]) if is_elsewhere else str(response.url)
        if headers.get("x-repo-commit", commit) != commit:
            raise HubFailed(f"{repository} changed at the hub.", "Add the model again.", is_final=True)
        etag = str(headers.get("x-linked-etag") or headers.get("etag") or "")
        return Resolved(found, etag.removeprefix("W/").strip('"'), not is_elsewhere)

    @contextmanager
    def reading(self, resolved: Resolved, headers: Mapping[str, str]) -> Iterator[httpx2.Response]:
        """A file's answer, its body not read. Raises HubFailed, also for what the body's reader meets."""
        with library_errors(), self._following(resolved.address, "GET", headers) as response:
            yield response

    def _file_address(self, repository: str, commit: str, file: str) -> str:
        return f"{self.endpoint}/{repository}/resolve/{commit}/{quote(file)}"

    @contextmanager
    def _following(
        self,
        address: str,
        method: str,
        headers: Mapping[str, str],
        token: str | None = None,
        *,
        stop_at_storage: bool = False,
    ) -> Iterator[httpx2.Response]:
        """Ask, and go where we are sent, without the token once that is not the hub."""
        import httpx2

        timeout = httpx2.Timeout(self._silence_s, connect=CONNECT_DEADLINE_S)
        for _ in range(MAX_REDIRECTS):
            sent = self._headers(address, token) | dict(headers)
            with self._client(address).stream(
                method, address, headers=sent, timeout=timeout, follow_redirects=False
            ) as response:
                target = self._target(response)
                if not target or (stop_at_storage and not self._is_hub(target)):
                    yield response
                    return
                if int(response.headers.get("content-length", MAX_REDIRECT_BYTES)) < MAX_REDIRECT_BYTES:
                    response.read()  # the connection can be used again
            address = target
        raise HubFailed("The hub sends us in circles.", "Try again later.")

    @staticmethod
    def _target(response: httpx2.Response) -> str:
        """Where a redirect leads; empty for any other answer. Raises HubFailed."""
        if response.status_code not in _REDIRECTS or "location" not in response.headers:
            return ""
        try:
            target = urljoin(str(response.url), response.headers["location"])
            _origin(target)
        except ValueError as exc:
            raise HubFailed("The hub sends us to an address that is none.", "Try again later.") from exc
        if urlsplit(target).scheme != "https" and urlsplit(str(response.url)).scheme == "https":
            raise HubFailed("The hub sends us to an address without encryption.", "Try again later.", is_final=True)
        return target

    def _headers(self, address: str, token: str | None) -> dict[str, str]:
        from huggingface_hub.utils import build_hf_headers

        may_know = self._is_hub(address) and self.is_private
        chosen: str | bool | None = token if may_know else False
        headers = build_hf_headers(token=chosen, library_name="meshnet", library_version=__version__)
        return headers | {"accept-encoding": "identity"}

    def _is_hub(self, address: str) -> bool:
        return _origin(address) == _origin(self.endpoint)

    def _client(self, address: str) -> httpx2.Client:
        if not _is_loopback(address):
            return _library_session()
        with self._lock:
            if self._direct is None:
                import httpx2
                from huggingface_hub.utils._http import hf_request_event_hook

                hooks = {"request": [hf_request_event_hook]}  # the offline switch
                self._direct = httpx2.Client(trust_env=False, event_hooks=hooks)
                weakref.finalize(self, self._direct.close)
            return self._direct

    @staticmethod
    def _bounded(response: httpx2.Response, most: int) -> bytes:
        content, began = bytearray(), time.monotonic()
        for chunk in response.iter_raw():
            content += chunk
            if time.monotonic() - began > ANSWER_DEADLINE_S:
                raise HubFailed("The hub's answer took too long.", CHECK_NETWORK)
            if len(content) > most:
                raise HubFailed("The hub's answer is far longer than it should be.", "Try again later.")
        if _is_page(response.headers) and content.lstrip()[:1] == b"<":
            raise page_instead()
        return bytes(content)


def _library_session() -> httpx2.Client:
    from huggingface_hub import get_session

    try:
        return get_session()
    except (ValueError, ImportError) as exc:
        raise HubFailed(
            "The proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used.",
            "Give one whose address begins with http:// or https://.",
            by_user=True,
        ) from exc


def _is_page(headers: Mapping[str, str]) -> bool:
    return "html" in headers.get("content-type", "").lower()


def _origin(address: str) -> tuple[str, str, int]:
    parts = urlsplit(address)
    return parts.scheme, (parts.hostname or "").lower(), parts.port or (443 if parts.scheme == "https" else 80)


def _is_loopback(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
