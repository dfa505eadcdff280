"""The store: every read and write of the database as a method of `Store`, with what it promises and refuses.

Writes return when they are durable. They go through one writer (`writer`), which collects the writes that come while a
commit is under way into the next one; their order is the order of the calls. Reads see every write that has returned.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncEngine

from saltroad.server.store import checks, credentials, reads, writes
from saltroad.server.store.analyses import StoredAnalyses
from saltroad.server.store.appends import Append
from saltroad.server.store.backup import copy_sqlite
from saltroad.server.store.engines import (
    checkpoint_wal,
    database_url,
    is_sqlite,
    make_engine,
    without_password,
)
from saltroad.server.store.errors import StoreError
from saltroad.server.store.file_check import foreign_code_warning, has_log
from saltroad.server.store.model import (
    QUIET_AFTER,
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
    TableNotice,
    TableRow,
    moment,
)
from saltroad.server.store.reader import Reader
from saltroad.server.store.schema import RUNNING
from saltroad.server.store.server_lock import is_served
from saltroad.server.store.upgrade import upgrade_database
from saltroad.server.store.write_health import WriteHealth, WriteMonitor
from saltroad.server.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

_HOUR = 3_600_000
_ABANDONED_AFTER = 30 * 24 * _HOUR
"""Milliseconds without a move after which an unfinished game is listed last."""


class Store:
    """People, tables, plies and chat, in one SQLite file or a PostgreSQL database. Make one with `Store.open`.

    Any write may raise StoreError when the database fails (disk full, connection lost): then it may be stored or not,
    and reading shows which. Later writes work again as soon as the database does. A caller that is cancelled while
    it waits does no harm; its write may be stored.
    """

    @classmethod
    async def open(cls, where: str | Path, *, clock: Callable[[], int] = moment) -> Store:
        """The store at a path (SQLite) or an address such as `postgresql://user@host/name`, made or brought up to date.

        ForeignDatabase for a database of something else or of a newer Saltroad; StoreError when it cannot be reached.
        """
        url = database_url(where)
        file = Path(str(url.database)) if is_sqlite(url) else None
        had_log = file is not None and has_log(file)
        await upgrade_database(url)
        store = cls(make_engine(url), clock)
        if file is not None and had_log and not is_served(file):
            # Opening has copied the log of a server that was killed into the file: no later start is to miss that log.
            with suppress(StoreError):
                await store.mark_stopped()
        return store

    def __init__(self, engine: AsyncEngine, clock: Callable[[], int]) -> None:
        """For `open`, which first checks what the database is."""
        self._engine = engine
        self._clock = clock
        self._writer = Writer(engine)
        self.monitor = WriteMonitor(self._writer.change, clock)
        """Whether writes are stored."""
        self._writer.observer = self.monitor
        self.warnings: tuple[str, ...] = ()
        """What the host of the server has to know of this database; found at the start."""
        self._reader = Reader(engine, on_damage=lambda: self.monitor.failed("damaged"))
        self._read = self._reader.read
        self.analyses = StoredAnalyses(self._writer, self._reader, clock)
        """Analyses of finished games."""

    async def close(self) -> None:
        """Finish all pending writes and reads, then close the database."""
        await self.monitor.close()
        await self._writer.close()
        await self._reader.close()
        await self._engine.dispose()

    # -- people --------------------------------------------------------------------------------------------------------

    async def add_person(self, name: str) -> Person:
        """Add a person; names need not be unique."""
        return await self._writer.change(writes.add_person(secrets.token_hex(8), name, self._clock()))

    async def person(self, id: str) -> Person | None:
        """The person of an id, also one who was forgotten; None if there is none."""
        return await self._read(reads.person, id)

    async def rename(self, id: str, name: str) -> None:
        """Change a person's name; seats and chat keep the old one."""
        await self._writer.change(writes.change_person(id, name=checks.text(name)))

    async def set_settings(self, id: str, settings: Mapping[str, Any]) -> None:
        """Replace the person's settings; JSON."""
        await self._writer.change(writes.change_person(id, settings=checks.json_text(settings)))

    async def set_password_hash(self, id: str, text: str | None) -> None:
        """Set or remove the hash of a person's password."""
        await self._writer.change(writes.change_person(id, password_hash=checks.maybe_text(text)))

    async def password_hash(self, id: str) -> str | None:
        """The hash of the person's password, if there is one."""
        return await self._read(reads.password_hash, id)

    async def forget_person(self, id: str) -> RemovedCredentials:
        """Make a person anonymous: the name becomes "Somebody" at every table and in every chat, and stays so;
        login, password, sessions, tokens, settings and links are erased. Seats keep their place and finished games
        stay."""
        return await self._writer.change(writes.forget_person(id, self._clock()))

    # -- credentials ---------------------------------------------------------------------------------------------------

    async def set_login(
        self,
        person: str,
        login: str,
        password_hash: str,
        *,
        was: str | Literal[False] | None = False,
        epoch: int | None = None,
    ) -> RemovedCredentials:
        """Set a person's login and the hash of its password; all their sessions, tokens and links are removed with it.

        AlreadyExists if another person has the login, whatever its case; PasswordChanged if `was` is given and is no
        longer the stored hash; StaleCredentials as for `add_session`."""
        return await self._writer.change(credentials.set_login(person, login, password_hash, was, epoch))

    async def person_by_login(self, login: str) -> tuple[Person, str] | None:
        """The person of a login, whatever its case, and the hash of their password."""
        return await self._read(reads.person_by_login, checks.key(login))

    async def add_session(
        self, person: str, id: str, secret_hash: bytes, device: str, *, epoch: int | None = None
    ) -> BrowserSession:
        """Add a browser's session. Only the hash of its secret is stored. StaleCredentials if `epoch` is given and all
        credentials of the person were revoked since."""
        return await self._writer.change(credentials.add_session(person, id, secret_hash, device, self._clock(), epoch))

    async def session(self, id: str) -> tuple[BrowserSession, bytes] | None:
        """A session and the hash of its secret. Its use is noted, at most once an hour."""
        found = await self._read(credentials.session, id)
        if found is not None and self._clock() - found[0].seen >= _HOUR:
            with suppress(StoreError):  # not worth refusing the caller for
                await self._writer.change(credentials.note_session(id, self._clock()))
        return found

    async def sessions(self, person: str) -> list[BrowserSession]:
        """The sessions of a person, the last used first."""
        return await self._read(credentials.sessions, person)

    async def end_session(self, person: str, id: str) -> bool:
        """Remove a session; False if the person has none of that id."""
        return await self._writer.change(credentials.end_session(person, id))

    async def end_sessions(self, person: str, *, keep: str = "", tokens: bool = False) -> RemovedCredentials:
        """Remove all sessions of a person but `keep`, all their links and all cookies from before there were sessions;
        with `tokens`, all tokens too."""
        return await self._writer.change(credentials.end_sessions(person, keep, tokens=tokens))

    async def active_credentials(
        self, people: Collection[str], sessions: Collection[str], tokens: Collection[str]
    ) -> ActiveCredentials:
        """Those of these people, sessions and tokens that are still valid."""
        return await self._read(credentials.active_credentials, sorted(people), sorted(sessions), sorted(tokens))

    async def add_token(
        self,
        person: str,
        id: str,
        token_hash: bytes,
        label: str,
        scope: Scope = "play",
        *,
        epoch: int | None = None,
    ) -> ApiToken:
        """Add a program's token. Only its hash is stored. StaleCredentials as for `add_session`."""
        return await self._writer.change(
            credentials.add_token(person, id, token_hash, label, scope, self._clock(), epoch)
        )

    async def tokens(self, person: str) -> list[ApiToken]:
        """The tokens of a person, oldest first."""
        return await self._read(credentials.tokens, person)

    async def remove_token(self, person: str, id: str) -> bool:
        """Remove a token; False if the person has none of that id."""
        return await self._writer.change(credentials.remove_token(person, id))

    async def person_by_token(self, token_hash: bytes) -> tuple[Person, ApiToken] | None:
        """The person of a token, and the token. Its use is noted, at most once an hour."""
        found = await self._read(credentials.person_by_token, token_hash)
        if found is not None and (found[1].used is None or self._clock() - found[1].used >= _HOUR):
            with suppress(StoreError):
                await self._writer.change(credentials.note_token(found[1].id, self._clock()))
        return found

    async def add_link(self, person: str, token_hash: bytes, until: int, *, epoch: int | None = None) -> LoginLink:
        """Add a private link, which logs its holder in as this person once, before `until`. Only its hash is stored.
        StaleCredentials as for `add_session`."""
        id = secrets.token_hex(4)
        return await self._writer.change(credentials.add_link(person, id, token_hash, self._clock(), until, epoch))

    async def use_link(self, token_hash: bytes, now: int) -> Person | None:
        """The person of a link, which is removed; None if it is unknown, used already or too old."""
        return await self._writer.change(credentials.use_link(token_hash, now))

    async def links(self, person: str, now: int) -> list[LoginLink]:
        """The links of a person that are still valid, oldest first."""
        return await self._read(credentials.links, person, now)

    async def remove_link(self, person: str, id: str) -> bool:
        """Remove a link; False if the person has none of that id."""
        return await self._writer.change(credentials.remove_link(person, id))

    # -- tables --------------------------------------------------------------------------------------------------------

    async def add_table(self, table: TableRow, seats: Sequence[Seat] = (), *, most_open: int = 0) -> None:
        """Add a table with its seats. AlreadyExists if its id is in use; with `most_open`, TooManyOpen if it is public
        and its host has so many public tables that wait for players."""
        await self._writer.change(writes.add_table(table, seats, most_open))

    async def note_active(self, ids: Sequence[str], at: int) -> None:
        """Note that people were active at these tables at that moment."""
        await self._writer.change(writes.note_active(ids, at))

    async def table(self, id: str) -> TableRow | None:
        """The table of that id, with its secret seed."""
        return await self._read(reads.table, id)

    async def seats(self, id: str) -> tuple[Seat, ...]:
        """The seats of a table, in order."""
        return await self._read(reads.seats, id)

    async def save_seats(self, id: str, seats: Sequence[Seat], *, was: Sequence[Seat] | None = None) -> None:
        """Replace all seats of a table; with `was`, ChangedMeanwhile if the stored seats differ from it."""
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
        """Close a table, now. TableEnded if it is over or closed."""
        await self.set_state(id, "closed", at=self._clock())

    async def import_table(self, table: TableRow, seats: Sequence[Seat], plies: Sequence[StoredPly]) -> None:
        """Add a finished game with all its plies. BadValue if the table is not over; AlreadyExists if its id is in use.
        Whether the game keeps to the rules is not checked here."""
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
        the table becomes `over` in the same transaction (`plies` may be empty). `clocks` replaces
        the table's clocks, None leaves them.
        """
        rows = [(checks.int32(actor), checks.text(action), checks.int64(at)) for actor, action, at in plies]
        checks.text(table)
        checks.int32(first_ply + len(rows))
        if ends is not None:
            checks.text(ends.result)
            checks.int64(ends.at)
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
        notice: TableNotice | None = None,
    ) -> ChatLine:
        """Add a line of chat, or a notice; returns it with its number."""
        return await self._writer.change(writes.add_line(table, person, name, text, at, apart, notice))

    async def lines(self, table: str, after: int = 0, most: int = 200) -> list[ChatLine]:
        """The newest lines with a number above `after`, at most `most`, oldest first."""
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
        """Public tables that wait for players: the newest of each host, then each host's second, and so on; those
        without activity for ten minutes come last.

        With `players`, only tables of so many seats. `before` is the id of the last table of the page before."""
        return await self._read(reads.open_tables, game, players, before, most, self._clock() - QUIET_AFTER)

    async def tables_of(self, person: str, most: int = 50) -> list[ListedTable]:
        """Tables that a person sits at or made and that were not closed, newest first; unfinished ones without a move
        for a month come last."""
        return await self._read(reads.tables_of, person, most, self._clock() - _ABANDONED_AFTER)

    async def playing(self, person: str, game: str) -> list[ListedTable]:
        """All tables at which a person sits in a running game of that name."""
        return await self._read(reads.playing, person, game)

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

        With `name`, only those where the name of a seat contains it, whatever its case. `before` is the id of the last
        table of the page before."""
        return await self._read(reads.finished, game, player, name, before, most)

    async def unfinished(self) -> list[ListedTable]:
        """All tables that are open or being played, oldest first."""
        return await self._read(reads.unfinished)

    async def clocks(self) -> list[tuple[str, bytes]]:
        """The clocks of all tables that are being played and have any, without those where only bots play."""
        return await self._read(reads.clocks)

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        """The number of plies of each of these tables, without those that have none."""
        return await self._read(reads.lengths, ids)

    async def tables(self, states: Sequence[State], most: int = 50) -> list[ListedTable]:
        """Tables in any of these states, public or not, newest first: for the host of the server."""
        return await self._read(reads.tables, states, most)

    async def people(self, name: str | None = None, most: int = 50) -> list[Person]:
        """People, newest first; with `name`, those whose name or login contains it, whatever its case."""
        return await self._read(reads.people, name, most)

    async def states(self, ids: Sequence[str]) -> dict[str, State]:
        """The state of each of these tables, without those that do not exist."""
        return await self._read(reads.states, ids)

    async def again_table(self, id: str) -> str | None:
        """The table of the rematch of a game: the first that was made."""
        return await self._read(reads.again_table, id)

    # -- operation -----------------------------------------------------------------------------------------------------

    async def write_health(self) -> WriteHealth:
        """Whether writes are stored, as of a write that is at most a few seconds old."""
        return await self.monitor.check()

    async def mark_running(self) -> None:
        """Note that a server runs on this store; StoreError, with a remedy, if nothing can be written.

        `mark_stopped` removes the note; a note found at a start means that the last server did not stop properly.
        """
        try:
            await self._writer.change(writes.set_mark(RUNNING, self._clock()))
        except StoreError as error:
            raise StoreError(f"{error} Nothing could be stored, so the server does not start.") from None
        if is_sqlite(self._engine.url):
            await checkpoint_wal(self._engine)

    async def mark_stopped(self) -> None:
        """Note that the server has stored everything and stops."""
        await self._writer.change(writes.remove_mark(RUNNING))

    async def find_triggers(self) -> list[str]:
        """A warning if a PostgreSQL database holds triggers: we make none. `file_check` does the same for a file."""
        if is_sqlite(self._engine.url):
            return []
        found = await self._read(reads.triggers)
        return [foreign_code_warning(without_password(self._engine.url), found)] if found else []

    def guard_writes(self, refusal: Callable[[], StoreError | None]) -> None:
        """Refuse all writes while `refusal` returns an error."""
        self._writer.refusal = refusal

    async def backup(self, path: str | Path) -> None:
        """Copy an SQLite store as it is now into a new file, while it is in use. Refused on PostgreSQL."""
        await copy_sqlite(self._engine, Path(path))
