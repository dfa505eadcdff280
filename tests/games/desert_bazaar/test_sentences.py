"""Desert Bazaar in sentences: every event, question and advice, in both languages, to the player and to others."""

from __future__ import annotations

import re

import pytest

from games.desert_bazaar.camp import GAME, PEOPLE, plies_of, says, some_history
from games.desert_bazaar.table import midgame, opened
from games.desert_bazaar.telling import RICH, events_of, happened, told
from saltroad.games.desert_bazaar import events as facts
from saltroad.games.desert_bazaar.events import (
    AskBegin,
    AskBuild,
    AskCollect,
    AskExtra,
    AskMatch,
    AskPay,
    AskRollOnly,
    AskSpace,
    AskTake,
    AskWilds,
    BuildingEnded,
    CampCompleted,
    CampScored,
    CardsTaken,
    ClosingScored,
    CouldBuild,
    CouldKeep,
    CouldNameWilds,
    CouldPay,
    CouldPayNothing,
    CouldRoll,
    CouldRollOnly,
    CouldStop,
    CouldTakeCards,
    CouldTakeExtra,
    DiceGaveNothing,
    DiceRolled,
    DieKept,
    ExtraCardTaken,
    FinalCount,
    FreeCardTaken,
    MarkersCounted,
    MostCards,
    MostTied,
    NoMarkerLeft,
    NothingPaid,
    PilesFoundEmpty,
    SetupDiceRolled,
    TentAloneScored,
    TileBuilt,
    TilePaid,
    TilesLaidOut,
    TileTurned,
    WildsNamed,
)
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Advice, Event, Fact, Name, Piece, Question, Term, narrate, suggest

CLAUSES: list[tuple[Event, str, str, str, str]] = [
    (SetupDiceRolled(0, "SP*"), "You roll SP*", "Ada rolls SP*", "Vous obtenez SP*", "Ada obtient SP*"),
    (
        WildsNamed(0, "W", 1),
        "You take W for the wild",
        "Ada takes W for the wild",
        "Vous prenez W pour la face au choix",
        "Ada prend W pour la face au choix",
    ),
    (
        WildsNamed(0, "WW", 2),
        "You take WW for the wilds",
        "Ada takes WW for the wilds",
        "Vous prenez WW pour les faces au choix",
        "Ada prend WW pour les faces au choix",
    ),
    (
        ExtraCardTaken(0, "water"),
        "You take an extra water card",
        "Ada takes an extra water card",
        "Vous prenez une carte eau supplémentaire",
        "Ada prend une carte eau supplémentaire",
    ),
    (
        FreeCardTaken(0, "water"),
        "You take a free water card",
        "Ada takes a free water card",
        "Vous prenez une carte eau gratuite",
        "Ada prend une carte eau gratuite",
    ),
    (
        PilesFoundEmpty(0),
        "You find every pile empty",
        "Ada finds every pile empty",
        "Vous trouvez toutes les piles vides",
        "Ada trouve toutes les piles vides",
    ),
    (DiceRolled(0, "S*-"), "You roll S*-", "Ada rolls S*-", "Vous obtenez S*-", "Ada obtient S*-"),
    (DiceGaveNothing(0), "You get nothing", "Ada gets nothing", "Vous n’en tirez rien", "Ada n’en tire rien"),
    (DieKept(0, "*"), "You keep *", "Ada keeps *", "Vous gardez *", "Ada garde *"),
    (
        CardsTaken(0, "spice", 1),
        "You take 1 spice card",
        "Ada takes 1 spice card",
        "Vous prenez 1 carte épice",
        "Ada prend 1 carte épice",
    ),
    (
        CardsTaken(0, "camel", 2),
        "You take 2 camel cards",
        "Ada takes 2 camel cards",
        "Vous prenez 2 cartes chameau",
        "Ada prend 2 cartes chameau",
    ),
    (
        CardsTaken(0, "spice", 0),
        "You find the spice pile empty",
        "Ada finds the spice pile empty",
        "Vous trouvez la pile d’épice vide",
        "Ada trouve la pile d’épice vide",
    ),
    (
        TileBuilt(0, "W:SSC", "f6"),
        "You build W:SSC on f6",
        "Ada builds W:SSC on f6",
        "Vous construisez W:SSC en f6",
        "Ada construit W:SSC en f6",
    ),
    (TilePaid(0, "SSC"), "You pay SSC", "Ada pays SSC", "Vous payez SSC", "Ada paie SSC"),
    (NothingPaid(0), "You pay nothing", "Ada pays nothing", "Vous ne payez rien", "Ada ne paie rien"),
    (
        TentAloneScored(0, 2),
        "You score 2 points for an isolated tent",
        "Ada scores 2 points for an isolated tent",
        "Vous marquez 2 points pour une tente isolée",
        "Ada marque 2 points pour une tente isolée",
    ),
    (
        NoMarkerLeft(0),
        "You have no marker left for it",
        "Ada has no marker left for it",
        "Vous n’avez plus de marqueur à y poser",
        "Ada n’a plus de marqueur à y poser",
    ),
    (
        CampScored(0, 3),
        "You score 3 points",
        "Ada scores 3 points",
        "Vous marquez 3 points",
        "Ada marque 3 points",
    ),
    (
        ClosingScored(0, 1),
        "You score 1 point for closing it",
        "Ada scores 1 point for closing it",
        "Vous marquez 1 point de bonus de fermeture",
        "Ada marque 1 point de bonus de fermeture",
    ),
    (
        BuildingEnded(0),
        "You stop building",
        "Ada stops building",
        "Vous arrêtez de construire",
        "Ada arrête de construire",
    ),
    (
        MarkersCounted(0, 3),
        "You score 3 points for markers on the board",
        "Ada scores 3 points for markers on the board",
        "Vous marquez 3 points pour des marqueurs sur le plateau",
        "Ada marque 3 points pour des marqueurs sur le plateau",
    ),
    (
        MostCards(0, "silk", 2),
        "You score 2 points for the most silk cards",
        "Ada scores 2 points for the most silk cards",
        "Vous marquez 2 points pour le plus de cartes soie",
        "Ada marque 2 points pour le plus de cartes soie",
    ),
]
"""Said to the player and to others, in English and French."""

