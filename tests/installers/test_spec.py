"""``pyinstaller.spec``, read for each system with stand-ins in the place of PyInstaller, which takes minutes."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from installers import notices, places, windows

SPEC = places.ROOT / "pyinstaller.spec"


class Build:
    """What the spec asked PyInstaller for."""

    def __init__(self) -> None:
        self.executables: list[dict[str, Any]] = []
        self.analysis: dict[str, Any] = {}
        self.collected: tuple[Any, ...] = ()
        self.app: dict[str, Any] | None = None

    def names(self) -> dict[str, Any]:
        """The names that PyInstaller gives to a spec."""

        def analysis(scripts: list[str], **options: Any) -> SimpleNamespace:
            self.analysis = {"scripts": scripts, **options}
            modules = [("transformers.models.llava.processing_llava", "", "PYMODULE"), ("torch", "", "PYMODULE")]
            return SimpleNamespace(scripts=[], pure=modules, datas=[], binaries=[])

        def executable(*parts: Any, **options: Any) -> str:
            self.executables.append({"archive": parts[0], **options})
            return str(options["name"])

        def collect(*parts: Any, **options: Any) -> str:
            self.collected = parts
            return "folder"

        def app(*parts: Any, **options: Any) -> None:
            self.app = {"files": parts[1], **options}

        return {
            "SPECPATH": str(places.ROOT),
            "Analysis": analysis,
            "PYZ": lambda modules: [name for name, _, _ in modules],
            "EXE": executable,
            "COLLECT": collect,
            "BUNDLE": app,
        }


@pytest.fixture
def build(monkeypatch, tmp_path, request) -> Build:
    hooks, bindepend = ModuleType("hooks"), ModuleType("bindepend")
    hooks.collect_data_files = lambda package: [(f"{package}/style.qss", package)]  # type: ignore[attr-defined]
    hooks.collect_submodules = lambda package: [f"{package}.cli"]  # type: ignore[attr-defined]
    hooks.copy_metadata = lambda name: [(f"{name}.dist-info", ".")]  # type: ignore[attr-defined]
    bindepend.get_imports = lambda path: set()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setitem(sys.modules, "PyInstaller.depend.bindepend", bindepend)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(places, "BUILD", tmp_path)
    monkeypatch.setattr(notices, "write_notices", lambda internal, target, work: target.write_text("notices"))
    monkeypatch.setattr(sys, "platform", request.param)
    found = Build()
    exec(compile(SPEC.read_text(encoding="utf-8"), str(SPEC), "exec"), found.names())
    return found


@pytest.mark.parametrize("build", ["linux", "win32", "darwin"], indirect=True)
def test_every_system_gets_the_program_its_resources_and_the_metadata_of_what_it_depends_on(build):
    assert build.analysis["scripts"] == [str(places.PACKAGING / "entry" / "meshnet.py")]
    assert build.analysis["hiddenimports"] == ["meshnet_gui.cli"]
    files = {file for file, _ in build.analysis["datas"]}
    assert {"meshnet_gui.resources/style.qss", "transformers.dist-info", "meshnet-gui.dist-info"} <= files
    assert {"pytest", "tkinter", "setuptools"} <= set(build.analysis["excludes"])
    assert [one["upx"] for one in build.executables] == [False] * len(build.executables)
    assert build.executables[0]["archive"] == ["torch"], "what is dropped is not in the archive of modules either"


@pytest.mark.parametrize("build", ["linux"], indirect=True)
def test_linux_gets_one_executable_to_which_the_other_name_is_linked(build):
    assert [one["name"] for one in build.executables] == ["meshnet"]
    assert build.app is None


@pytest.mark.parametrize("build", ["win32"], indirect=True)
def test_windows_gets_two_executables_with_icon_and_version(build):
    assert [(one["name"], one["console"]) for one in build.executables] == [("meshnet", True), ("meshnet-gui", False)]
    for one in build.executables:
        assert one["icon"].endswith("meshnet.ico")
        with open(one["version"], encoding="utf-8") as stream:  # noqa: PTH123  the path is a text
            assert stream.read() == windows.version_resource(one["name"])


@pytest.mark.parametrize("build", ["darwin"], indirect=True)
def test_a_mac_gets_an_app_that_opens_the_window_and_holds_the_notices(build, tmp_path):
    assert [one["name"] for one in build.executables] == ["meshnet", "meshnet-gui"]
    assert build.app is not None
    assert build.app["info_plist"]["CFBundleExecutable"] == "meshnet-gui"
    assert build.app["files"] == [("meshnet_gui/resources/notices.txt", str(tmp_path / "notices.txt"), "DATA")]
    assert {place for _, place in build.analysis["datas"]} >= {"de.lproj", "zh-Hans.lproj"}
