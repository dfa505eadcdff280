"""Events become lines: clauses of one player are one sentence. Every game is told, asked and advised in play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

import saltroad
from saltroad.games import BUILT_IN, package_of
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import CHANCE, Outcome
from saltroad.kernel.info import Choice
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import (
    Advice,
    Catalogue,
    Consequence,
    Event,
    Name,
    PublicPly,
    Question,
    TurnOpening,
    catalogue_of,
    facts_of,
    narrate,
    plain,
    suggest,
    winners_line,
)
from saltroad.messages.catalogue import shared_source
from saltroad.records import History
from testing.pebbles import Pebbles

NAMES = ("Ada", "Bea", "Cem", "Dora", "Eli")


class Rolled(TurnOpening, frozen=True):
    seat: int


class Bought(Event, frozen=True):
    seat: int
    ware: str


class StallShows(Consequence, frozen=True):
    ware: str


class NightFell(Event, frozen=True):
    pass


OWN = """
rolled = { WHO($seat) ->
    [you] roll
   *[other] rolls
}
bought = { WHO($seat) ->
    [you] buy { PIECE($ware, kind: "ware") }
   *[other] buys { PIECE($ware, kind: "ware") }
}
stall_shows = The stall shows { $ware }.
night_fell = Night falls.
won_by_luck = { PLAYERS($seats) } by luck.
"""
MARKET = Catalogue("en", (shared_source("en"), OWN))


def lines(*events: Event, you: int | None = None) -> list[tuple[int | None, str]]:
    return [(line.seat, str(line.sentence)) for line in narrate(MARKET, events, NAMES, you)]


# -- lines -------------------------------------------------------------------------------------------------------------


def test_clauses_of_one_player_in_a_row_are_one_sentence() -> None:
    assert lines(Rolled(0), Bought(0, "R"), Bought(0, "W")) == [(0, "Ada rolls, buys R and buys W.")]
    assert lines(Rolled(0), Bought(1, "R")) == [(0, "Ada rolls."), (1, "Bea buys R.")]
    assert lines(Rolled(0), Bought(0, "R"), you=0) == [(0, "You roll and buy R.")]


def test_what_opens_a_turn_begins_a_line() -> None:
    assert lines(Rolled(0), Bought(0, "R"), Rolled(0)) == [(0, "Ada rolls and buys R."), (0, "Ada rolls.")]


def test_a_consequence_stands_in_the_line_of_what_it_follows_from() -> None:
    told = lines(Bought(0, "R"), StallShows("W"), Bought(0, "W"), StallShows("B"), Rolled(1))
    assert told == [(0, "Ada buys R. The stall shows W. Ada buys W. The stall shows B."), (1, "Bea rolls.")]


def test_what_is_nobodys_has_a_line_apart() -> None:
    told = lines(Rolled(0), NightFell(), StallShows("W"), NightFell(), Rolled(0))
    assert told == [(0, "Ada rolls."), (None, "Night falls. The stall shows W. Night falls."), (0, "Ada rolls.")]
    assert lines() == []


def test_names_in_a_line_are_parts() -> None:
    (line,) = narrate(MARKET, [Rolled(2)], NAMES)
    assert line.sentence == (Name(2, "Cem"), " rolls.")


# -- how it ended, and suggestions -------------------------------------------------------------------------------------


def outcome(scores: tuple[int, ...], ranks: tuple[int, ...]) -> Outcome:
    return Outcome("over", "TT-01", scores, ranks, {"all": scores})


@pytest.mark.parametrize(
    ("scores", "ranks", "you", "english", "french"),
    [
        ((9, 3), (1, 2), None, "Ada wins with 9 points.", "Ada gagne avec 9 points."),
        ((9, 3), (1, 2), 0, "You win with 9 points.", "Vous gagnez avec 9 points."),
        ((9, 3), (1, 2), 1, "Ada wins with 9 points.", "Ada gagne avec 9 points."),
        ((0, 1), (2, 1), None, "Bea wins with 1 point.", "Bea gagne avec 1 point."),
        (
            (4, 4),
            (1, 1),
            None,
            "Ada and Bea share the victory with 4 points.",
            "Ada et Bea partagent la victoire avec 4 points.",
        ),
    ],
)
def test_winners_are_told(
    scores: tuple[int, ...], ranks: tuple[int, ...], you: int | None, english: str, french: str
) -> None:
    for language, said in (("en", english), ("fr", french)):
        catalogue = Catalogue(language, (shared_source(language),))
        assert str(winners_line(catalogue, outcome(scores, ranks), NAMES, you)) == said


def test_how_a_tie_was_broken_has_a_message_of_its_own() -> None:
    assert str(winners_line(MARKET, outcome((4, 4), (1, 2)), NAMES, by="won_by_luck")) == "Ada by luck."


def test_a_game_without_events_is_told_by_its_texts() -> None:
    assert facts_of("pebbles") is plain, "a game that is not registered has no parts"
    game = Pebbles()
    start = game.start(2)
    drawn = game.play(start, "draw grey")
    (chance,) = plain.events(PublicPly(game, CHANCE, game.parse("draw grey"), (start, drawn)))
    (kept,) = plain.events(PublicPly(game, 0, game.parse("keep"), (drawn, game.play(drawn, "keep"))))
    for language, said in (
        ("en", ["Chance: draw grey.", "Ada plays keep."]),
        ("fr", ["Le hasard : draw grey.", "Ada joue keep."]),
    ):
        catalogue = Catalogue(language, (shared_source(language),))
        assert [str(line.sentence) for line in narrate(catalogue, [chance, kept], NAMES)] == said
    question = plain.question(game.observe(drawn, 0), game.legal(drawn))
    assert question == plain.AskAction(0)
    assert plain.question(game.observe(start, None), ()) is None
    assert (
        str(suggest(MARKET, plain.advice(game.observe(drawn, 0), game.parse("keep")), NAMES)) == "You could play keep."
    )


# -- every game --------------------------------------------------------------------------------------------------------

TABLES: list[tuple[str, int, dict[str, Choice]]] = [
    ("through_the_desert", 2, {"open_scores": False}),
    ("through_the_desert", 5, {"start": "drawn"}),
    ("desert_bazaar", 3, {}),
    ("desert_bazaar", 4, {"open_hands": True, "fair_start": True}),
    ("bazaar", 2, {}),
    ("bazaar", 4, {"double_purchase": True}),
    ("bazaar", 1, {"solo": True}),
]
SEEDS = (1, 2)


def test_every_game_is_at_a_table() -> None:
    assert {name for name, _, _ in TABLES} == set(BUILT_IN)


@cache
def some_history(table: int, seed: int) -> History:
    """A whole game at random; of the puzzle, which can last for ever, a good part."""
    name, players, options = TABLES[table]
    game = saltroad.load(name)
    history, rng = History(game, game.info.agree(players, options)), Rng(seed)
    while not history.is_over and len(history) < 1000:
        history.settle(rng)
        if not history.is_over:
            history.play(rng.pick(game.legal(history.position)))
    return history


def plies(history: History) -> Iterator[PublicPly[saltroad.View]]:
    for k in range(len(history)):
        positions = history.positions[k], history.positions[k + 1]
        yield PublicPly(history.game, history.actors[k], history.actions[k], positions)


def catalogue_for(history: History, language: str) -> Catalogue:
    return catalogue_of(package_of(history.game.info.name), language)


def check_sentence(text: str) -> None:
    assert re.fullmatch(r"\S.*[.!?]", text), text
    assert not re.search(r"  |\.\.|[{}_\ue000\ue001]|None", text), text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", range(len(TABLES)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ply_is_told_in_sentences(table: int, seed: int, language: str) -> None:
    history = some_history(table, seed)
    catalogue, facts = catalogue_for(history, language), facts_of(history.game.info.name)
    for k, ply in enumerate(plies(history)):
        events = facts.events(ply)
        for you in (None, 0):
            told = narrate(catalogue, events, NAMES, you)
            for line in told:
                check_sentence(str(line.sentence))
                if line.seat is not None:
                    assert line.sentence[0] == Name(
                        line.seat, catalogue.text("you") if line.seat == you else NAMES[line.seat]
                    )
        if ply.actor != CHANCE and told:
            assert told[0].seat == ply.actor, "a seat's own action is told of it"
        elif ply.actor != CHANCE and k + 1 < len(history):
            assert history.actors[k + 1] == CHANCE, "or with what chance makes of it"


@pytest.mark.parametrize("table", range(len(TABLES)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_is_said_to_the_seat_and_to_those_who_wait(table: int, language: str) -> None:
    history = some_history(table, 1)
    catalogue, facts = catalogue_for(history, language), facts_of(history.game.info.name)
    for position, actor in zip(history.positions, history.actors, strict=False):
        view = history.game.observe(position, actor if actor >= 0 else None)
        question = facts.question(view, history.game.legal(position))
        assert (question is None) == (actor == CHANCE)
        if question is None:
            continue
        assert isinstance(question, Question)
        told = {
            you: str(catalogue.format(question.kind, question.fields(), names=NAMES, you=you)) for you in (actor, None)
        }
        for text in told.values():
            check_sentence(text)
        assert NAMES[actor] not in told[actor], "the seat is addressed"
        assert NAMES[actor] in told[None], "the others are told who it is"


@pytest.mark.parametrize("table", range(len(TABLES)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_can_be_suggested_and_each_in_its_own_words(table: int, language: str) -> None:
    history = some_history(table, 1)
    catalogue, facts = catalogue_for(history, language), facts_of(history.game.info.name)
    said_of: dict[str, set[str]] = {}
    told: set[Advice] = set()
    for position, actor in [*zip(history.positions, history.actors, strict=False)][::3]:
        if actor == CHANCE:
            continue
        view = history.game.observe(position, actor)
        for action in history.game.legal(position):
            advice = facts.advice(view, action)
            if advice not in told:
                told.add(advice)
                text = str(suggest(catalogue, advice, NAMES, actor))
                check_sentence(text)
                assert text.startswith({"en": "You could ", "fr": "Vous pourriez "}[language])
                said_of.setdefault(text, set()).add(str(action))
    assert not {text: actions for text, actions in said_of.items() if len(actions) > 1}


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_views_at_hand_make_no_difference(table: int) -> None:
    history = some_history(table, 1)
    facts = facts_of(history.game.info.name)
    views = [history.game.observe(position, None) for position in history.positions[:200]]
    for k, ply in zip(range(len(views) - 1), plies(history), strict=False):
        positions = history.positions[k], history.positions[k + 1]
        given = PublicPly(history.game, ply.actor, ply.action, positions, (views[k], views[k + 1]))
        assert tuple(facts.events(given)) == tuple(facts.events(ply))
