"""Desert Bazaar, why and why not: every action in every phase gets a rule, a reason and true particulars."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable

import pytest

from games.desert_bazaar.table import (
    BLOB,
    CAMPS,
    cards,
    components,
    dealt,
    left_in_piles,
    legal,
    look,
    midgame,
    opened,
    play,
    ring,
    rolled,
)
from saltroad.games.desert_bazaar.actions import ACTIONS, Build, Pay
from saltroad.games.desert_bazaar.components import NAMES
from saltroad.games.desert_bazaar.views import CampView
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.rulebook import LANGUAGES, Verdict
from saltroad.messages.catalogue import source_of

RICH = "SSSSSSSSCCCCCCCCPPPPPPPPWWWWWWWW"


def crowded() -> Position:
    """Taken spaces, barred spaces, a space that closes a camp, neighbours of all products, an empty pile."""
    board = {"f1 f2 f3 f4 f5": "1 W", "f7 f8": "2 S", "c8 c9 c10 d7 d8 d9": "3 C", "i3": "- P", "k1": "1 S"}
    return midgame(board, hands=("SSPPPP", "C" * 15, "W"))


def out_of_markers() -> Position:
    return midgame({"a6 c4 e2 g1 i1 k1 k3": "1 W"}, hands=(RICH, "", ""))


def late(players: int, plies: int) -> Position:
    position = CAMPS.start(players)
    CAMPS.engine.playout(position.states, 0, Rng((players, 27)), plies)
    return position


def tiles_over() -> Position:
    board = {"i5 i6 k1 k2 k3 k4 k5 k6": "- ?", " ".join(BLOB): "- ?"}
    return play(midgame(board, hands=(RICH, "", ""), sides=("S:SSC", "")), "build S:SSC h1; pay SSC")


def board_over() -> Position:
    position = CAMPS.start(3)
    CAMPS.engine.playout(position.states, 0, Rng(40))
    assert look(position).ended == "board_full"
    return position


POSITIONS: dict[str, Callable[[], Position]] = {
    "start": lambda: CAMPS.start(3),
    "short piles": lambda: midgame(hands=left_in_piles("SSCCC"), phase="setup", setup_rolls=7, seat=2, sides=("", "")),
    "wilds": lambda: play(CAMPS.start(3), "dice S**"),
    "wilds with short piles": lambda: play(
        midgame(hands=left_in_piles("SSCCC"), phase="setup", setup_rolls=7, seat=2, sides=("", "")), "dice S**"
    ),
    "extra cards": lambda: play(CAMPS.start(3, fair_start=True), *["dice SCP"] * 6, "collect silk", *["dice SCP"] * 3),
    "extra cards, a pile is empty": lambda: play(CAMPS.start(3, fair_start=True), *["dice SSS"] * 5, "dice CPW"),
    "first tiles": lambda: play(dealt(), "turn S:SSC"),
    "first turn": opened,
    "no cards": lambda: midgame(hands=left_in_piles("")),
    "dice": lambda: play(opened(), "roll silk"),
    "collect": lambda: play(opened(), "roll silk; dice SC-"),
    "collect from an empty pile": lambda: rolled("SC*", hands=left_in_piles("CC")),
    "one live die": lambda: play(opened(), "roll silk; dice S--"),
    "again": lambda: play(opened(), "roll silk; dice SC-; keep S"),
    "match": lambda: play(opened(), "roll silk; dice SC*; keep *; dice SC"),
    "match with an empty pile": lambda: rolled("S-", kept="*", hands=left_in_piles("CC")),
    "crowded": crowded,
    "out of markers": out_of_markers,
    "building": lambda: play(midgame({"f7": "2 W"}, hands=(RICH, "", "")), "build S:SSC f6; pay SSC"),
    "pay": lambda: play(opened(), "build S:SSC f6"),
    "pay with neighbours and trades": lambda: play(
        midgame({"f7": "2 W", "f5": "1 P"}, hands=("SSSSSPW", "", "")), "build S:PWW f6"
    ),
    "side to fill": lambda: play(midgame(hands=("SSC", "", "")), "build S:SSC f6; pay SSC"),
    "tiles used": tiles_over,
    "board full": board_over,
    "nothing built": lambda: play(midgame(quiet=14), "roll silk; dice ---"),
    **{f"late game of {n}": functools.partial(late, n, 150 + 20 * n) for n in (3, 4, 5)},
}


def lacking(view: CampView, tile: str, name: str) -> tuple[str, int]:
    """What neither neighbours nor the hand give, and how many cards are spare."""
    products = Counter(tent.tile[0] for tent in view.tents if tent.space in ring(name))
    held, missing = Counter(cards(view.hands[view.seat])), ""
    spare = held.total()
    for letter in "SCPW":
        need = max(0, tile[2:].count(letter) - products[letter])
        spare -= min(need, held[letter])
        missing += letter * max(0, need - held[letter])
    return missing, spare


@functools.cache
def camp_with(tents: frozenset[str], name: str) -> tuple[str, ...]:
    """The camp that a tile on this space would belong to."""
    return next(part for part in components({*tents, name}) if name in part)


def check_build(view: CampView, action: Build, verdict: Verdict) -> None:
    """What is said of a placement is true."""
    params = dict(verdict.params)
    tents = {tent.space: tent.tile for tent in view.tents}
    up = [tile for side in view.sides for tile in side if tile is not None]
    camp = camp_with(frozenset(tents), action.space)
    if "space" in params and verdict.reason not in {"built", "pay_first"}:
        assert params["space"] == action.space
    match verdict.rule, verdict.reason:
        case "DB-20", "built":
            assert tents[str(params["space"])] == action.tile
        case "DB-20", "face_down":
            assert action.tile not in up
            assert action.tile not in tents.values()
        case "DB-20", "other_side":
            assert view.side is not None
            assert params["side"] == view.side + 1
            assert action.tile in view.sides[1 - view.side]
        case "DB-21", "taken":
            assert tents[action.space] == params["tile"]
        case "DB-22", "too_large":
            assert params["size"] == len(camp) > 7
            parts = [part for part in components(tents) if part[0] in camp]
            touched = [min(set(part) & set(ring(action.space)), key=NAMES.index) for part in parts]
            assert params["camps"] == tuple(sorted(touched, key=NAMES.index))
        case "DB-24", "not_affordable":
            missing, spare = lacking(view, action.tile, action.space)
            assert params == {"missing": missing, "wanted": 3 * len(missing), "spare": spare}
            assert spare < 3 * len(missing)
        case "DB-26", "pile_empty":
            letter = {"silk": "S", "camel": "C", "spice": "P", "water": "W"}[str(params["resource"])]
            assert letter in lacking(view, action.tile, action.space)[0]
            assert view.piles["SCPW".index(letter)] == 0
        case "DB-32", "closes":
            assert len(camp) == 7
        case "DB-31", "joins":
            assert params["size"] == len(camp)
            assert 1 < len(camp) < 7
        case "DB-30", reason:
            assert len(camp) == 1
            assert reason == ("isolated" if view.markers[view.seat] else "unmarked")
        case _:
            assert verdict.reason in {"awaited", "over", "name_first", "take_first", "collect_first", "pay_first"}


def check_pay(view: CampView, action: Pay, verdict: Verdict) -> None:
    held = Counter(cards(view.hands[view.seat]))
    over = Counter(action.cards) - held
    match verdict.reason:
        case "not_held":
            assert Counter(str(verdict.params["missing"])) == over
        case "too_little" | "pays_otherwise" | "pay" | "pay_with_trades":
            assert not over
            assert verdict.params["cards"] == action.cards
        case _:
            assert verdict.reason in {"awaited", "over", "name_first", "take_first", "collect_first", "nothing_placed"}


def ids_of(language: str) -> list[str]:
    """The ids of the messages of the game."""
    return re.findall(r"^([\w-]+) =", source_of("saltroad.games.desert_bazaar", language), flags=re.MULTILINE)


@functools.cache
def verdicts(where: str) -> tuple[tuple[object, Verdict], ...]:
    position = POSITIONS[where]()
    return tuple((action, CAMPS.explain(position, action)) for action in ACTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("where", POSITIONS)
def test_DB_20_every_action_is_explained_as_it_is_judged(where: str) -> None:
    position = POSITIONS[where]()
    view, is_legal = look(position), set(legal(position))
    sentences: dict[tuple[object, ...], None] = {}
    for action, verdict in verdicts(where):
        assert verdict.legal == (str(action) in is_legal), f"{action}: {verdict}"
        assert verdict.rule in CAMPS.rulebook
        if isinstance(action, Build):
            check_build(view, action, verdict)
        elif isinstance(action, Pay):
            check_pay(view, action, verdict)
        key = (verdict.rule, verdict.reason, *verdict.params.values())
        if key not in sentences:
            sentences[key] = None
            english, french = (verdict.sentence(language) for language in LANGUAGES)
            assert english != french
            assert "{" not in english + french


@pytest.mark.slow
def test_DB_20_the_positions_show_every_reason_there_is() -> None:
    told = {verdict.message for where in POSITIONS for _, verdict in verdicts(where)}
    for language in LANGUAGES:
        known = {id for id in ids_of(language) if re.match(r"DB-\d\d-", id)}
        assert known == told
