"""`Batch`: the arrays of many games, and the methods that reset and step them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from saltroad import games as registry
from saltroad.batch.compiled import drivers_of, seat_actions
from saltroad.batch.input_checks import (
    Seeds,
    check,
    check_game,
    check_memory,
    check_truth,
    check_whole,
    chosen_games,
    is_whole,
    seed_words,
)
from saltroad.kernel import batch_drivers
from saltroad.kernel.actors import NOBODY
from saltroad.kernel.batch_drivers import LEFT_OUT, BatchArrays, BatchSettings
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.info import Choice, Options
from saltroad.kernel.observation import FORMS, Form, Packed, unpack_masks
from saltroad.kernel.state_record import States

Autoreset = Literal["same_step", "next_step", "disabled"]
Reward = Literal["win", "score"]
OnIllegal = Literal["raise", "forfeit"]

MOVER = "mover"
STARTS = 1024
"""Games that are dealt in advance, to restart from: the setup, which chance decides, may be half of a game's plies."""
_ON_ILLEGAL: tuple[OnIllegal, ...] = get_args(OnIllegal)
_AUTORESETS: tuple[Autoreset, ...] = get_args(Autoreset)
_REWARDS: tuple[Reward, ...] = get_args(Reward)
_NO_ACTION = -2
_OF_THIS_PROCESS = {"_drivers", "layout", "_buffers", "_pool", "_single", "_call_step"}
_FEWEST_PER_THREAD = 64
"""Games below which another thread costs more than it brings."""


class IllegalActions(SaltroadError):
    """At least one action of a step is not legal; nothing was played."""

    def __init__(self, game: int, action: object) -> None:
        self.game, self.action = game, action
        super().__init__(f"In game {game} of the batch action {action} is not legal: see its mask. Nothing was played.")


