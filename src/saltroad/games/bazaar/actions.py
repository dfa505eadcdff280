"""The actions of Bazaar: typed values, their texts and their indices.

roll            take red         trade R>WW      buy RRWBG      pass       return RW       players'
rates 1 4       show RRWBG       die red                                                   chance's
"""

from __future__ import annotations

from dataclasses import dataclass

from saltroad.games.bazaar import indices as ix
from saltroad.games.bazaar.components import CARD_PAIRS, COLOURS, FACES, LETTERS, RETURN_TEXTS, TRADES, WARE_TEXTS
from saltroad.kernel.notation import Listed


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the die instead of trading (BZ-10, BZ-11)."""

    def __str__(self) -> str:
        return "roll"


@dataclass(frozen=True, slots=True)
class Take:
    """After Choice: one token of this colour (BZ-10)."""

    colour: str

    def __str__(self) -> str:
        return f"take {self.colour}"


@dataclass(frozen=True, slots=True)
class Trade:
    """One posted equation, in one direction (BZ-12)."""

    returned: str
    taken: str

    def __str__(self) -> str:
        return f"trade {self.returned}>{self.taken}"


@dataclass(frozen=True, slots=True)
class Buy:
    """A ware on display for its five tokens (BZ-15)."""

    ware: str

    def __str__(self) -> str:
        return f"buy {self.ware}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Buy nothing, or nothing more (BZ-15)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Return:
    """The tokens of the player on turn that go back to the bank, so that ten are left (BZ-17, BZ-51)."""

    tokens: str

    def __str__(self) -> str:
        return f"return {self.tokens}"


@dataclass(frozen=True, slots=True)
class Rates:
    """Chance: the two rate cards that are posted (BZ-01), by number."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"rates {self.first} {self.second}"


@dataclass(frozen=True, slots=True)
class Show:
    """Chance: the ware that comes to the top of a stall (BZ-02)."""

    ware: str

    def __str__(self) -> str:
        return f"show {self.ware}"


@dataclass(frozen=True, slots=True)
class Die:
    """Chance: the face of the colour die (BZ-04, BZ-10)."""

    face: str

    def __str__(self) -> str:
        return f"die {self.face}"


BazaarAction = Roll | Take | Trade | Buy | Pass | Return | Rates | Show | Die

ACTIONS: tuple[BazaarAction, ...] = (
    Roll(),
    *(Take(colour) for colour in COLOURS),
    *(Trade(returned, taken) for returned, taken in TRADES),
    *(Buy(ware) for ware in WARE_TEXTS),
    Pass(),
    *(Return(tokens) for tokens in RETURN_TEXTS),
    *(Rates(a + 1, b + 1) for a, b in CARD_PAIRS),
    *(Show(ware) for ware in WARE_TEXTS),
    *(Die(face) for face in FACES),
)
assert len(ACTIONS) == ix.ACTIONS


def _in_order(tokens: str) -> str:
    return "".join(sorted(tokens, key=LETTERS.index)) if set(tokens) <= set(LETTERS) else tokens


def tidy(text: str) -> str:
    """What a person types, made comparable: any case, any spacing, tokens in any order, `WW=R` for `WW>R`."""
    words = text.upper().replace("=", ">").replace(">", " ").split()
    if words and words[0] in {"TRADE", "BUY", "RETURN", "SHOW"}:
        words[1:] = map(_in_order, words[1:])
    return " ".join(words)


NOTATION: Listed[BazaarAction] = Listed(ACTIONS, tidy, "roll, take red, trade R>WW, buy RRWBG, pass, return RW")
