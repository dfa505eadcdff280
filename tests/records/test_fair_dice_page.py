"""docs/reference/fair-dice.md is enough to write a checker from: here is one, which uses nothing of ours but the rules.

It was written from the page alone. `saltroad.records.dice` and `fairness` are not imported.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from saltroad.cli.main import app

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "fair-dice.md").read_text("utf-8")
FIXTURES = Path(__file__).parent / "fixtures"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Checker:
    """A record's dice, by the page."""

    def __init__(self, headers: dict[str, str], players: int) -> None:
        self.headers, self.players = headers, players
        self.seed = bytes.fromhex(headers["seed"])
        self.shares = [headers.get(f"share {k}", "") for k in range(1, players + 1)]

    def below(self, bound: int, *place: Any) -> int:
        block = 0
        while True:
            message = [self.headers["dice"], self.headers["table"], self.shares, *place, block]
            digest = hmac.new(self.seed, json.dumps(message, separators=(",", ":")).encode(), "sha256").digest()
            for start in (0, 8, 16, 24):
                number = int.from_bytes(digest[start : start + 8], "big")
                if number < 2**64 - 2**64 % bound:
                    return number % bound
            block += 1

    def order(self) -> str:
        row = [*range(1, self.players + 1)]
        for k in range(self.players, 1, -1):
            other = self.below(k, "order", k - 1) + 1
            row[k - 1], row[other - 1] = row[other - 1], row[k - 1]
        return " ".join(map(str, row))

    def faults(self, plies: list[dict[str, Any]]) -> list[str]:
        headers, found = self.headers, []
        first = f"{headers['dice']}\n".encode()
        if headers["dice"] == "saltroad dice 2":
            first += f"{headers['table']}\n".encode()
        if sha256(first + self.seed) != headers["commitment"]:
            found.append("seed")
        if headers["dice"] == "saltroad dice 2":
            for number, share in enumerate(self.shares, 1):
                parts = ("saltroad share 2", headers["table"], headers["commitment"], share)
                hashed = sha256("\n".join(parts).encode()) if share else ""
                if hashed != headers.get(f"share hash {number}", ""):
                    found.append(f"share {number}")
            if headers.get("order", self.order()) != self.order():
                found.append("order")
        anew = headers.get("drawn anew" if headers["dice"] == "saltroad dice 2" else "taken back", "").split()
        for ply in plies:
            if ply["actor"] != "chance":
                continue
            again = sum(int(back) <= ply["ply"] for back in anew)
            left = self.below(sum(one["weight"] for one in ply["legal"]), ply["ply"], again)
            for one in ply["legal"]:
                left -= one["weight"]
                if left < 0:
                    break
            if one["action"] != ply["action"]:
                found.append(f"ply {ply['ply']}")
        return found


def read(name: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    text = (FIXTURES / name).read_text("utf-8")
    headers = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines())
    told = CliRunner().invoke(app, ["replay", str(FIXTURES / name), "--json"])
    return headers, json.loads(told.stdout)["plies"]


@pytest.mark.parametrize(("name", "players"), [("dice-1.saltroad", 2), ("dice-2.saltroad", 3)])
def test_a_checker_written_from_the_page_finds_what_is_wrong_and_nothing_else(name: str, players: int) -> None:
    headers, plies = read(name)
    assert Checker(headers, players).faults(plies) == []
    assert "seed" in Checker({**headers, "seed": "00" * 32}, players).faults(plies)
    changed = [*plies]
    at = next(k for k, ply in enumerate(plies) if ply["actor"] == "chance" and ply["action"].startswith("die"))
    other = next(one["action"] for one in plies[at]["legal"] if one["action"] != plies[at]["action"])
    changed[at] = {**plies[at], "action": other}
    assert Checker(headers, players).faults(changed) == [f"ply {at}"]
    if name == "dice-2.saltroad":
        assert Checker({**headers, "order": "1 2 3"}, players).faults(plies) == ["order"]
        assert "share 1" in Checker({**headers, "share 1": "00" * 32}, players).faults(plies)
        assert Checker({**headers, "share hash 2": "00" * 32}, players).faults(plies) == ["share 2"]


def test_the_worked_example_is_right() -> None:
    headers, plies = read("dice-2.saltroad")
    example = PAGE.partition("## A worked example")[2].partition("\n## ")[0]
    values = dict(re.findall(r"^\| ([a-z0-9 ]+) \| `([0-9a-f]{64})` \|$", example, re.MULTILINE))
    assert len(values) == 6
    assert {name: headers[name] for name in values} == values
    checker = Checker(headers, 3)
    draws = re.findall(
        r"`((?:\"order\",)?\d+,(?:\d+,)?0)\]`.*?`([0-9a-f]{16})`,(?:\swhich is)?\s(\d+)", example, re.DOTALL
    )
    assert [place for place, _, _ in draws] == ['"order",2,0', '"order",1,0', "5,0,0"]
    for place, digits, number in draws:
        message = json.dumps([headers["dice"], headers["table"], checker.shares], separators=(",", ":"))
        digest = hmac.new(checker.seed, f"{message[:-1]},{place}]".encode(), "sha256").hexdigest()
        assert digest.startswith(digits)
        assert int(digits, 16) == int(number)
    assert [int(number) % bound for (_, _, number), bound in zip(draws, (3, 2, 6), strict=True)] == [2, 0, 1]
    assert checker.order() == headers["order"] == "2 1 3"
    assert plies[5]["action"] == "die white"
