"""Bazaar, what happened: the facts of planted turns, and their sentences in both languages."""

from __future__ import annotations

import re

import pytest

from games.bazaar.narrated import (
    BOTH,
    GAMES,
    NAMES,
    TWO_PLAIN,
    facts_of_the_module,
    happened,
    plies_of,
    some_history,
    told,
)
from games.bazaar.table import BAZAAR, midgame, play, puzzle, with_state
from saltroad.games.bazaar import events as facts
from saltroad.games.bazaar.events import (
    ColourRunOut,
    DieRolled,
    NothingBought,
    PurchasesScored,
    PuzzleSolved,
    StallEmptied,
    StartDecided,
    StartRolled,
    StoppedAtOne,
    TokensReturned,
    TokensSentBack,
    TokensTraded,
    TokenTaken,
    WareBought,
    WareShown,
)
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import (
    Event,
    Name,
    Piece,
    Term,
    catalogue_of,
    narrate,
)

# -- what happened -----------------------------------------------------------------------------------------------------


def test_of_a_roll_its_die_tells() -> None:
    assert happened(midgame("R", ""), "roll; die red") == [(), (DieRolled(0, "red"),)]
    assert told(midgame("R", ""), "roll; die red") == ["Ada rolls red."]
    assert told(midgame("R", ""), "roll; die red", 0) == ["You roll red."]
    assert told(midgame("R", ""), "roll; die red", None, "fr") == ["Ada obtient rouge au dé."]
    assert told(midgame("R", ""), "roll; die red", 0, "fr") == ["Vous obtenez rouge au dé."]


def test_after_choice_the_colour_is_told() -> None:
    position, line = midgame("", "R", seat=1), "roll; die choice; take blue"
    assert happened(position, line) == [(), (DieRolled(1, "choice"),), (TokenTaken(1, "blue"),)]
    assert told(position, line) == ["Bo rolls Choice and takes a blue token."]
    assert told(position, line, 1) == ["You roll Choice and take a blue token."]
    assert told(position, line, None, "fr") == ["Bo obtient « Au choix » au dé et prend un jeton bleu."]
    assert told(position, line, 1, "fr") == ["Vous obtenez « Au choix » au dé et prenez un jeton bleu."]


def test_a_colour_that_has_run_out_is_told() -> None:
    position = midgame("WWWWWWWWWW", "WWWWWWWWWW")
    assert happened(position, "roll; die white")[-1] == (DieRolled(0, "white"), ColourRunOut("white"))
    assert happened(position, "roll; die choice")[-1] == (DieRolled(0, "choice"),)
    assert told(position, "roll; die white") == ["Ada rolls white. The bank has no white tokens left to give."]
    french = "Ada obtient blanc au dé. La banque n’a plus de jetons blancs à donner."
    assert told(position, "roll; die white", None, "fr") == [french]


def test_the_last_token_of_a_colour_is_rolled_as_any_other() -> None:
    assert happened(midgame("WWWWWWWWW", "WWWWWWWWWW"), "roll; die white")[-1] == (DieRolled(0, "white"),)


def test_a_trade_tells_what_goes_and_what_comes() -> None:
    position = midgame("RR", "")
    assert happened(position, "trade R>WW") == [(TokensTraded(0, "R", "WW"),)]
    assert told(position, "trade R>WW") == ["Ada trades R for WW."]
    assert told(position, "trade R>WW", 0) == ["You trade R for WW."]
    assert told(position, "trade R>WW", None, "fr") == ["Ada échange R contre BcBc."]
    assert told(position, "trade R>WW", 0, "fr") == ["Vous échangez R contre BcBc."]


def test_a_purchase_tells_its_points_and_then_what_the_stall_shows() -> None:
    position, line = midgame("WWBG", "", tops=TWO_PLAIN), "roll; die yellow; buy WWBGY; show WWWBB"
    assert happened(position, line)[2:] == [
        (WareBought(0, "WWBGY", 2), PurchasesScored(0, ("WWBGY",), 5, ("plain",))),
        (WareShown(2, "WWWBB"),),
    ]
    assert told(position, line) == ["Ada rolls yellow, buys WWBGY and scores 5 points. Stall 2 now shows WWWBB."]
    assert told(position, line, 0) == ["You roll yellow, buy WWBGY and score 5 points. Stall 2 now shows WWWBB."]
    french = "{} jaune au dé, {} BcBcBlVJ et {} 5 points. L’étal 2 montre maintenant BcBcBcBlBl."
    assert told(position, line, None, "fr") == [french.format("Ada obtient", "achète", "marque")]
    assert told(position, line, 0, "fr") == [french.format("Vous obtenez", "achetez", "marquez")]


