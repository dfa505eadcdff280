"""The conformance suite for what games are learnt from: a batch's observations, masks and rewards, by the contract."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from saltroad import games as registry
from saltroad.batch import Batch, encode
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.info import Options


class EnvFault(AssertionError):
    """A game's environment breaks its contract. Names the table, the seed, the step and what is wrong."""


def check_env(game: AnyGame | str, *, games: int = 2, seed: int = 0, steps: int = 400) -> None:
    """Raise EnvFault unless a game can be learnt from: in every number of players and with every option, `games` games
    are stepped at random for up to `steps` decisions, beside the same games played by the contract.

    Checked at every step: position, who acts, mask, observation, reward and end; and that a seed gives the same games
    again. NoObservation for a game that has none. What an observation may tell is checked by `check_game`.
    """
    found = registry.load(game) if isinstance(game, str) else game
    for options in found.info.configurations():
        _Run(found, options, games, seed).check(steps)


class _Run:
    """A batch of one table, and the same games as positions."""

    def __init__(self, game: AnyGame, options: Options, games: int, seed: int) -> None:
        self._game, self._options, self._seed = game, options, seed
        self._step = 0
        self._batch = self._made(games)
        self._twin = self._made(games)
        self._positions = [self._batch.position(i) for i in range(games)]

    def _made(self, games: int) -> Batch:
        choices = dict(self._options.choices)
        return Batch(
            self._game, games, self._options.players, options=choices, seed=self._seed, autoreset="disabled", starts=8
        )

    def _fail(self, what: str) -> NoReturn:
        raise EnvFault(
            f"{self._game.info.name}, {self._options}, seed {self._seed}, step {self._step} of the batch: {what}"
        )

    def _demand(self, holds: bool, what: str) -> None:
        if not holds:
            self._fail(what)

    def check(self, steps: int) -> None:
        """Step until all games are over, or so many times."""
        batch, game = self._batch, self._game
        for i, position in enumerate(self._positions):
            self._check_shown(i, position, 0)
        for self._step in range(steps):
            movers = batch.actors.tolist()
            if all(who == NOBODY for who in movers):
                return
            actions = batch.random_actions()
            self._demand(
                self._twin.random_actions().tolist() == actions.tolist(), "equal seeds draw other random actions"
            )
            generators = [_generator(batch, i) for i in range(len(batch))]
            batch.step(actions)
            self._twin.step(actions)
            for i, who in enumerate(movers):
                if who == NOBODY:
                    continue
                before, action = self._positions[i], game.notation.at(int(actions[i]))
                after = game.settle(game.play(before, action, seat=who), generators[i])
                self._demand(after == batch.position(i), f"{str(action)!r} leads elsewhere than by the contract")
                self._demand(after == self._twin.position(i), "equal seeds and actions lead to other positions")
                self._check_end(i, before, after)
                self._check_shown(i, after, who)
                self._positions[i] = after

    def _check_shown(self, i: int, position: Position, last: int) -> None:
        """Who acts, mask and observation."""
        batch, game = self._batch, self._game
        who = game.actor(position)
        self._demand(int(batch.actors[i]) == who, f"the actor is {batch.actors[i]}, not {who}")
        legal = game.legal_indices(position) if who >= 0 else []
        shown = np.flatnonzero(batch.action_masks()[i]).tolist()
        self._demand(shown == legal, f"the mask has {shown}, and legal is {legal}")
        expected = encode(game, position, who if who >= 0 else last)
        for name, entries in batch.layout.split(batch.layout.unpacked(batch.packed_observations[i], "uint8")).items():
            same = (entries == batch.layout.split(batch.layout.unpacked(expected, "uint8"))[name]).all()
            self._demand(bool(same), f"the field {name} of the observation is not as `encode` gives it")
            field = batch.layout[name].field
            self._demand(int(entries.max()) <= field.most, f"the field {name} has more than its most, {field.most}")

    def _check_end(self, i: int, before: Position, after: Position) -> None:
        game, players, rewards = self._game, self._options.players, self._batch.rewards[i].tolist()
        outcome = game.outcome(after)
        ended = bool(self._batch.ended[i])
        self._demand(ended == (outcome is not None), f"`ended` is {ended}, and the outcome {outcome}")
        if players == 1:
            return
        expected = [0.0] * players
        if outcome is not None:
            share = 1 / len(outcome.winners)
            expected = [(players * share * (seat in outcome.winners) - 1) / (players - 1) for seat in range(players)]
        self._demand(bool(np.allclose(rewards, expected)), f"the rewards are {rewards}, not {expected}")


def _generator(batch: Batch, i: int) -> Rng:
    rng = Rng(0)
    rng.words[:] = batch.generator_state(i)
    return rng
