"""Asks a feed for the latest version: one question over HTTPS, with nothing in it about whoever asks.

Goes through the proxy that the system or the environment names. The answer is bounded in size, time and redirects.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from meshnet_gui.errors import MachineError
from meshnet_gui.runtime.release import Release, is_feed, read_release

if TYPE_CHECKING:
    import httpx

log = logging.getLogger(__name__)

MAX_ANSWER_BYTES = 2**20
MAX_REDIRECTS = 3
WITHIN_S = 20.0
_HEADERS = {"user-agent": "meshnet", "accept": "application/json", "accept-encoding": "identity"}
_CHECK_NETWORK = "Check the network and the proxy settings, then try again."
_LATER = "Try again later."


async def ask_feed(feed: str, transport: httpx.AsyncBaseTransport | None = None, within_s: float = WITHIN_S) -> Release:
    """The version that the feed calls the latest. Raises MachineError."""
    httpx_errors, client = await asyncio.to_thread(_make_client, transport)  # what it imports and reads takes a while
    try:
        async with asyncio.timeout(within_s), client:
            content = await _answer(client, feed)
    except TimeoutError as exc:
        raise MachineError("The place where new versions are published does not answer.", _CHECK_NETWORK) from exc
    except httpx_errors as exc:
        log.info("asking for the latest version failed: %s", type(exc).__name__)
        raise MachineError("The place where new versions are published cannot be reached.", _CHECK_NETWORK) from exc
    try:
        return read_release(content, feed)
    except ValueError as exc:
        log.info("what the feed said of the latest version makes no sense: %s", str(exc)[:100])
        raise MachineError("What is said of new versions where they are published makes no sense.", _LATER) from exc


def _make_client(
    transport: httpx.AsyncBaseTransport | None,
) -> tuple[tuple[type[Exception], ...], httpx.AsyncClient]:
    """A client for one question, which has no cookies, and what it raises."""
    import httpx

    try:
        client = httpx.AsyncClient(transport=transport, headers=_HEADERS, timeout=WITHIN_S, follow_redirects=False)
    except (ValueError, ImportError) as exc:
        raise MachineError(
            "The proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used.",
            "Give one whose address begins with http:// or https://.",
        ) from exc
    return (httpx.HTTPError, httpx.InvalidURL, OSError), client


async def _answer(client: httpx.AsyncClient, feed: str) -> bytes:
    address = feed
    for _ in range(MAX_REDIRECTS + 1):
        async with client.stream("GET", address) as response:
            if not response.has_redirect_location:
                return await _content(response)
            address = _target(address, response.headers["location"])
        if not is_feed(address):
            raise MachineError("Who is asked for new versions sends us to an address without encryption.", _LATER)
    raise MachineError("Who is asked for new versions sends us in circles.", _LATER)


def _target(address: str, location: str) -> str:
    try:
        return urljoin(address, location)
    except ValueError:
        return ""


async def _content(response: httpx.Response) -> bytes:
    if response.status_code == 404:
        raise MachineError("No version is published yet where this build looks for them.")
    if response.status_code != 200:
        raise MachineError(
            f"The place where new versions are published refuses to answer (status {response.status_code}).", _LATER
        )
    content = bytearray()
    async for chunk in response.aiter_raw():
        content += chunk
        if len(content) > MAX_ANSWER_BYTES:
            raise MachineError("What is said of new versions is far longer than it should be.", _LATER)
    return bytes(content)