@pytest.mark.parametrize(("left", "points", "source"), [((5, 5, 5, 5), 8, "star"), ((0, 5, 5, 5), 12, "double_star")])
def test_the_column_of_the_points_is_told(left: tuple[int, ...], points: int, source: str) -> None:
    bought = happened(midgame("RRRR", "", left=left), "roll; die red; buy RRRRR")[-1]
    assert bought == (WareBought(0, "RRRRR", 3), PurchasesScored(0, ("RRRRR",), points, (source,)))


def test_a_single_point_is_one() -> None:
    line = "roll; die green; buy RRWBG"
    assert told(midgame("RRWBYYY", ""), line) == ["Ada rolls green, buys RRWBG and scores 1 point."]
    french = "Ada obtient vert au dé, achète RRBcBlV et marque 1 point."
    assert told(midgame("RRWBYYY", ""), line, None, "fr") == [french]


def test_an_emptied_stall_is_told_after_the_points() -> None:
    position, line = midgame("RRWB", "", left=(1, 5, 5, 5)), "roll; die green; buy RRWBG"
    assert happened(position, line)[-1] == (
        WareBought(0, "RRWBG", 1),
        PurchasesScored(0, ("RRWBG",), 5, ("plain",)),
        StallEmptied(1),
    )
    assert told(position, line)[0].endswith("scores 5 points. Stall 1 is empty: its star shows.")
    french = told(position, line, None, "fr")[0]
    assert french.endswith("marque 5 points. L’étal 1 est vide : son étoile apparaît.")


def test_who_could_buy_and_does_not_is_told() -> None:
    position = midgame("RRWB", "")
    assert happened(position, "roll; die green; pass")[-1] == (NothingBought(0),)
    assert told(position, "roll; die green; pass") == ["Ada rolls green and buys nothing."]
    assert told(position, "roll; die green; pass", 0) == ["You roll green and buy nothing."]
    assert told(position, "roll; die green; pass", None, "fr") == ["Ada obtient vert au dé et n’achète rien."]
    assert told(position, "roll; die green; pass", 0, "fr") == ["Vous obtenez vert au dé et n’achetez rien."]


def test_a_turn_begins_a_line() -> None:
    position = midgame("RRWWBBBBBG", "")
    line = "trade G>RRW; return RW; roll; die green; roll; die blue; return B"
    assert told(position, line) == [
        "Ada trades G for RRW.",
        "Bo sends back RW of Ada's tokens.",
        "Bo rolls green.",
        "Ada rolls blue.",
        "Bo sends back B of Ada's tokens.",
    ]


# -- the left neighbour ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "you", "sentence"),
    [
        ("en", None, "Bo sends back RW of Ada's tokens."),
        ("en", 0, "Bo sends back RW of your tokens."),
        ("en", 1, "You send back RW of Ada's tokens."),
        ("en", 2, "Bo sends back RW of Ada's tokens."),
        ("fr", None, "Bo fait rendre RBc à Ada."),
        ("fr", 0, "Bo vous fait rendre RBc."),
        ("fr", 1, "Vous faites rendre RBc à Ada."),
        ("fr", 2, "Bo fait rendre RBc à Ada."),
    ],
)
def test_what_the_left_neighbour_sends_back(language: str, you: int | None, sentence: str) -> None:
    twelve = play(midgame("RRWWBBBBBG", "Y", "Y"), "trade G>RRW")
    assert happened(twelve, "return RW") == [(TokensSentBack(1, 0, "RW"),)]
    assert told(twelve, "return RW", you, language) == [sentence]


# -- a double purchase -------------------------------------------------------------------------------------------------


