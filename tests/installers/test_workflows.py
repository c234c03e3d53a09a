"""The workflows: valid, sparing with rights, safe from what others name things, and at one with the stated systems."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from installers import systems
from installers.places import PACKAGING, ROOT

pytest.importorskip("check_jsonschema", reason="brings the schema of workflows; in the extra dev")

import jsonschema
from ruamel.yaml import YAML

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
SCRIPTS = sorted((PACKAGING / "release").glob("*.sh"))
ACTION = re.compile(r"actions/[a-z-]+@v[0-9]+")


def load(path: Path) -> dict[str, Any]:
    """As YAML 1.2, in which ``on`` is a word."""
    document: dict[str, Any] = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return document


def jobs(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from load(path)["jobs"].items()


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for _, job in jobs(path):
        yield from job.get("steps", ())


def of_each_workflow() -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)


def test_there_are_workflows_for_tests_and_releases() -> None:
    assert [path.name for path in WORKFLOWS] == ["ci.yml", "release.yml"]


@of_each_workflow()
def test_a_workflow_fits_the_schema(path: Path) -> None:
    schema = resources.files("check_jsonschema") / "builtin_schemas" / "vendor" / "github-workflows.json"
    validator = jsonschema.Draft7Validator(json.loads(schema.read_text(encoding="utf-8")))
    assert [error.message for error in validator.iter_errors(load(path))] == []


@of_each_workflow()
def test_the_rights_of_a_workflow_are_reading_alone(path: Path) -> None:
    assert load(path)["permissions"] == {"contents": "read"}


def test_only_the_job_that_makes_the_release_may_write() -> None:
    assert [name for path in WORKFLOWS for name, job in jobs(path) if "permissions" in job] == ["release"]


@of_each_workflow()
def test_every_action_is_of_the_platform_itself_and_pinned_to_a_major_version(path: Path) -> None:
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert [name for name in used if not ACTION.fullmatch(name)] == []


@of_each_workflow()
def test_no_expression_is_pasted_into_a_script(path: Path) -> None:
    assert [step["run"] for step in steps(path) if "${{" in step.get("run", "")] == []


@of_each_workflow()
def test_every_job_ends_by_itself(path: Path) -> None:
    assert [name for name, job in jobs(path) if "uses" not in job and "timeout-minutes" not in job] == []


@of_each_workflow()
def test_runs_of_the_same_branch_do_not_pile_up(path: Path) -> None:
    assert "github.ref" in load(path)["concurrency"]["group"]


@of_each_workflow()
def test_a_checkout_keeps_no_token(path: Path) -> None:
    used = [step for step in steps(path) if step.get("uses", "").startswith("actions/checkout@")]
    assert used
    assert [step["with"]["persist-credentials"] for step in used] == [False] * len(used)


def test_pull_requests_reach_no_secret() -> None:
    for path in WORKFLOWS:
        assert "pull_request_target" not in load(path)["on"]
        assert "pull_request" not in load(path)["on"] or "secrets." not in path.read_text(encoding="utf-8")


def test_nothing_is_built_before_the_tests_have_passed() -> None:
    release = dict(jobs(FOLDER / "release.yml"))
    assert release["tests"]["uses"] == "./.github/workflows/ci.yml"
    assert "tests" in release["build"]["needs"]
    assert release["release"]["needs"] == "build"


def test_what_is_built_is_what_is_stated() -> None:
    matrix = dict(jobs(FOLDER / "release.yml"))["build"]["strategy"]["matrix"]["include"]
    assert [row["system"] for row in matrix] == [system.id for system in systems.stated() if system.built]


def test_every_script_that_a_workflow_names_can_be_run() -> None:
    runs = [step.get("run", "") for path in WORKFLOWS for step in steps(path)]
    named = {name for run in runs for name in re.findall(r"packaging/[\w./-]+", run)}
    assert named
    assert [name for name in named if not (ROOT / name).stat().st_mode & 0o100] == []


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_finds_nothing_in_the_workflows_and_their_scripts(tmp_path: Path) -> None:
    snippets = [step["run"] for path in WORKFLOWS for step in steps(path) if "run" in step]
    files = list(SCRIPTS)
    for number, snippet in enumerate(snippets):
        files.append(tmp_path / f"step-{number}.sh")
        files[-1].write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{snippet}", encoding="utf-8")
    done = subprocess.run(["shellcheck", *map(str, files)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_secret_and_variable_is_described() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    named = set(re.findall(r"\b(?:secrets|vars)\.(\w+)", text))
    described = set(
        re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "releases.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert named == described
