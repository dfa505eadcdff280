"""Calibration: shares that are too timid are sharpened, and come true in games that the fit has not seen."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

import saltroad
from saltroad.analysis.calibrate import CalibrationRow, figures, fit, main, read_rows
from saltroad.analysis.reliability import reliability_picture, reliability_table, unseen_figures
from saltroad.bots.analysis_profile import Calibration, profile_of


def timid(games: int, power: float) -> list[CalibrationRow]:
    """Games whose true shares are `power` times as decided, in logs, as what a search says of them."""
    rng = np.random.default_rng(1)
    rows = []
    for game in range(games):
        for ply in (0, 25, 50):
            said = rng.dirichlet((2.0, 2.0, 2.0))
            true = said**power / (said**power).sum()
            won = int(rng.choice(3, p=true))
            result = tuple(1.0 if seat == won else 0.0 for seat in range(3))
            rows.append(CalibrationRow(game, 3, ply, 50, tuple(said.tolist()), result))
    return rows


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_power_is_found_again(power: float) -> None:
    rows = timid(2_000, power)
    found = fit(rows)
    assert found.plies == {3: 50.0}
    assert all(abs(each - power) < 0.2 for each in found.powers[3])
    measured = figures(rows)
    assert measured.games == 2_000
    assert measured.error < 0.02
    assert (measured.raw_error > 0.03) == (power != 1.0)
    assert measured.brier < measured.even_brier
    assert sum(each.positions for each in measured.bins) == 3 * len(rows)


def test_shares_add_up_and_keep_their_order() -> None:
    calibration = Calibration({3: (0.5, 2.0)}, {3: 10.0})
    for ply in (0, 5, 10, 99):
        shares = calibration.shares((0.5, 0.3, 0.2), ply)
        assert math.isclose(sum(shares), 1.0)
        assert shares[0] > shares[1] > shares[2]
    assert calibration.power(3, 0) == 0.5
    assert calibration.power(3, 5) == pytest.approx(1.25)
    assert calibration.power(3, 99) == 2.0
    assert calibration.power(2, 5) == 1.0


def test_a_change_of_a_value_is_stretched_as_the_share_is() -> None:
    calibration = Calibration({2: (2.0,)}, {2: 10.0})
    value, little = 0.7, 1e-6
    share = calibration.shares((value, 1 - value), 0)[0]
    later = calibration.shares((value + little, 1 - value - little), 0)[0]
    assert calibration.stretch(value, share, 2, 0) == pytest.approx((later - share) / little, rel=1e-3)


@pytest.mark.slow
def test_games_are_played_once_and_the_file_is_gone_on_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "rows.jsonl"
    play = ["bazaar", "--data", str(data), "--players", "2", "--games"]
    main([*play, "1"])
    first = data.read_bytes()
    main([*play, "2"])
    assert data.read_bytes().startswith(first)
    rows = read_rows(data)
    assert {row.game for row in rows} == {0, 1}
    assert all(len(row.values) == 2 and math.isclose(sum(row.values), 1.0) for row in rows)
    assert "2 games, 12 positions: expected calibration error" in capsys.readouterr().out


def test_a_calibration_is_not_overwritten_by_one_of_fewer_numbers_of_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "rows.jsonl"
    data.write_bytes(b"\n".join(msgspec.json.encode(row) for row in timid(10, 1.0)))
    before = unseen_figures("bazaar")
    with pytest.raises(SystemExit):
        main(["bazaar", "--data", str(data), "--write"])
    assert "no games of 2, 4, 5, 6 players" in capsys.readouterr().err
    assert unseen_figures("bazaar") == before


@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
def test_shares_of_every_number_of_players_come_true_within_three_hundredths(name: str) -> None:
    found = unseen_figures(name)
    assert list(found) == [players for players in saltroad.info(name).players if players > 1]
    assert set(profile_of(name).calibration.powers) == set(found)
    for figures_of_count in found.values():
        total = sum(each.positions for each in figures_of_count.bins)
        gaps = sum(each.positions * abs(each.predicted - each.came_true) for each in figures_of_count.bins)
        assert figures_of_count.error == pytest.approx(gaps / total)
        assert figures_of_count.error <= 0.03


def test_a_reliability_picture_has_a_dot_for_every_tenth() -> None:
    svg = ElementTree.fromstring(reliability_picture("bazaar"))
    dots = [each for each in svg.iter() if each.tag.endswith("circle")]
    found = unseen_figures("bazaar")
    assert len(dots) == sum(len(each.bins) for each in found.values())
    texts = [each.text for each in svg.iter() if each.tag.endswith("text")]
    assert all(f"{players} players" in texts for players in found)
    sizes = [float(dot.attrib["r"]) for dot in dots[: len(found[2].bins)]]
    largest = max(range(len(sizes)), key=lambda k: found[2].bins[k].positions)
    assert sizes[largest] == max(sizes)
    assert sum(f"| {each.error:.3f} |" in "\n".join(reliability_table()) for each in found.values()) == len(found)


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_every_built_in_game_has_a_profile(name: str) -> None:
    profile = profile_of(name)
    assert profile.visits >= 500
    assert profile.settings.guided
