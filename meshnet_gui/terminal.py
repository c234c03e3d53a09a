"""A chat in the terminal: what is typed goes to the core, what comes back is printed as it comes.

Nothing that a peer sent reaches the screen as a control character.
"""

from __future__ import annotations

import logging
import queue
import re
import shutil
import sys
from contextlib import suppress

from meshnet_gui import logs
from meshnet_gui.amounts import bytes_text, duration_text
from meshnet_gui.errors import MeshnetError, SwarmError, UserError
from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationNote, GenerationText
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.snapshot import FetchView, PeerView, SnapshotTaken
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.swarm.roads import MEMBER
from meshnet_gui.types import GenerationResult, Message, NodeStatus, SamplingParams, Span

log = logging.getLogger(__name__)

_FRACTION = re.compile(r" \(\d+%\)$")
_STEERING = dict.fromkeys(
    {*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)} - {ord("\n"), ord("\t")},
    "\ufffd",
)
_Said = GenerationText | GenerationNote | GenerationFinished | GenerationFailed
STOP_DEADLINE_S = 10.0
GO_ON = "go on"
STEP_PERCENT = 10


def shown(text: str) -> str:
    """A stranger's text without what would steer the terminal or turn the direction of writing."""
    return text.translate(_STEERING)


def tell(line: str) -> None:
    """Something for whoever watches, not part of what was asked for; a line of the log where that is JSON."""
    if logs.are_json():
        log.info("%s", line)
    else:
        print(line, file=sys.stderr, flush=True)


def complain(exc: MeshnetError) -> None:
    if logs.are_json():
        log.error("%s", shown(" ".join(str(exc).splitlines())))
    elif sys.stderr is not None:
        print(f"meshnet: {shown(' '.join(str(exc).splitlines()))}", file=sys.stderr)


class StartupLines:
    """Says each step of the preparation once, and each tenth of a fetch; ``last`` counts as said."""

    def __init__(self, last: str = "") -> None:
        self._last = last
        self._fetches: dict[str, tuple[str, int]] = {}

    def __call__(self, event: object) -> None:
        if not isinstance(event, SnapshotTaken):
            return
        step = _FRACTION.sub("", event.snapshot.startup)
        if step != self._last:
            self._last = step
            if step:
                tell(step)
        for view in event.snapshot.fetches:
            if view.state == "adding":
                continue  # that a model is looked for is a step of the preparation
            said = _step(view)
            if said != self._fetches.get(view.model):
                self._fetches[view.model] = said
                tell(f"{shown(view.model)}: {fetch_text(view)}")


class Talk:
    """One conversation in the terminal."""

    def __init__(self, core: Core, sampling: SamplingParams, max_tokens: int, system: str) -> None:
        self._core = core
        self._sampling = sampling
        self._max_tokens = max_tokens
        self._messages = [Message("system", system)] if system else []
        self._broken: tuple[str, list[Message]] | None = None
        self._events: queue.SimpleQueue[_Said] = queue.SimpleQueue()
        core.events.subscribe(self._keep)

    def _keep(self, event: object) -> None:
        """Only what ``say`` reads: an idle chat would otherwise remember every snapshot."""
        if isinstance(event, _Said):
            self._events.put(event)

    def say(self, text: str, *, echo: bool) -> GenerationResult:
        """The answer, printed as it comes where ``echo`` says so. Raises UserError or SwarmError with the reason."""
        messages = [*self._messages, Message("user", text)]
        return self._hear(self._core.start_generation(messages, self._sampling, self._max_tokens), messages, echo)

    @property
    def may_go_on(self) -> bool:
        """Whether the last answer broke off and the rest of it may still come."""
        return self._broken is not None

    def go_on(self, *, echo: bool) -> GenerationResult:
        """The rest of an answer that broke off. Raises UserError or SwarmError with the reason."""
        if self._broken is None:
            raise UserError("No answer broke off.", "Ask something.")
        (generation_id, messages), self._broken = self._broken, None
        self._core.resume_generation(generation_id).result(STOP_DEADLINE_S)
        return self._hear(generation_id, messages, echo)

    def _hear(self, generation_id: str, messages: list[Message], echo: bool) -> GenerationResult:
        self._broken = None
        try:
            result = self._listen(generation_id, echo)
        except SwarmError:
            self._broken = generation_id, messages
            raise
        except BaseException:
            self._core.stop_generation(generation_id).result(STOP_DEADLINE_S)
            raise
        self._messages = [*messages, Message("assistant", result.text)]
        return result

    def _listen(self, generation_id: str, echo: bool) -> GenerationResult:
        while True:
            event = self._next()
            if event.generation_id != generation_id:
                continue
            if isinstance(event, GenerationText) and echo:
                print(shown(event.text), end="", flush=True)
            elif isinstance(event, GenerationNote):
                print(f"\n[{shown(event.text)}]", file=sys.stderr, flush=True)
            elif isinstance(event, GenerationFinished):
                if echo:
                    print()
                return event.result
            elif isinstance(event, GenerationFailed):
                if echo and event.partial:
                    print()
                raise (UserError if event.is_user_error else SwarmError)(event.text, event.hint)

    def _next(self) -> _Said:
        while True:
            with suppress(queue.Empty):
                return self._events.get(timeout=0.5)


def converse(talk: Talk) -> int:
    """Questions and answers until an empty line; the exit code."""
    print("Type a message; an empty line or Ctrl-D ends.", flush=True)
    while True:
        try:
            text = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
        if not text:
            return 0
        try:
            is_more = talk.may_go_on and text.lower() == GO_ON
            print_result(talk.go_on(echo=True) if is_more else talk.say(text, echo=True))
        except MeshnetError as exc:
            complain(exc)
            if talk.may_go_on:
                print(f"Type {GO_ON} to try for the rest of this answer.", flush=True)
        except KeyboardInterrupt:
            print("\n[stopped]")


