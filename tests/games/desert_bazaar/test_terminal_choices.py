"""Desert Bazaar's choices in the terminal: how they are named, typed and grouped, and what is said of them."""

from __future__ import annotations

import re

import pytest

from games.desert_bazaar.camp import CHOICES, GAME, groups_of, plies_of, says, some_history
from games.desert_bazaar.table import midgame, opened, play
from saltroad.games.desert_bazaar.actions import Build, Done, Keep, Pay, Roll
from saltroad.kernel.contract import Outcome
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Piece, Term, winners_line


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_can_be_typed_as_it_is_named(language: str) -> None:
    history = some_history(4, fair_start=True)
    for ply in (
        *plies_of(history, "name", "extra")[:9],
        *plies_of(history, "begin", "collect", "match", "build", "pay")[::9],
    ):
        for action in GAME.legal(history.positions[ply])[::11]:
            assert GAME.parse(CHOICES.spelled(str(CHOICES.named(action, says(language))))) == action
    for action in (Pay(""), Roll(None), Done()):
        assert GAME.parse(CHOICES.spelled(str(CHOICES.named(action, says(language))))) == action


def test_names_have_their_pieces_in_them() -> None:
    french = says("fr")
    assert CHOICES.named(Build("W:SSC", "f6"), french) == ("construire", " ", Piece("tile", "W:SSC"), " ", "f6")
    assert CHOICES.named(Keep("*"), french) == ("garder", " ", Piece("dice", "*"))
    assert CHOICES.named(Roll("spice"), french) == ("lancer", " ", Term("spice", "épice"))
    assert CHOICES.named(GAME.parse("dice SSS"), french) == ("dice SSS",)


def test_a_tile_can_be_spelled_in_many_ways() -> None:
    for text in ("W:SSC f6", "w:css f6", "w ssc f6", "build w:scs  f6", "construire W:SSC f6", "W : SSC f6"):
        assert GAME.parse(CHOICES.spelled(text)) == Build("W:SSC", "f6")
    assert CHOICES.spelled("pay wssc") == "pay wssc"
    for text in ("fini", "done", "stop", "arrêter"):
        assert GAME.parse(CHOICES.spelled(text)) == Done()
    assert GAME.parse(CHOICES.spelled("garder p")) == Keep("P")
    for text in ("lancer épice", "lancer épices", "roll spice", "Lancer Épice"):
        assert GAME.parse(CHOICES.spelled(text)) == Roll("spice")


def test_what_would_be_paid_is_offered_to_the_payer_alone() -> None:
    history = some_history(3)
    position = history.positions[plies_of(history, "pay")[0]]
    payer = GAME.actor(position)
    offered = [CHOICES.default(GAME.observe(position, viewer)) for viewer in (payer, None, (payer + 1) % 3)]
    assert [isinstance(one, Pay) for one in offered] == [True, False, False]


def test_few_payments_are_listed_and_many_are_a_group() -> None:
    assert groups_of(play(opened(), "build S:SSC f6")) == []
    position = play(midgame({"f7": "2 W", "f5": "1 P"}, hands=("SSSSSPW", "", "")), "build S:PWW f6")
    (pays,) = groups_of(position, "fr")
    assert (pays.name, str(pays.called), pays.summary) == ("pay", "payer", ())
    assert pays.choices[0][0] == CHOICES.default(GAME.observe(position, 0))


def summary(language: str, board: dict[str, str], hand: str) -> str:
    """What is said of the first tile of the first side, S:SSC."""
    (first, *_) = groups_of(midgame(board, hands=(hand, "", "")), language)
    assert first.called == (Piece("tile", "S:SSC"),)
    return str(first.summary)


