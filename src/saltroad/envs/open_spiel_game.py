"""The games for OpenSpiel: `pyspiel.load_game("saltroad_bazaar(players=4)")` after `import saltroad.envs`.

Chance is explicit. Actions of seats have our indices; outcomes of chance are numbered from 0, so that an outcome is our
index less the number of seats' actions. Utilities are those of a win: 1 for who wins alone, in sum 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from saltroad import games
from saltroad.batch import encode, layout_of
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.info import Choice, GameInfo
from saltroad.kernel.state_record import PUBLIC

LONGEST = {"bazaar": 25_000, "through_the_desert": 1_000, "desert_bazaar": 8_000}
"""More decisions than a game can have, chance's left out. Bazaar: 20 purchases with at most 40 quiet rounds of six
players around them (BZ-32), four decisions a turn. Through the Desert: 150 camels, 25 leaders, passes. Desert Bazaar:
60 tents with at most 25 turns of rolling around them (DB-45), four decisions each."""
_LONGEST_OF_OTHERS = 100_000


def register(name: str) -> None:
    """Register a game by the name `saltroad_NAME`."""
    info = games.info(name)
    game_type = _type_of(info)
    game_class = type(f"OpenSpiel{name.title().replace('_', '')}", (OpenSpielGame,), {"name": name, "type": game_type})
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
    """A game's options with their defaults; without those that change how many play."""
    return {option.name: option.values[0] for option in info.options if option.players is None}


class OpenSpielGame(pyspiel.Game):
    """A game of ours as OpenSpiel sees it; each has a class of its own, made by `register`."""

    name: str
    type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules: AnyGame = games.load(self.name)
        info = self.rules.info
        players = int(given.get("players", min(info.players)))
        self.options = info.agree(players, {name: given[name] for name in _options_of(info) if name in given})
        seats = self.rules.engine.seat_actions
        assert seats is not None, f"{self.name} does not say how many actions are those of seats"
        self.seat_actions: int = seats
        longest = LONGEST.get(self.name, _LONGEST_OF_OTHERS)
        facts = pyspiel.GameInfo(
            num_distinct_actions=seats,
            max_chance_outcomes=len(self.rules.notation) - seats,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(self.type, facts, given)

    def new_initial_state(self, *_: Any) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return OpenSpielObserver(self, remembers=bool(recalls))


class _Kept:
    """A game and a position. OpenSpiel clones a state by a deep copy of its attributes: of this it is the same object,
    since nothing changes a position."""

    __slots__ = ("game", "position")

    def __init__(self, game: OpenSpielGame, position: Position) -> None:
        self.game, self.position = game, position

    def __deepcopy__(self, _: object) -> _Kept:
        return self


class OpenSpielState(pyspiel.State):
    """A position as OpenSpiel sees it."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._kept = _Kept(game, game.rules.start_of(game.options))

    @property
    def position(self) -> Position:
        """The position, for all that the contract can do with it."""
        return self._kept.position

    def current_player(self) -> Any:
        who = self._kept.game.rules.actor(self._kept.position)
        if who == NOBODY:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if who == CHANCE else who

    def is_terminal(self) -> bool:
        return self._kept.game.rules.actor(self._kept.position) == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return self._kept.game.rules.legal_indices(self._kept.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game, position = self._kept.game, self._kept.position
        weights = game.rules.weights(position)
        total = sum(weights)
        indices = game.rules.legal_indices(position)
        return [
            (index - game.seat_actions, weight / total)
            for index, weight in zip(indices, weights, strict=True)
            if weight
        ]

    def _apply_action(self, action: int) -> None:
        game, position = self._kept.game, self._kept.position
        index = action + game.seat_actions if game.rules.actor(position) == CHANCE else action
        after = position.copy()
        game.rules.engine.apply_at(after.states, 0, index)
        self._kept = _Kept(game, after)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self._kept.game
        return str(game.rules.notation.at(action + game.seat_actions if player == pyspiel.PlayerId.CHANCE else action))

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
        self._layout = layout_of(game.rules, game.options.players)
        self.tensor: NDArray[np.float32] = np.zeros(self._layout.size, np.float32)
        self.dict = self._layout.split(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        packed = encode(self._rules, state.position, player, memory=self._remembers)
        self._layout.unpack_into(packed.reshape(1, -1), self.tensor.reshape(1, -1))

    def string_from(self, state: OpenSpielState, player: int) -> str:
        packed = encode(self._rules, state.position, player, memory=self._remembers)
        return packed.tobytes().hex()
