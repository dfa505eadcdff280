"""`saltroad play`: a game in the terminal, with bots, with friends at the same keyboard, or alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

import saltroad.games
from saltroad.cli.common import GameOptions, choices_of, working
from saltroad.kernel.errors import BadOptions
from saltroad.kernel.info import Choice
from saltroad.kernel.rulebook import LANGUAGES

if TYPE_CHECKING:
    from saltroad.cli.session import Session
    from saltroad.cli.table import TerminalTable
    from saltroad.games.bazaar.par import ParBook


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game's name; `saltroad games` lists them.", show_default=False),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", metavar="N", help="How many play, you included.", show_default="the fewest"),
    ] = None,
    solo: Annotated[bool, typer.Option("--solo", help="Bazaar's puzzle for one, measured against par.")] = False,
    double_purchase: Annotated[
        bool, typer.Option("--double-purchase", help="Bazaar: two wares may be bought in one turn.")
    ] = False,
    start: Annotated[
        str | None,
        typer.Option(
            "--start",
            metavar="1..5|drawn",
            help="Through the Desert and Desert Bazaar: the player who begins; in the former also drawn.",
            show_default="1",
        ),
    ] = None,
    hidden_scores: Annotated[
        bool, typer.Option("--hidden-scores", help="Through the Desert: the totals of others lie face down.")
    ] = False,
    open_hands: Annotated[bool, typer.Option("--open-hands", help="Desert Bazaar: all cards lie open.")] = False,
    fair_start: Annotated[
        bool, typer.Option("--fair-start", help="Desert Bazaar: an extra card for every player before you.")
    ] = False,
    option: GameOptions = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B,...",
            help="Who fills the other seats: novice, apprentice, trader, merchant, master, from the weakest to the "
            "strongest; greedy, random, uct, rate (Bazaar), or human for a friend at this keyboard. "
            "Seats without a name get greedy; as many names as players fill every seat, yours too. "
            "Without --players, the names tell how many play.",
            show_default="greedy",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", metavar="S", min=0, help="The same seed gives the same dice and cards."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", "-r", metavar="FILE", help="Continue a saved game.")
    ] = None,
    language: Annotated[
        Literal["en", "fr"] | None,
        typer.Option("--language", "-l", help="English or French; a saved game keeps its own.", show_default="en"),
    ] = None,
) -> None:
    """Play a game here in the terminal.

    You sit first, and bots fill the other seats. Type the number of a choice,
    or ? for help: `why` answers with the rule, `hint` suggests, `undo` takes
    back, `quit` saves and leaves.
    """
    flags: dict[str, Choice | None] = {
        "solo": solo or None,
        "double_purchase": double_purchase or None,
        "start": start.lower() if start else None,
        "open_scores": False if hidden_scores else None,
        "open_hands": open_hands or None,
        "fair_start": fair_start or None,
    }
    chosen = _chosen(flags, option)
    from saltroad.cli.sentences import cli_catalogue

    with working(cli_catalogue(language or "en").text("preparing")):
        table = (
            _resumed(resume, game, players, chosen, bots, seed) if resume else _new(game, players, chosen, bots, seed)
        )
        table.advance()  # compiles the rules, and the bots' search
        session = _session(table, language)
    session.run()


def _chosen(flags: dict[str, Choice | None], option: list[str] | None) -> dict[str, Choice]:
    """The options that were chosen, by flags of their own and by `--option NAME=VALUE`."""
    switches: dict[str, Choice] = {"on": True, "off": False}
    given = {name: switches.get(value, value) for name, value in choices_of(option).items()}
    return {name: value for name, value in flags.items() if value is not None} | given


def _session(table: TerminalTable, language: str | None) -> Session:
    """The session of a table, in the language that is wanted, else in that of a saved game."""
    from saltroad.cli.screen import Screen
    from saltroad.cli.session import Session

    kept = table.more.get("language", "en")
    table.more["language"] = language or (kept if kept in LANGUAGES else "en")
    return Session(table, Screen(), table.more["language"], _par(table))


def _par(table: TerminalTable) -> ParBook | None:
    """The par of a puzzle for one, in a game that has one."""
    part = saltroad.games.part(table.history.game.info.name, "par")
    if part is None or table.history.options.players > 1:
        return None
    book: ParBook = part.ParBook(table.history)
    return book


def _new(
    game: str | None, players: int | None, chosen: dict[str, Choice], bots: str | None, seed: int | None
) -> TerminalTable:
    if game is None:
        if len(saltroad.games.GAMES) > 1:
            raise BadOptions(f"Which game? There are: {', '.join(saltroad.games.GAMES)}.")
        game = saltroad.games.GAMES[0]
    info = saltroad.games.info(game)
    from saltroad.cli.table import TerminalTable, seated, seats_of
    from saltroad.records import History

    players, named = seats_of(players, bots)
    options = info.agree(players, chosen)
    history = History(saltroad.games.load(info.name), options)
    return TerminalTable(history, seated(options.players, named), _seed(seed))


def _resumed(
    file: Path, game: str | None, players: int | None, chosen: dict[str, Choice], bots: str | None, seed: int | None
) -> TerminalTable:
    from saltroad.cli.table import TerminalTable, seated, seats_in, seats_of
    from saltroad.records import read_record_file

    record = read_record_file(file)
    if game is not None and saltroad.games.info(game).name != record.info.name:
        raise BadOptions(f"{file} holds a game of {record.info.title}.")
    agreed = dict(record.options.choices)
    if (players or record.options.players) != record.options.players or chosen.items() - agreed.items():
        raise BadOptions(f"{file} holds a game with {record.options}: leave out what the file says already.")
    _, named = seats_of(record.options.players, bots)
    seats = seated(record.options.players, named) if bots else seats_in(record)
    return TerminalTable(record.history(), seats, _seed(seed), dict(record.more), file)


def _seed(given: int | None) -> int:
    import secrets

    return secrets.randbits(63) if given is None else given
