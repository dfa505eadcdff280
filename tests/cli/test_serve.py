"""`saltroad serve` as a host starts it: what it says, and how it stops."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("log_format", ["human", "json"])
def test_it_says_where_to_go_and_stops_when_told(log_format: str, tmp_path: Path) -> None:
    """In JSON every line is an object, wherever it is written: containers mix both streams."""
    command = [sys.executable, "-m", "saltroad", "serve", "--port", "0", "--log-format", log_format]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=tmp_path
    ) as server:
        assert server.stdout is not None
        lines = []
        for line in server.stdout:
            lines.append(line)
            if "Saltroad is ready" in line:
                server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
    said = next(line for line in lines if "Saltroad is ready" in line)
    assert "http://127.0.0.1:" in said
    if log_format == "json":
        assert all(isinstance(json.loads(line), dict) for line in lines)
    else:
        assert any("Ctrl-C stops it" in line for line in lines)


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has names of sockets that are no files.")
def test_a_second_server_on_the_same_file_is_sent_away(tmp_path: Path) -> None:
    """Each would keep the tables in memory, and each be the only one. Once the first is gone, however, it may."""
    command = [sys.executable, "-m", "saltroad", "serve", "--port", "0", "--database", "games.sqlite"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}

    def started() -> subprocess.Popen[str]:
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=tmp_path
        )

    def is_ready(server: subprocess.Popen[str]) -> bool:
        assert server.stdout is not None
        return any("Saltroad is ready" in line for line in server.stdout)

    with started() as first:
        assert is_ready(first)
        with started() as second:
            said, _ = second.communicate(timeout=60)
        assert second.returncode == 2, said
        assert "Another server is running on the database games.sqlite. Stop it first" in said
        assert first.poll() is None
        first.kill()
    with started() as third:
        assert is_ready(third)
        third.kill()
