"""Figures in words: the same on the terminal and on the report page."""

from __future__ import annotations

from msgspec import UNSET

from saltroad.arena.intervals import Estimate
from saltroad.arena.summary import Standing, Summary

_LEAST_SAVED = 0.005
"""The part of the games below which it is said that none is saved."""
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def percent(share: float) -> str:
    """A share in percent: `62.1 %`."""
    return f"{100 * share:.1f} %"


def count(number: int, noun: str) -> str:
    """A number of things: `1 deal`, `1,200 deals`."""
    return f"{number:,} {noun}" + "s" * (number != 1)


def figure(estimate: Estimate | None, digits: int) -> str:
    """A mean with half its interval: `48.44 ±2.40`."""
    if estimate is None:
        return "–"
    return f"{estimate.mean:.{digits}f}" + ("" if estimate.margin is None else f" ±{estimate.margin:.{digits}f}")


def share(estimate: Estimate | None) -> str:
    """A share in percent with its interval: `62.1 % (58.0–66.0)`."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{percent(estimate.mean)} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def by_seat(standing: Standing) -> str:
    """The win share in each seat in percent, the first seat first: `62 · 58`."""
    return " · ".join("–" if found is None else f"{100 * found.mean:.0f}" for found in standing.by_seat)


def duration(seconds: float | None) -> str:
    """A time with two or three digits and a unit: `1.2 ms`."""
    if seconds is None:
        return "–"
    unit, number = next((unit, seconds / size) for size, unit in _UNITS if seconds >= 0.995 * size or unit == "ns")
    return f"{number:,.0f} {unit}" if number >= 9.95 else f"{number:.1f}".removesuffix(".0") + f" {unit}"


def faults(standing: Standing) -> str:
    """The faults of a bot by kind: `2 timeout, 1 crash`."""
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in standing.faults.items()) or "0"


def is_luck_measured(summary: Summary) -> bool:
    """Whether there are win shares without luck."""
    return any(standing.adjusted is not UNSET for standing in summary.standings)


def adjusted_share(standing: Standing) -> str:
    """The win share without luck, with its interval."""
    return share(standing.adjusted.wins) if standing.adjusted else "–"


def games_saved(standing: Standing) -> str:
    """The part of the games that is saved by looking at the shares without luck: `47 %`, or `none`."""
    if not standing.adjusted or standing.adjusted.saved is None:
        return "–"
    return f"{100 * standing.adjusted.saved:.0f} %" if standing.adjusted.saved >= _LEAST_SAVED else "none"


def luck_in_words(summary: Summary) -> str:
    """What came of taking luck out of the win shares, for the first bot whose deals differ."""
    found = [(standing.bot, each) for standing in summary.standings if (each := standing.adjusted)]
    if not any(each.luck or each.coefficient for _, each in found):
        return (
            "There is no luck to take out: chance decided nothing after the setup, which all games of a deal share. "
            "The shares without luck are those as played."
        )
    test = " The test itself goes by the shares as played." if summary.verdict is not None else ""
    bot, saved = next(((bot, each.saved) for bot, each in found if each.saved is not None), ("", None))
    if saved is None:
        return f"All deals ended alike: there is no spread that luck could explain.{test}"
    if saved < _LEAST_SAVED:
        return (
            f"Taking luck out saves no games here: by these deals, the share of {bot} as played is the surer one.{test}"
        )
    worth = round(summary.games / (1 - saved))
    return (
        f"Without luck, {count(summary.games, 'game')} tell as much of {bot} as {worth:,} as played: "
        f"{100 * saved:.0f} % of the games are saved.{test}"
    )


def verdict_in_words(summary: Summary) -> str:
    """The verdict of the sequential test, with the number of deals that it took."""
    verdict = summary.verdict
    assert verdict is not None
    first, second = (standing.bot for standing in summary.standings)
    margin, fair = f"{100 * verdict.margin:g} points", f"the fair share of {percent(summary.fair_share)}"
    games = verdict.deals * summary.settings.seating.games_per_deal
    after = f"after {count(verdict.deals, 'deal')} ({count(games, 'game')})"
    if verdict.decided == "open":
        return f"Not decided {after}, looking for a difference of {margin}: more games may tell (--games)."
    says = {
        "stronger": f"{first} is stronger than {second}: its win share is above {fair}",
        "weaker": f"{first} is weaker than {second}: its win share is below {fair}",
        "even": f"{first} and {second} are even: no difference of {margin} from {fair}",
    }[verdict.decided]
    return f"Decided {after}: {says} (sequential test for a margin of {margin}, errors 5 %)."
