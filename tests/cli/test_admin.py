"""`saltroad admin`: what whoever runs a server sees and does, while it runs and while it does not."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cli.test_commands import FIXTURES, run, run_json, saltroad_command
from saltroad.kernel.errors import SaltroadError
from saltroad.server.store import Seat, Store, TableRow
from saltroad.server.store.upgrade import create_schema
from saltroad.server.tables.records import import_record

T = TypeVar("T")
RECORD = FIXTURES / "bazaar-two_stalls_empty.saltroad"
SEED = bytes(range(32))

SERVER = """
import asyncio, sys
from saltroad.server.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    await store.unfinished()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await store.add_person("Late")
    await store.close()
asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings but those of a test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")


def with_store(path: Path, do: Callable[[Store], Awaitable[T]]) -> T:
    async def go() -> T:
        store = await Store.open(path)
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(go())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A store with a finished game, a running one and an open one."""
    path = tmp_path / "games.db"

    async def fill(store: Store) -> None:
        ada = await store.add_person("Ada [red]")
        await store.set_login(ada.id, "ada", "geheim")
        finished, seats, plies = import_record(RECORD.read_text("utf-8"), id="done", at=1_000_000_000_000)
        await store.import_table(finished, seats, plies)
        options = "players=2 double_purchase=off solo=off"
        live = TableRow("live", "bazaar", options, 1, 1_100_000_000_000, ada.id, True, {}, SEED, "c0ffee", "playing", 5)
        wait = TableRow("wait", "bazaar", options, 1, 1_200_000_000_000, None, False, {}, SEED, "")
        stood_in, bot = Seat(0, "person", ada.id, "greedy", "Ada [red]"), Seat(1, "bot", None, "greedy", "Gus")
        await store.add_table(live, [stood_in, bot])
        await store.append("live", 0, plies[:3])
        await store.add_table(wait, [Seat(0)])

    with_store(path, fill)
    return path


@contextmanager
def running_server(database: Path) -> Iterator[None]:
    """A process that has the database open."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        yield
        server.communicate("\n", timeout=60)
        assert server.returncode == 0


def admin(database: Path, *arguments: str) -> str:
    return run("admin", *arguments, "--database", str(database))


def admin_json(database: Path, *arguments: str) -> Any:
    return run_json("admin", *arguments, "--database", str(database))


def refused(database: Path | str, *arguments: str) -> str:
    with pytest.raises(SaltroadError) as caught:
        run("admin", *arguments, "--database", str(database))
    return str(caught.value)


def ids(found: Any) -> list[str]:
    return [one["id"] for one in found]


def test_tables_are_listed(database: Path) -> None:
    shown = admin(database, "list")
    assert shown.splitlines()[0].split() == ["table", "state", "game", "players", "made"]
    assert [line.split()[0] for line in shown.splitlines()[1:]] == ["wait", "live"]
    assert "Ada [red], Gus" in shown
    assert ids(admin_json(database, "list", "--all")) == ["wait", "live", "done"]
    assert ids(admin_json(database, "list", "--all", "--most", "1")) == ["wait"]
    assert ids(admin_json(database, "list", "--state", "over")) == ["done"]
    assert admin(database, "list", "--state", "closed") == "No tables found.\n"


def test_a_table_is_shown_without_its_seed(database: Path) -> None:
    shown = admin(database, "show", "live")
    assert "Ada [red] (person, greedy stands in)" in shown
    assert "c0ffee" in shown
    found = admin_json(database, "show", "live")
    assert (found["state"], found["plies"], found["drawn_anew"]) == ("playing", 3, 0)
    bot = {"kind": "bot", "name": "Gus", "person": None, "bot": "greedy", "stand_in_reason": None}
    assert found["seats"][1] == bot
    for text in (shown, str(found), admin(database, "show", "live", "--json"), admin(database, "list", "--json")):
        assert SEED.hex() not in text
        assert "geheim" not in text
    assert "two_stalls_empty" in admin(database, "show", "done")
    assert refused(database, "show", "none") == "There is no table 'none'."


def test_records_that_were_brought_in_say_so(database: Path) -> None:
    assert {one["id"]: one["imported"] for one in admin_json(database, "list", "--all")} == {
        "wait": False,
        "live": False,
        "done": True,
    }
    assert "over, imported" in admin(database, "list", "--all")
    assert "vouches neither" in admin(database, "show", "done")
    assert "vouches" not in admin(database, "show", "live")
    exported = saltroad_command("admin", "export", "done", "--database", str(database))
    assert "vouches neither" in exported.stderr
    assert "vouches" not in exported.stdout


def test_why_a_bot_stands_in_is_shown(database: Path) -> None:
    async def leave(store: Store) -> None:
        first, second = await store.seats("live")
        await store.save_seats("live", [replace(first, stand_in_reason="away"), second])

    with_store(database, leave)
    assert "greedy stands in: they were away" in admin(database, "show", "live")


