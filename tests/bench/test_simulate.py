"""The simulation: the same fate for every policy, honest bookkeeping, and a report."""

from __future__ import annotations

import json

import pytest

from meshnet_gui.bench import simulate
from meshnet_gui.bench.simulate import check, models_for, run
from meshnet_gui.bench.simulated_swarm import POLICIES, SimulatedSwarm, World
from meshnet_gui.cli import main
from meshnet_gui.errors import UserError

SMALL = World(20, num_layers=12, churn=0.02, half_s=240.0)


def quiet(line: str) -> None:
    pass


@pytest.mark.parametrize("policy", POLICIES)
def test_the_count_of_served_layers_is_that_of_the_nodes_that_serve(policy: str) -> None:
    def look(swarm: SimulatedSwarm) -> None:
        served = {
            layer
            for node in range(swarm.num_known)
            if swarm.serving[node]
            for layer in range(swarm.start[node], swarm.end[node])
        }
        assert (swarm._num_gaps[0] == 0) == (len(served) == SMALL.num_layers)
        assert all(swarm.alive[: swarm.num_known] | ~swarm.serving[: swarm.num_known])

    swarm = SimulatedSwarm(SMALL, policy)
    swarm.run(look)
    assert [half.seconds for half in swarm.halves] == pytest.approx([240.0, 240.0])


def test_the_same_seed_is_the_same_run_and_another_is_not() -> None:
    runs = []
    for seed in (0, 0, 1):
        swarm = SimulatedSwarm(World(20, num_layers=12, churn=0.05, half_s=240.0, seed=seed), POLICIES[0])
        swarm.run()
        runs.append([(half.full_s, half.moves) for half in swarm.halves])
    assert runs[0] == runs[1] != runs[2]


def test_every_policy_has_the_same_fate() -> None:
    known = set()
    for policy in POLICIES:
        swarm = SimulatedSwarm(SMALL, policy)
        swarm.run()
        known.add((swarm.num_known, tuple(swarm.tps[: swarm.num_known])))
    assert len(known) == 1


def test_without_churn_or_loss_nothing_happens_and_everything_is_served() -> None:
    for policy in POLICIES:
        swarm = SimulatedSwarm(World(20, num_layers=12, churn=0.0, lost=0.0, half_s=240.0), policy)
        swarm.run()
        assert [half.full_s for half in swarm.halves] == pytest.approx([240.0, 240.0])
        assert swarm.halves[0].moves == 0


def test_the_loss_of_many_is_healed_by_moves_and_not_by_staying() -> None:
    world = World(24, num_layers=12, churn=0.0, copies=4.0, lost=0.5, half_s=400.0, seed=1)
    ours, static = SimulatedSwarm(world, POLICIES[0]), SimulatedSwarm(world, POLICIES[2])
    ours.run()
    static.run()
    assert static.halves[1].num_broken == ours.halves[1].num_broken == 1
    assert len(ours.halves[1].healed_s) == 1
    assert static.halves[1].full_s == 0


def test_the_nodes_have_room_for_exactly_the_copies_asked_for() -> None:
    swarm = SimulatedSwarm(World(30, num_layers=20, copies=2.5, num_models=2), POLICIES[0])
    swarm.run()
    assert swarm.capacity[:30].sum() == 100


def test_the_report_has_the_figures_of_every_policy_and_its_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "NUM_SAMPLES", 5)
    report = run(SMALL, quiet, num_runs=1)
    for name in ("assigned", "join_only", "static_return", "static_by_hand"):
        assert 0 <= report.figures[f"{name}_whole_share"] <= 1
        assert 0 <= report.figures[f"{name}_whole_share_after_loss"] <= 1
    assert report.figures["join_only_moves_per_node_hour"] == 0
    assert report.figures["route_over_best_median"] >= 1
    assert {target.figure for target in report.targets} == {"decision_ms_max", "route_ms_max"}
    assert "assigned" in report.as_text()


def test_worlds_that_cannot_be_are_refused() -> None:
    with pytest.raises(UserError, match="room for more than 2 copies") as refused:
        check(World(1000))
    assert "at least 7 models" in refused.value.hint
    check(World(1000, num_models=7))
    with pytest.raises(UserError, match="cannot hold that many copies"):
        check(World(10, num_layers=8, copies=11.0))


def test_models_are_as_many_as_leave_each_node_some_layers() -> None:
    assert [models_for(nodes, 80, 2.0) for nodes in (50, 100, 1000, 10_000)] == [1, 1, 10, 100]
    assert models_for(10_000, 80, 200.0) == 1
    for nodes in range(2, 2000):
        check(World(nodes, num_models=models_for(nodes, 80, 2.0)))


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--nodes", "10", "--layers", "8", "--churn", "2", "--minutes", "4", "--runs", "1", "--json"]
    assert main(["simulate", *arguments]) == 0
    content = json.loads(capsys.readouterr().out)
    assert content["bench"] == "simulate"
    assert content["settings"]["nodes"] == 10
    assert content["figures"]["decision_ms_max"] > 0


@pytest.mark.parametrize("arguments", [["--churn", "nan"], ["--copies", "0"], ["--nodes", "many"]])
def test_numbers_that_are_none_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments]) == 2
    assert "is not a" in capsys.readouterr().err
