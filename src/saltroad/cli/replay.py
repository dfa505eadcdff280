"""`saltroad replay`: replays a record by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from saltroad.cli.common import Json, print_json, working
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.errors import SaltroadError

if TYPE_CHECKING:
    from saltroad.cli.telling import RecordTeller
    from saltroad.records import History, Record


class PlyOutOfRange(SaltroadError):
    """A ply that the game does not have."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    check: Annotated[
        bool, typer.Option("--check", help="Only check it: every action, every sum after it, and the result.")
    ] = False,
    at: Annotated[int | None, typer.Option("--at", metavar="PLY", help="Show the position before this ply.")] = None,
    language: Annotated[
        Literal["en", "fr"] | None,
        typer.Option("--language", "-l", help="English or French; with --json, adds the sentences.", show_default="en"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play a record through: what happened, the scores after every ply and the outcome.

    With --json: game, options, players, every ply as {ply, actor, action, events, legal, scores}, and the outcome. An
    actor is a player's number from 0, or "chance"; at chance's plies `legal` gives the possible outcomes with their
    weights. `events` are the facts of what happened; --language adds the `sentence` that tells them.
    """
    from saltroad.records import read_record_file

    record = read_record_file(file)
    with working("Playing the record through ..."):
        history = record.history()
    if check:
        _check(record, history, as_json)
    if at is not None:
        _show_at(record, history, at, language or "en", as_json)
    elif check:
        return
    elif as_json:
        print_json(as_object(record, history, language))
    else:
        _show(record, history, language or "en")


def as_object(record: Record, history: History, language: str | None = None) -> dict[str, Any]:
    """The whole game for programs; with sentences if a language is given."""
    outcome = history.outcome
    teller = None if language is None else _teller(record, history, language)
    return {
        "game": record.info.name,
        "rules_version": record.info.rules_version,
        "options": dict(record.options.choices),
        "players": record.options.players,
        "seats": list(record.seats),
        "plies": [_ply(history, ply, teller) for ply in range(len(history))],
        "outcome": None
        if outcome is None
        else {
            "reason": outcome.reason,
            "rule": outcome.rule,
            "scores": list(outcome.scores),
            "ranks": list(outcome.ranks),
            "winners": list(outcome.winners),
            "breakdown": {source: list(points) for source, points in outcome.breakdown.items()},
        },
    }


def _teller(record: Record, history: History, language: str) -> RecordTeller:
    from saltroad.cli.telling import RecordTeller  # with Fluent: not for `--check`

    return RecordTeller(record, history, language)


def _ply(history: History, ply: int, teller: RecordTeller | None) -> dict[str, Any]:
    import msgspec

    from saltroad.cli.sentences import events_of

    who = history.actors[ply]
    return {
        "ply": ply,
        "actor": "chance" if who == CHANCE else who,
        "action": str(history.actions[ply]),
        "events": msgspec.to_builtins(list(events_of(history, ply, ply + 1))),
        **({} if teller is None else {"sentence": str(teller.happened(ply))}),
        "legal": _legal(history, ply),
        "scores": list(history.game.scores(history.positions[ply + 1])),
    }


def _legal(history: History, ply: int) -> list[Any]:
    game, position = history.game, history.positions[ply]
    texts = [str(action) for action in game.legal(position)]
    if game.actor(position) != CHANCE:
        return texts
    return [{"action": text, "weight": weight} for text, weight in zip(texts, game.weights(position), strict=True)]


def _check(record: Record, history: History, as_json: bool) -> None:
    for ply, position in enumerate(history.positions):
        faults = history.game.audit(position)
        if faults:
            raise AssertionError(f"the rules lose something before ply {ply}: {faults}")
    result = str(record.result) if record.result is not None else "unfinished"
    if as_json:
        print_json({"ok": True, "plies": len(history), "result": result})
    else:
        typer.echo(f"Sound: {len(history)} plies of {record.info.title}; {result}.")


def _show_at(record: Record, history: History, ply: int, language: str, as_json: bool) -> None:
    if not 0 <= ply <= len(history):
        raise PlyOutOfRange(f"This game has positions from ply 0 to {len(history)}, not {ply}.")
    position = history.positions[ply]
    view = history.game.observe(position, None)
    who = history.game.actor(position)
    if as_json:
        legal = [] if who == NOBODY else _legal(history, ply)
        print_json({"ply": ply, "actor": _name(who), "view": view.as_dict(), "legal": legal})
        return
    from rich.console import Console

    from saltroad.terminal import draw_board, painted
    from saltroad.terminal.scene import Scene

    console, teller, game = Console(), _teller(record, history, language), record.info.name
    asked = teller.own.format("before_ply", {"ply": ply, "plies": len(history), "asked": teller.asked(ply)})
    console.print(painted(game, asked))
    scene = Scene(played=history.actions[:ply], since=max(ply - 1, 0))
    console.print(draw_board(game, view, teller.names, teller.messages, scene))


def _name(who: int) -> int | str | None:
    return {CHANCE: "chance", NOBODY: None}.get(who, who)


def _show(record: Record, history: History, language: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from saltroad.terminal import painted

    console, teller, game = Console(highlight=False), _teller(record, history, language), record.info.name
    console.print(f"{record.info.title}, {record.options}", markup=False)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("ply", "who", "action", "happened"):
        table.add_column(teller.own.text(f"replay-{heading}"), overflow="fold")
    table.add_column(teller.own.text("replay-scores"), justify="right")
    for ply, (action, who) in enumerate(zip(history.actions, history.actors, strict=True)):
        name = teller.own.text("chance") if who == CHANCE else f"{who + 1} {teller.people[who]}"
        scores = " ".join(map(str, history.game.scores(history.positions[ply + 1])))
        # Texts: names are no markup
        table.add_row(str(ply), Text(name), Text(str(action)), painted(game, teller.happened(ply)), scores)
    console.print(table)
    console.print(painted(game, teller.ended(), "bold"))
