"""Desert Bazaar, the fair start: DB-06."""

from __future__ import annotations

from collections import Counter

import pytest

from games.desert_bazaar.table import CAMPS, allowed, cards, hand, legal, look, play, refused, turn
from saltroad import CHANCE
from saltroad.cli.simulate import bot_game
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.records import Record

PLAYERS = (3, 4, 5)
FIRST_ROLLS = ("dice SCP", "dice SCW", "dice SPW")
TAKE_ANY = ["collect silk", "collect camel", "collect spice", "collect water"]


def fair(players: int = 3, **options: str) -> Position:
    return CAMPS.start(players, fair_start=True, **options)


def with_first_cards(players: int, seats: int, **options: str) -> Position:
    """So many seats have rolled, and all but the last of them have taken their extra cards."""
    position = fair(players, **options)
    for before in range(seats):
        position = play(position, *FIRST_ROLLS)
        if before + 1 < seats:
            position = play(position, *["collect water"] * before)
    return position


def test_DB_06_is_off_unless_it_is_agreed_on() -> None:
    assert not look(CAMPS.start(3)).fair_start
    assert CAMPS.start(3) == CAMPS.start(3, fair_start=False) != fair()
    position = play(CAMPS.start(3), *FIRST_ROLLS * 3)
    assert (look(position).held, turn(position)) == ((9, 9, 9), ("turn", 0))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("start", [0, 2])
def test_DB_06_each_player_takes_a_card_for_every_player_before_them(players: int, start: int) -> None:
    position = fair(players, start=str(start + 1))
    for before in range(players):
        seat = (start + before) % players
        position = play(position, *FIRST_ROLLS)
        for left in range(before, 0, -1):
            assert (turn(position), look(position).held[seat]) == (("extra", seat), 9 + before - left)
            piles = look(position).piles
            assert legal(position) == [action for action, pile in zip(TAKE_ANY, piles, strict=True) if pile]
            position = play(position, TAKE_ANY[piles.index(max(piles))])
        assert look(position).held[seat] == 9 + before
    assert CAMPS.actor(position) == CHANCE
    assert (turn(position), look(position).setup_rolls) == (("turn", start), 3 * players)
    assert sum(look(position).piles) == 60 - 9 * players - sum(range(players))


def test_DB_06_the_cards_come_after_the_last_roll_and_its_wilds() -> None:
    position = play(with_first_cards(3, 1), "dice SCP; dice SCP; dice S**")
    assert turn(position) == ("name", 1)
    position = play(position, "name PW")
    assert turn(position) == ("extra", 1)
    before = hand(position, 1)
    position = play(position, "collect spice")
    assert Counter(hand(position, 1)) - Counter(before) == Counter("P")
    assert turn(position) == ("setup", 2)
    assert look(position).dice is None


def test_DB_06_a_card_is_taken_from_a_pile_that_has_any() -> None:
    position = play(fair(), *["dice SSS"] * 5, "dice CPW")
    assert look(position).piles == (0, 14, 14, 14)
    assert legal(position) == TAKE_ANY[1:]
    sentence = refused(position, "collect silk", "DB-06", "pile_empty", resource="silk")
    assert sentence == "The silk pile is empty: choose another extra card."
    assert allowed(position, "collect water") == ("DB-06", "take", "You take an extra water card.")


def test_DB_06_nothing_else_can_be_done_first() -> None:
    position = with_first_cards(4, 3)
    assert refused(position, "roll silk", "DB-06", "take_first", number=2) == "First take your 2 extra cards."
    position = play(position, "collect silk")
    assert refused(position, "done", "DB-06", "take_first", number=1) == "First take your extra card."
    refused(position, "name S", "DB-06", "take_first", number=1)
    refused(position, "dice SCP", "DB-10", "no_dice")
    refused(position, "turn S:SSC", "DB-28", "no_gap")


def test_DB_06_the_cards_of_others_stay_hidden() -> None:
    position = play(with_first_cards(3, 3), "collect silk")
    assert [cards(shown) for shown in CAMPS.observe(position, 2).hands[2:]] == [hand(position, 2)]
    assert CAMPS.observe(position, 0).hands[1:] == (None, None)
    assert CAMPS.observe(position, 0).held == (9, 10, 10)


@pytest.mark.parametrize("players", PLAYERS)
def test_DB_06_piles_never_run_out_of_extra_cards(players: int) -> None:
    """Whatever falls and is taken: at the end of the setup everybody has what they should."""
    for seed in range(50):
        position, rng = fair(players), Rng((6, players, seed))
        while look(position).setup_rolls < 3 * players or turn(position)[0] == "extra":
            assert CAMPS.engine.playout(position.states, 0, rng, 1) == 1
        assert look(position).held == tuple(range(9, 9 + players))
        assert CAMPS.audit(position) == []


def test_DB_06_a_record_that_does_not_name_the_option_is_of_a_game_without_it() -> None:
    text = "record: saltroad 1\ngame: desert_bazaar\nrules: 1\noptions: players=3 start=1 open_hands=off\n"
    record = Record.read(f"{text}\n{'dice SCP; ' * 6}dice SSC\n")
    assert record.options["fair_start"] is False
    assert record.history().position == play(CAMPS.start(3), *["dice SCP"] * 6, "dice SSC")
    assert "options: players=3 start=1 open_hands=off\n" in Record.of(record.history()).text()


def test_DB_06_a_record_of_a_fair_start_reads_back() -> None:
    history = bot_game(CAMPS, CAMPS.info.agree(3, {"fair_start": True, "start": "2"}), ["random"] * 3, (6,))
    record = Record.of(history)
    assert "options: players=3 start=2 open_hands=off fair_start=on\n" in record.text()
    assert Record.read(record.text()).history().position == history.position
