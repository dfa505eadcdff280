"""Positions, outcomes, views and the functions that every game has."""

from __future__ import annotations

import json
import zlib

import pytest

import saltroad
from saltroad import BadOptions, BadPosition, IllegalAction, OutOfTurn, UnreadableAction
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Outcome, Position, View, ranks_by
from testing.pebbles import ACTIONS, Draw, Pebbles

GAME = Pebbles()


def drawn(colour: str = "grey") -> Position:
    return GAME.play(GAME.start(), f"draw {colour}")


def ended() -> Position:
    position = GAME.start()
    GAME.engine.playout(position.states, 0, Rng(0))
    return position


# -- values ------------------------------------------------------------------------------------------------------------


def test_positions_are_values() -> None:
    one, same, other = GAME.start(), GAME.start(), GAME.start(large=True)
    assert one == same != other
    assert hash(one) == hash(same)
    assert len({one, same, other, one.copy()}) == 2
    assert one != bytes(one)


def test_ranks() -> None:
    assert ranks_by([5, 9, 5, 1]) == (2, 1, 2, 4)
    assert ranks_by([(3, -2), (3, -1)]) == (2, 1)
    assert ranks_by([4, 4]) == (1, 1)


def test_winners_share_a_victory() -> None:
    outcome = Outcome("bag_empty", "PB-03", (7, 7, 1), (1, 1, 3), {"coins": (7, 7, 1)})
    assert outcome.winners == (0, 1)


def test_a_view_is_plain_values() -> None:
    view = GAME.observe(drawn(), 0)
    assert isinstance(view, View)
    assert json.loads(bytes(view)) == json.loads(json.dumps(view.as_dict()))
    assert view == GAME.observe(drawn(), 0) != GAME.observe(drawn(), 1)
    assert GAME.observe(drawn("grey"), 1) == GAME.observe(drawn("white"), 1)


# -- the functions of a game -------------------------------------------------------------------------------------------


def test_start_refuses_what_the_game_does_not_have() -> None:
    with pytest.raises(BadOptions, match="Pebbles is for 2 to 3 players, not 9"):
        GAME.start(9)
    with pytest.raises(BadOptions, match="has no option 'tiny'"):
        GAME.start(2, tiny=True)


def test_the_eight_verbs() -> None:
    start = GAME.start()
    assert GAME.actor(start) == CHANCE
    assert GAME.legal(start) == tuple(map(Draw, ("grey", "black", "white")))
    assert GAME.weights(start) == (5, 5, 5)
    after = GAME.apply(start, Draw("black"))
    assert GAME.actor(after) == 0
    assert list(map(str, GAME.legal(after))) == ["keep", "sell"]
    assert GAME.outcome(after) is None
    assert GAME.actor(ended()) == NOBODY
    assert GAME.legal(ended()) == ()
    assert GAME.outcome(ended()) is not None


def test_play_takes_actions_and_texts() -> None:
    assert GAME.play(drawn(), "keep", seat=0) == GAME.play(drawn(), ACTIONS[3]) == GAME.apply(drawn(), ACTIONS[3])


def test_play_refuses() -> None:
    with pytest.raises(UnreadableAction, match="'hop' is not an action"):
        GAME.play(drawn(), "hop")
    with pytest.raises(TypeError):
        GAME.play(drawn(), 3)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match=r"^draw grey: A pebble has been drawn\. \(PB-01\)$") as caught:
        GAME.play(drawn(), "draw grey")
    assert caught.value.rule == "PB-01"
    with pytest.raises(OutOfTurn, match=r"^It is not player 2's move: player 1 is to act"):
        GAME.play(drawn(), "keep", seat=1)
    with pytest.raises(OutOfTurn, match="chance decides"):
        GAME.play(GAME.start(), "draw grey", seat=0)
    with pytest.raises(OutOfTurn, match="the game is over"):
        GAME.play(ended(), "keep", seat=0)


