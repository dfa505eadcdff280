"""Desert Bazaar, who sees what (DB-03): hidden hands, perfect memory, and the way back from a view."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from fractions import Fraction

import pytest

from games.desert_bazaar.table import CAMPS, cards, hand, look, midgame, opened, play
from saltroad import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.jit import JITTED

FULL = os.environ.get("SALTROAD_PROOFS") == "full"
GAMES = (20 if FULL else 1) if JITTED else 0
HANDS = ("SSC", "PWWWW", "")


# -- who sees what -----------------------------------------------------------------------------------------------------


def test_DB_03_hands_are_hidden_and_their_number_is_not() -> None:
    position = midgame(hands=HANDS)
    for viewer in (0, 1, 2, None):
        view = CAMPS.observe(position, viewer)
        assert view.held == (3, 5, 0)
        for seat, shown in enumerate(view.hands):
            assert (shown is not None) == (seat == viewer)
            assert shown is None or cards(shown) == HANDS[seat]


def test_DB_03_with_the_option_hands_lie_open() -> None:
    position = midgame(hands=HANDS, open_hands=True)
    for viewer in (0, 1, 2, None):
        view = CAMPS.observe(position, viewer)
        assert view.open_hands
        assert tuple(map(cards, view.hands)) == HANDS


def test_DB_03_hands_are_shown_at_the_end() -> None:
    over = play(midgame(hands=("SS", "PWWWW", ""), quiet=14), "roll camel; dice ---")
    assert CAMPS.actor(over) == NOBODY
    for viewer in (0, 1, 2, None):
        assert tuple(map(cards, CAMPS.observe(over, viewer).hands)) == ("SSC", "PWWWW", "")


def test_DB_03_a_perfect_memory_knows_every_hand() -> None:
    position = midgame(hands=HANDS)
    for viewer in (0, 1, 2, None):
        view = CAMPS.remember(position, viewer)
        assert view.viewer == viewer
        assert tuple(map(cards, view.hands)) == HANDS


def test_DB_03_the_payment_that_is_offered_is_told_to_the_one_who_pays() -> None:
    position = play(midgame(hands=("SSCPPP", "C", "")), "build S:SSC f6")
    assert [CAMPS.observe(position, viewer).payment for viewer in (0, 1, 2, None)] == ["SSC", None, None, None]
    assert [CAMPS.remember(position, viewer).payment for viewer in (0, 1, 2, None)] == ["SSC"] * 4
    shown = play(midgame(hands=("SSCPPP", "C", ""), open_hands=True), "build S:SSC f6")
    assert [CAMPS.observe(shown, viewer).payment for viewer in (0, 1, 2, None)] == ["SSC"] * 4


def test_DB_03_others_see_the_same_whatever_a_hand_holds() -> None:
    one, two = midgame(hands=("SSC", "WPW", "CP")), midgame(hands=("SWC", "SPW", "CP"))
    assert look(one).piles == look(two).piles
    assert CAMPS.observe(one, 2) == CAMPS.observe(two, 2)
    assert CAMPS.observe(one, None) == CAMPS.observe(two, None)
    assert CAMPS.observe(one, 0) != CAMPS.observe(two, 0)


# -- the way back ------------------------------------------------------------------------------------------------------


def plies(players: int, seed: int, **options: bool) -> list[Position]:
    """All positions of a random game."""
    position, found, rng = CAMPS.start(players, **options), [], Rng((3, players, seed))
    found.append(position.copy())
    while CAMPS.engine.playout(position.states, 0, rng, 1):
        found.append(position.copy())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_DB_03_what_is_remembered_gives_back_the_very_position_at_every_ply(players: int) -> None:
    for seed in range(2 * GAMES):
        for ply, position in enumerate(plies(players, seed, fair_start=seed % 2 == 1)):
            view = CAMPS.remember(position, ply % players)
            assert bytes(CAMPS.determinize(view, Rng(ply))) == bytes(position), f"ply {ply} of game {seed}"
    start = opened(players)
    assert CAMPS.determinize(CAMPS.remember(start, 0), Rng(1)) == start


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_DB_03_with_open_hands_every_view_gives_back_the_very_position(players: int) -> None:
    for seed in range(GAMES):
        for ply, position in enumerate(plies(players, seed, open_hands=True)):
            view = CAMPS.observe(position, None if ply % 2 else ply % players)
            assert bytes(CAMPS.determinize(view, Rng(ply))) == bytes(position), f"ply {ply} of game {seed}"
    start = opened(players, open_hands=True)
    assert CAMPS.determinize(CAMPS.observe(start, None), Rng(1)) == start


def fits(position: Position, viewer: int | None, rng: Rng) -> Position:
    """A position dealt from a view: sound, and the viewer cannot tell it from the true one."""
    view = CAMPS.observe(position, viewer)
    guess = CAMPS.determinize(view, rng)
    assert CAMPS.audit(guess) == []
    assert CAMPS.observe(guess, viewer) == view
    truth, dealt = look(position), look(guess)
    assert (dealt.piles, dealt.held) == (truth.piles, truth.held)
    for seat, mine in enumerate(truth.hands):
        assert sum(dealt.hands[seat] or ()) == truth.held[seat]
        assert seat != viewer or dealt.hands[seat] == mine
    hidden = guess.copy()
    hidden.states["hand"] = position.states["hand"]
    assert bytes(hidden) == bytes(position), "something else than hands was dealt"
    return guess


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_DB_03_what_is_seen_gives_a_position_that_fits(players: int) -> None:
    rng = Rng((33, players))
    for seed in range(GAMES):
        for ply, position in enumerate(plies(players, seed)):
            viewer = ply % (players + 1)
            fits(position, viewer if viewer < players else None, rng)
    guess = fits(opened(players), 0, rng)
    assert hand(guess) == "SSSCCPPWW"


def test_DB_03_a_dealt_position_can_always_be_played_on() -> None:
    """Somebody who pays holds cards that pay: a hand that is dealt to them must do so too."""
    position = play(midgame(hands=("PPWW", "SSSSCCCC", "SSSSCCCC")), "build P:PPW f6")
    for seed in range(50):
        for viewer in (1, 2, None):
            guess = CAMPS.determinize(CAMPS.observe(position, viewer), Rng(seed))
            assert CAMPS.legal(guess), f"{hand(guess)} cannot pay for P:PPW"


def test_DB_03_hidden_hands_are_dealt_as_likely_as_the_cards_say() -> None:
    """Seat 0 holds two silk; out are silk, silk, camel, spice, two of them with seat 1, two with seat 2."""
    view = CAMPS.observe(midgame(hands=("SS", "SC", "SP")), 0)
    out = ("S1", "S2", "C", "P")
    exact: Counter[tuple[str, ...]] = Counter()
    for pair in itertools.combinations(out, 2):
        rest = [card for card in out if card not in pair]
        exact["".join(sorted(x[0] for x in pair)), "".join(sorted(x[0] for x in rest))] += 1
    many, rng = 3000, Rng(3)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(many):
        guess = CAMPS.determinize(view, rng)
        found["".join(sorted(hand(guess, 1))), "".join(sorted(hand(guess, 2)))] += 1
    assert set(found) == set(exact)
    for deal, ways in exact.items():
        chance = Fraction(ways, sum(exact.values()))
        spread = 4 * float(many * chance * (1 - chance)) ** 0.5  # four standard deviations
        assert abs(found[deal] - many * chance) < spread, deal


def test_DB_03_a_hidden_hand_of_all_cards_that_are_out_is_certain() -> None:
    position = midgame(hands=("SS", "", "CCPPW"))
    assert CAMPS.determinize(CAMPS.observe(position, 0), Rng(1)) == position
