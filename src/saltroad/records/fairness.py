"""Fair dice that anyone can check: every outcome of chance follows from a promise made before the first action.

The host draws a secret seed and shows its commitment to all. Each player adds a share, which the host could not know
when it committed. Then chance's outcome at a ply is the HMAC, keyed by the seed, of table, shares and ply, mapped onto
the whole-number weights without bias. When the game is over the seed is shown, and `check` plays chance once more.
docs/reference/fair-dice.md says it all in words, for whoever wants to write a checker of their own.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from saltroad.kernel.actors import CHANCE
from saltroad.kernel.errors import SaltroadError
from saltroad.records.faults import fault
from saltroad.records.record import Record

SCHEME = "saltroad dice 1"
SEED_BYTES = 32
LONGEST_SHARE = 64
MOST_TAKEN_BACK = 30
"""As many plies as fit a header of a record."""
_WORD = 8
"""Bytes of a draw: weights add up to less than 2 ** 31, so that hardly one draw in 2 ** 33 is thrown away."""


class NotFair(SaltroadError):
    """Chance did not decide as the seed says."""


class NotCheckable(SaltroadError):
    """A record that does not carry what a check needs."""


def new_seed() -> bytes:
    """A secret for one game, from the operating system's generator."""
    return secrets.token_bytes(SEED_BYTES)


def commitment_of(seed: bytes) -> str:
    """What is shown before the first action: the seed cannot be found from it, and no other seed fits it."""
    return hashlib.sha256(SCHEME.encode() + b"\n" + seed).hexdigest()


@dataclass(frozen=True, slots=True)
class Dice:
    """All that decides the outcomes of chance in one game."""

    seed: bytes = field(repr=False)
    table: str
    shares: tuple[str, ...]
    """What each seat added, "" for none."""
    taken_back: tuple[int, ...] = ()
    """The plies that the game was taken back to, in order: what comes after is drawn anew."""

    def draw(self, ply: int, weights: Sequence[int]) -> int:
        """Which outcome happens at a ply: a position in `weights`, as likely as its weight."""
        total = sum(weights)
        if total <= 0 or min(weights) < 0:
            raise ValueError("weights are whole numbers, and at least one is positive")
        left = self._below(ply, total)
        for k, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return k
        raise AssertionError("a number below the sum of the weights falls into one of them")

    def _below(self, ply: int, bound: int) -> int:
        """A number below the bound, all equally likely: those past the last full round of it are passed over."""
        again = sum(back <= ply for back in self.taken_back)
        fair = (1 << 8 * _WORD) // bound * bound
        block = 0
        while True:
            message = json.dumps([SCHEME, self.table, list(self.shares), ply, again, block], separators=(",", ":"))
            digest = hmac.digest(self.seed, message.encode(), "sha256")
            for k in range(0, len(digest), _WORD):
                number = int.from_bytes(digest[k : k + _WORD], "big")
                if number < fair:
                    return number % bound
            block += 1

    def headers(self) -> dict[str, str]:
        """What a record of the finished game carries, so that anyone can check it. Shows the seed."""
        shares = {f"share {k + 1}": share for k, share in enumerate(self.shares) if share}
        back = {"taken back": " ".join(map(str, self.taken_back))} if self.taken_back else {}
        return {
            "dice": SCHEME,
            "table": self.table,
            "commitment": commitment_of(self.seed),
            "seed": self.seed.hex(),
            **shares,
            **back,
        }


def dice_of(record: Record) -> Dice:
    """The dice of a record; NotCheckable if it does not carry them, NotFair if the seed is not the promised one."""
    headers = record.more
    if headers.get("dice") != SCHEME:
        raise NotCheckable(fault("no_dice", scheme=SCHEME))
    for name in ("table", "commitment", "seed"):
        if name not in headers:
            raise NotCheckable(fault("no_dice_header", name=name))
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", headers["seed"]):
        raise NotCheckable(fault("not_a_seed", size=SEED_BYTES))
    seed = bytes.fromhex(headers["seed"])
    if not hmac.compare_digest(commitment_of(seed).encode(), headers["commitment"].encode()):
        raise NotFair(fault("other_seed"))
    shares = tuple(headers.get(f"share {k + 1}", "") for k in range(record.options.players))
    return Dice(seed, headers["table"], shares, _taken_back(headers))


def _taken_back(headers: Mapping[str, str]) -> tuple[int, ...]:
    text = headers.get("taken back", "")
    if not re.fullmatch(r"([0-9]{1,9}( |$))*", text):
        raise NotCheckable(fault("not_plies"))
    return tuple(map(int, text.split()))


@dataclass(frozen=True, slots=True)
class Checked:
    """A game whose every outcome of chance is as the seed says."""

    commitment: str
    plies: int
    drawn: int
    """How many of the plies were chance's."""
    shares: int
    """How many players added to the seed."""


def check(record: Record) -> Checked:
    """Play chance once more. NotFair names the first ply that differs; RecordError if the game itself is unsound."""
    dice = dice_of(record)
    history = record.history()
    drawn = 0
    for ply, (action, who) in enumerate(zip(history.actions, history.actors, strict=True)):
        if who != CHANCE:
            continue
        position = history.positions[ply]
        outcome = history.game.legal(position)[dice.draw(ply, history.game.weights(position))]
        if outcome != action:
            raise NotFair(fault("other_outcome", ply=ply, action=action, outcome=outcome))
        drawn += 1
    return Checked(commitment_of(dice.seed), len(history), drawn, sum(map(bool, dice.shares)))
