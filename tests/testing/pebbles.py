"""Pebbles: a small game with hidden facts, as a third party would write one, to prove the kernel and the checks.

A bag holds pebbles of three colours. On their turn players draw one that only they see, and keep it (hidden) or sell it
for its colour's price, if the market still takes that colour. It ends when the bag is empty or somebody is rich. Kept
pebbles score by full sets of colours, coins count one each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Game, Outcome, Position, View, ranks_by
from saltroad.kernel.engine import Engine
from saltroad.kernel.info import GameInfo, Option, Options
from saltroad.kernel.jit import inlined
from saltroad.kernel.notation import Listed
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.kernel.state_record import (
    HIDDEN,
    I8,
    I32,
    OWNER,
    Row,
    StateRecord,
    audiences,
    dtype_of,
    new_states,
    snapshot,
)
from saltroad.messages import rule_sentences

COLOURS = ("grey", "black", "white")
PRICES = np.array([1, 2, 3], np.int64)
MOST_PLAYERS = 3
MARKET = 3  # the market takes so many of a colour
RICH = 9
SET = 5  # the worth of a kept set of all colours

DRAW_PEBBLE, DECIDE, OVER = 0, 1, 2  # phases
BAG_EMPTY, SOMEBODY_RICH = 1, 2  # how it ended
NONE = -1
KEEP, SELL = len(COLOURS), len(COLOURS) + 1  # the indices after chance's

INFO = GameInfo(
    name="pebbles",
    title="Pebbles",
    designer="the tests",
    players=(2, 3),
    options=(Option("large", "a bag of seven of each colour instead of five"),),
    rules_version=1,
    about="Draw pebbles, keep them or sell them.",
    reconstructed="nothing",
)


class State(StateRecord):
    """One position. `held` and `left` tell all how many; `hand`, `drawn` and `bag` are what is hidden."""

    ply: I32
    hand: Annotated[Row, np.int32, MOST_PLAYERS, OWNER]  # kept pebbles, eight bits a colour
    drawn: Annotated[Row, np.int8, MOST_PLAYERS, OWNER]  # the pebble to decide on, or NONE
    bag: Annotated[Row, np.int8, len(COLOURS), HIDDEN]
    left: I8  # pebbles in the bag
    held: Annotated[Row, np.int8, MOST_PLAYERS]  # how many each seat kept
    sold: Annotated[Row, np.int8, len(COLOURS)]
    coins: Annotated[Row, np.int8, MOST_PLAYERS]
    players: I8
    of_each: I8  # pebbles of each colour in the game
    phase: I8
    seat: I8
    ended: I8


DTYPE = dtype_of(State)
Buffer = NDArray[np.int64]

# -- the rules ---------------------------------------------------------------------------------------------------------


@inlined
def one(colour: int) -> int:
    return 1 << (8 * colour)


@inlined
def amount(pebbles: int, colour: int) -> int:
    return (pebbles >> (8 * colour)) & 255


@inlined
def actor(s: State) -> int:
    if s.phase == OVER:
        return NOBODY
    return CHANCE if s.phase == DRAW_PEBBLE else int(s.seat)


@inlined
def legal(s: State, actions: Buffer) -> int:
    count = 0
    if s.phase == DRAW_PEBBLE:
        for colour in range(3):
            if s.bag[colour] > 0:
                actions[count] = colour
                count += 1
    elif s.phase == DECIDE:
        actions[0] = KEEP
        count = 1
        if s.sold[s.drawn[s.seat]] < MARKET:
            actions[1] = SELL
            count = 2
    return count


@inlined
def weights(s: State, actions: Buffer, count: int, out: Buffer) -> None:
    for k in range(count):
        out[k] = s.bag[actions[k]]


@inlined
def apply(s: State, action: int) -> None:
    s.ply += 1
    seat = s.seat
    if s.phase == DRAW_PEBBLE:
        s.bag[action] -= 1
        s.left -= 1
        s.drawn[seat] = action
        s.phase = DECIDE
        return
    colour = s.drawn[seat]
    s.drawn[seat] = NONE
    if action == KEEP:
        s.hand[seat] += one(colour)
        s.held[seat] += 1
    else:
        s.sold[colour] += 1
        s.coins[seat] += PRICES[colour]
    s.phase = DRAW_PEBBLE
    if s.coins[seat] >= RICH:
        s.phase = OVER
        s.ended = SOMEBODY_RICH
    elif s.left == 0:
        s.phase = OVER
        s.ended = BAG_EMPTY
    s.seat = 0 if seat + 1 == s.players else seat + 1


ENGINE = Engine(INFO.name, DTYPE, len(COLOURS), actor, legal, weights, apply)

# -- actions and rulebook ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the pebble that is drawn."""

    colour: str

    def __str__(self) -> str:
        return f"draw {self.colour}"


