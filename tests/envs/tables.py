"""The tables that environments are tried at: every game, number of players and option."""

from __future__ import annotations

from typing import Any

import saltroad

GAMES = ("bazaar", "through_the_desert", "desert_bazaar")


def tables() -> list[tuple[str, int, dict[str, Any]]]:
    """Every configuration of every game; of the seats that may begin, the first and what is drawn."""
    found = []
    for name in GAMES:
        for options in saltroad.load(name).info.configurations():
            choices = dict(options.choices)
            if choices.get("start", "1") in ("1", "drawn"):
                found.append((name, options.players, choices))
    return found
