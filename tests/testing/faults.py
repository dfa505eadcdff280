"""Pebbles with one fault each: what `check_game` has to find, and the words it has to say."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Outcome, Position
from saltroad.kernel.errors import BadPosition, IllegalAction, OutOfTurn
from saltroad.kernel.info import Options
from saltroad.kernel.jit import inlined
from saltroad.kernel.notation import Listed
from saltroad.kernel.record import new_states
from saltroad.kernel.rulebook import Rulebook, Verdict
from testing.pebbles import (
    ACTIONS,
    DECIDE,
    DTYPE,
    ENGINE,
    KEEP,
    NOTATION,
    RULEBOOK_DATA,
    SELL,
    Buffer,
    PebbleAction,
    Pebbles,
    PebblesView,
    State,
    apply,
    legal,
    weights,
)

FAULTS: dict[str, tuple[type[Pebbles], str]] = {}
"""By name: the game, and a pattern that the message has to match."""

Planted = Callable[[type[Pebbles]], type[Pebbles]]


def fault(message: str) -> Planted:
    def plant(game: type[Pebbles]) -> type[Pebbles]:
        FAULTS[game.__name__] = (game, message)
        return game

    return plant


# -- in the compiled rules ---------------------------------------------------------------------------------------------


@inlined
def _legal_backwards(s: State, actions: Buffer) -> int:
    count = legal(s, actions)
    for k in range(count // 2):
        actions[k], actions[count - 1 - k] = actions[count - 1 - k], actions[k]
    return count


@fault("ply 0: legal is not strictly ascending: \\[2, 1, 0\\]")
class WrongOrder(Pebbles):
    engine = replace(ENGINE, name="pebbles_wrong_order", legal=_legal_backwards)


@inlined
def _apply_losing(s: State, action: int) -> None:
    if s.phase == DECIDE and action == SELL:
        s.sold[s.drawn[s.seat]] -= 1
    apply(s, action)


@fault("after 'sell': audit finds (grey|black|white) pebbles")
class LostPebble(Pebbles):
    engine = replace(ENGINE, name="pebbles_lost", apply=_apply_losing)


@inlined
def _apply_at_random(s: State, action: int) -> None:
    apply(s, KEEP if s.phase == DECIDE and np.random.randint(2) == 0 else action)


@fault("equal seeds are not the same game|play and apply lead to other positions|Python differ")
class UnseededRules(Pebbles):
    engine = replace(ENGINE, name="pebbles_unseeded", apply=_apply_at_random)


@inlined
def _weights_of_none(s: State, actions: Buffer, count: int, out: Buffer) -> None:
    weights(s, actions, count, out)
    out[0] = 0


@fault("weights are not positive whole numbers .*: \\(0, 5, 5\\)")
class WeightOfZero(Pebbles):
    engine = replace(ENGINE, name="pebbles_weightless", weights=_weights_of_none)


@fault("3 legal actions; most_legal is less")
class TooManyLegal(Pebbles):
    engine = replace(ENGINE, most_legal=2)


@fault("(playout|legal_indices) raises IndexError")
class BufferTooSmall(Pebbles):
    engine = replace(ENGINE, most_legal=1)


# -- in the verbs ------------------------------------------------------------------------------------------------------


@fault("legal has an index out of range")
class OutOfNotation(Pebbles):
    def legal_indices(self, position: Position) -> list[int]:
        return [*super().legal_indices(position)[:2], len(ACTIONS)]


@fault("player 1 is to act, but nothing is legal")
class NothingToDo(Pebbles):
    def legal_indices(self, position: Position) -> list[int]:
        return [] if self.actor(position) == 0 else super().legal_indices(position)


@fault("nobody is to act, but 1 actions are legal")
class LegalAfterTheEnd(Pebbles):
    def legal_indices(self, position: Position) -> list[int]:
        return super().legal_indices(position) or [KEEP]


@fault("actor is 7, with 2 players")
class StrangeActor(Pebbles):
    def actor(self, position: Position) -> int:
        return 7 if super().actor(position) == 0 else super().actor(position)


@fault("2 weights for 3 outcomes of chance")
class TooFewWeights(Pebbles):
    def weights(self, position: Position) -> tuple[int, ...]:
        return super().weights(position)[1:]


@fault("the compiled playout and a walk in Python differ: Python plays '(keep|sell)'")
class OtherRulesInPython(Pebbles):
    def apply(self, position: Position, action: PebbleAction) -> Position:
        after = super().apply(position, action)
        if position.states["phase"][0] == DECIDE:
            after.states["coins"][0][0] += 1
        return after


@fault("observe changes the position it is given")
class ObserveChanges(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        position.states["ply"] += 1
        return view


@fault("apply changes the position it is given")
class ApplyChanges(Pebbles):
    def apply(self, position: Position, action: PebbleAction) -> Position:
        self.engine.apply_at(position.states, 0, self.notation.index(action))
        return position


@fault("scores raises KeyError: 'nobody'")
class ScoresCrash(Pebbles):
    def scores(self, position: Position) -> tuple[int, ...]:
        raise KeyError("nobody")


@fault("ply 1 after 'draw .*': a check raises LookupError: who")
class WordlessActor(Pebbles):
    def describe_actor(self, position: Position) -> str:
        if self.actor(position) >= 0:
            raise LookupError("who")
        return super().describe_actor(position)


@fault("scores has 1 entries for 2 players")
class ScoresForOne(Pebbles):
    def scores(self, position: Position) -> tuple[int, ...]:
        return (0,)


@fault("two starts with the same options are not equal")
class UnseededStart(Pebbles):
    def start_of(self, options: Options) -> Position:
        start = super().start_of(options)
        start.states["ply"] = random.SystemRandom().randrange(2**30)
        return start


@fault("start and start_of give other positions")
class StartIgnoresOptions(Pebbles):
    def start(self, players: int | None = None, **choices: bool | str) -> Position:
        return super().start(players)


@fault("options_of says players=2 large=off")
class ForgetsOptions(Pebbles):
    def options_of(self, position: Position) -> Options:
        return self.info.agree(super().options_of(position).players)


# -- in the doors ------------------------------------------------------------------------------------------------------


@fault("play '.*', which is illegal, goes through, where IllegalAction is right")
class OpenDoor(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        try:
            return super().play(position, action, seat=seat)
        except IllegalAction:
            return position


@fault("play '.*' by seat 0 goes through, where OutOfTurn is right")
class AnySeat(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        return super().play(position, action)


@fault("play '.*' by seat 0, where only OutOfTurn is right, raises IllegalAction")
class WrongRefusal(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        try:
            return super().play(position, action, seat=seat)
        except OutOfTurn as error:
            raise IllegalAction(str(action), self.explain(position, ACTIONS[0])) from error


@fault("play and apply lead to other positions by '(keep|sell)'")
class PlayIsNotApply(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        after = super().play(position, action, seat=seat)
        after.states["coins"][0][0] += int(position.states["phase"][0])
        return after


@fault("explain calls 'sell' legal .*, but it is not")
class ExplainsTooMuch(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        return self.rulebook.allow("PB-02", "may") if str(action) == "sell" else super().explain(position, action)


@fault("explain calls 'keep' illegal \\(PB-02\\), but it is legal")
class ExplainsTooLittle(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        verdict = super().explain(position, action)
        return replace(verdict, legal=verdict.legal and str(action) != "keep")


@fault("explain 'keep' names rule 'PB-99', not in the rulebook")
class UnknownRule(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        verdict = super().explain(position, action)
        return replace(verdict, rule="PB-99") if str(action) == "keep" else verdict


@fault("the sentence of PB-01 'unheard' for 'sell' in 'en' raises KeyError")
class UnknownReason(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        verdict = super().explain(position, action)
        return replace(verdict, reason="unheard") if str(action) == "sell" else verdict


# -- in the rulebook and the other tables ------------------------------------------------------------------------------


def _rulebook(rule: str, reason: str, sentences: Mapping[str, str]) -> Rulebook:
    data: Any = copy.deepcopy(RULEBOOK_DATA)
    data["reasons"].setdefault(rule, {})[reason] = sentences
    return Rulebook(data)


@fault("reason 'may' of PB-02 has no sentence in 'fr'")
class NoFrench(Pebbles):
    rulebook = _rulebook("PB-02", "may", {"en": "Keep it or sell it."})


@fault("reason 'market_full' of PB-02 have other parameters")
class OtherParameters(Pebbles):
    rulebook = _rulebook("PB-02", "market_full", {"en": "No {colour}.", "fr": "Pas de {couleur}."})


@fault("there are reasons for PB-77, which is not in the rulebook")
class ReasonsForNothing(Pebbles):
    rulebook = _rulebook("PB-77", "may", {"en": "Yes.", "fr": "Oui."})


def _without_french_text() -> Rulebook:
    data: Any = copy.deepcopy(RULEBOOK_DATA)
    del data["rules"]["PB-03"]["text"]["fr"]
    return Rulebook(data)


@fault("rule PB-03 has no text in 'fr'")
class NoFrenchRule(Pebbles):
    rulebook = _without_french_text()


@fault("end reason 'bag_empty' names PB-77, which is not in the rulebook")
class EndsByNoRule(Pebbles):
    end_reasons: ClassVar = {"bag_empty": "PB-77", "somebody_rich": "PB-04"}


@fault("audiences and the fields of the record are not the same names")
class NewField(Pebbles):
    audiences: ClassVar = {name: who for name, who in Pebbles.audiences.items() if name != "drawn"}


@fault("field ended is its owners', so it needs a row")
class OwnedByNobody(Pebbles):
    audiences: ClassVar = {**Pebbles.audiences, "ended": Pebbles.audiences["hand"]}


# -- in the notation ---------------------------------------------------------------------------------------------------


class _Notation(Listed[PebbleAction]):
    def __init__(self) -> None:
        super().__init__(ACTIONS, lambda text: text.strip().lower(), "")


@fault("'sell' reads back as 'keep'")
class ReadsBackWrong(Pebbles):
    class Misreading(_Notation):
        def parse(self, text: str) -> PebbleAction:
            return super().parse(text.replace("sell", "keep"))

    notation = Misreading()


@fault("action 'sell' is at index 4, but its index is said to be 3")
class OneIndexForTwo(Pebbles):
    class Merging(_Notation):
        def index(self, action: PebbleAction) -> int:
            return min(super().index(action), KEEP)

    notation = Merging()


@fault("actions 3 and 4 have the same text 'keep'")
class OneTextForTwo(Pebbles):
    class Stuttering(_Notation):
        def at(self, index: int) -> PebbleAction:
            return super().at(min(index, KEEP))

    notation = Stuttering()


@fault("parse ' ', where only UnreadableAction is right, raises IndexError")
class ParseCrashes(Pebbles):
    class Careless(_Notation):
        def parse(self, text: str) -> PebbleAction:
            return super().parse(text if not text else " ".join((text.split()[0], *text.split()[1:])))

    notation = Careless()


@fault("parse '' goes through, where UnreadableAction is right")
class ReadsAnything(Pebbles):
    class Guessing(_Notation):
        def parse(self, text: str) -> PebbleAction:
            return super().parse(text or "keep")

    notation = Guessing()


@fault("notation.index gives an index to what is no action")
class IndexForAnything(Pebbles):
    class Generous(_Notation):
        def index(self, action: PebbleAction) -> int:
            return NOTATION.index(action) if action in ACTIONS else 0

    notation = Generous()


# -- in the outcome ----------------------------------------------------------------------------------------------------


class _Judged(Pebbles):
    def outcome(self, position: Position) -> Outcome | None:
        outcome = super().outcome(position)
        return None if outcome is None else self.judge(outcome)

    def judge(self, outcome: Outcome) -> Outcome | None:
        return outcome


@fault("there is an outcome, but chance decides")
class OutcomeTooSoon(Pebbles):
    def outcome(self, position: Position) -> Outcome | None:
        return super().outcome(position) or Outcome("bag_empty", "PB-03", (0, 0), (1, 1), {"coins": (0, 0)})


@fault("nobody is to act, but outcome is None")
class NoOutcome(_Judged):
    def judge(self, outcome: Outcome) -> Outcome | None:
        return None


@fault("outcome has the reason 'boredom', not one of end_reasons")
class UnknownEnd(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, reason="boredom")


@fault("names rule PB-01, end_reasons PB-0[34]")
class OtherRule(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, rule="PB-01")


@fault("breakdown adds up to .*, the scores are")
class BreakdownShort(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, breakdown={"coins": outcome.breakdown["coins"]})


@fault("breakdown of gifts has 1 entries for 2 players")
class BreakdownForOne(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, breakdown={**outcome.breakdown, "gifts": (0,)})


@fault("outcome has the scores .*, and scores gives")
class OtherScores(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, scores=tuple(score + 1 for score in outcome.scores))


@fault("nobody wins: the ranks are \\(2, 2\\)")
class NobodyWins(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranks=(2,) * len(outcome.ranks))


@fault("the ranks \\(1, 3\\) should count those before them: \\(1, 2\\)")
class RanksWithAGap(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranks=(1, *[3] * (len(outcome.ranks) - 1)))


@fault("outcome has 1 ranks for 2 players")
class RankForOne(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranks=(1,))


# -- in what is kept ---------------------------------------------------------------------------------------------------


@fault("load does not read back what dump wrote")
class LoadForgets(Pebbles):
    def load(self, data: bytes) -> Position:
        position = super().load(data)
        position.states["drawn"] = 0
        return position


@fault("load with .* goes through, where BadPosition is right")
class LoadsDamaged(Pebbles):
    def load(self, data: bytes) -> Position:
        states = new_states(DTYPE, 1)
        body = data[-DTYPE.itemsize :]
        if len(body) < DTYPE.itemsize:
            raise BadPosition("too short")
        states.view("u1")[:] = bytearray(body)
        return Position(states)


@fault("load with no bytes, where only BadPosition is right, raises ValueError")
class LoadCrashes(Pebbles):
    def load(self, data: bytes) -> Position:
        if not data:
            raise ValueError("no data")
        return super().load(data)


@fault("load with another game's mark goes through, where BadPosition is right")
class LoadsAnyGame(Pebbles):
    def load(self, data: bytes) -> Position:
        mark = self._mark()
        return super().load(data if len(data) < len(mark) else mark + data[data.find(b"\n") + 1 :])


# -- in the views ------------------------------------------------------------------------------------------------------


@fault("the view of seat 0 tells what is hidden: field bag shows in sold")
class BagShows(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        return replace(view, sold=tuple(view.of_each - int(count) for count in position.states["bag"][0]))

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(replace(view, sold=(0, 0, 0)), rng)
        guess.states["sold"] = 0
        return guess


@fault("the view of a spectator tells what is hidden: field hand shows in hand")
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


@fault("the view of seat 1 tells what is hidden: field drawn shows in drawn")
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


@fault("determinize for (seat 0|a spectator) knows what is hidden, though as_dict does not tell it")
class DeterminizeKnows(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        return TellingView(**view.as_dict(), truth=bytes(position))

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        assert isinstance(view, TellingView)
        truth = new_states(DTYPE, 1)
        truth.view("u1")[:] = bytearray(view.truth)
        return Position(truth)


@fault("determinize for .* (gives two positions from one view and equal generators|knows what is hidden)")
class UnseededDeterminize(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        return super().determinize(view, Rng(random.SystemRandom().randrange(2**30)))


@fault("determinize for seat 0 gives an unsound position: audit finds")
class UnsoundGuess(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states["bag"] += 1
        return guess


@fault("determinize for seat 0 gives a position that does not fit the view: coins differs")
class GuessDoesNotFit(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states["coins"][0][0] += 1
        return guess


@fault("determinize for seat 0 gives a position where the actor is 0")
class OtherActor(Pebbles):
    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states["phase"] = DECIDE
        return guess


@fault("determinize for seat [01], who is to act, gives other legal actions: \\[3")
class OtherLegal(Pebbles):
    """The legal actions hang on a bit that no view tells and every position may have."""

    def legal_indices(self, position: Position) -> list[int]:
        found = super().legal_indices(position)
        return found[:1] if found[0:1] == [KEEP] and bytes(position)[-1] else found

    def determinize(self, view: PebblesView, rng: Rng) -> Position:
        guess = super().determinize(view, rng)
        guess.states.view("u1")[-1] = 1
        return guess


@fault("view says that it is ply 0")
class PlyStands(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), ply=0)


@fault("the view of seat 1 says that its viewer is 0")
class WrongViewer(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return super().observe(position, 0 if viewer == 1 else viewer)


@fault("observe for seat 0 with other hidden facts raises IndexError")
class ObserveTrusts(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        for drawn in position.states["drawn"][0]:
            assert ACTIONS[drawn]
        return super().observe(position, viewer)


@fault("sees another view when asked again")
class ChangingView(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), left=random.SystemRandom().randrange(2**30))


@fault("bytes of the view of seat 0 raises TypeError")
class ViewOfNoJson(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), left=position.states["left"][0])


@fault("the view of seat 0 tells what is hidden: field bag shows in left")
class MarkedLate(Pebbles):
    """`left` was summed from the bag, which is hidden: it has to be a field of its own."""

    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        return replace(super().observe(position, viewer), left=int(position.states["bag"].sum()))
