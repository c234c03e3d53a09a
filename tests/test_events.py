"""The event bus: order, leaving, and a listener that fails."""

from __future__ import annotations

import pytest

from meshnet_gui.events import EventBus


def test_listeners_hear_every_event_in_the_order_of_their_subscription() -> None:
    bus, heard = EventBus(), []
    bus.subscribe(lambda event: heard.append(("first", event)))
    bus.subscribe(lambda event: heard.append(("second", event)))
    bus.publish(1)
    bus.publish(2)
    assert heard == [("first", 1), ("second", 1), ("first", 2), ("second", 2)]


def test_listener_that_left_hears_nothing_more_and_may_leave_twice() -> None:
    bus, heard = EventBus(), []
    leave = bus.subscribe(heard.append)
    leave()
    leave()
    bus.publish(1)
    assert heard == []


def test_listener_may_leave_while_it_is_called() -> None:
    bus, heard = EventBus(), []

    def once(event: object) -> None:
        heard.append(event)
        leave()

    leave = bus.subscribe(once)
    bus.subscribe(heard.append)
    bus.publish(1)
    bus.publish(2)
    assert heard == [1, 1, 2]


@pytest.mark.allow_warnings("a listener failed on str")
def test_listener_that_raises_is_logged_and_the_others_still_hear() -> None:
    bus, heard = EventBus(), []

    def fail(event: object) -> None:
        raise RuntimeError("broken")

    bus.subscribe(fail)
    bus.subscribe(heard.append)
    bus.publish("news")
    assert heard == ["news"]
