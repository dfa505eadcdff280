"""Refuses variations of running games: no player is helped by an analysis, or by bots, in a game that is being played.

A variation is taken for that of a running game of the person who asks if

- it begins with the same setup and the same first move, or
- it comes through the position at which the running game stands, as that person's seat sees it.

So neither moves that were played otherwise some plies before, nor moves in another order, are a way around it. What
options say is not compared: the same moves under other options would be one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from saltroad.kernel.actors import CHANCE
from saltroad.kernel.contract import View
from saltroad.server.refusals import Refusal
from saltroad.server.store import Person, Store, StoredPly
from saltroad.server.variations.variation import Variation

InThread = Callable[..., Awaitable[bool]]


async def refuse_running(store: Store, person: Person, variation: Variation, in_thread: InThread) -> None:
    """Refusal `not_over` if the variation is that of a running game in which the person sits."""
    for listed in await store.playing(person.id, variation.game.info.name):
        log = await store.log(listed.table.id)
        seats = [seat.number for seat in listed.seats if seat.person == person.id]
        if await in_thread(is_of_game, variation, log.plies, seats[0], listed.table.options):
            raise Refusal("not_over")


def is_of_game(variation: Variation, plies: Sequence[StoredPly], seat: int, options: str) -> bool:
    """Whether a variation is that of a running game, for the person at one of its seats."""
    return _begins_alike(variation, plies) or _comes_through(variation, plies, seat, options)


def _begins_alike(variation: Variation, plies: Sequence[StoredPly]) -> bool:
    """Whether it has the same setup and the same first move; of a game without a move the setup is enough."""
    setup = next((k for k, ply in enumerate(plies) if ply.actor != CHANCE), len(plies))
    begun = [ply.action for ply in plies[: setup + 1]]
    return [str(action) for action in variation.history.actions[: len(begun)]] == begun


def _comes_through(variation: Variation, plies: Sequence[StoredPly], seat: int, options: str) -> bool:
    """Whether one of its positions is that of the running game, as far as the seat knows that."""
    game, history = variation.game, variation.history
    agreed = game.info.read(options)
    if agreed.players != history.options.players:
        return False
    position = game.start_of(agreed)
    for ply in plies:
        position = game.apply(position, game.parse(ply.action))
    actor, scores = game.actor(position), game.scores(position)
    seen = _timeless(game.observe(position, seat))
    return any(
        _timeless(game.observe(other, seat)) == seen
        for other in history.positions
        if game.actor(other) == actor and game.scores(other) == scores
    )


def _timeless(view: View) -> View:
    """A view without the number of its ply."""
    return replace(view, ply=0)