def test_a_tile_says_in_a_line_what_it_costs_where() -> None:
    assert summary("en", {}, "SSC") == "side 1: SSC, on 91 spaces"
    assert summary("fr", {}, "SSC") == "côté 1 : SSC, sur 91 cases"
    camp = {"e7": "2 S", "f7": "3 S", "g5": "2 C"}
    assert summary("en", camp, "SSC") == "side 1: free at f6; up to 3 cards at 87 spaces; +2 at a6 for SSC"
    assert summary("fr", camp, "SSC") == "côté 1 : gratuit en f6 ; jusqu’à 3 cartes sur 87 cases ; +2 en a6 pour SSC"
    six = {"f1 f2 f3 f4 f5": "1 W", "f7": "1 C"}
    assert summary("en", six, "SSC") == "side 1: SS at f6 +8, e7, e8 and 3 more; up to 3 cards at 79 spaces"
    assert summary("fr", six, "SSC") == "côté 1 : SS en f6 +8, e7, e8 et 3 autres ; jusqu’à 3 cartes sur 79 cases"


def test_the_summary_of_a_tile_has_its_cards_as_pieces() -> None:
    for group in groups_of(opened()):
        (price,) = (part for part in group.summary if isinstance(part, Piece))
        assert price == Piece("cards", group.name[-3:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_summaries_of_a_whole_game_are_in_one_language(language: str) -> None:
    history = some_history(3)
    said = {
        str(group.summary)
        for ply in plies_of(history, "begin", "build")
        for group in groups_of(history.positions[ply], language)
    }
    words = {word for line in said for word in re.findall(r"\b[a-zéôùà]{2,}(?!\d)\b", line)}
    known = {
        "en": "side free at on spaces space for up to cards card and more",
        "fr": "côté gratuit gratuitement en sur cases case pour jusqu carte cartes et autre autres",
    }
    assert words <= set(known[language].split())
    assert not any(set(line) & set("{}$\ue000\ue001") for line in said)


def test_a_placement_says_what_it_costs_and_makes() -> None:
    board = {"f1 f2 f3 f4 f5": "1 W", "f7": "1 C", "j3": "2 S", "i4": "2 S", "i3": "2 C"}
    position = midgame(board, hands=("SSCPPPPPP", "", ""))
    spaces = {"a6": "SSC · stands alone", "j2": "S · camp of 4", "f6": "SS · completes a camp"}
    for space, expected in spaces.items():
        assert str(CHOICES.opens(GAME, position, Build("S:SSC", space), says("en"))) == expected, space
    said = CHOICES.opens(GAME, position, Build("S:SSC", "a6"), says("fr"))
    assert said == (Piece("cards", "SSC"), " · isolée")
    assert CHOICES.opens(GAME, position, Roll("silk"), says("fr")) == ()
    unmarked = midgame({"a6 c4 e2 g1 i1 k1 k3": "1 W"}, hands=("SSC", "", ""))
    assert str(CHOICES.opens(GAME, unmarked, Build("S:SSC", "f8"), says("en"))) == "SSC · alone, no marker left"
    free = midgame({"e7": "2 S", "f7": "3 S", "g5": "2 C"}, hands=("SSC", "", ""))
    assert str(CHOICES.opens(GAME, free, Build("S:SSC", "f6"), says("fr"))) == "gratuit · campement de 4"


@pytest.mark.parametrize(
    ("scores", "ranks", "english", "french"),
    [
        ((9, 7, 3), (1, 2, 3), "Ada wins with 9 points.", "Ada gagne avec 9 points."),
        (
            (9, 9, 3),
            (1, 2, 3),
            "Ada wins with 9 points, by the number of cards.",
            "Ada gagne avec 9 points, au nombre de cartes.",
        ),
        (
            (9, 9, 9),
            (1, 1, 3),
            "Ada and Ben share the victory with 9 points, by the number of cards.",
            "Ada et Ben partagent la victoire avec 9 points, au nombre de cartes.",
        ),
    ],
)
def test_DB_43_a_tie_that_cards_broke_is_told(
    scores: tuple[int, ...], ranks: tuple[int, ...], english: str, french: str
) -> None:
    outcome = Outcome("board_full", "DB-40", scores, ranks, {})
    by = CHOICES.tie_break(outcome)
    for language, expected in (("en", english), ("fr", french)):
        assert str(winners_line(says(language), outcome, ["Ada", "Ben", "Cleo"], by=by)) == expected
