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
from saltroad.server.course import LONGEST_ACTION, Course
from saltroad.server.refusals import SENTENCES, Refusal

SEED = bytes(range(SEED_BYTES))


def begun(name: str = "bazaar", players: int = 3, seed: bytes = SEED, **choices: bool | str) -> Course:
    game: AnyGame = saltroad.load(name)
    course = Course(game, game.info.agree(players, choices), Dice(seed, "t1", ("ab" * 32,) * players))
    course.commit(course.begin())
    return course


def act(course: Course, text: str | None = None, rng: Rng | None = None) -> None:
    """The seat on turn plays a text, or anything."""
    text = text or (rng or Rng(0)).pick(course.legal(course.actor))
    step = course.act(course.actor, len(course.plies), text)
    assert step is not None
    course.commit(step)


def played(name: str, actions: int, seed: int = 0) -> Course:
    course, rng = begun(name), Rng(seed)
    for _ in range(actions):
        if course.actor != NOBODY:
            act(course, rng=rng)
    return course


def refusal(course: Course, seat: int, ply: int, text: str) -> Refusal:
    before = (list(course.plies), bytes(course.position))
    with pytest.raises(Refusal) as caught:
        course.act(seat, ply, text)
    assert (course.plies, bytes(course.position)) == before
    for language in ("en", "fr"):
        assert caught.value.sentence(language)
        assert "{" not in caught.value.sentence(language)
    return caught.value


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    assert all(set(sentences) == {"en", "fr"} for sentences in SENTENCES.values())


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_step_is_shown_to_nobody_before_it_is_committed(name: str) -> None:
    course = played(name, 5)
    before = {viewer: bytes(course.view(viewer)) for viewer in (0, 1, 2, None)}
    step = course.act(course.actor, len(course.plies), course.legal(course.actor)[0])
    assert step is not None
    assert {viewer: bytes(course.view(viewer)) for viewer in before} == before
    course.commit(step)
    assert bytes(course.view(None)) != before[None]
    with pytest.raises(ValueError, match="cannot follow"):
        course.commit(step)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_chance_never_has_to_be_asked(name: str) -> None:
    course, rng = begun(name), Rng(3)
    while course.actor != NOBODY:
        assert course.actor != CHANCE
        act(course, rng=rng)
    assert course.outcome is not None
    history = History(course.game, course.options)
    for ply in course.plies:
        history.play(ply.action)
    assert check(Record.of(history, more=course.dice.headers())).plies == len(course.plies)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_the_log_is_the_truth(name: str) -> None:
    course = played(name, 12)
    again = Course.of_log(course.game, course.options, course.dice, course.plies)
    assert bytes(again.position) == bytes(course.position)
    assert again.plies == course.plies


def test_only_the_seat_on_turn_may_play_and_sees_what() -> None:
    course = played("bazaar", 4)
    on_turn = course.actor
    text = course.legal(on_turn)[0]
    for seat in {0, 1, 2} - {on_turn}:
        assert course.legal(seat) == ()
        assert refusal(course, seat, len(course.plies), text).code == "not_your_turn"
        with pytest.raises(Refusal, match="player"):
            course.explain(seat, text)
    assert course.legal(None) == ()
    assert course.explain(on_turn, text).legal


def test_what_the_rules_forbid_names_the_rule() -> None:
    course = begun()
    refused = refusal(course, course.actor, len(course.plies), "trade R>WW")
    assert (refused.code, refused.rule) == ("illegal", "BZ-10")
    assert "premier tour" in refused.sentence("fr") or "lancez" in refused.sentence("fr")


def test_what_cannot_be_read_is_refused() -> None:
    course = begun()
    assert refusal(course, course.actor, len(course.plies), "rol").code == "unreadable"
    assert refusal(course, course.actor, len(course.plies), "rol").sentence("fr") == (
        "'rol' n'est pas une action. Vouliez-vous dire 'roll' ?"
    )
    assert refusal(course, course.actor, len(course.plies), "\0").code == "unreadable"
    assert refusal(course, course.actor, len(course.plies), "x" * (LONGEST_ACTION + 1)).code == "too_long"


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_no_action_is_too_long(name: str) -> None:
    notation = saltroad.load(name).notation
    assert max(len(str(notation.at(k))) for k in range(len(notation))) <= LONGEST_ACTION


def test_an_old_ply_is_refused_unless_it_is_the_same_action_sent_again() -> None:
    course = begun()
    seat, ply = course.actor, len(course.plies)
    act(course, "roll")
    assert course.act(seat, ply, " ROLL ") is None
    assert refusal(course, seat, ply, "pass").code == "stale"
    assert refusal(course, seat, ply, "nonsense").code == "stale"
    assert refusal(course, (seat + 1) % 3, ply, "roll").code == "stale"
    assert refusal(course, course.actor, len(course.plies) + 1, "roll").code == "ahead"


