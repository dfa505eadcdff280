"""The report page of a tournament: one HTML file that needs nothing else."""

from __future__ import annotations

from html import escape

from saltroad.arena.tournament import Tournament


def page(tournament: Tournament, command: str) -> str:
    """The page, with the command that made it."""
    rows = "".join(
        f"<tr><td>{escape(each.bot)}<td>{each.games}<td>{'' if each.wins is None else f'{each.wins.mean:.1%}'}"
        for each in tournament.summary.standings
    )
    return f"<!doctype html><title>Arena</title><p><code>{escape(command)}</code></p><table>{rows}</table>\n"
