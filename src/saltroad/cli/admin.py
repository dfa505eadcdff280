"""`saltroad admin`: look after a server's database, also while the server runs."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from saltroad.cli.common import Json, print_json, working
from saltroad.cli.configured import takes_settings
from saltroad.kernel.errors import SaltroadError

if TYPE_CHECKING:
    from saltroad.server.settings import Settings
    from saltroad.server.store import Log, Seat, State, Store, TableRow

T = TypeVar("T")

app = typer.Typer(
    help="Look after a server's database: list, inspect, close and export games, back up and restore.\n\n"
    "Works while the server runs; only restore needs it stopped. The database is found as the server finds it: "
    "by --database, SALTROAD_DATABASE or saltroad.toml.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id; `saltroad admin list` shows them.")]
Most = Annotated[int, typer.Option("--most", metavar="N", min=1, max=100_000, help="The most to list, newest first.")]


_IMPORTED = "This game was imported: this server vouches neither for its names nor for its dice."


class NoDatabase(SaltroadError):
    """There is no database at the address."""


class NotWithPostgreSQL(SaltroadError):
    """A command for SQLite files only: PostgreSQL has tools of its own for this."""


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[Store]:
    from saltroad.server.store import Store

    file = settings.database_file
    if file is not None and not file.exists():
        raise NoDatabase(
            f"There is no database {str(file)!r}. Name it with --database FILE, in SALTROAD_DATABASE or in "
            "saltroad.toml; `saltroad serve` makes it on its first start."
        )
    store = await Store.open(settings.database)
    try:
        yield store
    finally:
        await store.close()


def _with_store(settings: Settings, do: Callable[[Store], Awaitable[T]]) -> T:
    async def go() -> T:
        async with _opened(settings) as store:
            return await do(store)

    return asyncio.run(go())


# -- looking -----------------------------------------------------------------------------------------------------------


@app.command("list")
@takes_settings("database")
def list_tables(
    settings: Settings,
    state: Annotated[
        Literal["open", "playing", "over", "closed"] | None,
        typer.Option("--state", help="Only tables in this state; by default those that are open or being played."),
    ] = None,
    all_states: Annotated[bool, typer.Option("--all", help="Tables that have ended, too.")] = False,
    most: Most = 100,
    as_json: Json = False,
) -> None:
    """List tables, the newest first."""
    every: list[State] = ["open", "playing", "over", "closed"]
    states: list[State] = [state] if state else every if all_states else every[:2]
    found = _with_store(settings, lambda store: store.tables(states, most))
    if as_json:
        print_json([_table_object(listed.table, listed.seats) for listed in found])
        return
    rows = [
        (listed.table.id, _state(listed.table), listed.table.game, _names(listed.seats), _time(listed.table.made))
        for listed in found
    ]
    _print_rows(("table", "state", "game", "players", "made"), rows, "No tables found.")


@app.command()
@takes_settings("database")
def show(settings: Settings, table: TableId, as_json: Json = False) -> None:
    """Show one table: its seats, how far it is, how it ended."""
    row, seats, log = _with_store(settings, lambda store: _whole(store, table))
    last = log.plies[-1].at if log.plies else None
    if as_json:
        more = {"plies": len(log.plies), "drawn_anew": len(log.taken_back), "last_ply_at": last}
        print_json({**_table_object(row, seats), **more})
        return
    facts = {
        "table": row.id,
        "game": f"{row.game}, {row.options}",
        "state": _state(row),
        "imported": _IMPORTED if row.is_imported else "",
        "public": "yes" if row.public else "no, by link only",
        "made": _time(row.made),
        "started": _time(row.started),
        "ended": _time(row.ended),
        "result": row.result or "",
        "plies": f"{len(log.plies)}, the last {_time(last)}" if log.plies else "0",
        "drawn anew": str(len(log.taken_back)),
        "dice": row.dice,
        "commitment": row.commitment,
        "deals": str(row.deals),
        **{f"seat {seat.number + 1}": _seat(seat) for seat in seats},
    }
    _print_rows(("", ""), [(name, value) for name, value in facts.items() if value], "")


@app.command()
@takes_settings("database")
def people(
    settings: Settings,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Only people with this text in their name or login.")
    ] = None,
    most: Most = 100,
    as_json: Json = False,
) -> None:
    """List people, the newest first."""
    found = _with_store(settings, lambda store: store.people(name, most))
    if as_json:
        print_json([{"id": p.id, "name": p.name, "login": p.login, "made": p.made, "gone": p.gone} for p in found])
        return
    rows = [(p.id, p.name, p.login or "", _time(p.made), "forgotten" if p.gone else "") for p in found]
    _print_rows(("person", "name", "login", "made", ""), rows, "No people found.")


# -- changing ----------------------------------------------------------------------------------------------------------


@app.command()
@takes_settings("database")
def close(settings: Settings, table: TableId) -> None:
    """Close a table: nothing more can be played there. A running server notices within a minute."""
    _with_store(settings, lambda store: store.close_table(table))
    typer.echo(f"Table {table} is closed.")


@app.command()
@takes_settings("database")
def logout(settings: Settings, person: Annotated[str, typer.Argument(metavar="PERSON", help="A person's id.")]) -> None:
    """End all logins of a person: sessions, private links and tokens. A running server notices within a minute."""
    removed = _with_store(settings, lambda store: store.end_sessions(person, tokens=True))
    typer.echo(
        f"Person {person} is logged out: {len(removed.sessions)} sessions and {len(removed.tokens)} tokens ended."
    )


@app.command()
@takes_settings("database")
def forget(settings: Settings, person: Annotated[str, typer.Argument(metavar="PERSON", help="A person's id.")]) -> None:
    """Make a person anonymous for good, at their wish: name, login, password and tokens go, finished games stay."""
    _with_store(settings, lambda store: store.forget_person(person))
    typer.echo(f"Person {person} is forgotten.")


# -- keeping -----------------------------------------------------------------------------------------------------------


@app.command()
@takes_settings("database")
def export(
    settings: Settings,
    table: TableId,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The file to write; printed without one.")] = None,
) -> None:
    """Write a game as a record. That of a finished game can be checked with `saltroad verify`."""
    from saltroad.server.tables.records import record_of

    row, seats, log = _with_store(settings, lambda store: _whole(store, table))
    with working("Playing the game through ..."):
        text = record_of(row, seats, log).text()
    if row.is_imported:
        print(_IMPORTED, file=sys.stderr)
    if row.state in ("open", "playing"):
        print("This game is not over: the record shows what players may not know yet.", file=sys.stderr)
    if file is None:
        typer.echo(text, nl=False)
        return
    try:
        # A game that is not over shows hidden cards: for the host's own eyes.
        mode = 0o600 if row.state in ("open", "playing") else 0o666
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(opened, "w", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise SaltroadError(f"There is a file {str(file)!r} already: name a new one.") from None
    except OSError as error:
        raise SaltroadError(f"The file {str(file)!r} cannot be written: {error.strerror}.") from None
    typer.echo(f"Wrote {file}: {len(log.plies)} plies of {row.game}.")


@app.command()
@takes_settings("database")
def backup(
    settings: Settings, file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file for the copy.")]
) -> None:
    """Copy the database as it is now, while the server runs. The copy holds secrets of running games: keep it safe."""
    if settings.is_postgresql:
        raise NotWithPostgreSQL(
            "A PostgreSQL database is copied by its own tool, also while the server runs: "
            f"pg_dump --format=custom --file={shlex.quote(str(file))} {_shown(settings)}"
        )
    with working("Copying ..."):
        _with_store(settings, lambda store: store.backup(file))
    typer.echo(f"Copied {settings.database_file} to {file}, {file.stat().st_size:,} bytes.")


@app.command()
@takes_settings("database")
def restore(
    settings: Settings,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `saltroad admin backup` made.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the games that the database holds now.")] = False,
) -> None:
    """Put a copy back. The server must be stopped."""
    from saltroad.server.settings import make_data_folder
    from saltroad.server.store.restore import restore_sqlite

    if settings.database_file is None:
        raise NotWithPostgreSQL(
            "A PostgreSQL database is restored by its own tool, with the server stopped: "
            f"pg_restore --clean --if-exists --no-owner --dbname={_shown(settings)} {shlex.quote(str(file))}"
        )
    make_data_folder(settings)
    left = restore_sqlite(file, settings.database_file, replace=replace)
    # Opening it brings a copy of an older Saltroad up to date.
    held = _with_store(settings, lambda store: store.tables(["open", "playing", "over", "closed"], 1_000_000))
    typer.echo(f"Restored {settings.database_file}: it holds {len(held)} table{'s' * (len(held) != 1)}.")
    if left:
        typer.echo(f"Left out, since Saltroad makes no such thing: {', '.join(left)}.")


# -- shared ------------------------------------------------------------------------------------------------------------


async def _whole(store: Store, id: str) -> tuple[TableRow, tuple[Seat, ...], Log]:
    from saltroad.server.store import NoSuchTable

    row = await store.table(id)
    if row is None:
        raise NoSuchTable(id)
    return row, await store.seats(id), await store.log(id)


def _table_object(row: TableRow, seats: Iterable[Seat]) -> dict[str, Any]:
    """A table for programs, without its seed."""
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "state": row.state,
        "public": row.public,
        "made": row.made,
        "made_by": row.made_by,
        "started": row.started,
        "ended": row.ended,
        "result": row.result,
        "dice": row.dice,
        "commitment": row.commitment,
        "deals": row.deals,
        "imported": row.is_imported,
        "seats": [
            {"kind": s.kind, "name": s.name, "person": s.person, "bot": s.bot, "stand_in_reason": s.stand_in_reason}
            for s in seats
        ],
    }


def _state(row: TableRow) -> str:
    return f"{row.state}, imported" if row.is_imported else row.state


def _names(seats: Iterable[Seat]) -> str:
    return ", ".join(seat.name or f"({seat.kind})" for seat in seats)


def _seat(seat: Seat) -> str:
    why = {"left": ": they left", "away": ": they were away", "time": ": their time was over"}
    reason = why.get(seat.stand_in_reason or "", "")
    stands_in = f", {seat.bot} stands in{reason}" if seat.bot and seat.kind == "person" else ""
    return f"{seat.name or '-'} ({seat.kind}{stands_in})"


def _time(at: int | None) -> str:
    return "" if at is None else f"{datetime.fromtimestamp(at / 1000, UTC).astimezone():%Y-%m-%d %H:%M}"


def _shown(settings: Settings) -> str:
    """The database's address for another command, without its password."""
    from sqlalchemy.engine import URL, make_url

    url = make_url(settings.database)
    open_url = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return shlex.quote(open_url.render_as_string())


def _print_rows(headings: tuple[str, ...], rows: Sequence[tuple[str, ...]], empty: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not rows:
        typer.echo(empty)
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", show_header=any(headings))
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # a Text: names are no markup
    Console().print(table)
