"""A game's rules and its observation, bound to the drivers of a batch: compiled when they are first called."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from saltroad import games
from saltroad.kernel import batch_drivers, drivers
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position, View, check_viewer
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.jit import bind
from saltroad.kernel.observation import ObservationLayout, Packed


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


@functools.cache
def drivers_of(game: AnyGame) -> BatchDrivers:
    """The drivers of a game, compiled when they are first called; NoObservation if it has none."""
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
    """What a seat, or a spectator (None), knows of a position, as a packed observation."""
    players = game.options_of(position).players
    layout = layout_of(game, players)
    check_viewer(viewer, players)
    out = np.zeros(layout.words, np.int64)
    drivers_of(game).encode(position.states, 0, -1 if viewer is None else viewer, int(memory), layout.first_bits, out)
    return out


def encode_view(game: AnyGame, view: View, *, memory: bool = False) -> Packed:
    """What a view tells its viewer, as a packed observation: for a bot, which is given a view and no position. With
    `memory`, a view of `Game.remember`, which is what bots are given."""
    # what the viewer cannot know is drawn, and not told
    return encode(game, game.determinize(view, Rng(0)), view.viewer, memory=memory)
