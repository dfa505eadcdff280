"""Through the Desert, placing camels: TD-20 to TD-25."""

from __future__ import annotations

import pytest

from games.through_the_desert.table import (
    DESERT,
    PALMS,
    around,
    board,
    camp,
    caravan,
    french,
    legal,
    look,
    midgame,
    outcome,
    play,
    refused,
    ring,
    spaces_for,
    turn,
    without,
)
from saltroad import OutOfTurn
from saltroad.games.through_the_desert.components import COLOURS

WALLED_IN = {"1 pink": "c2 d1", "2 blue": "c1"}
"""Player 2's only caravan, in a corner: no space next to it is free."""

# -- TD-20: two camels a turn ------------------------------------------------------------------------------------------


def test_TD_20_two_camels_a_turn_of_one_colour_or_of_two() -> None:
    position = midgame({"1 pink": "e7", "1 blue": "o6", "2 green": "k7"})
    assert turn(position) == (0, 2)
    one = play(position, "pink e8")
    assert (turn(one), DESERT.actor(one)) == ((0, 1), 0)
    for second, piles in (("pink e9", (23, 23, 24, 21, 24)), ("blue o5", (22, 23, 24, 22, 24))):
        two = play(one, second)
        assert (turn(two), DESERT.actor(two)) == ((1, 2), 1)
        assert look(two).piles == piles
        assert look(two).turns == look(position).turns + 1
    assert look(one).piles == (23, 23, 24, 22, 24)


def test_TD_20_camels_come_from_the_piles_and_join_the_caravan() -> None:
    position = camp(2)
    name = spaces_for(position, "lilac")[0]
    after = play(position, f"lilac {name}")
    assert set(caravan(after, 0, "lilac").camels) == {*caravan(position, 0, "lilac").camels, name}
    assert look(after).piles == (22, 22, 21, 22, 22)
    assert caravan(after, 0, "lilac").leader == caravan(position, 0, "lilac").leader != name


def test_TD_20_placing_is_compulsory() -> None:
    position = midgame({"1 pink": "e7", "2 green": "k7"})
    for place in (position, play(position, "pink e8")):
        assert "pass" not in legal(place)
        assert refused(place, "pass", "TD-20") == "You cannot pass: there is a camel that you can place."
    assert "passer" in french(position, "pass")


def test_TD_20_without_a_legal_second_placement_the_turn_ends() -> None:
    """Pink has one space left next to it, and that space has none: j6 to l8 are walled in by player 2's green."""
    wall = around("k7 k8")
    position = midgame({"1 pink": "k7", "2 green": wall})
    assert legal(position) == ["pink k8"]
    after = play(position, "pink k8")
    assert turn(after) == (1, 2)
    assert look(after).turns == look(position).turns + 1
    assert look(after).passes == 0


def test_TD_20_a_player_with_no_placement_at_all_passes() -> None:
    position = midgame(WALLED_IN, seat=1)
    assert legal(position) == ["pass"]
    assert DESERT.explain(position, DESERT.parse("pass")).legal
    refused(position, "blue b2", "TD-23", colour="blue", space="b2")
    after = play(position, "pass")
    assert (turn(after), look(after).passes) == ((0, 2), 1)
    placed = play(after, "pink c3")
    assert look(placed).passes == 0
    assert turn(play(placed, "pink c4")) == (1, 2)


def test_TD_20_if_all_pass_in_turn_the_game_ends() -> None:
    taken = {"c1", "c2", "d1", *PALMS.split()}
    position = midgame(WALLED_IN, areas={0: [name for name in board(2) if name not in taken]})
    assert legal(position) == ["pass"]
    once = play(position, "pass")
    assert (DESERT.outcome(once), legal(once), turn(once)) == (None, ["pass"], (1, 2))
    over = play(once, "pass")
    assert (outcome(over).reason, outcome(over).rule) == ("all_passed", "TD-20")
    assert look(over).ended == "all_passed"
    assert legal(over) == []
    for action in ("pass", "pink c3", "start 1", "water a6 1"):
        assert refused(over, action, "TD-20") == "The game is over: no one could place a camel."
    assert "personne" in french(over, "pass")


