"""Every error that a person may read, in one tree by who is at fault.

    MeshnetError
    ├── UserError             what was asked for cannot be done; asking differently helps
    │   ├── PromptTooLong     the conversation does not fit the model's context
    │   └── BadForm           the answer cannot be held to the form that was asked for
    ├── MachineError          this computer: a file, a port, the disk, the display
    │   ├── PortInUse
    │   ├── DiskFull
    │   └── BadModelFile      a model file is missing, truncated or not what it claims to be
    ├── PeerError             another participant: unreachable, wrong model, broken replies; counts against that peer
    │   ├── PeerUnreachable
    │   ├── PeerRefused       the peer answered with a refusal (see ``wire.refusals``)
    │   └── PeerMisbehaved    the peer answered something that the protocol does not allow
    └── SwarmError            nobody in particular
        ├── NoRoute           some layers are served by no reachable peer
        └── NoRoom            whoever serves some layers has no room for this conversation

``text`` is one plain sentence that fits a person; ``hint`` says what to do next and may be empty.
A foreign exception becomes one of these where it enters our code, with ``from exc``.
Cancellation is not an error and has no class here.
"""

from __future__ import annotations


class MeshnetError(Exception):
    """Base of the tree: one sentence in ``text`` and a way forward in ``hint``."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.text} {self.hint}".strip()


class UserError(MeshnetError):
    """What was asked for cannot be done; asking differently helps. The CLI ends with exit code 2."""


class PromptTooLong(UserError):
    """The conversation does not fit the model's context."""


class BadForm(UserError):
    """The answer cannot be held to the form that was asked for."""


class MachineError(MeshnetError):
    """Something on this computer stands in the way. The CLI ends with exit code 1."""


class PortInUse(MachineError):
    """Another program listens on the port."""


class DiskFull(MachineError):
    """The disk has no room for what was to be written; nothing was left half-written."""


class BadModelFile(MachineError):
    """A model file is missing, truncated or not what it claims to be."""


class PeerError(MeshnetError):
    """Another participant is at fault. ``address`` names it."""

    def __init__(self, address: str, text: str, hint: str = "") -> None:
        super().__init__(text, hint)
        self.address = address


class PeerUnreachable(PeerError):
    """No connection, or no answer within the deadline."""


class PeerRefused(PeerError):
    """The peer answered with a refusal that this request cannot get around."""


class PeerMisbehaved(PeerError):
    """The peer's answer breaks the protocol."""


class SwarmError(MeshnetError):
    """The swarm as a whole cannot do what was asked."""


class NoRoute(SwarmError):
    """Some layers are served by no reachable peer."""


class NoRoom(SwarmError):
    """Whoever serves some layers has no room for this conversation."""
