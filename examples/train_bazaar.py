"""Trains an agent to play Bazaar for two, from nothing but the rules: PPO in self-play, on the CPU.

    pip install 'saltroad[torch]' matplotlib
    python train_bazaar.py --minutes 10                  # learns; Ctrl-C keeps what is learned, --resume goes on
    saltroad arena bazaar --players 2 --bots python:train_bazaar:Trained,novice --games 200

The second command is given in this folder: the arena imports this file, and `Trained` reads the weights that stand
beside it (`train_bazaar.pt`, or the file that the environment variable TRAIN_BAZAAR names).

How it learns. 256 games go on at once (`saltroad.batch.Batch`), and one network plays both seats of all of them; what
it sees is always told from the seat to act. After every 32 steps it learns from what happened since. A step brings the
points that it made, less those that the other seat made, and the last one the win. Bazaar for two is zero-sum, so the
value of a position to the other seat is the negative: where the turn has passed on, the estimate changes its sign.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from saltroad.batch import Batch, encode_view, layout_of
from saltroad.bots import SEARCHING, Choice, Limit, bot_names
from saltroad.envs.opponents import Opponents
from saltroad.games.bazaar.views import BazaarView
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.errors import BadOptions

GAME, PLAYERS, ACTIONS = "bazaar", 2, 207
FIELDS = (
    *("phase", "turn", "is_first_turn", "quiet", "rates", "bank", "hands"),
    *("points", "wares", "left", "prices", "stars"),
)
"""What the network is told, of the fields in docs/reference/bazaar.md. Left out is what says the same again (the wares
on top, beside their prices) or matters little (who owns which ware)."""
WEIGHTS = Path(__file__).with_name("train_bazaar.pt")

STEPS = 32
"""At each table, between two updates."""
EPOCHS, MINIBATCH = 3, 4096
WIDTH = 256
LEARNING_RATE, ENTROPY = 1e-3, 0.02
"""At the start; both fall in a straight line to a twentieth."""
GAMMA, LAMBDA, CLIP = 0.995, 0.9, 0.2
POINT = 0.05
"""What a point is worth beside a win: a purchase of 8 points about half of one."""
IMPOSSIBLE = -1e9
"""The logarithm of the chance of what is not legal."""
EVALUATE_EVERY = 250_000
"""Decisions between two measurements of the share of wins."""


# -- the network, and the bot that plays by it -------------------------------------------------------------------------


class Network(nn.Module):
    """What to play (a number for each action) and what the position is worth to the seat to act."""

    mean: Tensor
    scale: Tensor

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.body = nn.Sequential(nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.policy, self.value = nn.Linear(WIDTH, ACTIONS), nn.Linear(WIDTH, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)  # at first all legal actions are about equally likely
        nn.init.zeros_(self.policy.bias)
        nn.init.zeros_(self.value.weight)

    def normalise_by(self, seen: Tensor) -> None:
        """From now on subtract the mean of these observations, and divide by how much they vary."""
        self.mean.copy_(seen.mean(0))
        self.scale.copy_(1 / seen.std(0).clamp(min=0.1))

    def forward(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """The log-probabilities of all actions, those that are not legal left out, and the values."""
        hidden = self.body((seen - self.mean) * self.scale)
        logits = self.policy(hidden).masked_fill(~legal, IMPOSSIBLE)
        return torch.log_softmax(logits, 1), self.value(hidden).squeeze(1)

    @torch.no_grad()
    def sampled(self, seen: Tensor, legal: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Actions drawn by their probabilities, the logarithms of these, and the values."""
        logs, values = self(seen, legal)
        actions = (chances_of(logs) / torch.empty_like(logs).exponential_()).argmax(1)
        return actions, logs.gather(1, actions[:, None])[:, 0], values


def chances_of(logs: Tensor) -> Tensor:
    """The probabilities of actions by their logarithms."""
    return logs.clamp(min=-80).exp() * (logs > IMPOSSIBLE / 2)  # exp takes twelve times as long below about -87


