"""`saltroad serve` as a host starts it: what it says, and how it stops."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
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


class Started:
    """`saltroad serve` on a file in this folder, as somebody at a terminal sees it."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "saltroad", "serve", "--port", "0", "--database", "games.sqlite"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"},
            cwd=folder,
        )
        assert self.process.stdout is not None
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if "Saltroad is ready" in line:
                self.url = line.split()[-1]
                break

    def end(self, number: int) -> str:
        """What it said, to the end."""
        self.process.send_signal(number)
        self.said += self.process.communicate(timeout=60)[0]
        return self.said


def test_a_missing_write_ahead_log_is_told_after_a_crash_and_never_else(tmp_path: Path) -> None:
    log, told = tmp_path / "games.sqlite-wal", "WARNING: The server that was started on"

    def comes_in(server: Started) -> None:
        assert httpx.post(f"{server.url}/api/me", json={"name": "Ada"}).is_success

    server = Started(tmp_path)  # a new file
    comes_in(server)
    assert told not in server.end(signal.SIGTERM)
    assert not log.exists()
    server = Started(tmp_path)  # after a clean stop
    comes_in(server)
    assert told not in server.end(signal.SIGKILL)
    assert log.exists()
    server = Started(tmp_path)  # killed, with all its files
    comes_in(server)
    assert told not in server.end(signal.SIGKILL)
    looks = [sys.executable, "-m", "saltroad", "admin", "list", "--database", "games.sqlite"]
    subprocess.run(looks, cwd=tmp_path, check=True, capture_output=True)  # which takes the log into the file
    assert not log.exists()
    server = Started(tmp_path)
    comes_in(server)
    assert told not in server.end(signal.SIGKILL)
    log.unlink()
    server = Started(tmp_path)
    assert told in server.said
    assert "the file games.sqlite-wal is not beside the database" in server.said
    said = server.end(signal.SIGTERM)
    assert said.count("the file games.sqlite-wal is not beside the database") == 2, "in the log too"
    server = Started(tmp_path)
    assert told not in server.end(signal.SIGTERM)


def test_a_damaged_file_is_refused_with_the_cure(tmp_path: Path) -> None:
    server = Started(tmp_path)
    for number in range(30):
        assert httpx.post(f"{server.url}/api/me", json={"name": f"Ada {number} " + "x" * 20}).is_success
    server.end(signal.SIGTERM)
    with (tmp_path / "games.sqlite").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * 8192)
    server = Started(tmp_path)
    said = server.end(0)
    assert server.process.returncode == 2
    assert "The database 'games.sqlite' is damaged" in said
    assert "saltroad admin restore COPY" in said
