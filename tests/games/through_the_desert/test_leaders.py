"""Through the Desert, placing leaders: TD-10 to TD-13."""

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
    laid_out,
    legal,
    look,
    play,
    refused,
    ring,
    spaces_for,
    turn,
    watered,
)
from saltroad import OutOfTurn
from saltroad.games.through_the_desert.components import COLOURS
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position

# -- TD-10: one at a time ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [(2, 5), (3, 5), (4, 5), (5, 4)])
def test_TD_10_one_leader_at_a_time_in_turn_until_all_are_placed(players: int, each: int) -> None:
    position = laid_out(players)
    for k in range(players * each):
        assert (look(position).phase, DESERT.actor(position)) == ("leader", k % players)
        assert look(position).leaders_placed == k
        position = play(position, legal(position)[-1])
    assert look(position).leaders == ((),) * players
    assert (look(position).phase, turn(position)) == ("camel", (0, 1))
    assert look(position).scores == (0,) * players


def test_TD_10_a_leader_stands_where_it_is_placed_and_leaves_the_pile_as_it_is() -> None:
    position = play(laid_out(2), "pink e7")
    assert caravan(position, 0, "pink").camels == ("e7",)
    assert (caravan(position, 0, "pink").leader, caravan(position, 0, "blue").leader) == ("e7", None)
    assert look(position).leaders == (tuple(c for c in COLOURS if c != "pink"), COLOURS)
    assert look(position).piles == (22,) * 5


def test_TD_10_a_leader_is_placed_once() -> None:
    position = play(laid_out(2), "pink e7; blue k7")
    assert refused(position, "pink o8", "TD-10", colour="pink") == "Your pink leader stands already."
    assert "rose" in french(position, "pink o8")
    assert "pink o8" in legal(play(position, "blue a3"))


def test_TD_10_nobody_passes_and_nobody_plays_out_of_turn() -> None:
    position = laid_out(2)
    assert refused(position, "pass", "TD-20") == "You cannot pass: there is a camel that you can place."
    with pytest.raises(OutOfTurn, match="It is not player 2's move: player 1 is to act"):
        DESERT.play(position, "pink e7", seat=1)


def test_TD_10_every_leader_finds_a_space_whatever_the_others_do() -> None:
    """A leader bars seven spaces at most, and the last one has still more than there are barred."""
    for players, leaders in ((2, 10), (3, 15), (4, 20), (5, 20)):
        for trees in legal(DESERT.start(players)):
            palms = trees.removeprefix("palms ")
            barred = {*watered(players, palms), *palms.split(), *around(palms)}
            assert len(set(board(players)) - barred) > 7 * (leaders - 1)


# -- TD-11 and TD-12: where --------------------------------------------------------------------------------------------


def test_TD_11_not_on_a_water_hole_an_oasis_or_a_leader() -> None:
    position = play(laid_out(2), "pink e7")
    for name in watered(2):
        assert refused(position, f"blue {name}", "TD-11", space=name) == (
            f"A leader may not stand on the water hole {name}."
        )
    for name in PALMS.split():
        assert refused(position, f"blue {name}", "TD-11", space=name) == f"A leader may not stand on the oasis {name}."
    sentence = refused(position, "blue e7", "TD-11", space="e7", seat=0, colour="pink")
    assert sentence == "Player 1's pink leader stands on e7."
    assert french(position, "blue e7") == "Le chef rose de Joueur 1 se tient en e7."
    assert "point d’eau" in french(position, "blue a6")


def test_TD_12_not_next_to_an_oasis() -> None:
    position = laid_out(2)
    for oasis in PALMS.split():
        for name in ring(oasis):
            if name in watered(2):
                refused(position, f"blue {name}", "TD-11", space=name)
            else:
                sentence = refused(position, f"blue {name}", "TD-12", space=name, other=oasis)
                assert sentence == f"{name} is next to the oasis {oasis}: a leader may not stand there."
    assert "oasis" in french(position, "blue m8")


def test_TD_12_not_next_to_any_leader_ones_own_included() -> None:
    position = play(laid_out(2), "pink e7; blue k7")
    for name in ring("e7"):
        if name not in watered(2):
            sentence = refused(position, f"blue {name}", "TD-12", space=name, other="e7", seat=0, colour="pink")
            assert sentence == f"{name} is next to Player 1's pink leader on e7."
    refused(position, "green k8", "TD-12", space="k8", other="k7", seat=1, colour="blue")
    assert "du chef bleu de Joueur 2" in french(position, "green k8")


def test_TD_12_next_to_a_water_hole_is_allowed() -> None:
    position = laid_out(2)
    assert "c5" in watered(2)
    free = [name for name in ring("c5") if name not in watered(2) and name not in around(PALMS)]
    assert free
    assert all(f"blue {name}" in legal(position) for name in free)


