"""The sentences of `saltroad play` and `saltroad replay`: the command's own, and those of a game's facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from saltroad import games
from saltroad.kernel.rulebook import LANGUAGES, Verdict
from saltroad.messages import Catalogue, Event, PublicPly, Sentence, catalogue_of, facts_of

if TYPE_CHECKING:
    from saltroad.records import History

_COMMANDS = ("help", "board", "back", "hint", "undo", "why", "rules", "save", "quit")


def cli_catalogue(language: str) -> Catalogue:
    """The messages of the command line: cli/messages, and those that all games share."""
    return catalogue_of(__package__ or "", language)


def game_catalogue(game_name: str, language: str) -> Catalogue:
    """The messages of a game."""
    return catalogue_of(games.package_of(game_name), language)


@cache
def commands() -> Mapping[str, str]:
    """The words that can be typed besides actions, in all languages, each with the command it stands for."""
    return MappingProxyType(
        {
            word: command
            for language in LANGUAGES
            for command in _COMMANDS
            for word in cli_catalogue(language).text(f"command-{command}").split()
        }
    )


def events_of(history: History, since: int, until: int | None = None) -> Iterator[Event]:
    """The events from ply `since` on, up to the end or before ply `until`."""
    facts = facts_of(history.game.info.name)
    for ply in range(since, len(history) if until is None else until):
        positions = history.positions[ply], history.positions[ply + 1]
        yield from facts.events(PublicPly(history.game, history.actors[ply], history.actions[ply], positions))


def told(verdict: Verdict, catalogue: Catalogue, names: Sequence[str], you: int | None) -> Sentence:
    """The reason of a verdict, with the players' names; as the rulebook says it where the game has no messages."""
    if verdict.message not in catalogue:
        return Sentence((verdict.sentence(catalogue.language),))
    return catalogue.format(verdict.message, verdict.params, names=names, you=you)


def series(sentences: Iterable[Sentence]) -> Sentence:
    """Sentences joined by commas."""
    parts = [part for sentence in sentences for part in (", ", *sentence)]
    return Sentence(parts[1:])
