"""What the tests of Desert Bazaar's facts and sentences share: the events of planted turns and of whole games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.desert_bazaar.camp import GAME, PEOPLE, says, some_history
from saltroad.games.desert_bazaar import events as facts
from saltroad.games.desert_bazaar.views import CampView
from saltroad.kernel.contract import Position
from saltroad.messages import Event, PublicPly, Question, narrate
from saltroad.records import History

RICH = "SSSSSSSSCCCCCCCCPPPPPPPPWWWWWWWW"


def happened(position: Position, *lines: str) -> list[Event]:
    """The events of these actions, from what everybody sees."""
    found: list[Event] = []
    for text in (text for line in lines for text in line.split(";")):
        after, action = GAME.play(position, text), GAME.parse(text)
        found += facts.events(PublicPly(GAME, GAME.actor(position), action, (position, after)))
        position = after
    return found


def told(events: Sequence[Event], language: str = "en", you: int | None = None) -> list[str]:
    return [str(line.sentence) for line in narrate(says(language), events, PEOPLE, you)]


def asked(position: Position, viewer: int | None = 0, tile: str = "") -> Question | None:
    legal = [action for action in GAME.legal(position) if not tile or f"build {tile} " in str(action)]
    return facts.question(GAME.observe(position, viewer), legal)


@cache
def events_of(players: int, seed: int, open_hands: bool = False) -> tuple[tuple[Event, ...], ...]:
    """The events of a game of random moves, ply by ply."""
    history = some_history(players, seed, open_hands=open_hands)
    return tuple(tuple(facts.events(ply)) for ply in public_plies(history))


def public_plies(history: History) -> list[PublicPly[CampView]]:
    return [
        PublicPly(GAME, history.actors[k], history.actions[k], (history.positions[k], history.positions[k + 1]))
        for k in range(len(history))
    ]
