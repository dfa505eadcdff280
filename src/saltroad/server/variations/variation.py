"""A variation: a game up to some ply, and what is played on from there. Nothing of it is stored.

What chance decides follows from where the variation begins and from its actions so far, and from no secret: the same
variation has the same outcomes on every server, and those of no real game. Playing takes milliseconds: do it in a
thread.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from saltroad import games
from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import View
from saltroad.kernel.errors import BadOptions, IllegalAction, UnreadableAction
from saltroad.messages import PublicPly, facts_of
from saltroad.protocol.actions import offers_shown
from saltroad.protocol.messages import Happened
from saltroad.protocol.variations import ChanceOutcomes, VariationShown
from saltroad.records.history import History
from saltroad.server.refusals import Refusal
from saltroad.server.tables.sentences import GameSentences
from saltroad.server.tables.state import TableState


class Variation:
    """A game from its start, of which the plies from `from_ply` on are the variation."""

    def __init__(self, history: History, origin: str, names: Sequence[str] = ()) -> None:
        """`origin` names where it begins; `names` are those of the players, by seat."""
        self.history = history
        self.game = history.game
        self.from_ply = len(history)
        self.names = names
        self._origin = origin

    @classmethod
    def of_table(cls, state: TableState, ply: int) -> Variation:
        """The start of a variation of a finished game, before one of its plies."""
        live_game = state.game
        if ply > live_game.next_ply:
            raise Refusal("no_ply", most=live_game.next_ply)
        history = History(live_game.game, live_game.options)
        for played in live_game.plies[:ply]:
            history.play(played.action)
        return cls(history, f"table {state.id} {ply}", state.names)

    @classmethod
    def of_game(cls, name: str, players: int, choices: dict[str, str], seed: int) -> Variation:
        """The start of a variation from the start of a game."""
        game = games.load(name)
        try:
            options = game.info.agree(players, choices)
        except BadOptions as error:
            raise Refusal("bad_options", why=error) from None
        return cls(History(game, options), f"game {name} {options} {seed}")

    @property
    def actor(self) -> int:
        """The seat to act, CHANCE or NOBODY."""
        return self.history.actor

    @property
    def actions(self) -> tuple[str, ...]:
        """What was played since it began, chance's outcomes included."""
        return tuple(map(str, self.history.actions[self.from_ply :]))

    @property
    def setup_plies(self) -> int:
        """How many plies chance has decided before the first seat acts."""
        actors = self.history.actors
        return next((ply for ply, who in enumerate(actors) if who != CHANCE), len(actors))

    def digest(self) -> bytes:
        """A digest of where it began and of its actions so far."""
        told = msgspec.json.encode((self._origin, self.actions))
        return hashlib.sha256(told).digest()

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, texts: Sequence[str]) -> None:
        """Play actions. Where chance is to act and the next of them is none of its outcomes, it is drawn first. A
        refusal tells by `at` which action is meant."""
        for at, text in enumerate(texts):
            self._play(text, at)

    def read(self, text: str, at: int) -> str:
        """An action that is legal now, as it is written; refused if it is not."""
        return str(self._legal(text, at))

    def settle(self) -> None:
        """Let chance decide until a seat is to act or the game is over."""
        while self.actor == CHANCE:
            draws = Rng([*self.digest()])
            self.history.play(self.game.decide(self.history.position, draws))

    def _play(self, text: str, at: int) -> None:
        if self.actor == CHANCE and not self._is_outcome(text, at):
            self.settle()
        self.history.play(self._legal(text, at))

    def _is_outcome(self, text: str, at: int) -> bool:
        return self._parsed(text, at) in self.game.legal(self.history.position)

    def _legal(self, text: str, at: int) -> object:
        action = self._parsed(text, at)
        if self.actor == NOBODY:
            raise Refusal("over", at=at)
        try:
            self.game.play(self.history.position, action)
        except IllegalAction as error:
            raise Refusal("illegal", verdict=error.verdict, at=at) from None
        return action

    def _parsed(self, text: str, at: int) -> object:
        try:
            return self.game.parse(" ".join(text.split()))
        except UnreadableAction as error:
            raise Refusal("unreadable", why=error, at=at) from None

    # -- showing -------------------------------------------------------------------------------------------------------

    def shown(self, seat: int | None, since: int, waits: bool, language: str) -> VariationShown:
        """The variation as it is sent: to a seat, or to someone who plays all of them."""
        history, game, actor = self.history, self.game, self.actor
        position = history.position
        view: View = game.observe(position, seat if seat is not None else actor if actor >= 0 else None)
        facts = facts_of(game.info.name)
        asks = facts.question(view, game.legal(position)) if actor >= 0 else None
        offers = game.offers(position)
        first = min(self.from_ply + since, len(history))
        shown = VariationShown(
            from_ply=self.from_ply,
            ply=len(history),
            actor=actor,
            actions=self.actions,
            first_ply=first,
            happened=self._happened(first),
            asks=asks,
            view=view,
            offers=offers_shown(offers),
            more=offers.more,
            outcome=history.outcome,
            chance=self._chance(),
            waits=waits,
        )
        if not language:
            return shown
        sentences = GameSentences(game, self.names, language)
        told = sentences.log(shown.happened)
        return msgspec.structs.replace(shown, happened=told, sentence=sentences.question(asks, seat))

    def _happened(self, first: int) -> tuple[Happened, ...]:
        history, facts = self.history, facts_of(self.game.info.name)
        found = []
        view: View | None = None
        for ply in range(first, len(history)):
            actor, action = history.actors[ply], history.actions[ply]
            public: PublicPly[View] = PublicPly(
                self.game, actor, action, (history.positions[ply], history.positions[ply + 1]), (view, None)
            )
            found.append(Happened(actor, str(action), tuple(facts.events(public)), 0))
            view = public.view_after
        return tuple(found)

    def _chance(self) -> ChanceOutcomes | None:
        if self.actor != CHANCE:
            return None
        position = self.history.position
        return ChanceOutcomes(tuple(map(str, self.game.legal(position))), self.game.weights(position))
