"""Faults in what Pebbles keeps and in what it shows."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Position
from saltroad.kernel.errors import BadPosition
from saltroad.kernel.state_record import new_states
from testing.pebbles import (
    ACTIONS,
    DECIDE,
    DTYPE,
    KEEP,
    Pebbles,
    PebblesView,
)
from testing.planting import Faults

VIEW_FAULTS = Faults()

# -- in what is kept ---------------------------------------------------------------------------------------------------


@VIEW_FAULTS.plant("load does not read back what dump wrote")
class LoadForgets(Pebbles):
    def load(self, data: bytes) -> Position:
        position = super().load(data)
        position.states["drawn"] = 0
        return position


@VIEW_FAULTS.plant("load with .* goes through, where BadPosition is right")
class LoadsDamaged(Pebbles):
    def load(self, data: bytes) -> Position:
        states = new_states(DTYPE, 1)
        body = data[-DTYPE.itemsize :]
        if len(body) < DTYPE.itemsize:
            raise BadPosition("too short")
        states.view("u1")[:] = bytearray(body)
        return Position(states)


@VIEW_FAULTS.plant("load with no bytes, where only BadPosition is right, raises ValueError")
class LoadCrashes(Pebbles):
    def load(self, data: bytes) -> Position:
        if not data:
            raise ValueError("no data")
        return super().load(data)


@VIEW_FAULTS.plant("load with another game's mark goes through, where BadPosition is right")
class LoadsAnyGame(Pebbles):
    def load(self, data: bytes) -> Position:
        mark = self._mark()
        return super().load(data if len(data) < len(mark) else mark + data[data.find(b"\n") + 1 :])


# -- in the views ------------------------------------------------------------------------------------------------------


@VIEW_FAULTS.plant("the view of seat 0 tells what is hidden: field bag shows in sold")
class BagShows(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        return replace(view, sold=tuple(view.of_each - int(count) for count in position.states["bag"][0]))

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(replace(view, sold=(0, 0, 0)), rng)
        guess.states["sold"] = 0
        return guess


@VIEW_FAULTS.plant("the view of a spectator tells what is hidden: field hand shows in hand")
class SpectatorSees(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        return view if viewer is not None else replace(view, hand=super().observe(position, 0).hand)

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        if view.viewer is not None:
            return super().determinize(view, rng)
        guess = super().determinize(replace(view, viewer=0), rng)  # what the leak allows
        if view.phase == DECIDE and view.seat == 0:
            bag = guess.states["bag"][0]
            colour = rng.weighted(bag.tolist())
            bag[colour] -= 1
            guess.states["drawn"][0][0] = colour
        return guess


@VIEW_FAULTS.plant("the view of seat 1 tells what is hidden: field drawn shows in drawn")
class NeighbourSees(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        shown = int(position.states["drawn"][0][0])
        return replace(view, drawn=shown) if viewer == 1 and shown >= 0 else view

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        if view.viewer != 1 or view.phase != DECIDE or view.seat != 0:
            return super().determinize(view, rng)
        guess = super().determinize(view, rng)
        guess.states["drawn"][0] = (view.drawn, -1, -1)
        bag = view.of_each - np.array(view.sold) - np.array(view.hand)
        bag[view.drawn] -= 1
        hand = guess.states["hand"][0]
        guess.states["bag"][0] = bag - np.array([(int(hand[0]) >> 8 * c) & 255 for c in range(3)])
        return guess


@dataclass(frozen=True, kw_only=True)
class TellingView(PebblesView):
    truth: bytes = field(default=b"", compare=False)

    def as_dict(self) -> dict[str, Any]:
        return {name: value for name, value in super().as_dict().items() if name != "truth"}


@VIEW_FAULTS.plant("determinize for (seat 0|a spectator) knows what is hidden, though as_dict does not tell it")
class DeterminizeKnows(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        return TellingView(**view.as_dict(), truth=bytes(position))

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        assert isinstance(view, TellingView)
        truth = new_states(DTYPE, 1)
        truth.view("u1")[:] = bytearray(view.truth)
        return Position(truth)


@VIEW_FAULTS.plant("determinize for .* (gives two positions from one view and equal generators|knows what is hidden)")
class UnseededDeterminize(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        return super().determinize(view, Rng(random.SystemRandom().randrange(2**30)))


@VIEW_FAULTS.plant("determinize for seat 0 gives an unsound position: audit finds")
class UnsoundGuess(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states["bag"] += 1
        return guess


@VIEW_FAULTS.plant("determinize for seat 0 gives a position that does not fit the view: coins differs")
class GuessDoesNotFit(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states["coins"][0][0] += 1
        return guess


@VIEW_FAULTS.plant("determinize for seat 0 gives a position where the actor is 0")
class OtherActor(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states["phase"] = DECIDE
        return guess


@VIEW_FAULTS.plant("determinize for seat [01], who is to act, gives other legal actions: \\[3")
class OtherLegal(Pebbles):
    """The legal actions hang on a bit that no view tells and every position may have."""

    def legal_indices(self, position: Position) -> list[int]:
        found = super().legal_indices(position)
        return found[:1] if found[0:1] == [KEEP] and bytes(position)[-1] else found

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states.view("u1")[-1] = 1
        return guess


@VIEW_FAULTS.plant("view says that it is ply 0")
class PlyStands(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), ply=0)


@VIEW_FAULTS.plant("the view of seat 1 says that its viewer is 0")
class WrongViewer(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return super().observe(position, 0 if viewer == 1 else viewer)


@VIEW_FAULTS.plant("observe for seat 0 with other hidden facts raises IndexError")
class ObserveTrusts(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        for drawn in position.states["drawn"][0]:
            assert ACTIONS[drawn]
        return super().observe(position, viewer)


@VIEW_FAULTS.plant("sees another view when asked again")
class ChangingView(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), left=random.SystemRandom().randrange(2**30))


@VIEW_FAULTS.plant("bytes of the view of seat 0 raises TypeError")
class ViewOfNoJson(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), left=position.states["left"][0])


@VIEW_FAULTS.plant("the view of seat 0 tells what is hidden: field bag shows in left")
class MarkedLate(Pebbles):
    """`left` was summed from the bag, which is hidden: it has to be a field of its own."""

    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), left=int(position.states["bag"].sum()))
