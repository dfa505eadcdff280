"""A live game at a table: what was played, what may be played next, what each viewer is shown.

Owns no clock, no store and no network. A change is made in two parts: `act` and the like return a `Transition`, and
`commit` applies it, after the caller has stored it. In between, viewers see the game as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.contract import AnyGame, Position, View
from saltroad.kernel.errors import IllegalAction, UnreadableAction
from saltroad.kernel.info import Options
from saltroad.kernel.rulebook import Verdict
from saltroad.records.dice import FIRST_SCHEME, MOST_DRAWN_ANEW, Dice
from saltroad.records.history import GameInProgress
from saltroad.server.refusals import Refusal

LONGEST_ACTION = 100
"""Characters of an action's text: no action of any game has more."""


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One action as the log keeps it. Not tracked by Python's collector, as long logs hold many."""

    actor: int
    """A seat or CHANCE."""
    action: str
    at: int = 0
    """The moment it was stored."""


@dataclass(frozen=True, slots=True)
class Transition:
    """The change that an action leads to: its ply and those of chance after it, and the position after each."""

    first_ply: int
    plies: tuple[Ply, ...]
    actions: tuple[Any, ...]
    """The actions of the plies, as values of the rules."""
    positions: tuple[Position, ...]
    actor: int
    """The actor after it: a seat or NOBODY."""


