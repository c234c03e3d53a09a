"""The one time that is in everything that is built."""

import subprocess
from datetime import UTC, datetime

import pytest

from installers.source_date import source_date


def test_the_environment_names_it():
    assert source_date({"SOURCE_DATE_EPOCH": "86400"}) == datetime(1970, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("text", ["soon", "-1", "1.5", "²"])
def test_what_is_no_number_of_seconds_is_refused(text):
    with pytest.raises(ValueError, match="SOURCE_DATE_EPOCH"):
        source_date({"SOURCE_DATE_EPOCH": text})


def test_a_checkout_says_when_it_was_last_changed(tmp_path):
    of_whom = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    dated = {"GIT_COMMITTER_DATE": "2001-02-03T04:05:06Z", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    subprocess.run(["git", "init", "-q", tmp_path], check=True, env=dated)
    commit = ["git", "-C", tmp_path, *of_whom, "commit", "-q", "--allow-empty", "-m", "one"]
    subprocess.run(commit, check=True, env=dated)
    assert source_date({}, tmp_path) == datetime(2001, 2, 3, 4, 5, 6, tzinfo=UTC)


def test_a_source_without_git_has_one_too(tmp_path):
    assert source_date({}, tmp_path).year > 2000
