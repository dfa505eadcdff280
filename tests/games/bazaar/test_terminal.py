"""Bazaar in the terminal: the board, painted parts of sentences, and how choices are named."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len
from rich.console import Console

from games.bazaar.table import BAZAAR, look, midgame, play, puzzle, with_state
from saltroad.games.bazaar.actions import ACTIONS, Rates
from saltroad.games.bazaar.terminal import draw, paint
from saltroad.games.bazaar.terminal_choices import named, opens, spelled, tie_break
from saltroad.kernel.contract import Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Catalogue, Piece, Sentence, Term, catalogue_of, winners_line
from saltroad.terminal.choices import choices_of
from saltroad.terminal.paint import EMERALD, RUBY, SNOW, style
from saltroad.terminal.scene import Scene

ENGLISH, FRENCH = (catalogue_of("saltroad.games.bazaar", language) for language in LANGUAGES)


def drawn(position: Position, catalogue: Catalogue, width: int = 80, scene: Scene | None = None) -> str:
    console = Console(width=width, color_system=None)
    names = ["Ada", "Bo", "Cy"][: look(position).players]
    with console.capture() as capture:
        console.print(draw(look(position), names, catalogue, scene or Scene()))
    return capture.get()


@pytest.mark.parametrize("width", [80, 100])
def test_the_board_speaks_the_readers_language(width: int) -> None:
    position = midgame("RRWBG", "", left=(5, 0, 5, 5), double_purchase=True)
    english, french = (drawn(position, catalogue, width) for catalogue in (ENGLISH, FRENCH))
    for text in ("round 5 · double purchase", "all five held", "scores higher", "Rate card 1", "Bank", "yellow"):
        assert text in english
    for text in (
        "tour de table 5 · double achat",
        "tous en main",
        "rapporte plus",
        "Carte de cours 1",
        "Banque",
        "jaune",
        "étoilée",
        "manque",
    ):
        assert text in french
    assert max(map(cell_len, (english + french).splitlines())) <= width


def test_the_board_of_the_puzzle_has_par_in_the_readers_language() -> None:
    position = with_state(puzzle(), hands=("RGGG",), turns=6)
    english, french = (drawn(position, catalogue, scene=Scene(par=7.3)) for catalogue in (ENGLISH, FRENCH))
    assert "turn 7 · par 7.30" in english
    assert "exactly these" in english
    assert "spare R" in english
    assert "tour 7 · par 7,30" in french
    assert "exactement ceci" in french


def test_tokens_and_colours_are_painted_as_wide_as_they_were() -> None:
    red, green = style(SNOW, RUBY, bold=True), style(SNOW, EMERALD, bold=True)
    tokens = paint(Piece("tokens", "RRG"))
    assert tokens.plain == "RRG"
    assert [span.style for span in tokens.spans] == [red, red, green]
    word = paint(Term("green", "vert"))
    assert (word.plain, word.style) == ("vert", green)
    assert (paint(Term("choice", "Au choix")).plain, paint(Term("choice", "Au choix")).style) == ("Au choix", "")


@pytest.mark.parametrize("catalogue", [ENGLISH, FRENCH])
def test_every_action_can_be_typed_as_it_is_named(catalogue: Catalogue) -> None:
    for action in ACTIONS:
        assert BAZAAR.parse(spelled(str(named(action, catalogue)))) == action
    assert named(Rates(1, 4), catalogue) == Sentence(("rates 1 4",))


def test_actions_are_named_and_typed_in_the_readers_language() -> None:
    trade, buy = BAZAAR.parse("trade R>WW"), BAZAAR.parse("buy RRWBG")
    assert named(trade, ENGLISH) == Sentence(("trade ", Piece("tokens", "R"), ">", Piece("tokens", "WW")))
    assert named(buy, FRENCH) == Sentence(("acheter ", Piece("tokens", "RRWBG")))
    assert [str(named(action, FRENCH)) for action in (trade, buy)] == ["échanger R>BcBc", "acheter RRBcBlV"]
    for typed in ("échanger R>BcBc", "echanger r>bcbc", "trade r>ww", "TRADE R>WW"):
        assert BAZAAR.parse(spelled(typed)) == trade
    assert spelled("RRBcBlV") == spelled("rrwbg") == "RRWBG"
    assert spelled("prendre rouge") == "take red"


def test_tokens_carry_the_letters_of_the_readers_language() -> None:
    position = midgame("RW", "", tops=("RWWWG", "WWWWW", "RYYYY", "WWBGY"))
    english, french = (drawn(position, catalogue) for catalogue in (ENGLISH, FRENCH))
    assert "(R)(W)(W)(W)(G)" in english
    assert "(R)Bc Bc Bc (V)" in french
    assert "Bc  blanc" in french
    assert "manque BcBcV" in french
    assert not re.search(r"\([WBGY]\)", french)
    assert str(FRENCH.format("could_buy_ware", {"ware": "WWBGY"})) == "acheter BcBcBlVJ"


def test_what_a_trade_makes_possible_is_told() -> None:
    position = midgame("RRWGBRR", "", tops=("RRWBG", "WWBGY", "BBBBB", "YYYYY"))
    opened = opens(BAZAAR, position, BAZAAR.parse("trade R>WBGY"), ENGLISH)
    assert opened[1] == Piece("tokens", "RRWBG")
    assert str(opened) == "→ buy RRWBG for 1 point"
    assert str(opens(BAZAAR, position, BAZAAR.parse("trade R>WBGY"), FRENCH)) == "→ acheter RRBcBlV pour 1 point"
    assert not opens(BAZAAR, position, BAZAAR.parse("roll"), ENGLISH)
    assert not opens(BAZAAR, midgame("RR", ""), BAZAAR.parse("trade R>WW"), ENGLISH)
    over_ten = midgame("GGGGGGGGGG", "")
    assert not opens(BAZAAR, over_ten, BAZAAR.parse("trade G>RRW"), ENGLISH)


def test_what_solves_the_puzzle_is_told() -> None:
    position = with_state(puzzle(rates="1 2"), hands=("RGGG",), turns=6)
    assert str(opens(BAZAAR, position, BAZAAR.parse("trade R>GG"), ENGLISH)) == "→ solved"
    assert str(opens(BAZAAR, position, BAZAAR.parse("trade R>GG"), FRENCH)) == "→ résolu"


def test_choices_are_one_list_and_enter_does_nothing() -> None:
    position, choices = midgame("R", ""), choices_of("bazaar")
    assert choices.grouped(look(position), BAZAAR.offers(position).actions, ENGLISH) == ()
    assert choices.default(look(position)) is None


def test_how_a_tie_was_broken_is_told() -> None:
    last = midgame("RRWB", "", left=(1, 5, 0, 5), sold=(2, 7), points=(0, 8))
    outcome = BAZAAR.outcome(play(last, "roll; die green; buy RRWBG"))
    assert outcome is not None
    assert tie_break(outcome) == "won_by_fewest_wares"
    told = [
        str(winners_line(catalogue, outcome, ["Ada", "Bo"], you, by=tie_break(outcome)))
        for catalogue in (ENGLISH, FRENCH)
        for you in (None, 0)
    ]
    assert told == [
        "Ada wins with 8 points and the fewest wares.",
        "You win with 8 points and the fewest wares.",
        "Ada gagne avec 8 points et le moins de marchandises.",
        "Vous gagnez avec 8 points et le moins de marchandises.",
    ]
    clear = BAZAAR.outcome(play(midgame("RRWB", "", left=(1, 5, 0, 5)), "roll; die green; buy RRWBG"))
    assert clear is not None
    assert tie_break(clear) == ""


def test_every_source_of_points_has_a_label() -> None:
    sources = BAZAAR.info.sources
    assert [ENGLISH.text(f"label-{source}") for source in sources] == ["plain", "star", "double star"]
    assert [FRENCH.text(f"label-{source}") for source in sources] == ["simples", "étoile", "double étoile"]
