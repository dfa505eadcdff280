"""Bazaar, what is asked, what could be done and why not: the facts, and their sentences in both languages."""

from __future__ import annotations

import re

import pytest

from games.bazaar.narrated import BOTH, GAMES, NAMES, TWO_PLAIN, facts_of_the_module, some_history
from games.bazaar.table import BAZAAR, deal, look, midgame, play, puzzle, with_state
from saltroad.games.bazaar import events as facts
from saltroad.games.bazaar.actions import ACTIONS
from saltroad.games.bazaar.events import (
    AskFirstRoll,
    AskPurchase,
    AskReturn,
    AskRoll,
    AskRollOrTrade,
    AskSecondPurchase,
    AskSendBack,
    AskTokenColour,
    CouldBuyNothing,
    CouldBuyWare,
    CouldReturnTokens,
    CouldRollDie,
    CouldSendBack,
    CouldStopAtOne,
    CouldTakeToken,
    CouldTradeTokens,
)
from saltroad.kernel.contract import Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import (
    Advice,
    Question,
    catalogue_of,
    suggest,
)

# -- what is asked -----------------------------------------------------------------------------------------------------

SECOND = play(midgame(BOTH, "", tops=TWO_PLAIN, double_purchase=True), "roll; die yellow", "buy RRWBG", "show WWWBB")
ELEVEN = play(with_state(puzzle(), hands=("RBBBBBBBBB",), turns=4), "roll; die blue")
TWELVE = play(midgame("RRWWBBBBBG", "Y", "Y"), "trade G>RRW")
"""Ada has two tokens too many; Bo is on her left."""

ASKED: list[tuple[Position, Question, tuple[str, str], tuple[str, str]]] = [
    (
        deal(2),
        AskFirstRoll(0),
        ("Your turn: roll for your first token.", "Ada is rolling for a first token."),
        ("À vous : lancez le dé pour votre premier jeton.", "Ada lance le dé pour un premier jeton."),
    ),
    (
        midgame("", "R"),
        AskRoll(0),
        ("Your turn: roll. You can make no trade.", "Ada can make no trade and has to roll."),
        (
            "À vous : lancez le dé. Vous ne pouvez faire aucun échange.",
            "Ada ne peut faire aucun échange et doit lancer le dé.",
        ),
    ),
    (
        midgame("", "R", seat=1),
        AskRollOrTrade(1),
        ("Your turn: roll, or trade.", "Bo is choosing between a roll and a trade."),
        ("À vous : lancez le dé ou échangez.", "Bo choisit entre le dé et un échange."),
    ),
    (
        play(midgame("R", ""), "roll; die choice"),
        AskTokenColour(0),
        (
            "Your turn: the die shows Choice. Take a token of any colour.",
            "Ada has rolled Choice and is choosing a colour.",
        ),
        (
            "À vous : le dé montre « Au choix ». Prenez un jeton de la couleur voulue.",
            "Ada a obtenu « Au choix » et choisit une couleur.",
        ),
    ),
    (
        play(midgame("RRWB", ""), "roll; die green"),
        AskPurchase(0),
        ("Your turn: buy a ware, or pass.", "Ada may buy a ware or pass."),
        ("À vous : achetez une marchandise, ou passez.", "Ada peut acheter une marchandise ou passer."),
    ),
    (
        SECOND,
        AskSecondPurchase(0),
        ("Your turn: buy a second ware, or pass.", "Ada may buy a second ware or pass."),
        ("À vous : achetez une seconde marchandise, ou passez.", "Ada peut acheter une seconde marchandise ou passer."),
    ),
    (
        ELEVEN,
        AskReturn(0, 11, 1),
        ("You hold 11 tokens: choose 1 to return.", "Ada holds 11 tokens and is choosing 1 to return."),
        ("Vous avez 11 jetons : choisissez-en 1 à rendre.", "Ada a 11 jetons et en choisit 1 à rendre."),
    ),
    (
        TWELVE,
        AskSendBack(1, 0, 12, 2),
        ("Ada holds 12 tokens: choose 2 to send back.", "Ada holds 12 tokens: Bo is choosing 2 to send back."),
        (
            "Ada a 12 jetons : choisissez-en 2 à lui faire rendre.",
            "Ada a 12 jetons : Bo en choisit 2 à lui faire rendre.",
        ),
    ),
]


def asked(position: Position) -> Question:
    found = facts.question(look(position), BAZAAR.legal(position))
    assert found is not None
    return found


def ask(question: Question, language: str, you: int | None) -> str:
    catalogue = catalogue_of("saltroad.games.bazaar", language)
    return str(catalogue.format(question.kind, question.fields(), names=NAMES, you=you))


@pytest.mark.parametrize(("position", "question", "english", "french"), ASKED, ids=lambda one: getattr(one, "kind", ""))
def test_what_is_asked_is_said_to_the_seat_and_to_those_who_wait(
    position: Position, question: Question, english: tuple[str, str], french: tuple[str, str]
) -> None:
    assert asked(position) == question
    for language, (to_the_seat, to_others) in zip(LANGUAGES, (english, french), strict=True):
        assert ask(question, language, question.seat) == to_the_seat
        assert ask(question, language, None) == to_others
        assert ask(question, language, 3) == to_others


def test_whose_tokens_go_back_is_told_who_chooses() -> None:
    assert ask(asked(TWELVE), "en", 0) == "You hold 12 tokens: Bo is choosing 2 to send back."
    assert ask(asked(TWELVE), "fr", 0) == "Vous avez 12 jetons : Bo en choisit 2 à vous faire rendre."


