"""Through the Desert, what a placement earns: TD-30 to TD-32."""

from __future__ import annotations

import pytest

from games.through_the_desert.table import (
    DESERT,
    PALMS,
    around,
    board,
    camp,
    caravan,
    gain,
    look,
    midgame,
    play,
    points,
    ring,
    value_of,
    without,
)
from saltroad.games.through_the_desert.components import NAMES, PALM_SPACES
from saltroad.kernel.chance import Rng

FAR = {"2 green": "p7"}

# -- TD-30: water holes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 2, 3])
def test_TD_30_a_camel_on_a_water_hole_takes_its_value(value: int) -> None:
    position = midgame({"1 pink": "c6", **FAR}, water={"c5": value})
    after = play(position, "pink c5")
    assert gain(position, after) == (value, 0, 0)
    assert gain(position, after, 1) == (0, 0, 0)
    assert look(after).scores == (value, 0)


def test_TD_30_no_water_no_points() -> None:
    position = midgame({"1 pink": "c6", **FAR})
    assert gain(position, play(position, "pink c7")) == (0, 0, 0)


def test_TD_30_the_player_on_turn_takes_it() -> None:
    position = midgame({"1 pink": "c6", "2 green": "b5"}, seat=1, water={"c5": 3})
    assert gain(position, play(position, "green c5"), 1) == (3, 0, 0)


def test_TD_30_an_explanation_tells_what_a_placement_earns() -> None:
    position = midgame({"1 pink": "c6", **FAR}, water={"c5": 3})
    verdict = DESERT.explain(position, DESERT.parse("pink c5"))
    assert (verdict.legal, verdict.rule, dict(verdict.params)["points"]) == (True, "TD-30", 3)
    assert verdict.sentence() == "A pink camel goes to c5 and earns 3 points."
    assert verdict.sentence("fr") == "Un chameau rose va en c5 et rapporte 3 points."
    dry = DESERT.explain(position, DESERT.parse("pink c7"))
    assert (dry.legal, dry.rule, dry.sentence()) == (True, "TD-20", "A pink camel goes to c7.")


def test_TD_30_markers_taken_lie_face_down_where_scores_are_not_open() -> None:
    position = play(midgame({"1 pink": "c6", **FAR}, water={"c5": 3}, open_scores=False), "pink c5")
    assert DESERT.observe(position, None).scores == (None, None)
    assert DESERT.observe(position, 0).scores == (3, None)
    assert DESERT.observe(position, 1).scores == (None, 0)
    assert DESERT.observe(position, 0).points == ((3, None), (0, None), (0, None), (0, None))
    assert DESERT.observe(position, 1).points == ((None, 0),) * 4
    assert DESERT.scores(position) == (3, 0)
    open_table = play(midgame({"1 pink": "c6", **FAR}, water={"c5": 3}), "pink c5")
    assert [DESERT.observe(open_table, viewer).scores for viewer in (None, 0, 1)] == [(3, 0)] * 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_TD_30_totals_are_face_down_until_the_end_and_follow_from_the_map(players: int) -> None:
    position, rng = DESERT.start(players, open_scores=False), Rng((30, players))
    while DESERT.outcome(position) is None:
        for viewer in (None, *range(players)):
            view = DESERT.observe(position, viewer)
            shown = [seat for seat, score in enumerate(view.scores) if score is not None]
            assert shown == ([] if viewer is None else [viewer])
            assert DESERT.determinize(view, Rng(0)) == position
        DESERT.engine.playout(position.states, 0, rng, 17)
    for viewer in (None, *range(players)):
        assert DESERT.observe(position, viewer).scores == DESERT.scores(position)
        assert DESERT.determinize(DESERT.observe(position, viewer), Rng(0)) == position


# -- TD-31: oases ------------------------------------------------------------------------------------------------------


def test_TD_31_a_camel_next_to_an_oasis_earns_five_once() -> None:
    position = midgame({"1 pink": "n9", **FAR})
    after = play(position, "pink n8")
    assert gain(position, after) == (0, 0, 0)
    linked = play(after, "pink m8")
    assert gain(position, linked) == (0, 5, 0)
    assert caravan(linked, 0, "pink").linked == ("m7",)
    again = play(linked, "green p8; green p9", "pink n7; pink l7")
    assert {"m8", "n7", "l7"} <= set(ring("m7"))
    assert gain(linked, again) == (0, 0, 0)


