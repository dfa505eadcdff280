"""`saltroad puzzles`: finds puzzles in games, and writes them to a file."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

import saltroad.games
from saltroad.cli.common import GameName, GameOptions, Players, agree, progress, working
from saltroad.cli.output_files import CannotWrite, check_file, write_file
from saltroad.cli.simulate import bot_game, seat_bots
from saltroad.kernel.errors import SaltroadError

if TYPE_CHECKING:
    from saltroad.analysis.puzzle_finder import PuzzleFinder, PuzzleSettings
    from saltroad.analysis.puzzles import MovePuzzle
    from saltroad.kernel.contract import AnyGame
    from saltroad.kernel.info import GameInfo
    from saltroad.records import History

_WHAT = "The puzzles"
_SUFFIX = ".saltroad"
_BOTS = (
    "Who plays the games: a bot for each seat, or one for all. Merchant and master think by the clock: their games "
    "differ each time."
)
_Source = tuple[str, Callable[[], "History"]]
"""A game to look in: its name, and what gives it."""


class BadPuzzleSearch(SaltroadError):
    """A search for puzzles that cannot be made as it was asked for."""


def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.jsonl", help="Where the puzzles are written.")],
    from_folder: Annotated[
        Path | None, typer.Option("--from", metavar="FOLDER", help="Look in these records (*.saltroad).")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="K", min=0, help="Look in so many games that bots play now.")
    ] = 0,
    bots: Annotated[str, typer.Option("--bots", "-b", metavar="A,B,…", help=_BOTS)] = "trader",
    players: Players = None,
    option: GameOptions = None,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes", "-N", metavar="N", min=0, help="Visits of each move at the first look; 0 for the game's own."
        ),
    ] = 0,
    lead: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            min=0.0,
            max=1.0,
            help="How much more of the win the solution brings than any other move, at least; 0 for 0.15 with two "
            "players, 0.12 with more.",
        ),
    ] = 0.0,
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="S", min=0, help="The same seed writes the same file.")
    ] = 0,
) -> None:
    """Find puzzles: decisions at which one move is clearly best, and not obvious.

    A move is clearly best if it leads by `--lead`, at the usual depth and again with four times the visits, where all
    legal moves are considered. Each puzzle has a rating from 800 to 2000: how seldom quick looks find it.

    Begin with: saltroad puzzles bazaar --games 5 --players 2 --out bazaar.jsonl. Most games have none or one; each
    takes a quarter of a minute or more.

    A run that was stopped goes on from the last whole game (FILE.jsonl.part). Each line of the file is a puzzle as
    JSON; the first says by which command it was made. Files may be put together: cat a.jsonl b.jsonl > all.jsonl.
    """
    from saltroad.analysis.puzzle_finder import PuzzleSettings

    info = saltroad.games.info(game)
    if (from_folder is None) == (games == 0):
        raise BadPuzzleSearch("Say where to look: --from FOLDER for records, or --games K for games that bots play.")
    _check_out(out)
    if from_folder is not None:
        sources, made = _records(from_folder, info), ["--from", from_folder.name]
    else:
        options = agree(info, players, option)
        names = seat_bots(bots, options.players)
        loaded = saltroad.games.load(info.name)
        sources = [
            (f"game {k + 1}", functools.partial(bot_game, loaded, options, names, (seed, k))) for k in range(games)
        ]
        made = ["--games", str(games), "--bots", bots, "--players", str(options.players)]
        made += [part for each in option or () for part in ("--option", each)]
    made = ["saltroad", "puzzles", info.name, *made, *(["--nodes", str(nodes)] if nodes else [])]
    made += [*(["--lead", f"{lead:g}"] if lead else []), "--seed", str(seed)]
    journal = _Journal(out.with_name(f"{out.name}.part"), shlex.join(made))
    _look(sources, PuzzleSettings(nodes, lead, seed), journal)
    found = journal.puzzles()
    lines = [{"made": journal.made}, *found]
    write_file(out, _WHAT, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    journal.path.unlink()
    print(_told(found, len(sources), out))


def _check_out(out: Path) -> None:
    check_file(out, _WHAT)
    if out.exists():
        raise BadPuzzleSearch(f"There is a file {str(out)!r} already: name another with --out, or remove it.")


def _records(folder: Path, info: GameInfo) -> list[_Source]:
    """The records of this game in a folder: only those that can hold puzzles are replayed when it is their turn."""
    from saltroad.records import read_record_file

    records = {file.name: read_record_file(file) for file in sorted(folder.glob(f"*{_SUFFIX}"))}
    found: list[_Source] = [
        (name, record.history)
        for name, record in records.items()
        if record.info.name == info.name and record.options.players > 1
    ]
    if not found:
        raise BadPuzzleSearch(
            f"There is no record (*{_SUFFIX}) of {info.title} with two players or more in the folder {str(folder)!r}. "
            f"This writes some: saltroad simulate {info.name} --bots trader --games 10 --records FOLDER"
        )
    return found


# -- looking -----------------------------------------------------------------------------------------------------------


def _look(sources: Sequence[_Source], settings: PuzzleSettings, journal: _Journal) -> None:
    """Look for puzzles in the games that the journal does not have yet."""
    finders: dict[int, PuzzleFinder] = {}
    for number, (name, give) in enumerate(sources, 1):
        if name in journal.games:
            continue
        label = f"Game {number} of {len(sources)}"
        with working(f"{label}: being played ..."):
            history = give()
            players = history.options.players
            if players not in finders:
                finders = {players: _finder(history.game, players, settings)}  # one alone: its trees take much memory
        plies = progress(finders[players].search(history), len(history), label)
        journal.add(name, [puzzle for puzzle in plies if puzzle is not None])


def _finder(game: AnyGame, players: int, settings: PuzzleSettings) -> PuzzleFinder:
    from saltroad.analysis.puzzle_finder import PuzzleFinder

    finder = PuzzleFinder(game, players, settings)
    finder.warm()
    return finder


class _JournalLine(msgspec.Struct, frozen=True):
    """What was found in one game."""

    game: str
    puzzles: list[Any]


class _Journal:
    """What a run has found so far, in a file beside its output: the command, then a line for each game."""

    def __init__(self, path: Path, made: str) -> None:
        self.path, self.made = path, made
        self.games: dict[str, list[Any]] = {}
        lines = path.read_bytes().split(b"\n") if path.exists() else []
        if not lines:
            write_file(path, _WHAT, msgspec.json.encode({"made": made}) + b"\n")
            return
        if lines[0] != msgspec.json.encode({"made": made}):
            raise BadPuzzleSearch(
                f"{str(path)!r} was begun by another command: {lines[0].decode('utf-8', 'replace')[:200]}. Give that "
                "one again to go on with it, or remove the file to begin anew."
            )
        for line in lines[1:-1]:  # the last one was cut off, or is empty
            read = msgspec.json.decode(line, type=_JournalLine)
            self.games[read.game] = read.puzzles
        write_file(path, _WHAT, b"".join(line + b"\n" for line in lines[:-1]))

    def add(self, game: str, found: list[MovePuzzle]) -> None:
        """Note what was found in a game."""
        line = _JournalLine(game, msgspec.to_builtins(found))
        self.games[game] = line.puzzles
        try:
            with self.path.open("ab") as stream:
                stream.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise CannotWrite(f"{_WHAT} cannot be written to {str(self.path)!r}: {error.strerror}.") from None

    def puzzles(self) -> list[Any]:
        """All puzzles, each once: two games may begin alike."""
        by_id = {puzzle["id"]: puzzle for name in sorted(self.games) for puzzle in self.games[name]}
        return sorted(by_id.values(), key=lambda puzzle: (puzzle["rating"], puzzle["id"]))


def _told(found: Sequence[Any], games: int, out: Path) -> str:
    if not found:
        return f"No puzzle in {games} games: look in more, or with a smaller --lead. {out} says so."
    ratings = f"rated {found[0]['rating']} to {found[-1]['rating']}"
    return f"{len(found)} puzzles in {games} games, {ratings}: {out}"
