"""A real Ray of two nodes on this machine, for tests that lose one of them."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

MARK = f"SALTROAD_RAY_TEST={os.getpid()}"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Ray on two nodes of a core each, both on this machine."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as folder:
        patch.setenv(*MARK.split("="))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_TMPDIR", folder)  # for all it keeps: by default some of it is in a folder that all share
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns that this will be so
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))  # workers import what the tests do
        # A node whose process is gone refuses the connection: it is found out after a second, not half a minute. One
        # that is only slow has as long as ever.
        health = {"health_check_period_ms": 500, "health_check_failure_threshold": 2}
        head = {"num_cpus": 1, "include_dashboard": False, "_system_config": health}
        found = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args=head)
        try:
            found.add_node(num_cpus=1)
            yield found
        finally:
            found.shutdown()
            while marked():
                time.sleep(0.1)


def marked() -> list[str]:
    """Processes of the cluster: those that have inherited the mark. This one has it only since it began."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if MARK.encode() in path.read_bytes():
                found.append(path.parent.name)
        except OSError:  # it has ended, or is another user's
            continue
    return found


def lose_a_node(cluster: Any) -> None:
    """End the second node by force, and wait until the cluster knows."""
    ray: Any = import_module("ray")
    cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)
    while sum(node["Alive"] for node in ray.nodes()) > 1:
        time.sleep(0.1)