SENTENCES: list[tuple[Event, str, str]] = [
    (
        TilesLaidOut(),
        "Eight tiles lie face up, four on each side.",
        "Huit tuiles sont visibles, quatre de chaque côté.",
    ),
    (TileTurned(2, "W:SSC"), "New on side 2: W:SSC.", "Nouvelle tuile du côté 2 : W:SSC."),
    (CampCompleted("e2"), "The encampment at e2 is full.", "Le campement en e2 est complet."),
    (
        FinalCount(),
        "Markers on the board and cards in hand are counted.",
        "On compte les marqueurs sur le plateau et les cartes en main.",
    ),
    (
        MostTied("silk"),
        "No single player has the most silk cards.",
        "Aucun joueur n’a à lui seul le plus de cartes soie.",
    ),
]

QUESTIONS: list[tuple[Question, str, str, str, str]] = [
    (
        AskWilds(0, "SC*", 1),
        "Your turn: the dice show SC*. Choose what the wild stands for.",
        "Ada rolled SC* and is choosing what the wild stands for.",
        "À vous : les dés montrent SC*. Que vaut la face au choix ?",
        "Ada a obtenu SC* et choisit ce que vaut la face au choix.",
    ),
    (
        AskWilds(0, "S**", 2),
        "Your turn: the dice show S**. Choose what the wilds stand for.",
        "Ada rolled S** and is choosing what the wilds stand for.",
        "À vous : les dés montrent S**. Que valent les faces au choix ?",
        "Ada a obtenu S** et choisit ce que valent les faces au choix.",
    ),
    (
        AskExtra(0, 1),
        "Your turn: take an extra card of your choice.",
        "Ada is taking an extra card.",
        "À vous : prenez une carte supplémentaire de votre choix.",
        "Ada prend une carte supplémentaire.",
    ),
    (
        AskExtra(0, 2),
        "Your turn: take 2 extra cards of your choice, one by one.",
        "Ada is taking 2 extra cards.",
        "À vous : prenez 2 cartes supplémentaires de votre choix, une à une.",
        "Ada prend 2 cartes supplémentaires.",
    ),
    (
        AskBegin(0),
        "Your turn: take a free card and roll, or choose a tile to build.",
        "Ada is about to roll or to build.",
        "À vous : lancez les dés, ou choisissez une tuile à construire.",
        "Ada va lancer les dés ou construire.",
    ),
    (
        AskRollOnly(0),
        "Your turn: take a free card and roll. You cannot afford any tile.",
        "Ada is about to roll: they cannot afford any tile.",
        "À vous : lancez les dés. Aucune tuile n’est à votre portée.",
        "Ada va lancer les dés : aucune tuile n’est à sa portée.",
    ),
    (
        AskCollect(0, "SP*"),
        "Your turn: the dice show SP*. Take cards, or keep a die and roll again.",
        "Ada rolled SP* and may take cards or roll again.",
        "À vous, avec SP* : prenez des cartes, ou gardez un dé et relancez.",
        "Ada a obtenu SP* et peut prendre des cartes ou relancer.",
    ),
    (
        AskTake(0, "S--"),
        "Your turn: the dice show S--. Take cards.",
        "Ada rolled S-- and is taking cards.",
        "À vous : les dés montrent S--. Prenez des cartes.",
        "Ada a obtenu S-- et prend des cartes.",
    ),
    (
        AskMatch(0, "SC"),
        "Your turn: besides your wild the dice show SC. Take cards.",
        "Ada kept a wild, rolled SC and is taking cards.",
        "À vous, avec la face au choix et SC : prenez des cartes.",
        "Ada a gardé une face au choix, obtenu SC et prend des cartes.",
    ),
    (
        AskBuild(0, 1),
        "Your turn: choose another tile of side 1, or stop.",
        "Ada may build another tile of side 1.",
        "À vous : choisissez une autre tuile du côté 1, ou arrêtez.",
        "Ada peut construire une autre tuile du côté 1.",
    ),
    (
        AskSpace(0, "W:SSC"),
        "Your turn: choose a space for W:SSC.",
        "Ada is choosing a space for W:SSC.",
        "À vous : choisissez une case pour W:SSC.",
        "Ada choisit une case pour W:SSC.",
    ),
    (
        AskPay(0, "W:SSC", "f6"),
        "Your turn: pay for W:SSC on f6.",
        "Ada is paying for W:SSC on f6.",
        "À vous : payez W:SSC en f6.",
        "Ada paie W:SSC en f6.",
    ),
]

