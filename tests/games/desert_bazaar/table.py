"""Tables of Desert Bazaar for the tests: dealt by text, arranged by hand, and asked why not.

A board is arranged by the names of its spaces, each with an owner (a player's number, or - for a tile without a marker)
and a product, a whole tile, or ? for any:

    midgame({"f6 g6": "1 W", "e7": "- S", "a6": "2 P:SSC"}, hands=("SSC", "W", ""))

The four piles have the cards that no hand has; tiles that are neither on the board nor face up lie face down.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence

from games.refusals import refusal_of
from saltroad.games.desert_bazaar.components import (
    CARDS_PER_RESOURCE,
    LETTERS,
    MARKERS_PER_PLAYER,
    NAMES,
    NEIGHBOURS,
    TILE_TEXTS,
)
from saltroad.games.desert_bazaar.game import GAME
from saltroad.games.desert_bazaar.state import SOURCES
from saltroad.games.desert_bazaar.views import CampView, Cards, TentView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Outcome, Position
from saltroad.kernel.rulebook import Param

CAMPS = GAME

SIDES = ("S:SSC S:PWW C:SCP P:SSW", "C:CCW W:SPW S:CCP P:PPW")
"""What lies face up on the two sides, unless a test says otherwise."""

BLOB = tuple(name for name in NAMES if name[0] in "abcdef")
"""51 spaces of the west: more in one camp than the rules allow, to use up tiles. The column g is barred by it."""

FIRST_DICE = ("SCP", "SCW", "SPW")
"""What every player rolls in the setup: SSS CC PP WW. With five, silk runs out as the last one takes the last."""

# -- the board ---------------------------------------------------------------------------------------------------------


def names_of(text: str | Iterable[str]) -> tuple[str, ...]:
    """ "f6 g6" as names; each must be a space."""
    names = tuple(text.split()) if isinstance(text, str) else tuple(text)
    assert all(name in NAMES for name in names), f"no such space: {[name for name in names if name not in NAMES]}"
    return names


def ring(name: str) -> tuple[str, ...]:
    """The neighbours of a space."""
    return tuple(NAMES[x] for x in NEIGHBOURS[NAMES.index(name)])


def components(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The connected parts of a set of spaces, in the order of the lowest space of each."""
    inside = set(names)
    left, found = [name for name in NAMES if name in inside], []
    while left:
        part = {left[0]}
        while grown := {near for name in part for near in ring(name) if near in left} - part:
            part |= grown
        found.append(tuple(name for name in NAMES if name in part))
        left = [name for name in left if name not in part]
    return tuple(found)


def counts(text: str) -> Cards:
    """ "SSC" as counts by resource."""
    assert set(text) <= set(LETTERS), text
    return tuple(text.count(letter) for letter in LETTERS)


def cards(held: Cards | None) -> str:
    """Counts by resource as a text: (2, 1, 0, 0) is "SSC"."""
    assert held is not None, "a hidden hand"
    return "".join(letter * count for letter, count in zip(LETTERS, held, strict=True))


def _tents(board: Mapping[str, str], up: Sequence[str]) -> tuple[TentView, ...]:
    """The tiles on the board; where only a product is told, the last tile of it that is free; ? is any that is left."""
    wanted = {name: text.split() for key, text in board.items() for name in names_of(key)}
    used = [tile for _, tile in wanted.values() if ":" in tile]
    free = [tile for tile in TILE_TEXTS if tile not in used and tile not in up]
    assert len(set(used)) == len(used), "a tile stands twice"
    assert not set(used) & set(up), "a tile is on the board and face up"
    chosen = {}
    for name, (_, tile) in sorted(wanted.items(), key=lambda item: item[1][1] == "?"):
        if ":" not in tile:
            tile = next(text for text in reversed(free) if tile in ("?", text[0]))
            free.remove(tile)
        chosen[name] = tile
    owners = {name: None if owner == "-" else int(owner) - 1 for name, (owner, _) in wanted.items()}
    return tuple(TentView(name, chosen[name], owners[name]) for name in NAMES if name in wanted)


# -- setting up --------------------------------------------------------------------------------------------------------


def play(position: Position, *lines: str) -> Position:
    """The position after the actions, through `Game.play`; a line may hold several: "roll silk; dice SSC"."""
    for line in lines:
        for action in line.split(";"):
            position = CAMPS.play(position, action)
    return position


def dealt(players: int = 3, *, start: str = "1", open_hands: bool = False) -> Position:
    """All first cards are dealt, no tile is turned up yet."""
    position = CAMPS.start(players, start=start, open_hands=open_hands)
    return play(position, *(f"dice {faces}" for _ in range(players) for faces in FIRST_DICE))


def opened(players: int = 3, *, start: str = "1", sides: Sequence[str] = SIDES, open_hands: bool = False) -> Position:
    """The first turn of a game: everybody holds SSSCCPPWW."""
    tiles = " ".join(sides).split()
    return play(dealt(players, start=start, open_hands=open_hands), *(f"turn {tile}" for tile in tiles))


