"""The figures of a tournament, typed: the same for the table, for JSON and for the page.

Only whole deals count: in a part of one the bots would not have had the same seats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec
from msgspec import UNSET, UnsetType

from saltroad.arena import timing
from saltroad.arena.adjusted import AdjustedShare, adjusted_share
from saltroad.arena.intervals import Estimate, mean_of, share_of
from saltroad.arena.ratings import rate
from saltroad.arena.sequential import OPEN, TestVerdict, decide
from saltroad.arena.settings import KINDS, PlayedGame, TournamentSettings


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one bot."""

    bot: str
    games: int
    """Games in which it had a seat."""
    seats: int
    """Seats that it had in these games: more than games if it filled several seats of one."""
    wins: Estimate | None
    """Its share of the wins for each seat it had; the fair share is 1 / players."""
    score: Estimate | None
    """Its mean score for each seat it had, over games that were played to their end."""
    rating: Estimate
    by_seat: tuple[Estimate | None, ...]
    """Its share of the wins in each seat, the first seat first."""
    seconds: float | None
    """Seconds for a decision on average; forced moves are left out."""
    seconds_99: float | None
    """Seconds within which 99 % of its decisions were made."""
    decisions: int
    faults: dict[str, int]
    """Games lost by a fault, by its kind."""
    first_faults: dict[str, str]
    """What happened at the first fault of each kind."""
    adjusted: AdjustedShare | UnsetType | None = UNSET
    """Its share of the wins without luck, where luck was measured."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a tournament."""

    settings: TournamentSettings
    deals: int
    games: int
    left_out: int
    """Games of deals that are not whole."""
    fair_share: float
    standings: tuple[Standing, ...]
    """In the order in which the bots were named."""
    plies: Estimate | None
    """Plies of games that were played to their end."""
    reasons: dict[str, int]
    verdict: TestVerdict | None = None


def summarise(settings: TournamentSettings, games: Iterable[PlayedGame], margin: float | None = None) -> Summary:
    """The figures of some games. With a margin the sequential test is made, and only the deals that it needed count."""
    deals, left_out = whole_deals(settings, games)
    verdict = None
    if margin is not None:
        seating = settings.seating
        shares = [share_in(deal, 0) for deal in deals]
        verdict = decide(shares, settings.fair_share, margin, seating.games_per_deal)
        if verdict.decided != OPEN:
            left_out += sum(map(len, deals[verdict.deals :]))
            deals = deals[: verdict.deals]
    counted = [game for deal in deals for game in deal]
    ratings = rate(len(settings.bots), counted)
    finished = [[game for game in deal if game.fault is None] for deal in deals]
    return Summary(
        settings=settings,
        deals=len(deals),
        games=len(counted),
        left_out=left_out,
        fair_share=settings.fair_share,
        standings=tuple(_standing(settings, bot, deals, ratings[bot]) for bot in range(len(settings.bots))),
        plies=mean_of([fmean(game.plies for game in deal) for deal in finished if deal]),
        reasons=dict(Counter(game.reason for game in counted).most_common()),
        verdict=verdict,
    )


def whole_deals(settings: TournamentSettings, games: Iterable[PlayedGame]) -> tuple[list[list[PlayedGame]], int]:
    """The deals that are whole, in order, and how many games are left over."""
    by_deal: defaultdict[int, dict[int, PlayedGame]] = defaultdict(dict)
    for game in games:
        by_deal[game.deal][game.game] = game
    size = settings.seating.games_per_deal
    whole = [
        [by_deal[deal][k] for k in sorted(by_deal[deal])] for deal in sorted(by_deal) if len(by_deal[deal]) == size
    ]
    return whole, sum(map(len, by_deal.values())) - sum(map(len, whole))


def share_in(deal: Sequence[PlayedGame], bot: int) -> float:
    """A bot's share of the wins for each seat it had in a deal."""
    return fmean(win for game in deal for win, who in zip(game.wins, game.seats, strict=True) if who == bot)


def luck_in(deal: Sequence[PlayedGame], bot: int) -> float:
    """A bot's luck for each seat it had in a deal whose luck was measured."""
    return fmean(
        luck
        for game in deal
        if game.luck is not UNSET
        for luck, who in zip(game.luck, game.seats, strict=True)
        if who == bot
    )


def _standing(
    settings: TournamentSettings, bot: int, deals: Sequence[Sequence[PlayedGame]], rating: Estimate
) -> Standing:
    games = [game for deal in deals for game in deal if bot in game.seats]
    times = timing.together(
        times for game in games for times, who in zip(game.times, game.seats, strict=True) if who == bot
    )
    found = [game.fault for game in games if game.fault and game.seats[game.fault.seat] == bot]
    shares = [share_in(deal, bot) for deal in deals]
    is_measured = bool(games) and all(game.luck is not UNSET for game in games)
    faults = Counter(fault.kind for fault in found)
    return Standing(
        bot=settings.bots[bot].label,
        games=len(games),
        seats=sum(game.seats.count(bot) for game in games),
        wins=share_of(shares),
        score=mean_of(_scores(deals, bot)),
        rating=rating,
        by_seat=tuple(_in_seat(deals, bot, seat) for seat in range(settings.seating.players)),
        seconds=timing.mean(times),
        seconds_99=timing.within(times, 0.99),
        decisions=times.decisions,
        faults={kind: faults[kind] for kind in KINDS if faults[kind]},
        first_faults={kind: next(fault.why for fault in found if fault.kind == kind) for kind in KINDS if faults[kind]},
        adjusted=adjusted_share(shares, [luck_in(deal, bot) for deal in deals]) if is_measured else UNSET,
    )


def _scores(deals: Sequence[Sequence[PlayedGame]], bot: int) -> list[float]:
    """A bot's mean score in each deal of which a game was played to its end."""
    found = [
        [
            score
            for game in deal
            if game.fault is None
            for score, who in zip(game.scores, game.seats, strict=True)
            if who == bot
        ]
        for deal in deals
    ]
    return [fmean(scores) for scores in found if scores]


def _in_seat(deals: Sequence[Sequence[PlayedGame]], bot: int, seat: int) -> Estimate | None:
    found = [[game.wins[seat] for game in deal if game.seats[seat] == bot] for deal in deals]
    return share_of([fmean(wins) for wins in found if wins])
