"""Through the Desert as facts: what happened, what is asked and what could be done, and how messages tell it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from games.through_the_desert.table import DESERT, PALMS, camp, column, gain, laid_out, look, midgame, play, watered
from saltroad.games.through_the_desert import events as facts
from saltroad.games.through_the_desert.actions import Pass
from saltroad.games.through_the_desert.events import (
    AreaEnclosed,
    CamelPlaced,
    LargestCaravan,
    LeaderGivenUp,
    LeaderPlaced,
    OasesLinked,
    PalmsPlanted,
    Passed,
    StartDrawn,
    WaterTaken,
)
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import Event, PublicPly, catalogue_of, narrate, suggest
from saltroad.records import History

NAMES = ("Ada", "Bo", "Idris", "Dora", "Emil")
CATALOGUES = {language: catalogue_of("saltroad.games.through_the_desert", language) for language in LANGUAGES}
FAR = {"2 green": "p7"}


def happened(position: Position, *line: str) -> list[Event]:
    """What the plies of a line tell."""
    told: list[Event] = []
    for text in line:
        before, position = position, play(position, text)
        told += facts.events(PublicPly(DESERT, DESERT.actor(before), DESERT.parse(text), (before, position)))
    return told


def told(events: list[Event], language: str = "en", you: int | None = None) -> list[str]:
    return [str(line.sentence) for line in narrate(CATALOGUES[language], events, NAMES, you)]


# -- what happened -----------------------------------------------------------------------------------------------------


def test_the_setup_is_told_once_and_the_draws_by_player() -> None:
    assert happened(DESERT.start(2), f"palms {PALMS}") == [PalmsPlanted(tuple(PALMS.split()))]
    assert happened(play(DESERT.start(2), f"palms {PALMS}"), f"water {watered(2)[0]} 2") == [], (
        "water holes are laid without a word"
    )
    started = laid_out(5, given_up=(), start="drawn")
    assert happened(started, "without 1 pink") == [LeaderGivenUp(0, "pink")]
    drawn = laid_out(5, given_up=("blue", "green", "lilac", "pink", "yellow"), start="drawn")
    assert happened(drawn, "start 3") == [StartDrawn(2)]
    assert told([LeaderGivenUp(2, "pink"), StartDrawn(1)], "fr") == ["Idris renonce au chef rose.", "Bo commence."]
    assert told([LeaderGivenUp(2, "pink"), StartDrawn(2)], "en", 2) == ["You give up the pink leader and begin."]


def test_a_leader_earns_nothing_and_a_camel_tells_what_it_earns() -> None:
    assert happened(laid_out(2), "pink f10") == [LeaderPlaced(0, "pink", "f10")]
    position = midgame({"1 pink": "k6", **FAR}, water={"l6": 2})
    events = [CamelPlaced(0, "pink", "l6"), WaterTaken(0, 2), OasesLinked(0, ("m7",), 5)]
    assert happened(position, "pink l6") == events
    assert told(events) == [
        "Ada places a pink camel on l6, takes 2 points of water and links the oasis m7 for 5 points."
    ]
    assert told(events, "fr", 0) == [
        "Vous placez un chameau rose en l6, prenez 2 points d’eau et reliez l’oasis m7 pour 5 points."
    ]


def test_an_enclosed_area_tells_its_spaces_and_what_was_in_it() -> None:
    wall = [name for name in column("c") if name != "c5"]
    position = midgame({"1 pink": wall, **FAR})
    after = play(position, "pink c5")
    *placed, enclosed = happened(position, "pink c5")
    inside = {*column("a"), *column("b")}
    assert placed[0] == CamelPlaced(0, "pink", "c5")
    assert isinstance(enclosed, AreaEnclosed)
    assert (enclosed.spaces, enclosed.water_holes) == (len(inside), len(inside & {*watered(2)}))
    assert set(enclosed.oases) <= inside & {*PALMS.split()}
    earned = sum(event.points for event in placed if isinstance(event, WaterTaken | OasesLinked))
    assert enclosed.points + earned == sum(gain(position, after))


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (AreaEnclosed(0, 1, 0, (), 1), "encloses 1 space for 1 point", "enferme 1 case pour 1 point"),
        (
            AreaEnclosed(0, 4, 1, ("m7",), 11),
            "encloses 4 spaces with 1 water hole and the oasis m7 for 11 points",
            "enferme 4 cases avec 1 point d’eau et l’oasis m7 pour 11 points",
        ),
        (
            AreaEnclosed(0, 9, 2, ("j3", "m7"), 21),
            "encloses 9 spaces with 2 water holes and the oases j3 and m7 for 21 points",
            "enferme 9 cases avec 2 points d’eau et les oasis j3 et m7 pour 21 points",
        ),
        (
            AreaEnclosed(0, 3, 0, ("m7",), 7),
            "encloses 3 spaces and the oasis m7 for 7",
            "enferme 3 cases et l’oasis m7",
        ),
        (Passed(0), "cannot place a camel and passes", "ne peut rien placer et passe"),
    ],
)
def test_clauses_have_their_numbers_and_oases(event: Event, english: str, french: str) -> None:
    for language, clause in (("en", english), ("fr", french)):
        assert told([event], language)[0].startswith(f"Ada {clause}")


def test_the_end_tells_the_largest_caravans() -> None:
    history = some_history(2)
    last = happened_in(history, len(history) - 1)
    largest = [event for event in last if isinstance(event, LargestCaravan)]
    assert [event.colour for event in largest] == ["blue", "green", "lilac", "pink", "yellow"]
    outcome = history.outcome
    assert outcome is not None
    for seat, points in enumerate(outcome.breakdown["largest_caravans"]):
        assert sum(event.points for event in largest if seat in event.seats) == points
    assert told([LargestCaravan("blue", (0,), 10)], "fr") == ["Plus grande caravane bleue : Ada, 10 points."]
    tied = LargestCaravan("green", (0, 2), 5)
    assert told([tied]) == ["Largest green caravans: Ada and Idris, 5 points each."]
    assert told([tied], "fr") == ["Plus grandes caravanes vertes à égalité : Ada et Idris, 5 points chacun."]


@cache
def some_history(players: int) -> History:
    history, rng = History(DESERT, DESERT.info.agree(players, {})), Rng(players)
    while not history.is_over:
        history.settle(rng)
        if not history.is_over:
            history.play(rng.pick(DESERT.legal(history.position)))
    return history


def happened_in(history: History, ply: int) -> list[Event]:
    positions = (history.positions[ply], history.positions[ply + 1])
    return [*facts.events(PublicPly(DESERT, history.actors[ply], history.actions[ply], positions))]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_points_that_are_told_are_all_that_are_scored(players: int) -> None:
    history = some_history(players)
    outcome = history.outcome
    assert outcome is not None
    points = [0] * players
    for ply in range(len(history)):
        for event in happened_in(history, ply):
            if isinstance(event, WaterTaken | OasesLinked | AreaEnclosed):
                points[event.seat] += event.points
            elif isinstance(event, LargestCaravan):
                for seat in event.seats:
                    points[seat] += event.points
    assert tuple(points) == outcome.scores


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_sentences(language: str) -> None:
    history = some_history(3)
    lines = told([event for ply in range(len(history)) for event in happened_in(history, ply)], language, 1)
    assert len(lines) > 50
    for line in lines:
        assert re.fullmatch(r"[A-ZÀ-Ý][^{}]*\.", line), line
        assert "  " not in line
        assert ".." not in line


def test_views_at_hand_make_no_difference() -> None:
    history = some_history(2)
    views = [DESERT.observe(position, None) for position in history.positions]
    for ply in range(len(history)):
        positions, given = (history.positions[ply], history.positions[ply + 1]), (views[ply], views[ply + 1])
        with_views = PublicPly(DESERT, history.actors[ply], history.actions[ply], positions, given)
        assert [*facts.events(with_views)] == happened_in(history, ply)


# -- what is asked, and what could be done -----------------------------------------------------------------------------


def asked(position: Position, language: str = "en", you: int | None = None) -> str:
    question = facts.question(DESERT.observe(position, you), DESERT.legal(position))
    return (
        ""
        if question is None
        else str(CATALOGUES[language].format(question.kind, question.fields(), names=NAMES, you=you))
    )


def test_a_question_is_said_to_the_seat_and_in_other_words_to_those_who_wait() -> None:
    assert asked(laid_out(2), you=0) == "Your turn: place a leader."
    assert asked(laid_out(2)) == "Ada is placing a leader."
    assert asked(laid_out(2), "fr", 1) == "Ada place un chef."
    first = camp(2)
    assert asked(first, you=0) == "Your turn: place your camel, only one in this first turn."
    second = play(first, str(DESERT.legal(first)[0]))
    assert asked(second, "fr", 1) == "À vous : placez votre premier chameau."
    assert asked(play(second, str(DESERT.legal(second)[0]))) == "Bo is placing a second camel."
    assert asked(some_history(2).position) == ""
    assert asked(DESERT.start(2)) == "", "chance is asked nothing"


def test_the_last_camel_and_a_pass_are_asked_for_as_such() -> None:
    last = next(
        position
        for players in (2, 3, 5)
        for position in some_history(players).positions
        if look(position).ending and look(position).phase == "camel"
    )
    seat = look(last).seat
    assert asked(last, you=seat) == "Your turn: place your second camel, the last of the game."
    assert asked(last, "fr") == f"{NAMES[seat]} place le dernier chameau de la partie."
    question = facts.question(look(last), (Pass(),))
    assert question is not None
    assert question.kind == "ask_pass"


def test_every_action_can_be_suggested() -> None:
    leaders, camels = laid_out(2), camp(2)
    for position, english, french in (
        (leaders, r"You could place the \w+ leader on \w+\.", r"Vous pourriez placer le chef \w+ en \w+\."),
        (camels, r"You could place a \w+ camel on \w+\.", r"Vous pourriez placer un chameau \w+ en \w+\."),
    ):
        advice = [facts.advice(look(position), action) for action in DESERT.legal(position)]
        for language, pattern in (("en", english), ("fr", french)):
            said = [str(suggest(CATALOGUES[language], one, NAMES)) for one in advice]
            assert all(re.fullmatch(pattern, one) for one in said)
            assert len(set(said)) == len(said), "another action is another sentence"
    assert (
        str(suggest(CATALOGUES["fr"], facts.advice(look(camels), Pass()), NAMES)) == "Vous pourriez seulement passer."
    )


# -- why not -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "you", "english", "french"),
    [
        ("pink l8", None, "Idris's blue camel stands on l8.", "Un chameau bleu d’Idris se tient en l8."),
        ("pink e4", None, "Bo's pink camel stands on e4.", "Un chameau rose de Bo se tient en e4."),
        ("blue k5", 0, "Your blue camel stands on k5.", "Votre chameau bleu se tient en k5."),
        (
            "pink d4",
            0,
            "d4 is next to Bo's pink camel on e4.",
            "d4 est à côté d’un chameau rose de Bo, en e4.",
        ),
        ("blue f12", 0, "f12 is not next to your blue caravan.", "f12 n’est pas à côté de votre caravane bleue."),
        ("pink a3", 0, "a3 lies in an area that you have enclosed.", "a3 est dans une zone que vous avez enfermée."),
        ("pink a3", 1, "a3 lies in an area that Ada has enclosed.", "a3 est dans une zone enfermée par Ada."),
    ],
)
def test_verdicts_name_players_and_agree(action: str, you: int | None, english: str, french: str) -> None:
    west = (*column("a"), *column("b"))
    caravans = {"1 pink": column("c"), "1 blue": "k5 k6", "3 blue": "l8", "2 pink": "e4", "2 green": "o9"}
    position = midgame(caravans, players=3, areas={0: west})
    verdict = DESERT.explain(position, DESERT.parse(action))
    for language, said in (("en", english), ("fr", french)):
        assert str(CATALOGUES[language].format(verdict.message, verdict.params, names=NAMES, you=you)) == said
