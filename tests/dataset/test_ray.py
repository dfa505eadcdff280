"""A data set made on a Ray cluster: the same file as without it, though a machine is lost in the middle."""

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
from saltroad import dataset

BAZAAR = dataset.configure("bazaar", "novice,random", players=2, seed=5, limit="nodes=4")
GAMES = 30
COMMAND = ("dataset", "bazaar", "--bots", "novice,random", "--limit", "nodes=4", "--seed", "5", "--players", "2")
LONG = 500.0


@pytest.mark.slow
def test_games_of_a_lost_node_are_played_by_others(cluster: Any, tmp_path: Path) -> None:
    ray: Any = import_module("ray")
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    dataset.run(BAZAAR, GAMES, here)
    notes: list[str] = []
    nodes: list[str] = []

    def tell(progress: dataset.DatasetProgress) -> None:
        notes.extend([progress.note] if progress.note else [])
        if progress.done == 6 and not nodes:
            nodes.extend(node["NodeID"][:8] for node in ray.nodes() if node["Alive"])
            lose_a_node(cluster)

    found = dataset.run(BAZAAR, GAMES, there, ray=cluster.address, tell=tell)
    assert (found.games, found.kept, found.is_interrupted) == (GAMES, 0, False)
    assert len(nodes) == 2
    assert notes
    assert all("was lost" in note and note.endswith("it is tried again.") for note in notes)
    assert there.read_bytes() == here.read_bytes()
    assert not ray.is_initialized()


@pytest.mark.slow
def test_the_command_line_plays_on_ray(cluster: Any, tmp_path: Path) -> None:
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    command = [sys.executable, "-m", "saltroad", *COMMAND, "--games", "4", "--json", "--out", str(there)]
    done = subprocess.run(
        [*command, "--ray", cluster.address], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4
    dataset.run(BAZAAR, 4, here)
    assert there.read_bytes() == here.read_bytes()


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = saltroad_command(*COMMAND, "--games", "2", "--out", str(tmp_path / "a.parquet"), "--ray", "127.0.0.1:1")
    assert done.returncode == 2, done.stderr
    assert "There is no Ray cluster at '127.0.0.1:1'" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