def print_result(result: GenerationResult) -> None:
    """The route, the speed, and whether every hop kept a session cache."""
    print("route:")
    for line in route_lines(result):
        print(f"  {line}")
    cached = "" if result.cached else ", without session caches"
    print(
        f"{len(result.token_ids)} tokens at {result.tokens_per_s:.1f} tokens/s, "
        f"first token after {result.first_token_s:.2f} s{cached}"
    )


def route_lines(result: GenerationResult) -> list[str]:
    """Which node ran which layers."""
    return [f"layers {hop.span} at {_name(hop.address)}" for hop in result.route.hops]


def node_line(peer: PeerView) -> str:
    """A peer's session caches in one line."""
    status: NodeStatus | None = peer.status
    if status is None:
        return f"{_name(peer.address)}: {shown(peer.error or 'no answer yet')}"
    sessions = "; ".join(f"{s.short_id} {s.num_tokens} tokens {bytes_text(s.num_bytes)}" for s in status.sessions)
    return (
        f"{_name(peer.address)} [{status.span}]: {len(status.sessions)} of {status.max_sessions} sessions, "
        f"{bytes_text(status.used_bytes)} of {bytes_text(status.limit_bytes)} ({sessions or 'none'})"
    )


def _name(address: str) -> str:
    """A member by what is shown of its node id, a plain peer by its address."""
    return f"node {short_id(address.removeprefix(MEMBER))}" if address.startswith(MEMBER) else address


def fresh_peers(core: Core) -> tuple[PeerView, ...]:
    """Every peer as it answers now."""
    for peer in core.snapshot().peers:
        core.probe_peer(peer.address).result(10.0)
    return core.snapshot().peers


# -- fetches ------------------------------------------------------------------------------------------------------


class FetchLine:
    """Prints how a fetch goes: one line that is overwritten on a terminal, elsewhere one for each tenth of it."""

    def __init__(self, model: str, span: Span) -> None:
        self._model = model
        self._said = ("", -1)
        self.last = FetchView(model, "waiting", span)

    def __call__(self, event: object) -> None:
        """Takes up a snapshot. Threads: whoever publishes."""
        if isinstance(event, SnapshotTaken):
            found = next((f for f in event.snapshot.fetches if f.model == self._model), None)
            if found is not None:
                self.last = found

    def show(self) -> None:
        """Threads: the one that prints."""
        view = self.last
        if sys.stderr.isatty():
            text = fetch_text(view)[: shutil.get_terminal_size().columns - 1]  # one that wraps cannot be overwritten
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
            return
        said = _step(view)
        if said != self._said and view.state != "failed":  # whoever waits for the command is told why
            print(fetch_text(view), file=sys.stderr, flush=True)
        self._said = said

    def end(self) -> None:
        """What follows begins on a line of its own."""
        if sys.stderr.isatty():
            print(file=sys.stderr, flush=True)


class CheckLine:
    """Prints how far a check is: one line that is overwritten on a terminal, elsewhere only that it goes on."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._said = ""
        self._at = 0.0, ""

    def __call__(self, fraction: float, text: str) -> None:
        """Takes up how far it is. Threads: the one that checks."""
        self._at = fraction, text

    def show(self) -> None:
        """Threads: the one that prints."""
        fraction, what = self._at
        if not sys.stderr.isatty():
            text = f"Checking {self._model}..."
            if text != self._said:
                print(text, file=sys.stderr, flush=True)
        else:
            text = f"Checking {self._model}: {what if fraction >= 1 and what else f'{fraction:.0%}'}"
            text = text[: shutil.get_terminal_size().columns - 1]
            if text != self._said:
                print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
        self._said = text

    def end(self) -> None:
        """What follows takes the line's place."""
        if self._said and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def fetch_text(view: FetchView) -> str:
    """``getting layers 10-20: 45 % of 1.2 GB, 34 MB/s, 20 s left, from the hub and 2 members``."""
    what = f"layers {view.span}" if view.span else "all layers"
    if view.state != "fetching":
        return f"{view.state} {what}{': ' if view.text else ''}{shown(view.text)}"
    come = f"{_percent(view)} % of {bytes_text(view.total_bytes)}"
    if view.text:
        return f"waiting for {what} ({come} here): {shown(view.text)}"
    parts = [come]
    parts += [f"{bytes_text(view.bytes_per_s)}/s"] if view.bytes_per_s > 0 else []
    parts += [f"{duration_text(view.eta_s)} left"] if view.eta_s is not None else []
    origin = origin_text(view.hub_bytes, view.peer_bytes, view.num_peers)
    return f"getting {what}: {', '.join(parts)}{', from ' if origin else ''}{origin}"


def _step(view: FetchView) -> tuple[str, int]:
    """What is worth a line of its own."""
    return view.state + view.text, _percent(view) // STEP_PERCENT


def _percent(view: FetchView) -> int:
    return min(100, view.done_bytes * 100 // view.total_bytes) if view.total_bytes else 0


def origin_text(hub_bytes: int, peer_bytes: int, num_peers: int) -> str:
    """``the hub and 2 members``; empty where nothing has come."""
    members = "1 member" if num_peers == 1 else f"{num_peers} members" if num_peers else "members"
    return " and ".join([*(["the hub"] if hub_bytes else []), *([members] if peer_bytes else [])])
