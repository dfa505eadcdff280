"""The report page: whole, on its own, and safe whatever a bot is called."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import msgspec
import pytest

from saltroad import arena
from saltroad.arena.charts import log_axis, round_axis, share_axis
from saltroad.arena.report import page

VOID = {"meta", "circle", "line", "rect", "br"}
OPTIONAL = {"tr", "td", "th", "thead", "tbody", "dt", "dd", "li"}


class Reader(HTMLParser):
    """Checks that every element that has to be closed is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID | OPTIONAL:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPTIONAL:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def tournament() -> arena.Tournament:
    return arena.run(arena.configure("bazaar", "greedy,random", players=3), 6)


def test_the_page_has_everything_and_needs_nothing(tournament: arena.Tournament) -> None:
    text = page(tournament, "saltroad arena bazaar --bots 'greedy,random' -p 3")
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    for heading in ("Standings", "Rating", "Win share by seat", "Scores", "Length of a game", "Time for a decision"):
        assert f"<h2>{heading}</h2>" in text
    assert "<span>--bots</span> <span>&#x27;greedy,random&#x27;</span>" in text
    assert not re.search(r"https?:|//|url\(|@import|<script|<link|src=", text)
    assert text.count("<svg") == text.count("</svg>") >= 10
    assert "prefers-color-scheme: dark" in text
    assert "width=device-width" in text


def test_no_name_breaks_the_page(tournament: arena.Tournament) -> None:
    evil = msgspec.structs.replace(tournament.summary.standings[0], bot="<script>alert('x')</script>")
    summary = msgspec.structs.replace(tournament.summary, standings=(evil, tournament.summary.standings[1]))
    text = page(replace(tournament, summary=summary, lost=("<b>lost</b>",)), "saltroad <b>")
    assert "<script" not in text
    assert "<b>lost" not in text
    assert "&lt;script&gt;" in text


def test_a_page_of_nothing_says_so(tournament: arena.Tournament) -> None:
    nothing = arena.Tournament(arena.summarise(tournament.summary.settings, []), (), is_interrupted=True)
    text = page(nothing, "saltroad arena")
    assert "No deal is whole yet" in text
    assert "was stopped" in text


def test_a_page_tells_of_faults() -> None:
    settings = arena.configure("bazaar", ["random", "bad=exec:python3 -c ''"], players=2)
    text = page(arena.run(settings, 2), "saltroad arena")
    assert "bad: 2 crash" in text
    assert "<h2>Scores</h2>" not in text


@pytest.mark.parametrize(("low", "high"), [(-7.3, 61.0), (0, 0), (3, 3.0001), (1, 1e6), (-5, -4)])
def test_an_axis_holds_what_it_shows(low: float, high: float) -> None:
    axis = round_axis(low, high)
    assert axis.low <= low <= high <= axis.high
    assert 2 <= len(axis.ticks) <= 9
    assert 0 <= axis.at(low) <= axis.at(high) <= 100
    assert axis.at(axis.low - 1) == 0
    assert axis.at(axis.high + 1) == 100


def test_the_other_axes() -> None:
    assert share_axis(0.35).high == 0.4
    assert share_axis(0.97).high == 1
    times = log_axis(2e-5, 0.3)
    assert times.at(1e-5) == 0
    assert times.at(1.0) == 100
    assert [times.name(tick) for tick in times.ticks] == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]