@dataclass(frozen=True, slots=True)
class Decide:
    """The player: keep or sell."""

    what: str

    def __str__(self) -> str:
        return self.what


PebbleAction = Draw | Decide
ACTIONS: tuple[PebbleAction, ...] = (*map(Draw, COLOURS), Decide("keep"), Decide("sell"))
NOTATION: Listed[PebbleAction] = Listed(ACTIONS, lambda text: text.strip().lower(), "Actions: keep, sell.")

RULEBOOK_DATA = {
    "sections": {"all": {"en": "The rules", "fr": "Les règles"}},
    "rules": {
        "PB-01": {"section": "all", "text": {"en": "Draw a pebble unseen.", "fr": "Tirez un caillou en secret."}},
        "PB-02": {"section": "all", "text": {"en": "Keep it or sell it.", "fr": "Gardez-le ou vendez-le."}},
        "PB-03": {"section": "all", "text": {"en": "The bag empty, it ends.", "fr": "Sac vide : c'est fini."}},
        "PB-04": {"section": "all", "text": {"en": "Somebody rich, it ends.", "fr": "Un riche : c'est fini."}},
    },
}
RULEBOOK = Rulebook(RULEBOOK_DATA, rule_sentences(__package__ or ""))


def sets_of(hand: int) -> int:
    """The points of kept pebbles."""
    return SET * min(amount(hand, colour) for colour in range(len(COLOURS)))


@dataclass(frozen=True, kw_only=True)
class PebblesView(View):
    """The table as one viewer sees it."""

    players: int
    of_each: int
    phase: int
    seat: int
    left: int
    held: tuple[int, ...]
    sold: tuple[int, ...]
    coins: tuple[int, ...]
    ended: int
    hand: tuple[int, ...] | None
    """The viewer's own pebbles by colour."""
    drawn: int | None
    """The pebble that the viewer is to decide on."""


