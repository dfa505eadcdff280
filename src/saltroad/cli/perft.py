"""`saltroad perft`: counts the ways in which a game can go on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import saltroad.games
from saltroad.cli.common import GameName, GameOptions, Json, Players, agree, print_json, working
from saltroad.kernel.errors import BadOptions

if TYPE_CHECKING:
    from saltroad.kernel.contract import Position
    from saltroad.kernel.info import Options


def perft(
    game: GameName,
    players: Players = None,
    depth: Annotated[int, typer.Option("--depth", "-d", metavar="D", min=0, max=64, help="How many actions deep.")] = 3,
    divide: Annotated[bool, typer.Option("--divide", help="Print the count under each first action.")] = False,
    option: GameOptions = None,
    record: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Count from a position of this record.")
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="PLY", min=0, help="With --from: the position before this ply.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Count the ways to play D actions, chance's outcomes included: from the start, or from a position of a record.

    A number that two programs agree on says more about the rules than many examples. The first actions of a game are
    chance's setup: `saltroad simulate GAME --games 1 --records FOLDER` makes a record to count from.
    """
    info = saltroad.games.info(game)
    options = agree(info, players, option)
    with working(f"Counting {info.title} to depth {depth} ..."):
        played = saltroad.games.load(info.name)
        start = played.start_of(options)
        if record is not None:
            options, start = _position(record, at, info.name)
        elif at is not None:
            raise BadOptions("--at names a ply of a record: give the record with --from FILE.")
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


def _position(file: Path, at: int | None, game: str) -> tuple[Options, Position]:
    """A position of a record of this game: its last, or that before a ply."""
    from saltroad.records import read_record_file

    record = read_record_file(file)
    if record.info.name != game:
        raise BadOptions(f"{str(file)!r} is a record of {record.info.name}, not of {game}.")
    positions = record.history().positions
    if at is not None and at >= len(positions):
        raise BadOptions(f"The record has {len(positions) - 1} plies: there is no position before ply {at}.")
    return record.options, positions[-1 if at is None else at]