def test_TD_31_every_space_around_every_oasis_earns() -> None:
    palm_spaces = [NAMES[x] for x in PALM_SPACES]
    tried = 0
    for oasis in palm_spaces:
        others = [name for name in palm_spaces if name != oasis][:4]
        palms = " ".join(sorted([*others, oasis], key=NAMES.index))
        for name in ring(oasis):
            outside = [start for start in ring(name) if start not in (oasis, *ring(oasis))]
            if outside:
                position = midgame({"1 pink": outside[0], "2 green": "f1"}, players=4, palms=palms)
                assert gain(position, play(position, f"pink {name}"))[1] == 5, (oasis, name)
                tried += 1
    assert tried == 7 * 6 - 2  # a9 and r2, at the edge, are only reached from another space next to the same oasis


def test_TD_31_several_caravans_of_one_and_of_many_players_earn_from_one_oasis() -> None:
    position = midgame({"1 pink": "m9", "1 blue": "n5", "2 lilac": "k7", "2 green": "o7"})
    after = play(position, "pink m8; blue n6", "lilac l7; green n7")
    assert gain(position, after) == (0, 10, 0)
    assert gain(position, after, 1)[1] == 10
    assert [caravan(after, *key).linked for key in ((0, "pink"), (0, "blue"), (1, "lilac"), (1, "green"))] == [
        ("m7",)
    ] * 4


def test_TD_31_one_caravan_earns_from_several_oases() -> None:
    """Pink is linked to j3 and goes to m7."""
    position = midgame({"1 pink": "j4 k5 k6", "2 green": "p7"})
    assert caravan(position, 0, "pink").linked == ("j3",)
    after = play(position, "pink l6")
    assert gain(position, after)[1] == 5
    assert caravan(after, 0, "pink").linked == ("j3", "m7")
    assert points(after, "oases") == 10


def test_TD_31_no_space_of_this_board_is_next_to_two_palm_spaces() -> None:
    """One camel may link two at once; here only by enclosing both (TD-42, no largest size)."""
    palms = {NAMES[x] for x in PALM_SPACES}
    assert max(len(palms & set(ring(name))) for name in board(4)) == 1


def test_TD_31_a_water_hole_and_an_oasis_by_one_camel() -> None:
    position = midgame({"1 pink": "k6", **FAR}, water={"l6": 2})
    assert "l6" in around("m7")
    assert gain(position, play(position, "pink l6")) == (2, 5, 0)
    verdict = DESERT.explain(position, DESERT.parse("pink l6"))
    assert (verdict.rule, dict(verdict.params)["points"]) == ("TD-30", 7)


def test_TD_31_leaders_earn_nothing() -> None:
    for players in (2, 3, 4, 5):
        assert look(camp(players)).scores == (0,) * players


def test_TD_31_a_palm_space_without_a_tree_is_a_water_hole() -> None:
    position = midgame({"1 pink": "b6", **FAR}, water={"b8": 3})
    near = play(position, "pink b7")
    assert gain(position, near) == (0, 0, 0)
    assert gain(near, play(near, "pink b8")) == (3, 0, 0)


# -- TD-32: no markers -------------------------------------------------------------------------------------------------


def test_TD_32_points_do_not_run_out_with_the_markers() -> None:
    """With four players all markers are laid: none is left to give change with."""
    position = midgame({"1 pink": "k6", "2 green": "p7"}, players=4)
    assert look(position).markers == (0, 0, 0)
    after = play(position, "pink l6")
    assert gain(position, after) == (value_of(position, "l6"), 5, 0)


def test_TD_32_an_oasis_earns_whatever_was_earned_before() -> None:
    """Six caravans around each of five oases: twenty-nine times five are paid out, and the thirtieth all the same."""
    keys = ("1 blue", "1 green", "1 lilac", "1 pink", "1 yellow", "2 lilac")
    camels = {key: [ring(oasis)[k] for oasis in PALMS.split()] for k, key in enumerate(keys)}
    assert "l6" in camels["2 lilac"]
    camels["2 lilac"] = [*without(camels["2 lilac"], "l6"), "k6"]
    position = midgame(camels, seat=1)
    assert points(position, "oases") + points(position, "oases", 1) == 29 * 5
    assert gain(position, play(position, "lilac l6"), 1)[1] == 5