def test_after_the_end_nothing_can_be_played() -> None:
    course = played("bazaar", 10_000)
    assert course.actor == NOBODY
    assert refusal(course, 0, len(course.plies), "roll").code == "over"
    assert course.legal(0) == ()


# -- undo and take back ------------------------------------------------------------------------------------------------


def turn_of_two(course: Course) -> None:
    """Play on until a seat has placed one camel of two."""
    rng = Rng(1)
    while not (course.plies[-1].actor == course.actor and course.actor >= 0 and course.view(None).as_dict()["turns"]):
        act(course, rng=rng)


def test_a_seat_undoes_its_own_action_while_it_is_on_turn() -> None:
    course = begun("through_the_desert")
    turn_of_two(course)
    seat, before = course.actor, len(course.plies)
    to = course.undo(seat)
    assert to == before - 1
    course.go_back(to)
    assert (course.actor, len(course.plies), course.dice.drawn_anew) == (seat, to, ())
    with pytest.raises(Refusal) as caught:
        course.undo(seat)
    assert caught.value.code == "undo_nothing"


def test_what_chance_or_another_seat_followed_is_not_undone_freely() -> None:
    course = begun()
    seat = course.actor
    act(course, "roll")
    assert course.actor != seat
    with pytest.raises(Refusal) as caught:
        course.undo(seat)
    assert caught.value.code == "undo_turn_over"
    with pytest.raises(Refusal) as caught:
        course.undo(course.actor)
    assert caught.value.code == "undo_nothing"


@pytest.mark.parametrize("redraw", [False, True])
def test_a_take_back_goes_to_the_last_action_and_chance_draws_anew_only_if_that_is_wanted(redraw: bool) -> None:
    fates = set()
    for back in range(6):
        course = begun("bazaar", seed=bytes([7]) * SEED_BYTES)
        seat = course.actor
        for _ in range(back):
            act(course, "roll")
            to = course.take_back(seat)
            assert course.redraws(to, redraw) == redraw
            course.go_back(to, redraw=redraw)
        assert len(course.dice.drawn_anew) == (back if redraw else 0)
        act(course, "roll")
        fates.add(next(ply.action for ply in course.plies[::-1] if ply.actor == CHANCE))
    assert (len(fates) > 1) == redraw


def test_by_the_first_scheme_a_take_back_over_chance_draws_anew() -> None:
    course = begun("bazaar")
    act(course, "roll")
    to = course.take_back(course.plies[-2].actor)
    for scheme, redraws in ((FIRST_SCHEME, True), (SCHEME, False)):
        course.dice = replace(course.dice, scheme=scheme)
        assert course.redraws(to, False) == redraws


def test_nothing_is_taken_back_that_was_not_played_nor_without_end() -> None:
    course = begun()
    with pytest.raises(Refusal) as caught:
        course.take_back(course.actor)
    assert caught.value.code == "undo_nothing"
    act(course, "roll")
    course.dice = replace(course.dice, drawn_anew=(5,) * MOST_DRAWN_ANEW)
    to = course.take_back(course.plies[-2].actor)
    assert not course.redraws(to, False)
    with pytest.raises(Refusal) as caught:
        course.redraws(to, True)
    assert caught.value.code == "taken_back_enough"
    with pytest.raises(Refusal) as caught:
        course.redraws(len(course.plies), True)
    assert caught.value.code == "redraw_nothing"
    for ply in (-1, len(course.plies) + 1):
        with pytest.raises(ValueError, match="no ply"):
            course.go_back(ply)


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(saltroad.GAMES), seed=st.integers(0, 10**6), ways=st.lists(st.integers(0, 9), max_size=40))
def test_however_one_goes_back_the_log_tells_it_all_and_the_dice_stay_fair(
    name: str, seed: int, ways: list[int]
) -> None:
    course, rng = begun(name), Rng(seed)
    for way in ways:
        if course.actor == NOBODY:
            break
        if way in (0, 2) and any(ply.actor == course.actor for ply in course.plies):
            to = course.take_back(course.actor)
            course.go_back(to, redraw=way == 2 and any(ply.actor == CHANCE for ply in course.plies[to:]))
        elif way == 1 and course.plies[-1].actor == course.actor:
            course.go_back(course.undo(course.actor))
        else:
            act(course, rng=rng)
    again = Course.of_log(course.game, course.options, course.dice, course.plies)
    assert bytes(again.position) == bytes(course.position)
    history = History(course.game, course.options)
    for ply in course.plies:
        history.play(ply.action)
    assert check(Record.of(history, more=course.dice.headers())).drawn == sum(p.actor == CHANCE for p in course.plies)


def test_seats_and_actions_alternate_in_the_log_as_the_game_asks() -> None:
    course = played("desert_bazaar", 30)
    position = course.game.start_of(course.options)
    for ply in course.plies:
        assert course.game.actor(position) == ply.actor
        position = course.game.play(position, ply.action)
