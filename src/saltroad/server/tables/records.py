"""Export and import of records: the record of a table's game, and a record from elsewhere as a finished table."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from saltroad import games
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import SaltroadError
from saltroad.protocol.pages import DiceShown, Drawn, Pace
from saltroad.records import History, Record, RecordError, Result
from saltroad.records.dice import Dice, promise_of
from saltroad.records.fairness import dice_claims
from saltroad.records.faults import fault, move_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import Log, Seat, StoredPly, TableRow, moment
from saltroad.server.text_cleaning import MAX_NAME_LENGTH, clean_line


class NotExportable(SaltroadError):
    """A table that has no record."""


def record_of(table: TableRow, seats: Sequence[Seat], log: Log) -> Record:
    """The record of a table's game as far as it was played.

    It has the seed only when the game is over. It always has every action, those of chance too: while hands are hidden
    it must not be shown to a player.
    """
    info = games.info(table.game)
    if table.rules_version != info.rules_version:
        played, ours = table.rules_version, info.rules_version
        raise NotExportable(fault("old_rules", table=table.id, played=played, title=info.title, ours=ours))
    history = History(games.load(table.game), info.read(table.options))
    for ply in log.plies:
        history.play(ply.action)
    names = [seat.name or f"Player {seat.number + 1}" for seat in seats]
    return Record.of(history, names, _headers(table, seats, log))


def _headers(table: TableRow, seats: Sequence[Seat], log: Log) -> dict[str, str]:
    if table.record is not None:
        return _read_headers(table.record)
    date = {} if table.started is None else {"date": f"{datetime.fromtimestamp(table.started / 1000, UTC):%Y-%m-%d}"}
    if table.state == "over":
        return {**date, **dice_of(table, seats, log).headers()}
    order, hashes = _order(seats), [seat.share_hash for seat in _before_drawing(seats)]
    return {**date, **promise_of(table.dice, table.id, table.commitment, hashes, order, table.deals)}


def _order(seats: Sequence[Seat]) -> tuple[int, ...]:
    """For each seat its number before the order was drawn; empty if none was."""
    return tuple(seat.drawn_from for seat in seats if seat.drawn_from is not None)


def _before_drawing(seats: Sequence[Seat]) -> Sequence[Seat]:
    return sorted(seats, key=lambda seat: seat.number if seat.drawn_from is None else seat.drawn_from)


def dice_of(table: TableRow, seats: Sequence[Seat], log: Log) -> Dice:
    """What decides, or decided, the outcomes of chance at a table whose game has begun."""
    shares = tuple(seat.share for seat in _before_drawing(seats))
    anew = tuple(back.to_ply for back in log.taken_back)
    return Dice(table.seed, table.id, shares, anew, _order(seats), table.deals, table.dice)


def dice_shown(record: Record) -> DiceShown:
    """The dice of a finished game with every possible outcome, for a check that need not trust the server.

    They are taken from the record; NotCheckable if it has none. Takes time: call it in a thread.
    """
    told, history = dice_claims(record), record.history()
    draws = []
    for ply, (action, who) in enumerate(zip(history.actions, history.actors, strict=True)):
        if who == CHANCE:
            position = history.positions[ply]
            outcomes = history.game.legal(position)
            weights = tuple(int(weight) for weight in history.game.weights(position))
            draws.append(Drawn(ply, tuple(map(str, outcomes)), weights, outcomes.index(action)))
    return DiceShown(
        scheme=told.scheme,
        table=told.table,
        commitment=told.commitment,
        seed=told.seed.hex(),
        share_hashes=told.share_hashes,
        shares=told.shares,
        order=told.order or None,
        drawn_anew=told.drawn_anew,
        deals=told.deals,
        draws=tuple(draws),
    )


def import_record(
    text: str, *, id: str | None = None, made_by: str | None = None, public: bool = False, at: int | None = None
) -> tuple[TableRow, tuple[Seat, ...], tuple[StoredPly, ...]]:
    """A record as a finished table, for `Store.import_table`. Every action is checked by the rules; the names cannot
    be, so the table is not listed for others unless `public` is set.

    RecordError names the line that is wrong; a game that is not over is refused. Takes time: call it in a thread.
    """
    record = Record.read(text)
    history = record.history()
    outcome = history.outcome
    if outcome is None:
        raise RecordError(0, fault("not_over", to_act=move_of(history.actor)))
    now = moment() if at is None else at
    table = TableRow(
        id=secrets.token_hex(8) if id is None else id,
        game=record.info.name,
        options=str(record.options),
        rules_version=record.info.rules_version,
        made=now,
        made_by=made_by,
        public=public,
        pace=msgspec.to_builtins(Pace()),
        seed=b"",
        commitment=record.more.get("commitment", ""),
        state="over",
        started=now,
        ended=now,
        result=str(Result.of(outcome)),
        drawn=False,
        record=_write_headers(record.more),
    )
    seats = tuple(Seat(k, "person", name=_name(k, name)) for k, name in enumerate(record.seats))
    actions = zip(history.actors, history.actions, strict=True)
    return table, seats, tuple(StoredPly(who, str(action), now) for who, action in actions)


def _name(number: int, written: str) -> str:
    """A player's name in a record from elsewhere, cleaned as ours are."""
    try:
        return clean_line(written)[:MAX_NAME_LENGTH].strip()
    except Refusal:
        return f"Player {number + 1}"


def notes_of(table: TableRow) -> tuple[str, ...]:
    """The headers of an imported record, such as `date: 2001-02-03`; empty for a game that was played here."""
    return () if table.record is None else tuple(table.record.splitlines())


def _write_headers(headers: Mapping[str, str]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in headers.items())


def _read_headers(text: str) -> dict[str, str]:
    pairs = (line.partition(": ") for line in text.splitlines())
    return {name: value for name, _, value in pairs}
