"""Desert Bazaar, setup: DB-01 to DB-05."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from games.desert_bazaar.table import (
    CAMPS,
    SIDES,
    allowed,
    cards,
    dealt,
    hand,
    legal,
    look,
    midgame,
    opened,
    piles,
    play,
    refused,
    ring,
    turn,
)
from saltroad import CHANCE, BadOptions
from saltroad.games.desert_bazaar.components import LETTERS, NAMES, NEIGHBOURS, PLACES, TILE_TEXTS
from saltroad.kernel.contract import Position

PLAYERS = (3, 4, 5)
SETTLED = ["".join(faces) for faces in itertools.combinations_with_replacement("SCPW*", 3)]

# -- DB-01: what is in the box -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_DB_01_sixty_tiles_sixty_cards_and_seven_markers_each(players: int) -> None:
    view = look(CAMPS.start(players))
    assert view.tiles_left == len(TILE_TEXTS) == len(set(TILE_TEXTS)) == 60
    assert view.piles == (15, 15, 15, 15)
    assert view.markers == (7,) * players
    assert view.scores == (0,) * players
    assert view.hands == ((0, 0, 0, 0),) * players
    assert (view.tents, view.sides) == ((), ((None,) * 4,) * 2)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_DB_01_three_to_five_play(players: int) -> None:
    with pytest.raises(BadOptions):
        CAMPS.start(players)


def test_DB_01_every_product_has_all_twelve_pairs_and_the_three_mixtures_that_contain_it() -> None:
    pairs = ["".join(sorted(a * 2 + b, key=LETTERS.index)) for a in LETTERS for b in LETTERS if a != b]
    mixtures = ["".join(letters) for letters in itertools.combinations(LETTERS, 3)]
    for product in LETTERS:
        costs = [tile.split(":")[1] for tile in TILE_TEXTS if tile[0] == product]
        assert Counter(costs) == Counter([*pairs, *(cost for cost in mixtures if product in cost)])


def test_DB_01_the_board_is_a_hexagon_with_six_spaces_a_side() -> None:
    assert len(NAMES) == len(set(NAMES)) == 91
    assert Counter(name[0] for name in NAMES) == dict(
        zip("abcdefghijk", (6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6), strict=True)
    )
    assert set(ring("f6")) == {"f5", "g5", "g6", "f7", "e7", "e6"}
    assert Counter(map(len, NEIGHBOURS)) == {3: 6, 4: 24, 6: 61}
    for space, (q, r) in enumerate(PLACES):
        touching = {
            other
            for other, (x, y) in enumerate(PLACES)
            if max(abs(x - q), abs(y - r), abs(x + y - q - r)) == 1  # the distance between hexes
        }
        assert set(NEIGHBOURS[space]) == touching


# -- DB-02: the first cards --------------------------------------------------------------------------------------------


def test_DB_02_each_player_rolls_three_dice_three_times_and_has_nine_cards() -> None:
    position = CAMPS.start(3)
    for seat in range(3):
        for many, faces in enumerate(("SSC", "PPP", "CWW"), 1):
            assert CAMPS.actor(position) == CHANCE
            assert turn(position) == ("setup", seat)
            position = play(position, f"dice {faces}")
            assert look(position).held[seat] == 3 * many
        assert hand(position, seat) == "SSCCPPPWW"
    assert look(position).held == (9, 9, 9)
    assert look(position).piles == (9, 9, 6, 9)


def test_DB_02_the_starting_player_rolls_first() -> None:
    position = CAMPS.start(4, start="3")
    for seat in (2, 3, 0, 1):
        assert turn(position) == ("setup", seat)
        position = play(position, "dice SCP; dice SCW; dice SPW")
    assert turn(position) == ("turn", 2)


def test_DB_02_a_desert_is_rolled_again_and_every_other_throw_is_as_likely_as_dice_are() -> None:
    start = CAMPS.start(3)
    assert legal(start) == [f"dice {faces}" for faces in SETTLED]
    expected = Counter("".join(sorted(faces, key="SCPW*".index)) for faces in itertools.product("SCPW*", repeat=3))
    assert CAMPS.weights(start) == tuple(expected[faces] for faces in SETTLED)
    sentence = refused(start, "dice SC-", "DB-02", "desert")
    assert sentence == "In the setup a desert is rolled again: no die rests on it."
    refused(start, "dice SC", "DB-02", "wrong_number", many=3, given=2)


def test_DB_02_the_players_wait_for_the_dice() -> None:
    start = CAMPS.start(3)
    for action in ("roll silk", "build S:SSC f6", "done", "name S", "collect silk", "keep S", "pay SSC"):
        assert refused(start, action, "DB-02", "awaited") == "The dice for the first cards are still rolling."


def test_DB_02_a_wild_is_any_resource_and_is_named_after_the_roll() -> None:
    position = play(CAMPS.start(3), "dice SS*")
    assert (turn(position), hand(position), CAMPS.actor(position)) == (("name", 0), "SS", 0)
    assert legal(position) == ["name S", "name C", "name P", "name W"]
    assert allowed(position, "name P")[:2] == ("DB-02", "name")
    named = play(position, "name W")
    assert (hand(named), piles(named).count("W"), turn(named)) == ("SSW", 14, ("setup", 0))


@pytest.mark.parametrize(("wilds", "many"), [(1, 4), (2, 10), (3, 20)])
def test_DB_02_several_wilds_are_named_together(wilds: int, many: int) -> None:
    position = play(CAMPS.start(3), "dice " + "SCP"[: 3 - wilds] + "*" * wilds)
    names = ["".join(letters) for letters in itertools.combinations_with_replacement(LETTERS, wilds)]
    assert legal(position) == [f"name {letters}" for letters in names]
    assert len(names) == many
    for given in {1, 2, 3} - {wilds}:
        refused(position, "name " + "S" * given, "DB-02", "wrong_names", wilds=wilds, given=given)
    for action in ("roll silk", "build S:SSC f6", "done"):
        assert refused(position, action, "DB-02", "name_first", wilds=wilds).startswith("First name")
    after = play(position, f"name {names[-1]}")
    assert look(after).held == (3, 0, 0)
    assert hand(after).count("W") == wilds


def test_DB_02_there_is_nothing_to_name_without_a_wild() -> None:
    refused(opened(), "name S", "DB-02", "no_wilds")
    refused(play(opened(), "roll silk; dice S**"), "name S", "DB-12", "collect_first", faces="S**")


def short(in_piles: str) -> Position:
    """The last of three rolls in the setup, and the piles hold only these cards."""
    held = "".join(letter * (15 - in_piles.count(letter)) for letter in LETTERS)
    return midgame(hands=("", held, ""), phase="setup", setup_rolls=7, seat=2, sides=("", ""))


def settled(in_piles: str) -> dict[str, Fraction]:
    """How likely dice settle on what: one after the other, each rolled again until its pile has a card for it."""
    chances: dict[str, Fraction] = {}
    for faces in itertools.product("SCPW*-", repeat=3):
        chance, left = Fraction(1), Counter(in_piles)
        for face in faces:
            rests = [one for one in "SCPW*" if one == "*" or left[one] > 0]
            # rolled again until it rests: 1/6 + (dead/6) 1/6 + (dead/6)^2 1/6 ... = 1 / resting
            dead = Fraction(6 - len(rests), 6)
            chance *= Fraction(1, 6) / (1 - dead) if face in rests else 0
            left[face] -= 1
        key = "".join(sorted(faces, key="SCPW*-".index))
        chances[key] = chances.get(key, Fraction(0)) + chance
    assert sum(chances.values()) == 1
    return {faces: chance for faces, chance in chances.items() if chance}


@pytest.mark.parametrize(
    "in_piles",
    [
        *("SCPW", "SSCCPPWW", "SSSCCCPPPWWW", "SSSCCPPPPPWWWW", "CPW", "SSSS", "S", "SSC", "SCCPPP", "WWWWWWWW"),
        *("SSSSSSSSSSSSSSSCCCCCCCCCCCCCCCPPPPPPPPPPPPPPP", "SSCW", "CCCCPW", "PPPPPPWW"),
    ],
)
def test_DB_02_a_die_whose_pile_is_empty_is_rolled_again_with_exact_chances(in_piles: str) -> None:
    position = short(in_piles)
    weights = CAMPS.weights(position)
    found = {
        action.removeprefix("dice "): Fraction(weight, sum(weights))
        for action, weight in zip(legal(position), weights, strict=True)
    }
    assert found == settled(in_piles)


def test_DB_02_every_pile_of_up_to_four_cards_settles_with_exact_chances() -> None:
    """A third of the 5 ** 4 of them."""
    for many in itertools.product(range(5), repeat=4):
        in_piles = "".join(letter * n for letter, n in zip(LETTERS, many, strict=True))
        if sum(many) % 3 == 0 and sum(many) >= 3:
            weights, texts = CAMPS.weights(short(in_piles)), legal(short(in_piles))
            expected = settled(in_piles)
            assert {f"dice {faces}" for faces in expected} == set(texts)
            assert all(
                Fraction(weight, sum(weights)) == expected[text.removeprefix("dice ")]
                for text, weight in zip(texts, weights, strict=True)
            ), in_piles


def test_DB_02_dice_cannot_show_more_of_a_resource_than_its_pile_has() -> None:
    position = short("SSCCCCPPPP")
    sentence = refused(position, "dice SSS", "DB-02", "no_card", resource="silk")
    assert sentence == "The silk pile has too few cards for that."
    refused(position, "dice CPW", "DB-02", "no_card", resource="water")
    assert hand(play(position, "dice SSC"), 2) == "SSC"


def test_DB_02_wilds_choose_among_the_piles_that_have_cards_after_the_dice() -> None:
    position = play(short("SSCPPPP"), "dice SS*")
    assert legal(position) == ["name C", "name P"]
    refused(position, "name S", "DB-02", "no_card", resource="silk")
    two = play(short("SSCPPPP"), "dice S**")
    assert legal(two) == ["name SC", "name SP", "name CP", "name PP"]
    refused(two, "name SS", "DB-02", "no_card", resource="silk")
    refused(two, "name CC", "DB-02", "no_card", resource="camel")


def test_DB_02_five_players_may_empty_a_pile_and_all_still_get_nine_cards() -> None:
    position = dealt(5)
    assert look(position).piles == (0, 5, 5, 5)
    assert look(position).held == (9,) * 5
    emptied = play(CAMPS.start(5), *["dice SSS"] * 5)
    assert (look(emptied).piles[0], turn(emptied)) == (0, ("setup", 1))
    assert not any("S" in action for action in legal(emptied))
    emptied = play(emptied, *["dice CPW"] * 10)
    assert look(emptied).piles == (0, 5, 5, 5)
    assert look(emptied).held == (9,) * 5


# -- DB-03: hands are hidden (more in test_views.py) -------------------------------------------------------------------


def test_DB_03_players_see_their_own_cards_and_how_many_the_others_hold() -> None:
    position = midgame(hands=("SSC", "WWWW", "P"))
    for viewer in range(3):
        view = CAMPS.observe(position, viewer)
        assert view.held == (3, 4, 1)
        assert [hand is not None for hand in view.hands] == [seat == viewer for seat in range(3)]
        assert cards(view.hands[viewer]) == ("SSC", "WWWW", "P")[viewer]
    assert CAMPS.observe(position, None).hands == (None, None, None)


# -- DB-04: eight tiles ------------------------------------------------------------------------------------------------


def test_DB_04_eight_tiles_are_turned_up_four_on_each_side() -> None:
    position = dealt()
    tiles = " ".join(SIDES).split()
    for many, tile in enumerate(tiles):
        assert CAMPS.actor(position) == CHANCE
        assert (turn(position), look(position).side) == (("turn", 0), many // 4)
        assert legal(position) == [f"turn {text}" for text in TILE_TEXTS if text not in tiles[:many]]
        assert CAMPS.weights(position) == (1,) * (60 - many)
        position = play(position, f"turn {tile}")
    assert [" ".join(tile or "-" for tile in side) for side in look(position).sides] == list(SIDES)
    assert look(position).tiles_left == 52
    assert turn(position) == ("begin", 0)


def test_DB_04_a_tile_is_turned_up_only_once() -> None:
    position = play(dealt(), "turn S:SSC")
    sentence = refused(position, "turn S:SSC", "DB-28", "seen", tile="S:SSC")
    assert sentence == "The tile S:SSC has been turned up already."
    assert refused(position, "roll silk", "DB-28", "awaited") == "A tile has yet to be turned up."
    assert refused(opened(), "turn W:SSC", "DB-28", "no_gap") == "No tile is turned up now."
    refused(CAMPS.start(3), "turn W:SSC", "DB-28", "no_gap")


# -- DB-05: who begins -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_DB_05_the_starting_player_is_given_and_play_goes_clockwise(players: int) -> None:
    for start in range(players):
        position = opened(players, start=str(start + 1))
        for k in range(2 * players):
            assert turn(position) == ("begin", (start + k) % players)
            position = play(position, "roll water" if k < 5 else "roll camel", "dice ---")


def test_DB_05_nobody_begins_who_is_not_there() -> None:
    with pytest.raises(BadOptions):
        CAMPS.start(3, start="4")
