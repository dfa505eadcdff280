"""Pig as a `Game`: the rules behind the contract that all games keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Game, Outcome, Position, View, check_viewer, ranks_by
from saltroad.kernel.engine import Engine
from saltroad.kernel.info import Options
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.kernel.state_record import audiences, new_states, snapshot
from saltroad.messages import rule_sentences
from saltroad_pig.actions import NOTATION, Die, Hold, PigAction, Roll
from saltroad_pig.info import INFO
from saltroad_pig.rules import FACES, actor, apply, legal, weights
from saltroad_pig.state import CHOOSE, DTYPE, GOAL, OVER, PHASES, ROLLING, SHORT_GOAL, State


@dataclass(frozen=True, kw_only=True)
class PigView(View):
    """The table, the same for every viewer."""

    phase: str
    seat: int
    """Whose turn it is."""
    turn: int
    """Points of this turn, at stake."""
    held: tuple[int, ...]
    """Points by seat, for good."""
    goal: int


class Pig(Game[PigAction, PigView]):
    """The traditional dice game, 2 to 4 players."""

    info = INFO
    rulebook = Rulebook.of_package(__package__, rule_sentences(__package__))
    audiences = audiences(State)
    end_reasons: ClassVar = {"goal_reached": "PG-04"}
    engine = Engine(INFO.name, DTYPE, FACES, actor, legal, weights, apply)
    notation = NOTATION

    def start_of(self, options: Options) -> Position:
        states = new_states(DTYPE, 1)
        states[0]["players"], states[0]["goal"] = options.players, SHORT_GOAL if options["short"] is True else GOAL
        return Position(states)

    def options_of(self, position: Position) -> Options:
        s = snapshot(position.states, State)
        return INFO.agree(s.players, {"short": s.goal == SHORT_GOAL})

    def scores(self, position: Position) -> tuple[int, ...]:
        s = snapshot(position.states, State)
        return tuple(s.held[seat] for seat in range(s.players))

    def outcome(self, position: Position) -> Outcome | None:
        if snapshot(position.states, State).phase != OVER:
            return None
        scores = self.scores(position)
        ranks = ranks_by([(score == max(scores), score) for score in scores])
        return Outcome("goal_reached", "PG-04", scores, ranks, {"held": scores})

    def observe(self, position: Position, viewer: int | None) -> PigView:
        s = snapshot(position.states, State)
        check_viewer(viewer, s.players)
        return PigView(
            viewer=viewer,
            ply=s.ply,
            actor=self.actor(position),
            phase=PHASES[s.phase],
            seat=s.seat,
            turn=s.turn,
            held=self.scores(position),
            goal=s.goal,
        )

    def determinize(self, view: PigView, rng: Rng) -> Position:
        states = new_states(DTYPE, 1)
        s = states[0]
        s["ply"], s["turn"], s["goal"], s["players"] = view.ply, view.turn, view.goal, len(view.held)
        s["seat"], s["phase"] = view.seat, PHASES.index(view.phase)
        s["held"][: len(view.held)] = view.held
        return Position(states)

    def explain(self, position: Position, action: PigAction) -> Verdict:
        self.notation.index(action)
        s, book = snapshot(position.states, State), self.rulebook
        match action, s.phase:
            case _, phase if phase == OVER:
                return book.refuse("PG-04", "over", goal=s.goal)
            case Die(pips), phase if phase == ROLLING:
                return book.allow("PG-01", "face", pips=pips)
            case Die(), _:
                return book.refuse("PG-01", "not_rolled")
            case _, phase if phase == ROLLING:
                return book.refuse("PG-01", "falling")
            case Roll(), _:
                return book.allow("PG-01", "may_roll", points=s.turn)
        assert isinstance(action, Hold)
        return book.allow("PG-03", "may_hold", points=s.turn) if s.turn else book.refuse("PG-03", "nothing")

    def audit(self, position: Position) -> list[str]:
        s = snapshot(position.states, State)
        faults = []
        if (s.phase == OVER) != (max(self.scores(position)) >= s.goal):
            faults.append("over without a winner, or the other way round")
        if s.turn < 0 or (s.phase != CHOOSE and s.phase != ROLLING and s.turn):
            faults.append(f"{s.turn} points at stake")
        return faults


GAME = Pig()