ADVICE: list[tuple[Advice, str, str]] = [
    (CouldNameWilds("W", 1), "take W for the wild", "prendre W pour la face au choix"),
    (CouldNameWilds("CW", 2), "take CW for the wilds", "prendre CW pour les faces au choix"),
    (CouldTakeExtra("spice"), "take an extra spice card", "prendre une carte épice supplémentaire"),
    (CouldRoll("spice"), "take a free spice card and roll", "prendre une carte épice gratuite et lancer les dés"),
    (CouldRollOnly(), "roll the dice", "lancer les dés"),
    (CouldTakeCards("water"), "take the water cards", "prendre les cartes eau"),
    (CouldKeep("*"), "keep * and roll the others again", "garder * et relancer les autres dés"),
    (CouldBuild("W:SSC", "f6"), "build W:SSC on f6", "construire W:SSC en f6"),
    (CouldPay("SSC"), "pay SSC", "payer SSC"),
    (CouldPayNothing(), "pay nothing", "ne rien payer"),
    (CouldStop(), "stop building", "arrêter de construire"),
]


def kind_of(row: tuple[Fact, ...]) -> str:
    return row[0].kind


@pytest.mark.parametrize("row", CLAUSES, ids=kind_of)
def test_an_event_of_a_player_in_both_languages(row: tuple[Event, str, str, str, str]) -> None:
    event, *sentences = row
    for (language, you), expected in zip((("en", 0), ("en", 1), ("fr", 0), ("fr", 1)), sentences, strict=True):
        assert told([event], language, you) == [f"{expected}."]


