"""Desert Bazaar as facts: the events of planted turns, what is asked, and what a hidden hand must not tell."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from games.desert_bazaar.camp import GAME, plies_of, says, some_history
from games.desert_bazaar.table import BLOB, dealt, left_in_piles, midgame, opened, play, rolled
from games.desert_bazaar.telling import RICH, asked, events_of, happened, public_plies, told
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
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import CHANCE
from saltroad.kernel.rulebook import LANGUAGES
from saltroad.messages import PublicPly

# -- the events of planted turns ---------------------------------------------------------------------------------------


def test_the_setup_tells_of_dice_wilds_and_tiles() -> None:
    start = GAME.start(3)
    assert happened(start, "dice SCP; dice S**; name PW; dice CW*; name W; dice SSS") == [
        SetupDiceRolled(0, "SCP"),
        SetupDiceRolled(0, "S**"),
        WildsNamed(0, "PW", 2),
        SetupDiceRolled(0, "CW*"),
        WildsNamed(0, "W", 1),
        SetupDiceRolled(1, "SSS"),
    ]
    fair = play(GAME.start(3, fair_start=True), *["dice SCP"] * 6)
    assert happened(fair, "collect silk; dice SSS") == [ExtraCardTaken(1, "silk"), SetupDiceRolled(2, "SSS")]
    tiles = ["S:SSC", "S:PWW", "C:SCP", "P:SSW", "C:CCW", "W:SPW", "S:CCP"]
    assert happened(dealt(), *(f"turn {tile}" for tile in tiles)) == []
    assert happened(dealt(), *(f"turn {tile}" for tile in (*tiles, "P:PPW"))) == [TilesLaidOut()]


def test_a_turn_of_rolling() -> None:
    assert happened(opened(), "roll silk; dice SC*; collect camel") == [
        FreeCardTaken(0, "silk"),
        DiceRolled(0, "SC*"),
        CardsTaken(0, "camel", 2),
    ]


def test_dice_rolled_again_match_or_give_nothing() -> None:
    again = [FreeCardTaken(0, "silk"), DiceRolled(0, "SCP"), DieKept(0, "C")]
    assert happened(opened(), "roll silk; dice SCP; keep C; dice C*") == [
        *again,
        DiceRolled(0, "C*"),
        CardsTaken(0, "camel", 3),
    ]
    assert happened(opened(), "roll silk; dice SCP; keep C; dice PP") == [
        *again,
        DiceRolled(0, "PP"),
        DiceGaveNothing(0),
    ]


def test_three_deserts_and_empty_piles_give_nothing() -> None:
    deserts = [FreeCardTaken(0, "silk"), DiceRolled(0, "---"), DiceGaveNothing(0)]
    assert happened(opened(), "roll silk; dice ---") == deserts
    assert happened(rolled("SC*", hands=left_in_piles("CC")), "collect silk") == [CardsTaken(0, "silk", 0)]
    kept = rolled("CPW", hands=left_in_piles("SSCC"))
    assert happened(kept, "keep P; dice P*") == [DieKept(0, "P"), DiceRolled(0, "P*"), DiceGaveNothing(0)]
    assert happened(midgame(hands=left_in_piles("")), "roll; dice SCP")[0] == PilesFoundEmpty(0)


def test_a_wild_set_aside_is_named_after_the_second_roll() -> None:
    assert happened(opened(), "roll silk; dice SC*; keep *; dice SP; collect spice")[2:] == [
        DieKept(0, "*"),
        DiceRolled(0, "SP"),
        CardsTaken(0, "spice", 2),
    ]


def test_a_turn_of_building() -> None:
    position = midgame({"f7": "2 W"}, hands=(RICH, "", ""))
    assert happened(position, "build S:SSC a6; pay SSC; build S:PWW f6; pay PW; done; turn W:SSC; turn W:SSP") == [
        TileBuilt(0, "S:SSC", "a6"),
        TilePaid(0, "SSC"),
        TentAloneScored(0, 2),
        TileBuilt(0, "S:PWW", "f6"),
        TilePaid(0, "PW"),
        BuildingEnded(0),
        TileTurned(1, "W:SSC"),
        TileTurned(1, "W:SSP"),
    ]


def test_a_tile_may_cost_nothing_and_get_no_marker() -> None:
    free = midgame({"e7": "2 S", "f7": "3 S", "g5": "2 C"}, hands=("P", "", ""))
    assert happened(free, "build S:SSC f6; pay -")[1:] == [NothingPaid(0)]
    bare = midgame({"a6 c4 e2 g1 i1 k1 k3": "1 W"}, hands=(RICH, "", ""))
    assert happened(bare, "build S:SSC f8; pay SSC")[1:] == [TilePaid(0, "SSC"), NoMarkerLeft(0)]


def test_DB_32_a_full_camp_is_told_with_what_it_brought_to_whom() -> None:
    camp = {"f1 f2 f3": "1 W", "f4 f5": "2 S", "f7": "- C"}
    events = happened(midgame(camp, hands=(RICH, "", "")), "build S:SSC f6; pay SSC")
    assert events == [
        TileBuilt(0, "S:SSC", "f6"),
        TilePaid(0, "SSC"),
        CampCompleted("f6"),
        CampScored(0, 4),
        CampScored(1, 2),
        ClosingScored(0, 1),
    ]
    assert told(events) == [
        "Ada builds S:SSC on f6 and pays SSC. The encampment at f6 is full. Ada scores 4 points. "
        "Ben scores 2 points. Ada scores 1 point for closing it."
    ]
    assert told(events, "fr", you=1) == [
        "Ada construit S:SSC en f6 et paie SSC. Le campement en f6 est complet. Ada marque 4 points. "
        "Vous marquez 2 points. Ada marque 1 point de bonus de fermeture."
    ]


def test_DB_41_and_DB_42_the_end_counts_markers_and_cards() -> None:
    board = {"i5 i6 k1 k2 k3 k4 k5 k6": "- ?", " ".join(BLOB): "- ?"}
    position = midgame(board, hands=("SSCCW", "CCCPP", "PP"), sides=("S:SSC", ""))
    events = happened(position, "build S:SSC h1; pay SSC")
    assert events[2:] == [
        TentAloneScored(0, 2),
        FinalCount(),
        MarkersCounted(0, 1),
        MostCards(0, "water", 2),
        MostCards(1, "camel", 2),
        MostTied("silk"),
        MostTied("spice"),
    ]
    assert told(events)[1:] == [
        "Markers on the board and cards in hand are counted.",
        "Ada scores 1 point for a marker on the board and scores 2 points for the most water cards.",
        "Ben scores 2 points for the most camel cards.",
        "No single player has the most silk cards. No single player has the most spice cards.",
    ]
    assert told(events, "fr", you=0)[2:] == [
        "Vous marquez 1 point pour un marqueur sur le plateau et marquez 2 points pour le plus de cartes eau.",
        "Ben marque 2 points pour le plus de cartes chameau.",
        "Aucun joueur n’a à lui seul le plus de cartes soie. Aucun joueur n’a à lui seul le plus de cartes épice.",
    ]


@pytest.mark.parametrize("ending", ["dice ---", "dice SCP; collect silk", "dice SCP; keep S; dice SS"])
def test_DB_45_every_way_to_end_a_roll_may_end_the_game(ending: str) -> None:
    position = play(midgame(quiet=14, hands=("S", "SS", "")), "roll camel")
    assert FinalCount() in happened(position, ending)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_points_of_the_events_are_the_score(players: int) -> None:
    for seed in (1, 2):
        history = some_history(players, seed)
        scores = [0] * players
        for event in (event for ply in events_of(players, seed) for event in ply):
            seat = getattr(event, "seat", getattr(event, "scorer", None))
            if seat is not None:
                scores[seat] += getattr(event, "points", 0)
        assert history.outcome is not None
        assert tuple(scores) == history.outcome.scores


def test_every_ply_but_the_first_tiles_is_told_of_its_own_player() -> None:
    history = some_history(4)
    for actor, action, events in zip(history.actors, history.actions, events_of(4, 1), strict=True):
        if actor != CHANCE:
            assert getattr(events[0], "seat", None) == actor, action
    silent = [action for action, events in zip(history.actions, events_of(4, 1), strict=True) if not events]
    assert len(silent) == 7
    assert all(str(action).startswith("turn ") for action in silent)


# -- what a hidden hand must not tell ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5])
def test_DB_03_events_are_the_same_whatever_is_held(players: int) -> None:
    """What happened is built from what everybody sees: to see all hands changes nothing before the end."""
    history = some_history(players)
    for ply, events in zip(public_plies(history), events_of(players, 1), strict=True):
        views = tuple(GAME.remember(position, None) for position in ply._positions)
        assert facts.events(PublicPly(GAME, ply.actor, ply.action, ply._positions, views)) == events


@pytest.mark.parametrize("players", [3, 5])
def test_DB_03_others_are_asked_the_same_whatever_is_held(players: int) -> None:
    history, differ = some_history(players), 0
    for ply in plies_of(history, "begin", "build", "pay", "collect")[::5]:
        position, actor = history.positions[ply], history.actors[ply]
        for viewer in (None, (actor + 1) % players):
            other = GAME.determinize(GAME.observe(position, viewer), Rng(ply))
            differ += bool(GAME.legal(other) != GAME.legal(position))
            assert asked(other, viewer) == asked(position, viewer)
    assert differ > 5


def test_DB_03_that_no_tile_is_within_reach_is_told_to_those_who_see_the_hand() -> None:
    poor = midgame(hands=("S", "CC", ""))
    assert asked(poor, 0) == AskRollOnly(0)
    assert asked(poor, 1) == asked(poor, None) == AskBegin(0)
    assert asked(midgame(hands=("S", "CC", ""), open_hands=True), 1) == AskRollOnly(0)
    assert asked(opened(), 0) == AskBegin(0)


# -- what is asked -----------------------------------------------------------------------------------------------------


def test_what_is_asked_in_every_phase() -> None:
    assert asked(play(GAME.start(3), "dice S**")) == AskWilds(0, "S**", 2)
    second = play(GAME.start(3, fair_start=True), *["dice SCP"] * 6)
    third = play(second, "collect silk", *["dice SCP"] * 3)
    assert [asked(position) for position in (second, third, play(third, "collect silk"))] == [
        AskExtra(1, 1),
        AskExtra(2, 2),
        AskExtra(2, 1),
    ]
    assert asked(rolled("SC-")) == AskCollect(0, "SC-")
    assert asked(rolled("S--")) == AskTake(0, "S--")
    assert asked(rolled("SC", kept="*")) == AskMatch(0, "SC")
    assert asked(opened(), tile="S:SSC") == AskSpace(0, "S:SSC")
    placed = play(midgame(hands=(RICH, "", "")), "build C:CCW f6")
    assert asked(placed) == AskPay(0, "C:CCW", "f6")
    assert asked(play(placed, "pay CCW")) == AskBuild(0, 2)
    assert asked(play(placed, "pay CCW"), tile="W:SPW") == AskSpace(0, "W:SPW")
    assert asked(GAME.start(3)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_fits_a_line_for_all_who_read_it(language: str) -> None:
    kinds = set()
    for seed in (1, 2, 3):
        history = some_history(4, seed, fair_start=True)
        for position, actor in zip(history.positions, history.actors, strict=False):
            question = None if actor == CHANCE else asked(position, actor)
            if question is None:
                continue
            kinds.add(type(question))
            for you in (actor, None):
                said = str(says(language).format(question.kind, question.fields(), you=you))
                assert re.fullmatch(r"\S.*[.?]", said)
                assert cell_len(said) <= 80 - 7, said
    assert kinds == {AskWilds, AskExtra, AskBegin, AskRollOnly, AskCollect, AskTake, AskMatch, AskBuild, AskPay}
