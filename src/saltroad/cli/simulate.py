"""`saltroad simulate`: plays many games between bots."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import saltroad.games
from saltroad.cli.common import GameName, GameOptions, Json, Players, Seed, agree, print_json, progress, working
from saltroad.kernel.errors import BadOptions

if TYPE_CHECKING:
    from saltroad.kernel.contract import AnyGame, Position
    from saltroad.kernel.info import Options
    from saltroad.records import History

_MOST_PLIES = 1_000_000
_BOTS = (
    "A bot for each seat, or one for all: random, greedy, or those that think: uct, rate (Bazaar), novice to master."
)


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="K", min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    bots: Annotated[str, typer.Option("--bots", "-b", metavar="A,B,…", help=_BOTS)] = "random",
    option: GameOptions = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write a record of every game to this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play many games between bots and count how they end.

    A shared victory counts as a part of a win for each, so that the wins add up to the games.
    """
    info = saltroad.games.info(game)
    options = agree(info, players, option)
    names = seat_bots(bots, options.players)
    if records is not None:
        _make_folder(records)
    with working(f"Preparing the rules of {info.title} ..."):
        played = saltroad.games.load(info.name)
        played.engine.playout(played.start_of(options).states, 0, saltroad.Rng(0), 1)
    tally = _Tally(options.players)
    begun = time.perf_counter()
    for k in progress(range(games), games, f"{info.title}, {options.players} players"):
        if records is None and set(names) == {"random"}:
            position = random_game(played, options, (seed, k))
        else:
            history = bot_game(played, options, names, (seed, k))
            position = history.position
            if records is not None:
                _save(history, names, records / f"{info.name}-{seed}-{k + 1:0{len(str(games))}}.saltroad")
        tally.add(played, position)
    seconds = time.perf_counter() - begun
    result = {
        "game": info.name,
        "players": options.players,
        "options": dict(options.choices),
        "bots": names,
        "seed": seed,
        "games": games,
        "plies": tally.plies,
        "seconds": round(seconds, 6),
        "end_reasons": dict(tally.reasons),
        "mean_scores": [total / games for total in tally.scores],
        "wins_by_seat": tally.wins,
    }
    if as_json:
        print_json(result)
    else:
        _show(result)


def seat_bots(bots: str, players: int) -> list[str]:
    """The name of a bot for every seat."""
    from saltroad.bots import UnknownBot, bot_names

    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if name not in bot_names():
            raise UnknownBot(name)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise BadOptions(f"There are {len(names)} bots for {players} players: name one for each seat, or one for all.")
    return names


def random_game(game: AnyGame, options: Options, seed: Sequence[int]) -> Position:
    """The end of a game played at random, compiled; the same game as `bot_game` plays with random bots."""
    position = game.start_of(options)
    _expect_end(game.engine.playout(position.states, 0, saltroad.Rng(seed), _MOST_PLIES))
    return position


def bot_game(game: AnyGame, options: Options, names: Sequence[str], seed: Sequence[int]) -> History:
    """A game between bots. Chance has a generator of its own, so that other bots meet the same chance; where all are
    random they draw from it too, as compiled play does."""
    from saltroad.bots import Limit, RandomBot, make_bot
    from saltroad.records import History

    rng = saltroad.Rng(seed)
    if set(names) == {"random"}:
        seats: list[Any] = [RandomBot(rng)] * options.players
    else:
        seats = [make_bot(name, game, [*seed, 1 + k]) for k, name in enumerate(names)]
    history = History(game, options)
    history.settle(rng)
    while not history.is_over:
        _expect_end(len(history))
        who = history.actor
        view = game.remember(history.position, who)
        history.play(seats[who].choose(view, game.legal(history.position), Limit()).action, seat=who)
        history.settle(rng)
    return history


def _expect_end(plies: int) -> None:
    if plies >= _MOST_PLIES:
        raise BadOptions(f"A game did not end within {_MOST_PLIES:,} plies: these bots do not finish it.")


class _Tally:
    """The counts over all games."""

    def __init__(self, players: int) -> None:
        self.plies = 0
        self.reasons: Counter[str] = Counter()
        self.scores = [0] * players
        self.wins = [0.0] * players

    def add(self, game: AnyGame, position: Position) -> None:
        outcome = game.outcome(position)
        faults = game.audit(position)
        if outcome is None or faults:
            raise AssertionError(f"a game of {game.info.title} ended unsoundly: {faults or 'no outcome'}")
        self.plies += game.observe(position, None).ply
        self.reasons[outcome.reason] += 1
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
        for seat in outcome.winners:
            self.wins[seat] += 1 / len(outcome.winners)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOptions(f"Records cannot be written to {str(folder)!r}: {error.strerror}.") from None


def _save(history: History, names: Sequence[str], path: Path) -> None:
    from saltroad.records import Record

    if path.exists():
        raise BadOptions(f"There is a record {str(path)!r} already: name another folder for these games.")
    path.write_text(Record.of(history, names).text(), "utf-8")


def _show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    rate = result["plies"] / max(result["seconds"], 1e-9)
    plies = f"{result['plies']:,} plies in {result['seconds']:.2f} s ({rate:,.0f} a second)"
    console.print(f"{result['games']:,} games, {plies}")
    for reason, count in sorted(result["end_reasons"].items(), key=lambda item: -item[1]):
        console.print(f"  {reason.replace('_', ' ')}: {count:,} ({count / result['games']:.1%})")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("player", "bot"):
        table.add_column(heading)
    for heading in ("mean score", "wins", "share"):
        table.add_column(heading, justify="right")
    for seat, name in enumerate(result["bots"]):
        wins = result["wins_by_seat"][seat]
        row = (f"{result['mean_scores'][seat]:.2f}", f"{wins:,.1f}", f"{wins / result['games']:.1%}")
        table.add_row(str(seat + 1), name, *row)
    console.print(table)
