"""Desert Bazaar, rolling for resources: DB-10 to DB-17."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from games.desert_bazaar.table import (
    CAMPS,
    allowed,
    hand,
    left_in_piles,
    legal,
    look,
    midgame,
    opened,
    pile,
    piles,
    play,
    refused,
    rolled,
    turn,
)
from saltroad import CHANCE
from saltroad.games.desert_bazaar.components import LETTERS, RESOURCES
from saltroad.kernel.chance import Rng
from saltroad.kernel.jit import JITTED
from saltroad.kernel.state_record import States

FACES = "SCPW*-"


def throws(many: int) -> Counter[str]:
    """In how many ways so many dice can fall, by what they show, sorted."""
    return Counter("".join(sorted(faces, key=FACES.index)) for faces in itertools.product(FACES, repeat=many))


# -- DB-10: roll or build ----------------------------------------------------------------------------------------------


def test_DB_10_a_turn_is_rolling_or_building_and_there_is_no_pass() -> None:
    position = opened()
    assert {action.split()[0] for action in legal(position)} == {"roll", "build"}
    assert refused(position, "done", "DB-10", "no_pass") == "You cannot pass: roll for resources or place a tile."


def test_DB_10_who_builds_does_not_roll() -> None:
    position = play(opened(), "build S:SSC f6; pay SSC")
    assert turn(position) == ("build", 0)
    sentence = refused(position, "roll silk", "DB-10", "building")
    assert sentence == "You are building this turn and cannot roll too: place another tile, or stop."
    refused(position, "roll", "DB-10", "building")


def test_DB_10_who_rolls_does_not_build() -> None:
    position = play(opened(), "roll silk")
    refused(position, "build S:SSC f6", "DB-12", "awaited")
    position = play(position, "dice SSC")
    refused(position, "build S:SSC f6", "DB-12", "collect_first", faces="SSC")
    refused(position, "done", "DB-12", "collect_first", faces="SSC")
    assert turn(play(position, "collect silk")) == ("begin", 1)


def test_DB_10_dice_fall_only_when_somebody_rolls() -> None:
    for position in (opened(), play(opened(), "roll silk; dice SSC"), play(opened(), "build S:SSC f6")):
        refused(position, "dice SSC", "DB-10", "no_dice")


def test_DB_10_with_nothing_to_pay_with_one_can_only_roll() -> None:
    assert legal(midgame()) == ["roll silk", "roll camel", "roll spice", "roll water"]


# -- DB-11: the free card ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("resource", RESOURCES)
def test_DB_11_one_card_of_choice_is_free_before_the_dice(resource: str) -> None:
    position = play(midgame(), f"roll {resource}")
    letter = LETTERS[RESOURCES.index(resource)]
    assert (hand(position), pile(position, letter), look(position).held[0]) == (letter, 14, 1)
    assert (CAMPS.actor(position), turn(position)) == (CHANCE, ("dice", 0))


def test_DB_11_an_empty_pile_gives_no_free_card() -> None:
    position = midgame(hands=left_in_piles("SSW"))
    assert legal(position) == ["roll silk", "roll water"]
    sentence = refused(position, "roll camel", "DB-11", "pile_empty", resource="camel")
    assert sentence == "The camel pile is empty: choose another free card."
    refused(position, "roll spice", "DB-11", "pile_empty", resource="spice")


def test_DB_11_the_free_card_is_taken_while_any_pile_has_one() -> None:
    assert refused(midgame(hands=left_in_piles("W")), "roll", "DB-11", "take_free").startswith("Say which")


def test_DB_11_without_any_card_the_roll_is_plain() -> None:
    position = midgame(hands=left_in_piles(""))
    assert legal(position) == ["roll"]
    assert allowed(position, "roll")[:2] == ("DB-11", "roll_bare")
    refused(position, "roll silk", "DB-11", "pile_empty", resource="silk")
    position = play(position, "roll; dice SS*")
    assert legal(position)[:4] == ["collect silk", "collect camel", "collect spice", "collect water"]
    assert allowed(position, "collect silk")[1] == "collect_nothing"
    position = play(position, "collect silk")
    assert (hand(position), piles(position), turn(position)) == ("", "", ("begin", 1))


# -- DB-12: the dice ---------------------------------------------------------------------------------------------------


def test_DB_12_three_dice_fall_as_dice_do() -> None:
    position = play(midgame(), "roll silk")
    found = dict(zip(legal(position), CAMPS.weights(position), strict=True))
    assert found == {f"dice {faces}": ways for faces, ways in throws(3).items()}
    assert sum(found.values()) == 216
    refused(position, "dice SC", "DB-12", "wrong_number", many=3, given=2)


@pytest.mark.parametrize("faces", sorted(set(throws(3)) - {"---"}))
def test_DB_12_a_player_takes_one_resource_that_the_dice_show_and_wilds_count_as_it(faces: str) -> None:
    position, wilds = rolled(faces), faces.count("*")
    offered = [action for action in legal(position) if action.startswith("collect")]
    shown = [letter for letter in LETTERS if letter in faces or wilds]
    assert offered == [f"collect {RESOURCES[LETTERS.index(letter)]}" for letter in shown]
    for letter in LETTERS:
        resource = RESOURCES[LETTERS.index(letter)]
        if letter not in shown:
            refused(position, f"collect {resource}", "DB-12", "not_shown", resource=resource, faces=faces)
            continue
        after = play(position, f"collect {resource}")
        assert hand(after) == letter * (faces.count(letter) + wilds)
        assert turn(after) == ("begin", 1)
        assert (look(after).dice, look(after).kept) == (None, None)


def test_DB_12_three_deserts_give_nothing() -> None:
    position = play(midgame(), "roll water; dice ---")
    assert (hand(position), turn(position)) == ("W", ("begin", 1))


def test_DB_12_a_resource_whose_pile_is_empty_may_be_taken_and_gives_nothing() -> None:
    position = rolled("SSC", hands=left_in_piles("CCPPWW"))
    assert legal(position)[:2] == ["collect silk", "collect camel"]
    rule, reason, sentence = allowed(position, "collect silk")
    assert (rule, reason) == ("DB-12", "collect_nothing")
    assert sentence == "The silk pile is empty: you may choose it, but you get nothing."
    after = play(position, "collect silk")
    assert (hand(after), piles(after), turn(after)) == ("", "CCPPWW", ("begin", 1))


def test_DB_12_nothing_is_collected_before_a_roll() -> None:
    for action in ("collect silk", "keep S"):
        assert refused(opened(), action, "DB-12", "not_rolled").startswith("You have not rolled")
        refused(play(opened(), "build S:SSC f6; pay SSC"), action, "DB-12", "not_rolled")


def test_DB_12_the_player_says_how_much_it_is() -> None:
    assert allowed(rolled("SS*"), "collect silk")[2] == "The dice give you 3 silk cards."


# -- DB-13: rolling again ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faces", sorted(set(throws(3)) - {"---"}))
def test_DB_13_a_die_is_set_aside_and_all_other_live_dice_are_rolled_again_once(faces: str) -> None:
    position = rolled(faces)
    live = 3 - faces.count("-")
    for face in "SCPW*":
        if face not in faces:
            refused(position, f"keep {face}", "DB-13", "not_shown", face=face, faces=faces)
        elif live == 1:
            refused(position, f"keep {face}", "DB-13", "no_live_die", face=face)
        else:
            again = play(position, f"keep {face}")
            assert (CAMPS.actor(again), turn(again)) == (CHANCE, ("again", 0))
            found = dict(zip(legal(again), CAMPS.weights(again), strict=True))
            assert found == {f"dice {one}": ways for one, ways in throws(live - 1).items()}
            assert sum(found.values()) == 6 ** (live - 1)
            assert hand(again) == ""
            refused(again, "collect silk", "DB-13", "awaited")
            refused(again, "dice SSS", "DB-13", "wrong_number", many=live - 1, given=3)


def test_DB_13_with_no_other_live_die_there_is_no_second_roll() -> None:
    position = rolled("S--")
    assert legal(position) == ["collect silk"]
    sentence = refused(position, "keep S", "DB-13", "no_live_die", face="S")
    assert sentence == "Besides S there are only deserts, which stay out: no die is left to roll again."
    assert legal(rolled("*--")) == ["collect silk", "collect camel", "collect spice", "collect water"]


def test_DB_13_a_desert_cannot_be_kept_and_there_is_no_third_roll() -> None:
    position = play(rolled("SC*"), "keep *; dice SS")
    assert turn(position) == ("match", 0)
    sentence = refused(position, "keep S", "DB-13", "once")
    assert sentence == "You have rolled again already, and may do so only once: take your cards."
    assert not any(action.startswith("keep") for action in legal(position))


# -- DB-14, DB-16: matches ---------------------------------------------------------------------------------------------


def test_DB_14_the_printed_example_spice_is_kept_and_wild_and_spice_are_rolled() -> None:
    position = play(rolled("SSP"), "keep P; dice P*")
    assert (hand(position), pile(position, "P"), turn(position)) == ("PPP", 12, ("begin", 1))


@pytest.mark.parametrize("again", ["CW", "WW"])
def test_DB_16_the_printed_examples_without_a_match_give_nothing(again: str) -> None:
    position = play(rolled("SSP"), f"keep P; dice {again}")
    assert (hand(position), turn(position)) == ("", ("begin", 1))
    assert look(position).piles == (15, 15, 15, 15)


@pytest.mark.parametrize("again", sorted(throws(2)))
@pytest.mark.parametrize("kept", LETTERS)
def test_DB_14_the_die_set_aside_and_every_match_give_a_card(kept: str, again: str) -> None:
    position = play(rolled("".join(sorted(kept + "**", key=FACES.index))), f"keep {kept}; dice {again}")
    matches = again.count(kept) + again.count("*")
    assert hand(position) == (kept * (1 + matches) if matches else "")
    assert turn(position) == ("begin", 1)
    assert (look(position).dice, look(position).kept) == (None, None)


def test_DB_14_one_die_rolled_again_is_enough_to_match() -> None:
    position = play(rolled("SC-"), "keep S")
    assert hand(play(position, "dice S")) == "SS"
    assert hand(play(position, "dice *")) == "SS"
    assert hand(play(position, "dice C")) == hand(play(position, "dice -")) == ""


def test_DB_16_the_free_card_stays_without_a_match() -> None:
    position = play(midgame(hands=("P", "", "")), "roll water; dice SSC; keep C; dice SS")
    assert (hand(position), turn(position)) == ("PW", ("begin", 1))


def test_DB_16_a_second_roll_of_deserts_only_gives_nothing_to_a_wild_too() -> None:
    position = play(rolled("SS*"), "keep *; dice --")
    assert (hand(position), turn(position)) == ("", ("begin", 1))


# -- DB-15: a wild set aside -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", sorted(set(throws(2)) - {"--"}))
def test_DB_15_with_a_wild_kept_the_player_names_what_a_die_of_the_second_roll_shows(again: str) -> None:
    position, wilds = play(rolled("SC*"), f"keep *; dice {again}"), again.count("*")
    assert (CAMPS.actor(position), turn(position)) == (0, ("match", 0))
    shown = [letter for letter in LETTERS if letter in again or wilds]
    assert legal(position) == [f"collect {RESOURCES[LETTERS.index(letter)]}" for letter in shown]
    for letter in LETTERS:
        resource = RESOURCES[LETTERS.index(letter)]
        if letter in shown:
            after = play(position, f"collect {resource}")
            assert hand(after) == letter * (1 + again.count(letter) + wilds)
            assert turn(after) == ("begin", 1)
        else:
            refused(position, f"collect {resource}", "DB-15", "not_shown", resource=resource, faces=again)


def test_DB_15_what_is_named_must_be_matched() -> None:
    position = play(rolled("SC*"), "keep *; dice P-")
    assert legal(position) == ["collect spice"]
    sentence = refused(position, "collect silk", "DB-15", "not_shown", resource="silk", faces="P-")
    assert sentence == "No die of the second roll shows silk or a wild: they show P-."
    refused(position, "done", "DB-15", "collect_first", faces="P-")
    assert hand(play(position, "collect spice")) == "PP"


def test_DB_15_an_empty_pile_may_be_named_with_a_wild_too() -> None:
    position = play(rolled("S**", hands=left_in_piles("CC")), "keep *; dice S*")
    assert allowed(position, "collect silk")[:2] == ("DB-15", "collect_nothing")
    assert hand(play(position, "collect silk")) == ""
    assert hand(play(position, "collect camel")) == "CC"


# -- DB-17: no limit, small piles --------------------------------------------------------------------------------------


def test_DB_17_there_is_no_hand_limit() -> None:
    position = midgame(hands=("S" * 12 + "C" * 15 + "P" * 15 + "W" * 15, "", ""))
    position = play(position, "roll silk; dice SSS; collect silk")
    assert look(position).held == (59 + 1, 0, 0)
    assert look(position).piles == (0, 0, 0, 0)


def test_DB_17_a_pile_that_is_too_small_gives_what_it_has() -> None:
    position = rolled("SS*", hands=left_in_piles("SSCCCC"))
    assert allowed(position, "collect silk")[2] == "The dice give you 2 silk cards."
    after = play(position, "collect silk")
    assert (hand(after), piles(after)) == ("SS", "CCCC")
    matched = play(rolled("CC*", hands=left_in_piles("SSCC")), "keep C; dice C*")
    assert (hand(matched), piles(matched)) == ("CC", "SS")
    nothing = play(rolled("CPW", hands=left_in_piles("SSCC")), "keep P; dice P*")
    assert (hand(nothing), piles(nothing)) == ("", "SSCC")


def test_DB_17_the_free_card_may_be_the_last_of_its_pile() -> None:
    position = play(midgame(hands=left_in_piles("SCCCC")), "roll silk; dice SSS")
    assert (hand(position), piles(position)) == ("S", "CCCC")
    assert legal(position) == ["collect silk", "keep S"]
    assert hand(play(position, "collect silk")) == "S"


# -- compiled games roll the same dice ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(not JITTED, reason="too slow without the compiler")
@pytest.mark.parametrize(
    "line", ["roll silk", "roll silk; dice SCP; keep S", "roll silk; dice SC-; keep S", "roll silk; dice SC*; keep *"]
)
def test_DB_12_dice_of_compiled_games_fall_as_their_weights_say(line: str) -> None:
    """What a fall leaves behind is told apart by hand, dice and phase; five standard deviations are allowed."""
    position, many = play(midgame(), line), 50_000
    weights = CAMPS.weights(position)
    expected: Counter[tuple[int, ...]] = Counter()
    for action, weight in zip(CAMPS.legal(position), weights, strict=True):
        expected[told(CAMPS.apply(position, action).states)[0]] += weight
    batch = CAMPS.engine.states(many)
    batch[:] = position.states[0]
    CAMPS.engine.step_all(position.states, batch, Rng((12, len(line))))
    found = Counter(told(batch))
    assert set(found) == set(expected)
    for what, weight in expected.items():
        chance = weight / sum(weights)
        assert abs(found[what] - many * chance) < 5 * (many * chance * (1 - chance)) ** 0.5 + 1, what


def told(states: States) -> list[tuple[int, ...]]:
    return list(zip(*(states[name].tolist() for name in ("phase", "dice", "pile")), strict=True))
