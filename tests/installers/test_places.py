"""What the build calls its results."""

import pytest

import meshnet_gui
from installers import places


def test_the_version_is_the_programs_own():
    assert places.version() == meshnet_gui.__version__


def test_one_architecture_has_one_name_on_all_systems():
    assert {places.architecture(name) for name in ("AMD64", "x86_64")} == {"x86_64"}
    assert {places.architecture(name) for name in ("arm64", "aarch64")} == {"arm64"}


def test_an_architecture_without_wheels_is_refused():
    with pytest.raises(ValueError, match="riscv64"):
        places.architecture("riscv64")
