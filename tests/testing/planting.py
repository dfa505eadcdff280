"""A list of planted faults: variants of Pebbles with one fault each, and what `check_game` has to say of it."""

from __future__ import annotations

from collections.abc import Callable

from testing.pebbles import Pebbles


class Faults(dict[str, tuple[type[Pebbles], str]]):
    """By name: the game, and a pattern that the message has to match."""

    def plant(self, message: str) -> Callable[[type[Pebbles]], type[Pebbles]]:
        def planted(game: type[Pebbles]) -> type[Pebbles]:
            self[game.__name__] = (game, message)
            return game

        return planted
