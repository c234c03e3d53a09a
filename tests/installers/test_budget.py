"""How large the bundle may be."""

import pytest

from installers import budget


@pytest.fixture
def bundle(tmp_path):
    def made(**megabytes):
        for place, size in megabytes.items():
            path = tmp_path / "_internal" / place.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as stream:
                stream.truncate(int(size * budget.MB))
        return tmp_path

    return made


def test_each_folder_counts_for_its_own_line_and_for_the_whole(bundle):
    found = budget.sizes(bundle(torch__lib__a=3, numpy__b=1, numpy__c=2, httpx__d=5))
    assert (found["torch"], found["numpy + numpy.libs"], found[budget.REST]) == (3, 3, 5)
    assert found[budget.WHOLE] == 11


def test_the_executable_counts_and_a_link_to_it_does_not(bundle):
    folder = bundle()
    (folder / "meshnet").write_bytes(bytes(budget.MB))
    (folder / "meshnet-gui").symlink_to("meshnet")
    assert budget.sizes(folder)[budget.REST] == 1


def test_the_starter_model_does_not_count(bundle):
    folder = bundle(meshnet_gui__resources__starter__model=93, meshnet_gui__resources__style=1)
    assert budget.sizes(folder)[budget.WHOLE] == 1


def test_what_is_too_large_is_named_with_its_limit():
    found = dict(budget.LIMITS) | {"torch": budget.LIMITS["torch"] + 7}
    (line,) = budget.over_budget(found)
    assert line == f"torch: {found['torch']} MB, allowed are {budget.LIMITS['torch']} MB"


def test_the_parts_may_not_come_to_more_than_people_were_told():
    assert budget.LIMITS[budget.WHOLE] == 800