def test_TD_20_passes_of_some_do_not_end_the_game() -> None:
    """Of three players two are walled in: the third goes on, and each placement starts the count anew."""
    position = midgame({**WALLED_IN, "3 green": "e12", "1 yellow": "d11 d12 e11 f11 f12"}, players=3, seat=1)
    position = play(position, "pass; pass")
    assert (turn(position), look(position).passes) == ((0, 2), 2)
    position = play(position, "pink c3; pink c4; pass; pass")
    assert (turn(position), look(position).ended) == ((0, 2), "")


def test_TD_20_an_empty_pile_gives_no_camel() -> None:
    strip = [name for name in board(2) if name[0] in "abc"][:24]
    position = midgame({"1 pink": strip, "1 blue": "o6", "2 green": "k7"})
    assert look(position).piles[COLOURS.index("pink")] == 0
    sentence = refused(position, "pink d8", "TD-20", colour="pink")
    assert sentence == "There are no pink camels left."
    assert "rose" in french(position, "pink d8")
    assert spaces_for(position, "pink") == ()


# -- TD-21: the first round --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [1, 2])
def test_TD_21_with_two_only_the_first_player_places_one(start: int) -> None:
    assert rounds(2, start) == [1, 2, 2, 2]


@pytest.mark.parametrize(("players", "start"), [(3, 1), (3, 3), (4, 2), (5, 1), (5, 5)])
def test_TD_21_the_first_two_players_place_one_camel_each(players: int, start: int) -> None:
    assert rounds(players, start) == [1, 1] + [2] * (2 * players - 2)


def rounds(players: int, start: int) -> list[int]:
    """How many camels are placed in each turn of the first two rounds; in the right order."""
    position = camp(players, start=str(start))
    placed = []
    for k in range(2 * players):
        seat, many = turn(position)
        assert seat == (start - 1 + k) % players
        placed.append(0)
        while turn(position)[0] == seat:
            position = play(position, legal(position)[0])
            placed[-1] += 1
        assert placed[-1] == many
    return placed


def test_TD_21_nobody_plays_out_of_turn() -> None:
    position = camp(3)
    with pytest.raises(OutOfTurn, match="player 1 is to act"):
        DESERT.play(position, legal(position)[0], seat=1)


# -- TD-22: where ------------------------------------------------------------------------------------------------------


def test_TD_22_on_an_empty_space_or_a_water_hole() -> None:
    position = midgame({"1 pink": "c6", "2 green": "k7"})
    assert set(spaces_for(position, "pink")) == set(ring("c6"))
    assert "c5" in dict(look(position).water)
    assert "c5" in caravan(play(position, "pink c5"), 0, "pink").camels


def test_TD_22_never_on_an_oasis_or_a_camel() -> None:
    position = midgame({"1 pink": "m8", "1 blue": "m9", "2 green": "n8"})
    assert set(spaces_for(position, "pink")) == set(without(ring("m8"), "m7 m9 n8"))
    assert refused(position, "pink m7", "TD-22", space="m7") == "A camel may not stand on the oasis m7."
    sentence = refused(position, "pink n8", "TD-22", space="n8", seat=1, colour="green")
    assert sentence == "Player 2's green camel stands on n8."
    refused(position, "pink m9", "TD-22", space="m9", seat=0, colour="blue")
    refused(position, "pink m8", "TD-22", space="m8", seat=0, colour="pink")
    assert french(position, "pink n8") == "Un chameau vert de Joueur 2 se tient en n8."
    assert "oasis" in french(position, "pink m7")


def test_TD_22_never_inside_an_enclosed_area() -> None:
    position = play(midgame({"1 pink": "c2", "1 blue": "e4", "2 green": "p7"}), "pink d1")
    assert "pink c1" not in legal(position)
    refused(position, "pink c1", "TD-44", space="c1", seat=0)


