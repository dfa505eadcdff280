"""The course of a game: what is asked, refused, sent again, undone and taken back, before any of it is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import saltroad
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame
from saltroad.records import History, Record
from saltroad.records.dice import FIRST_SCHEME, MOST_DRAWN_ANEW, SCHEME, SEED_BYTES, Dice
from saltroad.records.fairness import check
from saltroad.server.refusals import Refusal
from saltroad.server.tables.game import LONGEST_ACTION, LiveGame

SEED = bytes(range(SEED_BYTES))


def begun(name: str = "bazaar", players: int = 3, seed: bytes = SEED, **choices: bool | str) -> LiveGame:
    game: AnyGame = saltroad.load(name)
    live_game = LiveGame(game, game.info.agree(players, choices), Dice(seed, "t1", ("ab" * 32,) * players))
    live_game.commit(live_game.begin())
    return live_game


def act(live_game: LiveGame, text: str | None = None, rng: Rng | None = None) -> None:
    """The seat on turn plays a text, or anything."""
    text = text or (rng or Rng(0)).pick(live_game.legal(live_game.actor))
    step = live_game.act(live_game.actor, len(live_game.plies), text)
    assert step is not None
    live_game.commit(step)


def played(name: str, actions: int, seed: int = 0) -> LiveGame:
    live_game, rng = begun(name), Rng(seed)
    for _ in range(actions):
        if live_game.actor != NOBODY:
            act(live_game, rng=rng)
    return live_game


def refusal(live_game: LiveGame, seat: int, ply: int, text: str) -> Refusal:
    before = (list(live_game.plies), bytes(live_game.position))
    with pytest.raises(Refusal) as caught:
        live_game.act(seat, ply, text)
    assert (live_game.plies, bytes(live_game.position)) == before
    for language in ("en", "fr"):
        assert caught.value.sentence(language)
        assert "{" not in caught.value.sentence(language)
    return caught.value


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_step_is_shown_to_nobody_before_it_is_committed(name: str) -> None:
    live_game = played(name, 5)
    before = {viewer: bytes(live_game.view(viewer)) for viewer in (0, 1, 2, None)}
    step = live_game.act(live_game.actor, len(live_game.plies), live_game.legal(live_game.actor)[0])
    assert step is not None
    assert {viewer: bytes(live_game.view(viewer)) for viewer in before} == before
    live_game.commit(step)
    assert bytes(live_game.view(None)) != before[None]
    with pytest.raises(ValueError, match="cannot follow"):
        live_game.commit(step)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_chance_never_has_to_be_asked(name: str) -> None:
    live_game, rng = begun(name), Rng(3)
    while live_game.actor != NOBODY:
        assert live_game.actor != CHANCE
        act(live_game, rng=rng)
    assert live_game.outcome is not None
    history = History(live_game.game, live_game.options)
    for ply in live_game.plies:
        history.play(ply.action)
    assert check(Record.of(history, more=live_game.dice.headers())).plies == len(live_game.plies)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_the_log_is_the_truth(name: str) -> None:
    live_game = played(name, 12)
    again = LiveGame.of_log(live_game.game, live_game.options, live_game.dice, live_game.plies)
    assert bytes(again.position) == bytes(live_game.position)
    assert again.plies == live_game.plies


def test_only_the_seat_on_turn_may_play_and_sees_what() -> None:
    live_game = played("bazaar", 4)
    on_turn = live_game.actor
    text = live_game.legal(on_turn)[0]
    for seat in {0, 1, 2} - {on_turn}:
        assert live_game.legal(seat) == ()
        assert refusal(live_game, seat, len(live_game.plies), text).code == "not_your_turn"
        with pytest.raises(Refusal, match=f"Player {on_turn + 1}"):
            live_game.explain(seat, text)
    assert live_game.legal(None) == ()
    assert live_game.explain(on_turn, text).legal


def test_what_the_rules_forbid_names_the_rule() -> None:
    live_game = begun()
    refused = refusal(live_game, live_game.actor, len(live_game.plies), "trade R>WW")
    assert (refused.code, refused.rule) == ("illegal", "BZ-10")
    assert "premier tour" in refused.sentence("fr") or "lancez" in refused.sentence("fr")


def test_what_cannot_be_read_is_refused() -> None:
    live_game = begun()
    assert refusal(live_game, live_game.actor, len(live_game.plies), "rol").code == "unreadable"
    assert refusal(live_game, live_game.actor, len(live_game.plies), "rol").sentence("fr") == (
        "« rol » n’est pas une action. Vouliez-vous dire « roll » ?"
    )
    assert refusal(live_game, live_game.actor, len(live_game.plies), "\0").code == "unreadable"
    assert refusal(live_game, live_game.actor, len(live_game.plies), "x" * (LONGEST_ACTION + 1)).code == "too_long"


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_no_action_is_too_long(name: str) -> None:
    notation = saltroad.load(name).notation
    assert max(len(str(notation.at(k))) for k in range(len(notation))) <= LONGEST_ACTION


def test_an_old_ply_is_refused_unless_it_is_the_same_action_sent_again() -> None:
    live_game = begun()
    seat, ply = live_game.actor, len(live_game.plies)
    act(live_game, "roll")
    assert live_game.act(seat, ply, " ROLL ") is None
    assert refusal(live_game, seat, ply, "pass").code == "stale"
    assert refusal(live_game, seat, ply, "nonsense").code == "stale"
    assert refusal(live_game, (seat + 1) % 3, ply, "roll").code == "stale"
    assert refusal(live_game, live_game.actor, len(live_game.plies) + 1, "roll").code == "ahead"


def test_after_the_end_nothing_can_be_played() -> None:
    live_game = played("bazaar", 10_000)
    assert live_game.actor == NOBODY
    assert refusal(live_game, 0, len(live_game.plies), "roll").code == "over"
    assert live_game.legal(0) == ()


# -- undo and take back ------------------------------------------------------------------------------------------------


def turn_of_two(live_game: LiveGame) -> None:
    """Play on until a seat has placed one camel of two."""
    rng = Rng(1)
    while not (
        live_game.plies[-1].actor == live_game.actor
        and live_game.actor >= 0
        and live_game.view(None).as_dict()["turns"]
    ):
        act(live_game, rng=rng)


def test_a_seat_undoes_its_own_action_while_it_is_on_turn() -> None:
    live_game = begun("through_the_desert")
    turn_of_two(live_game)
    seat, before = live_game.actor, len(live_game.plies)
    to = live_game.undo(seat)
    assert to == before - 1
    live_game.go_back(to)
    assert (live_game.actor, len(live_game.plies), live_game.dice.drawn_anew) == (seat, to, ())
    with pytest.raises(Refusal) as caught:
        live_game.undo(seat)
    assert caught.value.code == "undo_nothing"


def test_what_chance_or_another_seat_followed_is_not_undone_freely() -> None:
    live_game = begun()
    seat = live_game.actor
    act(live_game, "roll")
    assert live_game.actor != seat
    with pytest.raises(Refusal) as caught:
        live_game.undo(seat)
    assert caught.value.code == "undo_turn_over"
    with pytest.raises(Refusal) as caught:
        live_game.undo(live_game.actor)
    assert caught.value.code == "undo_nothing"


@pytest.mark.parametrize("redraw", [False, True])
def test_a_take_back_goes_to_the_last_action_and_chance_draws_anew_only_if_that_is_wanted(redraw: bool) -> None:
    fates = set()
    for back in range(6):
        live_game = begun("bazaar", seed=bytes([7]) * SEED_BYTES)
        seat = live_game.actor
        for _ in range(back):
            act(live_game, "roll")
            to = live_game.take_back(seat)
            assert live_game.redraws(to, redraw) == redraw
            live_game.go_back(to, redraw=redraw)
        assert len(live_game.dice.drawn_anew) == (back if redraw else 0)
        act(live_game, "roll")
        fates.add(next(ply.action for ply in live_game.plies[::-1] if ply.actor == CHANCE))
    assert (len(fates) > 1) == redraw


def test_by_the_first_scheme_a_take_back_over_chance_draws_anew() -> None:
    live_game = begun("bazaar")
    act(live_game, "roll")
    to = live_game.take_back(live_game.plies[-2].actor)
    for scheme, redraws in ((FIRST_SCHEME, True), (SCHEME, False)):
        live_game.dice = replace(live_game.dice, scheme=scheme)
        assert live_game.redraws(to, False) == redraws


def test_nothing_is_taken_back_that_was_not_played_nor_without_end() -> None:
    live_game = begun()
    with pytest.raises(Refusal) as caught:
        live_game.take_back(live_game.actor)
    assert caught.value.code == "undo_nothing"
    act(live_game, "roll")
    live_game.dice = replace(live_game.dice, drawn_anew=(5,) * MOST_DRAWN_ANEW)
    to = live_game.take_back(live_game.plies[-2].actor)
    assert not live_game.redraws(to, False)
    with pytest.raises(Refusal) as caught:
        live_game.redraws(to, True)
    assert caught.value.code == "taken_back_enough"
    with pytest.raises(Refusal) as caught:
        live_game.redraws(len(live_game.plies), True)
    assert caught.value.code == "redraw_nothing"
    for ply in (-1, len(live_game.plies) + 1):
        with pytest.raises(ValueError, match="no ply"):
            live_game.go_back(ply)


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(saltroad.GAMES), seed=st.integers(0, 10**6), ways=st.lists(st.integers(0, 9), max_size=40))
def test_however_one_goes_back_the_log_tells_it_all_and_the_dice_stay_fair(
    name: str, seed: int, ways: list[int]
) -> None:
    live_game, rng = begun(name), Rng(seed)
    for way in ways:
        if live_game.actor == NOBODY:
            break
        if way in (0, 2) and any(ply.actor == live_game.actor for ply in live_game.plies):
            to = live_game.take_back(live_game.actor)
            live_game.go_back(to, redraw=way == 2 and any(ply.actor == CHANCE for ply in live_game.plies[to:]))
        elif way == 1 and live_game.plies[-1].actor == live_game.actor:
            live_game.go_back(live_game.undo(live_game.actor))
        else:
            act(live_game, rng=rng)
    again = LiveGame.of_log(live_game.game, live_game.options, live_game.dice, live_game.plies)
    assert bytes(again.position) == bytes(live_game.position)
    history = History(live_game.game, live_game.options)
    for ply in live_game.plies:
        history.play(ply.action)
    assert check(Record.of(history, more=live_game.dice.headers())).drawn == sum(
        p.actor == CHANCE for p in live_game.plies
    )


def test_seats_and_actions_alternate_in_the_log_as_the_game_asks() -> None:
    live_game = played("desert_bazaar", 30)
    position = live_game.game.start_of(live_game.options)
    for ply in live_game.plies:
        assert live_game.game.actor(position) == ply.actor
        position = live_game.game.play(position, ply.action)