def midgame(
    board: Mapping[str, str] | None = None,
    *,
    hands: Sequence[str] = (),
    players: int = 3,
    seat: int = 0,
    sides: Sequence[str] = SIDES,
    phase: str = "begin",
    side: int | None = None,
    goes_on: bool = False,
    dice: str | None = None,
    kept: str | None = None,
    quiet: int = 0,
    setup_rolls: int | None = None,
    points: Mapping[str, Sequence[int]] | None = None,
    open_hands: bool = False,
) -> Position:
    """A later turn of `seat`. A side is a text of tiles, with - for an empty place; hands are by seat, others empty."""
    base = CAMPS.remember(CAMPS.start(players, open_hands=open_hands), None)
    rows = tuple(tuple(None if tile == "-" else tile for tile in (row.split() + ["-"] * 4)[:4]) for row in sides)
    tents = _tents(board or {}, [tile for row in rows for tile in row if tile is not None])
    held = tuple(counts(hand) for hand in hands) + ((0, 0, 0, 0),) * (players - len(hands))
    marked = [tent.owner for tent in tents]
    arranged = dataclasses.replace(
        base,
        ply=100,
        phase=phase,
        seat=seat,
        turns=0 if phase in ("setup", "name") else 4 * players + seat,
        quiet=quiet,
        setup_rolls=3 * players if setup_rolls is None else setup_rolls,
        piles=tuple(CARDS_PER_RESOURCE - sum(hand[r] for hand in held) for r in range(len(LETTERS))),
        hands=held,
        held=tuple(map(sum, held)),
        markers=tuple(MARKERS_PER_PLAYER - marked.count(who) for who in range(players)),
        sides=rows,
        tents=tents,
        camps=components(tent.space for tent in tents),
        side=side,
        goes_on=goes_on,
        dice=dice,
        kept=kept,
        points=tuple(tuple((points or {}).get(source, (0,) * players)) for source in SOURCES),
    )
    position = CAMPS.determinize(arranged, Rng(0))
    faults = CAMPS.audit(position)
    assert faults == [], faults
    assert min(look(position).piles) >= 0, "more cards in hands than there are"
    assert min(look(position).markers) >= 0, "more markers on the board than there are"
    return position


def rolled(faces: str, *, hands: Sequence[str] = (), players: int = 3, kept: str | None = None) -> Position:
    """The first player has rolled these dice and is to take; or has kept a wild, and these were rolled again."""
    phase = "collect" if kept is None else "match"
    return midgame(hands=hands, players=players, phase=phase, dice=faces, kept=kept)


def left_in_piles(position_of: str, players: int = 3) -> tuple[str, ...]:
    """Hands so that exactly these cards are left in the piles: the last player has all others."""
    piles = counts(position_of)
    rest = "".join(letter * (CARDS_PER_RESOURCE - n) for letter, n in zip(LETTERS, piles, strict=True))
    return ("",) * (players - 1) + (rest,)


# -- looking -----------------------------------------------------------------------------------------------------------


def look(position: Position) -> CampView:
    """The table as one sees it who remembers everything."""
    return CAMPS.remember(position, None)


def legal(position: Position) -> list[str]:
    """The texts of the legal actions."""
    return [str(action) for action in CAMPS.legal(position)]


def payments(position: Position) -> set[str]:
    """The cards that may be paid now: a set of texts, "" for nothing."""
    texts = [action.removeprefix("pay ") for action in legal(position)]
    return {"" if text == "-" else text for text in texts}


def spaces_for(position: Position, tile: str) -> tuple[str, ...]:
    """Where this tile may be placed."""
    return tuple(action.split()[2] for action in legal(position) if action.startswith(f"build {tile} "))


def tiles_for(position: Position) -> set[str]:
    """The tiles that may be placed anywhere."""
    return {action.split()[1] for action in legal(position) if action.startswith("build ")}


def hand(position: Position, seat: int = 0) -> str:
    return cards(look(position).hands[seat])


def piles(position: Position) -> str:
    return cards(look(position).piles)


def pile(position: Position, letter: str) -> int:
    return look(position).piles[LETTERS.index(letter)]


def owner(position: Position, name: str) -> int | None:
    """Whose marker lies on the tile of a space, by seat."""
    return next(tent.owner for tent in look(position).tents if tent.space == name)


def earned(position: Position, source: str) -> tuple[int, ...]:
    """The points of a source, by seat."""
    return look(position).points[SOURCES.index(source)]


def turn(position: Position) -> tuple[str, int]:
    """What is asked, and of whom."""
    return look(position).phase, look(position).seat


def outcome(position: Position) -> Outcome:
    """How the game ended; it must have."""
    found = CAMPS.outcome(position)
    assert found is not None, "the game goes on"
    return found


def allowed(position: Position, action: str) -> tuple[str, str, str]:
    """Rule, reason and English sentence of a legal action; French is there too."""
    assert action in legal(position), f"{action} is not legal"
    verdict = CAMPS.explain(position, CAMPS.parse(action))
    assert verdict.legal
    assert verdict.sentence("en") != verdict.sentence("fr")
    return verdict.rule, verdict.reason, verdict.sentence("en")


def refused(position: Position, action: str, rule: str, reason: str, **params: Param) -> str:
    """The English sentence of a refusal: it must cite this rule and reason with these parameters, and speak French."""
    refusal = refusal_of(CAMPS, position, action, rule)
    assert refusal.verdict.reason == reason, f"{refusal} for another reason than {reason}"
    assert dict(refusal.params) == params, f"{refusal}: {dict(refusal.params)}"
    return refusal.sentence()
