"""examples that train agents: a small run of each, and what train_bazaar.py builds on."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import torch

import saltroad
from saltroad.batch import Batch
from saltroad.bots import Limit
from saltroad.kernel.errors import BadOptions

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(script: str, *arguments: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / script, *arguments],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=540,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def module() -> ModuleType:
    """examples/train_bazaar.py, imported."""
    spec = importlib.util.spec_from_file_location("train_bazaar", EXAMPLES / "train_bazaar.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["train_bazaar"] = found  # its dataclass looks itself up
    spec.loader.exec_module(found)
    return found


def test_train_bazaar_goes_on_from_what_it_kept(
    module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.pt"

    def train(*arguments: str) -> str:
        small = ["--tables", "64", "--threads", "1", "--against", "random", "--games", "20", "--out", str(kept)]
        monkeypatch.setattr(sys, "argv", ["train_bazaar.py", *small, *arguments])
        assert module.main() == 0
        return capsys.readouterr().out

    told = train("--steps", "4000")
    assert re.search(r"100%  +0.00 M decisions .* entropy [0-9.]+ ", told)
    assert "4,096 decisions in" in told
    assert "<svg" in kept.with_suffix(".svg").read_text("utf-8")
    first = module.read_checkpoint(kept)
    assert [row["steps"] for row in first["curve"]] == [0, 4096]
    assert all(weights.isfinite().all() for weights in first["network"].values())

    training = module.Training(64, 2)
    assert any((weights != first["network"][name]).any() for name, weights in training.network.state_dict().items())
    training.load(kept)
    training.save(tmp_path / "again.pt")
    again = module.read_checkpoint(tmp_path / "again.pt")
    assert all((weights == first["network"][name]).all() for name, weights in again["network"].items())
    assert [again[name] for name in ("steps", "curve")] == [first[name] for name in ("steps", "curve")]
    for i, state in again["optimizer"]["state"].items():
        assert all((state[name] == first["optimizer"]["state"][i][name]).all() for name in state)

    with pytest.raises(SystemExit):
        train("--steps", "6000")
    assert "go on from it with --resume" in capsys.readouterr().err
    assert "6,144 decisions in" in train("--steps", "6000", "--resume")
    then = module.read_checkpoint(kept)
    assert then["steps"] == 6144
    assert any((weights != first["network"][name]).any() for name, weights in then["network"].items())


def test_the_trained_bot_plays_whole_games(module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAIN_BAZAAR", str(tmp_path / "kept.pt"))
    game, rng = saltroad.load("bazaar"), saltroad.Rng(1)
    with pytest.raises(BadOptions, match="train first"):
        module.Trained(game, 1)
    module.Training(8, 1).save(tmp_path / "kept.pt")
    bot, position = module.Trained(game, 1), game.settle(game.start(players=2), rng)
    for _ in range(40):
        legal = game.legal(position)
        choice = bot.choose(game.remember(position, game.actor(position)), legal, Limit())
        assert choice.action == max(legal, key=choice.values.__getitem__)
        position = game.settle(game.apply(position, choice.action), rng)
    three = game.settle(game.start(players=3), rng)
    with pytest.raises(BadOptions, match="with 2 players, not with 3"):
        bot.choose(game.remember(three, game.actor(three)), game.legal(three), Limit())
    with pytest.raises(BadOptions, match="has learned bazaar, not desert_bazaar"):
        module.Trained(saltroad.load("desert_bazaar"), 1)


def test_what_is_not_legal_is_never_drawn(module: ModuleType) -> None:
    batch = Batch("bazaar", 256, players=2, seed=3, form="uint8")
    entries = batch.layout.entries(*module.FIELDS)
    network = module.Network(len(entries))
    network.policy.weight.data.normal_(std=3)  # surer than any that has learned
    for _ in range(30):
        seen, legal = module.look(batch, entries)
        logs, _ = network(seen, legal)
        chances = module.chances_of(logs)
        assert (chances[~legal] == 0).all()
        assert torch.allclose(chances.sum(1), torch.ones(256), atol=1e-4)
        batch.step(network.sampled(seen, legal)[0].numpy())  # raises if one is not legal


def test_an_advantage_changes_its_sign_with_the_seat(module: ModuleType) -> None:
    # a seat acts twice, then the other one, which wins; nobody expected anything but the last, who hoped for 0.5
    rewards, signs = torch.tensor([[0.0], [0.0], [1.0]]), torch.tensor([[1], [-1], [0]])
    values, last = torch.tensor([[0.0], [0.0], [0.5]]), torch.tensor([9.0])
    carried = module.GAMMA * module.LAMBDA
    third = 1.0 - 0.5
    second = -module.GAMMA * 0.5 - carried * third
    found = module.advantages_of(rewards, signs, values, last)
    assert found[:, 0].tolist() == pytest.approx([carried * second, second, third])


@pytest.mark.slow
def test_train_bazaar_learns(module: ModuleType) -> None:
    torch.set_num_threads(1)
    training = module.Training(256, 1)
    before = module.wins_against(training.network, "random", 200, seed=5)
    while training.steps < 50_000:
        told = training.update(1.0)
        assert np.isfinite(list(told.values())).all()
    assert before < 0.62 < 0.7 < module.wins_against(training.network, "random", 200, seed=5)


@pytest.mark.slow
def test_maskable_ppo_trains_and_plays_legal_actions() -> None:
    told = run("maskable_ppo.py", "--steps", "512", "--games", "8")
    assert re.search(r"Wins [0-9.]+% of 8 games against random", told)


@pytest.mark.slow
def test_rllib_trains_in_self_play() -> None:
    told = run("rllib_ppo.py", "--steps", "512", "--batch", "512")
    assert re.search(r"[1-9][0-9,]* decisions learned from", told)