# -- TD-23: next to one's own caravan ----------------------------------------------------------------------------------


def test_TD_23_next_to_a_camel_of_ones_own_caravan() -> None:
    position = midgame({"1 pink": "e7 e8", "1 blue": "o6", "2 green": "k7"})
    assert set(spaces_for(position, "pink")) == set(around("e7 e8"))
    assert set(spaces_for(position, "blue")) == set(ring("o6"))
    sentence = refused(position, "pink o5", "TD-23", colour="pink", space="o5")
    assert sentence == "o5 is not next to your pink caravan."
    assert french(position, "pink o5") == "o5 n’est pas à côté de votre caravane rose."
    refused(position, "pink k8", "TD-23", colour="pink", space="k8")


def test_TD_23_another_players_caravan_of_the_colour_does_not_serve() -> None:
    position = midgame({"1 pink": "e7", "2 pink": "o6"})
    for name in ring("o6"):
        refused(position, f"pink {name}", "TD-23", colour="pink", space=name)
    assert set(spaces_for(midgame({"1 pink": "e7", "2 pink": "o6"}, seat=1), "pink")) == set(ring("o6"))


def test_TD_23_without_a_leader_of_the_colour_there_is_no_caravan() -> None:
    position = midgame({"1 pink": "e7", "2 green": "k7"})
    assert refused(position, "green k8", "TD-23", colour="green", space="k8") == "You have no green caravan."
    assert "pas de caravane" in french(position, "green k8")


def test_TD_23_a_caravan_grows_from_every_camel_of_it() -> None:
    position = play(midgame({"1 pink": "e7", "2 green": "k7"}), "pink e8; pink e9", "green k8; green k9")
    assert caravan(position, 0, "pink").camels == ("e7", "e8", "e9")
    assert set(spaces_for(position, "pink")) == set(around("e7 e8 e9"))


# -- TD-24 and TD-25: neighbours ---------------------------------------------------------------------------------------


def test_TD_24_not_next_to_a_camel_of_that_colour_of_another_player() -> None:
    position = midgame({"1 pink": "o5", "2 pink": "o8"})
    between = set(ring("o8"))
    assert set(spaces_for(play(position, "pink o6"), "pink")) == set(around("o5 o6")) - between
    near = play(position, "pink o6")
    sentence = refused(near, "pink o7", "TD-24", space="o7", other="o8", seat=1, colour="pink")
    assert sentence == "o7 is next to Player 2's pink camel on o8."
    assert french(near, "pink o7") == "o7 est à côté d’un chameau rose de Joueur 2, en o8."


def test_TD_24_whoever_comes_second_is_kept_away_and_the_other_too() -> None:
    position = midgame({"1 pink": "o5 o6", "2 pink": "o8"}, seat=1)
    disputed = set(around("o5 o6")) & set(ring("o8"))
    assert disputed == {"o7"}
    refused(position, "pink o7", "TD-24", space="o7", other="o6", seat=0, colour="pink")
    assert set(spaces_for(position, "pink")) == set(ring("o8")) - disputed


def test_TD_24_with_several_players_each_keeps_away_from_all_others() -> None:
    caravans = {"1 pink": "k5", "2 pink": "m4", "3 pink": "l7"}
    for seat, own in enumerate(("k5", "m4", "l7")):
        position = midgame(caravans, players=3, seat=seat)
        others = " ".join(without("k5 m4 l7", own))
        assert set(spaces_for(position, "pink")) == set(ring(own)) - set(around(others)) - set(PALMS.split())


def test_TD_25_camels_of_other_colours_may_be_neighbours() -> None:
    position = midgame({"1 pink": "o5", "1 blue": "o7", "2 green": "n6", "2 pink": "e7"})
    after = play(position, "pink o6")
    assert caravan(after, 0, "pink").camels == ("o5", "o6")
    assert {"o7", "n6"} <= set(ring("o6"))
    assert "blue p6" in legal(after)
    assert "p6" in ring("o6")
