from __future__ import annotations

import pytest

from meshnet_gui.gui.answer_parts import CODE_LINES, HARD_CHARS, MAX_PARTS, THOUGHT_MARKS, PartReader, formulas_as_code

ANSWER = (
    "Intro\n\n```python\nx = 1\n```\nafter\n\n1. one\n   ~~~sh\n   ls\n   ~~~\n\n"
    "$$\na_1 * b_2\n$$\n<think>hm</think>end\n"
)


def read(text: str, step: int) -> list[tuple[str, str, str]]:
    reader = PartReader()
    for at in range(0, len(text), step):
        reader.feed(text[at : at + step])
    return [(part.kind, part.info, part.source.strip()) for part in reader.parts]


@pytest.mark.parametrize("step", [1, 3, 7, 1000])
def test_parts_are_the_same_however_the_text_arrives(step: int) -> None:
    assert read(ANSWER, step) == [
        ("text", "", "Intro"),
        ("code", "python", "x = 1"),
        ("text", "", "after\n\n1. one"),
        ("code", "sh", "ls"),
        ("text", "", ""),
        ("code", "LaTeX", "a_1 * b_2"),
        ("thought", "", "hm"),
        ("text", "", "end"),
    ]


@pytest.mark.parametrize(("mark", "end"), list(THOUGHT_MARKS.items()))
def test_every_kind_of_thought_is_folded(mark: str, end: str) -> None:
    assert read(f"{mark}\nhm\n{end}\nHello", 4) == [("thought", "", "hm"), ("text", "", "Hello")]


def test_a_thought_that_the_prompt_opened_is_one_as_soon_as_it_ends() -> None:
    assert read("Okay, so\n</think>\n\nHello", 5) == [("thought", "", "Okay, so"), ("text", "", "Hello")]


def test_a_mark_inside_code_is_code() -> None:
    assert read("```\n<think>\n```\n", 2) == [("code", "", "<think>")]


def test_formulas_are_kept_as_their_source_and_prices_stay_text() -> None:
    assert formulas_as_code(r"so \(a_1 * b_2\) holds") == r"so `` \(a_1 * b_2\) `` holds"
    assert formulas_as_code("so $x_i^2$ holds") == "so `` $x_i^2$ `` holds"
    assert formulas_as_code("$5 and $10, `$a_b$`") == "$5 and $10, `$a_b$`"


def test_a_table_that_is_cut_has_its_head_in_each_piece() -> None:
    reader = PartReader()
    reader.feed("| a | b |\n|---|---|\n" + "| one | two |\n" * 2_000)
    assert len(reader.parts) > 2
    assert all(part.source.startswith("| a | b |\n|---|---|\n") for part in reader.parts)


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_line_is_cut_where_it_is_too_long_whether_it_has_ended_or_not(end: str) -> None:
    reader = PartReader()
    reader.feed("y" * 100_000 + end)
    assert max(len(part.source) for part in reader.parts) <= 2 * HARD_CHARS
    assert "".join(part.source for part in reader.parts) == "y" * 100_000 + end


def test_thousands_of_lines_at_once_make_the_same_parts_as_a_few_letters_at_a_time() -> None:
    lines = "".join(f"     line {number} ``` of it\n" for number in range(4_000))
    text = f"1. See:\n   ```python\n{lines}   ```\nAnd\n<think>\n{lines}</think> so\n```\n{lines}"
    at_once = read(text, len(text))
    assert at_once == read(text, 11)
    kinds = [kind for kind, _, _ in at_once]
    assert kinds == ["text", *["code"] * 4, "text", "thought", "text", *["code"] * 4]
    assert at_once[1][2].startswith("line 0 ``` of it\n  line 1")  # the two spaces beyond the fence's three stay


def test_long_code_lies_in_several_parts_and_the_first_knows_all_of_it() -> None:
    code = "x = 1\n" * (2 * CODE_LINES + 10)
    reader = PartReader()
    reader.feed(f"```py\n{code}```\nand\n```py\ny = 2\n```\n")
    first, second, third, text, other = reader.parts
    assert [len(part.source.splitlines()) for part in (first, second, third)] == [CODE_LINES, CODE_LINES, 10]
    assert [part.is_more for part in reader.parts] == [False, True, True, False, False]
    assert (first.whole(), text.whole(), other.whole()) == (code, "and\n", "y = 2\n")


def test_a_huge_table_lies_in_several_sections_that_all_have_its_head() -> None:
    reader = PartReader()
    reader.feed("|a|b|\n|-|-|\n" + "|1|2|\n" * 1_000)
    assert len(reader.parts) > 4
    assert all(part.source.startswith("|a|b|\n|-|-|\n") and len(part.source) < 2_000 for part in reader.parts)


def test_the_head_of_a_table_that_is_wider_than_a_section_is_not_repeated() -> None:
    reader = PartReader()
    reader.feed("|" + "a|" * 1_900 + "\n|" + "-|" * 1_900 + "\n" + "|x|\n" * 300)
    assert sum(len(part.source) for part in reader.parts) < 20_000


def test_a_line_that_nearly_parts_a_table_s_head_from_its_rows_is_read_at_once() -> None:
    reader = PartReader()
    reader.feed("- " * (HARD_CHARS // 2 - 10) + "x\n")  # a pattern that can be matched in many ways would not end
    assert reader.parts[0].source.endswith("x\n")


@pytest.mark.parametrize("step", [7, 100_000])
def test_after_very_many_parts_code_stays_in_the_text(step: int) -> None:
    many = "```\nx = 1\n```\nText.\n" * 2_000
    found = read(many, step)
    assert len(found) < MAX_PARTS + len(many) / 1_000
    assert {kind for kind, _, _ in found[MAX_PARTS:]} == {"text"}
    assert sum(source.count("x = 1") for _, _, source in found) == 2_000
    assert all(source.count("```") % 2 == 0 for kind, _, source in found if kind == "text")
    assert found == read(many, 1_000)


def test_code_in_text_that_goes_on_in_another_part_is_code_there_too() -> None:
    reader = PartReader()
    reader.feed("```\nx\n```\na\n" * (MAX_PARTS // 2) + "~~~python\n" + "| - |\n\n" * 4_000 + "~~~\nend\n")
    last = reader.parts[MAX_PARTS - 1 :]
    assert len(last) > 3
    assert all(part.source.startswith("~~~python\n") for part in last[1:-1])
    assert all(part.source.endswith("~~~\n") for part in last[:-1])
    assert sum(part.source.count("| - |") for part in last) == 4_000
