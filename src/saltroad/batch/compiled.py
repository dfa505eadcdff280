"""A game's rules and its observation, bound to the drivers of a batch: compiled when they are first called."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from saltroad import games
from saltroad.kernel import batch_drivers, drivers
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position, View, check_viewer
from saltroad.kernel.errors import BadOptions, SaltroadError
from saltroad.kernel.jit import bind, entry_point
from saltroad.kernel.observation import BITS_PER_WORD, Form, ObservationLayout, Packed


class NoObservation(SaltroadError):
    """A game that has no observations for learning."""

    def __init__(self, game: str) -> None:
        super().__init__(
            f"The game {game!r} has no observations for learning: its package needs a module `observation` with"
            " `layout` and `encode`, and its engine a `score`."
        )


@dataclass(frozen=True)
class BatchDrivers:
    """The drivers of a batch, bound to one game."""

    step: Callable[..., int]
    step_single: Callable[..., int]
    show: Callable[..., None]
    restart: Callable[..., int]
    settle: Callable[..., int]
    encode: Callable[..., None]
    standings: Callable[..., None]
    play_out: Callable[..., None]
    layout: Callable[[int], ObservationLayout]


def drivers_of(game: AnyGame) -> BatchDrivers:
    """The drivers of a game, compiled when they are first called; NoObservation if it has none."""
    return _drivers_of(type(game))  # a game that was copied or pickled has the same


@functools.cache
def _drivers_of(game: type[AnyGame]) -> BatchDrivers:
    engine, part = game.engine, games.part(game.info.name, "observation")
    if part is None or engine.score is None:
        raise NoObservation(game.info.name)
    rules: dict[str, Callable[..., Any]] = {
        "actor": engine.actor,
        "legal": engine.legal,
        "count_legal": engine.count_legal or engine.legal,
        "nth_legal": engine.nth_legal or drivers.nth_listed,
        "weights": engine.weights,
        "draw": engine.draw or drivers.undrawn,
        "apply": engine.apply,
        "score": engine.score,
        "tie_break": engine.tie_break,
        "encode": part.encode,
    }

    def bound(driver: Callable[..., Any], **more: Callable[..., Any]) -> Callable[..., Any]:
        return bind(driver, engine.name, {**rules, **more})

    chance_outcome = bound(batch_drivers.chance_outcome_of)
    is_ahead = bound(batch_drivers.is_ahead_of)
    settle = bound(batch_drivers.settle_at, chance_outcome=chance_outcome)
    list_mask = bound(batch_drivers.list_mask_of)
    show = bound(batch_drivers.show_at, list_mask=list_mask, write_mask=engine.write_mask or list_mask)
    restart = bound(batch_drivers.restart_at, settle=settle)
    parts = {
        "advance": bound(batch_drivers.advance_at, chance_outcome=chance_outcome),
        "reward": bound(batch_drivers.reward_at, reward_win=bound(batch_drivers.reward_win_of, is_ahead=is_ahead)),
        "show": show,
    }
    return BatchDrivers(
        step=bound(batch_drivers.step_games, restart=restart, **parts),
        step_single=bound(batch_drivers.step_single, **parts),
        show=show,
        restart=restart,
        settle=settle,
        encode=bound(batch_drivers.encode_at),
        standings=bound(batch_drivers.standings, is_ahead=is_ahead),
        play_out=bound(batch_drivers.play_out, random_step=engine.random_step),
        layout=cast(Callable[[int], ObservationLayout], functools.cache(part.layout)),
    )


def has_observation(game: AnyGame) -> bool:
    """Whether a game has observations for learning."""
    return game.engine.score is not None and games.part(game.info.name, "observation") is not None


def layout_of(game: AnyGame, seats: int) -> ObservationLayout:
    """Where each field of a game's observations stands, at a table of that many seats; NoObservation if it has none."""
    return drivers_of(game).layout(seats)


def encode(game: AnyGame, position: Position, viewer: int | None, *, memory: bool = False) -> Packed:
    """The packed observation of a position, for a seat or a spectator (None)."""
    if position.states.dtype != game.engine.dtype:
        raise BadOptions("The position is one of another game.")
    players = game.options_of(position).players
    layout = layout_of(game, players)
    check_viewer(viewer, players)
    out = np.zeros(layout.words, np.int64)
    drivers_of(game).encode(position.states, 0, -1 if viewer is None else viewer, int(memory), layout.first_bits, out)
    return out


def encode_all(
    game: AnyGame, positions: Sequence[Position], viewers: Sequence[int], *, memory: bool = False
) -> tuple[Packed, Packed]:
    """What these seats know of these positions, as packed observations, and the masks of the legal actions: a row for
    each position. All are of tables with as many players."""
    drivers, engine = drivers_of(game), game.engine
    layout = layout_of(game, game.options_of(positions[0]).players)
    states = np.frombuffer(bytearray(b"".join(map(bytes, positions))), engine.dtype)
    observations = layout.empty(len(states), "packed")
    masks = np.zeros((len(states), mask_words(game)), np.int64)
    listed = engine.buffer()
    for i, viewer in enumerate(viewers):
        drivers.show(states, i, viewer, int(memory), layout.first_bits, observations, masks, listed)
    return observations, masks


def seat_actions(game: AnyGame) -> int:
    """How many actions seats have, the width of an unpacked mask; those of chance come after them, where they can."""
    return len(game.notation) if game.engine.seat_actions is None else game.engine.seat_actions


def mask_words(game: AnyGame) -> int:
    """The words of a packed mask of seats' actions."""
    return seat_actions(game) // BITS_PER_WORD + 1


class PositionEncoder:
    """Encodes positions of one number of players, one after the other into the same arrays."""

    def __init__(self, game: AnyGame, players: int, *, memory: bool = False, form: Form = "packed") -> None:
        drivers = drivers_of(game)
        self.layout = drivers.layout(players)
        self.packed: Packed = np.zeros(self.layout.words, np.int64)
        """The observation that was written last."""
        self.observation: NDArray[Any] = self.packed
        """The same in the form that was asked for."""
        self._rows = None
        if form != "packed":
            self._rows = self.packed.reshape(1, -1), self.layout.empty(1, form)
            self.observation = self._rows[1][0]
        self._players, self._memory = players, int(memory)
        at, example = self.layout.first_bits, game.engine.states(1)
        self._call_encode = entry_point(drivers.encode, example, 0, 0, 0, at, self.packed)

    def write(self, position: Position, viewer: int | None) -> None:
        """Write what a seat, or a spectator (None), knows of a position."""
        check_viewer(viewer, self._players)
        seat = -1 if viewer is None else viewer
        self._call_encode(position.states, 0, seat, self._memory, self.layout.first_bits, self.packed)
        if self._rows is not None:
            self.layout.unpack_row(*self._rows)


def encode_view(game: AnyGame, view: View, *, memory: bool = False) -> Packed:
    """The packed observation of a view, for a bot, which is given a view and no position. With `memory` it is a view of
    `Game.remember`, as bots are given."""
    # what the viewer cannot know is drawn, and not told
    return encode(game, game.determinize(view, Rng(0)), view.viewer, memory=memory)
