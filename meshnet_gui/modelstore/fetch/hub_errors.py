"""What can go wrong between us and the hub, in words for a person. Addresses and tokens stay out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.modelstore.fetch.sources import SourceFailed

if TYPE_CHECKING:
    import httpx2

MAX_RETRY_AFTER_S = 600.0
UNSAID_WAIT_S = 30.0
SIGN_IN = (
    "Make a token with read access in your account at the hub; sign in with it under Models, or set HF_TOKEN to it."
)
CHECK_NETWORK = "Check the network and the proxy settings, then try again."
YOUR_ACCOUNT = "your account"
_SECONDS = re.compile(r"[0-9]{1,6}")


class HubFailed(SourceFailed):
    """Nothing came of a question to the hub. ``by_user``: only a person can change that, and the hint says how."""

    def __init__(
        self,
        text: str,
        hint: str = "",
        *,
        is_final: bool = False,
        retry_after_s: float = 0.0,
        by_user: bool = False,
    ) -> None:
        super().__init__(text, hint, is_final=is_final or by_user, retry_after_s=retry_after_s)
        self.by_user = by_user

    def as_error(self) -> MeshnetError:
        """The same in the tree of errors."""
        return (UserError if self.by_user else MachineError)(self.text, self.hint)


def refused(status: int, headers: Mapping[str, str], what: str, *, signed_in: bool) -> HubFailed:
    """What an answer that is none means. ``what`` is the repository, or what else was asked for."""
    code, message = headers.get("x-error-code", ""), headers.get("x-error-message", "")
    if code == "GatedRepo":
        return _gated(what, signed_in)
    if status == 401 and (what == YOUR_ACCOUNT or "credentials" in message.lower()):
        return HubFailed("The hub does not know this token, or it has expired.", SIGN_IN, by_user=True)
    if code == "RevisionNotFound":
        hint = "Check its name; where it was removed there, add the model again."
        return HubFailed(f"The hub does not have this revision of {what}.", hint, by_user=True)
    if code == "EntryNotFound":
        return HubFailed(f"The hub has no file {what}.", "Add the model again.", is_final=True)
    if code == "RepoNotFound" or status in (401, 404):
        hint = "Check the name." if signed_in else "Check the name; for a private model, sign in to the hub first."
        return HubFailed(f"The hub has no model {what}, or it is private.", hint, by_user=True)
    if status == 403:
        return HubFailed(f"The hub does not let you read {what}.", SIGN_IN, by_user=True)
    return _later(status, headers)


def _gated(what: str, signed_in: bool) -> HubFailed:
    if signed_in:
        return HubFailed(
            f"Your account at the hub may not read {what} yet.",
            "Accept the terms on the model's page there, and see that your token may read gated models.",
            by_user=True,
        )
    return HubFailed(
        f"{what} is gated: the hub gives it to those who have accepted its terms.",
        f"Accept them on the model's page there. {SIGN_IN}",
        by_user=True,
    )


def _later(status: int, headers: Mapping[str, str]) -> HubFailed:
    wait_s = retry_after_s(headers)
    if status == 429:
        return HubFailed(
            "The hub answers no more questions for now: too many were asked.",
            f"Try again in {wait_s:.0f} seconds." if wait_s else "Try again later.",
            retry_after_s=wait_s or UNSAID_WAIT_S,
        )
    if status >= 500:
        return HubFailed(f"The hub has trouble of its own (status {status}).", "Try again later.", retry_after_s=wait_s)
    return HubFailed(f"The hub answered with status {status}.", CHECK_NETWORK)


def retry_after_s(headers: Mapping[str, str]) -> float:
    """How long we are asked to wait; 0 where nothing is said. Never longer than ten minutes."""
    from huggingface_hub.utils import parse_ratelimit_headers

    text = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(text):
        return min(float(text), MAX_RETRY_AFTER_S)
    try:
        limit = parse_ratelimit_headers(headers)
    except ValueError:  # numbers with thousands of digits
        return 0.0
    return min(float(limit.reset_in_seconds), MAX_RETRY_AFTER_S) if limit is not None and not limit.remaining else 0.0


def page_instead() -> HubFailed:
    """A sign-in page of a hotel's network, or a proxy's complaint."""
    return HubFailed(
        "A web page came instead of the model's data; this network may want you to sign in first.", CHECK_NETWORK
    )


@contextmanager
def library_errors() -> Iterator[None]:
    """Turn what the hub's library and its sessions raise into HubFailed."""
    import httpx2

    try:
        yield
    except (httpx2.LocalProtocolError, httpx2.InvalidURL) as exc:
        raise _of_library(exc) from None  # they quote headers and addresses
    except (httpx2.HTTPError, httpx2.StreamError, OSError) as exc:
        raise _of_library(exc) from exc


@contextmanager
def as_errors() -> Iterator[None]:
    """Turn HubFailed into UserError and MachineError."""
    try:
        yield
    except HubFailed as exc:
        raise exc.as_error() from exc


def _of_library(exc: Exception) -> HubFailed:
    import httpx2
    from huggingface_hub.errors import OfflineModeIsEnabled

    if isinstance(exc, OfflineModeIsEnabled):
        return HubFailed(
            "The hub is switched off on this computer, by HF_HUB_OFFLINE.",
            "Unset that variable and start again, or take the layers from members of your swarm.",
            by_user=True,
        )
    if isinstance(exc, httpx2.TimeoutException):
        return HubFailed("The hub did not answer in time.", CHECK_NETWORK)
    if isinstance(exc, httpx2.RemoteProtocolError):
        return HubFailed("The connection to the hub ended too early.", CHECK_NETWORK)
    if isinstance(exc, httpx2.ProxyError):
        return HubFailed("The proxy refused the connection to the hub.", "Check the proxy settings.")
    if isinstance(exc, httpx2.ConnectError):
        return _unreachable(exc)
    if isinstance(exc, httpx2.LocalProtocolError):
        return HubFailed("The token or an address cannot be sent.", "Sign out of the hub and in again.", by_user=True)
    if isinstance(exc, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return HubFailed("The hub's address cannot be used.", "Check the mirror's address in the settings.")
    return HubFailed("The connection to the hub broke.", CHECK_NETWORK)


def _unreachable(exc: httpx2.ConnectError) -> HubFailed:
    if "certificate" in str(exc).lower():
        return HubFailed(
            "The certificate of whoever answers in the hub's place is not valid.",
            "A proxy or a firewall may look into encrypted connections; set SSL_CERT_FILE to its certificate.",
        )
    return HubFailed("The hub cannot be reached.", CHECK_NETWORK)
