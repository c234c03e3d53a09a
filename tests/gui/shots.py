"""``python -m tests.gui.shots OUTDIR``: every tab in every state, light and dark, drawn from hand-made snapshots."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from meshnet_gui.errors import MachineError
from meshnet_gui.events import (
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationStarted,
    GenerationText,
    PrefillProgress,
)
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.runtime.snapshot import PeerView, Snapshot
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.fakes import FakeCore

Scene = tuple[str, str, Snapshot, Callable[[MainWindow], None]]


def nothing(window: MainWindow) -> None:
    """For scenes that a snapshot alone describes."""


def chatting(window: MainWindow) -> None:
    window.chat.send("What is the capital of France? Please add a few facts and a line of code.")
    say = window.chat._take_event
    say(GenerationStarted("g1", samples.ROUTE, 41))
    say(GenerationText("g1", samples.ANSWER, 64))
    say(GenerationFinished("g1", samples.RESULT))
    window.chat.send("And of Spain?")
    say(GenerationStarted("g2", samples.ROUTE, 128))
    say(GenerationText("g2", "The capital of Spain is **Madrid**, the country's largest", 11))


def reading(window: MainWindow) -> None:
    window.chat.send("Summarise this text:\n\n" + "All work and no play makes a dull page. " * 90)
    window.chat._take_event(GenerationStarted("g1", samples.ROUTE, 2048))
    window.chat._take_event(PrefillProgress("g1", 768, 2048))


def broken(window: MainWindow) -> None:
    window.chat.send("Tell me a story about a lighthouse.")
    say = window.chat._take_event
    say(GenerationStarted("g1", samples.ROUTE, 30))
    say(GenerationText("g1", "Once upon a time, on a rock far out at sea, there stood a lighthouse whose", 17))
    say(GenerationNote("g1", "127.0.0.1:51002 had lost its session cache; the prompt was computed again there."))
    say(
        GenerationFailed(
            "g1",
            "127.0.0.1:51002 (layers 15-30) stopped answering.",
            "Check that it is still running, then try again.",
            "Once upon a time, on a rock far out at sea, there stood a lighthouse whose",
        )
    )


def with_options(window: MainWindow) -> None:
    window.chat.composer.options.setChecked(True)
    window.chat.composer.set_text("What should I cook tonight?")


def selected(window: MainWindow) -> None:
    window.node.sessions.table.selectRow(0)


def whole_model(window: MainWindow) -> None:
    window.node.shard.whole.setChecked(True)


def precision(name: str) -> Callable[[MainWindow], None]:
    def choose(window: MainWindow) -> None:
        field = window.node.shard.precision.choice
        field.setCurrentIndex(field.findData(name))

    return choose


def more(window: MainWindow) -> None:
    window.node.shard.more.setChecked(True)
    window.node.shard.end.setValue(20)


def on_peer(address: str) -> Callable[[MainWindow], None]:
    def choose(window: MainWindow) -> None:
        chooser = window.node.sessions.chooser
        chooser.setCurrentIndex(chooser.findData(address))
        chooser.activated.emit(chooser.currentIndex())
        window.node.sessions.table.selectRow(1)

    return choose


def starter_fails(window: MainWindow) -> None:
    window.chat.welcome.status.end_fetching(
        MachineError("The starter model could not be downloaded.", "Check the network and try again.")
    )


def wrong_address(window: MainWindow) -> None:
    window.swarm.peers.address.setText("http://nowhere")
    window.swarm.peers.add.click()


def wrong_invite(window: MainWindow) -> None:
    form = window.swarm.swarm.form
    form.name.setText("Our house")
    form.invite.setPlainText("meshnet1-k7Qw9xT2")
    form._tell_invite("That invite is not complete. Copy the whole line and paste it again.")


def inviting(window: MainWindow) -> None:
    window.swarm.swarm.view.show_invite(samples.INVITE, samples.SWARM)


def joining_another(window: MainWindow) -> None:
    window.swarm.swarm.open_form()


def recovered(window: MainWindow) -> None:
    window.chat.send("Tell me a story about a lighthouse.")
    say = window.chat._take_event
    say(GenerationStarted("g1", samples.SWARM_ROUTE, 30))
    for number in range(1, 8):
        say(GenerationNote("g1", f"kitchen laptop left; layers 20-30 went on elsewhere ({number})."))
    say(GenerationText("g1", samples.ANSWER[:200], 44))


def crowd() -> tuple[PeerView, ...]:
    peers = []
    for number in range(400):
        start = number * 7 % 26
        span = Span(start, min(30, start + 3 + number % 9))
        status = replace(samples.PEER_STATUS, span=span, shards=(replace(samples.SHARD, span=span),))
        node_id = f"{number:064x}"[::-1]
        peer = replace(samples.MEMBER_GAMING, address=f"node:{node_id}", node_id=node_id, status=status)
        peers.append(replace(peer, name=f"volunteer {number}", road="relayed" if number % 3 else "direct"))
    return tuple(peers)


def scenes() -> Iterator[Scene]:
    s = samples
    off = replace(s.IDLE, node=s.OFF, node_address="", settings=s.SETTINGS, peers=())
    yield "chat-starting", "Chat", s.STARTING, nothing
    yield "node-starting", "Node", s.STARTING_AGAIN, nothing
    yield "chat-no-model", "Chat", s.NO_MODEL, nothing
    yield "chat-no-route", "Chat", s.NO_ROUTE, nothing
    yield "chat-ready", "Chat", s.IDLE, nothing
    yield "chat-options", "Chat", s.IDLE, with_options
    yield "chat-reading", "Chat", s.IDLE, reading
    yield "chat-writing", "Chat", s.WORKING, chatting
    yield "chat-error", "Chat", s.IDLE, broken
    yield "node-off", "Node", off, nothing
    yield "node-loading", "Node", replace(s.IDLE, node=s.LOADING, node_address=""), nothing
    yield "node-empty", "Node", s.IDLE, nothing
    yield "node-busy", "Node", s.WORKING, selected
    yield "node-full", "Node", replace(s.WORKING, node=s.FULL), nothing
    yield "node-two-shards", "Node", replace(s.WORKING, node=s.TWO_SHARDS), nothing
    yield "node-more", "Node", s.IDLE, more
    yield "node-second-loading", "Node", replace(s.WORKING, node=s.SECOND_LOADING), nothing
    yield "node-second-failed", "Node", replace(s.WORKING, node=s.ONE_FAILED), nothing
    no_memory = replace(s.FAILED, error=s.NO_MEMORY, shards=())
    yield "node-no-memory", "Node", replace(s.TIGHT, node=no_memory, node_address=""), whole_model
    yield "node-failed", "Node", replace(s.IDLE, node=s.FAILED, node_address=""), nothing
    yield "node-4-bit", "Node", s.IDLE, precision("int4")
    in_4_bit = replace(s.WORKING, node=s.ROUNDED, settings=replace(s.WORKING.settings, precision="int4"))
    yield "node-4-bit-served", "Node", in_4_bit, nothing
    yield "peers-precision", "Swarm", replace(s.NO_ROUTE, peers=(s.ROUNDED_PEER,)), nothing
    yield "node-precision-off", "Node", off, precision("int8")
    yield "node-precision-too-large", "Node", s.NO_ROOM, precision("bf16")
    cannot = replace(s.NO_ROOM, node=replace(s.FAILED, error=s.NO_PRECISION), node_address="")
    rounded = replace(cannot, settings=replace(cannot.settings, precision="int8"), free_bytes=0)
    yield "node-precision-failed", "Node", rounded, nothing
    shared = replace(s.IDLE, settings=replace(s.IDLE.settings, host="0.0.0.0", port=51001))
    yield "node-shared", "Node", replace(shared, node_address="http://0.0.0.0:51001"), nothing
    yield "chat-starter-failed", "Chat", s.NO_MODEL, starter_fails
    yield "node-no-model", "Node", s.NO_MODEL_FAILED, nothing
    yield "node-peer", "Node", s.WORKING, on_peer(s.SECOND)
    yield "node-peer-offline", "Node", s.WORKING, on_peer(s.OFFLINE.address)
    yield "peers-empty", "Swarm", replace(s.IDLE, peers=(), route=None, missing=(Span(15, 30),)), nothing
    yield "peers-busy", "Swarm", s.WORKING, nothing
    yield "peers-gap", "Swarm", replace(s.NO_ROUTE, peers=(s.OFFLINE, s.OTHER)), wrong_address
    yield from swarm_scenes()
    notice = "The settings file could not be read (it is empty). It was kept as settings.json.bad-1."
    yield "notice", "Swarm", replace(s.WORKING, notice=notice), nothing


def swarm_scenes() -> Iterator[Scene]:
    s = samples
    nobody = replace(s.NO_ROUTE, peers=())
    yield "swarm-none", "Swarm", nobody, nothing
    yield "swarm-left", "Swarm", replace(nobody, swarms=(s.SWARM_OFF,)), nothing
    yield "swarm-wrong-invite", "Swarm", nobody, wrong_invite
    yield "swarm-opening", "Swarm", s.OPENING, nothing
    yield "swarm-alone", "Swarm", s.ALONE, nothing
    yield (
        "swarm-not-sharing",
        "Swarm",
        replace(s.ALONE, node=s.OFF, settings=s.SETTINGS, missing=(Span(0, 30),), assignment=""),
        nothing,
    )
    yield "swarm-connected", "Swarm", s.IN_SWARM, nothing
    yield "swarm-invite", "Swarm", s.ALONE, inviting
    yield "swarm-another", "Swarm", s.IN_SWARM, joining_another
    yield "swarm-blocked", "Swarm", s.CUT_OFF, nothing
    leaving = replace(
        s.IN_SWARM, peers=(s.MEMBER_LAPTOP, s.MEMBER_LEAVING), node=s.OFF, missing=(Span(0, 15),), route=None
    )
    yield "swarm-leaving", "Swarm", replace(leaving, assignment=""), nothing
    yield "swarm-member-left", "Swarm", replace(s.IN_SWARM, peers=(s.MEMBER_LAPTOP, s.MEMBER_LEFT)), nothing
    other = replace(s.OTHER, node_id=s.GAMING, address=f"node:{s.GAMING}", name="gaming PC", road="direct", error="")
    yield (
        "swarm-other-model",
        "Swarm",
        replace(s.IN_SWARM, peers=(other,), missing=(Span(15, 30),), route=None),
        nothing,
    )
    yield "swarm-crowd", "Swarm", replace(s.IN_SWARM, peers=crowd(), swarm=replace(s.SWARM, num_members=401)), nothing
    yield "node-chosen", "Node", s.IN_SWARM, nothing
    yield "node-joining", "Node", replace(s.IN_SWARM, node=s.JOINING), nothing
    yield "node-draining", "Node", replace(s.IN_SWARM, node=s.DRAINING), nothing
    yield "chat-in-swarm", "Chat", replace(s.IN_SWARM, route_note=s.ROUTE_NOTE), nothing
    yield "chat-recovered", "Chat", s.IN_SWARM, recovered
    yield "chat-go-on", "Chat", s.IN_SWARM, broken


def settle(milliseconds: int = 60) -> None:
    """Lets layouts and timers run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def draw(app: QApplication, out: Path, only: str = "") -> list[Path]:
    """Draws every scene whose name contains ``only``; returns the files."""
    theme = ThemeController(app)
    files = []
    for mode in ("light", "dark"):
        for name, tab, snapshot, act in scenes():
            if only not in name:
                continue
            core = FakeCore()
            window = MainWindow(core.commands, Bridge(core.events), theme)
            window.show_snapshot(replace(snapshot, settings=replace(snapshot.settings, theme=mode)))
            window.show_tab(tab)
            window.show()
            settle(20)
            act(window)
            settle()
            files.append(out / f"{name}-{mode}.png")
            window.grab().save(str(files[-1]))
            window.allow_close()
            window.close()
            window.deleteLater()
    return files


def main(argv: list[str]) -> int:
    if not 1 <= len(argv) <= 2:
        sys.stderr.write("usage: python -m tests.gui.shots OUTDIR [PART-OF-A-NAME]\n")
        return 2
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out = Path(argv[0])
    out.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    files = draw(app, out, *argv[1:])
    sys.stdout.write(f"{len(files)} pictures in {out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
