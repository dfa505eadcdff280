"""A table before its game: who takes which seat. Pure: each function gives the seats as they would be, or refuses."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from dataclasses import replace

from saltroad.bots import BOTS, LEVELS, ONLY_IN
from saltroad.protocol.messages import SetSeat, Sit
from saltroad.protocol.pages import NewSeat
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person, Seat

Seats = tuple[Seat, ...]

OFFERED = LEVELS
"""The bots that people are offered, the weakest first. Those that programs compare with play too, for whoever names
them."""
_SEATED = tuple(bot for bot in BOTS if bot not in ONLY_IN)
STAND_IN = "trader"
"""The bot that plays for whoever is away."""
ADVISER, ADVISER_SECONDS = "master", 1.0
"""The bot that gives hints, and how long it thinks about one."""
BOT_NAMES = ("Amina", "Idris", "Zahra", "Tariq", "Salma", "Yusuf")
"""By seat: two bots of one kind at a table are told apart."""


def laid(wanted: Sequence[NewSeat], host: Person, share: str) -> Seats:
    """The seats of a new table."""
    seats = tuple(_laid(number, seat, host, share) for number, seat in enumerate(wanted))
    if sum(seat.person == host.id for seat in seats) > 1:
        raise Refusal("one_seat")
    return seats


def _laid(number: int, wanted: NewSeat, host: Person, share: str) -> Seat:
    if wanted.kind == "me":
        return Seat(number, "person", host.id, None, host.name, share)
    if wanted.kind == "bot":
        return _bot(number, wanted.bot)
    return Seat(number, wanted.kind)


def _bot(number: int, bot: str) -> Seat:
    if bot not in _SEATED:
        raise Refusal("no_bot", bot=bot[:30], bots=", ".join(_SEATED))
    return Seat(number, "bot", None, bot, BOT_NAMES[number % len(BOT_NAMES)])


def sit(seats: Seats, person: Person, wanted: Sit, key: str) -> Seats:
    """A person takes a seat, or changes to it; `key` opens it if it is kept."""
    there = _at(seats, wanted.seat)
    if there.person == person.id:
        return _with(seats, replace(there, share=wanted.share or there.share, name=person.name))
    if there.kind == "kept" and not hmac.compare_digest(key.encode(), wanted.key.encode()):
        raise Refusal("seat_kept")
    if there.kind not in ("open", "kept"):
        raise Refusal("seat_taken")
    mine = seat_of(seats, person.id)
    share = wanted.share or ("" if mine is None else seats[mine].share)
    if mine is not None:
        seats = _with(seats, Seat(mine, "open"))
    return _with(seats, Seat(wanted.seat, "person", person.id, None, person.name, share))


def stand(seats: Seats, person: str) -> Seats:
    """A person leaves."""
    mine = seat_of(seats, person)
    if mine is None:
        raise Refusal("not_seated")
    return _with(seats, Seat(mine, "open"))


def set_seat(seats: Seats, wanted: SetSeat) -> Seats:
    """The host says what an empty seat is for."""
    if _at(seats, wanted.seat).kind == "person":
        raise Refusal("seat_taken")
    if wanted.kind == "bot":
        return _with(seats, _bot(wanted.seat, wanted.bot))
    return _with(seats, Seat(wanted.seat, wanted.kind))


def ready(seats: Seats, *, drawn: bool) -> Seats:
    """The seats as the game begins; refused while one is empty."""
    if any(seat.kind in ("open", "kept") for seat in seats):
        raise Refusal("seats_empty")
    if not any(seat.kind == "person" for seat in seats):
        raise Refusal("nobody_sits")
    if not drawn:
        return seats
    order = random.SystemRandom().sample(seats, len(seats))
    return tuple(replace(seat, number=number) for number, seat in enumerate(order))


def seat_of(seats: Sequence[Seat], person: str | None) -> int | None:
    """The seat of a person; None for whoever has none."""
    if person is None:
        return None
    return next((seat.number for seat in seats if seat.person == person), None)


def key_of(secret: bytes, table: str, seat: int) -> str:
    """The key that opens a kept seat: only whoever made the table is told."""
    return hmac.new(secret, f"seat {table} {seat}".encode(), hashlib.sha256).hexdigest()[:20]


def _at(seats: Seats, number: int) -> Seat:
    if not 0 <= number < len(seats):
        raise Refusal("no_seat", player=number + 1, players=len(seats))
    return seats[number]


def _with(seats: Seats, seat: Seat) -> Seats:
    return (*seats[: seat.number], seat, *seats[seat.number + 1 :])
