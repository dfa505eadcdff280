"""Desert Bazaar as a `Game`: the rules behind the contract that all games keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from saltroad.games.desert_bazaar.actions import NOTATION, CampAction
from saltroad.games.desert_bazaar.components import (
    CARDS_PER_RESOURCE,
    MARKERS_PER_PLAYER,
    RESOURCES,
    SIDES,
    SPACES,
    TILE_TEXTS,
    TILES,
    TILES_PER_SIDE,
    amount,
    total,
)
from saltroad.games.desert_bazaar.explain import RULEBOOK, explain
from saltroad.games.desert_bazaar.indices import DICE_FALL, MOST_PLAYERS
from saltroad.games.desert_bazaar.info import INFO
from saltroad.games.desert_bazaar.offers import offers
from saltroad.games.desert_bazaar.rolling import draw, weights
from saltroad.games.desert_bazaar.rules import actor, apply, count_legal, legal, nth_legal
from saltroad.games.desert_bazaar.standing import score, tie_break
from saltroad.games.desert_bazaar.state import (
    DTYPE,
    NO_TILE,
    NOBODYS,
    NOT_ENDED,
    OVER,
    SOURCES,
    State,
    start_states,
)
from saltroad.games.desert_bazaar.views import (
    END_REASONS,
    CampView,
    determinize,
    points_of,
    public_view,
    scores_of,
    seen_by,
)
from saltroad.kernel.bits import spaces_in
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Game, Offers, Outcome, Position, check_viewer, ranks_by
from saltroad.kernel.engine import Engine
from saltroad.kernel.info import Options
from saltroad.kernel.rulebook import Verdict
from saltroad.kernel.state_record import PUBLIC, Audience, audiences, reading, snapshot


class DesertBazaar(Game[CampAction, CampView]):
    """Brian Yu's Desert Bazaar, 3 to 5 players."""

    info = INFO
    rulebook = RULEBOOK
    audiences = audiences(State)
    end_reasons: ClassVar = {"board_full": "DB-40", "tiles_used": "DB-44", "nothing_built": "DB-45"}
    engine = Engine(
        name=INFO.name,
        dtype=DTYPE,
        most_legal=SIDES * TILES_PER_SIDE * SPACES + len(RESOURCES),
        actor=actor,
        legal=legal,
        weights=weights,
        apply=apply,
        count_legal=count_legal,
        nth_legal=nth_legal,
        draw=draw,
        score=score,
        tie_break=tie_break,
        seat_actions=DICE_FALL,
    )
    notation = NOTATION
    _public: tuple[State, CampView] | None = None
    """What everybody sees of the position that was looked at last: the views of all seats are made of it."""

    def __getstate__(self) -> dict[str, object]:
        return {}  # what was looked at last is not pickled

    def start_of(self, options: Options) -> Position:
        start = int(options["start"]) - 1
        open_hands, fair_start = options["open_hands"] is True, options["fair_start"] is True
        return Position(start_states(options.players, start, open_hands=open_hands, fair_start=fair_start))

    def options_of(self, position: Position) -> Options:
        s = reading(position.states, State)
        return INFO.agree(
            s.players,
            {"start": str(s.start + 1), "open_hands": bool(s.open_hands), "fair_start": bool(s.fair_start)},
        )

    def audiences_in(self, position: Position) -> Mapping[str, Audience]:
        s = position.states[0]  # two fields of many, at every ply: a snapshot would read them all
        return {**self.audiences, "hand": PUBLIC} if s["open_hands"] or s["phase"] == OVER else self.audiences

    def scores(self, position: Position) -> tuple[int, ...]:
        return scores_of(reading(position.states, State))

    def outcome(self, position: Position) -> Outcome | None:
        s = reading(position.states, State)
        if s.phase != OVER:
            return None
        scores, reason = scores_of(s), END_REASONS[s.ended]
        ranks = ranks_by([(score, s.held[seat]) for seat, score in enumerate(scores)])  # DB-43
        breakdown = dict(zip(SOURCES, points_of(s), strict=True))
        return Outcome(reason, self.end_reasons[reason], scores, ranks, breakdown)

    def observe(self, position: Position, viewer: int | None) -> CampView:
        return self._view(position, viewer, remembers=False)

    def remember(self, position: Position, viewer: int | None) -> CampView:
        return self._view(position, viewer, remembers=True)

    def _view(self, position: Position, viewer: int | None, *, remembers: bool) -> CampView:
        s = reading(position.states, State)
        check_viewer(viewer, s.players)
        last = self._public
        if last is None or last[0] is not s:
            last = self._public = s, public_view(s, self.actor(position))
        public = last[1]
        return public if viewer is None and not remembers else seen_by(s, public, viewer, remembers=remembers)

    def determinize(self, view: CampView, rng: Rng) -> Position:
        return Position(determinize(view, rng))

    def explain(self, position: Position, action: CampAction) -> Verdict:
        self.notation.index(action)
        return explain(snapshot(position.states, State), action)

    def offers(self, position: Position) -> Offers:
        return offers(self.engine, position.states) if self.actor(position) >= 0 else Offers()

    def audit(self, position: Position) -> list[str]:  # noqa: C901  # rule by rule
        s = snapshot(position.states, State)
        faults = []
        seats = range(s.players)
        for r, resource in enumerate(RESOURCES):
            held, in_pile = sum(amount(s.hand[seat], r) for seat in range(MOST_PLAYERS)), amount(s.pile, r)
            if held + in_pile != CARDS_PER_RESOURCE:
                faults.append(f"{resource}: {held} cards in hands and {in_pile} in the pile")
        if any(total(s.hand[seat]) != s.held[seat] for seat in range(MOST_PLAYERS)):
            faults.append("a seat holds other cards than are counted")
        tents = [tile for tile in s.tent if tile != NO_TILE]
        up = [tile for tile in s.place if tile != NO_TILE]
        if sorted([*tents, *up, *spaces_in([s.unseen])]) != list(range(len(TILES))):
            faults.append("a tile is lost or in two places")
        for side in range(SIDES):
            row = list(s.place)[side * TILES_PER_SIDE : (side + 1) * TILES_PER_SIDE]
            shown = sorted(tile for tile in row if tile != NO_TILE)
            if shown != list(spaces_in([s.up[side]])):
                faults.append(f"side {side + 1} shows other tiles than lie there")
        if set(spaces_in(list(s.taken))) != {space for space in range(SPACES) if s.tent[space] != NO_TILE}:
            faults.append("a space is taken without a tile, or the other way round")
        for seat in seats:
            on_board = sum(owner == seat for owner in s.owner)
            if on_board + s.markers[seat] != MARKERS_PER_PLAYER:
                faults.append(f"player {seat + 1} has {on_board} markers on the board and {s.markers[seat]} left")
        if any(s.owner[x] != NOBODYS and s.tent[x] == NO_TILE for x in range(SPACES)):
            faults.append("a marker lies where no tile is")
        if s.building != NO_TILE and s.building not in up:
            faults.append(f"{TILE_TEXTS[s.building]} is being built and not face up")
        if (s.phase == OVER) != (s.ended != NOT_ENDED):
            faults.append("over without a reason, or the other way round")
        return faults


GAME = DesertBazaar()
