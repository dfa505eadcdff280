"""Win shares without luck: the same mean with less spread, whoever plays the games and in whichever parts; what is
kept of luck, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from saltroad import arena
from saltroad.analysis.luck import LuckMeter
from saltroad.arena.adjusted import adjusted_share, coefficients_of
from saltroad.arena.intervals import share_of
from saltroad.arena.luck import check_measurable
from saltroad.arena.report import page
from saltroad.arena.summary import luck_in, share_in, whole_deals
from saltroad.arena.words import luck_in_words
from saltroad.bots import Choice
from saltroad.records import read_record_file

BAZAAR = arena.configure("bazaar", "greedy,random", players=2, seed=5)
HUNDRED_DEALS = Path(__file__).with_name("trader_apprentice.jsonl")
"""`saltroad arena bazaar --bots trader,apprentice --games 200 --luck-adjusted --untimed --results FILE`."""
LINE_OF_BEFORE = ["deal", "game", "seats", "ranks", "scores", "reason", "plies", "times", "fault"]


def measured(folder: Path, name: str = "whole.jsonl", games: int = 8, **more: Any) -> tuple[arena.Tournament, bytes]:
    """A run of the option, and its results file."""
    file = folder / name
    tournament = arena.run(BAZAAR, games, results=file, untimed=True, luck_adjusted=True, **more)
    return tournament, file.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[arena.Tournament, bytes]:
    return measured(tmp_path_factory.mktemp("whole"))


# -- the luck of games -------------------------------------------------------------------------------------------------


def test_every_game_has_the_luck_of_every_seat_in_sum_0(whole: tuple[arena.Tournament, bytes]) -> None:
    for game in whole[0].games:
        assert game.luck is not UNSET
        assert len(game.luck) == len(game.seats)
        assert abs(sum(game.luck)) < 1e-8
        assert any(game.luck)


def test_the_luck_of_a_game_is_that_of_its_record(tmp_path: Path) -> None:
    records = tmp_path / "records"
    tournament = arena.run(BAZAAR, 2, records=records, luck_adjusted=True)
    for game, path in zip(tournament.games, tournament.records, strict=True):
        history = read_record_file(path).history()
        luck = LuckMeter(history.game, history.options.players).luck(history)
        assert game.luck == pytest.approx(luck, abs=1e-8)


def test_a_game_lost_by_a_fault_has_the_luck_it_had_until_then() -> None:
    settings = arena.configure("bazaar", "python:arena.test_luck_adjusted:SoonIllegal,random", seed=5)
    for game in arena.run(settings, 2, luck_adjusted=True).games:
        assert game.fault is not None
        assert game.luck is not UNSET
        assert abs(sum(game.luck)) < 1e-8


class SoonIllegal:
    """Plays on for a few turns, then what is illegal."""

    def __init__(self, game: Any, seed: int) -> None:
        self._left = 6

    def choose(self, view: Any, legal: Any, limit: Any) -> Any:
        self._left -= 1
        return Choice(legal[0] if self._left else "nothing")


# -- the file ----------------------------------------------------------------------------------------------------------


def test_workers_and_merged_shards_write_the_same_bytes(whole: tuple[arena.Tournament, bytes], tmp_path: Path) -> None:
    assert measured(tmp_path, "jobs.jsonl", jobs=2)[1] == whole[1]
    for number in (1, 2):
        measured(tmp_path, f"{number}.jsonl", shard=arena.Shard(number, 2))
    merged = arena.merge([tmp_path / "2.jsonl", tmp_path / "1.jsonl"], tmp_path / "merged.jsonl")
    assert (tmp_path / "merged.jsonl").read_bytes() == whole[1]
    assert merged == whole[0]


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    whole: tuple[arena.Tournament, bytes], tmp_path: Path
) -> None:
    file = tmp_path / "whole.jsonl"
    file.write_bytes(b"".join(whole[1].splitlines(keepends=True)[:4]) + b'{"deal":1,')
    tournament, text = measured(tmp_path)
    assert tournament.earlier == 3
    assert text == whole[1]


def test_without_the_option_a_file_has_nothing_of_luck(whole: tuple[arena.Tournament, bytes], tmp_path: Path) -> None:
    file = tmp_path / "plain.jsonl"
    plain = arena.run(BAZAAR, 8, results=file, untimed=True)
    first, *games = map(json.loads, file.read_text().splitlines())
    assert list(first) == [*BAZAAR.__struct_fields__, "untimed"]
    assert all(list(game) == LINE_OF_BEFORE for game in games)
    assert "luck" not in json.dumps(msgspec.to_builtins(plain.summary))
    assert "luck" not in page(plain, "")
    # and with it, each line is the same but for one field
    for line, with_luck in zip(games, map(json.loads, whole[1].splitlines()[1:]), strict=True):
        assert list(with_luck) == [*LINE_OF_BEFORE, "luck"]
        assert {**with_luck, "luck": None} == {**line, "luck": None}


def test_a_file_of_before_still_opens_and_goes_on_without_luck(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena.run(BAZAAR, 4, results=file)
    settings, results = arena.read_results(file)
    assert results.kind.luck is False
    assert all(standing.adjusted is UNSET for standing in arena.summarise(settings, results.games.values()).standings)
    assert arena.run(BAZAAR, 6, results=file).earlier == 4


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (False, True, "is kept without the luck of its games: leave --luck-adjusted out, or name another file"),
        (True, False, "is kept with the luck of its games: give --luck-adjusted, or name another file"),
    ],
)
def test_a_file_has_luck_in_all_games_or_in_none(first: bool, then: bool, words: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena.run(BAZAAR, 2, results=file, luck_adjusted=first)
    before = file.read_bytes()
    with pytest.raises(arena.BadArena, match=words):
        arena.run(BAZAAR, 4, results=file, luck_adjusted=then)
    assert file.read_bytes() == before


def test_shards_with_and_without_luck_are_not_merged(tmp_path: Path) -> None:
    files = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    for number, file in enumerate(files, 1):
        arena.run(BAZAAR, 4, results=file, shard=arena.Shard(number, 2), luck_adjusted=number == 1)
    with pytest.raises(arena.BadArena, match=r"only one of them has the luck of its games\. Play all with --luck-adj"):
        arena.merge(files, tmp_path / "whole.jsonl")


@pytest.mark.parametrize(
    ("luck", "words"), [([0.1], "not every seat has its luck"), (None, "it has no luck"), ("much", "Expected `array`")]
)
def test_a_line_with_a_luck_that_cannot_be_is_named(
    luck: Any, words: str, whole: tuple[arena.Tournament, bytes], tmp_path: Path
) -> None:
    file = tmp_path / "results.jsonl"
    first, line, *rest = whole[1].decode().splitlines()
    game = json.loads(line) | {"luck": luck}
    if luck is None:
        del game["luck"]
    file.write_text("\n".join([first, json.dumps(game), *rest, ""]))
    with pytest.raises(arena.BadArena, match=f"Line 2 of .*{words}"):
        arena.read_results(file)


def test_a_game_without_an_evaluator_is_refused_with_cause_and_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    check_measurable("bazaar")
    monkeypatch.setattr("saltroad.arena.luck.games.part", lambda game, name: None)
    with pytest.raises(
        arena.BadArena, match=r"bazaar has none: leave --luck-adjusted out, or give the game a bot/eval"
    ):
        arena.run(BAZAAR, 2, luck_adjusted=True)


# -- the shares --------------------------------------------------------------------------------------------------------


def test_the_mean_is_the_plain_mean_less_the_luck_that_is_taken_off(whole: tuple[arena.Tournament, bytes]) -> None:
    deals, _ = whole_deals(BAZAAR, whole[0].games)
    for bot, standing in enumerate(whole[0].summary.standings):
        shares, lucks = [share_in(deal, bot) for deal in deals], [luck_in(deal, bot) for deal in deals]
        coefficients = coefficients_of(shares, lucks)
        assert standing.wins is not None
        assert standing.adjusted
        assert standing.adjusted.luck == pytest.approx(fmean(lucks), abs=1e-12)
        assert standing.adjusted.wins.mean == pytest.approx(
            standing.wins.mean - fmean(b * luck for b, luck in zip(coefficients, lucks, strict=True)), abs=1e-12
        )


def test_shares_and_luck_of_two_bots_mirror_each_other(whole: tuple[arena.Tournament, bytes]) -> None:
    one, other = (standing.adjusted for standing in whole[0].summary.standings)
    assert one
    assert other
    assert one.wins.mean + other.wins.mean == pytest.approx(1)
    assert one.luck == pytest.approx(-other.luck)
    assert one.coefficient == pytest.approx(other.coefficient)


def deals_of(rng: random.Random, count: int, strength: float, weight: float) -> tuple[list[float], list[float]]:
    """Deals of two games that are won more often by whoever has luck, and the luck of each."""
    lucks = [rng.gauss(0, 0.25) for _ in range(count)]
    chances = [min(max(strength + weight * luck, 0.0), 1.0) for luck in lucks]
    return [fmean(float(rng.random() < chance) for _ in range(2)) for chance in chances], lucks


@pytest.mark.parametrize("count", [3, 5, 12])
def test_few_deals_do_not_bias_the_adjusted_share(count: int) -> None:
    """Of 6,000 tournaments the mean is within four standard errors of the truth. A share adjusted by a coefficient
    that has seen its own deal would be off."""
    rng = random.Random(count)
    means = []
    for _ in range(6_000):
        found = adjusted_share(*deals_of(rng, count, 0.5, 0.8))
        assert found is not None
        means.append(found.wins.mean)
    assert abs(fmean(means) - 0.5) < 4 * stdev(means) / len(means) ** 0.5


@pytest.mark.parametrize("count", [15, 60])
def test_the_interval_of_an_adjusted_share_holds_95_in_100(count: int) -> None:
    """Between 93 and 97 of 100 intervals hold the truth, of 3,000: the standard error is 0.4."""
    rng = random.Random(count)
    held = 0
    for _ in range(3_000):
        found = adjusted_share(*deals_of(rng, count, 0.5, 0.8))
        assert found is not None
        assert found.wins.low is not None
        assert found.wins.high is not None
        held += found.wins.low <= 0.5 <= found.wins.high
    assert 0.93 <= held / 3_000 <= 0.97


def test_luck_that_decides_is_taken_off_and_luck_that_does_not_is_left() -> None:
    rng = random.Random(7)
    shares, lucks = deals_of(rng, 400, 0.5, 1.0)
    decided = adjusted_share(shares, lucks)
    assert decided is not None
    assert decided.coefficient == pytest.approx(1.0, abs=0.2)
    assert decided.spread is not None
    assert decided.saved is not None
    assert 0.2 < decided.saved == pytest.approx(1 - decided.spread**2)
    noise = adjusted_share(shares, [rng.gauss(0, 0.25) for _ in shares])
    assert noise is not None
    assert abs(noise.coefficient) < 0.2
    assert noise.saved is not None
    assert abs(noise.saved) < 0.03


def test_a_bot_that_wins_every_deal_is_not_adjusted_beyond_all_wins() -> None:
    rng = random.Random(3)
    found = adjusted_share([1.0] * 20, [rng.gauss(0, 0.3) for _ in range(20)])
    assert found is not None
    assert found.wins == share_of([1.0] * 20)
    assert found.spread is found.saved is None


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_deals_for_a_coefficient_are_left_as_they_are(count: int) -> None:
    shares, lucks = [1.0, 0.0][:count], [0.3, -0.2][:count]
    found = adjusted_share(shares, lucks)
    assert (None if found is None else found.wins) == share_of(shares)


def test_in_bazaar_the_adjusted_shares_scatter_less() -> None:
    """In a hundred deals of two levels. They are kept: to play them takes minutes. That luck has to do with the results
    is sure: of 2,000 times that it is dealt out to other deals, it seldom explains as much."""
    settings, results = arena.read_results(HUNDRED_DEALS)
    deals, left_out = whole_deals(settings, results.games.values())
    assert (len(deals), left_out) == (100, 0)
    shares, lucks = [share_in(deal, 0) for deal in deals], [luck_in(deal, 0) for deal in deals]
    found = adjusted_share(shares, lucks)
    assert found is not None
    assert found.spread is not None
    assert found.spread < 1.0
    rng, as_much = random.Random(0), 0
    for _ in range(2_000):
        other = adjusted_share(shares, rng.sample(lucks, len(lucks)))
        assert other is not None
        assert other.spread is not None
        as_much += other.spread <= found.spread
    assert as_much < 0.05 * 2_000


@pytest.mark.slow
def test_the_deals_that_are_kept_are_those_that_are_played(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    settings, kept = arena.read_results(HUNDRED_DEALS)
    arena.run(settings, 4, results=file, untimed=True, luck_adjusted=True)
    for key, game in arena.read_results(file)[1].games.items():
        assert game.luck == pytest.approx(kept.games[key].luck, abs=1e-6)
        assert msgspec.structs.replace(game, luck=UNSET) == msgspec.structs.replace(kept.games[key], luck=UNSET)


# -- what is told ------------------------------------------------------------------------------------------------------


def test_a_game_whose_chance_is_all_in_the_setup_has_nothing_to_adjust() -> None:
    tournament = arena.run(arena.configure("through_the_desert", "greedy,random", players=2), 4, luck_adjusted=True)
    assert all(game.luck == (0.0, 0.0) for game in tournament.games)
    for standing in tournament.summary.standings:
        assert standing.adjusted
        assert standing.adjusted.wins == standing.wins
    words = "There is no luck to take out: chance decided nothing after the setup"
    assert luck_in_words(tournament.summary).startswith(words)
    assert words in page(tournament, "")


def test_the_sentence_says_how_many_games_are_saved(whole: tuple[arena.Tournament, bytes]) -> None:
    summary = whole[0].summary
    estimate = arena.Estimate(0.5, 0.4, 0.6)

    def said(spread: float | None) -> str:
        saved = None if spread is None else 1 - spread**2
        adjusted = arena.AdjustedShare(wins=estimate, luck=0.1, coefficient=1.0, spread=spread, saved=saved)
        standings = tuple(msgspec.structs.replace(each, adjusted=adjusted) for each in summary.standings)
        return luck_in_words(msgspec.structs.replace(summary, standings=standings))

    assert (
        said(0.5**0.5) == "Without luck, 8 games tell as much of greedy as 16 as played: 50 % of the games are saved."
    )
    assert said(1.1).startswith("Taking luck out saves no games here")
    assert said(None).startswith("All deals ended alike")


def test_the_page_has_both_shares(whole: tuple[arena.Tournament, bytes]) -> None:
    text = page(whole[0], "")
    for heading in ("<h2>Win share</h2>", "<h2>Win share without luck</h2>", "without luck", "games saved"):
        assert heading in text


def test_the_sequential_test_goes_by_the_shares_as_played_and_says_so() -> None:
    settings = arena.configure("bazaar", "random,random", seed=1)
    plain = arena.run(settings, 24, margin=0.4)
    both = arena.run(settings, 24, margin=0.4, luck_adjusted=True)
    assert both.summary.verdict == plain.summary.verdict
    assert luck_in_words(both.summary).endswith("The test itself goes by the shares as played.")


def test_a_coefficient_knows_nothing_of_its_own_deal() -> None:
    rng = random.Random(1)
    shares, lucks = deals_of(rng, 12, 0.5, 1.0)
    before = coefficients_of(shares, lucks)
    after = coefficients_of([1 - shares[0], *shares[1:]], [0.9, *lucks[1:]])
    assert after[0] == pytest.approx(before[0])
    assert after[1] != pytest.approx(before[1])
    assert variance(before) > 0
