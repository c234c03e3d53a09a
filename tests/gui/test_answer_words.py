from __future__ import annotations

from dataclasses import replace

from meshnet_gui.archive.facts import AnswerFacts, HopFact, RecoveryFact, facts_of
from meshnet_gui.gui import answer_words as words
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.types import GenerationResult, Hop, HopTime, Recovered, Route, Span
from tests.gui import samples

PC, LAPTOP, GONE = Hop("node:pc", Span(12, 24)), Hop("local", Span(0, 12)), Hop("node:gone", Span(12, 24))
NAMES = {"node:pc": "gaming PC", "node:gone": "kitchen laptop"}
RESULT = replace(
    samples.RESULT,
    route=Route((LAPTOP, PC)),
    hop_times=(HopTime(LAPTOP, 6.0), HopTime(GONE, 1.0), HopTime(PC, 3.0)),
    recoveries=(Recovered(GONE, (PC,), 1.23),),
)


def read(result: GenerationResult) -> AnswerFacts:
    return AnswerFacts.read(facts_of(result))


def test_the_line_under_an_answer_names_speed_wait_and_length() -> None:
    assert words.speed_line(read(samples.RESULT)) == "12.3 tokens/s · first token 0.4 s · 64 tokens"


def test_a_single_token_has_no_speed() -> None:
    short = replace(samples.RESULT, tokens_per_s=0.0, token_ids=(1,))
    assert words.speed_line(read(short)) == "first token 0.4 s · 1 token"


def test_an_answer_whose_prompt_was_still_held_says_how_much_of_it() -> None:
    reused = replace(samples.RESULT, num_prompt_tokens=430, num_reused_tokens=412)
    assert words.speed_line(read(reused)).endswith("64 tokens · 412 of 430 prompt tokens were still held")


def test_an_answer_that_broke_off_says_how_far_it_came() -> None:
    assert words.speed_line(AnswerFacts(num_tokens=17)) == "Incomplete · 17 tokens"


def test_an_answer_that_did_not_end_by_itself_says_why() -> None:
    assert words.finish_line(read(samples.RESULT)) == ""
    assert "Stopped" in words.finish_line(read(replace(samples.RESULT, finish="stopped")))
    assert "token limit" in words.finish_line(read(replace(samples.RESULT, finish="length")))
    assert "no session cache" in words.finish_line(read(replace(samples.RESULT, cached=False)))


def test_the_route_says_each_hops_share_of_the_time() -> None:
    assert words.route_line(read(RESULT), NAMES) == "route: this computer [0-12] 60 % → gaming PC [12-24] 30 %"
    assert words.route_line(read(samples.RESULT), {}) == "route: 127.0.0.1:51001 [0-15] → 127.0.0.1:51002 [15-30]"
    assert words.route_line(AnswerFacts(), {}) == ""


def test_the_share_of_a_hop_that_left_is_told_with_the_others() -> None:
    assert words.hop_lines(read(RESULT), NAMES).splitlines() == [
        "this computer [0-12]: 6.0 s, 60 %",
        "kitchen laptop [12-24]: 1.0 s, 10 %, then another took its place",
        "gaming PC [12-24]: 3.0 s, 30 %",
    ]


def test_a_recovery_names_who_left_who_took_over_and_what_it_cost() -> None:
    line = words.recovery_line(read(RESULT).recoveries[0], NAMES)
    assert line == "kitchen laptop left, layers 12-24 moved to gaming PC, 1.2 s"


def test_a_hop_that_came_back_is_not_said_to_have_left() -> None:
    same = RecoveryFact(HopFact("node:pc", "12-24"), (HopFact("node:pc", "12-24"),), 0.5)
    assert words.recovery_line(same, NAMES) == "gaming PC failed and went on with layers 12-24, 0.5 s"


def test_a_hop_keeps_the_name_it_had_when_nobody_knows_it_any_more() -> None:
    stored = AnswerFacts.read(facts_of(RESULT, names=NAMES))
    assert "gaming PC" in words.route_line(stored, {})
    assert "office PC" in words.route_line(stored, {"node:pc": "office PC"})


def test_a_name_with_tags_overrides_or_ten_megabytes_is_made_harmless() -> None:
    hop = HopFact("x", "0-1", "a\u202eb\x00\n<b>c</b>" + "d" * 10_000_000)
    name = words.hop_name(hop, {})
    assert name.startswith("a b <b>c</b>ddd")
    assert len(name) == 60


def test_recoveries_take_the_place_of_the_notes_that_announced_them() -> None:
    exchange = Exchange("Hi", phase="done", result=RESULT, notes=["kitchen laptop left; gaming PC goes on."])
    facts = words.facts_of_exchange(exchange, NAMES)
    assert words.note_lines(exchange, facts, NAMES) == "kitchen laptop left, layers 12-24 moved to gaming PC, 1.2 s"
    exchange.phase = "writing"
    assert words.note_lines(exchange, facts, NAMES) == "kitchen laptop left; gaming PC goes on."


def test_a_stored_answer_tells_the_same_as_a_new_one() -> None:
    new = Exchange("Hi", phase="done", result=RESULT)
    stored = Exchange("Hi", phase="done", facts=facts_of(RESULT, names=NAMES))
    for line in (words.speed_line, lambda facts: words.route_line(facts, NAMES)):
        assert line(words.facts_of_exchange(new, NAMES)) == line(words.facts_of_exchange(stored, NAMES))
