"""Receipts: what a browser kept of the dice it was promised, and whether a record keeps to it.

A record alone shows that it fits its own commitment. A receipt shows that this is the commitment that one player was
given before the game, that the others' shares were fixed before theirs was sent, and that theirs was used.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from saltroad.records.dice import Dice
from saltroad.records.fairness import NotCheckable, NotFair, dice_of
from saltroad.records.faults import fault
from saltroad.records.record import Record

MOST_BYTES = 100_000
FORGOTTEN = "Somebody"
"""The name that a server shows for a player who asked to be forgotten: it may stand in place of any other."""


class Receipt(msgspec.Struct, frozen=True):
    """One browser's receipt for one table; the browser may add fields of its own."""

    scheme: str
    table: str
    commitment: str
    deals: int
    seat: int
    """The player's own, counted from 0, before the order was drawn."""
    share: str
    share_hashes: tuple[str, ...]
    """By seat before the order was drawn, as shown before the browser sent its share; empty if it never did."""
    commitments: tuple[str, ...]
    """All that the table has shown, in order: the last is that of the game."""
    players: tuple[str, ...]
    """Names by seat, before the order was drawn."""
    drawn: bool
    """Whether the order was to be drawn."""
    agreed: tuple[int, ...] = ()
    """The plies of the new draws that the player asked for or agreed to."""


def read_receipt_file(path: str | Path) -> Receipt:
    """The receipt in a file; NotCheckable for anything that is not one."""

    def refused(code: str, **params: object) -> NotCheckable:
        return NotCheckable(fault("no_receipt", path=str(path), why=fault(code, **params)))

    try:
        with Path(path).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError:
        raise refused("receipt_missing") from None
    if len(data) > MOST_BYTES:
        raise refused("receipt_large")
    try:
        return msgspec.json.decode(data, type=Receipt)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refused("receipt_unreadable", why=str(error)) from None


def compare(record: Record, receipt: Receipt) -> None:
    """Compare a record with a receipt; NotFair names the first difference."""
    dice = dice_of(record)
    promised = (
        ("receipt_other_dice", receipt.scheme, dice.scheme),
        ("receipt_other_table", receipt.table, dice.table),
        ("receipt_other_commitment", receipt.commitment, dice.commitment),
        ("receipt_other_deals", max(receipt.deals, len(receipt.commitments)), dice.deals),
    )
    for code, was_promised, said in promised:
        if was_promised != said:
            raise NotFair(fault(code, promised=was_promised, said=said))
    _compare_shares(dice, receipt)
    _compare_order(dice, record, receipt)
    for ply, count in Counter(dice.drawn_anew).items():
        if count > receipt.agreed.count(ply):
            raise NotFair(fault("receipt_not_agreed", ply=ply))


def _compare_shares(dice: Dice, receipt: Receipt) -> None:
    if not receipt.share_hashes or not 0 <= receipt.seat < len(dice.shares):
        raise NotFair(fault("receipt_no_share"))
    for number, hashed in enumerate(dice.share_hashes):
        if receipt.share_hashes[number : number + 1] != (hashed,):
            raise NotFair(fault("receipt_other_hash", number=number + 1))
    if dice.shares[receipt.seat] != receipt.share:
        raise NotFair(fault("receipt_other_share", number=receipt.seat + 1))


def _compare_order(dice: Dice, record: Record, receipt: Receipt) -> None:
    """Compare the order of the seats: drawn or not as promised, and of the players who sat there."""
    if receipt.drawn != bool(dice.order):
        raise NotFair(fault("receipt_order" if receipt.drawn else "receipt_no_order"))
    for seat, before in enumerate(dice.order or range(len(record.seats))):
        name = receipt.players[before] if before < len(receipt.players) else ""
        if record.seats[seat] not in (" ".join(name.split()), FORGOTTEN):
            raise NotFair(fault("receipt_other_players", number=before + 1, promised=name, said=record.seats[seat]))
