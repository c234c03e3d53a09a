"""The licence notices of a bundle: all that is inside is named, and what nobody knows fails the build."""

import importlib.metadata
from pathlib import Path

import pytest

from installers import host_libraries, licences
from installers.contents import contents_of
from installers.notices import NoticesIncomplete, write_notices

ANNOTATED = importlib.metadata.distribution("annotated-types")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle with one module of a package inside it, one of Python's, and one file of ours."""
    (tmp_path / "internal" / "meshnet_gui").mkdir(parents=True)
    (tmp_path / "internal" / "meshnet_gui" / "style.qss").write_text("")
    (tmp_path / "work").mkdir()
    module = str(ANNOTATED.locate_file("annotated_types/__init__.py"))
    modules = [
        ("annotated_types", module, "PYMODULE"),
        ("json", importlib.__file__, "PYMODULE"),
        ("google", "-", "PYMODULE"),
    ]
    write_table(tmp_path, "PYZ", ("x.pyz", modules))
    write_table(tmp_path, "COLLECT", ([("meshnet_gui/style.qss", "elsewhere/style.qss", "DATA")],))
    return tmp_path


def write_table(bundle: Path, kind: str, table: object) -> None:
    (bundle / "work" / f"{kind}-00.toc").write_text(repr(table), encoding="utf-8")


def collect(bundle: Path, name: str, source: Path) -> None:
    """Put a file into the bundle as PyInstaller does: copied, and in its table."""
    (bundle / "internal" / name).write_bytes(source.read_bytes())
    write_table(bundle, "COLLECT", ([(name, str(source), "BINARY")],))


def notices(bundle: Path, name: str = "notices.txt") -> str:
    write_notices(bundle / "internal", bundle / name, bundle / "work")
    return (bundle / name).read_text(encoding="utf-8")


def test_a_package_of_which_a_module_is_inside_is_named_with_its_licence_text(bundle: Path) -> None:
    text = notices(bundle)
    assert f"annotated-types {ANNOTATED.version}\n  Licence: MIT" in text
    assert "Copyright (c) 2022 the contributors" in text


def test_python_and_the_bootloader_are_always_named(bundle: Path) -> None:
    text = notices(bundle)
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in text
    assert "Mersenne Twister" in text
    assert "Bootloader Exception" in text


def test_a_package_that_is_installed_and_not_inside_is_not_named(bundle: Path) -> None:
    assert "pytest" not in notices(bundle)


def test_two_runs_give_the_same_text(bundle: Path) -> None:
    assert notices(bundle, "first.txt") == notices(bundle, "second.txt")


def test_equal_texts_are_printed_once(bundle: Path) -> None:
    starter = bundle / "internal" / "meshnet_gui" / "resources" / "starter"
    starter.mkdir(parents=True)
    (starter / "model.gguf").write_bytes(b"")
    text = notices(bundle)
    assert "SmolLM2-135M-Instruct\n  Licence: Apache-2.0" in text
    assert "Texts: T1 (Apache-2.0.txt)" in text
    assert "T1: Meshnet/LICENSE" in text


def test_a_file_that_was_left_out_after_the_build_counts_no_more(bundle: Path, tmp_path: Path) -> None:
    write_table(bundle, "COLLECT", ([("gone.so", "/opt/somewhere/gone.so", "BINARY")],))
    notices(bundle)


def test_a_file_of_unknown_origin_fails_and_writes_nothing(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "stranger.so").write_bytes(b"")
    collect(bundle, "stranger.so", tmp_path / "stranger.so")
    with pytest.raises(NoticesIncomplete, match=r"stranger\.so: of no known package"):
        notices(bundle)
    assert not (bundle / "notices.txt").exists()


def test_a_file_that_no_table_names_fails(bundle: Path) -> None:
    (bundle / "internal" / "added.bin").write_bytes(b"")
    with pytest.raises(NoticesIncomplete, match=r"added\.bin: in the bundle, and in no table"):
        notices(bundle)


def test_a_long_list_of_gaps_is_cut_short(bundle: Path) -> None:
    for number in range(40):
        (bundle / "internal" / f"added-{number:02}.bin").write_bytes(b"")
    with pytest.raises(NoticesIncomplete, match=r"(?s)added-29\.bin.*\n  and 10 more$"):
        notices(bundle)


def test_a_package_without_a_licence_text_fails_by_name(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "_own_texts", lambda distribution: ())
    with pytest.raises(NoticesIncomplete, match=rf"annotated-types {ANNOTATED.version}: no licence text"):
        notices(bundle)


def test_a_folder_without_a_build_is_refused(bundle: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no table of a build"):
        contents_of(bundle / "internal", bundle / "internal")


def test_a_windows_runtime_library_is_known_by_its_name() -> None:
    parts, unknown = host_libraries.parts_of([Path("/windows/VCRUNTIME140_1.dll"), Path("/windows/other.dll")])
    assert [part.name for part in parts] == ["Microsoft Visual C++ runtime"]
    assert unknown == [Path("/windows/other.dll")]


def test_a_library_under_the_gpl_is_refused() -> None:
    parts = [licences.Part("libreadline8", "8.2", "GPL-3.0-or-later"), licences.Part("libz1", "1.3", "Zlib")]
    assert [line.split(", ")[0] for line in host_libraries.refusals(parts)] == ["libreadline8 is under the GPL"]


def test_every_reviewed_entry_has_a_reason_and_texts_that_exist() -> None:
    for name, entry in licences.reviewed_parts().items():
        assert entry["reason"], name
        assert [licences.kept_text(text).body for text in entry["texts"]], name


def test_what_a_bill_of_materials_names_is_listed() -> None:
    part = licences.part_of(importlib.metadata.distribution("tokenizers"))
    assert any(line.startswith("regex-syntax ") and "MIT OR Apache-2.0" in line for line in part.components)


def test_the_notices_of_qt_say_where_its_source_is_and_that_it_may_be_replaced() -> None:
    part = licences.part_of(importlib.metadata.distribution("PySide6_Essentials"))
    assert f"Qt {part.version}" in part.notes
    assert "You may replace them" in part.notes
    assert any("GNU LESSER GENERAL PUBLIC LICENSE" in text.body for text in part.texts)
