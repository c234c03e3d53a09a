from __future__ import annotations

import random
import re
import time

from meshnet_gui.gui.assets import resource
from meshnet_gui.gui.sentences import MAX_CHARS, Sentences, Template, load

TEMPLATES = [
    "Port {port} is taken by another program.",
    "Choose another port.",
    "Failed: {reason}",
    "{name} left.",
    "{name} left: {text}",
    "Nobody serves layers {span} any more. {text}",
    "{num} session",
    "{num} sessions",
    "One. Two.",
]


def shouted(text: str) -> str:
    """The other language of these tests; placeholders stay."""
    return "".join(part if i % 2 else part.upper() for i, part in enumerate(re.split(r"(\{\w*\})", text)))


def translated(text: str) -> str:
    return Sentences(TEMPLATES, shouted).translated(text)


def test_a_sentence_is_found_by_its_template_and_filled_with_its_values() -> None:
    assert translated("Port 8080 is taken by another program.") == "PORT 8080 IS TAKEN BY ANOTHER PROGRAM."


def test_several_sentences_in_a_row_are_each_found() -> None:
    assert translated("Port 80 is taken by another program. Choose another port.") == (
        "PORT 80 IS TAKEN BY ANOTHER PROGRAM. CHOOSE ANOTHER PORT."
    )


def test_a_value_that_is_a_sentence_is_translated_too() -> None:
    assert translated("Failed: Choose another port.") == "FAILED: CHOOSE ANOTHER PORT."


def test_unknown_text_stays_and_what_is_known_around_it_is_translated() -> None:
    assert translated("Some odd thing. Choose another port. Else.") == "Some odd thing. CHOOSE ANOTHER PORT. Else."


def test_a_value_at_the_beginning_does_not_reach_into_the_sentence_before() -> None:
    assert translated("Some odd thing. kitchen laptop left.") == "Some odd thing. kitchen laptop LEFT."


def test_the_template_with_most_certain_text_wins() -> None:
    assert translated("Nobody serves layers 0-5 any more. kitchen laptop left: no answer") == (
        "NOBODY SERVES LAYERS 0-5 ANY MORE. kitchen laptop LEFT: no answer"
    )


def test_a_template_of_two_sentences_is_found_as_one() -> None:
    assert translated("One. Two. One.") == "ONE. TWO. One."


def test_two_sentences_that_are_one_text_stay_together_though_the_first_is_known_alone() -> None:
    sentences = Sentences(["Try again.", "Try again. Or wait."], lambda text: f"<{text}>")
    assert sentences.translated("Try again. Or wait. Try again.") == "<Try again. Or wait.> <Try again.>"


def test_no_space_stands_after_a_wide_full_stop() -> None:
    sentences = Sentences(["Try again.", "Wait."], {"Try again.": "请重试。", "Wait.": "请等待。"}.__getitem__)
    assert sentences.translated("Try again. Wait.\nTry again. Else.") == "请重试。请等待。\n请重试。Else."


def test_every_sentence_of_the_core_is_found_as_itself() -> None:
    templates = load(resource("i18n/sentences.json").read_text(encoding="utf-8"))
    sentences = Sentences(templates, lambda text: f"<{text}>")
    others = [text for text in templates if sentences.translated(filled(text)) != f"<{filled(text)}>"]
    assert others == []


def filled(template: str) -> str:
    """With values that are no words of any text."""
    names = dict.fromkeys(re.findall(r"\{(\w+)\}", template))
    return template.format_map({name: f"Qx{index}" for index, name in enumerate(names)})


def test_a_singular_is_not_taken_for_its_plural() -> None:
    assert translated("1 session") == "1 SESSION"
    assert translated("2 sessions") == "2 SESSIONS"


def test_a_name_that_comes_twice_has_one_value() -> None:
    twice = Template.parse("{a} and {a} again")
    assert twice.values("x and x again") == {"a": "x"}
    assert twice.values("x and y again") is None


def test_braces_in_a_value_are_only_text() -> None:
    assert translated("Failed: {port} {0} {x!r}") == "FAILED: {port} {0} {x!r}"


def test_a_translation_with_a_slip_falls_back_to_english() -> None:
    broken = Sentences(["Port {port} is taken."], lambda text: "Der Port {prot} ist {")
    assert broken.translated("Port 80 is taken.") == "Port 80 is taken."


def test_random_text_is_answered_and_never_raises() -> None:
    rng = random.Random(6)
    words = ["left.", "left:", "Failed:", "{}", "Port is taken by another program.", "\n\u202e", "\x00", "One. Two."]
    for _ in range(300):
        text = " ".join(rng.choices(words, k=rng.randint(0, 12)))
        assert translated(text).lower() == text.lower()


def test_the_longest_text_costs_milliseconds() -> None:
    many = Sentences([f"Word{i} {{a}} of {{b}} in {{c}}." for i in range(1000)], shouted)
    text = ("Word7 of in of in of. " * (MAX_CHARS // 22))[:MAX_CHARS]
    started = time.process_time()
    many.translated(text)
    assert time.process_time() - started < 1.0  # quadratic or worse would take minutes
