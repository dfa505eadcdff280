"""The rules of Bazaar told a second time, as a story: slow, without phases, indices or purses, from the text alone.

`story` yields who is to act and what they may do, and is sent what they do; it returns the result. It shares nothing
with saltroad.games.bazaar but the lists of components, so a rule misread there would have to be misread here as well.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from saltroad.games.bazaar.components import EQUATIONS, WARE_TEXTS

CHANCE = "chance"
COLOURS = {"red": "R", "white": "W", "blue": "B", "green": "G", "yellow": "Y"}
FACES = [f"die {face}" for face in (*COLOURS, "choice")]
HIGH_TO_LOW = ["choice", "white", "blue", "green", "red", "yellow"]
SCORES = [[5, 3, 2, 1], [8, 5, 3, 2], [12, 8, 5, 3]]
"""Without a star, with one, with two; by tokens left."""

Asked = tuple[str | int, list[str]]
"""Who is to act (a seat, or chance), and the texts of what they may do."""


@dataclass
class Player:
    tokens: Counter[str] = field(default_factory=Counter)
    score: int = 0
    wares: int = 0
    turns: int = 0


@dataclass
class Result:
    rule: str
    scores: list[int]
    ranks: list[int]


Story = Generator[Asked, str, Result]
Part = Generator[Asked, str, None]


def texts(tokens: Counter[str], many: int) -> list[str]:
    """The different ways to choose so many of the tokens, as texts."""
    in_order = "".join(letter * tokens[letter] for letter in "RWBGY")
    return sorted({"".join(choice) for choice in itertools.combinations(in_order, many)})


def has(held: Counter[str], asked: str) -> bool:
    return not Counter(asked) - held


class Table:
    def __init__(self, players: int, double_purchase: bool) -> None:
        self.players = [Player() for _ in range(players)]
        self.double_purchase = double_purchase
        self.bank: Counter[str] = Counter(dict.fromkeys("RWBGY", 20))
        self.unseen = list(WARE_TEXTS)
        self.stalls = [5, 5, 5, 5]
        self.tops = [""] * 4
        self.trades: list[tuple[str, str]] = []

    def empty(self) -> int:
        return self.stalls.count(0)

    def post(self) -> Part:
        drawn = yield CHANCE, [f"rates {a} {b}" for a, b in itertools.combinations(range(1, 11), 2)]
        for card in map(int, drawn.split()[1:]):
            for left, right in EQUATIONS[5 * card - 5 : 5 * card]:
                self.trades += [(left, right), (right, left)]

    def show(self, stall: int) -> Part:
        possible = self.unseen
        if len(self.players) == 1:
            taken_alone = {taken[0] for _, taken in self.trades if len(set(taken)) == 1}
            possible = [ware for ware in self.unseen if len(set(ware)) > 1 or ware[0] in taken_alone]
        shown = yield CHANCE, [f"show {ware}" for ware in possible]
        self.tops[stall] = shown.split()[1]
        self.unseen.remove(self.tops[stall])

    def who_starts(self) -> Generator[Asked, str, int]:
        rolling = list(range(len(self.players)))
        while len(rolling) > 1:
            rolls = {}
            for seat in rolling:
                rolls[seat] = HIGH_TO_LOW.index((yield CHANCE, FACES).split()[1])
            rolling = [seat for seat in rolling if rolls[seat] == min(rolls.values())]
        return rolling[0]

    def roll_or_trade(self, seat: int) -> Part:
        player = self.players[seat]
        may = ["roll"]
        if player.turns > 0:
            for returned, taken in self.trades:
                if has(player.tokens, returned) and has(self.bank + Counter(returned), taken):
                    may.append(f"trade {returned}>{taken}")
        action = yield seat, may
        if action == "roll":
            face = (yield CHANCE, FACES).split()[1]
            if face == "choice":
                face = (yield seat, [f"take {colour}" for colour in COLOURS if self.bank[COLOURS[colour]]]).split()[1]
            if self.bank[COLOURS[face]]:
                self.bank[COLOURS[face]] -= 1
                player.tokens[COLOURS[face]] += 1
        else:
            returned, taken = action.split()[1].split(">")
            player.tokens = player.tokens - Counter(returned) + Counter(taken)
            self.bank = self.bank + Counter(returned) - Counter(taken)

    def down_to_ten(self, seat: int) -> Part:
        player = self.players[seat]
        if player.tokens.total() > 10:
            chooser = (seat + 1) % len(self.players)
            action = yield chooser, [f"return {text}" for text in texts(player.tokens, player.tokens.total() - 10)]
            player.tokens -= Counter(action.split()[1])
            self.bank += Counter(action.split()[1])

    def purchases(self, seat: int) -> Generator[Asked, str, int]:
        """The player's purchases of one turn, scored; how many there were."""
        player, empty_before = self.players[seat], self.empty()
        bought: list[str] = []
        while len(bought) < 1 + self.double_purchase and self.empty() < 2:
            can_buy = [top for top in self.tops if top and has(player.tokens, top)]
            if not can_buy:
                break
            action = yield seat, [*(f"buy {ware}" for ware in can_buy), "pass"]
            if action == "pass":
                break
            ware = action.split()[1]
            player.tokens -= Counter(ware)
            self.bank += Counter(ware)
            player.wares += 1
            bought.append(ware)
            stall = self.tops.index(ware)
            self.tops[stall] = ""
            self.stalls[stall] -= 1
            if self.stalls[stall]:
                yield from self.show(stall)
        for k, ware in enumerate(bought):
            stars = max(Counter(ware).values()) >= 4
            lifted = empty_before > 0 or (k == 1 and self.empty() > 0)
            player.score += SCORES[stars + lifted][min(3, player.tokens.total())]
        return len(bought)