def test_people_are_listed_and_forgotten(database: Path) -> None:
    (ada,) = admin_json(database, "people", "ADA")
    assert (ada["name"], ada["login"], ada["gone"]) == ("Ada [red]", "ada", False)
    assert "Ada [red]" in admin(database, "people")
    assert admin(database, "people", "bob") == "No people found.\n"
    assert admin(database, "forget", ada["id"]) == f"Person {ada['id']} is forgotten.\n"
    (gone,) = admin_json(database, "people")
    assert (gone["name"], gone["login"], gone["gone"]) == ("Somebody", None, True)
    assert "Somebody, Gus" in admin(database, "list")
    assert refused(database, "forget", ada["id"]).startswith("There is no person")


def test_somebody_is_logged_out_everywhere(database: Path) -> None:
    (ada,) = admin_json(database, "people", "ADA")

    async def add_guest(store: Store) -> None:
        await store.add_session(ada["id"], "s1", b"secret", "")
        await store.add_token(ada["id"], "t1", b"token", "bot")
        await store.add_link(ada["id"], b"link", 2_000_000_000_000)

    async def look(store: Store) -> list[object]:
        return [await store.session("s1"), await store.person_by_token(b"token"), await store.use_link(b"link", 0)]

    with_store(database, add_guest)
    said = admin(database, "logout", ada["id"])
    assert said == f"Person {ada['id']} is logged out: 1 sessions and 1 tokens ended.\n"
    assert with_store(database, look) == [None, None, None]
    assert refused(database, "logout", "nobody").startswith("There is no person")


def test_a_table_is_closed_while_the_server_runs(database: Path) -> None:
    with running_server(database):
        assert admin(database, "close", "live") == "Table live is closed.\n"
        assert ids(admin_json(database, "list")) == ["wait"]
    assert refused(database, "close", "live") == "Table 'live' is closed: nothing more can be played there."
    assert refused(database, "close", "none") == "There is no table 'none'."


def test_a_game_is_exported(database: Path, tmp_path: Path) -> None:
    printed = saltroad_command("admin", "export", "done", "--database", str(database)).stdout
    file = tmp_path / "done.saltroad"
    assert f"Wrote {file}: " in admin(database, "export", "done", str(file))
    assert file.read_text("utf-8") == printed
    assert run("replay", "--check", str(file)).startswith("Sound: ")
    assert "already" in refused(database, "export", "done", str(file))
    assert "cannot be written" in refused(database, "export", "done", str(tmp_path / "none" / "x"))
    live = saltroad_command("admin", "export", "live", "--database", str(database))
    assert live.returncode == 0
    assert "result: unfinished" in live.stdout
    assert SEED.hex() not in live.stdout
    assert "not over" in live.stderr
    kept = tmp_path / "live.saltroad"
    admin(database, "export", "live", str(kept))
    assert (kept.stat().st_mode & 0o077) == 0, "hidden cards are for the host's own eyes"
    assert (file.stat().st_mode & 0o044) == 0o044