class Batch:
    """Many games of one number of players, with the same options, stepped together.

    `step` plays one action in every game, lets chance decide until a seat is to act, and writes into arrays that stay
    the same ones: copy what you want to keep.

    observations: what the viewer knows, a row for each game, in the form that was asked for
    masks: the legal actions of the seat to act, packed: bit a % 64 of word a // 64 (`action_masks` unpacks them); none
        where the game is over
    actors: the seat to act; CHANCE where chance is left to the caller, NOBODY where the game is over
    rewards: by seat, for the last step
    ended: whether the last step ended the game; forfeits: whether by an illegal action
    """

    def __init__(
        self,
        game: AnyGame | str,
        count: int = 1,
        players: int | None = None,
        *,
        options: Mapping[str, Choice] | None = None,
        seed: Seeds = 0,
        form: Form = "packed",
        autoreset: Autoreset = "same_step",
        reward: Reward = "win",
        viewer: int | str | None = MOVER,
        memory: bool = False,
        chance: Literal["inside", "outside"] = "inside",
        starts: int = STARTS,
        threads: int = 1,
    ) -> None:
        """A batch of `count` games, reset.

        seed: one number, of which each game gets a seed of its own, or a seed for each game
        form: of the observations: packed (see `observation`), uint8 or float32
        autoreset: when a game that is over begins anew; the names are Gymnasium's
        reward: `win`: at the end, 1 for who wins alone, in sum 0; `score`: the points of every step. Alone, where the
            fewest turns are best, -1 for each turn.
        viewer: whose observation is written: a seat, None for a spectator, or "mover", the seat to act
        memory: whether the viewer has a perfect memory of what was shown
        chance: `outside` leaves the outcomes of chance to the caller: `actors` has CHANCE, and masks its outcomes
        starts: how many games are dealt in advance to begin from; 0 deals each anew, which takes longer
        """
        self.game = registry.load(game) if isinstance(game, str) else game
        check(is_whole(count) and count >= 1, f"a batch has at least one game, not {count!r}")
        check(form in FORMS, f"observations are {', '.join(FORMS)}, not {form!r}")
        check(autoreset in _AUTORESETS, f"autoreset is one of {', '.join(_AUTORESETS)}, not {autoreset!r}")
        check(reward in _REWARDS, f"reward is one of {', '.join(_REWARDS)}, not {reward!r}")
        check(chance in ("inside", "outside"), f"chance is inside or outside, not {chance!r}")
        check_whole("starts", starts, 0)
        check_whole("threads", threads, 1)
        check_truth("memory", memory)
        self.options = self.game.info.agree(players, options or {})
        self.players = self.options.players
        self._starts = starts if chance == "inside" else 0
        self._bind()
        self.form: Form = form
        engine = self.game.engine
        self.actions = seat_actions(self.game) if chance == "inside" else len(self.game.notation)
        """How many actions there are, the width of an unpacked mask: those of seats, unless chance is outside."""
        unpacked = {"packed": 0, "uint8": self.layout.size, "float32": 4 * self.layout.size}[form]
        row = engine.dtype.itemsize + 16 * self.layout.words + self.actions // 8 + 12 * self.players + unpacked
        check_memory(int(count), row, self._starts * engine.dtype.itemsize)
        self._settings = BatchSettings(
            autoreset=_AUTORESETS.index(autoreset),
            reward=_REWARDS.index(reward if self.players > 1 else "score"),
            remembers=int(memory),
            chance_inside=int(chance == "inside"),
        )
        self._arrays = BatchArrays(
            states=engine.states(count),
            starts=_dealt(self.game, self.options, self._starts),
            rngs=np.zeros((count, 4), np.int64),
            viewers=np.full(count, self._viewer_code(viewer), np.int8),
            observations=self.layout.empty(count, "packed"),
            finals=self.layout.empty(count if autoreset == "same_step" else 1, "packed"),
            masks=np.zeros((count, self.actions // 64 + 1), np.int64),
            rewards=np.zeros((count, self.players), np.float32),
            scores=np.zeros((count, self.players), np.int32),
            actors=np.full(count, NOBODY, np.int8),
            ended=np.zeros(count, np.bool_),
            forfeits=np.zeros(count, np.bool_),
        )
        self._unpacked = None if form == "packed" else self.layout.empty(count, form)
        self.threads = max(1, min(threads, count // _FEWEST_PER_THREAD))
        self._make_room()
        self.reset(seed)

    def _bind(self) -> None:
        """Find what is compiled and laid out for this game."""
        self._drivers = drivers_of(self.game)
        self.layout = self._drivers.layout(self.players)

    def _make_room(self) -> None:
        """What the work of a step needs besides the arrays."""
        engine = self.game.engine
        self._buffers = [(engine.buffer(), engine.buffer()) for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """For copies and pickles: all but what belongs to this process. Records go as bytes, since numpy copies them
        field by field and leaves what lies between as memory had it."""
        kept = {name: value for name, value in vars(self).items() if name not in _OF_THIS_PROCESS}
        arrays: Any = self._arrays  # whose records are bytes for as long as they are kept
        return kept | {"_arrays": arrays._replace(states=arrays.states.tobytes(), starts=None)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._bind()
        states = self.game.engine.states(len(self._arrays.actors))
        states.view("u1")[:] = bytearray(kept["_arrays"].states)
        self._arrays = self._arrays._replace(states=states, starts=_dealt(self.game, self.options, self._starts))
        self._make_room()

    def __len__(self) -> int:
        return len(self._arrays.states)

    # -- what a step writes --------------------------------------------------------------------------------------------

    @property
    def observations(self) -> NDArray[Any]:
        return self._arrays.observations if self._unpacked is None else self._unpacked

    @property
    def packed_observations(self) -> Packed:
        return self._arrays.observations

    @property
    def masks(self) -> Packed:
        return self._arrays.masks

    @property
    def rewards(self) -> NDArray[np.float32]:
        return self._arrays.rewards

    @property
    def actors(self) -> NDArray[np.int8]:
        return self._arrays.actors

    @property
    def ended(self) -> NDArray[np.bool_]:
        return self._arrays.ended

    @property
    def forfeits(self) -> NDArray[np.bool_]:
        return self._arrays.forfeits

    def final_observations(self, which: NDArray[np.bool_ | np.integer[Any]] | Sequence[int]) -> NDArray[Any]:
        """The last observations of these games, which ended in the last step and began anew in it."""
        check(
            self._settings.autoreset == batch_drivers.SAME_STEP,
            "the last observations stand in `observations`: only a batch with autoreset same_step writes over them",
        )
        packed = self._arrays.finals[chosen_games(which, len(self))]
        return packed if self.form == "packed" else self.layout.unpacked(packed, self.form)

    def action_masks(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The masks unpacked: (games, actions) of 0 and 1."""
        if out is None:
            out = np.empty((len(self), self.actions), np.int8)
        check(
            out.shape == (len(self), self.actions) and out.dtype == np.int8 and out.flags.c_contiguous,
            f"masks are an int8 array of {(len(self), self.actions)}, not {out.dtype} of {out.shape}",
        )
        unpack_masks(self.masks, out)
        return out

    # -- reset and step ------------------------------------------------------------------------------------------------

    def reset(
        self,
        seed: Seeds | None = None,
        only: NDArray[np.bool_ | np.int64] | Sequence[int] | None = None,
    ) -> None:
        """Begin games anew: all, or `only` those that a mask or a list of numbers names. With a seed (for each game, or
        one of which each gets its own) the same games come again; without, they go on drawing."""
        which = chosen_games(only, len(self))
        arrays = self._arrays
        if seed is not None:
            arrays.rngs[which] = seed_words(seed, which)
        listed, out = self._buffers[0]
        for i in which.tolist():
            self._drivers.restart(arrays, self._settings, i, listed, out)
            self._show(i)
            arrays.rewards[i], arrays.ended[i], arrays.forfeits[i] = 0.0, False, False
        if self._unpacked is not None:
            self.layout.unpack_into(arrays.observations, self._unpacked)

    def step(
        self,
        actions: NDArray[np.integer[Any]] | Sequence[int],
        *,
        only: NDArray[np.bool_] | None = None,
        illegal: OnIllegal = "raise",
    ) -> int:
        """Play an action in every game, or in `only` some; gives how many games ended.

        An illegal one raises IllegalActions before anything is played; with `forfeit` it ends its game, and the seat
        loses: -1 for it, 1 shared by the others. Games that are over take no action: any number will do.
        """
        check(illegal in _ON_ILLEGAL, f"illegal is one of {', '.join(_ON_ILLEGAL)}, not {illegal!r}")
        chosen = self._checked(actions)
        # -1 marks a game that is left out in compiled code; from a caller it is an illegal action
        chosen = np.where(chosen == LEFT_OUT, _NO_ACTION, chosen) if (chosen == LEFT_OUT).any() else chosen
        if only is not None:
            given = np.asarray(only)
            is_mask = given.shape == (len(self),) and given.dtype == np.bool_
            check(is_mask, f"`only` is a mask of {len(self)} games, not {given.dtype} of shape {given.shape}")
            chosen = np.where(given, chosen, LEFT_OUT)
        if illegal == "raise":
            found = batch_drivers.first_illegal(self.masks, self.actors, chosen, 0, len(self))
            if found >= 0:
                raise IllegalActions(found, int(np.asarray(actions)[found]))
        return sum(self._in_parts(lambda first, last, buffers: self._step(chosen, first, last, buffers)))

    def random_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely, drawn by the game's own generator."""
        out = np.zeros(len(self), np.int64) if out is None else out
        check(out.shape == (len(self),) and out.dtype == np.int64, f"actions are {len(self)} int64")
        batch_drivers.draw_actions(self.masks, self._arrays.rngs, out, 0, len(self))
        return out

    def _step(self, actions: NDArray[np.int64], first: int, last: int, buffers: tuple[Any, Any]) -> int:
        arrays, layout = self._arrays, self.layout
        ended = self._drivers.step(arrays, self._settings, layout.first_bits, actions, first, last, *buffers)
        if self._unpacked is not None:
            layout.unpack_into(arrays.observations, self._unpacked, first, last)
        return int(ended)

    def _show(self, i: int) -> None:
        """Write observation, mask and actor of the current position of game i."""
        arrays, listed = self._arrays, self._buffers[0][0]
        who = self.game.engine.actor_at(arrays.states, i)
        viewer = int(arrays.viewers[i])
        if viewer == batch_drivers.MOVER:
            viewer = max(who, 0)
        arrays.actors[i] = who
        at, remembers = self.layout.first_bits, self._settings.remembers
        self._drivers.show(arrays.states, i, viewer, remembers, at, arrays.observations, arrays.masks, listed)

    def _in_parts(self, work: Callable[[int, int, tuple[Any, Any]], int]) -> list[int]:
        """Do the work of a step in the batch's threads."""
        if self._pool is None:
            return [work(0, len(self), self._buffers[0])]
        bounds = np.linspace(0, len(self), self.threads + 1).astype(int).tolist()
        return list(self._pool.map(work, bounds[:-1], bounds[1:], self._buffers))

    def _checked(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> NDArray[np.int64]:
        given = np.asarray(actions)
        wanted = "a list of one whole number" if len(self) == 1 else f"{len(self)} whole numbers"
        check(
            given.shape == (len(self),) and given.dtype.kind in "iu",
            f"actions are {wanted}, not {given.dtype} of shape {given.shape}",
        )
        return np.ascontiguousarray(given, np.int64)

    # -- positions -----------------------------------------------------------------------------------------------------

    def position(self, i: int) -> Position:
        """A copy of the position of game i."""
        check_game(i, len(self))
        return Position(self._arrays.states[i : i + 1]).copy()

    def put(self, i: int, position: Position) -> None:
        """Let game i go on from a position of the same options; what chance is to decide there, it decides."""
        check_game(i, len(self))
        check(position.states.dtype == self.game.engine.dtype, "the position is one of another game")
        options = self.game.options_of(position)
        check(options == self.options, f"the position is of {options}, not of {self.options}")
        is_over = self.game.actor(position) == NOBODY
        check(
            not is_over or self._settings.autoreset != batch_drivers.SAME_STEP,
            "the position is over, and a game of this batch never stays so: its autoreset is same_step",
        )
        arrays = self._arrays
        arrays.states[i] = position.states[0]
        if self._settings.chance_inside:
            self._drivers.settle(arrays.states, i, arrays.rngs[i], *self._buffers[0])
        arrays.scores[i] = self.scores()[i]
        arrays.rewards[i], arrays.ended[i], arrays.forfeits[i] = 0.0, False, False
        self._show(i)
        if self._unpacked is not None:
            self.layout.unpack_into(self._arrays.observations, self._unpacked, i, i + 1)

    def generator_state(self, i: int) -> tuple[int, ...]:
        """The state of game i's generator, from which all its chance is drawn: a seed for what plays along with it."""
        check_game(i, len(self))
        return tuple(self._arrays.rngs[i].tolist())

    def view_as(self, i: int, viewer: int | str | None) -> None:
        """From its next observation on, show game i to a viewer: a seat, None for a spectator, or "mover"."""
        check_game(i, len(self))
        self._arrays.viewers[i] = self._viewer_code(viewer)

    def scores(self) -> NDArray[np.int64]:
        """The running scores, (games, seats)."""
        return self._standings()[0]

    def ranks(self) -> NDArray[np.int64]:
        """The rank of each seat as it stands, (games, seats): 1 for the best, equal ranks for a tie."""
        return self._standings()[1]

    def _standings(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        scores, ranks = (np.zeros((len(self), self.players), np.int64) for _ in range(2))
        self._drivers.standings(self._arrays.states, scores, ranks, 0, len(self))
        return scores, ranks

    def _viewer_code(self, viewer: int | str | None) -> int:
        if viewer == MOVER:
            return batch_drivers.MOVER
        if viewer is None:
            return -1
        check(isinstance(viewer, int) and 0 <= viewer < self.players, f"there is no seat {viewer!r}")
        return int(viewer)


_DEAL = 20261118
"""The seed of all deals: a game's seed says which of them it begins from, in whichever batch it is."""


@functools.lru_cache(4)
def _dealt(game: AnyGame, options: Options, starts: int) -> States:
    """Games to begin from: so many that were dealt, or with 0 the start before anything is decided. Only to be read:
    batches of one table share them."""
    found = game.engine.states(max(1, starts))
    found[:] = game.start_of(options).states[0]
    if starts:
        listed, out = game.engine.buffer(), game.engine.buffer()
        for k in range(starts):
            drivers_of(game).settle(found, k, Rng((_DEAL, k)).words, listed, out)
    return found
