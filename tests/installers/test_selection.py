"""What goes into the bundle and what stays out."""

import sys
from importlib.metadata import PackageNotFoundError, distribution

import pytest

from installers import selection


@pytest.fixture(scope="module")
def needed():
    return selection.needed_distributions()


def test_what_the_program_depends_on_is_needed_down_to_the_last_one(needed):
    assert {"meshnet-gui", "torch", "pyside6-essentials", "sympy", "mpmath"} <= needed


def test_what_only_developers_need_is_foreign(needed):
    assert not {"pytest", "ruff", "mypy", "pyinstaller"} & needed
    assert {"pytest", "_pytest", "mypy"} <= set(selection.foreign_modules(needed))


def test_no_module_of_a_needed_distribution_is_foreign(needed):
    foreign = set(selection.foreign_modules(needed))
    assert not {"torch", "transformers", "PySide6", "zenoh", "numpy", "certifi"} & foreign


def test_a_distribution_that_is_not_installed_is_not_needed(needed):
    for name in needed:
        distribution(name)  # raises for what is not there
    with pytest.raises(PackageNotFoundError):
        distribution("no-such-distribution")


@pytest.mark.parametrize(
    "place",
    [
        "torch/bin/test_api",
        "torch/include/c10/core/Device.h",
        "torch/lib/libtorchbind_test.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6\\Qt\\plugins\\imageformats\\qtga.dll",
        "PySide6/Qt/translations/qtbase_fr.qm",
        "pytest-9.2.0.dist-info/METADATA",
        "hf_xet-1.8.0.dist-info/METADATA",
        "transformers/models/llava/image_processing_llava.py",
    ],
)
def test_what_nobody_needs_stays_out(place, needed):
    assert not selection.is_kept(place, needed)


@pytest.mark.parametrize(
    "place",
    [
        "torch/bin/torch_shm_manager",
        "torch/lib/libtorch_cpu.so",
        "torch/nn/functional.py",
        "torch/_inductor/config.py",
        "transformers/models/auto/image_processing_auto.py",
        "transformers/models/llama/modeling_llama.py",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "torch-2.13.0+cpu.dist-info/METADATA",
        "pyside6_essentials-6.12.0.dist-info/METADATA",
        "meshnet_gui/resources/certified.json",
    ],
)
def test_what_the_program_needs_comes_along(place, needed):
    assert selection.is_kept(place, needed)


def test_a_dropped_module_stays_out_of_the_archive_too(needed):
    modules = ["transformers.models.llava.processing_llava", "transformers.models.llava.modeling_llava"]
    left = selection.kept([(name, "", "PYMODULE") for name in modules], needed)
    assert [name for name, _, _ in left] == modules[1:]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems lay no libraries of the host into the bundle")
def test_a_system_library_that_only_a_dropped_file_needed_goes_too():
    loads = {"/a/plugin.so": ["libused.so.1"], "/usr/libused.so.1": ["libdeep.so.2"]}
    entries = [
        ("PySide6/plugin.so", "/a/plugin.so", "EXTENSION"),
        ("libused.so.1", "/usr/libused.so.1", "BINARY"),
        ("libdeep.so.2", "/usr/libdeep.so.2", "BINARY"),
        ("libgtk-3.so.0", "/usr/libgtk-3.so.0", "BINARY"),
        ("libpython3.11.so.1.0", "/usr/libpython3.11.so.1.0", "BINARY"),
    ]
    left = [place for place, _, _ in selection.without_orphans(entries, lambda path: loads.get(path, []))]
    assert left == ["PySide6/plugin.so", "libused.so.1", "libdeep.so.2", "libpython3.11.so.1.0"]
