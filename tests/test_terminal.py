"""What the terminal shows of nodes."""

from __future__ import annotations

from meshnet_gui.runtime.snapshot import PeerView
from meshnet_gui.terminal import node_line, route_lines
from meshnet_gui.types import GenerationResult, Hop, NodeStatus, Route, Span

MEMBER = "node:" + "0123abcd" * 8
PLAIN = "http://127.0.0.1:51001"


def test_a_member_is_shown_by_the_first_digits_of_its_id_and_a_plain_peer_by_its_address() -> None:
    route = Route((Hop(MEMBER, Span(0, 2)), Hop(PLAIN, Span(2, 4)), Hop("local", Span(4, 6))))
    result = GenerationResult("", (1,), 1, "eos", route, 0.0, 0.0, 0, True)
    assert route_lines(result) == [
        "layers 0-2 at node 0123abcd",
        f"layers 2-4 at {PLAIN}",
        "layers 4-6 at local",
    ]
    assert node_line(PeerView(MEMBER, "probing")) == "node 0123abcd: no answer yet"
    status = NodeStatus(state="ready", span=Span(0, 2))
    assert node_line(PeerView(MEMBER, "online", status)).startswith("node 0123abcd [0-2]: 0 of ")
