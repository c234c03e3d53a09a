"""The list of files that the Windows installer writes and takes away again."""

import re

import pytest

from installers.payload import MAX_RELATIVE, payload_script


def _macro(script: str, name: str) -> list[str]:
    found = re.search(rf"!macro {name}\n(.*?)!macroend", script, re.DOTALL)
    assert found
    return found[1].splitlines()


def _bundle(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x" * 5000)
    return folder


def test_every_file_is_written_and_deleted_by_its_name_and_no_folder_as_a_whole(tmp_path):
    script = payload_script(_bundle(tmp_path, "meshnet.exe", "_internal/a/b c.txt", "_internal/ü.dll"))
    assert _macro(script, "InstallFiles") == [
        r'SetOutPath "$INSTDIR\_internal\a"',
        f'File "{tmp_path}/_internal/a/b c.txt"',
        r'SetOutPath "$INSTDIR\_internal"',
        f'File "{tmp_path}/_internal/ü.dll"',
        'SetOutPath "$INSTDIR"',
        f'File "{tmp_path}/meshnet.exe"',
    ]
    assert sorted(_macro(script, "DeleteFiles")) == sorted(
        rf'Delete "$INSTDIR\{name}"' for name in (r"_internal\a\b c.txt", r"_internal\ü.dll", "meshnet.exe")
    )
    assert "/r" not in script


def test_folders_are_removed_from_the_inside_out(tmp_path):
    script = payload_script(_bundle(tmp_path, "a/b/c/x", "a/b-d/x", "a b/x"))
    folders = [line.removeprefix('RMDir "$INSTDIR\\').removesuffix('"') for line in _macro(script, "RemoveFolders")]
    assert sorted(folders) == sorted(["a", r"a\b", r"a\b\c", r"a\b-d", "a b"])
    assert all(
        folders.index(inner) < folders.index(outer)
        for inner in folders
        for outer in folders
        if inner.startswith(outer + "\\")
    )


def test_sizes_are_those_on_the_disk_and_the_longest_path_is_known(tmp_path):
    script = payload_script(_bundle(tmp_path, "meshnet.exe", "_internal/longest.txt"))
    assert "!define SIZE_KB 16\n" in script  # two files of 5000 bytes, in clusters of 4096
    assert f"!define LONGEST {len('/_internal/longest.txt')}\n" in script


@pytest.mark.parametrize("name", ["a:b", "$a", 'say "x"', "a\nb", "question?"])
def test_a_name_that_windows_or_its_installer_cannot_have_is_refused(tmp_path, name):
    with pytest.raises(ValueError, match="cannot have"):
        payload_script(_bundle(tmp_path, name))


def test_a_path_that_would_not_fit_is_refused(tmp_path):
    with pytest.raises(ValueError, match="longer"):
        payload_script(_bundle(tmp_path, "a" * 100 + "/" + "b" * (MAX_RELATIVE - 100)))


def test_an_empty_bundle_is_refused(tmp_path):
    with pytest.raises(ValueError, match="nothing"):
        payload_script(tmp_path)
