"""The games for OpenSpiel: `pyspiel.load_game("saltroad_bazaar(players=4)")` after `import saltroad.envs`.

Chance is explicit. Actions of seats have our indices; outcomes of chance are numbered from 0, so that an outcome is our
index less the number of seats' actions. Utilities are those of a win: 1 for who wins alone, in sum 0.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from saltroad import games
from saltroad.batch import PositionEncoder, encode
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import BadOptions, IllegalAction
from saltroad.kernel.info import Choice, GameInfo
from saltroad.kernel.state_record import PUBLIC, copy_of

LONGEST = {"bazaar": 25_000, "through_the_desert": 1_000, "desert_bazaar": 8_000}
"""More decisions than a game can have, chance's left out. Bazaar: 20 purchases with at most 40 quiet rounds of six
players around them (BZ-32), four decisions a turn. Through the Desert: 150 camels, 25 leaders, passes. Desert Bazaar:
60 tents with at most 25 turns of rolling around them (DB-45), four decisions each."""
_LONGEST_OF_OTHERS = 100_000


def register(name: str) -> None:
    """Register a game by the name `saltroad_NAME`."""
    info = games.info(name)
    game_type = _type_of(info)
    class_name = f"OpenSpiel{name.title().replace('_', '')}"
    game_class = type(class_name, (OpenSpielGame,), {"name": name, "type": game_type, "__module__": __name__})
    globals()[class_name] = game_class  # where pickle looks for it
    pyspiel.register_game(game_type, game_class)


def _type_of(info: GameInfo) -> Any:
    kinds = pyspiel.GameType
    audiences = games.load(info.name).audiences
    is_open = all(audience is PUBLIC for audience in audiences.values())
    return kinds(
        short_name=f"saltroad_{info.name}",
        long_name=info.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION if is_open else kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(info.players),
        min_num_players=min(info.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": min(info.players), **_options_of(info)},
    )


def _options_of(info: GameInfo) -> dict[str, Choice]:
    """A game's options with their defaults. Those that change how many play are among them only to be refused in clear
    words: OpenSpiel says of others that there is no such parameter."""
    return {option.name: _parameter(option.values[0]) for option in info.options}


def _expect_played_here(info: GameInfo, players: int, chosen: Mapping[str, Choice]) -> None:
    """Refuse a table of another kind, such as the puzzle for one: a registered game has one kind of utility."""
    for option in info.options:
        if option.players is not None and (chosen.get(option.name) is True or players in option.players):
            raise BadOptions(
                f"In OpenSpiel {info.title} has no {option.name}: it is for {min(info.players)} to {max(info.players)} "
                "players there. The Gymnasium and PettingZoo environments have it."
            )


_PLAYER = "player"


def _parameter(value: Choice) -> Choice:
    """A value of an option as OpenSpiel can read it back: it would take `start=2` for a number, where others of the
    same option are words."""
    return f"{_PLAYER}{value}" if isinstance(value, str) and value.isdecimal() else value


def _value(parameter: Choice) -> Choice:
    """The value of an option, as it is or as a parameter has it."""
    return parameter.removeprefix(_PLAYER) if isinstance(parameter, str) else parameter


class OpenSpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel sees it; each has a class of its own, made by `register`."""

    name: str
    type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules: AnyGame = games.load(self.name)
        info = self.rules.info
        players = int(given.get("players", min(info.players)))
        chosen = {name: _value(given[name]) for name in _options_of(info) if name in given}
        _expect_played_here(info, players, chosen)
        self.options = info.agree(players, chosen)
        given |= {name: _parameter(value) for name, value in chosen.items()}
        seats = self.rules.engine.seat_actions
        assert seats is not None, f"{self.name} does not say how many actions are those of seats"
        self.seat_actions: int = seats
        self.chance_outcomes = len(self.rules.notation) - seats
        longest = LONGEST.get(self.name, _LONGEST_OF_OTHERS)
        facts = pyspiel.GameInfo(
            num_distinct_actions=seats,
            max_chance_outcomes=self.chance_outcomes,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(self.type, facts, given)

    @functools.cached_property
    def start(self) -> _Kept:
        """Where every game begins; OpenSpiel makes a clone of a new state, too."""
        return _Kept(self, self.rules.start_of(self.options))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)  # by itself, OpenSpiel's pickle leaves out what was added in Python

    def new_initial_state(self, *_: Any) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return OpenSpielObserver(self, remembers=bool(recalls))


_TERMINAL, _CHANCE = pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.CHANCE