def test_TD_11_and_TD_12_bar_nothing_else() -> None:
    position = play(laid_out(3), "pink e7; blue k7; green o8")
    barred = {*watered(3), *PALMS.split(), *around(PALMS), "e7", "k7", "o8", *around("e7 k7 o8")}
    expected = [name for name in board(3) if name not in barred]
    for colour in COLOURS:
        assert list(spaces_for(position, colour)) == ([] if colour == "pink" else expected)


# -- TD-13: the first round --------------------------------------------------------------------------------------------


def test_TD_13_in_the_first_round_no_colour_twice() -> None:
    position = play(laid_out(4), "pink e7")
    sentence = refused(position, "pink k7", "TD-13", colour="pink")
    assert sentence == "In the first round of leaders each colour is placed once, and pink is taken."
    assert "rose" in french(position, "pink k7")
    position = play(position, "blue k7")
    for colour in ("pink", "blue"):
        refused(position, f"{colour} o8", "TD-13", colour=colour)
    position = play(position, "green o8")
    assert {action.split()[0] for action in legal(position)} == {"lilac", "yellow"}


def test_TD_13_from_the_second_round_on_any_colour() -> None:
    position = play(laid_out(2), "pink e7; blue k7")
    assert look(position).first_colours == ("blue", "pink")
    assert {action.split()[0] for action in legal(position)} == set(COLOURS) - {"pink"}
    position = play(position, "blue o8")
    assert {action.split()[0] for action in legal(position)} == set(COLOURS) - {"blue"}
    assert caravan(play(position, "pink a3"), 1, "pink").camels == ("a3",)


def first_round(given_up: tuple[str, ...], *colours: str) -> Position:
    """Five players; the first leaders of some, on spaces far apart."""
    position = laid_out(5, given_up=given_up)
    for colour in colours:
        position = play(position, next(action for action in legal(position) if action.startswith(colour)))
    return position


def test_TD_13_the_fourth_of_five_leaves_the_fifth_a_colour() -> None:
    """Blue and yellow are left; the fifth gave up yellow, so the fourth must place yellow."""
    position = first_round(("blue", "green", "lilac", "pink", "yellow"), "green", "lilac", "pink")
    assert DESERT.actor(position) == 3
    assert {action.split()[0] for action in legal(position)} == {"yellow"}
    sentence = refused(position, "blue e7", "TD-13", colour="blue")
    assert sentence == "Leave blue for now: otherwise a later player of this round could place no colour."
    assert "bleu" in french(position, "blue e7")
    fifth = play(position, legal(position)[0])
    assert {action.split()[0] for action in legal(fifth)} == {"blue"}
    assert len(look(play(fifth, legal(fifth)[0])).first_colours) == 5


def test_TD_13_the_fourth_is_free_where_the_fifth_has_both_colours() -> None:
    position = first_round(("blue", "green", "lilac", "pink", "yellow"), "yellow", "lilac", "pink")
    assert {action.split()[0] for action in legal(position)} == {"blue", "green"}


def test_TD_13_where_fourth_and_fifth_each_lack_one_of_the_two_colours_left() -> None:
    position = first_round(("blue", "green", "lilac", "pink", "yellow"), "green", "lilac", "blue")
    assert {action.split()[0] for action in legal(position)} == {"yellow"}
    refused(position, "pink e7", "TD-03", colour="pink")


def test_TD_13_in_the_second_round_the_fourth_is_free() -> None:
    position = first_round(("blue", "green", "lilac", "pink", "yellow"), "green", "lilac", "pink", "yellow", "blue")
    for _ in range(3):
        position = play(position, legal(position)[0])
    assert DESERT.actor(position) == 3
    assert {action.split()[0] for action in legal(position)} == {"blue", "green", "lilac"}


def test_TD_13_nobody_is_ever_left_without_a_colour() -> None:
    """Whoever begins, whatever is given up and placed: random first rounds of five."""
    for seed in range(150):
        position = DESERT.start(5, start=str(seed % 5 + 1))
        DESERT.engine.playout(position.states, 0, Rng((13, seed)), 1 + 45 + 5)
        for _ in range(5):
            assert look(position).phase == "leader"
            assert "pass" not in legal(position)
            position = play(position, Rng((seed, look(position).ply)).pick(legal(position)))
        assert set(look(position).first_colours) == set(COLOURS)


def test_TD_10_the_leaders_of_a_camp_are_one_of_each_colour() -> None:
    assert [[len(one.camels) for one in row] for row in look(camp(3)).caravans] == [[1] * 5] * 3
