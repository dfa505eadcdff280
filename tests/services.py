"""Servers that tests need, started by the tests themselves in a temporary folder and gone with them."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NO_POSTGRESQL = "PostgreSQL is not installed: run scripts/debian-packages as root, or apt-get install postgresql."
NO_REDIS = "Redis is not installed: run scripts/debian-packages as root, or apt-get install redis-server."
_OTHER_USER = "postgres"
"""Debian's package makes this user; PostgreSQL refuses to run as root."""


def postgresql_programs() -> Path | None:
    """The folder of initdb and postgres, the newest if there are several; None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


class PostgreSQL:
    """A PostgreSQL server of our own, reached by a socket in its folder: no port to collide on. Commits are durable."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="saltroad-pg-"))
        self._numbers = itertools.count()
        self._server: subprocess.Popen[bytes] | None = None
        self.user = "saltroad"
        as_root = os.geteuid() == 0
        if as_root:
            shutil.chown(self._folder, _OTHER_USER, _OTHER_USER)
        # Whatever happens to the tests, the server ends with them.
        ids = ["--reuid", _OTHER_USER, "--regid", _OTHER_USER, "--clear-groups"] if as_root else []
        self._as_user = ["setpriv", *ids, "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []
        options = ["-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C"]
        self._run("initdb", "-D", str(self._data), *options)
        self.start()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(self._programs / program), *arguments]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start, and wait until it answers. From the main thread: the server ends with the thread that began it."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._folder),
            "fsync": "on",
            "shared_buffers": "16MB",
            "max_connections": "60",
            # After a crash PostgreSQL syncs every file of every database, one by one: with the databases of many tests
            # and a busy disk that took more than a minute.
            **({"recovery_init_sync_method": "syncfs"} if sys.platform == "linux" else {}),
        }
        arguments = [f"--{name}={value}" for name, value in settings.items()]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*self._as_user, str(self._programs / "postgres"), "-D", str(self._data), *arguments],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.execute("SELECT 1")

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Do something as soon as the server takes connections: not while it starts, or recovers from a crash."""
        until = time.monotonic() + 180
        while True:
            try:
                return self._execute(statement, database)
            except Exception:  # which one depends on how far it has come
                said = (self._folder / "log").read_text("utf-8")
                assert self._server is not None, said
                assert self._server.poll() is None, said
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def _execute(self, statement: str, database: str) -> None:
        import asyncpg

        async def ask() -> None:
            connection = await asyncpg.connect(host=str(self._folder), user=self.user, database=database, timeout=10)
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(ask())

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://{self.user}@/{name}?host={self._folder}"

    def crash(self) -> None:
        """Stop as a power cut would: nothing is finished, nobody is told."""
        if self._server is not None:
            self._server.send_signal(3)  # SIGQUIT, which PostgreSQL calls an immediate shutdown
            self._server.wait(30)
            self._server = None

    def close(self) -> None:
        self.crash()
        shutil.rmtree(self._folder, ignore_errors=True)


def redis_program() -> str | None:
    """The program redis-server, or one that does the same; None if there is none."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


class Redis:
    """A Redis server of our own that keeps nothing on disk, reached by a socket in its folder."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="saltroad-redis-"))
        self._server: subprocess.Popen[bytes] | None = None
        self._dies_with_us = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self._folder}/socket"

    def start(self) -> None:
        """Start, empty, and wait until it answers. From the main thread, as PostgreSQL."""
        settings = ["--port", "0", "--unixsocket", f"{self._folder}/socket", "--save", "", "--appendonly", "no"]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*self._dies_with_us, self._program, *settings],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        import redis

        until = time.monotonic() + 60
        while True:
            try:
                with redis.Redis.from_url(self.url) as client:
                    client.ping()
                return
            except redis.RedisError:
                said = (self._folder / "log").read_text("utf-8")
                assert self._server.poll() is None, said
                assert time.monotonic() < until, said
                time.sleep(0.05)

    def crash(self) -> None:
        """End at once."""
        if self._server is not None:
            self._server.kill()
            self._server.wait(30)
            self._server = None

    def close(self) -> None:
        self.crash()
        shutil.rmtree(self._folder, ignore_errors=True)