class Pebbles(Game[PebbleAction, PebblesView]):
    """The game."""

    info = INFO
    rulebook = RULEBOOK
    audiences = audiences(State)
    end_reasons: ClassVar = {"bag_empty": "PB-03", "somebody_rich": "PB-04"}
    engine = ENGINE

    @property
    def notation(self) -> Listed[PebbleAction]:
        return NOTATION

    def start_of(self, options: Options) -> Position:
        of_each = 7 if options["large"] is True else 5
        states = new_states(DTYPE, 1)
        s = states[0]
        s["players"], s["of_each"], s["left"] = options.players, of_each, 3 * of_each
        s["bag"], s["drawn"] = of_each, NONE
        return Position(states)

    def options_of(self, position: Position) -> Options:
        s = snapshot(position.states, State)
        return INFO.agree(s.players, {"large": s.of_each == 7})

    def scores(self, position: Position) -> tuple[int, ...]:
        s = snapshot(position.states, State)
        return tuple(s.coins[seat] + sets_of(s.hand[seat]) for seat in range(s.players))

    def outcome(self, position: Position) -> Outcome | None:
        s = snapshot(position.states, State)
        if s.phase != OVER:
            return None
        reason = "bag_empty" if s.ended == BAG_EMPTY else "somebody_rich"
        scores = self.scores(position)
        by_source = {
            "coins": tuple(s.coins[seat] for seat in range(s.players)),
            "sets": tuple(sets_of(s.hand[seat]) for seat in range(s.players)),
        }
        return Outcome(reason, self.end_reasons[reason], scores, ranks_by(scores), by_source)

    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        s = snapshot(position.states, State)
        seats = range(s.players)
        return PebblesView(
            viewer=viewer,
            ply=s.ply,
            actor=self.actor(position),
            players=s.players,
            of_each=s.of_each,
            phase=s.phase,
            seat=s.seat,
            left=s.left,
            held=tuple(s.held[seat] for seat in seats),
            sold=tuple(s.sold),
            coins=tuple(s.coins[seat] for seat in seats),
            ended=s.ended,
            hand=None if viewer is None else tuple(amount(s.hand[viewer], c) for c in range(len(COLOURS))),
            drawn=None if viewer is None or s.drawn[viewer] == NONE else s.drawn[viewer],
        )

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        states = new_states(DTYPE, 1)
        s = states[0]
        s["ply"], s["players"], s["of_each"], s["phase"] = view.ply, view.players, view.of_each, view.phase
        s["seat"], s["left"], s["ended"], s["sold"] = view.seat, view.left, view.ended, view.sold
        s["held"][: view.players], s["coins"][: view.players], s["drawn"] = view.held, view.coins, NONE
        unseen = [view.of_each - sold for sold in view.sold]
        own = view.viewer
        if own is not None and view.hand is not None:
            s["hand"][own] = sum(count * one(colour) for colour, count in enumerate(view.hand))
            unseen = [count - mine for count, mine in zip(unseen, view.hand, strict=True)]
            if view.drawn is not None:
                s["drawn"][own] = view.drawn
                unseen[view.drawn] -= 1
        if view.phase == DECIDE and view.seat != own:
            s["drawn"][view.seat] = _deal(unseen, rng)
        for seat in range(view.players):
            if seat != own:
                s["hand"][seat] = sum(one(_deal(unseen, rng)) for _ in range(view.held[seat]))
        s["bag"] = unseen
        return Position(states)

    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        index = self.notation.index(action)
        s = snapshot(position.states, State)
        if s.phase == OVER:
            return self.rulebook.refuse("PB-03" if s.ended == BAG_EMPTY else "PB-04", "over")
        if isinstance(action, Draw):
            if s.phase == DECIDE:
                return self.rulebook.refuse("PB-01", "drawn")
            verdict = self.rulebook.allow if s.bag[index] > 0 else self.rulebook.refuse
            return verdict("PB-01", "draw" if s.bag[index] > 0 else "none_left", colour=action.colour)
        if s.phase == DRAW_PEBBLE:
            return self.rulebook.refuse("PB-01", "awaited")
        colour = s.drawn[s.seat]
        if index == SELL and s.sold[colour] >= MARKET:
            return self.rulebook.refuse("PB-02", "market_full", colour=COLOURS[colour])
        return self.rulebook.allow("PB-02", "may")

    def audit(self, position: Position) -> list[str]:
        s = snapshot(position.states, State)
        faults = []
        for c, name in enumerate(COLOURS):
            kept = sum(amount(hand, c) for hand in s.hand)
            if s.bag[c] + s.sold[c] + kept + list(s.drawn).count(c) != s.of_each:
                faults.append(f"{name} pebbles: {s.bag[c]} in the bag, {kept} kept, {s.sold[c]} sold")
        if s.left != sum(s.bag):
            faults.append(f"{s.left} pebbles counted in the bag, not {sum(s.bag)}")
        return faults


def _deal(unseen: list[int], rng: Rng) -> int:
    """One of the unseen pebbles, all equally likely; it is unseen no more."""
    colour = rng.weighted(unseen)
    unseen[colour] -= 1
    return colour
