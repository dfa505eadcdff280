"""The dice of a game at a server: what is promised before it begins, and what chance decides by that promise.

The server draws a secret seed and shows its commitment to all. Then each player gives the hash of a share; only when
all hashes are fixed are the shares sent, and only when all shares are there does the game begin. So neither a player
nor the server can choose a seed or a share after seeing the others'. The order of the seats and every outcome of chance
are the HMAC, keyed by the seed, of table, shares and place in the game, mapped onto whole numbers without bias.
docs/reference/fair-dice.md explains it, for programs that check it.

There are two schemes. `saltroad dice 2` is the one above, and that of new games. Older games were played by
`saltroad dice 1`, and are checked by it: shares without hashes, an order that is not checked, and a new draw with every
take-back of something that chance had decided.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

SCHEME = "saltroad dice 2"
"""The scheme of new games."""
FIRST_SCHEME = "saltroad dice 1"
SCHEMES = (FIRST_SCHEME, SCHEME)
SEED_BYTES = 32
SHARE_DIGITS = 64
"""Hexadecimal digits of a share in the second scheme: too many to search for the share of a hash."""
MOST_DRAWN_ANEW = 30
"""New draws that a game may have: as many plies as fit a header of a record."""
_WORD = 8
"""Bytes of a draw: weights add up to less than 2 ** 31, so that hardly one draw in 2 ** 33 is thrown away."""


def new_seed() -> bytes:
    """A secret for one game, from the operating system's generator."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_of(seed: bytes, table: str, scheme: str = SCHEME) -> str:
    """The commitment to a seed, shown when a table is made: the seed cannot be found from it, and no other seed
    fits."""
    named = scheme if scheme == FIRST_SCHEME else f"{scheme}\n{table}"
    return hashlib.sha256(named.encode() + b"\n" + seed).hexdigest()


def share_hash_of(share: str, table: str, commitment: str) -> str:
    """The hash of a share, given before any share is sent. It can be made only once the commitment is known."""
    return hashlib.sha256(f"saltroad share 2\n{table}\n{commitment}\n{share}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of one game: everything that decides the outcomes of chance."""

    seed: bytes = field(repr=False)
    table: str
    shares: tuple[str, ...]
    """The share of each seat, "" for none. In the second scheme by the seats before their order was drawn."""
    drawn_anew: tuple[int, ...] = ()
    """The plies that the game was taken back to for a new draw, in order: what comes after is drawn anew."""
    order: tuple[int, ...] = ()
    """For each seat, its number before the order was drawn; empty where none was drawn."""
    deals: int = 1
    """How many seeds were committed to at this table until the game began."""
    scheme: str = SCHEME

    @property
    def commitment(self) -> str:
        return commitment_of(self.seed, self.table, self.scheme)

    @property
    def share_hashes(self) -> tuple[str, ...]:
        """The hashes of the shares, "" for a seat without one. The first scheme has none."""
        if self.scheme == FIRST_SCHEME:
            return ("",) * len(self.shares)
        commitment = self.commitment
        return tuple(share and share_hash_of(share, self.table, commitment) for share in self.shares)

    def draw(self, ply: int, weights: Sequence[int]) -> int:
        """The outcome at a ply: an index of `weights`, as likely as its weight."""
        total = sum(weights)
        if total <= 0 or min(weights) < 0:
            raise ValueError("weights are whole numbers, and at least one is positive")
        again = sum(back <= ply for back in self.drawn_anew)
        left = self._below(total, ply, again)
        for k, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return k
        raise AssertionError("a number below the sum of the weights falls into one of them")

    def draws_from(self, ply: int) -> PlyDraws:
        """The draws of this ply and of those after it."""
        return PlyDraws(self, ply)

    def draw_order(self) -> tuple[int, ...]:
        """The order of the seats: for each, its number before. All orders are equally likely (Fisher and Yates)."""
        seats = list(range(len(self.shares)))
        for k in range(len(seats) - 1, 0, -1):
            j = self._below(k + 1, "order", k)
            seats[k], seats[j] = seats[j], seats[k]
        return tuple(seats)

    def _below(self, bound: int, *place: str | int) -> int:
        """A number below the bound, all equally likely: draws past its last whole multiple are skipped."""
        fair = (1 << 8 * _WORD) // bound * bound
        block = 0
        while True:
            message = json.dumps([self.scheme, self.table, list(self.shares), *place, block], separators=(",", ":"))
            digest = hmac.digest(self.seed, message.encode(), "sha256")
            for k in range(0, len(digest), _WORD):
                number = int.from_bytes(digest[k : k + _WORD], "big")
                if number < fair:
                    return number % bound
            block += 1

    def headers(self) -> dict[str, str]:
        """The headers of the finished game's record, by which it can be checked. They show the seed and the shares."""
        shares = {f"share {k + 1}": share for k, share in enumerate(self.shares) if share}
        name = "taken back" if self.scheme == FIRST_SCHEME else "drawn anew"
        anew = {name: _numbers(self.drawn_anew)} if self.drawn_anew else {}
        promise = promise_of(self.scheme, self.table, self.commitment, self.share_hashes, self.order, self.deals)
        return {**promise, "seed": self.seed.hex(), **shares, **anew}


class PlyDraws:
    """The draws of one ply after the other, as `Game.settle` asks for them."""

    __slots__ = ("_dice", "_ply")

    def __init__(self, dice: Dice, ply: int) -> None:
        self._dice = dice
        self._ply = ply

    def weighted(self, weights: Sequence[int]) -> int:
        """The outcome at this ply; the next call is for the next ply."""
        drawn = self._dice.draw(self._ply, weights)
        self._ply += 1
        return drawn


def promise_of(
    scheme: str, table: str, commitment: str, share_hashes: Sequence[str], order: Sequence[int], deals: int
) -> dict[str, str]:
    """The headers of a running game's record: what was shown before it began, and nothing that tells of chance."""
    hashes = {f"share hash {k + 1}": hashed for k, hashed in enumerate(share_hashes) if hashed}
    drawn = {"order": _numbers(number + 1 for number in order)} if order else {}
    more = {"deals": str(deals)} if deals > 1 else {}
    return {"dice": scheme, "table": table, "commitment": commitment, **hashes, **drawn, **more}


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
