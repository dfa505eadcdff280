"""The conformance suite for learning: a batch's observations, masks and rewards, compared with the contract."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from saltroad import games as registry
from saltroad.batch import Batch, Reward, encode_view
from saltroad.batch.compiled import drivers_of
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Game, Position
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.info import Options
from saltroad.kernel.observation import ObservationLayout, Packed

_EVERY = 8
"""One position in so many is encoded for every viewer."""
_LAST_PLIES = 40
"""From how many plies before its end a long game is stepped on."""
_MOST_PLIES = 5_000_000
_TRIED, _PLIES_BETWEEN = 40, 5
"""How many positions are encoded before there is a batch, and how far apart they are."""
_REWARDS: tuple[Reward, ...] = ("win", "score")
_MARGIN = 64
_MARKS = (0, -1)
"""What stands in so many words before and after an observation when it is written, and must stand there afterwards."""


class EnvFault(AssertionError):
    """A game's environment breaks its contract. Names the table, the seed, the step and what is wrong."""


def check_env(game: AnyGame | str, *, games: int = 2, seed: int = 0, steps: int = 400) -> None:
    """Raise EnvFault unless a game can be learnt from: in every number of players and with every option, `games` games
    are stepped at random for up to `steps` decisions, and then to their ends from shortly before them, beside the same
    games played by the contract.

    Checked at every step: position, who acts, mask, observation, scores, both kinds of reward and the end; and that a
    seed gives the same games again. At some: what every viewer sees, with a perfect memory and without, that it is the
    same at every time and tells no more than the viewer's view, and that writing it changes nothing else.
    NoObservation for a game that has none. `check_game` proves besides that an observation tells nothing hidden.
    """
    found = registry.load(game) if isinstance(game, str) else game
    if not isinstance(found, Game):
        raise BadOptions(f"check_env checks a game, given by its name or as saltroad.load gives it, not {found!r}.")
    for options in found.info.configurations():
        _Run(found, options, games, seed).check(steps)