def story(players: int, double_purchase: bool) -> Story:
    """A game for two or more, from the first card to the last ware."""
    table = Table(players, double_purchase)
    yield from table.post()
    for stall in range(4):
        yield from table.show(stall)
    seat = yield from table.who_starts()
    quiet, rule = 0, ""
    while not rule:
        yield from table.roll_or_trade(seat)
        bought = yield from table.purchases(seat)
        if table.empty() == 2:
            rule = "BZ-30"
            break
        yield from table.down_to_ten(seat)
        table.players[seat].turns += 1
        seat = (seat + 1) % players
        quiet = 0 if bought else quiet + 1
        if quiet == 40 * players:
            rule = "BZ-32"
    standing = [(-player.score, player.wares) for player in table.players]
    return Result(
        rule, [player.score for player in table.players], [1 + sum(b < a for b in standing) for a in standing]
    )


def puzzle_story() -> Story:
    """The puzzle for one."""
    table = Table(1, False)
    yield from table.post()
    yield from table.show(0)
    player, goal = table.players[0], Counter(table.tops[0])
    while player.tokens != goal:
        yield from table.roll_or_trade(0)
        yield from table.down_to_ten(0)
        player.turns += 1
    return Result("BZ-50", [player.turns], [1])


def tell(players: int, double_purchase: bool) -> Story:
    return puzzle_story() if players == 1 else story(players, double_purchase)


def asked_after(players: int, double_purchase: bool, line: Sequence[str]) -> list[str]:
    """What may be done after a line of actions; nothing when the game is over."""
    told = tell(players, double_purchase)
    try:
        asked = next(told)
        for action in line:
            assert action in asked[1], f"{action} is not among {asked[1]}"
            asked = told.send(action)
    except StopIteration:
        return []
    return asked[1]


def count(players: int, double_purchase: bool, line: Sequence[str], depth: int) -> int:
    """How many ways there are to play `depth` actions on; every one is told from the beginning again."""
    asked = asked_after(players, double_purchase, line)
    if depth == 1:
        return len(asked)
    return sum(count(players, double_purchase, [*line, action], depth - 1) for action in asked)
