"""What of an unfinished piece counts after a kill, a restart of the computer, and damage."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from meshnet_gui.modelstore.fetch import parts
from meshnet_gui.modelstore.fetch.parts import PiecePart, found_parts, part_path, progress_path, remove_part
from meshnet_gui.modelstore.piece_layout import PieceLayout, piece_layouts
from meshnet_gui.modelstore.pieces import layer_piece
from tests.modelstore.fetch.fakes import make_truth

TRUTH = make_truth()
LAYOUT = piece_layouts(TRUTH.manifest, TRUTH.num_layers)[layer_piece(0)]
MOST = 2100
BOOT, NEXT_BOOT = b"a" * 16, b"b" * 16


def counts(directory: Path, layout: PieceLayout, most: int, boot: bytes) -> list[int]:
    return [found.num_bytes for found in found_parts(directory, layout, most, boot)]


def opened(directory: Path, boot: bytes = BOOT, layout: PieceLayout = LAYOUT) -> PiecePart:
    return PiecePart(directory, layout, MOST, boot)


def fill(part: PiecePart, index: int, until: int | None = None) -> None:
    content = TRUTH.bytes_of(part.stretches[index])
    part.write(index, content[part.written(index) : until])


def test_a_piece_that_was_filled_in_any_order_is_the_file_of_the_piece(tmp_path: Path):
    part = opened(tmp_path)
    for index in reversed(range(len(part.stretches))):
        fill(part, index)
    assert part.finish().read_bytes() == TRUTH.piece_bytes(LAYOUT.piece)


def test_digests_are_those_of_the_bytes_on_the_disk(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0)
    names = [tensor.name for tensor in part.stretches[0].tensors]
    assert part.digests(0, lambda: False) == {name: TRUTH.digests[name] for name in names}
    with part.path.open("r+b") as file:
        file.seek(LAYOUT.offsets[names[-1]])
        file.write(b"\0\0\0\0")
    assert part.digests(0, lambda: False)[names[-1]] != TRUTH.digests[names[-1]]
    part.close()


def test_a_closed_part_goes_on_where_it_was(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0, 700)
    part.close()
    assert counts(tmp_path, LAYOUT, MOST, BOOT)[0] == 700
    again = opened(tmp_path)
    assert again.written(0) == 700
    for index in range(len(again.stretches)):
        fill(again, index)
    assert again.finish().read_bytes() == TRUTH.piece_bytes(LAYOUT.piece)


def test_a_killed_writer_loses_less_than_a_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parts, "SLOT_EVERY_BYTES", 300)
    part = opened(tmp_path)
    content = TRUTH.bytes_of(part.stretches[0])
    for start in range(0, 1000, 100):
        part.write(0, content[start : start + 100])
    assert counts(tmp_path, LAYOUT, MOST, BOOT)[0] == 900  # nothing was closed
    part.close()


def test_a_header_that_a_power_cut_took_is_written_again(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0, 700)
    part.close()
    with part.path.open("r+b") as file:
        file.write(bytes(len(LAYOUT.header)))
    again = opened(tmp_path, NEXT_BOOT)
    for index in range(len(again.stretches)):
        fill(again, index)
    assert again.finish().read_bytes() == TRUTH.piece_bytes(LAYOUT.piece)


def test_after_a_restart_of_the_computer_only_what_was_synced_counts(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0, 500)
    part.sync()
    fill(part, 0, 900)
    part.close()
    assert counts(tmp_path, LAYOUT, MOST, BOOT)[0] == 900
    assert counts(tmp_path, LAYOUT, MOST, NEXT_BOOT)[0] == 500
    again = opened(tmp_path, NEXT_BOOT)
    assert again.written(0) == 500
    again.close()
    assert counts(tmp_path, LAYOUT, MOST, NEXT_BOOT)[0] == 500


def test_what_was_dropped_does_not_count_as_synced(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0, 900)
    part.sync()
    assert part.rewind(0, 400) == 500
    fill(part, 0, 800)
    part.close()
    assert counts(tmp_path, LAYOUT, MOST, NEXT_BOOT)[0] == 400


def test_so_many_bytes_are_seen_onto_the_disk_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parts, "SYNC_EVERY_BYTES", 600)
    part = opened(tmp_path)
    fill(part, 0, 599)
    assert counts(tmp_path, LAYOUT, MOST, NEXT_BOOT)[0] == 0
    fill(part, 0, 600)
    assert counts(tmp_path, LAYOUT, MOST, NEXT_BOOT)[0] == 600
    part.close()


@pytest.mark.parametrize("damage", ["cut", "longer", "zeros", "other", "no part", "part cut"])
def test_damaged_progress_counts_for_nothing_and_nothing_wrong_comes_of_it(tmp_path: Path, damage: str):
    part = opened(tmp_path)
    fill(part, 0)
    part.close()
    path, file = progress_path(tmp_path, LAYOUT.piece), part_path(tmp_path, LAYOUT.piece)
    content = path.read_bytes()
    if damage == "no part":
        file.unlink()
    elif damage == "part cut":
        file.write_bytes(file.read_bytes()[:-1])
    else:
        other = {
            "cut": content[:-1],
            "longer": content + b"0",
            "zeros": bytes(len(content)),
            "other": b"x" + content[1:],
        }
        path.write_bytes(other[damage])
    assert not any(counts(tmp_path, LAYOUT, MOST, BOOT))
    again = opened(tmp_path)
    for index in range(len(again.stretches)):
        fill(again, index)
    assert again.finish().read_bytes() == TRUTH.piece_bytes(LAYOUT.piece)


def test_one_damaged_slot_costs_its_stretch_alone(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0)
    fill(part, 1)
    part.close()
    path = progress_path(tmp_path, LAYOUT.piece)
    content = bytearray(path.read_bytes())
    content[64] ^= 1
    path.write_bytes(content)
    assert counts(tmp_path, LAYOUT, MOST, BOOT)[:2] == [0, part.stretches[1].num_bytes]


def test_what_others_than_the_hub_gave_is_known_after_a_kill_until_it_is_dropped(tmp_path: Path):
    part = opened(tmp_path)
    content = TRUTH.bytes_of(part.stretches[0])
    part.write(0, content[:100])
    assert found_parts(tmp_path, LAYOUT, MOST, BOOT)[0].is_hubs
    part.write(0, content[100:200], is_hubs=False)
    part.write(0, content[200:300])
    assert not found_parts(tmp_path, LAYOUT, MOST, BOOT)[0].is_hubs
    part.rewind(0, 50)
    assert not found_parts(tmp_path, LAYOUT, MOST, BOOT)[0].is_hubs
    part.rewind(0, 0)
    assert found_parts(tmp_path, LAYOUT, MOST, BOOT)[0].is_hubs
    part.close()


def test_progress_of_another_plan_counts_for_nothing(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0)
    part.close()
    assert not any(counts(tmp_path, LAYOUT, 10**6, BOOT))


def test_digests_that_come_to_be_known_later_change_nothing(tmp_path: Path):
    part = opened(tmp_path)
    fill(part, 0)
    part.close()
    known = piece_layouts(TRUTH.manifest.with_digests(TRUTH.digests), TRUTH.num_layers)[LAYOUT.piece]
    assert counts(tmp_path, known, MOST, BOOT)[0] == part.stretches[0].num_bytes


def test_more_than_a_stretch_holds_is_refused(tmp_path: Path):
    part = opened(tmp_path)
    with pytest.raises(ValueError, match="more than"):
        part.write(0, bytes(part.stretches[0].num_bytes + 1))
    assert part.written(0) == 0
    part.close()


def test_a_link_in_the_place_of_a_part_is_not_followed(tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"precious")
    part_path(tmp_path, LAYOUT.piece).symlink_to(elsewhere)
    with pytest.raises(OSError, match=r"."):
        opened(tmp_path)
    assert elsewhere.read_bytes() == b"precious"


def test_removing_leaves_nothing(tmp_path: Path):
    opened(tmp_path).close()
    remove_part(tmp_path, LAYOUT.piece)
    remove_part(tmp_path, LAYOUT.piece)
    assert list(tmp_path.iterdir()) == []


def test_the_mark_of_this_boot_stays():
    assert parts.boot_mark() == parts.boot_mark()
    assert len(parts.boot_mark()) == len(hashlib.sha256().digest()) // 2
