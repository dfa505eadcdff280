"""The one door to the database: every method of `Store`, what it promises and what it refuses.

Writes return when they are durable. They go through one writer (`writer`), which gathers what comes while a commit is
under way and stores it in the next one; their order is the order of the calls. Reads see every write that has returned.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from saltroad.server.store import checks, reads, writes
from saltroad.server.store.appends import Append
from saltroad.server.store.backup import copy_sqlite
from saltroad.server.store.engines import address_of, engine_of, is_sqlite, sentence_of
from saltroad.server.store.model import Ending, Line, Listed, Log, Person, Ply, Seat, State, Table, Token, moment
from saltroad.server.store.upgrade import bring_up_to_date
from saltroad.server.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

_DAY = 86_400_000


class Store:
    """People, tables, plies and chat, in one SQLite file or a PostgreSQL database. Make one with `Store.open`.

    Any write may raise StoreError when the database fails (disk full, connection lost): then it may be stored or not,
    and reading shows which. Later writes work again as soon as the database does. A caller that is cancelled while
    it waits does no harm; its write may be stored.
    """

    @classmethod
    async def open(cls, where: str | Path, *, clock: Callable[[], int] = moment) -> Store:
        """The store at a path (SQLite) or an address such as `postgresql://user@host/name`, made or brought up to date.

        NotOurs for a database of something else or of a newer Saltroad; StoreError when it cannot be reached.
        """
        url = address_of(where)
        await bring_up_to_date(url)
        return cls(engine_of(url), clock)

    def __init__(self, engine: AsyncEngine, clock: Callable[[], int]) -> None:
        """For `open`, which looks first at what the database is."""
        self._engine = engine
        self._clock = clock
        self._writer = Writer(engine)
        # What several statements read is to be of one moment; SQLite does so anyway.
        self._reader = engine if is_sqlite(engine.url) else engine.execution_options(isolation_level="REPEATABLE READ")

    async def close(self) -> None:
        """Finish what was asked for, then let go of the database."""
        await self._writer.close()
        await self._engine.dispose()

    # -- people --------------------------------------------------------------------------------------------------------

    async def add_person(self, name: str) -> Person:
        """A new person; names need not differ."""
        return await self._writer.change(writes.add_person(secrets.token_hex(8), name, self._clock()))

    async def person(self, id: str) -> Person | None:
        """The person of that id, those who were forgotten too."""
        return await self._read(reads.person, id)

    async def rename(self, id: str, name: str) -> None:
        """A new name, from now on: what is at the tables already keeps the old one."""
        await self._writer.change(writes.change_person(id, name=checks.text(name)))

    async def set_settings(self, id: str, settings: Mapping[str, Any]) -> None:
        """Replace the person's settings; JSON."""
        await self._writer.change(writes.change_person(id, settings=checks.json_text(settings)))

    async def set_password_hash(self, id: str, text: str | None) -> None:
        """Keep the hash of a password, or none. The hashing is not done here."""
        await self._writer.change(writes.change_person(id, password_hash=checks.maybe_text(text)))

    async def password_hash(self, id: str) -> str | None:
        """The hash of the person's password, if there is one."""
        return await self._read(reads.password_hash, id)

    async def forget_person(self, id: str) -> None:
        """Make a person anonymous: the name becomes "Somebody" at every table and in every chat, and stays so;
        login, password, tokens, settings and links are erased. Seats keep their place and finished games stay."""
        await self._writer.change(writes.forget_person(id, self._clock()))

    async def set_login(self, person: str, login: str, password_hash: str) -> None:
        """A login and the hash of its password, in place of what was. AlreadyThere if somebody else has the login, in
        whatever case."""
        await self._writer.change(writes.set_login(person, login, password_hash))

    async def person_by_login(self, login: str) -> tuple[Person, str] | None:
        """Who comes in by that login, in whatever case, and the hash of their password."""
        return await self._read(reads.person_by_login, checks.key(login))

    async def add_token(self, person: str, id: str, token_hash: bytes, label: str) -> Token:
        """A token that lets a program in as this person. Only its hash is kept."""
        return await self._writer.change(writes.add_token(person, id, token_hash, label, self._clock()))

    async def tokens(self, person: str) -> list[Token]:
        """The tokens of a person, oldest first."""
        return await self._read(reads.tokens, person)

    async def remove_token(self, person: str, id: str) -> bool:
        """Let nobody in by that token any more; False if the person has none of that id."""
        return await self._writer.change(writes.remove_token(person, id))

    async def person_of_token(self, token_hash: bytes) -> Person | None:
        """Whom a token lets in. That it was used is noted, at most once a day."""
        found = await self._read(reads.person_of_token, token_hash)
        if found is None:
            return None
        person, used = found
        if used is None or self._clock() - used >= _DAY:
            await self._writer.change(writes.note_token(token_hash, self._clock()))
        return person

    async def add_link(self, person: str, token_hash: bytes, until: int) -> None:
        """A link that lets its holder in as this person, once, before `until`. Only the token's hash is kept."""
        await self._writer.change(writes.add_link(person, token_hash, until))

    async def use_link(self, token_hash: bytes, now: int) -> Person | None:
        """Whom the link lets in; None if it is unknown, used already or too old."""
        return await self._writer.change(writes.use_link(token_hash, now))

    # -- tables --------------------------------------------------------------------------------------------------------

    async def add_table(self, table: Table, seats: Sequence[Seat] = ()) -> None:
        """A new table with its seats. AlreadyThere if its id is in use."""
        await self._writer.change(writes.add_table(table, seats))

    async def table(self, id: str) -> Table | None:
        """The table of that id, with its secret seed."""
        return await self._read(reads.table, id)

    async def seats(self, id: str) -> tuple[Seat, ...]:
        """The seats of a table, in order."""
        return await self._read(reads.seats, id)

    async def save_seats(self, id: str, seats: Sequence[Seat], *, was: Sequence[Seat] | None = None) -> None:
        """Replace all seats of a table; with `was`, ChangedMeanwhile if others sit there by now."""
        await self._writer.change(writes.save_seats(id, seats, was))

    async def set_state(
        self,
        id: str,
        state: State,
        *,
        at: int,
        result: str | None = None,
        seats: Sequence[Seat] | None = None,
        was: State | None = None,
    ) -> None:
        """Change a table's state: `playing` sets `started`, `over` and `closed` set `ended`. With `seats`, those are
        replaced in the same transaction. TableEnded if the table is over or closed; ChangedMeanwhile if its state is
        not `was`."""
        await self._writer.change(writes.set_state(id, state, at, result, seats, was))

    async def close_table(self, id: str) -> None:
        """Give a table up, now. TableEnded if it is over or closed."""
        await self.set_state(id, "closed", at=self._clock())

    async def import_table(self, table: Table, seats: Sequence[Seat], plies: Sequence[Ply]) -> None:
        """A whole finished game, all of it or nothing. BadValue if the table is not over; AlreadyThere if its id is in
        use. Whether the game keeps to the rules is not looked at here."""
        await self._writer.change(writes.import_table(table, seats, plies))

    # -- plies ---------------------------------------------------------------------------------------------------------

    async def append(
        self,
        table: str,
        first_ply: int,
        plies: Sequence[Ply | tuple[int, str, int]],
        *,
        ends: Ending | None = None,
        clocks: bytes | None = None,
    ) -> None:
        """Add plies to the end of a log: all of them or none. Durable when it returns.

        PlyTaken if the log does not end just before `first_ply`; TableEnded if the table is over or closed. With `ends`
        the table becomes `over` in the same transaction (`plies` may be empty: somebody resigned). `clocks` replaces
        the table's clocks, None leaves them.
        """
        rows = [(checks.small(actor), checks.text(action), checks.large(at)) for actor, action, at in plies]
        checks.text(table)
        checks.small(first_ply + len(rows))
        if ends is not None:
            checks.text(ends.result)
            checks.large(ends.at)
        await self._writer.append(Append(table, first_ply, rows, ends, clocks))

    async def take_back(
        self,
        table: str,
        to_ply: int,
        at: int,
        *,
        noted: bool = True,
        clocks: bytes | None = None,
        next_ply: int | None = None,
    ) -> None:
        """Remove the ply `to_ply` and all after it. NoSuchPly if it was not played; TableEnded as in `append`; PlyTaken
        if the log does not end just before `next_ply`: what the caller has not seen is not taken back.

        It is noted in the log, unless `noted` is False: for one's own action that no chance has followed, so that
        nothing is drawn anew.
        """
        await self._writer.change(writes.take_back(table, to_ply, at, clocks, noted, next_ply))

    async def log(self, table: str) -> Log:
        """All plies of a table, and what was taken back. Empty for a table that is not there."""
        return await self._read(reads.log, table)

    # -- chat ----------------------------------------------------------------------------------------------------------

    async def add_line(self, table: str, person: str | None, name: str, text: str, at: int, apart: bool) -> Line:
        """Something said at a table, with the number it got."""
        return await self._writer.change(writes.add_line(table, person, name, text, at, apart))

    async def lines(self, table: str, after: int = 0, most: int = 200) -> list[Line]:
        """The newest lines with a number above `after`, at most so many, oldest first."""
        return await self._read(reads.lines, table, after, most)

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def open_tables(self, most: int = 50) -> list[Listed]:
        """Public tables that wait for players, newest first."""
        return await self._read(reads.open_tables, most)

    async def tables_of(self, person: str, most: int = 50) -> list[Listed]:
        """Tables that a person sits at or made and that were not closed, newest first."""
        return await self._read(reads.tables_of, person, most)

    async def finished(
        self,
        game: str | None = None,
        player: str | None = None,
        before: str | None = None,
        most: int = 50,
        *,
        name: str | None = None,
    ) -> list[Listed]:
        """Public games that are over, newest first; with `player`, all those of that person, public or not.

        With `name`, only those where a seat's name has that in it, in whatever case. `before` is the id of the last
        table of the page before."""
        return await self._read(reads.finished, game, player, name, before, most)

    async def unfinished(self) -> list[Listed]:
        """All tables that are open or being played, oldest first: what a restart takes up."""
        return await self._read(reads.unfinished)

    async def tables(self, states: Sequence[State], most: int = 50) -> list[Listed]:
        """Tables in any of these states, public or not, newest first: for whoever runs the server."""
        return await self._read(reads.tables, states, most)

    async def people(self, name: str | None = None, most: int = 50) -> list[Person]:
        """People, newest first; with `name`, those with that in their name or login, in whatever case."""
        return await self._read(reads.people, name, most)

    async def states(self, ids: Sequence[str]) -> dict[str, State]:
        """The state of each of these tables, without those that are not there."""
        return await self._read(reads.states, ids)

    async def again_table(self, id: str) -> str | None:
        """The table of the next game after this one with the same people: the first that was made."""
        return await self._read(reads.again_table, id)

    # -- keeping -------------------------------------------------------------------------------------------------------

    async def backup(self, path: str | Path) -> None:
        """A copy of an SQLite store as it is now, into a new file, while it is in use. Refused on PostgreSQL."""
        await copy_sqlite(self._engine, Path(path))

    async def _read(
        self, read: Callable[Concatenate[AsyncConnection, P], Awaitable[T]], *args: P.args, **more: P.kwargs
    ) -> T:
        """What a function of `reads` gives, from one snapshot of the database."""
        try:
            async with self._reader.connect() as connection:
                return await read(connection, *args, **more)
        except (DBAPIError, PoolTimeout, OSError) as error:
            raise sentence_of(error, self._engine.url) from error
