"""How strong the bots are, measured: plays the matches below in the arena and makes docs/reference/strength.md.

`python docs/strength.py` writes the page from the games that were played, kept in docs/strength, a file a match.
`--minutes 100 --jobs 2` first plays on for so long, always the match that has the smallest part of its games. Whoever
changes a bot removes the files of its matches, and plays them again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import saltroad
from saltroad import arena, games
from saltroad.bots.level_bots import Level, levels_of

DOCS = Path(__file__).parent
PLAYED = DOCS / "strength"
PAGE = DOCS / "reference" / "strength.md"
SEED = 2026
_MADE = "<!-- Made by docs/strength.py from the games in docs/strength. -->"
_ABOUT = """\
# How strong the bots are

Played in [the arena](arena.md): every deal is played once in every rotation of the bots round the table. *Wins* is the
share of the first bot for its seat, with the interval that holds 95 %; a bot named last takes all seats that are left.
*Wanted* is what we ask of the share itself: a level should beat the one below in 65 % of games of two, or take 1.5
times its fair share against two of them; at tables of 4 and 5 the strongest should take twice its fair share. Where the
interval begins below that, more games would be needed to be sure of it. `trader` against `greedy` is there to see where
that bot, which people who write bots compare with, stands among the levels.

A decision of `master` may take 3 seconds at the table, one of `merchant` 1: a game of theirs takes minutes. Where
`seconds` are named they think less, so that more games could be played; where two that think by the clock meet, both
think the same part of their time. The table is made by `python docs/strength.py --minutes 100 --jobs 2`, which plays on
for so long, in the project's environment (`.venv/bin/python`); each line can be played alone, by its command with
`--games` and `--jobs`. What was played by the clock was played by two workers on a machine with two cores."""


@dataclass(frozen=True)
class Match:
    """A bot against others, and the share of the wins that it should have."""

    game: str
    bots: str
    players: int
    wanted: float | None
    """None if the match only shows where a bot stands."""
    games: int
    """How many are enough."""

    @property
    def file(self) -> Path:
        """Where its games are kept."""
        names = self.bots.replace("@seconds=", "-").replace(",", "-v-")
        return PLAYED / f"{self.game}-{self.players}-{names}.jsonl"

    @property
    def settings(self) -> arena.TournamentSettings:
        return arena.configure(self.game, self.bots, players=self.players, seed=SEED)

    @property
    def command(self) -> str:
        return f"saltroad arena {self.game} --bots {self.bots} --players {self.players} --seed {SEED}"

    def summary(self) -> arena.Summary | None:
        """What the games say that were played so far."""
        if not self.file.exists():
            return None
        settings, results = arena.read_results(self.file)
        if settings != self.settings:
            raise SystemExit(f"{self.file.name} holds another match: remove it, and play again.")
        return arena.summarise(settings, results.games.values())


def _of_levels(game: str, players: int, wanted: float) -> Iterator[Match]:
    """Each level against the one below. The two that think by the clock think a tenth of their time, which is the same
    for both; then, at a table of two, the strongest as people meet them, whose games take minutes."""
    for lower, higher in pairwise(levels_of(game)):
        enough = 60 if higher.limit.seconds else 150
        yield Match(game, f"{_quick(higher)},{_quick(lower)}", players, wanted, enough)
    if players == 2:
        yield Match(game, "master,merchant", players, wanted, 8)


def _quick(level: Level) -> str:
    return level.name if level.limit.seconds is None else f"{level.name}@seconds={level.limit.seconds / 10:g}"


def _of_the_best(game: str, few: int, greedy: float) -> Iterator[Match]:
    """The strongest against those that people would try otherwise."""
    yield Match(game, "master@seconds=0.1,greedy", few, greedy, 100)
    yield Match(game, "master,greedy", few, greedy, 8)
    yield Match(game, "trader,greedy", few, None, 100)
    yield Match(game, "master@seconds=0.1,greedy", 4, 2 / 4, 100)
    yield Match(game, "master@seconds=0.1,greedy", 5, 2 / 5, 100)
    if few == 2:
        yield Match(game, "master@seconds=0.1,uct@seconds=0.1", 2, 0.80, 30)
    yield Match(game, "master@seconds=0.1,uct@seconds=0.1", 3, 0.60, 60)


MATCHES = (
    *_of_levels("through_the_desert", 2, 0.65),
    *_of_the_best("through_the_desert", 2, 0.95),
    # with more time random games gain most
    Match("through_the_desert", "master,uct@seconds=2.9", 2, 0.80, 8),
    Match("through_the_desert", "master@seconds=1,uct@seconds=1", 3, 0.60, 30),
    *_of_levels("desert_bazaar", 3, 0.50),
    *_of_the_best("desert_bazaar", 3, 0.65),
    *_of_levels("bazaar", 2, 0.65),
    *_of_the_best("bazaar", 2, 0.90),
    Match("bazaar", "master@seconds=0.1,rate", 2, 0.60, 100),
)


# -- playing -----------------------------------------------------------------------------------------------------------


def play(matches: list[Match], minutes: float, jobs: int) -> None:
    """Play for so long, a few deals at a time."""
    end = time.monotonic() + 60 * minutes
    PLAYED.mkdir(exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as shown:
        all_games = shown.add_task("all matches", total=sum(match.games for match in matches))
        while time.monotonic() < end:
            done = {match: found.games if (found := match.summary()) else 0 for match in matches}
            shown.update(all_games, completed=sum(done.values()))
            match = min(matches, key=lambda match: done[match] / match.games)
            if done[match] >= match.games:
                break
            shown.update(all_games, description=f"{match.game}, {match.players} players: {match.bots}")
            some = max(jobs, match.settings.seating.games_per_deal, match.games // 4)  # a run takes seconds to begin
            if arena.run(match.settings, done[match] + some, jobs=jobs, results=match.file).is_interrupted:
                break


# -- the page ----------------------------------------------------------------------------------------------------------


def page() -> str:
    """What the games show, match by match."""
    lines = [_MADE, _ABOUT, "", *_levels()]
    for name in saltroad.games.BUILT_IN:
        lines += ["", f"## {saltroad.load(name).info.title}", ""]
        lines += ["| bots | players | games | wins (95 %) | wanted | a decision of the first | command |"]
        lines += ["|---|--:|--:|--:|--:|--:|---|"]
        lines += [_line(match) for match in MATCHES if match.game == name]
    return "\n".join(lines) + "\n"


def _levels() -> Iterator[str]:
    """What tells the levels apart, game by game."""
    yield "## The levels"
    yield ""
    yield "What each does at a decision, and the share of the moves that escape it, unless they are clearly the best."
    yield ""
    yield "| level | " + " | ".join(saltroad.load(name).info.title for name in games.BUILT_IN) + " |"
    yield "|---" * (1 + len(games.BUILT_IN)) + "|"
    for rank in zip(*map(levels_of, games.BUILT_IN), strict=True):
        yield f"| {rank[0].name} | " + " | ".join(map(_thinks, rank)) + " |"


def _thinks(level: Level) -> str:
    limit = level.limit
    parts = ["one look at each move"] if limit.nodes == 1 else [f"{limit.nodes:,} simulations"] if limit.nodes else []
    parts += [f"{limit.seconds:g} s"] if limit.seconds else []
    escapes = f", {level.sight.blunder_rate:.0%} escape it" if level.sight.blunder_rate else ""
    return " or ".join(parts) + escapes


def _line(match: Match) -> str:
    found = match.summary()
    bots = match.bots.replace(",", " v ")
    wins, thinks, games = "not played yet", "", 0
    if found and (first := found.standings[0]).wins:
        share = first.wins
        wins = f"{share.mean:.0%}" + (f" ({share.low:.0%} to {share.high:.0%})" if share.low is not None else "")
        thinks = f"{1000 * (first.seconds or 0):.0f} ms"
        games = found.games
    wanted = "" if match.wanted is None else f"{match.wanted:.0%}"
    return f"| {bots} | {match.players} | {games} | {wins} | {wanted} | {thinks} | `{match.command}` |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=0, help="play for so long first (default 0)")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes (default 1)")
    parser.add_argument("--only", default="", help="only matches whose file has this in its name")
    given = parser.parse_args()
    matches = [match for match in MATCHES if given.only in match.file.name]
    if not matches:
        raise SystemExit(f"No match has {given.only!r} in the name of its file.")
    if given.minutes:
        play(matches, given.minutes, given.jobs)
    PAGE.write_text(page(), "utf-8")
    print(f"written: {PAGE.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main()