class _Run:
    """A batch of one table rewarded by wins, its twin rewarded by points, and the same games as positions."""

    def __init__(self, game: AnyGame, options: Options, games: int, seed: int) -> None:
        self._game, self._options, self._seed = game, options, seed
        self._step = 0
        self._layout = drivers_of(game).layout(options.players)
        self._unused = ~_bits_of_fields(self._layout)
        self._try_encode()
        choices = dict(options.choices)
        self._batch, self._twin = (
            Batch(game, games, options.players, options=choices, seed=seed, autoreset="disabled", starts=8, reward=by)
            for by in _REWARDS
        )
        self._positions = [self._batch.position(i) for i in range(games)]

    def _try_encode(self) -> None:
        """Before anything is written into a batch, where it could write over anything: positions of a random game."""
        rng, position = Rng(self._seed), self._game.start_of(self._options)
        for _ in range(_TRIED):
            for viewer in (None, *range(self._options.players)):
                for memory in (False, True):
                    self._encoded(position, viewer, memory=memory)
            self._game.engine.playout(position.states, 0, rng, _PLIES_BETWEEN)

    def _fail(self, what: str) -> NoReturn:
        raise EnvFault(
            f"{self._game.info.name}, {self._options}, seed {self._seed}, step {self._step} of the batch: {what}"
        )

    def _demand(self, holds: bool, what: str) -> None:
        if not holds:
            self._fail(what)

    def check(self, steps: int) -> None:
        """Step until all games are over, or so many times, and then to their ends from shortly before them."""
        for i, position in enumerate(self._positions):
            self._check_shown(i, position, 0)
        while self._step < steps and not self._is_over():
            self._check_step()
        if not self._is_over():
            self._go_to_last_plies()
        while not self._is_over() and self._step < steps + 2 * _LAST_PLIES:
            self._check_step()

    def _is_over(self) -> bool:
        return bool((self._batch.actors == NOBODY).all())

    def _go_to_last_plies(self) -> None:
        """Play the games on to shortly before their ends."""
        playout = self._game.engine.playout
        for i, position in enumerate(self._positions):
            if self._batch.actors[i] == NOBODY:
                continue
            end, late = position.copy(), position.copy()
            plies = playout(end.states, 0, Rng((self._seed, i)), _MOST_PLIES)
            playout(late.states, 0, Rng((self._seed, i)), max(0, plies - _LAST_PLIES))
            self._batch.put(i, late)
            self._twin.put(i, late)
            self._positions[i] = self._batch.position(i)

    def _check_step(self) -> None:
        batch, twin, game = self._batch, self._twin, self._game
        movers, actions = batch.actors.tolist(), batch.random_actions()
        self._demand(twin.random_actions().tolist() == actions.tolist(), "equal seeds draw other random actions")
        generators = [_generator(batch, i) for i in range(len(batch))]
        batch.step(actions)
        twin.step(actions)
        self._step += 1
        scores, ranks = batch.scores(), batch.ranks()
        for i, who in enumerate(movers):
            if who == NOBODY:
                continue
            before, action = self._positions[i], game.notation.at(int(actions[i]))
            after = game.settle(game.play(before, action, seat=who), generators[i])
            self._demand(after == batch.position(i), f"{str(action)!r} leads elsewhere than by the contract")
            self._demand(after == twin.position(i), "equal seeds and actions lead to other positions")
            self._check_end(i, before, after, scores[i].tolist(), ranks[i].tolist())
            self._check_shown(i, after, who)
            self._positions[i] = after

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _check_shown(self, i: int, position: Position, last: int) -> None:
        """Who acts, mask and observation."""
        batch, game = self._batch, self._game
        who = game.actor(position)
        self._demand(int(batch.actors[i]) == who, f"the actor is {batch.actors[i]}, not {who}")
        legal = game.legal_indices(position) if who >= 0 else []
        shown = np.flatnonzero(batch.action_masks()[i]).tolist()
        self._demand(shown == legal, f"the mask has {shown}, and legal is {legal}")
        expected = self._encoded(position, who if who >= 0 else last, memory=False)
        self._compare(batch.packed_observations[i], expected, "the observation is not as `encode` gives it")
        if self._step % _EVERY == i % _EVERY:
            self._check_viewers(position)

    def _check_viewers(self, position: Position) -> None:
        game = self._game
        for viewer in (None, *range(self._options.players)):
            for memory in (False, True):
                found = self._encoded(position, viewer, memory=memory)
                view = (game.remember if memory else game.observe)(position, viewer)
                name = "a spectator" if viewer is None else f"seat {viewer}"
                told = encode_view(game, view, memory=memory)
                self._compare(found, told, f"the observation of {name} is not that of a position made of its view")

    def _encoded(self, position: Position, viewer: int | None, *, memory: bool) -> Packed:
        """What `encode` writes, into a row between words that it must leave as they are."""
        layout, states = self._layout, position.copy().states
        seat, encode = -1 if viewer is None else viewer, drivers_of(self._game).encode
        found = []
        for mark in _MARKS:
            around = np.full(layout.words + 2 * _MARGIN, mark, np.int64)
            encode(states, 0, seat, int(memory), layout.first_bits, around[_MARGIN:-_MARGIN])
            found.append(around[_MARGIN:-_MARGIN].copy())
            around[_MARGIN:-_MARGIN] = mark
            self._demand(
                bool((around == mark).all()), f"`encode` for viewer {viewer} writes outside of the observation"
            )
            self._demand(states.tobytes() == bytes(position), "`encode` changes the position")
        first, second = found
        self._compare(second, first, "`encode` gives another observation of the same position")
        self._demand(not (first & self._unused).any(), "`encode` writes bits that are of no field")
        for name, entries in layout.split(layout.unpacked(first, "uint8")).items():
            most = layout[name].field.most
            self._demand(int(entries.max()) <= most, f"the field {name} has more than its most, {most}")
        return first

    def _compare(self, found: Packed, expected: Packed, what: str) -> None:
        if (found == expected).all():
            return
        layout = self._layout
        one, two = (layout.split(layout.unpacked(packed, "uint8")) for packed in (found, expected))
        unlike = [name for name in one if (one[name] != two[name]).any()]
        self._fail(f"{what}: {f'the field {unlike[0]} differs' if unlike else 'bits between its fields differ'}")

    # -- rewards and the end -------------------------------------------------------------------------------------------

    def _check_end(self, i: int, before: Position, after: Position, scores: list[int], ranks: list[int]) -> None:
        game, players = self._game, self._options.players
        outcome = game.outcome(after)
        ended = bool(self._batch.ended[i])
        self._demand(ended == (outcome is not None), f"`ended` is {ended}, and the outcome {outcome}")
        if players == 1:
            return
        right = list(game.scores(after))
        self._demand(scores == right, f"the scores of the batch are {scores}, not {right}")
        earned = [now - then for now, then in zip(right, game.scores(before), strict=True)]
        points = self._twin.rewards[i].tolist()
        self._demand(points == earned, f"the rewards by points are {points}, not {earned}")
        expected = [0.0] * players
        if outcome is not None:
            self._demand(tuple(ranks) == outcome.ranks, f"the ranks of the batch are {ranks}, not {outcome.ranks}")
            share = 1 / len(outcome.winners)
            expected = [(players * share * (seat in outcome.winners) - 1) / (players - 1) for seat in range(players)]
        rewards = self._batch.rewards[i].tolist()
        self._demand(bool(np.allclose(rewards, expected)), f"the rewards are {rewards}, not {expected}")


def _bits_of_fields(layout: ObservationLayout) -> Packed:
    """A packed observation in which all bits of all fields are set."""
    bits = np.zeros(64 * layout.words, np.uint8)
    for placed in layout.fields:
        field = placed.field
        for row in range(field.rows):
            first = placed.first_bit + row * field.stride
            bits[first : first + field.columns * field.width] = 1
    return np.packbits(bits, bitorder="little").view("<i8").astype(np.int64)


def _generator(batch: Batch, i: int) -> Rng:
    rng = Rng(0)
    rng.words[:] = batch.generator_state(i)
    return rng
