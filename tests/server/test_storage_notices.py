"""A server that cannot store says so: to whoever watches over it, to everybody at a table, and when it starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from saltroad.server.store import write_health
from server.serving import PATIENCE, Person, Server, Tab, server_in


class Elsewhere(Server):
    """A server of another process, as far as people are concerned."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._clients = []

    @property
    def port(self) -> int:
        return self._port

    def close(self) -> None:
        for client in self._clients:
            client.close()


CAN_MOUNT = (
    sys.platform == "linux"
    and shutil.which("unshare") is not None
    and shutil.which("nsenter") is not None
    and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False
    ).returncode
    == 0
)
needs_mounts = pytest.mark.skipif(not CAN_MOUNT, reason="Disks of one's own need root and Linux's mount namespaces.")


READ_ONLY = "cannot be written: see who owns the file and its folder, and whether the disk is mounted read-only"


@contextmanager
def serving_on_a_small_disk(folder: Path, prepare: str = "true") -> Iterator[subprocess.Popen[str]]:
    """`saltroad serve` with its database on a disk of its own of 3 MB, which only it can see."""
    disk = folder / "disk"
    disk.mkdir()
    serve = f"{sys.executable} -m saltroad serve --port 0 --database {disk}/games.sqlite --secret-file {folder}/secret"
    script = f"mount -t tmpfs -o size=3m tmpfs {disk} && {prepare} && exec {serve}"
    with subprocess.Popen(
        ["unshare", "-m", "sh", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        cwd=folder,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def inside(process: subprocess.Popen[str], command: str) -> None:
    """Do something where the server sees its disk."""
    subprocess.run(["nsenter", "-t", str(process.pid), "-m", "sh", "-c", command], check=True, capture_output=True)


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        if "Saltroad is ready" in line:
            return int(line.rpartition(":")[2])
    raise AssertionError("it did not start")


def listen_for(tab: Tab, *, works: bool) -> None:
    end = time.monotonic() + PATIENCE
    while tab.storing["works"] is not works:
        tab.listen(max(0.1, end - time.monotonic()))


@needs_mounts
def test_a_full_disk_is_told_to_all_and_forgotten_when_there_is_room(tmp_path: Path) -> None:
    with serving_on_a_small_disk(tmp_path) as process, closing(Elsewhere(port_of(process))) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table, other = ada.make("bazaar", "me greedy", start=True), bo.make("bazaar", "me open")
        with ada.at(table) as tab, bo.at(other) as elsewhere:
            well = ada.http.get("/health")
            assert (well.status_code, well.json()["status"]) == (200, "well")
            assert abs(well.json()["last_write"] - time.time() * 1000) < PATIENCE * 1000
            disk = tmp_path / "disk"
            inside(process, f"dd if=/dev/zero of={disk}/filler bs=64k; dd if=/dev/zero of={disk}/rest bs=1k; true")
            while tab.ask("say", text="x" * 400)["type"] == "done":
                pass  # what the files have room for is still stored
            for listener in (tab, elsewhere):
                listen_for(listener, works=False)
            assert tab.storing == elsewhere.storing == {"type": "storing", "works": False, "cause": "full"}
            with bo.at(table) as late:
                assert late.storing["cause"] == "full", "whoever comes later is told first of all"
            ill = ada.http.get("/health")
            assert ill.status_code == 503
            said = ill.json()
            assert (said["status"], said["cause"], said["why"]) == ("cannot store", "full", "its disk is full")
            assert said["last_write"] >= well.json()["last_write"]
            assert str(tmp_path) not in ill.text
            inside(process, f"rm {disk}/filler {disk}/rest")
            for listener in (tab, elsewhere):
                listen_for(listener, works=True)
            assert ada.http.get("/health").json()["status"] == "well"
            tab.done("say", text="well again")


@needs_mounts
def test_a_read_only_disk_is_refused_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "disk" / "games.sqlite"
    made = tmp_path / "make.py"
    made.write_text(
        "import asyncio, sys\nfrom saltroad.server.store import Store\n"
        "async def main():\n    await (await Store.open(sys.argv[1])).close()\nasyncio.run(main())\n"
    )
    prepare = f"{sys.executable} {made} {file} && mount -o remount,ro {file.parent}"
    with serving_on_a_small_disk(tmp_path, prepare) as process:
        said, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, READ_ONLY in said) == (2, True), said


@pytest.mark.skipif(shutil.which("setpriv") is None or os.geteuid() != 0, reason="Needs root, to be somebody else.")
@pytest.mark.parametrize("mode", [0o444, 0o644])
def test_a_file_that_may_not_be_written_is_refused_at_the_start(mode: int, tmp_path: Path) -> None:
    """Root may write everything: so the server is another user's, who owns the file or does not."""
    with server_in(tmp_path):
        pass
    owner = 65534 if mode == 0o444 else 0
    os.chown(tmp_path, 65534, 65534)
    os.chown(tmp_path / "store.sqlite", owner, owner)
    (tmp_path / "store.sqlite").chmod(mode)
    folder = tmp_path
    while folder.stat().st_mode & 0o005 != 0o005:
        folder.chmod(folder.stat().st_mode | 0o055)
        folder = folder.parent
    environment = {**os.environ, "SALTROAD_SECRET": "s" * 32, "HOME": str(tmp_path)}
    as_other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", sys.executable]
    if subprocess.run([*as_other, "-c", "import saltroad"], capture_output=True, cwd=tmp_path, check=False).returncode:
        pytest.skip("Another user may not read this checkout, which lies in a home of root's own.")
    done = subprocess.run(
        [
            *[*as_other, "-m", "saltroad", "serve", "--port", "0", "--database", str(tmp_path / "store.sqlite")],
        ],
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, READ_ONLY in done.stderr) == (2, True), done.stdout + done.stderr


def test_health_finds_out_by_writing_and_a_flood_of_it_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_health, "MAX_AGE", 3600.0)
    with server_in(tmp_path) as server, server.client() as http:
        first = http.get("/health").json()
        assert first["status"] == "well"
        assert {http.get("/health").json()["last_write"] for _ in range(50)} == {first["last_write"]}
        monkeypatch.setattr(write_health, "MAX_AGE", 0.0)
        assert http.get("/health").json()["last_write"] > first["last_write"]


def test_a_server_that_cannot_write_says_so_before_anybody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_health, "MAX_AGE", 0.0)
    with server_in(tmp_path) as server, server.client() as http:
        store = server.running.parts.store

        async def forbid() -> None:
            assert store._writer._connection is not None
            raw = (await store._writer._connection.get_raw_connection()).driver_connection
            assert raw is not None
            await raw.execute("PRAGMA query_only = ON")

        server.do(forbid())
        ill = http.get("/health")
        assert (ill.status_code, ill.json()["status"], ill.json()["cause"]) == (503, "cannot store", "read_only")
        end = time.monotonic() + PATIENCE
        while _status(http) != "well":  # the connection is not used again
            assert time.monotonic() < end
            time.sleep(0.05)


def _status(http: httpx.Client) -> str:
    return str(http.get("/health").json()["status"])