def test_a_copy_is_made_while_the_server_runs_and_put_back_when_it_does_not(database: Path, tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.db", tmp_path / "other.db"
    with running_server(database):
        assert admin(database, "backup", str(copy)).startswith(f"Copied {database} to {copy}, ")
        assert "already" in refused(database, "backup", str(copy))
        for more in ([], ["--replace"]):
            assert "is in use: stop the server first" in refused(database, "restore", str(copy), *more)
        assert admin(other, "restore", str(copy)) == f"Restored {other}: it holds 3 tables.\n"
    assert stat.S_IMODE(other.stat().st_mode) == 0o600
    assert ids(admin_json(other, "list", "--all")) == ["wait", "live", "done"]
    assert [person["name"] for person in admin_json(database, "people")][:1] == ["Late"]
    assert "holds games already" in refused(database, "restore", str(copy))
    assert len(admin_json(database, "people")) == 2, "nothing was lost"
    admin(database, "restore", str(copy), "--replace")
    assert len(admin_json(database, "people")) == 1
    with closing(sqlite3.connect(database)) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_empty_store_may_be_restored_over(database: Path, tmp_path: Path) -> None:
    async def nothing(store: Store) -> None:
        assert await store.unfinished() == []

    with_store(tmp_path / "empty.db", nothing)
    assert "holds 3 tables" in admin(tmp_path / "empty.db", "restore", str(database))


def test_what_is_no_copy_is_refused_and_harms_nothing(database: Path, tmp_path: Path) -> None:
    letter, recipes, newer, target = (tmp_path / name for name in ("letter", "recipes.db", "newer.db", "new.db"))
    letter.write_text("Dear Ada, " * 200)
    with closing(sqlite3.connect(recipes)) as plain:
        plain.execute("CREATE TABLE recipes (id)")
    admin(database, "backup", str(newer))
    with closing(sqlite3.connect(newer)) as plain:
        plain.execute("UPDATE saltroad_version SET version_num = '9999'")
        plain.commit()
    for file, why in (
        (letter, "not a database"),
        (recipes, "is not a copy of a Saltroad database"),
        (newer, "newer Saltroad"),
        (tmp_path / "none", "There is no file"),
    ):
        assert why in refused(target, "restore", str(file))
        assert not target.exists()
        assert why in refused(database, "restore", str(file), "--replace")
    assert "the same file" in refused(database, "restore", str(database), "--replace")
    assert "is not a database" in refused(letter, "restore", str(database))
    assert "is not a Saltroad database" in refused(recipes, "restore", str(database))
    assert "There is no folder" in refused(tmp_path / "none" / "x.db", "restore", str(database))
    assert len(admin_json(database, "list", "--all")) == 3


def test_a_copy_brings_its_rows_and_nothing_else(database: Path, tmp_path: Path) -> None:
    copy, target = tmp_path / "copy.db", tmp_path / "new.db"
    admin(database, "backup", str(copy))
    with closing(sqlite3.connect(copy)) as plain:
        plain.execute("CREATE TRIGGER gift AFTER INSERT ON plies BEGIN UPDATE seats SET person = 'me'; END")
        plain.execute("CREATE VIEW seen AS SELECT seed FROM tables")
        plain.execute("CREATE TABLE notes (text)")
        plain.execute("CREATE INDEX people_by_name ON people (name)")
        plain.execute("INSERT INTO marks VALUES ('running', 1, NULL)")
        plain.commit()
    told = admin(target, "restore", str(copy))
    assert "it holds 3 tables" in told
    assert "Left out, since Saltroad makes no such thing: index people_by_name, table notes, trigger gift" in told
    with closing(sqlite3.connect(database)) as was, closing(sqlite3.connect(target)) as now:
        everything = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
        assert now.execute(everything).fetchall() == was.execute(everything).fetchall()
        for (name,) in was.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name != "marks":
                assert _rows(now, name) == _rows(was, name)
        assert now.execute("SELECT * FROM marks").fetchall() == []
    assert sorted(path.name for path in tmp_path.iterdir() if "new.db" in path.name) == ["new.db"]


def _rows(file: sqlite3.Connection, table: str) -> list[str]:
    return sorted(map(str, file.execute(f"SELECT * FROM {table}")))


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE seats ADD COLUMN gift TEXT",
        "ALTER TABLE people ADD COLUMN key TEXT GENERATED ALWAYS AS (lower(name)) VIRTUAL",
        "ALTER TABLE lines RENAME TO words; CREATE VIEW lines AS SELECT * FROM words",
        "UPDATE saltroad_version SET version_num = '0000'",
        "PRAGMA foreign_keys = OFF; DELETE FROM tables WHERE id = 'done'",
    ],
)
def test_a_copy_whose_tables_are_not_ours_is_refused(change: str, database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    admin(database, "backup", str(copy))
    with closing(sqlite3.connect(copy)) as plain:
        plain.executescript(change)
    said = refused(tmp_path / "new.db", "restore", str(copy))
    assert f"The file '{copy}' cannot be restored: " in said or "is not a copy of a Saltroad database: " in said
    assert sorted(path.name for path in tmp_path.iterdir() if "new.db" in path.name) == []


def test_a_copy_of_an_older_saltroad_is_restored_and_brought_up_to_date(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    create_schema(copy, "0001")
    with closing(sqlite3.connect(copy)) as plain:
        plain.execute("INSERT INTO people (id, name, made, settings) VALUES ('p', 'Ada', 1, '{}')")
        plain.commit()
    assert admin(tmp_path / "new.db", "restore", str(copy)).count("\n") == 1, "nothing is left out"
    assert [person["name"] for person in admin_json(tmp_path / "new.db", "people")] == ["Ada"]


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    default = tmp_path / "data" / "saltroad" / "saltroad.sqlite"
    for arguments in (["list"], ["show", "x"], ["close", "x"], ["export", "x"], ["backup", "x"], ["people"]):
        with pytest.raises(SaltroadError, match=r"--database FILE, in SALTROAD_DATABASE or in saltroad.toml") as caught:
            run("admin", *arguments)
        assert str(default) in str(caught.value)
    assert list(tmp_path.iterdir()) == []
    told = saltroad_command("admin", "list", "--database", "none.db")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("There is no database 'none.db'.")


def test_the_database_is_found_as_the_server_finds_it(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "saltroad.toml").write_text("database = 'games.db'\n")
    assert len(run_json("admin", "list")) == 2
    (tmp_path / "saltroad.toml").unlink()
    monkeypatch.setenv("SALTROAD_DATABASE", str(database))
    assert len(run_json("admin", "list")) == 2


def test_postgresql_is_copied_by_its_own_tools() -> None:
    where = "postgresql://ada:geheim@db.example.org:5433/games?sslmode=require"
    said = refused(where, "backup", "my copy")
    assert said.endswith(
        "pg_dump --format=custom --file='my copy' 'postgresql://ada@db.example.org:5433/games?sslmode=require'"
    )
    said = refused(where, "restore", "copy")
    assert "pg_restore --clean --if-exists --no-owner --dbname='postgresql://ada@db.example.org:5433/" in said
    assert "geheim" not in said