@pytest.mark.parametrize("row", SENTENCES, ids=kind_of)
def test_an_event_of_nobody_in_both_languages(row: tuple[Event, str, str]) -> None:
    event, english, french = row
    assert (told([event], "en"), told([event], "fr")) == ([english], [french])


@pytest.mark.parametrize("row", QUESTIONS, ids=kind_of)
def test_a_question_in_both_languages(row: tuple[Question, str, str, str, str]) -> None:
    question, *sentences = row
    for (language, you), expected in zip((("en", 0), ("en", 1), ("fr", 0), ("fr", 1)), sentences, strict=True):
        assert str(says(language).format(question.kind, question.fields(), names=PEOPLE, you=you)) == expected


@pytest.mark.parametrize("row", ADVICE, ids=kind_of)
def test_advice_in_both_languages(row: tuple[Advice, str, str]) -> None:
    could, english, french = row
    assert str(suggest(says("en"), could, PEOPLE, 0)) == f"You could {english}."
    assert str(suggest(says("fr"), could, PEOPLE, 0)) == f"Vous pourriez {french}."


def test_the_sentences_above_are_of_every_kind_of_fact() -> None:
    known = {
        found
        for found in vars(facts).values()
        if isinstance(found, type) and issubclass(found, Fact) and found.__module__ == facts.__name__
    }
    assert {type(row[0]) for row in (*CLAUSES, *SENTENCES, *QUESTIONS, *ADVICE)} == known


def test_names_pieces_and_words_are_parts_of_the_sentence() -> None:
    (line,) = narrate(says("fr"), [FreeCardTaken(1, "water"), DiceRolled(1, "SP*"), TileTurned(1, "W:SSC")], PEOPLE)
    assert line.seat == 1
    assert [part for part in line.sentence if not isinstance(part, str)] == [
        Name(1, "Ben"),
        Term("water", "eau"),
        Piece("dice", "SP*"),
        Piece("tile", "W:SSC"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_game_can_be_told_from_any_ply(players: int, language: str) -> None:
    plies = events_of(players, 2)
    for since in range(0, len(plies) + 1, 37):
        for text in told([event for ply in plies[since:] for event in ply], language, you=0):
            assert re.fullmatch(r"\S.*\S\.", text)
            assert "  " not in text
            if language == "fr":
                assert not re.search(r"\b(silk|water|rolls?|pays|joker|épices)\b", text)


def test_a_turn_is_one_line() -> None:
    events = happened(opened(), "roll silk; dice SCP; keep C; dice C*; roll spice; dice SS-; collect silk")
    assert told(events) == [
        "Ada takes a free silk card, rolls SCP, keeps C, rolls C* and takes 3 camel cards.",
        "Ben takes a free spice card, rolls SS- and takes 2 silk cards.",
    ]
    events = happened(midgame(hands=(RICH, "", "")), "build S:SSC a6; pay SSC; done; turn W:SSC")
    assert told(events, "fr", you=0) == [
        "Vous construisez S:SSC en a6, payez SSC, marquez 2 points pour une tente isolée et arrêtez de construire. "
        "Nouvelle tuile du côté 1 : W:SSC."
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_can_be_suggested_and_another_action_is_another_sentence(language: str) -> None:
    history = some_history(3)
    said: dict[str, set[str]] = {}
    for ply in plies_of(history, "name", "begin", "collect", "match", "build", "pay")[::4]:
        view = GAME.observe(history.positions[ply], history.actors[ply])
        for action in GAME.legal(history.positions[ply])[::7]:
            sentence = str(suggest(says(language), facts.advice(view, action), PEOPLE))
            assert re.fullmatch(r"(You could|Vous pourriez) \S.*\S\.", sentence)
            said.setdefault(sentence, set()).add(str(action))
    assert all(len(actions) == 1 for actions in said.values())
