"""Libraries without what only debuggers read."""

import ctypes
import shutil
import subprocess
import sys

import pytest

from installers import symbols

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not all(map(shutil.which, ("strip", "readelf", "cc"))),
    reason="needs a C compiler and binutils on Linux",
)


@pytest.fixture
def library(tmp_path):
    source = tmp_path / "a.c"
    source.write_text("static int hidden(void) { return 41; } int answer(void) { return hidden() + 1; }\n")
    made = tmp_path / "bundle" / "liba.so"
    made.parent.mkdir()
    subprocess.run(["cc", "-g", "-O0", "-shared", "-fPIC", "-o", str(made), str(source)], check=True)
    return made


def test_a_stripped_library_is_smaller_and_still_works(library, monkeypatch, tmp_path):
    monkeypatch.setattr(symbols.places, "BUILD", tmp_path)
    before = library.stat().st_size
    assert symbols.strip(library.parent) == pytest.approx((before - library.stat().st_size) / 1e6)
    assert library.stat().st_size < before
    assert ctypes.CDLL(str(library)).answer() == 42


def test_a_library_whose_segments_left_their_pages_stays_as_it_was(library, monkeypatch, tmp_path):
    monkeypatch.setattr(symbols.places, "BUILD", tmp_path)
    monkeypatch.setattr(symbols, "is_loadable", lambda path: False)
    before = library.read_bytes()
    assert symbols.strip(library.parent) == 0
    assert library.read_bytes() == before


def test_a_segment_off_its_page_is_noticed(library, monkeypatch):
    assert symbols.is_loadable(library)
    told = "  LOAD           0x000123 0x0000000000001000 0x0000000000001000 0x000100 0x000100 R E 0x1000\n"
    monkeypatch.setattr(
        symbols.subprocess, "run", lambda *args, **kwargs: subprocess.CompletedProcess(args, 0, stdout=told)
    )
    assert not symbols.is_loadable(library)
