"""Turns and games of Bazaar as what they tell: facts, and lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.bazaar.table import BAZAAR, look
from saltroad.games.bazaar import events as facts
from saltroad.games.bazaar.views import BazaarView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.messages import (
    Event,
    Fact,
    PublicPly,
    catalogue_of,
    narrate,
)
from saltroad.records import History

NAMES = ("Ada", "Bo", "Cy", "Di")
TWO_PLAIN = ("RRWBG", "WWBGY", "BBBBB", "YYYYY")
"""Ten tokens buy the first two: RRWBG + WWBGY."""
BOTH = "RRWBGWWBG"
"""The tokens of both but for a yellow one."""


def happened(position: Position, line: str) -> list[tuple[Event, ...]]:
    """What each ply of a line tells."""
    told = []
    for text in line.split("; "):
        before, position = position, BAZAAR.play(position, text)
        ply: PublicPly[BazaarView] = PublicPly(BAZAAR, BAZAAR.actor(before), BAZAAR.parse(text), (before, position))
        told.append(tuple(facts.events(ply)))
    return told


def told(position: Position, line: str, you: int | None = None, language: str = "en") -> list[str]:
    """The same as lines of text."""
    events = [event for ply in happened(position, line) for event in ply]
    lines = narrate(catalogue_of("saltroad.games.bazaar", language), events, NAMES, you)
    return [str(line.sentence) for line in lines]


@cache
def some_history(players: int, seed: int, double_purchase: bool = False) -> History:
    """A whole game at random; of the puzzle, which can last for ever, a good part."""
    options = {"double_purchase": double_purchase, "solo": players == 1}
    history, rng = History(BAZAAR, BAZAAR.info.agree(players, options)), Rng(seed)
    while not history.is_over and len(history) < 1500:
        history.settle(rng)
        if not history.is_over:
            history.play(rng.pick(BAZAAR.legal(history.position)))
    return history


GAMES = [(2, 1, False), (4, 2, False), (3, 3, True), (1, 4, False)]
"""Players, seed, and whether two wares may be bought in a turn; with one player, the puzzle."""


def plies_of(history: History, given: bool = False) -> Iterator[PublicPly[BazaarView]]:
    for k in range(len(history)):
        positions = (history.positions[k], history.positions[k + 1])
        views = (look(positions[0]), look(positions[1])) if given else (None, None)
        yield PublicPly(BAZAAR, history.actors[k], history.actions[k], positions, views)


def facts_of_the_module(base: type[Fact]) -> set[str]:
    found = [value for value in vars(facts).values() if isinstance(value, type) and issubclass(value, base)]
    return {one.__name__ for one in found if one.__module__ == facts.__name__}
