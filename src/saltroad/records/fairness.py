"""The check that the dice of a finished game were fair: its record has all that decided chance, and it is drawn
again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import SaltroadError
from saltroad.records.dice import FIRST_SCHEME, SCHEME, SCHEMES, SEED_BYTES, SHARE_DIGITS, Dice, commitment_of
from saltroad.records.faults import fault
from saltroad.records.record import Record


class NotFair(SaltroadError):
    """An outcome, or the order, is not what the promised dice give."""


class NotCheckable(SaltroadError):
    """A record that does not have what a check needs."""


@dataclass(frozen=True, slots=True)
class DiceClaims:
    """The dice as a record states them, not checked yet. Seats are counted from 0."""

    scheme: str
    table: str
    commitment: str
    seed: bytes
    shares: tuple[str, ...]
    share_hashes: tuple[str, ...]
    order: tuple[int, ...]
    """Empty if the record names none."""
    drawn_anew: tuple[int, ...]
    deals: int


def dice_claims(record: Record) -> DiceClaims:
    """The dice as a record states them; NotCheckable if that is not enough for a check, or cannot be read."""
    headers, seats = record.more, range(1, record.options.players + 1)
    scheme = headers.get("dice", "")
    if scheme not in SCHEMES:
        raise NotCheckable(fault("no_dice", scheme=SCHEME))
    for name in ("table", "commitment", "seed"):
        if name not in headers:
            raise NotCheckable(fault("no_dice_header", name=name))
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", headers["seed"]):
        raise NotCheckable(fault("not_a_seed", size=SEED_BYTES))
    is_first = scheme == FIRST_SCHEME
    return DiceClaims(
        scheme=scheme,
        table=headers["table"],
        commitment=headers["commitment"],
        seed=bytes.fromhex(headers["seed"]),
        shares=tuple(headers.get(f"share {k}", "") if is_first else _share(headers, k) for k in seats),
        share_hashes=tuple("" if is_first else headers.get(f"share hash {k}", "") for k in seats),
        order=() if is_first else tuple(number - 1 for number in _numbers(headers, "order")),
        drawn_anew=_numbers(headers, "taken back" if is_first else "drawn anew"),
        deals=1 if is_first else _deals(headers),
    )


def _share(headers: Mapping[str, str], number: int) -> str:
    share = headers.get(f"share {number}", "")
    if not re.fullmatch(f"([0-9a-f]{{{SHARE_DIGITS}}})?", share):
        raise NotCheckable(fault("not_a_share", number=number, digits=SHARE_DIGITS))
    return share


def _numbers(headers: Mapping[str, str], name: str) -> tuple[int, ...]:
    text = headers.get(name, "")
    if not re.fullmatch(r"([0-9]{1,9}( |$))*", text):
        raise NotCheckable(fault("not_numbers", name=name))
    return tuple(map(int, text.split()))


def _deals(headers: Mapping[str, str]) -> int:
    text = headers.get("deals", "1")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise NotCheckable(fault("not_deals"))
    return int(text)


def dice_of(record: Record) -> Dice:
    """The dice of a record; NotCheckable if it does not have them, NotFair if they are not the promised ones."""
    told = dice_claims(record)
    if commitment_of(told.seed, told.table, told.scheme) != told.commitment:
        raise NotFair(fault("other_seed"))
    dice = Dice(told.seed, told.table, told.shares, told.drawn_anew, told.order, told.deals, told.scheme)
    for number, (promised, hashed) in enumerate(zip(told.share_hashes, dice.share_hashes, strict=True), 1):
        if promised != hashed:
            raise NotFair(fault("other_share", number=number))
    if told.order and told.order != (drawn := dice.draw_order()):
        said, by_dice = (" ".join(str(number + 1) for number in order) for order in (told.order, drawn))
        raise NotFair(fault("other_order", said=said, drawn=by_dice))
    return dice


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check: the order of seats and every outcome of chance are what the seed and the shares give."""

    scheme: str
    commitment: str
    plies: int
    drawn: int
    """How many of the plies were chance's."""
    shares: int
    """How many players added to the seed."""
    drawn_anew: int
    """How often the game was taken back for a new draw."""
    deals: int
    """How many seeds were committed to at the table until the game began."""


def check(record: Record) -> Checked:
    """Draw everything again. NotFair names the first thing that differs; RecordError if the game itself is unsound."""
    dice = dice_of(record)
    history = record.history()
    drawn = 0
    for ply, (action, who) in enumerate(zip(history.actions, history.actors, strict=True)):
        if who != CHANCE:
            continue
        outcome = history.game.decide(history.positions[ply], dice.draws_from(ply))
        if outcome != action:
            raise NotFair(fault("other_outcome", ply=ply, action=str(action), outcome=str(outcome)))
        drawn += 1
    shares = sum(map(bool, dice.shares))
    return Checked(dice.scheme, dice.commitment, len(history), drawn, shares, len(dice.drawn_anew), dice.deals)