def test_who_is_to_act_in_words() -> None:
    assert [GAME.describe_actor(position) for position in (GAME.start(), drawn(), ended())] == [
        "chance decides",
        "player 1 is to act",
        "the game is over",
    ]


def test_chance_decides_by_weight() -> None:
    start = GAME.start()
    start.states["bag"] = (0, 1, 9)
    rng = Rng(1)
    decided = [str(GAME.decide(start, rng)) for _ in range(500)]
    assert set(decided) == {"draw black", "draw white"}
    assert 20 < decided.count("draw black") < 90


def test_chance_settles_what_is_to_be_decided_before_a_seat_acts() -> None:
    start = GAME.start()
    before = bytes(start)
    settled = GAME.settle(start, Rng(5))
    plies = list(GAME.chance_plies(start, Rng(5)))
    assert [str(outcome) for outcome, _ in plies] == [str(GAME.decide(start, Rng(5)))]
    assert plies[-1][1] == settled
    assert GAME.actor(settled) >= 0
    assert GAME.settle(settled, Rng(5)) == settled, "a seat is to act: chance decides nothing"
    assert GAME.settle(ended(), Rng(5)) == ended()
    assert bytes(start) == before


def test_texts_of_a_game() -> None:
    assert GAME.parse("SELL") == ACTIONS[4]
    assert repr(GAME) == "<Game pebbles>"


# -- keeping a position ------------------------------------------------------------------------------------------------


def test_dump_and_load() -> None:
    for position in (GAME.start(), drawn(), ended()):
        data = GAME.dump(position)
        assert data.startswith(b"saltroad pebbles 1\n")
        assert GAME.load(data) == position
        assert GAME.load(data).states is not position.states


def test_a_loaded_position_can_be_played_on() -> None:
    position = GAME.load(GAME.dump(drawn()))
    assert GAME.play(position, "keep") == GAME.play(drawn(), "keep")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"camel",
        b"saltroad bazaar 1\n" + bytes(100),
        b"saltroad pebbles 2\n" + bytes(44),
        b"saltroad pebbles 1",
    ],
)
def test_what_is_no_position_of_this_game(data: bytes) -> None:
    with pytest.raises(BadPosition, match=r"^This is not a saved position of Pebbles \(rules version 1\)\.$"):
        GAME.load(data)


def test_damage_is_noticed_in_every_bit() -> None:
    data = GAME.dump(drawn())
    mark = len(b"saltroad pebbles 1\n")
    for at in range(mark, len(data)):
        for bit in range(8):
            bad = bytearray(data)
            bad[at] ^= 1 << bit
            with pytest.raises(BadPosition, match="damaged"):
                GAME.load(bytes(bad))


@pytest.mark.parametrize("cut", [1, 4, 30, 40, 43, 44])
def test_a_position_cut_short_or_too_long_is_damaged(cut: int) -> None:
    data = GAME.dump(drawn())
    for bad in (data[:-cut], data + bytes(cut)):
        with pytest.raises(BadPosition, match="damaged"):
            GAME.load(bad)


def test_a_body_of_another_size_with_a_right_check_sum_is_damaged() -> None:
    for body in (b"", b"x", bytes(41)):
        with pytest.raises(BadPosition, match="damaged"):
            GAME.load(b"saltroad pebbles 1\n" + zlib.crc32(body).to_bytes(4, "big") + body)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_games_do_not_load_each_other(name: str) -> None:
    other = saltroad.load(name)
    with pytest.raises(BadPosition):
        other.load(GAME.dump(drawn()))
    with pytest.raises(BadPosition):
        GAME.load(other.dump(other.start()))


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_viewer_without_a_seat_is_refused(name: str) -> None:
    game = saltroad.load(name)
    fewest = min(game.info.players)
    for viewer in (-1, fewest, 7):
        with pytest.raises(saltroad.BadOptions, match=f"no seat {viewer}"):
            game.observe(game.start(players=fewest), viewer)
