"""The greedy bot of Desert Bazaar: legal, repeatable, far better than chance, and sensible at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

import saltroad
from saltroad.bots import Limit, make_bot
from saltroad.cli.simulate import bot_game
from saltroad.games.desert_bazaar.actions import Build, Pay
from saltroad.games.desert_bazaar.components import CARDS_PER_RESOURCE, LETTERS, NAMES
from saltroad.games.desert_bazaar.game import GAME
from saltroad.games.desert_bazaar.views import TentView
from saltroad.kernel.contract import Position

SIDES = (("S:SSC", "C:CCP", "P:PPW", "W:SWW"), ("S:SSP", "C:CCW", "P:SPP", "W:CWW"))

RING = ("f5", "g5", "g6", "f7", "e7", "e6")
"""The six spaces round f6."""


def table(
    phase: str,
    hand: str = "",
    tents: Mapping[str, tuple[str, int | None]] | None = None,
    *,
    others: Sequence[str] = ("SCPW", "SCPW"),
    **more: Any,
) -> Position:
    """A position for player 1 with these cards; `tents` are tile and owner by space, and form one camp."""
    tents = tents or {}
    hands = tuple(tuple(map(held.count, LETTERS)) for held in (hand, *others))
    markers = tuple(7 - sum(owner == seat for _, owner in tents.values()) for seat in range(3))
    fields: dict[str, Any] = {
        "phase": phase,
        "actor": 0,
        "turns": 9,
        "setup_rolls": 9,
        "hands": hands,
        "held": tuple(map(sum, hands)),
        "piles": tuple(CARDS_PER_RESOURCE - sum(each) for each in zip(*hands, strict=True)),
        "markers": markers,
        "sides": SIDES,
        "tents": tuple(TentView(space, tile, owner) for space, (tile, owner) in tents.items()),
        "camps": (tuple(sorted(tents, key=NAMES.index)),) if tents else (),
    }
    view = replace(GAME.remember(GAME.start(players=3), 0), **(fields | more))
    return GAME.determinize(view, saltroad.Rng(1))


def choice(position: Position) -> str:
    bot = make_bot("greedy", GAME, 1)
    return str(bot.choose(GAME.remember(position, 0), GAME.legal(position), Limit()).action)


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fair_start", [False, True])
@pytest.mark.parametrize("players", GAME.info.players)
def test_whole_games_are_legal_and_repeat(players: int, fair_start: bool) -> None:
    """Every choice goes through `Game.play`."""
    options = GAME.info.agree(players, {"fair_start": fair_start})
    first = bot_game(GAME, options, ["greedy"] * players, (5,))
    again = bot_game(GAME, options, ["greedy"] * players, (5,))
    assert first.outcome is not None
    assert first.actions == again.actions


def test_random_bots_play_the_compiled_random_game() -> None:
    """Compiled play counts and picks, Python lists and picks: the same game."""
    for options in (GAME.info.agree(n, {"fair_start": fair}) for n in GAME.info.players for fair in (False, True)):
        position = GAME.start_of(options)
        GAME.engine.playout(position.states, 0, saltroad.Rng((9, 9)))
        assert bot_game(GAME, options, ["random"] * options.players, (9, 9)).position == position


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """At least 95 in 100 games against two random players, seats changing."""
    wins = 0.0
    for k in range(100):
        names = ["greedy" if seat == k % 3 else "random" for seat in range(3)]
        outcome = bot_game(GAME, GAME.info.agree(3), names, (1, k)).outcome
        assert outcome is not None
        wins += (k % 3 in outcome.winners) / len(outcome.winners)
    assert wins >= 95


def test_greedy_games_fill_the_board() -> None:
    """Nobody waits for the others until the game ends without building (DB-45)."""
    outcomes = [bot_game(GAME, GAME.info.agree(3), ["greedy"] * 3, (2, k)).outcome for k in range(5)]
    assert {outcome.reason for outcome in outcomes if outcome} == {"board_full"}


# -- judgement ---------------------------------------------------------------------------------------------------------


def test_a_tile_that_no_neighbour_helps_to_pay_stands_alone() -> None:
    """Beside the tent it would cost the same and earn 2 less."""
    position = table("build", "SSC", {"f6": ("P:SSC", 1)}, side=0)
    action = GAME.parse(choice(position))
    assert isinstance(action, Build)
    after = GAME.play(position, action)
    assert GAME.scores(GAME.play(after, f"pay {GAME.remember(after, 0).payment}")) == (2, 0, 0)


def test_a_camp_is_closed_for_nothing() -> None:
    """The neighbours pay for the seventh tile: no roll is worth as much."""
    products = ("S:SSC", "S:SSP", "C:SSC", "C:SSP", "P:SSC", "P:SSP")
    tents = {space: (tile, k % 2) for k, (space, tile) in enumerate(zip(RING, products, strict=True))}
    position = table("begin", "", tents, sides=(("W:SSC", "W:SCW", "W:CCW", "W:PWW"), (None,) * 4))
    assert choice(position) == "build W:SSC f6"


@pytest.mark.parametrize(
    ("hand", "tile", "paid"),
    [
        ("SPPPW", "P:PPW", "PW"),  # the neighbour's spice is used
        ("SSPPPPP", "W:SWW", "SSPPPPP"),  # all there is
        ("SCPPPPPP", "S:SSC", "SCPPP"),  # a trade, from the most plentiful
    ],
)
def test_it_pays_what_is_offered(hand: str, tile: str, paid: str) -> None:
    position = table("pay", hand, {"f6": ("P:SSC", 1)}, side=0, building=(tile, "f5"))
    assert GAME.remember(position, 0).payment == paid
    assert choice(position) == f"pay {paid}"


def test_it_never_pays_more_cards_than_it_must() -> None:
    history = bot_game(GAME, GAME.info.agree(3), ["greedy"] * 3, (4,))
    for position, action in zip(history.positions, history.actions, strict=False):
        if isinstance(action, Pay):
            payment = GAME.remember(position, GAME.actor(position)).payment
            assert payment is not None
            assert len(action.cards) == len(payment)


@pytest.mark.parametrize(
    ("dice", "action"),
    [
        ("SC*", "keep *"),  # 2 cards now; 2.3 after
        ("S*-", "collect silk"),  # 2 cards now; 1.8 or 1.0 after
        ("SS*", "collect silk"),  # all three
    ],
)
def test_dice_are_kept_where_more_is_to_be_expected(dice: str, action: str) -> None:
    assert choice(table("collect", "SCPW", dice=dice)) == action


def test_of_three_different_dice_the_needed_one_is_kept() -> None:
    """1 card now, 1.2 after a re-roll: of the resource that the tiles ask for."""
    sides = (("S:SPP", "C:SPP", "P:SPP", "W:SPP"), (None,) * 4)
    assert choice(table("collect", "SSSCCC", dice="SCP", sides=sides)) == "keep P"


def test_the_free_card_is_one_that_the_tiles_need() -> None:
    sides = (("S:PPW", "C:PPW", "P:PPW", "W:PPW"), (None,) * 4)
    assert choice(table("begin", "WW", sides=sides)) == "roll spice"


def test_DB_06_the_extra_card_is_of_what_it_has_least() -> None:
    position = table(
        "extra", "SSSCCCPPW", others=("SCP" * 3, ""), fair_start=True, setup_rolls=6, sides=((None,) * 4,) * 2
    )
    assert choice(position) == "collect water"


def test_it_is_done_rather_than_waste_cards() -> None:
    """Without markers, a tile among strangers earns nothing and costs its cards."""
    position = table("build", "SCPW", {"f6": ("W:SSC", 1)}, side=0, markers=(0, 6, 7))
    assert choice(position) == "done"


def test_it_does_without_the_others_cards() -> None:
    """A person's view hides them; the choice is legal all the same."""
    position = table("begin", "SSCCPPWW")
    legal = GAME.legal(position)
    assert make_bot("greedy", GAME, 1).choose(GAME.observe(position, 0), legal, Limit()).action in legal
