"""What a table can agree on, and every way in which it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import saltroad
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.info import Choice, GameInfo, Option, Options

BAZAAR = saltroad.info("bazaar")

TOY = GameInfo(
    name="toy",
    title="Toy",
    designer="nobody",
    players=(3,),
    options=(Option("board", "which board", ("small", "large")), Option("fast", "fewer rounds")),
    rules_version=2,
    about="",
    reconstructed="",
)


def test_the_tables_of_bazaar() -> None:
    assert [str(options) for options in BAZAAR.configurations()] == [
        "players=1 double_purchase=off solo=on",
        *(f"players={n} double_purchase={double} solo=off" for n in range(2, 7) for double in ("off", "on")),
    ]
    assert len(list(BAZAAR.configurations())) == 11


def test_the_tables_of_a_game_with_a_choice_of_words() -> None:
    assert [str(options) for options in TOY.configurations()] == [
        "players=3 board=small fast=off",
        "players=3 board=small fast=on",
        "players=3 board=large fast=off",
        "players=3 board=large fast=on",
    ]


def test_what_is_not_said_is_the_default() -> None:
    assert BAZAAR.agree() == Options(2, (("double_purchase", False), ("solo", False)))
    assert BAZAAR.agree(None, {"solo": True}) == Options(1, (("double_purchase", False), ("solo", True)))
    assert TOY.agree() == Options(3, (("board", "small"), ("fast", False)))


def test_an_option_that_came_later_is_written_only_where_it_is_not_as_ever() -> None:
    grown = replace(TOY, options=(*TOY.options, Option("mild", "no storms", is_younger=True)))
    assert str(grown.agree()) == str(TOY.agree()) == "players=3 board=small fast=off"
    assert str(grown.agree(3, {"mild": "on"})) == "players=3 board=small fast=off mild=on"
    for options in grown.configurations():
        assert grown.read(str(options)) == options
    assert len(list(grown.configurations())) == 8
    assert grown.read("players=3 mild=off") == grown.read("players=3") != grown.read("players=3 mild=on")


def test_choices_are_read_as_people_and_records_write_them() -> None:
    assert BAZAAR.agree(4, {"double_purchase": "ON"})["double_purchase"] is True
    assert BAZAAR.agree(4, {"double_purchase": "off"})["double_purchase"] is False
    assert TOY.agree(3, {"board": "Large"})["board"] == "large"


@pytest.mark.parametrize(
    ("players", "choices", "sentence"),
    [
        (1, {}, "Bazaar is for 2 to 6 players; for 1, turn on solo."),
        (7, {}, "Bazaar is for 2 to 6 players, not 7."),
        (0, {}, "Bazaar is for 2 to 6 players, not 0."),
        (-1, {"double_purchase": True}, "Bazaar is for 2 to 6 players, not -1."),
        (3, {"solo": True}, "Bazaar with solo on is for 1 player, not 3."),
        (1, {"solo": True, "double_purchase": True}, "Bazaar: solo and double_purchase cannot be on together."),
        (2, {"camels": True}, "Bazaar has no option 'camels'. Its options: double_purchase, solo."),
        (2, {"double_purchase": "maybe"}, "double_purchase has to be one of off, on, not 'maybe'."),
        (2, {"double_purchase": "x" * 99}, f"double_purchase has to be one of off, on, not '{'x' * 40}'."),
    ],
)
def test_refusals(players: int, choices: dict[str, Choice], sentence: str) -> None:
    with pytest.raises(BadOptions) as caught:
        BAZAAR.agree(players, choices)
    assert str(caught.value) == sentence


def test_refusals_of_a_game_for_one_number_of_players() -> None:
    with pytest.raises(BadOptions, match=r"^Toy is for 3 players, not 2\.$"):
        TOY.agree(2)
    with pytest.raises(BadOptions, match=r"^board has to be one of small, large, not 'huge'\.$"):
        TOY.agree(3, {"board": "huge"})


def test_a_game_without_options_says_so() -> None:
    bare = GameInfo("bare", "Bare", "nobody", (2,), (), 1, "", "")
    with pytest.raises(BadOptions, match=r"^Bare has no option 'x': it has none at all\.$"):
        bare.agree(2, {"x": True})
    assert [str(options) for options in bare.configurations()] == ["players=2"]


def test_options_are_values() -> None:
    one, same, other = BAZAAR.agree(3), BAZAAR.agree(3), BAZAAR.agree(4)
    assert one == same != other
    assert len({one, same, other}) == 2
    with pytest.raises(KeyError):
        _ = one["camels"]


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_every_table_of_our_games_agrees_with_itself(name: str) -> None:
    info = saltroad.info(name)
    tables = list(info.configurations())
    assert len(set(tables)) == len(tables) > 0
    for options in tables:
        assert info.agree(options.players, dict(options.choices)) == options


@pytest.mark.parametrize("players", [True, "2", 2.0])
def test_a_number_of_players_is_a_whole_number(players: Any) -> None:
    """True is a 1, for which Bazaar would name its puzzle."""
    with pytest.raises(BadOptions, match=rf"^The number of players has to be a whole number, not {players!r}\.$"):
        saltroad.info("bazaar").agree(players)
