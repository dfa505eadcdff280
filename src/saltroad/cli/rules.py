"""`saltroad rules`: a game's rules by number."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated

import typer

import saltroad.games
from saltroad.cli.common import GameName
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.rulebook import LANGUAGES, Rulebook


class UnknownRule(SaltroadError):
    """There is no rule of that number."""


def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="ID", help="One rule only, such as BZ-12.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="en or fr.")] = "en",
) -> None:
    """Read the rules of a game, or one of them by its number."""
    if language not in LANGUAGES:
        raise UnknownRule(f"The rules are written in {' and '.join(LANGUAGES)}, not {language[:20]!r}.")
    rulebook = Rulebook.of_package(saltroad.games.package_of(game))
    if rule is not None and rule.upper() not in rulebook:
        raise UnknownRule(
            f"There is no rule {rule[:20]!r}; they go from {min(rulebook.rules)} to {max(rulebook.rules)}."
        )
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from saltroad.cli.sentences import cli_catalogue

    console, by_us = Console(), cli_catalogue(language).text("ruling")
    chosen = list(rulebook) if rule is None else [rulebook[rule.upper()]]
    for section, group in groupby(chosen, key=lambda r: r.section[language]):
        console.print(Text(f"\n{section}", "bold"))
        table = Table.grid(padding=(0, 2))
        for found in group:
            ruling = Text(f" [{by_us}]" if found.is_ruling else "", "italic")
            table.add_row(Text(found.id, "bold"), Text(found.text[language]) + ruling)
        console.print(Padding(table, (0, 0, 0, 2)))