def test_two_purchases_are_scored_together() -> None:
    position = midgame(BOTH, "", tops=TWO_PLAIN, double_purchase=True)
    line = "roll; die yellow; buy RRWBG; show WWWBB; buy WWBGY; show GGGYY"
    assert happened(position, line)[2:] == [
        (WareBought(0, "RRWBG", 1),),
        (WareShown(1, "WWWBB"),),
        (WareBought(0, "WWBGY", 2), PurchasesScored(0, ("RRWBG", "WWBGY"), 10, ("plain",))),
        (WareShown(2, "GGGYY"),),
    ]
    assert told(position, line) == [
        "Ada rolls yellow and buys RRWBG. Stall 1 now shows WWWBB. "
        "Ada buys WWBGY and scores 10 points for both wares. Stall 2 now shows GGGYY."
    ]
    assert told(position, line, 0, "fr") == [
        "Vous obtenez jaune au dé et achetez RRBcBlV. L’étal 1 montre maintenant BcBcBcBlBl. "
        "Vous achetez BcBcBlVJ et marquez 10 points pour les deux marchandises. L’étal 2 montre maintenant VVVJJ."
    ]


def test_two_purchases_may_count_in_two_columns() -> None:
    position = midgame(BOTH, "", tops=TWO_PLAIN, left=(1, 5, 5, 5), double_purchase=True)
    assert happened(position, "roll; die yellow; buy RRWBG; buy WWBGY")[2:] == [
        (WareBought(0, "RRWBG", 1), StallEmptied(1)),
        (WareBought(0, "WWBGY", 2), PurchasesScored(0, ("RRWBG", "WWBGY"), 13, ("plain", "star"))),
    ]


def test_who_stops_at_one_ware_scores_then() -> None:
    position = midgame(BOTH, "", tops=TWO_PLAIN, double_purchase=True)
    line = "roll; die yellow; buy RRWBG; show WWWBB; pass"
    assert happened(position, line)[-1] == (StoppedAtOne(0), PurchasesScored(0, ("RRWBG",), 1, ("plain",)))
    assert told(position, line)[0].endswith("Stall 1 now shows WWWBB. Ada stops at one ware and scores 1 point.")
    assert told(position, line, 0)[0].endswith("You stop at one ware and score 1 point.")
    assert told(position, line, None, "fr")[0].endswith("Ada s’en tient à une marchandise et marque 1 point.")
    assert told(position, line, 0, "fr")[0].endswith("Vous vous en tenez à une marchandise et marquez 1 point.")


def test_where_no_second_purchase_is_possible_the_first_scores_once_the_next_ware_shows() -> None:
    position, line = midgame("RRWBY", "", double_purchase=True), "roll; die green; buy RRWBG; show WWWBB"
    assert happened(position, line)[2:] == [
        (WareBought(0, "RRWBG", 1),),
        (PurchasesScored(0, ("RRWBG",), 3, ("plain",)), WareShown(1, "WWWBB")),
    ]
    assert told(position, line) == ["Ada rolls green, buys RRWBG and scores 3 points. Stall 1 now shows WWWBB."]


def test_the_purchase_that_ends_the_game_scores_at_once() -> None:
    position = midgame(BOTH, "", tops=TWO_PLAIN, left=(1, 5, 0, 5), double_purchase=True)
    assert happened(position, "roll; die yellow; buy RRWBG")[-1] == (
        WareBought(0, "RRWBG", 1),
        PurchasesScored(0, ("RRWBG",), 2, ("star",)),
        StallEmptied(1),
    )


# -- before the first turn ---------------------------------------------------------------------------------------------


def test_cards_and_first_wares_are_on_the_board_and_not_told() -> None:
    line = "rates 1 2; show RRWBG; show WWBGY; show RRRRR; show YYYYY"
    assert happened(BAZAAR.start(2), line) == [()] * 5


def test_the_roll_for_the_start_is_told_until_somebody_begins() -> None:
    position = play(BAZAAR.start(2), "rates 1 2; show RRWBG; show WWBGY; show RRRRR; show YYYYY")
    line = "die white; die white; die red; die blue"
    assert happened(position, line) == [
        (StartRolled(0, "white"),),
        (StartRolled(1, "white"),),
        (StartRolled(0, "red"),),
        (StartRolled(1, "blue"), StartDecided(1)),
    ]
    assert told(position, line) == [
        "Ada rolls white for the start. Bo rolls white for the start. "
        "Ada rolls red for the start. Bo rolls blue for the start.",
        "Bo begins.",
    ]
    assert told(position, line, 1)[0].endswith(" You roll blue for the start.")
    assert told(position, line, 1)[1] == "You begin."
    assert told(position, line, None, "fr")[0].endswith(" Bo obtient bleu au lancer de départ.")
    assert told(position, line, 1, "fr")[0].endswith(" Vous obtenez bleu au lancer de départ.")
    first = told(position, "die choice; die blue", None)
    assert first == ["Ada rolls Choice for the start. Bo rolls blue for the start.", "Ada begins."]


