from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.gui import swarm_words as words
from meshnet_gui.gui.format import address_text, route_text
from meshnet_gui.gui.lanes import lanes_of
from meshnet_gui.runtime.snapshot import SWARM_STATES, Snapshot
from meshnet_gui.types import NodeStatus, Span
from tests.gui import samples


def covered(snapshot: Snapshot) -> str:
    return words.coverage_text(snapshot, lanes_of(snapshot, {}))


def test_a_member_is_called_by_its_name_and_a_plain_peer_by_its_address() -> None:
    names = words.names_of(samples.IN_SWARM)
    assert list(names.values()) == ["kitchen laptop", "gaming PC", "attic-mini", "192.168.1.40:51001"]
    nameless = replace(samples.IN_SWARM, peers=(replace(samples.MEMBER_GAMING, name=" \n"),))
    assert list(words.names_of(nameless).values()) == ["node 77777777"]


@pytest.mark.parametrize("name", ["kitchen laptop", "KITCHEN LAPTOP", "This computer"])
def test_a_name_that_another_has_already_comes_with_the_id(name: str) -> None:
    peers = (samples.MEMBER_LAPTOP, replace(samples.MEMBER_GAMING, name=name))
    assert list(words.names_of(replace(samples.IN_SWARM, peers=peers)).values())[1] == f"{name} (77777777)"


def test_a_long_or_unprintable_name_is_made_short_and_plain() -> None:
    peers = (replace(samples.MEMBER_GAMING, name="x\u202e\n\x00" + "long " * 500),)
    (name,) = words.names_of(replace(samples.IN_SWARM, peers=peers)).values()
    assert name.isprintable()
    assert len(name) == 40


def test_a_route_names_its_hops_and_says_which_are_relayed() -> None:
    assert route_text(samples.SWARM_ROUTE, words.hop_names(samples.IN_SWARM)) == (
        "this computer [0-12] → gaming PC (relayed) [12-20] → kitchen laptop [20-30]"
    )
    assert route_text(samples.SWARM_ROUTE) == ("this computer [0-12] → node 77777777 [12-20] → node aaaaaaaa [20-30]")
    assert address_text(f"node:{samples.GAMING}") == "node 77777777"


def test_how_a_peer_is_reached() -> None:
    roads = [words.road_text(peer) for peer in samples.IN_SWARM.peers]
    assert roads == ["direct", "relayed", "direct", "not encrypted"]
    assert words.road_text(replace(samples.MEMBER_GAMING, road="")) == "not reached yet"
    shares_nothing = replace(samples.MEMBER_GAMING, road="", state="not_ready", status=NodeStatus())
    assert words.road_text(shares_nothing) == ""  # there is nothing to be reached
    assert words.road_text(replace(samples.PLAIN, address="https://box:1")) == "by address"
    assert words.road_text(samples.ONLINE) == "on this computer"
    assert not words.is_plain(samples.ONLINE)


def test_speed_is_that_of_the_layers_it_serves() -> None:
    assert words.speed_text(samples.MEMBER_LAPTOP) == "83 tokens/s"  # 1,240 for one layer, and it has 15
    assert words.speed_text(samples.PLAIN) == ""
    assert words.speed_text(replace(samples.MEMBER_LAPTOP, status=None)) == ""


def test_every_state_of_a_swarm_has_words() -> None:
    for state in SWARM_STATES:
        swarm = replace(samples.SWARM, state=state)
        assert words.presence_text(swarm)
        assert words.short_presence(replace(samples.IN_SWARM, swarm=swarm))
    assert words.presence_text(replace(samples.SWARM, num_members=2)) == "1 other computer is here."
    assert words.presence_text(samples.SWARM) == "3 other computers are here."
    assert words.short_presence(samples.IN_SWARM) == "3 others here"
    assert words.short_presence(samples.WORKING) == "1 of 5 peers online"


def test_coverage_says_what_is_missing_who_is_coming_and_what_hangs_on_one() -> None:
    assert covered(samples.WORKING) == "SmolLM2-135M-Instruct: all 30 layers are served."
    assert covered(samples.NO_ROUTE) == ("SmolLM2-135M-Instruct: nobody serves layers 15-30, so it cannot answer yet.")
    gap = replace(samples.IN_SWARM, missing=(Span(20, 30),))
    assert covered(gap).endswith("Somebody is getting layers ready.")
    thin = replace(samples.IN_SWARM, peers=(samples.MEMBER_LAPTOP,))
    assert "Layers 0-30 are each on one computer only: chats wait while it is away." in covered(thin)
    assert covered(samples.ALONE).endswith("all 30 layers are served.")


def test_what_runs_on_this_computer_alone_is_not_taken_for_served() -> None:
    alone = replace(samples.ALONE, node=samples.OFF, route_note=samples.ROUTE_NOTE)
    assert covered(alone) == "SmolLM2-135M-Instruct runs on this computer alone; nobody shares layers 0-30."
    assert covered(replace(alone, missing=(Span(0, 30),))) == covered(alone)
    assert covered(replace(alone, peers=(samples.MEMBER_ATTIC,))).endswith("Somebody is getting layers ready.")
    assert "nobody serves layers 0-30 to others" in covered(replace(alone, route=samples.ROUTE))


def test_the_others_model_is_named_only_where_nobody_serves_ours() -> None:
    other = replace(samples.OTHER, node_id=samples.GAMING)
    assert words.other_model(replace(samples.IN_SWARM, peers=(other,))) == samples.OTHER_MODEL.name
    assert words.other_model(replace(samples.IN_SWARM, peers=(other, samples.MEMBER_LAPTOP))) == ""
    assert words.other_model(samples.NO_MODEL) == ""


def test_no_word_of_the_machinery_is_shown_to_people() -> None:
    shown = [words.presence_text(replace(samples.SWARM, state=state)) for state in SWARM_STATES]
    for jargon in ("seed", "rendezvous", "overlay", "mTLS", "certificate", "liveliness"):
        assert not any(jargon in text for text in shown)
