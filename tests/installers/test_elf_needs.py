"""What a bundle needs of a system is read from its libraries."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installers.elf_needs import Needs, debian_depends, needs_of

if shutil.which("objdump") is None or sys.platform != "linux":
    pytest.skip("reads Linux programs by objdump", allow_module_level=True)
debian = pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="asks dpkg")


def program(folder: Path) -> Path:
    """Some program of this system."""
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(Path(sys.executable).resolve(), folder / "program"))


def test_what_is_not_in_the_bundle_is_needed_and_text_is_no_program(tmp_path):
    wanted_by = program(tmp_path / "deep" / "down")
    (tmp_path / "text").write_text("NEEDED libfar.so.1", encoding="utf-8")
    needs = needs_of(tmp_path)
    assert needs.libraries["libc.so.6"] == wanted_by
    assert "libfar.so.1" not in needs.libraries
    assert (2, 2) < needs.glibc < (3,)


def test_what_is_in_the_bundle_is_not_needed(tmp_path):
    program(tmp_path)
    (tmp_path / "libm.so.6").write_bytes(b"")
    needs = needs_of(tmp_path)
    assert "libm.so.6" not in needs.libraries
    assert "libc.so.6" in needs.libraries


def test_the_newest_of_all_versions_counts_and_as_a_number(tmp_path, monkeypatch):
    header = "\n{}:     file format elf64-x86-64\n  required from libc.so.6:\n    0x0d696914 0x00 04 GLIBC_{}\n"
    program(tmp_path)
    said = "".join(header.format(name, version) for name, version in [("a", "2.9"), ("b", "2.34"), ("c", "2.3.4")])
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, said))
    assert needs_of(tmp_path).glibc == (2, 34)


@debian
def test_packages_are_named_once_with_the_version_of_the_c_library():
    needs = Needs({"libc.so.6": Path("a"), "libm.so.6": Path("b")}, (2, 34))
    assert debian_depends(needs) == ["libc6 (>= 2.34)"]


def test_a_package_with_two_names_is_given_with_both(monkeypatch):
    said = (
        "libglib2.0-0:amd64: /usr/lib/x86_64-linux-gnu/libglib-2.0.so.0\n"
        "libcups2t64:amd64: /usr/lib/x86_64-linux-gnu/libcups.so.2\n"
        "libegl1:amd64: /usr/lib/x86_64-linux-gnu/libEGL.so.1\n"
    )
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, said))
    wanted = {name: Path("a") for name in ("libglib-2.0.so.0", "libcups.so.2", "libEGL.so.1")}
    assert debian_depends(Needs(wanted)) == ["libcups2t64 | libcups2", "libegl1", "libglib2.0-0t64 | libglib2.0-0"]


@debian
def test_a_library_that_nobody_brings_is_named_with_who_wants_it():
    with pytest.raises(ValueError, match=r"libnowhere\.so\.9, which plugin\.so needs"):
        debian_depends(Needs({"libnowhere.so.9": Path("plugin.so")}))


def test_a_bundle_of_text_needs_nothing(tmp_path):
    (tmp_path / "text").write_text("text", encoding="utf-8")
    assert debian_depends(needs_of(tmp_path)) == []
