"""Opening: migrations, what is refused, the settings that make a commit durable, and copies."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from saltroad.server.store import ForeignDatabase, Person, Store, StoreError, engines, upgrade
from saltroad.server.store.schema import NEWEST, VERSION_TABLE, metadata
from server.store.support import NOW, Database, a_ply, a_table

T = TypeVar("T")

OPEN = """
import asyncio, sys
from saltroad.server.store import Store
async def main():
    print("ready", flush=True)
    sys.stdin.readline()
    store = await Store.open(sys.argv[1])
    await store.add_person("Ada")
    await store.close()
asyncio.run(main())
"""


def open_and_close(where: str | Path) -> None:
    async def go() -> None:
        await (await Store.open(where)).close()

    asyncio.run(go())


def ask(database: Database, question: Callable[[Connection], T]) -> T:
    """Look at the database past the store."""

    async def go() -> T:
        engine = engines.make_engine(engines.database_url(database.where))
        async with engine.begin() as connection:
            if database.server is not None:  # a question may take its time on a busy machine
                await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            answer = await connection.run_sync(question)
        await engine.dispose()
        return answer

    return asyncio.run(go())


def test_the_newest_migration_is_the_one_the_program_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(upgrade.MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [NEWEST]
    assert all(len(script.revision) == 4 and script.revision.isdecimal() for script in scripts.walk_revisions())


def test_migrations_lead_to_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        return list(compare_metadata(context, metadata))

    for _ in range(2):  # the second time there is nothing to do
        open_and_close(database.where)
        assert ask(database, differences) == []


def test_a_store_of_the_first_schema_is_brought_up_to_date(database: Database) -> None:
    def make_first(connection: Connection) -> None:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(upgrade.MIGRATIONS))
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO people (id, name, made, settings) VALUES ('p', 'Ada', 1, '{}')"))
        connection.execute(
            text(
                "INSERT INTO tables (id, game, options, rules_version, made, public, pace, seed, commitment, state,"
                " ended) VALUES ('t', 'bazaar', '', 1, 1, true, '{}', :seed, '', 'over', 2)"
            ),
            {"seed": b"x"},
        )
        for number, name in enumerate(("Élodie  B", "Bo", "Bo")):
            connection.execute(
                text("INSERT INTO seats (table_id, number, kind, name, share) VALUES ('t', :k, 'kept', :name, '')"),
                {"k": number, "name": name},
            )
        command.upgrade(config, "0002")
        connection.execute(
            text("INSERT INTO tokens (id, person, token_hash, label, made) VALUES ('k', 'p', :hash, 'bot', 1)"),
            {"hash": b"x"},
        )

    async def go() -> None:
        store = await Store.open(database.where)
        assert await store.person("p") == Person("p", "Ada", 1)
        assert [token.scope for token in await store.tokens("p")] == ["play"], "as a program needs that plays"
        found = await store.table("t")
        assert found is not None
        assert (found.drawn, found.record) == (True, None)
        for name, ids in (("éLODIE b", ["t"]), ("BO", ["t"]), ("Ada", [])):
            assert [listed.table.id for listed in await store.finished(name=name)] == ids
        await store.set_login("p", "Ada", "x")
        await store.close()

    ask(database, make_first)
    asyncio.run(go())


def test_a_store_is_opened_again_with_what_it_held(database: Database) -> None:
    async def go() -> None:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        await store.append("t", 0, [a_ply(0)])
        await store.close()
        store = await Store.open(database.where)
        assert len((await store.log("t")).plies) == 1
        await store.close()

    asyncio.run(go())


def test_processes_that_open_at_once_do_not_collide(database: Database) -> None:
    children = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, database.where], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        child.communicate(timeout=60)
        assert child.returncode == 0
    assert ask(database, lambda connection: connection.execute(text("SELECT count(*) FROM people")).scalar()) == 3


def test_one_process_may_open_several_at_once(database: Database) -> None:
    async def go() -> None:
        for store in await asyncio.gather(*(Store.open(database.where) for _ in range(4))):
            await store.close()

    asyncio.run(go())


def test_a_database_of_a_newer_program_is_refused(database: Database) -> None:
    open_and_close(database.where)
    ask(database, lambda connection: connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")))
    with pytest.raises(ForeignDatabase, match=r"newer Saltroad \(schema 9999, this one knows \d{4}\)"):
        open_and_close(database.where)


def test_a_database_of_something_else_is_refused_and_left_as_it_is(database: Database) -> None:
    ask(database, lambda connection: connection.execute(text("CREATE TABLE recipes (id INTEGER)")))
    before = Path(database.where).read_bytes() if database.kind == "sqlite" else b""
    with pytest.raises(ForeignDatabase, match="holds other tables, such as 'recipes'"):
        open_and_close(database.where)
    if database.kind == "sqlite":
        assert Path(database.where).read_bytes() == before


def test_what_cannot_be_a_store_is_refused_with_a_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada, " * 200)
    for where, why in (
        (letter, "is not a database"),
        (tmp_path, "is a folder"),
        (tmp_path / "none" / "store.db", "There is no folder"),
        (":memory:", "needs a file"),
        ("sqlite://", "needs a file"),
        ("sqlite:///x.db?mode=memory", "takes no settings"),
        ("mysql://host/name", "not 'mysql'"),
        ("postgresql://host:port/name", "cannot be read"),
        (f"postgresql://ada:geheim@/x?host={tmp_path}", "failed"),
    ):
        with pytest.raises(StoreError, match=why) as refused:
            open_and_close(where)
        assert "geheim" not in str(refused.value), "a password is not shown"
    assert letter.read_text() == "Dear Ada, " * 200


def test_commits_are_durable_by_setting(database: Database) -> None:
    open_and_close(database.where)
    settings = (
        {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": 2, "PRAGMA foreign_keys": 1}
        if database.kind == "sqlite"
        else {"SHOW synchronous_commit": "on", "SHOW fsync": "on"}
    )
    for question, answer in settings.items():
        found = ask(database, lambda connection, question=question: connection.exec_driver_sql(question).scalar())  # type: ignore[misc]
        assert found == answer, question
    if database.kind == "sqlite":
        assert stat.S_IMODE(Path(database.where).stat().st_mode) == 0o600


def test_a_copy_is_made_while_plies_are_written(database: Database, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def go() -> None:
        store = await Store.open(database.where)
        await store.add_table(a_table("t"))
        await store.append("t", 0, [a_ply(0)])
        if database.kind != "sqlite":
            with pytest.raises(StoreError, match="pg_dump"):
                await store.backup(copy)
            await store.close()
            return

        async def play() -> None:
            for ply in range(1, 40):
                await store.append("t", ply, [a_ply(ply)])

        await asyncio.gather(play(), store.backup(copy))
        with pytest.raises(StoreError, match="already"):
            await store.backup(copy)
        with pytest.raises(StoreError, match="could not be written"):
            await store.backup(tmp_path / "none" / "copy.db")
        await store.close()
        copied = await Store.open(copy)
        plies = (await copied.log("t")).plies
        assert [ply.at for ply in plies] == [NOW + k for k in range(len(plies))]
        assert 1 <= len(plies) <= 40
        await copied.close()
        with closing(sqlite3.connect(copy)) as plain:
            assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]

    asyncio.run(go())