class _Kept:
    """A game, a position, and what was found out about it. OpenSpiel clones a state by a deep copy of its attributes:
    of this it is the same object, since nothing changes a position."""

    __slots__ = ("_legal", "actor", "game", "position")

    def __init__(self, game: OpenSpielGame, position: Position) -> None:
        self.game, self.position = game, position
        self.actor = game.rules.actor(position)
        self._legal: list[int] | None = None

    def __deepcopy__(self, _: object) -> _Kept:
        return self

    def legal(self) -> list[int]:
        """The legal actions, or the outcomes of chance, ascending; not to be changed."""
        if self._legal is None:
            if self.actor == CHANCE:
                self._legal = [outcome for outcome, _ in self.outcomes()]
            else:
                self._legal = self.game.rules.legal_indices(self.position)
        return self._legal

    def outcomes(self) -> tuple[tuple[int, float], ...]:
        """The outcomes of chance, with how likely they are."""
        engine, states = self.game.rules.engine, self.position.states
        listed, weights = engine.take_buffer(), engine.take_buffer()
        count = engine.call_legal(states, 0, listed)
        engine.call_weights(states, 0, listed, count, weights)
        found = _outcomes(self.game.seat_actions, listed[:count].tobytes(), weights[:count].tobytes())
        engine.spare_buffers.extend((listed, weights))
        return found

    def after(self, action: int) -> _Kept:
        """The position after an action, or an outcome of chance; IllegalAction if it is not legal."""
        game, legal = self.game, self.legal()
        place = bisect.bisect_left(legal, action)
        if place == len(legal) or legal[place] != action:
            raise self._refusal(action)
        states = copy_of(self.position.states)
        game.rules.engine.call_apply(states, 0, action + game.seat_actions if self.actor == CHANCE else action)
        return _Kept(game, Position(states))

    def _refusal(self, action: int) -> Exception:
        rules, first = self.game.rules, self.game.seat_actions if self.actor == CHANCE else 0
        if not 0 <= action < (self.game.chance_outcomes if self.actor == CHANCE else self.game.seat_actions):
            return BadOptions(f"There is no action {action} where {rules.describe_actor(self.position)}.")
        meant = rules.notation.at(action + first)
        return IllegalAction(str(meant), rules.explain(self.position, meant))


@functools.lru_cache(1 << 10)
def _outcomes(first: int, listed: bytes, weights: bytes) -> tuple[tuple[int, float], ...]:
    """The outcomes of chance with how likely they are; a die has the same at every roll."""
    indices, numbers = (np.frombuffer(each, np.int64).tolist() for each in (listed, weights))
    total = sum(numbers)
    return tuple((index - first, weight / total) for index, weight in zip(indices, numbers, strict=True) if weight)


class OpenSpielState(pyspiel.State):
    """A position as OpenSpiel sees it.

    What Python asks most is answered here and not in OpenSpiel's C++, which would ask Python in turn: twice the border,
    and a mask would be made number by number.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._kept = game.start

    @property
    def position(self) -> Position:
        """The position, for all that the contract can do with it."""
        return self._kept.position

    def current_player(self) -> Any:
        who = self._kept.actor
        if who >= 0:
            return who
        return _CHANCE if who == CHANCE else _TERMINAL

    def is_terminal(self) -> bool:
        return self._kept.actor == NOBODY

    def is_chance_node(self) -> bool:
        return self._kept.actor == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Those of the player to act, or the outcomes of chance; none for another player, or after the end."""
        if player is None or player == self._kept.actor:
            return self._kept.legal()[:]
        return list(super().legal_actions(player))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A 1 for each of `legal_actions`; empty after the end."""
        kept = self._kept
        if kept.actor == NOBODY or (player is not None and player != kept.actor):
            return list(super().legal_actions_mask(*(() if player is None else (player,))))
        mask = [0] * (kept.game.chance_outcomes if kept.actor == CHANCE else kept.game.seat_actions)
        for action in kept.legal():
            mask[action] = 1
        return mask

    def _legal_actions(self, player: int) -> list[int]:
        return self._kept.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self._kept.outcomes())

    def _apply_action(self, action: int) -> None:
        self._kept = self._kept.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        game, is_chance = self._kept.game, player == _CHANCE
        count = game.chance_outcomes if is_chance else game.seat_actions
        if not 0 <= action < count:
            whose = "outcomes of chance" if is_chance else "actions of seats"
            raise BadOptions(f"There is no {action} among the {whose}: they go from 0 to {count - 1}.")
        return str(game.rules.notation.at(action + game.seat_actions if is_chance else action))

    def returns(self) -> list[float]:
        game = self._kept.game
        outcome, players = game.rules.outcome(self._kept.position), game.options.players
        if outcome is None:
            return [0.0] * players
        share = 1.0 / len(outcome.winners)
        return [(players * share * (seat in outcome.winners) - 1.0) / (players - 1) for seat in range(players)]

    def __str__(self) -> str:
        return self._kept.game.rules.dump(self._kept.position).hex()


class OpenSpielObserver:
    """Observations as OpenSpiel asks for them: with perfect recall, what a perfect memory knows."""

    def __init__(self, game: OpenSpielGame, *, remembers: bool) -> None:
        self._rules, self._remembers = game.rules, remembers
        self._encoder = PositionEncoder(game.rules, game.options.players, memory=remembers, form="float32")
        self.tensor: NDArray[np.float32] = self._encoder.observation
        self.dict = self._encoder.layout.split(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self._encoder.write(state.position, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        packed = encode(self._rules, state.position, player, memory=self._remembers)
        return packed.tobytes().hex()
