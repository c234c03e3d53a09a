"""Clients that leave, in the line, while a route is looked for, in prefill and in decode: the hops stop at once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from meshnet_gui.head.kept_sessions import MAX_KEPT
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.wire import codec
from tests.api.service import Service, running_api
from tests.fleet import Call, in_loop, until

Tiny = Callable[[str], ModelSpec]
CHAT = "/v1/chat/completions"
NUM_RANDOM = 100
MAX_WAITED_CALLS = 60
both = pytest.mark.parametrize("is_streamed", [True, False], ids=["streamed", "whole"])


def long_chat(service: Service, *, is_streamed: bool) -> dict[str, Any]:
    """Two chunks of prompt, and then many tokens."""
    messages = [{"role": "user", "content": "What is it that you can tell of the sea? " * 3}]
    no_end = {"1": -100, "2": -100}
    return service.chat(messages=messages, max_tokens=60, stream=is_streamed, logit_bias=no_end)


def num_steps(service: Service) -> Counter[tuple[str, str]]:
    """Of each session at each hop."""
    calls = service.backend.pair.fleet.calls
    return Counter((call.address, call.headers[codec.SESSION]) for call in calls if call.method == "POST")


def under_way(steps: Counter[tuple[str, str]], session: str) -> int:
    """How many steps of a session had entered the route: what one hop was sent comes to the next one, too."""
    return max(steps["a", session], steps["b", session])


def num_in_all(service: Service) -> int:
    return sum(num_steps(service).values())


async def all_over(service: Service) -> None:
    """Nothing runs, nothing waits, and the next one is served."""
    await service.idle()
    assert (service.line.num_running, service.line.num_waiting) == (0, 0)
    service.backend.pair.fleet.hook = service.backend.route_wait = None
    assert (await service.post(CHAT, service.chat())).status_code == 200


@both
@in_loop
async def test_leaving_the_line_gives_the_place_in_it_back(tiny: Tiny, is_streamed: bool) -> None:
    async with running_api(tiny("llama"), max_running=1) as service:
        service.backend.route_wait = asyncio.Event().wait
        first = await service.begin(CHAT, long_chat(service, is_streamed=is_streamed))
        await until(lambda: service.line.num_running)
        second = await service.begin(CHAT, long_chat(service, is_streamed=is_streamed))
        await until(lambda: service.line.num_waiting)
        second.close()
        await until(lambda: not service.line.num_waiting)
        first.close()
        await all_over(service)
        assert len(service.backend.asked) == 2  # the first one, and the one of ``all_over``


@both
@in_loop
async def test_leaving_while_a_route_is_looked_for_asks_no_hop(tiny: Tiny, is_streamed: bool) -> None:
    async with running_api(tiny("llama")) as service:
        looking = asyncio.Event()

        async def wait() -> None:
            looking.set()
            await asyncio.Event().wait()

        service.backend.route_wait = wait
        writer = await service.begin(CHAT, long_chat(service, is_streamed=is_streamed))
        await looking.wait()
        writer.close()
        await service.idle()
        assert not num_steps(service)
        await all_over(service)


@both
@pytest.mark.parametrize("num_before", [1, 12], ids=["prefill", "decode"])
@in_loop
async def test_leaving_stops_the_hops_in_the_middle_of_a_step(tiny: Tiny, is_streamed: bool, num_before: int) -> None:
    async with running_api(tiny("llama")) as service:
        reached = asyncio.Event()

        async def stuck(call: Call) -> None:
            if call.method == "POST" and num_in_all(service) > num_before:
                reached.set()
                await asyncio.Event().wait()

        service.backend.pair.fleet.hook = stuck
        writer = await service.begin(CHAT, long_chat(service, is_streamed=is_streamed))
        await reached.wait()
        before = num_steps(service)
        writer.close()
        await service.idle()
        assert num_steps(service) == before
        assert all(service.backend.pair.fleet.modes(address)[-1] == "delete" for address in "ab")
        await all_over(service)


@both
@in_loop
async def test_leaving_while_the_hops_compute_costs_one_further_step_at_most(tiny: Tiny, is_streamed: bool) -> None:
    async with running_api(tiny("llama")) as service:
        writer = await service.begin(CHAT, long_chat(service, is_streamed=is_streamed))
        await until(lambda: num_in_all(service) > 20)
        before = num_steps(service)
        writer.close()
        await service.idle()
        assert max((num_steps(service) - before).values(), default=0) <= 1
        await all_over(service)


@pytest.mark.slow
@in_loop
async def test_leaving_a_hundred_times_at_random_points_stops_the_hops_and_leaves_no_session(tiny: Tiny) -> None:
    rng, counted, from_then, furthest = random.Random(7), Counter[int](), Counter[int](), Counter[str]()
    async with running_api(tiny("llama"), max_running=2) as service:
        for _ in range(NUM_RANDOM):
            service.backend.pair.fleet.calls.clear()
            path, sent = _any_question(service, rng)
            others = [await service.begin(path, sent) for _ in range(rng.choice((0, 0, 1, 2)))]
            writer, num_asked = await service.begin(path, sent), len(service.backend.asked)
            num_wanted = rng.randrange(MAX_WAITED_CALLS)
            while num_wanted and num_in_all(service) < num_wanted:
                if len(service.backend.asked) > num_asked and not service.backend.chat.num_generating:
                    break  # it has ended before
                await asyncio.sleep(0.001)
            before = num_steps(service)
            for each in (writer, *others):
                each.close()
            await service.idle()
            after = num_steps(service)
            counted[max((after[key] - under_way(before, key[1]) for key in after), default=0)] += 1
            from_then[max((after - before).values(), default=0)] += 1
            furthest.update({"prefill" if num_wanted < 8 else "decode": 1})
            await until(lambda: all(len(node.tokens_held) <= MAX_KEPT for node in service.backend.pair.nodes))
        print(f"further steps of a hop, beyond those under way: {counted}; in all: {from_then}; left in {furthest}")
        assert max(counted) <= 1
        assert max(from_then) <= 1, from_then
        assert service.line.num_waiting == 0
        await all_over(service)
        assert all(len(node.tokens_held) <= MAX_KEPT for node in service.backend.pair.nodes)


def _any_question(service: Service, rng: random.Random) -> tuple[str, dict[str, Any]]:
    is_streamed, text = rng.random() < 0.5, f"{rng.random()} Tell of the sea. " * rng.randrange(1, 8)
    no_end = {"1": -100, "2": -100}
    kind = rng.randrange(4)
    if kind == 0:
        sent = service.chat(messages=[{"role": "user", "content": text}], max_tokens=60, stream=is_streamed)
        return CHAT, sent | {"logit_bias": no_end, "n": rng.choice((1, 2))}
    if kind == 1:
        sent = {"model": service.model, "prompt": text, "max_tokens": 60, "stream": is_streamed, "logit_bias": no_end}
        return "/v1/completions", sent
    if kind == 2:
        return "/v1/responses", {"model": service.model, "input": text, "max_output_tokens": 60, "stream": is_streamed}
    options = {"num_predict": 60}
    return "/api/generate", {"model": service.model, "prompt": text, "stream": is_streamed, "options": options}
