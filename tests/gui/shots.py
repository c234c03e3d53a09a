"""``python -m tests.gui.shots OUTDIR``: every tab in every state, light and dark, drawn from hand-made snapshots."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QEventLoop, QLocale, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QWidget

from meshnet_gui.archive.tree import Attachment
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
from meshnet_gui.gui.catalogue_fits import ALONE
from meshnet_gui.gui.exchange import PASTED
from meshnet_gui.gui.layers_choice import BY_NUMBER
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.models_tab import FIND, HERE
from meshnet_gui.gui.node_overview import DAYS, HOUR
from meshnet_gui.gui.setting_field import SettingField
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.gui.turns import Turns
from meshnet_gui.runtime.snapshot import DayTotals, ModelCheck, PeerView, Sample, Snapshot
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.chat_scenes import chat_scenes
from tests.gui.desk_scenes import desk_scenes
from tests.gui.fakes import FakeCommands, FakeCore

Scene = tuple[str, str, Snapshot, Callable[[MainWindow], None]]

_BETWEEN_MS, _ALIKE, _MOST_LOOKS = 25, 3, 40


def nothing(window: MainWindow) -> None:
    """For scenes that a snapshot alone describes."""


def chatting(window: MainWindow) -> None:
    window.chat.send("What is the capital of France? Please add a few facts and a line of code.")
    say = window.chat._talk.take_event
    say(GenerationStarted("g1", samples.ROUTE, 41))
    say(GenerationText("g1", samples.ANSWER, 64))
    say(GenerationFinished("g1", samples.RESULT))
    window.chat.send("And of Spain?")
    say(GenerationStarted("g2", samples.ROUTE, 128))
    say(GenerationText("g2", "The capital of Spain is **Madrid**, the country's largest", 11))


def reading(window: MainWindow) -> None:
    window.chat.send("Summarise this text:\n\n" + "All work and no play makes a dull page. " * 90)
    window.chat._talk.take_event(GenerationStarted("g1", samples.ROUTE, 2048))
    window.chat._talk.take_event(PrefillProgress("g1", 768, 2048))


def broken(window: MainWindow) -> None:
    window.chat.send("Tell me a story about a lighthouse.")
    say = window.chat._talk.take_event
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


def with_chats(window: MainWindow) -> None:
    titles = (
        "A recipe with tomatoes and rice",
        "How rainbows form",
        "A long letter to the council about the park benches",
    )
    for number, title in enumerate(titles):
        window.chat._keeper._conversations.create(f"c{number}", title)


def attaching(window: MainWindow) -> None:
    with_chats(window)
    commands_of(window).answers["count_tokens"] = 9_416
    composer = window.chat.composer
    composer.attachments.show_items(
        (Attachment("notes.txt", "x" * 5_120), Attachment(PASTED, "y" * 31_000), Attachment("minutes of May.md", "z"))
    )
    composer.attachments.refused.emit("brochure.pdf is no text. Copy the text out of the file.")
    composer.set_text("Summarise these, please.")
    until(composer.meter.isVisible)


def branched(window: MainWindow) -> None:
    with_chats(window)
    chat, say = window.chat, window.chat._talk.take_event
    chat.send("What do the notes say of the benches?", (Attachment("notes.txt", "x" * 5_120),))
    say(GenerationFinished("g1", samples.RESULT))
    chat.edit(0)
    chat.composer.set_text("What is the capital of France?")
    chat.composer.submit()
    say(GenerationFinished("g2", samples.RESULT))
    chat.regenerate(0)
    say(GenerationStarted("g3", samples.ROUTE, 41))
    say(GenerationFinished("g3", samples.RESULT))


def editing(window: MainWindow) -> None:
    branched(window)
    window.chat.edit(0)


def selected(window: MainWindow) -> None:
    window.node.sessions.table.selectRow(0)


def whole_model(window: MainWindow) -> None:
    window.node.shard.whole.setChecked(True)


def precision(name: str) -> Callable[[MainWindow], None]:
    def choose(window: MainWindow) -> None:
        field = window.node.shard.precision.choice
        field.setCurrentIndex(field.findData(name))

    return choose


def recent() -> tuple[Sample, ...]:
    """Half an hour of a node that is asked more and more."""
    return tuple(
        Sample(
            ago, max(0.0, 40 - ago / 40) * (1 + ago % 7 / 9), 2e6 * (ago % 300 < 90), 3_000_000_000 + 500_000 * int(ago)
        )
        for ago in range(1800, -1, -5)
    )


def on_page(name: str) -> Callable[[MainWindow], None]:
    def turn(window: MainWindow) -> None:
        last = date.today().toordinal()
        commands_of(window).answers["totals"] = tuple(
            DayTotals(
                date.fromordinal(last - ago).isoformat(),
                4000 * (ago % 5) + 300,
                3000.0 * (ago % 4),
                10**7 * (ago % 3),
                ago % 6,
            )
            for ago in range(40, -1, -1)
        )
        window.node.show_page(name)

    return turn


def totals_fail(window: MainWindow) -> None:
    commands_of(window).fail_with = MachineError("The totals cannot be read.", "See the log for the reason.")
    window.node.show_page(DAYS)


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
    say = window.chat._talk.take_event
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


def settings_open(window: MainWindow) -> None:
    window.dialogs.open_settings("Limits")
    assert window.dialogs.settings is not None
    assert window.dialogs.settings.fields  # else they are made in turns


def settings_changed(window: MainWindow) -> None:
    settings_open(window)
    _field(window, "kv_max_sessions").widget.setValue(1)  # type: ignore[attr-defined]


def settings_wrong(window: MainWindow) -> None:
    window.dialogs.open_settings("Network")
    field = _field(window, "host")
    field.widget.setText("the attic")  # type: ignore[attr-defined]
    field._editor.edited.emit("the attic")


def _field(window: MainWindow, name: str) -> SettingField:
    assert window.dialogs.settings is not None
    return window.dialogs.settings.fields[name]


def rules_open(window: MainWindow) -> None:
    window.node.contribution.open_rules()


def rules_wrong(window: MainWindow) -> None:
    rules_open(window)
    dialog = window.node.contribution._rules_dialog
    assert dialog is not None
    dialog.schedule.text.setPlainText("whenever")


def first_run(place: int, *, fetches: bool = False, problem: str = "") -> Callable[[MainWindow], None]:
    def turn_to(window: MainWindow) -> None:
        window.dialogs.open_first_run()
        wizard = window.dialogs.first_run
        assert wizard is not None
        for _ in range(place):
            wizard.next.click()
        if fetches:
            window._commands.hold = True  # type: ignore[attr-defined]
            wizard.model.get.click()
            assert window._snapshot is not None
            window.show_snapshot(replace(window._snapshot, startup="Fetching the starter model: 41 MB of 93 MB"))
        if problem:
            wizard.model.told.tell(problem, "error-caption")

    return turn_to


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
    yield "chat-attaching", "Chat", s.IDLE, attaching
    yield "chat-branched", "Chat", s.IDLE, branched
    yield "chat-editing", "Chat", s.IDLE, editing
    yield "node-off", "Node", off, nothing
    waiting = replace(s.WORKING, sharing=s.SHARING_WAITS, settings=replace(s.WORKING.settings, **s.RULES))
    paused = replace(waiting, settings=replace(waiting.settings, paused_until=4_102_444_800.0))
    yield "node-by-rules", "Node", waiting, nothing
    yield "node-paused-until", "Node", paused, nothing
    yield "settings", "Node", s.IDLE, settings_open
    yield "settings-changed", "Node", s.WORKING, settings_changed
    yield "settings-wrong", "Node", s.IDLE, settings_wrong
    yield "rules", "Node", s.IDLE, rules_open
    yield "rules-waiting", "Node", waiting, rules_open
    yield "rules-wrong", "Node", waiting, rules_wrong
    yield "first-run-privacy", "Chat", s.NO_MODEL, first_run(1)
    yield "first-run-limits", "Chat", s.NO_MODEL, first_run(2)
    yield "first-run-fetching", "Chat", s.NO_MODEL, first_run(3, fetches=True)
    failed = "The starter model could not be downloaded. Check the network and try again."
    yield "first-run-failed", "Chat", s.NO_MODEL, first_run(3, problem=failed)
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
    yield "node-hour", "Node", replace(s.WORKING, recent=recent()), on_page(HOUR)
    yield "node-hour-empty", "Node", s.IDLE, on_page(HOUR)
    yield "node-days", "Node", s.WORKING, on_page(DAYS)
    yield "node-days-failed", "Node", s.WORKING, totals_fail
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
    yield from api_scenes()
    yield from chat_scenes()
    yield from swarm_scenes()
    yield from model_scenes()
    yield from desk_scenes()
    notice = "The settings file could not be read (it is empty). It was kept as settings.json.bad-1."
    yield "notice", "Swarm", replace(s.WORKING, notice=notice), nothing


def api_scenes() -> Iterator[Scene]:
    s = samples
    yield "api-off", "API", s.IDLE, nothing
    yield "api-unasked", "API", replace(s.WITH_API, api=s.API_ON), nothing
    yield "api-busy", "API", s.WITH_API, nothing
    yield "api-failed", "API", replace(s.WITH_API, api=replace(s.API_FAILED, requests=s.REQUESTS[:5])), nothing
    to_others = replace(s.WITH_API.settings, api_host="0.0.0.0", api_to_others=True)
    yield "api-to-others", "API", replace(s.WITH_API, settings=to_others), nothing
    yield "api-key", "API", s.WITH_API, key_shown


def key_shown(window: MainWindow) -> None:
    window.api.api.key._show_key("mesh-Zx4mQ0s7bGJH0m2rT8dPq1wKc5vYn9Ea")


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


def commands_of(window: MainWindow) -> FakeCommands:
    assert isinstance(window._commands, FakeCommands)
    return window._commands


def find_page(window: MainWindow) -> None:
    window.models.show_page(FIND)
    window.models.catalogue._find = lambda text: [m for m in samples.CATALOGUE if text.casefold() in m.name.casefold()]
    window.models.catalogue._show()


def choosing_in_catalogue(window: MainWindow) -> None:
    find_page(window)
    window.models.catalogue.search.setText("llama")
    window.models.catalogue.rows["llama-3.1-70b"].get.click()


def fitting_only(window: MainWindow) -> None:
    find_page(window)
    window.models.catalogue.filter.buttons[ALONE].click()


def searched(window: MainWindow) -> None:
    find_page(window)
    commands_of(window).answers["search_hub"] = samples.FOUND
    window.models.catalogue.search.setText("qwen")
    window.models.catalogue.on_hub.click()


def hub_offline(window: MainWindow) -> None:
    find_page(window)
    commands_of(window).fail_with = MachineError("The hub cannot be reached.", "Check the network and try again.")
    window.models.catalogue.search.setText("qwen")
    window.models.catalogue.on_hub.click()


def named(window: MainWindow) -> None:
    find_page(window)
    window.models.catalogue.search.setText("harbour/Qwen3-8B-chat@v2")


def signing_in(window: MainWindow) -> None:
    find_page(window)
    window.models.hub.token.setText("a token that nobody sees")
    window.models.hub.mirror.setText("mirror.example.org")
    window.models.hub.apply.click()
    scroll = window.models.stack.currentWidget()
    assert isinstance(scroll, QScrollArea)
    until_still(window.models)
    scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())


def choosing_layers(window: MainWindow) -> None:
    row = window.models.stored.rows[samples.QWEN.name]
    row.choose_layers()


def choosing_by_number(window: MainWindow) -> None:
    choosing_layers(window)
    choice = window.models.stored.rows[samples.QWEN.name].choice
    choice.which.setCurrentIndex(choice.which.findData(BY_NUMBER))


def removing_layers(window: MainWindow) -> None:
    window.models.stored.rows[samples.QWEN.name]._choose_to_remove()


def removing(window: MainWindow) -> None:
    window.models.stored.rows[samples.QWEN.name]._ask_to_remove()


def verified(window: MainWindow) -> None:
    for model, is_sound, text in (
        (samples.QWEN, True, "All 184 tensors that are here are as they should be."),
        (samples.MODEL, False, "Layer 7 is damaged. Import it again."),
    ):
        window.models.stored.rows[model.name]._verified(ModelCheck(model.name, is_sound, text), None)


def model_scenes() -> Iterator[Scene]:
    s = samples
    yield "models-starting", "Models", s.STARTING, nothing
    nobody = replace(s.NO_MODEL, disk=replace(s.DISK, used_bytes=0), free_bytes=6_000_000_000)
    yield "models-none", "Models", nobody, lambda window: window.models.show_page(HERE)
    yield "models-none-find", "Models", nobody, find_page
    yield "models-here", "Models", s.MODELS, nothing
    yield "models-fetching", "Models", replace(s.MODELS, fetches=(s.FETCHING, s.ADDING)), nothing
    for name, fetch in (("paused", s.PAUSED), ("failed", s.FETCH_FAILED), ("checking", s.CHECKING)):
        yield f"models-{name}", "Models", replace(s.MODELS, fetches=(fetch,)), nothing
    yield "models-left-out", "Models", replace(s.MODELS, fetches=(s.LEFT_OUT,)), nothing
    yield "models-waiting", "Models", replace(s.MODELS, fetches=(s.WAITING,)), nothing
    yield "models-choosing", "Models", s.MODELS, choosing_layers
    yield "models-by-number", "Models", replace(s.MODELS, disk=s.FULL_DISK, settings=s.LIMITED), choosing_by_number
    yield "models-removing-layers", "Models", s.MODELS, removing_layers
    yield "models-verified", "Models", s.MODELS, verified
    yield (
        "models-disk-full",
        "Models",
        replace(s.MODELS, disk=s.FULL_DISK, settings=s.LIMITED, models=(s.QWEN, s.ADDED)),
        nothing,
    )
    yield "models-find", "Models", s.MODELS, find_page
    yield "models-find-alone", "Models", s.MODELS, fitting_only
    yield "models-find-choosing", "Models", s.MODELS, choosing_in_catalogue
    yield "models-find-searched", "Models", s.MODELS, searched
    yield "models-find-offline", "Models", s.MODELS, hub_offline
    yield "models-find-named", "Models", s.MODELS, named
    yield "models-sign-in", "Models", s.MODELS, signing_in
    yield "models-signed-in", "Models", replace(s.MODELS, is_signed_in=True), signing_in
    node = replace(s.LOADING, model_name=s.QWEN.name, span=Span(0, 20))
    yield "node-brings", "Node", replace(s.MODELS, node=node, node_address="", fetches=(s.FETCHING,)), nothing
    joined = replace(s.NO_MODEL, swarm=s.SWARM, swarms=(s.SWARM,), swarm_models=s.SWARM_MODELS)
    yield "chat-no-model-in-swarm", "Chat", joined, nothing
    yield "node-lacks-layers", "Node", replace(s.MODELS, node=s.OFF, settings=s.Settings(model=s.QWEN.name)), lacking


def lacking(window: MainWindow) -> None:
    window.node.shard.choose_model(samples.QWEN.name)
    window.node.shard.whole.setChecked(False)
    window.node.shard.end.setValue(24)
    window.node.shard.start.setValue(8)


def settle(milliseconds: int) -> None:
    """Lets layouts and timers run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def until(is_so: Callable[[], bool]) -> None:
    """Lets layouts and timers run until something is so; gives up after a few seconds."""
    for _ in range(_MOST_LOOKS * 5):
        if is_so():
            return
        settle(_BETWEEN_MS)


