"""Through the Desert as a `Game`: the rules behind the contract that all games keep."""

from __future__ import annotations

from typing import ClassVar

from saltroad.games.through_the_desert.actions import NOTATION, DesertAction
from saltroad.games.through_the_desert.components import (
    COLOURS,
    MARKED,
    SPACES,
    WATER_COUNTS,
    WATER_VALUES,
    in_play,
    pile_size,
)
from saltroad.games.through_the_desert.enclosure import water_at
from saltroad.games.through_the_desert.explain import RULEBOOK, explain
from saltroad.games.through_the_desert.indices import PALMS
from saltroad.games.through_the_desert.info import INFO
from saltroad.games.through_the_desert.offers import offers
from saltroad.games.through_the_desert.rules import actor, apply, count_legal, legal, nth_legal, weights, write_mask
from saltroad.games.through_the_desert.standing import score
from saltroad.games.through_the_desert.state import (
    CARAVANS,
    DRAWN,
    DTYPE,
    NO_SPACE,
    NOT_ENDED,
    OVER,
    State,
    ask_ahead,
    start_states,
)
from saltroad.games.through_the_desert.views import (
    END_REASONS,
    SOURCES,
    DesertView,
    caravan_set,
    determinize,
    observe,
    points_of,
    scores_of,
    set_of,
)
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Game, Offers, Outcome, Position, check_viewer, ranks_by
from saltroad.kernel.engine import Engine
from saltroad.kernel.info import Options
from saltroad.kernel.rulebook import Verdict
from saltroad.kernel.state_record import audiences, reading, snapshot


class ThroughTheDesert(Game[DesertAction, DesertView]):
    """Reiner Knizia's Through the Desert, 2 to 5 players."""

    info = INFO
    rulebook = RULEBOOK
    audiences = audiences(State)
    end_reasons: ClassVar = {"pile_empty": "TD-50", "all_passed": "TD-20"}
    engine = Engine(
        name=INFO.name,
        dtype=DTYPE,
        most_legal=len(COLOURS) * SPACES,
        actor=actor,
        legal=legal,
        weights=weights,
        apply=apply,
        count_legal=count_legal,
        nth_legal=nth_legal,
        ask_ahead=ask_ahead,
        score=score,
        write_mask=write_mask,
        seat_actions=PALMS,
    )
    notation = NOTATION

    def start_of(self, options: Options) -> Position:
        start = DRAWN if options["start"] == "drawn" else int(options["start"]) - 1
        return Position(start_states(options.players, start, open_scores=options["open_scores"] is True))

    def options_of(self, position: Position) -> Options:
        s = reading(position.states, State)
        start = "drawn" if s.start == DRAWN else str(s.start + 1)
        return INFO.agree(s.players, {"start": start, "open_scores": bool(s.open_scores)})

    def scores(self, position: Position) -> tuple[int, ...]:
        return scores_of(reading(position.states, State))

    def outcome(self, position: Position) -> Outcome | None:
        s = reading(position.states, State)
        if s.phase != OVER:
            return None
        scores, reason = scores_of(s), END_REASONS[s.ended]
        breakdown = dict(zip(SOURCES, points_of(s), strict=True))
        return Outcome(reason, self.end_reasons[reason], scores, ranks_by(scores), breakdown)  # TD-53, TD-54

    def observe(self, position: Position, viewer: int | None) -> DesertView:
        s = reading(position.states, State)
        check_viewer(viewer, s.players)
        return observe(s, self.actor(position), viewer)

    def determinize(self, view: DesertView, rng: Rng) -> Position:
        return Position(determinize(view))

    def explain(self, position: Position, action: DesertAction) -> Verdict:
        self.notation.index(action)
        return explain(snapshot(position.states, State), action, lambda: self._earned(position, action))

    def _earned(self, position: Position, action: DesertAction) -> int:
        """The points that a placement earns its player at once: water, oases, areas."""
        before, after = (reading(p.states, State) for p in (position, self.apply(position, action)))
        earned = zip(points_of(before)[:-1], points_of(after)[:-1], strict=True)
        return sum(now[before.seat] - then[before.seat] for then, now in earned)

    def offers(self, position: Position) -> Offers:
        return offers(self.engine, position.states) if self.actor(position) >= 0 else Offers()

    def audit(self, position: Position) -> list[str]:  # noqa: C901  # rule by rule
        s = snapshot(position.states, State)
        faults = []
        caravans = [caravan_set(s, k) for k in range(CARAVANS)]
        standing = [x for camels in caravans for x in camels]
        if len(standing) != len(set(standing)) or sorted(standing) != list(set_of(s.camels)):
            faults.append("two camels on one space, or a camel in no caravan")
        if set(standing) | set(set_of(s.empty)) != in_play(s.players) or set(standing) & set(set_of(s.empty)):
            faults.append("a space neither empty nor taken, or both")
        for k, colour in enumerate(COLOURS):
            standing_here = sum(len(caravans[seat * len(COLOURS) + k]) for seat in range(s.players))
            to_place = sum(s.leaders[seat] >> k & 1 for seat in range(s.players))
            returned = s.players == 5 and not s.given_up >> k & 1  # counted in the pile already (TD-03)
            if standing_here + to_place + s.pile[k] != pile_size(s.players) + s.players - (s.players == 5) + returned:
                faults.append(f"{colour} camels: {standing_here} standing, {to_place} leaders, {s.pile[k]} in the pile")
        if any(s.leader[k] not in (caravans[k] or (NO_SPACE,)) for k in range(CARAVANS)):
            faults.append("a caravan without its leader")
        if any(len(caravans[k]) != s.length[k] for k in range(CARAVANS)):
            faults.append("a caravan's length is not its number of camels")
        for k, value in enumerate(WATER_VALUES):
            laid = sum(water_at(s, x) == value for x in MARKED)
            if laid + s.markers[k] != WATER_COUNTS[k]:
                faults.append(f"water of value {value}: {laid} laid and {s.markers[k]} left")
        enclosed = {x for x in range(SPACES) if s.closed_by[x] >= 0}
        if enclosed != set(set_of(s.enclosed)):
            faults.append("an enclosed space without an owner, or the other way round")
        if enclosed & set(standing):
            faults.append("a camel in an enclosed area")
        for seat in range(s.players):
            own = {x for x in enclosed if s.closed_by[x] == seat}
            own |= {x for k in range(len(COLOURS)) for x in caravans[seat * len(COLOURS) + k]}
            if s.water_points[seat] != sum(water_at(s, x) for x in own):
                faults.append(f"player {seat + 1} has other water than the markers taken")
        if any(s.region):
            faults.append("a flood fill left something behind")
        if (s.phase == OVER) != (s.ended != NOT_ENDED):
            faults.append("over without a reason, or the other way round")
        return faults


GAME = ThroughTheDesert()
