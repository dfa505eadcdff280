"""Faults in the rules, functions, `play`, `explain`, tables, notation and outcome of Pebbles."""

from __future__ import annotations

import copy
import random
import re
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from saltroad.kernel.contract import Outcome, Position
from saltroad.kernel.errors import IllegalAction, OutOfTurn
from saltroad.kernel.info import Options
from saltroad.kernel.jit import inlined
from saltroad.kernel.notation import Listed
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.messages import Catalogue, Event, catalogue_of
from saltroad.messages.catalogue import source_of
from testing.events import PebbleLost, PebbleSold
from testing.pebbles import (
    ACTIONS,
    DECIDE,
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
from testing.planting import Faults

FAULTS = Faults()

# -- in the compiled rules ---------------------------------------------------------------------------------------------


@inlined
def _legal_backwards(s: State, actions: Buffer) -> int:
    count = legal(s, actions)
    for k in range(count // 2):
        actions[k], actions[count - 1 - k] = actions[count - 1 - k], actions[k]
    return count


@FAULTS.plant("ply 0: legal is not strictly ascending: \\[2, 1, 0\\]")
class WrongOrder(Pebbles):
    engine = replace(ENGINE, name="pebbles_wrong_order", legal=_legal_backwards)


@inlined
def _apply_losing(s: State, action: int) -> None:
    if s.phase == DECIDE and action == SELL:
        s.sold[s.drawn[s.seat]] -= 1
    apply(s, action)


@FAULTS.plant("after 'sell': audit finds (grey|black|white) pebbles")
class LostPebble(Pebbles):
    engine = replace(ENGINE, name="pebbles_lost", apply=_apply_losing)


@inlined
def _apply_at_random(s: State, action: int) -> None:
    apply(s, KEEP if s.phase == DECIDE and np.random.randint(2) == 0 else action)


@FAULTS.plant("equal seeds are not the same game|play and apply lead to other positions|Python differ")
class UnseededRules(Pebbles):
    engine = replace(ENGINE, name="pebbles_unseeded", apply=_apply_at_random)


@inlined
def _weights_of_none(s: State, actions: Buffer, count: int, out: Buffer) -> None:
    weights(s, actions, count, out)
    out[0] = 0


@FAULTS.plant("weights are not positive whole numbers .*: \\(0, 5, 5\\)")
class WeightOfZero(Pebbles):
    engine = replace(ENGINE, name="pebbles_weightless", weights=_weights_of_none)


@FAULTS.plant("3 legal actions; most_legal is less")
class TooManyLegal(Pebbles):
    engine = replace(ENGINE, most_legal=2)


@FAULTS.plant("(playout|legal_indices) raises IndexError")
class BufferTooSmall(Pebbles):
    engine = replace(ENGINE, most_legal=1)


# -- in the functions of a game ----------------------------------------------------------------------------------------


@FAULTS.plant("legal has an index out of range")
class OutOfNotation(Pebbles):
    def legal_indices(self, position: Position) -> list[int]:
        return [*super().legal_indices(position)[:2], len(ACTIONS)]


@FAULTS.plant("player 1 is to act, but nothing is legal")
class NothingToDo(Pebbles):
    def legal_indices(self, position: Position) -> list[int]:
        return [] if self.actor(position) == 0 else super().legal_indices(position)


@FAULTS.plant("the actor is NOBODY, but 1 actions are legal")
class LegalAfterTheEnd(Pebbles):
    def legal_indices(self, position: Position) -> list[int]:
        return super().legal_indices(position) or [KEEP]


@FAULTS.plant("actor is 7, with 2 players")
class StrangeActor(Pebbles):
    def actor(self, position: Position) -> int:
        return 7 if super().actor(position) == 0 else super().actor(position)


@FAULTS.plant("2 weights for 3 outcomes of chance")
class TooFewWeights(Pebbles):
    def weights(self, position: Position) -> tuple[int, ...]:
        return super().weights(position)[1:]


@FAULTS.plant("the compiled playout and a walk in Python differ: Python plays '(keep|sell)'")
class OtherRulesInPython(Pebbles):
    def apply(self, position: Position, action: PebbleAction) -> Position:
        after = super().apply(position, action)
        if position.states["phase"][0] == DECIDE:
            after.states["coins"][0][0] += 1
        return after


@FAULTS.plant("observe changes the position it is given")
class ObserveChanges(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        position.states["ply"] += 1
        return view


@FAULTS.plant("apply changes the position it is given")
class ApplyChanges(Pebbles):
    def apply(self, position: Position, action: PebbleAction) -> Position:
        self.engine.apply_at(position.states, 0, self.notation.index(action))
        return position


@FAULTS.plant("scores raises KeyError: 'nobody'")
class ScoresCrash(Pebbles):
    def scores(self, position: Position) -> tuple[int, ...]:
        raise KeyError("nobody")


@FAULTS.plant("ply 1 after 'draw .*': a check raises LookupError: who")
class WordlessActor(Pebbles):
    def describe_actor(self, position: Position) -> str:
        if self.actor(position) >= 0:
            raise LookupError("who")
        return super().describe_actor(position)


@FAULTS.plant("scores has 1 entries for 2 players")
class ScoresForOne(Pebbles):
    def scores(self, position: Position) -> tuple[int, ...]:
        return (0,)


@FAULTS.plant("two starts with the same options are not equal")
class UnseededStart(Pebbles):
    def start_of(self, options: Options) -> Position:
        start = super().start_of(options)
        start.states["ply"] = random.SystemRandom().randrange(2**30)
        return start


@FAULTS.plant("start and start_of give other positions")
class StartIgnoresOptions(Pebbles):
    def start(self, players: int | None = None, **choices: bool | str) -> Position:
        return super().start(players)


@FAULTS.plant("options_of says players=2 large=off")
class ForgetsOptions(Pebbles):
    def options_of(self, position: Position) -> Options:
        return self.info.agree(super().options_of(position).players)


# -- in play and explain -----------------------------------------------------------------------------------------------


@FAULTS.plant("play '.*', which is illegal, goes through, where IllegalAction is right")
class OpenDoor(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        try:
            return super().play(position, action, seat=seat)
        except IllegalAction:
            return position


@FAULTS.plant("play '.*' by seat 0 goes through, where OutOfTurn is right")
class AnySeat(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        return super().play(position, action)


@FAULTS.plant("play '.*' by seat 0, where only OutOfTurn is right, raises IllegalAction")
class WrongRefusal(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        try:
            return super().play(position, action, seat=seat)
        except OutOfTurn as error:
            raise IllegalAction(str(action), self.explain(position, ACTIONS[0])) from error


@FAULTS.plant("play and apply lead to other positions by '(keep|sell)'")
class PlayIsNotApply(Pebbles):
    def play(self, position: Position, action: PebbleAction | str, *, seat: int | None = None) -> Position:
        after = super().play(position, action, seat=seat)
        after.states["coins"][0][0] += int(position.states["phase"][0])
        return after


@FAULTS.plant("explain calls 'sell' legal .*, but it is not")
class ExplainsTooMuch(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        return self.rulebook.allow("PB-02", "may") if str(action) == "sell" else super().explain(position, action)


@FAULTS.plant("explain calls 'keep' illegal \\(PB-02\\), but it is legal")
class ExplainsTooLittle(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        verdict = super().explain(position, action)
        return replace(verdict, legal=verdict.legal and str(action) != "keep")


@FAULTS.plant("explain 'keep' names rule 'PB-99', not in the rulebook")
class UnknownRule(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        verdict = super().explain(position, action)
        return replace(verdict, rule="PB-99") if str(action) == "keep" else verdict


@FAULTS.plant(
    "the sentence of PB-0. 'unheard' for 'sell' in 'en' raises MessageFault: the en messages lack PB-0.-unheard"
)
class UnknownReason(Pebbles):
    def explain(self, position: Position, action: PebbleAction) -> Verdict:
        verdict = super().explain(position, action)
        return replace(verdict, reason="unheard") if str(action) == "sell" else verdict


# -- in the rulebook and the other tables ------------------------------------------------------------------------------


def _rulebook(message: str, french: str) -> Rulebook:
    """The rulebook of Pebbles with another French message, or none, in place of this one."""
    source = re.sub(rf"^{message} = .*$", french, source_of("testing", "fr"), flags=re.MULTILINE)
    catalogues = {"en": catalogue_of("testing", "en"), "fr": Catalogue("fr", (source,))}
    return Rulebook(
        RULEBOOK_DATA, lambda verdict, language: str(catalogues[language].format(verdict.message, verdict.params))
    )


@FAULTS.plant(
    "the sentence of PB-02 'may' for '(keep|sell)' in 'fr' raises MessageFault: the fr messages lack PB-02-may"
)
class NoFrench(Pebbles):
    rulebook = _rulebook("PB-02-may", "")


@FAULTS.plant("the sentence of PB-02 'market_full' for 'sell' in 'fr' raises MessageFault: .*Unknown external: couleur")
class OtherParameters(Pebbles):
    rulebook = _rulebook("PB-02-market_full", "PB-02-market_full = Pas de { $couleur }.")


@FAULTS.plant("explain '(keep|sell)' says nothing in 'fr'")
class EmptyFrench(Pebbles):
    rulebook = _rulebook("PB-02-may", 'PB-02-may = {" "}')


def _without_french_text() -> Rulebook:
    data: Any = copy.deepcopy(RULEBOOK_DATA)
    del data["rules"]["PB-03"]["text"]["fr"]
    return Rulebook(data)


@FAULTS.plant("rule PB-03 has no text in 'fr'")
class NoFrenchRule(Pebbles):
    rulebook = _without_french_text()


def _without_last_rule() -> Rulebook:
    data: Any = copy.deepcopy(RULEBOOK_DATA)
    del data["rules"]["PB-04"]
    return Rulebook(data)


@FAULTS.plant("messages: nothing uses PB-04-over")
class MessageOfNoRule(Pebbles):
    rulebook = _without_last_rule()
    end_reasons: ClassVar = {"bag_empty": "PB-03", "somebody_rich": "PB-03"}


@FAULTS.plant("end reason 'bag_empty' names PB-77, which is not in the rulebook")
class EndsByNoRule(Pebbles):
    end_reasons: ClassVar = {"bag_empty": "PB-77", "somebody_rich": "PB-04"}


@FAULTS.plant("audiences and the fields of the record are not the same names")
class NewField(Pebbles):
    audiences: ClassVar = {name: who for name, who in Pebbles.audiences.items() if name != "drawn"}


@FAULTS.plant("field ended is its owners', so it needs a row")
class OwnedByNobody(Pebbles):
    audiences: ClassVar = {**Pebbles.audiences, "ended": Pebbles.audiences["hand"]}


# -- in what is told ---------------------------------------------------------------------------------------------------


@FAULTS.plant("ply 1 after 'draw .*': the message pebble_lost in 'en' makes no sentence: 'Bo loses a grey pebble..'")
class FullStopTwice(Pebbles):
    def happened(self) -> tuple[Event, ...]:
        return (PebbleLost(1, "grey"),)


@FAULTS.plant("the message pebble_sold in 'en' raises MessageFault: .* lack term-pink")
class StrangeColour(Pebbles):
    def happened(self) -> tuple[Event, ...]:
        return (PebbleSold(0, "pink"),)


@FAULTS.plant("events raises ZeroDivisionError")
class EventsCrash(Pebbles):
    def happened(self) -> tuple[Event, ...]:
        raise ZeroDivisionError


@FAULTS.plant("the seat to act is 0, and the seat that is asked is 1")
class AsksAnother(Pebbles):
    def observe(self, position: Position, viewer: int | None) -> PebblesView:
        view = super().observe(position, viewer)
        return replace(view, actor=1) if view.actor == 0 else view


# -- in the notation ---------------------------------------------------------------------------------------------------


class _Notation(Listed[PebbleAction]):
    def __init__(self) -> None:
        super().__init__(ACTIONS, lambda text: text.strip().lower(), "")


@FAULTS.plant("'sell' reads back as 'keep'")
class ReadsBackWrong(Pebbles):
    class Misreading(_Notation):
        def parse(self, text: str) -> PebbleAction:
            return super().parse(text.replace("sell", "keep"))

    notation = Misreading()


@FAULTS.plant("action 'sell' is at index 4, but its index is said to be 3")
class OneIndexForTwo(Pebbles):
    class Merging(_Notation):
        def index(self, action: PebbleAction) -> int:
            return min(super().index(action), KEEP)

    notation = Merging()


@FAULTS.plant("actions 3 and 4 have the same text 'keep'")
class OneTextForTwo(Pebbles):
    class Stuttering(_Notation):
        def at(self, index: int) -> PebbleAction:
            return super().at(min(index, KEEP))

    notation = Stuttering()


@FAULTS.plant("parse ' ', where only UnreadableAction is right, raises IndexError")
class ParseCrashes(Pebbles):
    class Careless(_Notation):
        def parse(self, text: str) -> PebbleAction:
            return super().parse(text if not text else " ".join((text.split()[0], *text.split()[1:])))

    notation = Careless()


@FAULTS.plant("parse '' goes through, where UnreadableAction is right")
class ReadsAnything(Pebbles):
    class Guessing(_Notation):
        def parse(self, text: str) -> PebbleAction:
            return super().parse(text or "keep")

    notation = Guessing()


@FAULTS.plant("notation.index gives an index to what is no action")
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


@FAULTS.plant("there is an outcome, but chance decides")
class OutcomeTooSoon(Pebbles):
    def outcome(self, position: Position) -> Outcome | None:
        return super().outcome(position) or Outcome("bag_empty", "PB-03", (0, 0), (1, 1), {"coins": (0, 0)})


@FAULTS.plant("the actor is NOBODY, but outcome is None")
class NoOutcome(_Judged):
    def judge(self, outcome: Outcome) -> Outcome | None:
        return None


@FAULTS.plant("outcome has the reason 'boredom', not one of end_reasons")
class UnknownEnd(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, reason="boredom")


@FAULTS.plant("names rule PB-01, end_reasons PB-0[34]")
class OtherRule(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, rule="PB-01")


@FAULTS.plant("breakdown adds up to .*, the scores are")
class BreakdownShort(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, breakdown={"coins": outcome.breakdown["coins"]})


@FAULTS.plant("breakdown of gifts has 1 entries for 2 players")
class BreakdownForOne(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, breakdown={**outcome.breakdown, "gifts": (0,)})


@FAULTS.plant("outcome has the scores .*, and scores gives")
class OtherScores(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, scores=tuple(score + 1 for score in outcome.scores))


@FAULTS.plant("there is no winner: the ranks are \\(2, 2\\)")
class NobodyWins(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranks=(2,) * len(outcome.ranks))


@FAULTS.plant("the ranks \\(1, 3\\) should count those before them: \\(1, 2\\)")
class RanksWithAGap(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranks=(1, *[3] * (len(outcome.ranks) - 1)))


@FAULTS.plant("outcome has 1 ranks for 2 players")
class RankForOne(_Judged):
    def judge(self, outcome: Outcome) -> Outcome:
        return replace(outcome, ranks=(1,))
