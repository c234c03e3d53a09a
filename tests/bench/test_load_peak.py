"""What counts while a span loads, and which spans are loaded."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from meshnet_gui.bench.load_peak import Peak, _Sampler, cases, count_kilobytes, held_bytes
from meshnet_gui.bench.memory import can_measure
from meshnet_gui.errors import MachineError
from meshnet_gui.types import Span
from tests.bench.test_memory import SMAPS

LISTING = """\
7f00-7f10 r--s 00000000 fe:00 17 /data/models/starter/model.safetensors
Rss:                 160 kB
Pss:                  80 kB
Pss_Anon:              0 kB
Anonymous:             0 kB
7f20-7f30 r-xp 00000000 fe:00 18 /usr/lib/libsomething.so
Pss:                9000 kB
Anonymous:             7 kB
AnonHugePages:         0 kB
7f40-7f50 rw-p 00000000 00:00 0
Pss:                1000 kB
Anonymous:          1000 kB
AnonHugePages:       512 kB
"""


def test_no_file_s_memory_and_the_model_s_pages_count_and_those_of_libraries_do_not() -> None:
    assert count_kilobytes(LISTING.splitlines(), " /data/models/starter/") == 80 + 7 + 1000
    assert count_kilobytes(LISTING.splitlines(), " /data/models/start/") == 7 + 1000
    assert count_kilobytes(SMAPS.splitlines(), " /data/models/other/") == 0


@pytest.mark.skipif(not can_measure(), reason="this system does not tell private memory")
def test_a_process_that_is_gone_has_no_memory() -> None:
    with pytest.raises(MachineError):
        held_bytes(2**22 + 1, Path("/nowhere"))


def test_the_sampler_keeps_the_most() -> None:
    readings = iter([5, 9, 7])
    seen = threading.Event()

    def read() -> int:
        value = next(readings, None)
        if value is None:
            seen.set()
            return 1
        return value

    with _Sampler(read) as sampler:
        assert seen.wait(10.0)
    assert sampler.peak == 9


def test_every_precision_is_loaded_and_names_are_their_own() -> None:
    found = cases(30, ("auto", "fp32", "int8", "int4"))
    names = [case.name for case in found]
    assert len(set(names)) == len(names)
    assert {case.precision for case in found} == {"fp32", "int8", "int4"}
    assert {"fp32_one_file_whole", "fp32_sharded_middle", "int8_tied_tail", "int8_untied_tail"} <= set(names)
    assert {case.span for case in found} == {Span(0, 30), Span(10, 20), Span(20, 30)}


def test_the_peak_is_held_against_its_bound() -> None:
    peak = Peak(cases(30)[0], peak_bytes=164 * 2**20, after_bytes=0, shard_bytes=100 * 2**20, load_s=1.0)
    assert peak.of_bound == pytest.approx(164 / 194)
    assert peak.target.is_met(peak.figures[peak.target.figure])
