"""`saltroad games`: the list of games."""

from __future__ import annotations

from dataclasses import asdict

import saltroad.games
from saltroad.cli.common import Json, print_json


def games(as_json: Json = False) -> None:
    """List the games: players, options, rules version, and which components are reconstructed."""
    infos = [saltroad.games.info(name) for name in saltroad.games.GAMES]
    if as_json:
        print_json({info.name: asdict(info) for info in infos})
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 1, 0), header_style="bold")
    for heading in ("game", "players", "options", "rules", "about"):
        table.add_column(heading)
    for info in infos:
        counts = sorted({*info.players, *(n for option in info.options for n in option.players or ())})
        table.add_row(
            Text.assemble((info.name, "bold"), f"\n{info.designer}"),
            f"{counts[0]} to {counts[-1]}",
            "\n".join(f"{option.name}: {option.about}" for option in info.options),
            f"version {info.rules_version}",
            f"{info.about} Reconstructed: {info.reconstructed}.",
        )
    Console().print(table)
