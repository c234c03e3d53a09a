"""The switch, the rules and the node together, with clocks and senses that the test holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.errors import DiskFull, MachineError, UserError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.service import DRAIN_S
from meshnet_gui.runtime.governor.awake import Awake
from meshnet_gui.runtime.governor.rules import MAX_PAUSE_S
from meshnet_gui.runtime.governor.senses import Senses
from meshnet_gui.runtime.governor.steady import RESUME_AFTER_S
from meshnet_gui.runtime.own_node import OwnNode, Wishes
from meshnet_gui.runtime.sharing import FINISH_S, Household, Sharing
from meshnet_gui.settings import Settings, node_limits
from meshnet_gui.types import Span
from tests.fleet import SESSION, in_loop, until
from tests.node.fake_shards import SPEC, fake_loader, request
from tests.runtime.governor.holds import FakeHold

NOW = 1_796_000_000.0
ON = Settings(contributing=True, span="0-3", free_after_minutes=10)
BY_RULES = replace(ON, by_rules=True, idle_minutes=10)


class Ears:
    """Listens nowhere (``runtime.listening.Listening``): opening and closing a real server takes its time."""

    def __init__(self) -> None:
        self.is_open = False

    @property
    def url(self) -> str:
        return "http://127.0.0.1:1" if self.is_open else ""

    async def settle(self, settings: Settings, credentials: object) -> None:
        self.is_open = True

    async def close(self) -> None:
        self.is_open = False


class Home:
    """A computer with a node of fake shards: what it senses and its clocks are attributes."""

    def __init__(self, settings: Settings, total_memory_bytes: int = 0) -> None:
        self.settings = settings
        self.wall, self.clock = NOW, 1000.0
        self.idle_s: float | None = 3600.0
        self.on_battery: bool | None = False
        self.apps: tuple[str, ...] = ()
        self.loaded: list[str] = []
        self.hold = FakeHold()
        self.save_error: Exception | None = None
        self.load_error: Exception | None = None
        self.own_sessions: set[str] = set()
        self.compute = ComputeThread()
        senses = Senses(
            idle_s=lambda: self.idle_s,
            on_battery=lambda: self.on_battery,
            busy_percent=lambda: 1.0,
            apps=lambda: self.apps,
            total_memory_bytes=total_memory_bytes,
            wall=lambda: self.wall,
            clock=lambda: self.clock,
        )
        self.sharing: Sharing
        wishes = Wishes(
            lambda: self.settings,
            lambda s: node_limits(s, {}),
            lambda: SPEC,
            lambda name: SPEC,
            lambda: False,
            own_sessions=lambda: self.own_sessions,
            may_serve=lambda: self.sharing.may_serve(),
            keeps=lambda: self.sharing.keeps(),
            finish_s=lambda: self.sharing.finish_s(),
        )
        self.node = OwnNode(self.compute, wishes, lambda settings: self._load, lambda: None)
        self.node.listening = Ears()  # type: ignore[assignment]
        household = Household(lambda: self.settings, self._change, lambda: self.node)
        self.sharing = Sharing(household, senses, Awake(lambda: self.hold, lambda: self.clock))

    def _load(self, spec: ModelSpec, span: Span) -> Any:
        if self.load_error is not None:
            raise self.load_error
        self.loaded.append(str(span))
        return fake_loader(spec, span)

    def _change(self, **changes: Any) -> None:
        self.settings = replace(self.settings, **changes)
        if self.save_error is not None:
            raise self.save_error

    @property
    def state(self) -> str:
        return self.node.service.state

    @property
    def reason(self) -> str:
        return self.sharing.view().reason

    async def later(self, seconds: float) -> None:
        """Time goes by in small steps, each with a look; what follows from it is done."""
        end, most = self.clock + seconds, 5.0 if seconds < 100 else 25.0
        while self.clock < end:
            step = min(most, end - self.clock)
            self.clock, self.wall = self.clock + step, self.wall + step
            await self.look()

    async def look(self) -> None:
        await self.sharing.look()
        await self.done()

    async def done(self) -> None:
        await until(lambda: not self.sharing._tasks)


@asynccontextmanager
async def home(settings: Settings = ON, **changes: Any) -> AsyncIterator[Home]:
    made = Home(settings, changes.pop("total_memory_bytes", 0))
    for name, value in changes.items():
        setattr(made, name, value)
    made.compute.start()
    try:
        await made.sharing.begin()
        yield made
    finally:
        await made.sharing.close()
        await made.node.close_server()
        await asyncio.to_thread(made.compute.stop)


# -- the switch -------------------------------------------------------------------------------------------------------


@in_loop
async def test_paused_node_keeps_its_layers_answers_nobody_and_goes_on_without_a_load() -> None:
    async with home() as here:
        url = here.node.url
        await here.sharing.switch("paused")
        assert (here.state, here.node.is_on, here.node.url, here.reason) == ("paused", False, "", "Paused.")
        assert here.node.service.status().spans_of(str(SPEC.identity)) == (Span(0, 3),)
        await here.sharing.switch("always")
        assert (here.state, here.node.url, here.loaded) == ("ready", url, ["0-3"])
        assert here.reason == "Sharing always."


@in_loop
async def test_long_pause_frees_the_memory_and_says_in_how_long() -> None:
    async with home() as here:
        await here.sharing.switch("paused")
        await here.look()
        assert here.sharing.view().frees_in_s == 600.0
        await here.later(590)
        assert (here.state, here.sharing.view().frees_in_s) == ("paused", 10.0)
        await here.later(10)
        assert (here.state, here.sharing.view().frees_in_s) == ("off", None)
        await here.sharing.switch("always")
        assert (here.state, here.loaded) == ("ready", ["0-3", "0-3"])


@in_loop
async def test_pause_that_keeps_nothing_frees_at_once() -> None:
    async with home(replace(ON, free_after_minutes=0)) as here:
        await here.sharing.switch("paused")
        assert here.state == "off"


@in_loop
async def test_switched_off_altogether_it_frees_at_once() -> None:
    async with home() as here:
        await here.sharing.contribute(False)
        assert here.state == "off"
        await here.sharing.contribute(True)
        assert here.state == "ready"


@in_loop
async def test_memory_is_not_freed_under_an_answer_of_our_own() -> None:
    async with home() as here:
        await here.sharing.switch("paused")
        step = await here.node.service.forward(request("prefill"))  # our own chat, in this process
        assert step.token_id == 7
        await here.later(700)
        assert here.state == "paused"
        await here.node.service.close_session(SESSION)
        await here.later(5)
        assert here.state == "off"


@in_loop
async def test_unknown_position_is_refused_and_changes_nothing() -> None:
    async with home() as here:
        with pytest.raises(UserError, match="always, rules, paused"):
            await here.sharing.switch("sometimes")
        assert (here.settings, here.state) == (ON, "ready")


@in_loop
async def test_switch_works_although_it_cannot_be_saved() -> None:
    async with home() as here:
        here.save_error = DiskFull("The disk is full.", "")
        with pytest.raises(DiskFull):
            await here.sharing.switch("paused")
        assert here.state == "paused"


# -- a pause for a time -----------------------------------------------------------------------------------------------


@in_loop
async def test_pause_for_a_time_says_until_when_and_ends_by_itself() -> None:
    async with home() as here:
        await here.sharing.pause_for(3600)
        view = here.sharing.view()
        assert (view.position, view.shares, view.paused_until) == ("always", False, NOW + 3600)
        assert view.reason.startswith("Paused until ")
        await here.later(3600)
        assert (here.settings.paused_until, here.state) == (0.0, "ready")


@in_loop
async def test_resumed_before_its_time_a_pause_is_over() -> None:
    async with home() as here:
        await here.sharing.pause_for(3600)
        await here.sharing.pause_for(0)
        assert (here.settings.paused_until, here.state, here.reason) == (0.0, "ready", "Sharing always.")


@in_loop
async def test_pause_goes_on_after_a_restart() -> None:
    async with home(replace(ON, paused_until=NOW + 60)) as here:
        assert (here.state, here.loaded) == ("off", [])
        await here.later(60)
        assert here.state == "ready"


@in_loop
async def test_clock_that_is_set_back_makes_no_pause_longer() -> None:
    async with home() as here:
        await here.sharing.pause_for(60)
        here.wall -= 6 * 86400.0
        await here.later(60)
        assert here.state == "ready"


@in_loop
async def test_computer_that_slept_through_the_end_of_a_pause_shares_again() -> None:
    async with home() as here:
        await here.sharing.pause_for(3600)
        here.wall += 7200  # its monotonic clock stood still
        await here.look()
        assert here.state == "ready"


@in_loop
async def test_pause_longer_than_a_week_is_refused() -> None:
    async with home() as here:
        for seconds in (MAX_PAUSE_S + 1, -1.0, float("nan")):
            with pytest.raises(UserError, match="a week"):
                await here.sharing.pause_for(seconds)


# -- rules ------------------------------------------------------------------------------------------------------------


@in_loop
async def test_rules_pause_the_node_at_once_and_let_it_go_on_only_when_that_is_sure() -> None:
    async with home(BY_RULES) as here:
        assert here.state == "ready"
        here.idle_s = 3.0
        await here.later(5)
        assert here.state == "paused"
        assert here.reason == "Waiting: you are using this computer; shares after 10 min without use."
        here.idle_s = 600.0
        await here.later(5)
        assert (here.state, here.reason[:10]) == ("paused", "Shares in ")
        await here.later(RESUME_AFTER_S)
        assert (here.state, here.loaded) == ("ready", ["0-3"])


@in_loop
async def test_conditions_that_waver_do_not_switch_the_node_back_and_forth() -> None:
    async with home(replace(BY_RULES, idle_minutes=0)) as here:
        states = set()
        for turn in range(12):
            here.on_battery = turn % 2 == 0
            await here.later(10)
            states.add(here.state)
        assert states == {"paused"}


@in_loop
async def test_nothing_is_loaded_at_the_start_while_the_rules_are_against_it() -> None:
    async with home(BY_RULES, on_battery=True) as here:
        assert (here.state, here.loaded, here.reason) == ("off", [], "Waiting: this computer runs on battery.")
        here.on_battery = False
        await here.later(5 + RESUME_AFTER_S)
        assert (here.state, here.loaded) == ("ready", ["0-3"])


@in_loop
async def test_edited_rules_count_without_a_delay() -> None:
    async with home(BY_RULES, on_battery=True) as here:
        here.settings = replace(here.settings, on_battery=True)
        await here.look()
        assert here.state == "ready"


@in_loop
async def test_after_a_sleep_what_was_so_before_does_not_count() -> None:
    async with home(BY_RULES) as here:
        here.idle_s = 1.0
        await here.later(5)
        here.idle_s, here.wall = 3600.0, here.wall + 8 * 3600
        here.clock += 5
        await here.look()
        assert here.state == "ready"


@in_loop
async def test_metered_network_is_what_the_window_says_it_is() -> None:
    async with home(BY_RULES) as here:
        here.sharing.set_metered(True)
        await here.look()
        assert (here.state, here.reason) == ("paused", "Waiting: this network is paid by volume.")


@in_loop
async def test_program_that_is_waited_for_pauses_as_long_as_it_runs() -> None:
    async with home(replace(BY_RULES, wait_for_apps=("game",)), apps=("game", "editor")) as here:
        assert here.reason == "Waiting while game runs."
        assert here.sharing.view().conditions.apps == ("game",)
        here.apps = ("editor",)
        await here.later(15 + RESUME_AFTER_S)
        assert here.state == "ready"


# -- at once, or after the sessions -----------------------------------------------------------------------------------


@in_loop
async def test_pause_waits_for_the_sessions_of_others_and_says_so() -> None:
    async with home() as here:
        await here.node.service.forward(request("prefill"))
        pausing = asyncio.create_task(here.sharing.switch("paused"))
        await until(lambda: here.sharing.view().finishing)
        assert (here.state, here.node.is_on) == ("draining", True)
        await here.node.service.close_session(SESSION)
        await pausing
        assert (here.state, here.sharing.view().finishing) == ("paused", False)


@in_loop
async def test_pause_at_once_waits_for_nobody() -> None:
    async with home(replace(ON, finish_first=False)) as here:
        await here.node.service.forward(request("prefill"))
        await here.sharing.switch("paused")
        assert (here.state, here.node.is_on) == ("paused", False)


@in_loop
async def test_pause_does_not_wait_for_our_own_chat_which_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.node.resident.MID_ANSWER_S", 3600.0)
    async with home() as here:
        here.own_sessions = {SESSION[:8]}
        await here.node.service.forward(request("prefill"))
        await here.sharing.switch("paused")
        assert here.state == "paused"
        assert (await here.node.service.forward(request("prefill"))).token_id == 7


@in_loop
async def test_pause_that_is_taken_back_while_it_waits_never_stops_serving() -> None:
    async with home() as here:
        await here.node.service.forward(request("prefill"))
        pausing = asyncio.create_task(here.sharing.switch("paused"))
        await until(lambda: here.state == "draining")
        await asyncio.gather(pausing, here.sharing.switch("always"))
        assert (here.state, here.node.is_on, here.loaded) == ("ready", True, ["0-3"])


@in_loop
async def test_how_long_a_pause_waits() -> None:
    async with home() as here:
        assert here.sharing.finish_s() == FINISH_S
        here.settings = replace(here.settings, finish_first=False)
        assert here.sharing.finish_s() == 0.0
        await here.sharing.contribute(False)
        assert here.sharing.finish_s() == DRAIN_S


# -- memory -----------------------------------------------------------------------------------------------------------


@in_loop
async def test_layers_beyond_the_memory_limit_of_now_leave_the_memory_at_once() -> None:
    settings = replace(ON, memory_in_use_percent=50, memory_idle_percent=100)
    async with home(settings, total_memory_bytes=1500) as here:  # a fake shard takes 1000
        assert here.state == "ready"
        here.idle_s = 0.0
        await here.later(5)
        assert here.state == "off"
        assert here.reason == "Paused: layers and session caches take 1.0 kB; the limit while you are here is 750 B."


@in_loop
async def test_new_shard_may_take_what_the_limit_of_now_leaves() -> None:
    settings = replace(ON, memory_in_use_percent=50, memory_idle_percent=90)
    async with home(settings, total_memory_bytes=10_000) as here:
        assert here.sharing.free_bytes(10**9) == 8000
        assert here.sharing.free_bytes(500) == 500
        here.idle_s = 0.0
        await here.later(5)
        assert here.sharing.free_bytes(10**9) == 4000


@in_loop
async def test_session_caches_get_what_the_memory_limit_leaves_beside_the_layers() -> None:
    settings = replace(ON, memory_in_use_percent=50, memory_idle_percent=90, kv_max_bytes=2**30)
    async with home(settings, total_memory_bytes=100 * 2**20) as here:
        await here.look()
        assert here.node.service.status().limit_bytes == 90 * 2**20 - 1000
        here.idle_s = 0.0
        await here.later(5)
        assert here.node.service.status().limit_bytes == 50 * 2**20 - 1000


@in_loop
async def test_layers_that_did_not_fit_while_somebody_was_here_are_tried_again_when_they_have_left() -> None:
    settings = replace(ON, memory_in_use_percent=50, memory_idle_percent=90)
    async with home(settings, total_memory_bytes=10_000, idle_s=0.0) as here:
        here.load_error = MachineError("There is not enough memory.")
        here.settings = replace(here.settings, span="0-4")
        with pytest.raises(MachineError):
            await here.node.settle()
        await here.later(20)
        assert here.state == "failed"
        here.load_error, here.idle_s = None, 3600.0
        await here.later(10)
        assert (here.state, here.loaded) == ("ready", ["0-3", "0-4"])


# -- awake ------------------------------------------------------------------------------------------------------------


@in_loop
async def test_computer_is_kept_awake_only_while_it_shares_on_mains() -> None:
    async with home(replace(ON, keep_awake=True)) as here:
        await here.look()
        assert (here.hold.is_held, here.sharing.view().keeps_awake) == (True, True)
        here.on_battery = True
        await here.later(5)
        assert not here.hold.is_held
        here.on_battery = False
        await here.later(5)
        assert here.hold.is_held
        await here.sharing.switch("paused")
        await here.look()
        assert not here.hold.is_held


@in_loop
async def test_computer_that_cannot_tell_whether_it_is_plugged_in_may_sleep() -> None:
    async with home(replace(ON, keep_awake=True), on_battery=None) as here:
        await here.look()
        assert not here.hold.is_held


@in_loop
async def test_computer_may_sleep_again_when_the_program_ends() -> None:
    async with home(replace(ON, keep_awake=True)) as here:
        await here.look()
        await here.sharing.close()
        assert not here.hold.is_held


# -- before anything is known -----------------------------------------------------------------------------------------


def test_before_anything_is_known_the_reason_says_so_and_nobody_is_served() -> None:
    here = Home(BY_RULES)
    assert (here.sharing.may_serve(), here.reason) == (False, "Finding out whether your rules allow sharing now.")
    assert Home(Settings()).reason == "Paused."
    assert Home(ON).sharing.may_serve()
    for made in (here,):
        made.compute.stop()