# -- the puzzle for one ------------------------------------------------------------------------------------------------


def test_the_puzzle_tells_when_it_is_solved() -> None:
    position = with_state(puzzle(rates="1 2", ware="GGGGG"), hands=("RGGG",), turns=6)
    assert happened(position, "trade R>GG") == [(TokensTraded(0, "R", "GG"), PuzzleSolved(0, 7))]
    assert told(position, "trade R>GG") == ["Ada trades R for GG and solves the puzzle in 7 turns."]
    assert told(position, "trade R>GG", 0) == ["You trade R for GG and solve the puzzle in 7 turns."]
    french = "Ada échange R contre VV et résout le casse-tête en 7 tours."
    assert told(position, "trade R>GG", None, "fr") == [french]
    french = "Vous échangez R contre VV et résolvez le casse-tête en 7 tours."
    assert told(position, "trade R>GG", 0, "fr") == [french]
    four = with_state(position, hands=("GGGG",))
    assert happened(four, "roll; die green")[-1] == (DieRolled(0, "green"), PuzzleSolved(0, 7))
    assert happened(four, "roll; die choice; take green")[-1] == (TokenTaken(0, "green"), PuzzleSolved(0, 7))
    assert happened(four, "roll; die red")[-1] == (DieRolled(0, "red"),)


def test_in_the_puzzle_each_turn_is_a_line_and_tokens_are_returned_by_oneself() -> None:
    position = with_state(puzzle(), hands=("RBBBBBBBBB",), turns=4)
    line = "roll; die blue; return R; roll; die white"
    assert happened(position, line)[2] == (TokensReturned(0, "R"),)
    assert told(position, line) == ["Ada rolls blue and returns R to the bank.", "Ada rolls white."]
    assert told(position, line, 0)[0] == "You roll blue and return R to the bank."
    assert told(position, line, None, "fr")[0] == "Ada obtient bleu au dé et rend R à la banque."
    assert told(position, line, 0, "fr")[0] == "Vous obtenez bleu au dé et rendez R à la banque."


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES[:3])
def test_all_points_are_told_once(game: tuple[int, int, bool]) -> None:
    history = some_history(*game)
    points = [0] * game[0]
    for ply in plies_of(history):
        for event in facts.events(ply):
            if isinstance(event, PurchasesScored):
                points[event.seat] += event.points
    assert tuple(points) == BAZAAR.scores(history.position)


@pytest.mark.parametrize("game", GAMES)
def test_views_at_hand_make_no_difference(game: tuple[int, int, bool]) -> None:
    history = some_history(*game)
    given = [facts.events(ply) for ply in plies_of(history, given=True)]
    assert given == [facts.events(ply) for ply in plies_of(history)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_reads_as_sentences_for_every_reader(game: tuple[int, int, bool], language: str) -> None:
    events = [event for ply in plies_of(some_history(*game)) for event in facts.events(ply)]
    catalogue = catalogue_of("saltroad.games.bazaar", language)
    for you in (None, 0):
        for line in narrate(catalogue, events, NAMES, you):
            text = str(line.sentence)
            assert re.fullmatch(r"\S.*[^\s.]\.", text)
            assert not re.search(r"  |[{}_>]|None", text)
            assert text.count(" You ") == text.count(". You ")


def test_names_tokens_and_colours_are_parts_of_a_sentence() -> None:
    position, line = midgame("WWBG", "", tops=TWO_PLAIN), "roll; die yellow; buy WWBGY; show WWWBB"
    events = [event for ply in happened(position, line) for event in ply]
    [line_told] = narrate(catalogue_of("saltroad.games.bazaar", "fr"), events, NAMES)
    parts = [part for part in line_told.sentence if not isinstance(part, str)]
    assert parts == [Name(0, "Ada"), Term("yellow", "jaune"), Piece("tokens", "WWBGY"), Piece("tokens", "WWWBB")]


def test_every_event_is_met_here() -> None:
    """In games at random, or, since those hardly ever have it, in a turn that was planted above."""
    plies = [ply for game in GAMES for ply in plies_of(some_history(*game))]
    met = {type(event).__name__ for ply in plies for event in facts.events(ply)}
    assert met | {"ColourRunOut", "PuzzleSolved", "StoppedAtOne"} == facts_of_the_module(Event)
