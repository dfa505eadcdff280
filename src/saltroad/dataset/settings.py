"""The settings of a data set: its games, which are played as those of a tournament, and what is kept of their
decisions."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from saltroad import games as all_games
from saltroad.arena.entrants import EntrantLimit
from saltroad.arena.results import difference
from saltroad.arena.seating import Seats
from saltroad.arena.settings import TournamentSettings
from saltroad.arena.tournament import read_settings
from saltroad.dataset.errors import BadDataset
from saltroad.kernel.info import Choice, Options
from saltroad.kernel.observation import FORMS, Form

FORMAT = 1
"""The version of the file; it rises when a column changes its meaning."""
_MOST_SEED = 2**63 - 1


class DatasetSettings(TournamentSettings, frozen=True, kw_only=True):
    """Everything that the rows depend on. The number of games is not part of it: a data set can be made longer."""

    dataset: int = FORMAT
    memory: bool = False
    """Whether observations tell what a perfect memory knows."""
    form: Form = "packed"
    """The form of observations and masks in the file."""
    command: str = ""
    """The command that makes the data set again, without the number of games."""

    def seats(self, game: int) -> Seats:
        """The bot in each seat of a game: numbers of `bots`, which take turns in every seat."""
        players = self.agreed.players
        if len(self.bots) == 1 or players == 1:
            return (game % len(self.bots),) * players
        deal, number = divmod(game, self.seating.games_per_deal)
        return self.seating.seats(deal)[number]


def configure(
    game: str,
    bots: str | Sequence[str],
    *,
    players: int | None = None,
    options: Mapping[str, Choice | str] | Options = MappingProxyType({}),
    seed: int = 0,
    limit: str | EntrantLimit | None = None,
    memory: bool = False,
    form: Form = "packed",
    patience: float = 30.0,
) -> DatasetSettings:
    """The settings of a data set, checked; BadDataset, BadArena, BadOptions or UnknownGame in one sentence."""
    games = read_settings(
        game, bots, players=players, options=options, seed=seed, limit=limit, patience=patience, grace=1.0
    )
    check_form(form)
    if seed > _MOST_SEED:
        raise BadDataset(f"The seed of a data set is at most {_MOST_SEED}: it is a column of 64 bits.")
    command = _command(games, bots if isinstance(bots, str) else ",".join(bots), "" if limit is None else str(limit))
    command += ["--memory"] * memory + (["--form", form] if form != "packed" else [])
    fields = {name: getattr(games, name) for name in games.__struct_fields__}
    return DatasetSettings(**fields, memory=memory, form=form, command=shlex.join(command))


def check_form(form: str) -> None:
    """Refuse what is no form of observations."""
    if form not in FORMS:
        raise BadDataset(f"The form of observations is one of {', '.join(FORMS)}, not {str(form)[:40]!r}.")


def _command(games: TournamentSettings, bots: str, limit: str) -> list[str]:
    """The words that name these games; options as far as they are not the default."""
    defaults = {option.name: option.values[0] for option in all_games.info(games.game).options}
    written = dict(part.split("=") for part in games.options.split())  # a younger option only if it is not the default
    words = ["saltroad", "dataset", games.game, "--bots", bots, "--players", str(games.agreed.players)]
    for name, value in games.agreed.choices:
        words += ["--option", f"{name}={written[name]}"] if value != defaults[name] else []
    return [*words, "--seed", str(games.seed), *(["--limit", limit] if limit else [])]


def differs(found: DatasetSettings, wanted: DatasetSettings, where: str = "here") -> str:
    """The first setting that differs, in words; empty if the rows are the same."""
    return difference(msgspec.structs.replace(found, command=wanted.command), wanted, where)
