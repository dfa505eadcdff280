"""The conformance suite for games: the same demands on every game, ours and yours. It fails; it never warns.

In every configuration some seeded games are played at random. Every ply gets the cheap checks (order of the legal
actions, weights, sums, outcome, compiled and plain rules agree, what happened and what is asked can be told); some
plies, drawn at random, and the end get all of them (explanations, refusals, saved positions, views, hidden facts).
"""

from __future__ import annotations

from saltroad.kernel.actors import NOBODY
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.info import Options
from saltroad.testing.facts import check_facts, check_notation, check_rulebook
from saltroad.testing.fault import Examination
from saltroad.testing.hidden import check_views
from saltroad.testing.keeping import check_damaged, check_kept
from saltroad.testing.telling import Telling
from saltroad.testing.turns import check_actions, check_turn, step

_ALL_ACTIONS_EVERY = 5
"""One thorough check in five asks about every action there is, the others about a sample."""


def check_game(
    game: AnyGame,
    *,
    games: int = 3,
    seed: int = 0,
    plies: int = 400,
    thorough: int = 30,
    longest: int = 5_000_000,
) -> None:
    """Raise GameFault (an AssertionError) unless the game keeps the contract in all its configurations.

    `games` are played in each, from `seed` up. At most `plies` of a game's first plies and as many of its last are
    walked through; about `thorough` of them, and the end, get all the checks. Random play has to end a game within
    `longest` plies.
    """
    exam = Examination(game)
    check_facts(exam)
    check_rulebook(exam)
    check_notation(exam)
    telling = Telling(game)
    telling.check_catalogue(exam)
    for options in game.info.configurations():
        for number in range(games):
            exam = Examination(game, options, seed + number)
            exam.call("a check", _check_one, exam, telling, options, plies, thorough, longest)


def _check_one(exam: Examination, telling: Telling, options: Options, plies: int, thorough: int, longest: int) -> None:
    """One game, from its start to its end."""
    start = _check_start(exam, options)
    end, total = _played_out(exam, start, longest)
    exam.demand(exam.ask(exam.game.actor, end) == NOBODY, f"random play does not end it within {longest} plies")
    again, total_again = _played_out(exam, start, longest)
    exam.demand(
        (bytes(again), total_again) == (bytes(end), total), "two compiled games with equal seeds are not the same game"
    )
    rng = Rng(exam.seed)
    position = _walk(exam, telling, start, rng, 0, min(plies, total), thorough)
    if total > plies:
        jump = max(plies, total - plies)
        exam.game.engine.playout(position.states, 0, rng, jump - plies)
        exam.played.clear()
        position = _walk(exam, telling, position, rng, jump, total, thorough)
    exam.ply = total
    exam.demand(bytes(position) == bytes(end), "a walk in Python does not end as the compiled game does")
    _check_thoroughly(exam, telling, position, all_actions=True)


def _check_start(exam: Examination, options: Options) -> Position:
    game = exam.game
    exam.ply = 0
    start = exam.call("start_of", game.start_of, options)
    same = bytes(exam.call("start_of", game.start_of, options)) == bytes(start)
    exam.demand(same, "two starts with the same options are not equal: what is random is chance's to decide")
    by_name = exam.call("start", game.start, options.players, **dict(options.choices))
    exam.demand(by_name == start, "start and start_of give other positions for the same options")
    return start


def _played_out(exam: Examination, start: Position, longest: int) -> tuple[Position, int]:
    end = start.copy()
    plies = exam.call("the compiled playout", exam.game.engine.playout, end.states, 0, Rng(exam.seed), longest)
    return end, int(plies)


def _walk(
    exam: Examination, telling: Telling, position: Position, rng: Rng, first: int, last: int, thorough: int
) -> Position:
    """Play from ply `first` to ply `last` with the checks on the way; gives the position there."""
    for ply in range(first, last):
        exam.ply = ply
        if exam.samples.below(last - first) < thorough:  # a fixed stride could miss the same phase every time
            all_actions = exam.samples.below(_ALL_ACTIONS_EVERY) == 0
            who, legal = _check_thoroughly(exam, telling, position, all_actions=all_actions)
        else:
            who, legal = _check_cheaply(exam, telling, position)
        position = step(exam, telling, position, who, legal, rng)
    return position


def _check_cheaply(exam: Examination, telling: Telling, position: Position) -> tuple[int, list[int]]:
    options = exam.ask(exam.game.options_of, position)
    exam.demand(options == exam.options, f"options_of says {options}")
    shown = exam.ask(exam.game.observe, position, None).ply
    exam.demand(shown == exam.ply, f"the view says that it is ply {shown}")
    who, legal = check_turn(exam, position, options.players)
    telling.check_events(exam)
    telling.check_question(exam, position)
    return who, legal


def _check_thoroughly(
    exam: Examination, telling: Telling, position: Position, *, all_actions: bool
) -> tuple[int, list[int]]:
    who, legal = _check_cheaply(exam, telling, position)
    check_actions(exam, telling, position, who, legal, all_of_them=all_actions)
    check_kept(exam, position)
    if all_actions:
        check_damaged(exam, position)
    check_views(exam, position, exam.game.options_of(position).players)
    return who, legal