class Trained:
    """The bot: `python:train_bazaar:Trained` in the arena. Plays what the network thinks most likely to be right."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        if game.info.name != GAME:
            raise BadOptions(f"This agent has learned {GAME}, not {game.info.name}.")
        self._game, self._layout = game, layout_of(game, PLAYERS)
        self._entries = self._layout.entries(*FIELDS)
        self._network = Network(len(self._entries))
        self._network.load_state_dict(read_checkpoint(Path(os.environ.get("TRAIN_BAZAAR", WEIGHTS)))["network"])

    @torch.no_grad()
    def choose(self, view: BazaarView, legal: Sequence[Any], limit: Limit) -> Choice[Any]:
        if view.players != PLAYERS:
            raise BadOptions(f"This agent has learned to play with {PLAYERS} players, not with {view.players}.")
        observation = self._layout.unpacked(encode_view(self._game, view), "uint8")
        seen = torch.from_numpy(observation[self._entries].astype(np.float32))
        logs, _ = self._network(seen[None], torch.ones(1, ACTIONS, dtype=torch.bool))
        values = {action: float(logs[0, self._game.notation.index(action)]) for action in legal}
        return Choice(max(legal, key=values.__getitem__), values)


def read_checkpoint(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise BadOptions(
            f"There is no {path}: train first (python train_bazaar.py), or name the weights: TRAIN_BAZAAR=FILE."
        )
    found: dict[str, Any] = torch.load(path, weights_only=True)
    return found


# -- playing -----------------------------------------------------------------------------------------------------------


@dataclass
class Experience:
    """What happened at all tables in some steps, each row of a field one step."""

    seen: Tensor
    legal: Tensor
    actions: Tensor
    logs: Tensor
    values: Tensor
    advantages: Tensor


class SelfPlay:
    """Tables at which one network plays both seats."""

    def __init__(self, tables: int, seed: int) -> None:
        self.batch = Batch(GAME, tables, players=PLAYERS, seed=seed, form="uint8", reward="score")
        self.entries = self.batch.layout.entries(*FIELDS)
        self._tables = np.arange(tables)
        self._points = np.zeros((tables, PLAYERS))
        self.finished: list[float] = []
        """The points of each seat in the games that ended since this was last cleared."""

    def seen_at_random(self) -> Tensor:
        """Observations from random play, to learn how large each entry is."""
        found = []
        for step in range(300):  # a random game has about 265 decisions
            self.batch.step(self.batch.random_actions())
            if step % 10 == 0:
                found.append(look(self.batch, self.entries)[0])
        self.batch.reset()
        return torch.cat(found)

    def collect(self, network: Network) -> Experience:
        batch, steps = self.batch, []
        for _ in range(STEPS):
            seen, legal = look(batch, self.entries)
            actions, logs, values = network.sampled(seen, legal)
            movers = batch.actors.astype(np.int64)
            batch.step(actions.numpy())
            earned = torch.from_numpy(self._rewards(movers))
            # 1 where the same seat goes on, -1 where the other one does, 0 where the game is over
            goes_on = torch.from_numpy(np.where(batch.ended, 0, np.where(batch.actors == movers, 1, -1)))
            steps.append((seen, legal, actions, logs, values, earned, goes_on))
        last = network.sampled(*look(batch, self.entries))[2]
        seen, legal, actions, logs, values, rewards, signs = (torch.stack(each) for each in zip(*steps, strict=True))
        return Experience(seen, legal, actions, logs, values, advantages_of(rewards, signs, values, last))

    def _rewards(self, movers: NDArray[np.int64]) -> NDArray[np.float32]:
        """What the last step brought the seats that acted in it."""
        batch, tables = self.batch, self._tables
        self._points += batch.rewards
        rewards = POINT * (batch.rewards[tables, movers] - batch.rewards[tables, 1 - movers])
        if batch.ended.any():
            rewards += batch.ended * np.sign(self._points[tables, movers] - self._points[tables, 1 - movers])
            self.finished.extend(self._points[batch.ended].ravel().tolist())
            self._points[batch.ended] = 0
        return rewards.astype(np.float32)


def look(batch: Batch, entries: NDArray[np.int64]) -> tuple[Tensor, Tensor]:
    """What the seats to act see, and what they may do."""
    seen = batch.observations[:, entries].astype(np.float32)
    return torch.from_numpy(seen), torch.from_numpy(batch.action_masks().astype(np.bool_))


def advantages_of(rewards: Tensor, signs: Tensor, values: Tensor, last: Tensor) -> Tensor:
    """How much better each action was than expected (GAE), told by the seat that acted."""
    found, after, carried = torch.zeros_like(values), last, torch.zeros_like(last)
    for t in reversed(range(len(values))):
        carried = rewards[t] + GAMMA * signs[t] * (after + LAMBDA * carried) - values[t]
        found[t], after = carried, values[t]
    return found


def wins_against(network: Network, bot: str, games: int, seed: int) -> float:
    """The share of games that the network wins, in each seat as often. Its actions are drawn by their probabilities."""
    # a bot that searches keeps what it found out about the last few displays: more games side by side make it forget
    together = min(games, 2 if bot in SEARCHING else 200)
    batch = Batch(GAME, together, players=PLAYERS, seed=seed, form="uint8", autoreset="disabled")
    opponents, entries = Opponents(batch, bot), batch.layout.entries(*FIELDS)
    won = 0.0
    for first in range(0, games, together):
        batch.reset()
        opponents.begin(np.arange(together))
        opponents.seats[:] = np.arange(first, first + together) % PLAYERS
        earned = opponents.play()
        while (playing := batch.actors >= 0).any():
            actions = np.zeros(together, np.int64)
            seen, legal = look(batch, entries)
            actions[playing] = network.sampled(seen[playing], legal[playing])[0].numpy()
            batch.step(actions, only=playing)
            earned += np.where(playing, batch.rewards[np.arange(together), opponents.seats], 0)
            earned += opponents.play()
        won += ((earned > 0) + (earned == 0) / 2)[: games - first].sum()
    return float(won / games)


# -- learning ----------------------------------------------------------------------------------------------------------


def learn(network: Network, optimizer: torch.optim.Optimizer, played: Experience, left: float) -> float:
    """Improve the network by what was played; `left` is the part of the training still to come. Gives the entropy."""
    for group in optimizer.param_groups:
        group["lr"] = LEARNING_RATE * max(0.05, left)
    seen, legal = played.seen.flatten(0, 1), played.legal.flatten(0, 1)
    actions, logs, advantages = played.actions.flatten(), played.logs.flatten(), played.advantages.flatten()
    returns = advantages + played.values.flatten()
    entropies = []
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(MINIBATCH):  # type: ignore[no-untyped-call]
            now, values = network(seen[rows], legal[rows])
            ratios = (now.gather(1, actions[rows][:, None])[:, 0] - logs[rows]).exp()
            gains = (advantages[rows] - advantages[rows].mean()) / (advantages[rows].std() + 1e-8)
            policy_loss = -torch.min(ratios * gains, ratios.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            value_loss = (values - returns[rows]).square().mean()
            entropy = -(chances_of(now) * now).sum(1).mean()
            loss = policy_loss + 0.5 * value_loss - ENTROPY * max(0.05, left) * entropy
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            entropies.append(float(entropy.detach()))
    return sum(entropies) / len(entropies)


class Training:
    """A network that learns, with all that a checkpoint keeps."""

    def __init__(self, tables: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.play = SelfPlay(tables, seed)
        self.network = Network(len(self.play.entries))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.steps, self.seconds, self.cpu_seconds = 0, 0.0, 0.0
        self.curve: list[dict[str, float]] = []
        """What was measured, in the order of steps."""
        self.network.normalise_by(self.play.seen_at_random())

    def update(self, left: float) -> dict[str, float]:
        """Play and learn once; gives what there is to tell of it."""
        began, cpu = time.monotonic(), time.process_time()
        self.play.finished.clear()
        entropy = learn(self.network, self.optimizer, self.play.collect(self.network), left)
        steps, seconds = STEPS * len(self.play.batch), time.monotonic() - began
        self.steps += steps
        self.seconds += seconds
        self.cpu_seconds += time.process_time() - cpu
        points = sum(self.play.finished) / max(1, len(self.play.finished))
        return {"rate": steps / seconds, "entropy": entropy, "points": points}

    def evaluate(self, bots: Sequence[str], games: int) -> dict[str, float]:
        """Measure and note the share of wins against each of the bots."""
        began, cpu = time.monotonic(), time.process_time()
        wins = {bot: wins_against(self.network, bot, games, self.steps) for bot in bots}
        self.seconds += time.monotonic() - began
        self.cpu_seconds += time.process_time() - cpu
        self.curve.append({"steps": self.steps, "minutes": self.seconds / 60, **wins})
        return wins

    def save(self, path: Path) -> None:
        kept = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict(), "curve": self.curve}
        half = path.with_suffix(".part")  # so that the file is whole whenever it is there
        torch.save({**kept, "steps": self.steps, "seconds": self.seconds, "cpu_seconds": self.cpu_seconds}, half)
        half.replace(path)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint; the tables begin new games."""
        kept = read_checkpoint(path)
        self.network.load_state_dict(kept["network"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.curve, self.steps = kept["curve"], kept["steps"]
        self.seconds, self.cpu_seconds = kept["seconds"], kept["cpu_seconds"]


def draw(curve: Sequence[dict[str, float]], path: Path) -> None:
    """The learning curve as a picture: the share of wins against each bot, by decisions learned from."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = GAME  # the same curve gives the same file
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.add_subplot(
        xlabel="decisions learned from, in millions",
        ylabel="games won",
        ylim=(0, 1.02),
        title="Bazaar for two, from nothing",
    )
    for bot in [name for name in curve[-1] if name not in ("steps", "minutes")]:
        points = [(row["steps"] / 1e6, row[bot]) for row in curve if bot in row]
        axes.plot(*zip(*points, strict=True), marker="o", markersize=3, label=f"against {bot}")
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle=":")
    axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    axes.grid(alpha=0.3)
    axes.legend(loc="center right")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


# -- the command -------------------------------------------------------------------------------------------------------


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to learn, in all (10)")
    parser.add_argument(
        "--steps", type=int, help="in place of --minutes: how many decisions to learn from, on any machine alike"
    )
    parser.add_argument("--tables", type=int, default=256, help="games that go on at once (256)")
    parser.add_argument("--seed", type=int, default=1, help="of the games and of the network (1)")
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch (2); on a busy machine 1 is faster")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the checkpoint (train_bazaar.pt beside this file)")
    parser.add_argument(
        "--curve", type=Path, help="the learning curve as .svg or .png (--out with .svg); needs matplotlib"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on from the checkpoint; --minutes and --steps count those before too"
    )
    parser.add_argument(
        "--against",
        default="random,greedy",
        help="bots to measure by now and then (random,greedy); novice takes a minute each time",
    )
    parser.add_argument("--games", type=int, default=200, help="against each of them (200)")
    given = parser.parse_args()
    least = (given.threads, given.tables, given.games, 1 if given.steps is None else given.steps)
    if given.minutes <= 0 or min(least) < 1:
        parser.error("--minutes, --steps, --tables, --threads and --games are more than 0.")
    if unknown := {*given.against.split(",")} - {*bot_names()}:
        parser.error(f"--against: there is no bot {', '.join(sorted(unknown))}; there are {', '.join(bot_names())}.")
    if "uct" in given.against.split(","):
        parser.error("--against: uct has no measure of its own; novice to master have.")
    if given.out.exists() and not given.resume:
        parser.error(f"{given.out} is there already: go on from it with --resume, or name another --out.")
    if given.resume and not given.out.exists():
        parser.error(f"There is no {given.out} to go on from.")
    return given


def main() -> int:
    given = read_arguments()
    torch.set_num_threads(given.threads)
    print("Getting ready: the first run on a machine compiles the game.", flush=True)
    training, bots = Training(given.tables, given.seed), given.against.split(",")
    if given.resume:
        training.load(given.out)
    interrupted = False
    try:
        while (left := part_left(training, given)) > 0:
            if not training.curve or training.steps >= training.curve[-1]["steps"] + EVALUATE_EVERY:
                measure(training, bots, given)
            told = training.update(left)
            print(
                f"{1 - part_left(training, given):4.0%}  {training.steps / 1e6:6.2f} M decisions"
                f"  {told['rate']:7,.0f}/s  {training.seconds / 60:5.1f} min"
                f"  entropy {told['entropy']:.2f}  points {told['points']:4.1f}",
                flush=True,
            )
        if training.steps > training.curve[-1]["steps"]:
            measure(training, bots, given)
    except KeyboardInterrupt:
        interrupted = True
        print("Stopped: what is learned so far is kept.")
        training.save(given.out)
    print(
        f"{training.steps:,} decisions in {training.seconds / 60:.1f} minutes ({training.cpu_seconds / 60:.1f} of CPU),"
        f" kept in {given.out}."
    )
    if training.curve:
        picture = given.curve or given.out.with_suffix(".svg")
        try:
            draw(training.curve, picture)
        except ImportError:
            print("There is no picture of the curve: pip install matplotlib, then --resume draws it.")
        else:
            print(f"The learning curve is {picture}.")
    return 130 if interrupted else 0


def measure(training: Training, bots: Sequence[str], given: argparse.Namespace) -> None:
    """Keep what is learned, and tell how well it plays."""
    training.save(given.out)
    print(f"      {given.games} games against each of {', '.join(bots)} …", end="", flush=True)
    wins = training.evaluate(bots, given.games)
    print(" wins " + ", ".join(f"{share:.0%}" for share in wins.values()), flush=True)
    training.save(given.out)


def part_left(training: Training, given: argparse.Namespace) -> float:
    """The part of the training that is still to come, from 1 to 0."""
    done = training.seconds / (60 * given.minutes) if given.steps is None else training.steps / given.steps
    return float(max(0.0, 1 - done))


if __name__ == "__main__":
    raise SystemExit(main())
