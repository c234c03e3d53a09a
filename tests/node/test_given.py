from __future__ import annotations

from meshnet_gui.node.given import Given
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload


def step(session: str | None, num_positions: int = 1) -> ForwardRequest:
    return ForwardRequest(TensorPayload((1, num_positions), "int64", bytes(8 * num_positions)), session)


def test_positions_and_bytes_are_added_up_and_a_session_counts_once() -> None:
    given = Given()
    for request in (step("a" * 32, 7), step("a" * 32), step("b" * 32, 3), step(None, 2)):
        given.count(request, 100)
    assert (given.num_tokens, given.num_sessions, given.num_bytes) == (13, 2, 400)


def test_a_flood_of_sessions_is_counted_and_not_remembered() -> None:
    given = Given()
    for number in range(10_000):
        given.count(step(f"{number:032x}"), 1)
    assert given.num_sessions == 10_000
    assert len(given._sessions) < 5000
