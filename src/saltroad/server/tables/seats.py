"""The seats of a table before its game. Pure: each function returns the seats as they would be, or refuses."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import replace

from saltroad.bots import BOTS, LEVELS
from saltroad.protocol.messages import SetSeat, Sit
from saltroad.protocol.pages import NewSeat
from saltroad.records.dice import Dice, share_hash_of
from saltroad.server.refusals import Refusal
from saltroad.server.store import FORGOTTEN_NAME, Person, Seat
from saltroad.server.text_cleaning import distinct_name

Seats = tuple[Seat, ...]

OFFERED = LEVELS
"""The bots that people are offered, the weakest first. Other bots can be seated by name."""
STAND_IN = "trader"
"""The bot that plays for a player who is away."""
ADVISER, ADVISER_SECONDS = "master", 1.0
"""The bot that gives hints, and how long it thinks about one."""
BOT_NAMES = ("Amina", "Idris", "Zahra", "Tariq", "Salma", "Yusuf")
"""The names of bots by seat, so that two bots of one level are told apart."""


def seats_wanted(wanted: Sequence[NewSeat], host: Person) -> Seats:
    """The seats of a new table."""
    seats = with_distinct_names(_seat_wanted(number, seat, host) for number, seat in enumerate(wanted))
    if sum(seat.person == host.id for seat in seats) > 1:
        raise Refusal("one_seat")
    return seats


def _seat_wanted(number: int, wanted: NewSeat, host: Person) -> Seat:
    if wanted.kind == "me":
        return Seat(number, "person", host.id, None, host.name)
    if wanted.kind == "bot":
        return _bot(number, wanted.bot)
    return Seat(number, wanted.kind)


def _bot(number: int, bot: str) -> Seat:
    if bot not in BOTS:
        raise Refusal("no_bot", bot=bot[:30], bots=", ".join(BOTS))
    return Seat(number, "bot", None, bot, BOT_NAMES[number % len(BOT_NAMES)])


def with_distinct_names(seats: Iterable[Seat]) -> Seats:
    """The seats with names that cannot be mistaken for each other: the first of two that look alike keeps its name."""
    apart: list[Seat] = []
    for seat in seats:
        apart.append(_with_distinct_name(apart, seat))
    return tuple(apart)


def _with_distinct_name(others: Iterable[Seat], seat: Seat) -> Seat:
    """A seat with a name that looks like none of the others, nor like that of those who are forgotten."""
    if not seat.name or seat.name == FORGOTTEN_NAME:
        return seat
    names = [other.name for other in others if other.name and other.number != seat.number]
    return replace(seat, name=distinct_name(seat.name, [FORGOTTEN_NAME, *names]))


def sit(seats: Seats, person: Person, wanted: Sit, key: str) -> Seats:
    """Seat a person, move them to another seat, or set the hash of their share of the dice; `key` opens a kept seat."""
    there = _at(seats, wanted.seat)
    if there.person == person.id:
        return _with(seats, replace(there, share_hash=wanted.share_hash or there.share_hash, name=person.name))
    if there.kind == "kept" and not hmac.compare_digest(key.encode(), wanted.key.encode()):
        raise Refusal("seat_kept")
    if there.kind not in ("open", "kept"):
        raise Refusal("seat_taken")
    mine = seat_of(seats, person.id)
    share_hash = wanted.share_hash or ("" if mine is None else seats[mine].share_hash)
    if mine is not None:
        seats = _with(seats, Seat(mine, "open"))
    return _with(seats, Seat(wanted.seat, "person", person.id, None, person.name, share_hash=share_hash))


def stand(seats: Seats, person: str) -> Seats:
    """Free the seat of a person who leaves."""
    mine = seat_of(seats, person)
    if mine is None:
        raise Refusal("not_seated")
    return _with(seats, Seat(mine, "open"))


def without_owner(seats: Seats, number: int) -> Seats:
    """Free a seat that has an owner."""
    return _with(seats, Seat(number))


def set_seat(seats: Seats, wanted: SetSeat) -> Seats:
    """Set what an empty seat is for, as the host says."""
    if _at(seats, wanted.seat).kind == "person":
        raise Refusal("seat_taken")
    if wanted.kind == "bot":
        return _with(seats, _bot(wanted.seat, wanted.bot))
    return _with(seats, Seat(wanted.seat, wanted.kind))


def check_ready(seats: Seats) -> None:
    """Refuse to start while a seat is empty."""
    if any(seat.kind in ("open", "kept") for seat in seats):
        raise Refusal("seats_empty")
    if not any(seat.kind == "person" for seat in seats):
        raise Refusal("nobody_sits")


def reveal(seats: Seats, number: int, share: str, table: str, commitment: str) -> Seats:
    """Add the share of a player, which must match its hash."""
    seat = seats[number]
    if not seat.share_hash:
        raise Refusal("no_share_asked")
    if not hmac.compare_digest(share_hash_of(share, table, commitment), seat.share_hash):
        raise Refusal("other_share")
    return _with(seats, replace(seat, share=share))


def missing_shares(seats: Seats) -> tuple[int, ...]:
    """The seats whose share has not come, though its hash was given."""
    return tuple(seat.number for seat in seats if seat.share_hash and not seat.share)


def without_shares(seats: Seats) -> Seats:
    """The seats when a deal is given up: hashes and shares are given anew for the next one."""
    return tuple(replace(seat, share="", share_hash="") for seat in seats)


def in_drawn_order(seats: Seats, seed: bytes, table: str) -> Seats:
    """The seats in the order that the dice draw."""
    order = Dice(seed, table, tuple(seat.share for seat in seats)).draw_order()
    return tuple(replace(seats[before], number=number, drawn_from=before) for number, before in enumerate(order))


def seat_of(seats: Sequence[Seat], person: str | None) -> int | None:
    """The seat of a person; None if they have none."""
    if person is None:
        return None
    return next((seat.number for seat in seats if seat.person == person), None)


def key_of(secret: bytes, table: str, seat: int) -> str:
    """The key that opens a kept seat: only the host is told."""
    return hmac.new(secret, f"seat {table} {seat}".encode(), hashlib.sha256).hexdigest()[:20]


def _at(seats: Seats, number: int) -> Seat:
    if not 0 <= number < len(seats):
        raise Refusal("no_seat", player=number + 1, players=len(seats))
    return seats[number]


def _with(seats: Seats, seat: Seat) -> Seats:
    seat = _with_distinct_name(seats, seat)
    return (*seats[: seat.number], seat, *seats[seat.number + 1 :])
