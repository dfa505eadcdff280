"""Fair dice: outcomes follow from seed, shares, table and ply; without bias; and a check notices any change."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import saltroad
from records.vectors import FILE, vectors
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.records import History, Record, RecordError, read_record_file
from saltroad.records.dice import FIRST_SCHEME, SCHEME, SEED_BYTES, Dice, commitment_of, new_seed, share_hash_of
from saltroad.records.fairness import Checked, NotCheckable, NotFair, check

FIXTURES = Path(__file__).parent / "fixtures"
SEED = bytes(range(SEED_BYTES))
A1, FF = "a1" * 32, "ff" * 32
DICE = Dice(SEED, "k3v9", (A1, "", FF))
DICE = replace(DICE, order=DICE.draw_order())


def fair_game(name: str = "bazaar", dice: Dice = DICE, players: int = 3) -> Record:
    """A random game whose chance follows the dice."""
    game = saltroad.load(name)
    history, rng = History(game, game.info.agree(players)), Rng(5)
    while not history.is_over:
        legal = game.legal(history.position)
        if history.actor == CHANCE:
            history.play(legal[dice.draw(len(history), game.weights(history.position))])
        else:
            history.play(rng.pick(legal))
    return Record.of(history, more=dice.headers())


def test_an_outcome_by_hand() -> None:
    """The page of the reference, followed to the letter."""
    message = f'["saltroad dice 2","k3v9",["{A1}","","{FF}"],7,0,0]'.encode()
    number = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big")
    assert DICE.draw(7, [1] * 216) == number % 216
    weights = [3, 0, 1, 6]
    assert DICE.draw(7, weights) == next(k for k in range(4) if number % 10 < sum(weights[: k + 1]))
    commitment = hashlib.sha256(b"saltroad dice 2\nk3v9\n" + SEED).hexdigest()
    assert commitment_of(SEED, "k3v9") == DICE.commitment == commitment
    hashed = hashlib.sha256(f"saltroad share 2\nk3v9\n{commitment}\n{A1}".encode()).hexdigest()
    assert share_hash_of(A1, "k3v9", commitment) == DICE.share_hashes[0] == hashed
    assert DICE.share_hashes[1] == ""


def test_an_order_by_hand() -> None:
    seats = [0, 1, 2]
    for k in (2, 1):
        message = f'["saltroad dice 2","k3v9",["{A1}","","{FF}"],"order",{k},0]'.encode()
        j = int.from_bytes(hmac.new(SEED, message, hashlib.sha256).digest()[:8], "big") % (k + 1)
        seats[k], seats[j] = seats[j], seats[k]
    assert DICE.draw_order() == tuple(seats)


def test_every_order_is_as_likely_as_the_others() -> None:
    counts = Counter(Dice(SEED, f"t{k}", ("",) * 3).draw_order() for k in range(6000))
    assert sorted(counts) == sorted(itertools.permutations(range(3)))
    assert all(abs(count - 1000) <= 4 * (1000 * 5 / 6) ** 0.5 for count in counts.values())


def test_numbers_past_the_last_full_round_are_passed_over() -> None:
    """With a bound just above half of all numbers every second one is passed over, now and then a whole block."""
    bound = 2**63 + 1
    passed_over = []
    for ply in range(60):
        words = []
        for block in range(20):
            message = f'["saltroad dice 2","k3v9",["{A1}","","{FF}"],{ply},0,{block}]'.encode()
            digest = hmac.new(SEED, message, hashlib.sha256).digest()
            words += [int.from_bytes(digest[k : k + 8], "big") for k in range(0, 32, 8)]
        first = next(k for k, word in enumerate(words) if word < bound)
        assert DICE._below(bound, ply, 0) == words[first]
        passed_over.append(first)
    assert min(passed_over) == 0
    assert max(passed_over) >= 4


@given(st.lists(st.integers(0, 2**31 // 8), min_size=1, max_size=8).filter(any), st.integers(0, 10**6))
def test_only_outcomes_with_weight_happen(weights: list[int], ply: int) -> None:
    assert weights[DICE.draw(ply, weights)] > 0


def test_outcomes_are_as_likely_as_their_weights() -> None:
    weights = [1, 2, 3, 0, 4]
    counts = Counter(DICE.draw(ply, weights) for ply in range(20_000))
    for k, weight in enumerate(weights):  # four standard deviations, on fixed numbers
        assert abs(counts[k] - 2000 * weight) <= 4 * (2000 * weight * (1 - weight / 10)) ** 0.5


def test_everything_that_goes_in_matters() -> None:
    others = [
        DICE,
        replace(DICE, seed=bytes(SEED_BYTES)),
        replace(DICE, table="k3v8"),
        replace(DICE, scheme=FIRST_SCHEME),
        replace(DICE, shares=(A1, FF, "")),
        replace(DICE, shares=(A1, "", FF[:-1] + "e")),
        replace(DICE, drawn_anew=(0,)),
        replace(DICE, drawn_anew=(0, 0)),
    ]
    drawn = [tuple(dice.draw(ply, [1] * 1000) for ply in range(8)) for dice in others]
    assert len(set(drawn)) == len(others)
    assert len(set(drawn[0])) > 4


def test_a_new_draw_changes_only_what_comes_after_it() -> None:
    once = replace(DICE, drawn_anew=(10,))
    before, after = ([dice.draw(ply, [1] * 10**6) for ply in range(20)] for dice in (DICE, once))
    assert [a == b for a, b in zip(before, after, strict=True)] == [ply < 10 for ply in range(20)]


@pytest.mark.parametrize("weights", [[], [0, 0], [2, -1]])
def test_weights_must_leave_something_to_happen(weights: list[int]) -> None:
    with pytest.raises(ValueError, match=r"weights|min"):
        DICE.draw(0, weights)


def test_the_seed_is_secret_and_new() -> None:
    assert len({new_seed() for _ in range(50)}) == 50
    assert SEED.hex() not in repr(DICE)
    assert str(SEED) not in repr(DICE)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_fair_game_is_found_fair_after_reading_it_back(name: str) -> None:
    record = Record.read(fair_game(name).text())
    checked = check(record)
    chances = sum(written.seat is None for written in record.actions)
    assert checked == Checked(SCHEME, DICE.commitment, len(record.actions), checked.drawn, 2, 0, 1)
    assert 0 < checked.drawn <= chances


def test_another_outcome_is_noticed_at_its_ply() -> None:
    record = fair_game()
    faces = {f"die {face}" for face in ("red", "white", "blue", "green", "yellow", "choice")}
    noticed = 0
    for k, written in enumerate(record.actions[-40:], len(record.actions) - 40):
        for face in sorted(faces - {written.text}) if written.text in faces else ():
            # what follows may become illegal: the record is cut there, and so it has no result
            changed = replace(record, actions=(*record.actions[:k], replace(written, text=face)), result=None)
            with pytest.raises(
                NotFair, match=f"At ply {k} chance decided '{face}'; by the seed it is '{written.text}'"
            ) as caught:
                check(changed)
            assert caught.value.sentence("fr").startswith(f"Au coup {k}, le hasard a décidé « {face} » ; ")
            noticed += 1
    assert noticed >= 5


def test_a_seed_other_than_promised_is_noticed() -> None:
    record = fair_game()
    other = replace(record, more={**record.more, "seed": bytes(SEED_BYTES).hex()})
    with pytest.raises(NotFair, match="not the one that was promised") as caught:
        check(other)
    assert caught.value.sentence("fr").startswith("Le secret n’est pas celui qui était promis")


@pytest.mark.parametrize(
    ("header", "value", "why"),
    [
        ("table", "k3v8", "not the one that was promised"),
        ("commitment", "0" * 64, "not the one that was promised"),
        ("share 1", "00" * 32, "share of seat 1 is not the one whose hash"),
        ("share 2", "00" * 32, "share of seat 2 is not the one whose hash"),
        ("share 3", None, "share of seat 3 is not the one whose hash"),
        ("share hash 1", "00" * 32, "share of seat 1 is not the one whose hash"),
        ("share hash 2", "00" * 32, "share of seat 2 is not the one whose hash"),
        ("share hash 3", None, "share of seat 3 is not the one whose hash"),
        ("drawn anew", "0", "At ply 0"),
    ],
)
def test_any_other_header_is_noticed(header: str, value: str | None, why: str) -> None:
    more = {name: text for name, text in {**fair_game().more, header: value}.items() if text is not None}
    with pytest.raises(NotFair, match=why) as caught:
        check(replace(fair_game(), more=more))
    assert why not in caught.value.sentence("fr")


def test_an_order_other_than_drawn_is_noticed() -> None:
    record = fair_game()
    drawn = record.more["order"]
    for order in itertools.permutations("123"):
        if (said := " ".join(order)) != drawn:
            with pytest.raises(NotFair, match=f"in the order '{said}'; by the seed and the shares it is '{drawn}'"):
                check(replace(record, more={**record.more, "order": said}))


def test_a_share_that_was_searched_for_is_noticed() -> None:
    """An operator who knows the seed and all other shares finds one that throws what they like; its hash is another."""
    record = fair_game()
    wanted = next(
        share
        for share in (f"{number:064x}" for number in range(10**4))
        if replace(DICE, shares=(A1, "", share)).draw(0, [1] * 6) == 5
    )
    dice = replace(DICE, shares=(A1, "", wanted))
    forged = replace(fair_game(dice=replace(dice, order=dice.draw_order())))
    assert check(forged).shares == 2  # a record that was made up as a whole tells nothing
    hashes = {name: value for name, value in record.more.items() if name.startswith("share hash")}
    with pytest.raises(NotFair, match="share of seat 3"):
        check(replace(forged, more={**forged.more, **hashes}))  # but the hashes that were shown do


@pytest.mark.parametrize("scheme", [1, 2])
def test_a_kept_game_still_verifies_by_the_scheme_that_it_was_played_by(scheme: int) -> None:
    record = read_record_file(FIXTURES / f"dice-{scheme}.saltroad")
    checked = check(record)
    assert (checked.scheme, checked.shares, checked.drawn_anew) == (f"saltroad dice {scheme}", 2, 3)
    name = {1: "taken back", 2: "drawn anew"}[scheme]
    with pytest.raises(NotFair, match="At ply"):
        check(replace(record, more={key: value for key, value in record.more.items() if key != name}))
    if scheme == 1:
        assert check(replace(record, more={**record.more, "order": "2 1"})) == checked  # meant nothing then


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ({"dice": None}, "says nothing about its dice"),
        ({"dice": "saltroad dice 9"}, "says nothing about its dice"),
        *(({name: None}, f"no header '{name}'") for name in ("table", "commitment", "seed")),
        ({"seed": "00"}, "not 32 bytes"),
        ({"seed": "zz" * SEED_BYTES}, "not 32 bytes"),
        ({"drawn anew": "three"}, "list of whole numbers"),
        ({"drawn anew": "-1"}, "list of whole numbers"),
        ({"order": "one"}, "list of whole numbers"),
        ({"deals": "0"}, "whole number of at least 1"),
        ({"share 1": "a1b2"}, "share of seat 1 is not 64"),
    ],
)
def test_what_cannot_be_checked_says_why(headers: dict[str, str | None], why: str) -> None:
    record = fair_game()
    more = {name: value for name, value in {**record.more, **headers}.items() if value is not None}
    with pytest.raises(NotCheckable, match=why) as caught:
        check(replace(record, more=more))
    assert why not in caught.value.sentence("fr")


def test_an_unsound_game_is_refused_as_such() -> None:
    record = fair_game()
    actions = list(record.actions)
    k = next(k for k, (a, b) in enumerate(itertools.pairwise(actions)) if a.seat is not None and b.seat is None)
    with pytest.raises(RecordError):
        check(replace(record, actions=(*actions[:k], *actions[k + 1 :])))


def test_the_browsers_code_is_tested_by_these_numbers() -> None:
    assert FILE.read_text("utf-8") == vectors(), "stale: cd tests && python -m records.vectors"
