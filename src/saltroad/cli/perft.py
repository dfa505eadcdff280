"""`saltroad perft`: how many ways a game can go on."""

from __future__ import annotations

import time
from typing import Annotated

import typer

import saltroad.games
from saltroad.cli.common import GameName, GameOptions, Json, Players, agree, print_json, working


def perft(
    game: GameName,
    players: Players = None,
    depth: Annotated[int, typer.Option("--depth", "-d", metavar="D", min=0, max=64, help="How many actions deep.")] = 3,
    divide: Annotated[bool, typer.Option("--divide", help="The count under each first action.")] = False,
    option: GameOptions = None,
    as_json: Json = False,
) -> None:
    """Count the ways to play D actions from the start, chance's outcomes included.

    A number that two programs agree on says more about the rules than many examples.
    """
    info = saltroad.games.info(game)
    options = agree(info, players, option)
    with working(f"Counting {info.title} to depth {depth} ..."):
        played = saltroad.games.load(info.name)
        start = played.start_of(options)
        played.engine.perft(start.states, 1)  # compile before the clock runs
        begun = time.perf_counter()
        branches: dict[str, int] = {}
        if divide and depth > 0:
            for action in played.legal(start):
                branches[str(action)] = played.engine.perft(played.apply(start, action).states, depth - 1)
            count = sum(branches.values())
        else:
            count = played.engine.perft(start.states, depth)
        seconds = time.perf_counter() - begun
    if as_json:
        result = {"game": info.name, "players": options.players, "depth": depth, "nodes": count, "seconds": seconds}
        print_json({**result, "divide": branches} if divide else result)
        return
    for text, nodes in branches.items():
        typer.echo(f"{text}: {nodes:,}")
    typer.echo(f"depth {depth}: {count:,} ({seconds:.2f} s)")