def test_nothing_is_asked_of_chance_or_after_the_end() -> None:
    rolling = play(midgame("R", ""), "roll")
    over = play(with_state(puzzle(rates="1 2"), hands=("RGGG",), turns=6), "trade R>GG")
    for position in (BAZAAR.start(2), rolling, over):
        assert facts.question(look(position), BAZAAR.legal(position)) is None


# -- what could be done ------------------------------------------------------------------------------------------------

CHOOSING = play(midgame("R", ""), "roll; die choice")
SUGGESTED: list[tuple[Position, str, Advice, str, str]] = [
    (midgame("R", ""), "roll", CouldRollDie(), "roll the die", "lancer le dé"),
    (CHOOSING, "take red", CouldTakeToken("red"), "take a red token", "prendre un jeton rouge"),
    (midgame("R", ""), "trade R>WW", CouldTradeTokens("R", "WW"), "trade R for WW", "échanger R contre BcBc"),
    (SECOND, "buy WWBGY", CouldBuyWare("WWBGY"), "buy WWBGY", "acheter BcBcBlVJ"),
    (SECOND, "pass", CouldStopAtOne(), "stop at one ware", "vous en tenir à une marchandise"),
    (play(midgame("RRWB", ""), "roll; die green"), "pass", CouldBuyNothing(), "buy nothing", "ne rien acheter"),
    (ELEVEN, "return R", CouldReturnTokens("R"), "return R to the bank", "rendre R à la banque"),
    (TWELVE, "return RW", CouldSendBack(0, "RW"), "send back RW of Ada's tokens", "faire rendre RBc à Ada"),
]


@pytest.mark.parametrize(("position", "action", "advice", "english", "french"), SUGGESTED)
def test_every_kind_of_action_can_be_suggested(
    position: Position, action: str, advice: Advice, english: str, french: str
) -> None:
    assert action in map(str, BAZAAR.legal(position))
    found = facts.advice(look(position), BAZAAR.parse(action))
    assert found == advice
    you = BAZAAR.actor(position)
    catalogues = [catalogue_of("saltroad.games.bazaar", language) for language in LANGUAGES]
    sentences = [str(suggest(catalogue, found, NAMES, you)) for catalogue in catalogues]
    assert sentences == [f"You could {english}.", f"Vous pourriez {french}."]


@pytest.mark.parametrize("game", GAMES)
def test_another_action_is_another_suggestion(game: tuple[int, int, bool]) -> None:
    for position, actor in list(zip(some_history(*game).positions, some_history(*game).actors, strict=False))[::5]:
        if actor >= 0:
            view, legal = BAZAAR.observe(position, actor), BAZAAR.legal(position)
            assert len({facts.advice(view, action) for action in legal}) == len(legal)


# -- nothing is missing ------------------------------------------------------------------------------------------------


def test_every_question_and_every_suggestion_is_met_above() -> None:
    assert {type(question).__name__ for _, question, _, _ in ASKED} == facts_of_the_module(Question)
    assert {type(advice).__name__ for _, _, advice, _, _ in SUGGESTED} == facts_of_the_module(Advice)


def test_every_reason_of_a_verdict_is_told_in_both_languages() -> None:
    told_of: dict[str, set[str]] = {}
    for game in GAMES:
        for position in some_history(*game).positions[::9]:
            for action in ACTIONS:
                verdict = BAZAAR.explain(position, action)
                if verdict.message not in told_of:
                    told_of[verdict.message] = {verdict.sentence(language) for language in LANGUAGES}
    assert len(told_of) > 30
    for message, sentences in told_of.items():
        assert len(sentences) == len(LANGUAGES), message
        assert all(re.fullmatch(r"\S[^{}_]*\.", sentence) for sentence in sentences), sentences


@pytest.mark.parametrize(
    ("you", "english", "french"),
    [
        (0, "You hold 2 tokens too many: your left neighbour", "Vous avez 2 jetons de trop : votre voisin de gauche"),
        (1, "Ada holds 2 tokens too many: their left neighbour", "Ada a 2 jetons de trop : son voisin de gauche"),
    ],
)
def test_a_refusal_calls_players_by_name_and_the_reader_you(you: int, english: str, french: str) -> None:
    verdict = BAZAAR.explain(TWELVE, BAZAAR.parse("roll"))
    for language, opening in zip(LANGUAGES, (english, french), strict=True):
        catalogue = catalogue_of("saltroad.games.bazaar", language)
        assert str(catalogue.format(verdict.message, verdict.params, names=NAMES, you=you)).startswith(opening)


def test_what_a_purchase_leaves_is_counted_in_words() -> None:
    for hand, english, french in (
        ("RRWB", "have no tokens left and score 5 points.", "il ne vous reste aucun jeton et vous marquez 5 points."),
        ("RRWBY", "have 1 token left and score 3 points.", "il vous reste 1 jeton et vous marquez 3 points."),
        ("RRWBYYY", "have 3 tokens left and score 1 point.", "il vous reste 3 jetons et vous marquez 1 point."),
    ):
        verdict = BAZAAR.explain(play(midgame(hand, ""), "roll; die green"), BAZAAR.parse("buy RRWBG"))
        assert verdict.sentence("en") == f"You pay RRWBG, {english}"
        assert verdict.sentence("fr") == f"Vous payez RRBcBlV, {french}"