def until_still(widget: QWidget) -> QImage:
    """The widget once nothing in it changes any more; what turns or blinks for ever is not waited for."""
    last, num_alike = widget.grab().toImage(), 0
    for _ in range(_MOST_LOOKS):
        settle(_BETWEEN_MS)
        now = widget.grab().toImage()
        num_alike = num_alike + 1 if now == last else 0
        if num_alike == _ALIKE:
            break
        last = now
    return last


def _in_front(window: MainWindow) -> QWidget:
    """The dialog over the window, where a scene has opened one."""
    return next((dialog for dialog in window.findChildren(QDialog, "page") if dialog.isVisible()), window)


def draw(app: QApplication, out: Path, only: str | Collection[str] = "") -> list[Path]:
    """Draws every scene whose name contains ``only``, or is one of them; returns the files."""
    theme = ThemeController(app)
    app.setCursorFlashTime(0)  # a cursor that blinks would be a picture that is never still
    files = []
    for mode in ("light", "dark"):
        for name, tab, snapshot, act in scenes():
            if only not in name if isinstance(only, str) else name not in only:
                continue
            core = FakeCore()
            window = MainWindow(core.commands, core.conversations, Bridge(core.events), theme)
            window.show_snapshot(replace(snapshot, settings=replace(snapshot.settings, theme=mode)))
            window.show_tab(tab)
            window.show()
            until_still(window)
            act(window)
            until(lambda window=window: not any(each.is_waiting for each in window.findChildren(Turns)))  # type: ignore[misc]
            files.append(out / f"{name}-{mode}.png")
            until_still(_in_front(window)).save(str(files[-1]))
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
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))  # digits are grouped
    out = Path(argv[0])
    out.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    files = draw(app, out, *argv[1:])
    sys.stdout.write(f"{len(files)} pictures in {out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
