"""A tournament on a Ray cluster: the same results as without it, though a machine is lost in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cli.test_commands import saltroad_command
from ray_cluster import lose_a_node
from saltroad import arena
from saltroad.cli.many_machines import with_address
from saltroad.workers import WorkerError
from saltroad.workers.pool import TaskDone, TaskLost
from saltroad.workers.ray_pool import work_on_ray

BAZAAR = arena.configure("bazaar", "novice,random", players=2, seed=5, limit="nodes=4")
GAMES = 30
COMMAND = ("arena", "bazaar", "--bots", "novice,random", "--limit", "nodes=4", "--seed", "5", "--untimed")
LONG = 500.0


@pytest.mark.slow
def test_games_of_a_lost_node_are_played_by_others(cluster: Any, tmp_path: Path) -> None:
    ray: Any = import_module("ray")
    whole, file = tmp_path / "whole.jsonl", tmp_path / "ray.jsonl"
    arena.run(BAZAAR, GAMES, results=whole, untimed=True)
    notes: list[str] = []
    nodes: list[str] = []

    def tell(progress: arena.Progress) -> None:
        notes.extend([progress.note] if progress.note else [])
        if progress.done == 6 and not nodes:
            nodes.extend(node["NodeID"][:8] for node in ray.nodes() if node["Alive"])
            lose_a_node(cluster)

    tournament = arena.run(BAZAAR, GAMES, results=file, untimed=True, ray=cluster.address, tell=tell)
    assert tournament.lost == ()
    assert len(nodes) == 2
    assert notes
    assert all("was lost" in note and note.endswith("it is tried again.") for note in notes)
    assert any(node in note for node in nodes for note in notes)
    assert file.read_bytes() == whole.read_bytes()
    assert not ray.is_initialized()


@pytest.mark.slow
def test_the_command_line_plays_on_ray(cluster: Any, tmp_path: Path) -> None:
    file, here = tmp_path / "ray.jsonl", tmp_path / "here.jsonl"
    command = [sys.executable, "-m", "saltroad", *COMMAND, "--games", "4", "--json", "--results", str(file)]
    done = subprocess.run(
        [*command, "--ray", cluster.address], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4
    arena.run(BAZAAR, 4, results=here, untimed=True)
    assert file.read_bytes() == here.read_bytes()


@pytest.mark.slow
def test_any_module_works_on_ray(cluster: Any) -> None:
    """The interface of the local pool: tasks that end their workers are given up, missing modules told."""
    reports = list(work_on_ray("workers.echo", b"hello", [b"leave", b"1", b"2"], cluster.address))
    assert reports[0] is None
    lost = [report for report in reports if isinstance(report, TaskLost)]
    assert [(each.task, each.is_retried) for each in lost] == [(b"leave", True), (b"leave", True), (b"leave", False)]
    assert all("a worker died with status 3" in each.why for each in lost)
    done = [report for report in reports if isinstance(report, TaskDone)]
    assert sorted(done, key=lambda each: each.task) == [TaskDone(b"1", b"1"), TaskDone(b"2", b"2")]
    with pytest.raises(WorkerError, match="No worker can start on the Ray cluster: a worker died with status 1"):
        list(work_on_ray("workers.nowhere", b"", [b"1"], cluster.address))
    assert list(work_on_ray("workers.echo", b"", [], "no address at all")) == []


def test_a_cluster_that_is_not_there_is_told() -> None:
    done = saltroad_command(*COMMAND, "--games", "2", "--ray", "127.0.0.1:1")
    assert done.returncode == 2, done.stderr
    assert "There is no Ray cluster at '127.0.0.1:1'" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_without_ray_its_extra_is_named() -> None:
    code = "import sys; sys.modules['ray'] = None; sys.argv[0] = 'saltroad'; from saltroad.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *COMMAND, "--ray"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2, done.stderr
    assert "Ray is not installed: pip install 'saltroad[ray]'." in done.stderr


def test_ray_and_jobs_are_one_or_the_other() -> None:
    with pytest.raises(arena.BadArena, match="leave --jobs out"):
        arena.run(BAZAAR, 2, jobs=2, ray="")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["--ray"], ["--ray", ""]),
        (["--ray", "10.0.0.1:6379", "-n", "2"], ["--ray", "10.0.0.1:6379", "-n", "2"]),
        (["--ray", "--bots", "a:b"], ["--ray", "", "--bots", "a:b"]),
        (["--ray", "bazaar"], ["--ray", "", "bazaar"]),
        (["--ray", "auto"], ["--ray", "auto"]),
        (["--ray=h:1", "bazaar"], ["--ray=h:1", "bazaar"]),
    ],
)
def test_ray_may_stand_without_an_address(given: list[str], read: list[str]) -> None:
    assert list(with_address(given)) == read