class LiveGame(GameInProgress):
    """A game in progress with its dice. Its log has texts, as they are stored; of the positions it keeps the last.
    Chance is to act only before `begin`: every transition ends where a seat is to act, or the game is over."""

    def __init__(self, game: AnyGame, options: Options, dice: Dice) -> None:
        super().__init__(game, options)
        self.dice = dice
        self.plies: list[Ply] = []
        """The log."""

    @classmethod
    def of_log(cls, game: AnyGame, options: Options, dice: Dice, log: Iterable[Ply]) -> LiveGame:
        """The game of a stored log, replayed through `Game.play`, which checks every action."""
        live_game = cls(game, options, dice)
        live_game._replay(log)
        return live_game

    def _replay(self, log: Iterable[Ply]) -> None:
        position = self.game.start_of(self.options)
        plies = []
        for ply in log:
            position = self.game.play(position, ply.action)
            plies.append(ply)
        self.plies = plies
        self._stand_at(position)

    def __len__(self) -> int:
        return len(self.plies)

    def actor_at(self, ply: int) -> int:
        return self.plies[ply].actor

    @property
    def next_ply(self) -> int:
        """The number of the ply to come."""
        return len(self.plies)

    # -- what would happen ---------------------------------------------------------------------------------------------

    def begin(self) -> Transition:
        """The setup: what chance decides before the first seat acts. The dice must hold all players' shares."""
        return self._settled([], [], [], self.position)

    def act(self, seat: int, ply: int, text: str) -> Transition | None:
        """The transition of a seat's action; None if this very action is stored already and was sent again.

        `ply` is the next ply as the sender knows it: a double click, a late bot and an old tab are refused by it.
        """
        text = _tidy(text)
        if ply < len(self.plies):
            sent_again = self.plies[ply].actor == seat and self._same(self.plies[ply].action, text)
            if sent_again:
                return None
            raise Refusal("stale", ply=len(self.plies))
        if ply > len(self.plies):
            raise Refusal("ahead", ply=len(self.plies))
        if self.actor == NOBODY:
            raise Refusal("over")
        if seat != self.actor:
            raise Refusal("not_your_turn", seat=self.actor)
        try:
            action = self.game.parse(text)
            after = self.game.play(self.position, action)
        except UnreadableAction as error:
            raise Refusal("unreadable", why=error) from None
        except IllegalAction as error:
            raise Refusal("illegal", verdict=error.verdict) from None
        return self._settled([Ply(seat, str(action))], [action], [after], after)

    def _same(self, stored: str, sent: str) -> bool:
        try:
            return str(self.game.parse(sent)) == stored
        except UnreadableAction:
            return False

    def _settled(
        self, plies: list[Ply], actions: list[Any], positions: list[Position], position: Position
    ) -> Transition:
        """Let chance decide until a seat is to act or the game is over."""
        first_ply, actor = len(self.plies), self.game.actor(position)
        if actor == CHANCE:  # asked first, as most moves are followed by no chance
            for drawn, after in self.game.chance_plies(position, self.dice.draws_from(first_ply + len(plies))):
                plies.append(Ply(CHANCE, str(drawn)))
                actions.append(drawn)
                positions.append(after)
            actor = self.game.actor(positions[-1])
        return Transition(first_ply, tuple(plies), tuple(actions), tuple(positions), actor)

    def commit(self, step: Transition, at: int = 0) -> None:
        """Apply a transition that was stored at that moment."""
        if step.first_ply != len(self.plies):
            raise ValueError(f"a step from ply {step.first_ply} cannot follow ply {len(self.plies)}")
        self.plies += [Ply(ply.actor, ply.action, at) for ply in step.plies]
        if step.positions:
            self.position, self.actor = step.positions[-1], step.actor

    # -- taking back ---------------------------------------------------------------------------------------------------

    def undo(self, seat: int) -> int:
        """The ply that a seat may go back to without consent: its last action, if it is still on turn and neither
        chance nor another seat has acted since."""
        if not self.can_undo(seat):
            raise Refusal("undo_nothing" if self.actor == seat else "undo_turn_over")
        return len(self.plies) - 1

    def can_undo(self, seat: int) -> bool:
        """Whether there is such a ply."""
        return self.actor == seat and bool(self.plies) and self.plies[-1].actor == seat

    def take_back(self, seat: int) -> int:
        """The ply that a seat goes back to if the others agree: its last action, with all that followed."""
        ply = self.last_ply_of(seat)
        if ply is None:
            raise Refusal("undo_nothing")
        return ply

    def redraws(self, to_ply: int, wanted: bool) -> bool:
        """Whether chance draws anew after going back to a ply: only if that is wanted, and there is something to draw.

        Otherwise chance's decisions stay: after a take-back the same ply has the same outcome, so that no player gains
        a second throw by it. In games of the first scheme of dice, every take-back over a decision of chance draws
        anew.
        """
        chance_decided = self.chance_decided_since(to_ply)
        if wanted and not chance_decided:
            raise Refusal("redraw_nothing")
        redraws = chance_decided and (wanted or self.dice.scheme == FIRST_SCHEME)
        if redraws and len(self.dice.drawn_anew) >= MOST_DRAWN_ANEW:
            raise Refusal("taken_back_enough", most=MOST_DRAWN_ANEW)
        return redraws

    def go_back(self, to_ply: int, *, redraw: bool = False) -> None:
        """Go back to the position before a ply; with `redraw` chance decides anew from there."""
        if not 0 <= to_ply <= len(self.plies):
            raise ValueError(f"there is no ply {to_ply}")
        if redraw:
            self.dice = replace(self.dice, drawn_anew=(*self.dice.drawn_anew, to_ply))
        self._replay(self.plies[:to_ply])

    # -- what is shown -------------------------------------------------------------------------------------------------

    def view(self, viewer: int | None) -> View:
        """The view of a seat, or of a spectator."""
        view: View = self.game.observe(self.position, viewer)
        return view

    def legal(self, viewer: int | None) -> tuple[str, ...]:
        """The texts of the legal actions, for the seat to act; none for other viewers."""
        if viewer is None or viewer != self.actor:
            return ()
        return tuple(map(str, self.game.legal(self.position)))

    def explain(self, seat: int, text: str) -> Verdict:
        """Why an action is or is not legal now, for the seat that is to act: the reasons may tell of its cards."""
        if seat != self.actor:
            raise Refusal("not_your_turn", seat=self.actor)
        try:
            return self.game.explain(self.position, self.game.parse(_tidy(text)))
        except UnreadableAction as error:
            raise Refusal("unreadable", why=error) from None


def _tidy(text: str) -> str:
    if len(text) > LONGEST_ACTION:
        raise Refusal("too_long", most=LONGEST_ACTION)
    return " ".join(text.split())
