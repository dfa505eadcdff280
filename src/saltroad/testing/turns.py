"""Checks of every ply: who acts, what is legal and why, what `play` accepts and refuses, how the game ends."""

from __future__ import annotations

import itertools

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import Outcome, Position
from saltroad.kernel.errors import IllegalAction, OutOfTurn
from saltroad.testing.fault import Examination, twin
from saltroad.testing.telling import Telling

_SAMPLED = 24
_MOST_WEIGHT = 2**31  # what the generator can draw below


def check_turn(exam: Examination, position: Position, players: int) -> tuple[int, list[int]]:
    """The cheap checks, for every ply; gives who is to act and the indices of what is legal."""
    game = exam.game
    who = exam.ask(game.actor, position)
    exam.demand(who in (CHANCE, NOBODY) or 0 <= who < players, f"actor is {who}, with {players} players")
    legal = exam.ask(game.legal_indices, position)
    exam.demand(len(legal) <= game.engine.most_legal, f"{len(legal)} legal actions; most_legal is less")
    if any(before >= after for before, after in itertools.pairwise(legal)):
        exam.fail(f"legal is not strictly ascending: {legal}")
    if legal and not 0 <= legal[0] <= legal[-1] < len(game.notation):
        exam.fail(f"legal has an index out of range: {legal}")
    faults = exam.ask(game.audit, position)
    exam.demand(not faults, f"audit finds {'; '.join(faults)}")
    scores = exam.ask(game.scores, position)
    exam.demand(len(scores) == players, f"scores has {len(scores)} entries for {players} players")
    outcome = exam.ask(game.outcome, position)
    if who == NOBODY:
        exam.demand(legal == [], f"the actor is NOBODY, but {len(legal)} actions are legal")
        if outcome is None:
            exam.fail("the actor is NOBODY, but outcome is None")
        _check_outcome(exam, outcome, scores, players)
        return who, legal
    exam.demand(outcome is None, f"there is an outcome, but {game.describe_actor(position)}")
    exam.demand(legal != [], f"{game.describe_actor(position)}, but nothing is legal")
    if who == CHANCE:
        weights = exam.ask(game.weights, position)
        exam.demand(len(weights) == len(legal), f"{len(weights)} weights for {len(legal)} outcomes of chance")
        fair = all(type(weight) is int and weight > 0 for weight in weights) and sum(weights) < _MOST_WEIGHT
        exam.demand(fair, f"weights are not positive whole numbers with a sum below 2**31: {weights}")
    return who, legal


def _check_outcome(exam: Examination, outcome: Outcome, scores: tuple[int, ...], players: int) -> None:
    reasons = exam.game.end_reasons
    exam.demand(outcome.reason in reasons, f"outcome has the reason {outcome.reason!r}, not one of end_reasons")
    right = reasons[outcome.reason]
    exam.demand(outcome.rule == right, f"outcome {outcome.reason!r} names rule {outcome.rule}, end_reasons {right}")
    exam.demand(len(outcome.scores) == players, f"outcome has {len(outcome.scores)} scores for {players} players")
    exam.demand(outcome.scores == scores, f"outcome has the scores {outcome.scores}, and scores gives {scores}")
    exam.demand(len(outcome.ranks) == players, f"outcome has {len(outcome.ranks)} ranks for {players} players")
    exam.demand(outcome.winners != (), f"there is no winner: the ranks are {outcome.ranks}")
    counted = tuple(1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)
    exam.demand(outcome.ranks == counted, f"the ranks {outcome.ranks} should count those before them: {counted}")
    for source, points in outcome.breakdown.items():
        exam.demand(len(points) == players, f"breakdown of {source} has {len(points)} entries for {players} players")
    added = tuple(sum(points[seat] for points in outcome.breakdown.values()) for seat in range(players))
    exam.demand(added == outcome.scores, f"breakdown adds up to {added}, the scores are {outcome.scores}")


def check_actions(
    exam: Examination, telling: Telling, position: Position, who: int, legal: list[int], *, all_of_them: bool
) -> None:
    """Check `explain` and `play` of some actions against what is legal."""
    notation = exam.game.notation
    many = len(notation) if all_of_them else _SAMPLED
    for index in exam.sample(legal, many):
        _check_legal(exam, telling, position, index, who)
    listed = set(legal)
    for index in exam.sample([index for index in range(len(notation)) if index not in listed], many):
        _check_illegal(exam, telling, position, index)
    action = notation.at(legal[0] if legal else 0)
    players = exam.game.options_of(position).players
    for seat in range(players):
        if seat != who:
            exam.refusal(f"play {str(action)!r} by seat {seat}", OutOfTurn, exam.game.play, position, action, seat=seat)


def _check_legal(exam: Examination, telling: Telling, position: Position, index: int, who: int) -> None:
    game = exam.game
    action = game.notation.at(index)
    verdict = exam.ask(game.explain, position, action)
    exam.demand(verdict.legal, f"explain calls {str(action)!r} illegal ({verdict.rule}), but it is legal")
    telling.check_verdict(exam, verdict, str(action))
    if who >= 0:
        telling.check_advice(exam, position, who, action)
    applied = bytes(exam.ask(game.apply, position, action))
    for given in (action, str(action)):
        played = exam.ask(game.play, position, given, seat=who if who >= 0 else None)
        exam.demand(bytes(played) == applied, f"play and apply lead to other positions by {str(action)!r}")


def _check_illegal(exam: Examination, telling: Telling, position: Position, index: int) -> None:
    game = exam.game
    action = game.notation.at(index)
    verdict = exam.ask(game.explain, position, action)
    exam.demand(not verdict.legal, f"explain calls {str(action)!r} legal ({verdict.rule}), but it is not")
    telling.check_verdict(exam, verdict, str(action))
    refusal = exam.refusal(f"play {str(action)!r}, which is illegal,", IllegalAction, game.play, position, action)
    exam.demand(refusal.rule == verdict.rule, f"play refuses {str(action)!r} by {refusal.rule}, not {verdict.rule}")


def step(exam: Examination, telling: Telling, position: Position, who: int, legal: list[int], rng: Rng) -> Position:
    """One random action, drawn as the compiled driver draws it, and compared with what that driver does."""
    game = exam.game
    compiled, same_draws = position.copy(), twin(rng)
    drawn = rng.weighted(game.weights(position)) if who == CHANCE else rng.below(len(legal))
    action = game.notation.at(legal[drawn])
    after = exam.ask(game.apply, position, action)
    exam.call("the compiled playout", game.engine.playout, compiled.states, 0, same_draws, 1)
    same = bytes(compiled) == bytes(after) and bool((same_draws.words == rng.words).all())
    exam.demand(same, f"the compiled playout and a walk in Python differ: Python plays {str(action)!r}")
    exam.demand(bytes(after) != bytes(position), f"{str(action)!r} changes nothing")
    if who >= 0:
        telling.check_advice(exam, position, who, action)
    telling.remember(who, action, (position, after))
    exam.played.append(str(action))
    return after
