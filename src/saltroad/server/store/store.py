"""The one door to the database: every method of `Store`, what it promises and what it refuses.

Writes return when they are durable. They go through one writer (`writer`), which gathers what comes while a commit is
under way and stores it in the next one; their order is the order of the calls. Reads see every write that has returned.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from saltroad.server.store import checks, reads, writes
from saltroad.server.store import credentials as entries
from saltroad.server.store.appends import Append
from saltroad.server.store.backup import copy_sqlite
from saltroad.server.store.engines import address_of, cause_of, engine_of, is_sqlite, sentence_of, shown, write_back
from saltroad.server.store.errors import StoreError
from saltroad.server.store.file_check import foreign_code, has_log
from saltroad.server.store.model import (
    QUIET,
    ActiveCredentials,
    ApiToken,
    BrowserSession,
    ChatLine,
    Ending,
    ListedTable,
    Log,
    LoginLink,
    Person,
    RemovedCredentials,
    Scope,
    Seat,
    State,
    StoredPly,
    TableRow,
    moment,
)
from saltroad.server.store.schema import RUNNING
from saltroad.server.store.server_lock import is_served
from saltroad.server.store.upgrade import bring_up_to_date
from saltroad.server.store.write_health import WriteHealth, WriteMonitor
from saltroad.server.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

_HOUR = 3_600_000
_LEFT = 30 * 24 * _HOUR
"""After this long a game that does not go on counts as left, and is listed last."""


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
        file = Path(str(url.database)) if is_sqlite(url) else None
        had_log = file is not None and has_log(file)
        await bring_up_to_date(url)
        store = cls(engine_of(url), clock)
        if file is not None and had_log and not is_served(file):
            # What a server that was killed had left in the log is in the file now: nobody is to miss it.
            with suppress(StoreError):
                await store.end()
        return store

    def __init__(self, engine: AsyncEngine, clock: Callable[[], int]) -> None:
        """For `open`, which looks first at what the database is."""
        self._engine = engine
        self._clock = clock
        self._writer = Writer(engine)
        self.watch = WriteMonitor(self._writer.change, clock)
        """Knows whether writes are stored."""
        self._writer.noting = self.watch
        self.warnings: tuple[str, ...] = ()
        """What whoever runs the server has to know of this database; found at the start."""
        # What several statements read is to be of one moment; SQLite does so anyway.
        self._reader = engine if is_sqlite(engine.url) else engine.execution_options(isolation_level="REPEATABLE READ")

    async def close(self) -> None:
        """Finish what was asked for, then let go of the database."""
        await self.watch.close()
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

    async def forget_person(self, id: str) -> RemovedCredentials:
        """Make a person anonymous: the name becomes "Somebody" at every table and in every chat, and stays so;
        login, password, sessions, tokens, settings and links are erased. Seats keep their place and finished games
        stay."""
        return await self._writer.change(writes.forget_person(id, self._clock()))

    # -- what lets somebody in -----------------------------------------------------------------------------------------

    async def set_login(
        self, person: str, login: str, password_hash: str, *, was: str | Literal[False] | None = False
    ) -> RemovedCredentials:
        """A login and the hash of its password, in place of what was; all sessions, tokens and links are ended with it.

        AlreadyThere if somebody else has the login, in whatever case; OtherPassword if the hash is not `was` any
        more, where that is given."""
        return await self._writer.change(entries.set_login(person, login, password_hash, was))

    async def person_by_login(self, login: str) -> tuple[Person, str] | None:
        """Who comes in by that login, in whatever case, and the hash of their password."""
        return await self._read(reads.person_by_login, checks.key(login))

    async def add_session(self, person: str, id: str, secret_hash: bytes, device: str) -> BrowserSession:
        """A session that lets a browser in as this person. Only the hash of its secret is kept."""
        return await self._writer.change(entries.add_session(person, id, secret_hash, device, self._clock()))

    async def session(self, id: str) -> tuple[BrowserSession, bytes] | None:
        """A session and the hash of its secret. That it was seen is noted, at most once an hour."""
        found = await self._read(entries.session, id)
        if found is not None and self._clock() - found[0].seen >= _HOUR:
            with suppress(StoreError):  # not worth sending somebody away for
                await self._writer.change(entries.note_session(id, self._clock()))
        return found

    async def sessions(self, person: str) -> list[BrowserSession]:
        """The sessions of a person, the one seen last first."""
        return await self._read(entries.sessions, person)

    async def end_session(self, person: str, id: str) -> bool:
        """Let nobody in by that session any more; False if the person has none of that id."""
        return await self._writer.change(entries.end_session(person, id))

    async def end_sessions(self, person: str, *, keep: str = "", tokens: bool = False) -> RemovedCredentials:
        """End all sessions of a person but one, all their links and every cookie of before there were sessions; with
        `tokens`, those too."""
        return await self._writer.change(entries.end_sessions(person, keep, tokens=tokens))

    async def left(
        self, people: Collection[str], sessions: Collection[str], tokens: Collection[str]
    ) -> ActiveCredentials:
        """Which of these people are there, and which of these sessions and tokens still let somebody in."""
        return await self._read(entries.left, sorted(people), sorted(sessions), sorted(tokens))

    async def add_token(self, person: str, id: str, token_hash: bytes, label: str, scope: Scope = "play") -> ApiToken:
        """A token that lets a program in as this person. Only its hash is kept."""
        return await self._writer.change(entries.add_token(person, id, token_hash, label, scope, self._clock()))

    async def tokens(self, person: str) -> list[ApiToken]:
        """The tokens of a person, oldest first."""
        return await self._read(entries.tokens, person)

    async def remove_token(self, person: str, id: str) -> bool:
        """Let nobody in by that token any more; False if the person has none of that id."""
        return await self._writer.change(entries.remove_token(person, id))

    async def by_token(self, token_hash: bytes) -> tuple[Person, ApiToken] | None:
        """Whom a token lets in. That it was used is noted, at most once an hour."""
        found = await self._read(entries.by_token, token_hash)
        if found is not None and (found[1].used is None or self._clock() - found[1].used >= _HOUR):
            with suppress(StoreError):
                await self._writer.change(entries.note_token(found[1].id, self._clock()))
        return found

    async def add_link(self, person: str, token_hash: bytes, until: int) -> LoginLink:
        """A link that lets its holder in as this person, once, before `until`. Only the token's hash is kept."""
        id = secrets.token_hex(4)
        return await self._writer.change(entries.add_link(person, id, token_hash, self._clock(), until))

    async def use_link(self, token_hash: bytes, now: int) -> Person | None:
        """Whom the link lets in; None if it is unknown, used already or too old."""
        return await self._writer.change(entries.use_link(token_hash, now))

    async def links(self, person: str, now: int) -> list[LoginLink]:
        """The links of a person that somebody could still come in by, oldest first."""
        return await self._read(entries.links, person, now)

    async def remove_link(self, person: str, id: str) -> bool:
        """Let nobody in by that link; False if the person has none of that id."""
        return await self._writer.change(entries.remove_link(person, id))

    # -- tables --------------------------------------------------------------------------------------------------------

    async def add_table(self, table: TableRow, seats: Sequence[Seat] = (), *, most_open: int = 0) -> None:
        """A new table with its seats. AlreadyThere if its id is in use; with `most_open`, TooManyOpen if it is public
        and whoever made it has so many public tables that wait for players."""
        await self._writer.change(writes.add_table(table, seats, most_open))

    async def note_active(self, ids: Sequence[str], at: int) -> None:
        """Somebody was at these tables at that moment."""
        await self._writer.change(writes.note_active(ids, at))

    async def table(self, id: str) -> TableRow | None:
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

    async def begin_deal(self, id: str, at: int) -> None:
        """Note that an open table waits for the players' shares since then. TableEnded or ChangedMeanwhile if it is
        not open."""
        await self._writer.change(writes.begin_deal(id, at))

    async def deal_anew(self, table: TableRow, seats: Sequence[Seat]) -> None:
        """Replace the dice of an open table (scheme, seed, commitment, number of deals) and its seats; it no longer
        waits for shares. TableEnded or ChangedMeanwhile if it is not open."""
        await self._writer.change(writes.deal_anew(table, seats))

    async def close_table(self, id: str) -> None:
        """Give a table up, now. TableEnded if it is over or closed."""
        await self.set_state(id, "closed", at=self._clock())

    async def import_table(self, table: TableRow, seats: Sequence[Seat], plies: Sequence[StoredPly]) -> None:
        """A whole finished game, all of it or nothing. BadValue if the table is not over; AlreadyThere if its id is in
        use. Whether the game keeps to the rules is not looked at here."""
        await self._writer.change(writes.import_table(table, seats, plies))

    # -- plies ---------------------------------------------------------------------------------------------------------

    async def append(
        self,
        table: str,
        first_ply: int,
        plies: Sequence[StoredPly | tuple[int, str, int]],
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

        With `noted` the log keeps it: chance draws anew from there. Without, what chance has decided stays decided.
        """
        await self._writer.change(writes.take_back(table, to_ply, at, clocks, noted, next_ply))

    async def log(self, table: str) -> Log:
        """All plies of a table, and what was taken back. Empty for a table that is not there."""
        return await self._read(reads.log, table)

    # -- chat ----------------------------------------------------------------------------------------------------------

    async def add_line(
        self,
        table: str,
        person: str | None,
        name: str,
        text: str,
        at: int,
        apart: bool,
        *,
        notice: str | None = None,
        about: int | None = None,
    ) -> ChatLine:
        """Something said at a table, with the number it got; with `notice`, something that happened to the seat
        `about`."""
        return await self._writer.change(writes.add_line(table, person, name, text, at, apart, notice, about))

    async def lines(self, table: str, after: int = 0, most: int = 200) -> list[ChatLine]:
        """The newest lines with a number above `after`, at most so many, oldest first."""
        return await self._read(reads.lines, table, after, most)

    # -- lists ---------------------------------------------------------------------------------------------------------

    async def open_tables(
        self,
        most: int = 20,
        *,
        game: str | None = None,
        players: int | None = None,
        before: str | None = None,
    ) -> list[ListedTable]:
        """Public tables that wait for players: the newest of each person who made one, then everybody's second, and so
        on; those that nobody was at for ten minutes come after all others.

        With `players`, only tables of so many seats. `before` is the id of the last table of the page before."""
        return await self._read(reads.open_tables, game, players, before, most, self._clock() - QUIET)

    async def tables_of(self, person: str, most: int = 50) -> list[ListedTable]:
        """Tables that a person sits at or made and that were not closed, newest first; then those that are not over and
        where nothing has happened for a month."""
        return await self._read(reads.tables_of, person, most, self._clock() - _LEFT)

    async def finished(
        self,
        game: str | None = None,
        player: str | None = None,
        before: str | None = None,
        most: int = 50,
        *,
        name: str | None = None,
    ) -> list[ListedTable]:
        """Public games that are over, newest first; with `player`, all those of that person, public or not.

        With `name`, only those where a seat's name has that in it, in whatever case. `before` is the id of the last
        table of the page before."""
        return await self._read(reads.finished, game, player, name, before, most)

    async def unfinished(self) -> list[ListedTable]:
        """All tables that are open or being played, oldest first."""
        return await self._read(reads.unfinished)

    async def clocks(self) -> list[tuple[str, bytes]]:
        """The clocks of all tables that are being played and have any, without those that are left to bots alone."""
        return await self._read(reads.clocks)

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        """How many plies these tables have, without those that have none."""
        return await self._read(reads.lengths, ids)

    async def tables(self, states: Sequence[State], most: int = 50) -> list[ListedTable]:
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

    async def storing(self) -> WriteHealth:
        """Whether writes are stored, as a write shows that is at most a few seconds old."""
        return await self.watch.look()

    async def begin(self) -> None:
        """Note that a server runs on this store, by a write that shows that it can: StoreError, with the cure, if not.

        `end` takes the note away; where it is found at a start, the last server did not stop as it should.
        """
        try:
            await self._writer.change(writes.set_mark(RUNNING, self._clock()))
        except StoreError as error:
            raise StoreError(f"{error} Nothing could be stored, so the server does not start.") from None
        if is_sqlite(self._engine.url):
            await write_back(self._engine)

    async def end(self) -> None:
        """The server stops, and has stored everything."""
        await self._writer.change(writes.remove_mark(RUNNING))

    async def look_for_triggers(self) -> list[str]:
        """A warning if a PostgreSQL database holds code that is not of our making; of a file `checkup` tells more."""
        if is_sqlite(self._engine.url):
            return []
        found = await self._read(reads.triggers)
        return [foreign_code(shown(self._engine.url), found)] if found else []

    def keep_out(self, why: Callable[[], StoreError | None]) -> None:
        """Write only while `why` gives no reason against it."""
        self._writer.keeps_out = why

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
            if cause_of(error) == "damaged":
                self.watch.failed("damaged")
            raise sentence_of(error, self._engine.url) from error
