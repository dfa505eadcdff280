"""Bazaar as a `Game`: the rules behind the contract that all games keep."""

from __future__ import annotations

from typing import ClassVar

from saltroad.games.bazaar.actions import NOTATION, BazaarAction
from saltroad.games.bazaar.components import (
    COLOURS,
    COLUMNS,
    OUT_OF_REACH,
    STALLS,
    TOKEN_LIMIT,
    TOKENS_PER_COLOUR,
    WARE_PRICE,
    WARES,
    WARES_PER_STALL,
)
from saltroad.games.bazaar.engine import ENGINE
from saltroad.games.bazaar.explain import RULEBOOK, explain
from saltroad.games.bazaar.info import INFO
from saltroad.games.bazaar.offers import offers
from saltroad.games.bazaar.state import (
    DISPLAYED,
    NO_WARE,
    NOT_ENDED,
    OVER,
    UNSEEN,
    State,
    start_states,
)
from saltroad.games.bazaar.views import END_REASONS, BazaarView, determinize, observe, points_of, scores_of, tokens_of
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Game, Offers, Outcome, Position, check_viewer, ranks_by
from saltroad.kernel.info import Options
from saltroad.kernel.rulebook import Verdict
from saltroad.kernel.state_record import audiences, reading, snapshot


class Bazaar(Game[BazaarAction, BazaarView]):
    """Sid Sackson's Bazaar, 2 to 6 players and the puzzle for one."""

    info = INFO
    rulebook = RULEBOOK
    audiences = audiences(State)
    end_reasons: ClassVar = {"two_stalls_empty": "BZ-30", "no_purchases": "BZ-32", "puzzle_solved": "BZ-50"}
    engine = ENGINE
    notation = NOTATION

    def start_of(self, options: Options) -> Position:
        return Position(start_states(options.players, double_purchase=options["double_purchase"] is True))

    def options_of(self, position: Position) -> Options:
        s = reading(position.states, State)
        return INFO.agree(s.players, {"double_purchase": bool(s.double_purchase), "solo": s.players == 1})

    def scores(self, position: Position) -> tuple[int, ...]:
        return scores_of(reading(position.states, State))

    def outcome(self, position: Position) -> Outcome | None:
        s = reading(position.states, State)
        if s.phase != OVER:
            return None
        scores, reason = scores_of(s), END_REASONS[s.ended]
        if s.players == 1:
            return Outcome(reason, self.end_reasons[reason], scores, (1,), {"turns": scores})
        ranks = ranks_by([(score, -s.wares[seat]) for seat, score in enumerate(scores)])  # BZ-31
        breakdown = dict(zip(COLUMNS, points_of(s), strict=True))
        return Outcome(reason, self.end_reasons[reason], scores, ranks, breakdown)

    def observe(self, position: Position, viewer: int | None) -> BazaarView:
        s = reading(position.states, State)
        check_viewer(viewer, s.players)
        return observe(s, self.actor(position), viewer)

    def determinize(self, view: BazaarView, rng: Rng) -> Position:
        return Position(determinize(view))

    def explain(self, position: Position, action: BazaarAction) -> Verdict:
        self.notation.index(action)
        return explain(snapshot(position.states, State), action)

    def offers(self, position: Position) -> Offers:
        return offers(self.engine, position.states) if self.actor(position) >= 0 else Offers()

    def audit(self, position: Position) -> list[str]:
        s = snapshot(position.states, State)
        faults = []
        for colour, name in enumerate(COLOURS):
            held = [tokens_of(s.hand[seat])[colour] for seat in range(len(s.hand))]
            if sum(held) + tokens_of(s.bank)[colour] != TOKENS_PER_COLOUR:
                faults.append(f"{name} tokens: {held} in hands and {tokens_of(s.bank)[colour]} in the bank")
        at_rest = s.phase <= 3  # a turn is to begin: no player may hold more than ten (BZ-16)
        if at_rest and any(sum(tokens_of(s.hand[seat])) > TOKEN_LIMIT for seat in range(s.players)):
            faults.append("more than ten tokens at the start of a turn")
        tops = [ware for ware in s.top if ware != NO_WARE]
        if sorted(tops) != [ware for ware in range(WARES) if s.where[ware] == DISPLAYED]:
            faults.append(f"wares on display: {tops}")
        sold = sum(s.wares[seat] for seat in range(s.players))
        if sold != sum(where not in (UNSEEN, DISPLAYED) for where in s.where):
            faults.append(f"{sold} wares counted as sold")
        if s.players > 1 and sold + sum(s.left) != STALLS * WARES_PER_STALL:
            faults.append(f"{sold} wares sold and {sum(s.left)} in the stalls")
        for stall in range(STALLS):
            if s.price[stall] != (OUT_OF_REACH if s.top[stall] == NO_WARE else WARE_PRICE[s.top[stall]]):
                faults.append(f"stall {stall + 1} has the price of another ware")
        if (s.phase == OVER) != (s.ended != NOT_ENDED):
            faults.append("over without a reason, or the other way round")
        return faults


GAME = Bazaar()
