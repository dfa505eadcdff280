"""What every game can do: the eight functions below, `play` that checks first, and `explain` that says why not.

    start   the position before anything is decided       outcome      None, or how it ended
    actor   the seat to act, CHANCE or NOBODY              observe      what one viewer may know
    legal   the legal actions, ascending by index          determinize  a position that fits a view
    weights the weight of each of chance's outcomes        apply        the next position, unchecked

`play` is `apply` for people, bots and replays: it refuses what the rules forbid, by the id of the rule. `settle` lets
chance decide until a seat is to act. `explain` answers for any action at all. Positions are values: no function changes
the one it is given.
"""

from __future__ import annotations

import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, cast

from saltroad.kernel.actors import CHANCE, NOBODY
from saltroad.kernel.chance import Draws, Rng
from saltroad.kernel.engine import Engine
from saltroad.kernel.errors import BadOptions, BadPosition, IllegalAction, OutOfTurn, UnreadableAction
from saltroad.kernel.info import Choice, GameInfo, Options
from saltroad.kernel.notation import Action, Notation
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.kernel.state_record import Audience, States, copy_of

A = TypeVar("A", bound=Action)
V = TypeVar("V", bound="View")
P = ParamSpec("P")


class Position:
    """One position: a value that can be compared, hashed, copied and kept. Made by `Game.start`, `apply` and `play`."""

    __slots__ = ("states",)

    def __init__(self, states: States) -> None:
        self.states = states

    def copy(self) -> Position:
        return Position(copy_of(self.states))

    def __deepcopy__(self, _: object) -> Position:
        return self.copy()  # numpy's own way would leave what lies between the fields as memory had it

    def __bytes__(self) -> bytes:
        return self.states.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    reason: str
    """A name of the game's `end_reasons`."""
    rule: str
    """The id of the rule that ended it."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 for the best; equal ranks are a tie that no rule breaks."""
    breakdown: Mapping[str, tuple[int, ...]]
    """The scores by source."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share a victory."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that the seat to act may choose, with what it would bring at once."""

    action: Any
    earns: int
    """Points, those that are counted at the end of the game left out."""
    price: str | None = None
    """What it costs, where actions cost something: empty when it is free."""


class Offers:
    """What the seat to act may choose. For that seat alone: a price may tell what it holds.

    Kept as lists, by index as `Game.legal` lists them: a server sends hundreds of offers with each move, and need not
    make an object of each.
    """

    def __init__(
        self,
        notation: Notation[Any] | None = None,
        indices: Sequence[int] = (),
        earns: Sequence[int] = (),
        prices: Sequence[str | None] | None = None,
        more: Any = None,
    ) -> None:
        self.notation = notation
        """Of the game; None where no seat is to act."""
        self.indices = indices
        """The actions, ascending."""
        self.earns = earns
        """The points of each."""
        self.prices = prices
        """The price of each; None where nothing has one."""
        self.more = more
        """What a game adds that belongs to no single action, as plain values."""

    @cached_property
    def actions(self) -> tuple[Offer, ...]:
        """The same as values."""
        if self.notation is None:
            return ()
        prices = self.prices or [None] * len(self.indices)
        found = zip(map(self.notation.at, self.indices), self.earns, prices, strict=True)
        return tuple(Offer(action, points, price) for action, points, price in found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Offers) and (self.actions, self.more) == (other.actions, other.more)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Offers({self.actions!r}, more={self.more!r})"


def ranks_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat when the largest key is best; equal keys share a rank."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


@dataclass(frozen=True, kw_only=True)
class View:
    """What one viewer may know of a position, built up field by field: a new field of the record is hidden by default.

    The same view is drawn by the browser, given to bots and encoded for learning. A game's own class adds its fields.
    """

    viewer: int | None
    """A seat, or None for a spectator."""
    ply: int
    actor: int
    """The seat to act, CHANCE or NOBODY."""

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)

    def __bytes__(self) -> bytes:
        return json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":")).encode()


def maker_of(view_class: Callable[P, V]) -> Callable[P, V]:
    """For a game's class of views: what makes one, with the same keywords, of all fields at once. A frozen dataclass
    sets each by a call, which would cost a server a tenth of what a move costs it."""
    new: Any = object.__new__  # a class, which mypy takes for what it can be called with
    put = object.__setattr__

    def make(**fields: Any) -> V:
        view: V = new(view_class)
        put(view, "__dict__", fields)
        return view

    return cast("Callable[P, V]", make)


def check_viewer(viewer: int | None, players: int) -> None:
    """Refuse a viewer that has no seat at the table."""
    if viewer is not None and not 0 <= viewer < players:
        raise BadOptions(f"There is no seat {viewer}: seats go from 0 to {players - 1}, and None is a spectator.")


class Game(ABC, Generic[A, V]):
    """A game: stateless, one object each. Subclasses say what the rules are; what calls them is the same for all."""

    info: ClassVar[GameInfo]
    engine: ClassVar[Engine]
    rulebook: ClassVar[Rulebook]
    audiences: ClassVar[Mapping[str, Audience]]
    """Who may see each field of the record."""
    end_reasons: ClassVar[Mapping[str, str]]
    """Every way the game can end, with the id of the rule."""

    # -- what a game has to say ----------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def notation(self) -> Notation[A]:
        """Actions as text and as index."""

    @abstractmethod
    def start_of(self, options: Options) -> Position:
        """The position before anything is decided."""

    @abstractmethod
    def options_of(self, position: Position) -> Options:
        """What was agreed on before this game."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def scores(self, position: Position) -> tuple[int, ...]:
        """The running scores, by seat."""

    @abstractmethod
    def observe(self, position: Position, viewer: int | None) -> V:
        """What that seat, or a spectator (None), may know."""

    def remember(self, position: Position, viewer: int | None) -> V:
        """What that viewer would know with a perfect memory of all that was shown to them: what bots are given.

        The same as `observe`, unless a game hides what was open when it happened.
        """
        return self.observe(position, viewer)

    def audiences_in(self, position: Position) -> Mapping[str, Audience]:
        """Who may see each field of this position, where it depends on an option or on the game being over."""
        return self.audiences

    @abstractmethod
    def determinize(self, view: V, rng: Rng) -> Position:
        """A position that fits the view: what the viewer cannot know is drawn as likely as it is."""

    @abstractmethod
    def explain(self, position: Position, action: A) -> Verdict:
        """Why this action is, or is not, legal here: a rule and a sentence, for any action at all."""

    @abstractmethod
    def audit(self, position: Position) -> list[str]:
        """What is wrong with the sums of a position (tokens, camels, cards); empty for every reachable one."""

    def offers(self, position: Position) -> Offers:
        """What each legal action would bring the seat to act at once. A game says more than this where it can."""
        seat = self.actor(position)
        if seat < 0:
            return Offers()
        before, indices = self.scores(position)[seat], self.legal_indices(position)
        after = (self.apply(position, self.notation.at(index)) for index in indices)
        return Offers(self.notation, indices, [self.scores(then)[seat] - before for then in after])

    # -- the eight functions -------------------------------------------------------------------------------------------

    def start(self, players: int | None = None, **choices: Choice) -> Position:
        """The position before anything is decided; BadOptions for players or options that the game does not have."""
        return self.start_of(self.info.agree(players, choices))

    def actor(self, position: Position) -> int:
        """The seat to act, CHANCE or NOBODY."""
        return int(self.engine.call_actor(position.states, 0))

    def legal_indices(self, position: Position) -> list[int]:
        """The indices of the legal actions, ascending: this order is a promise."""
        engine = self.engine
        buffer = engine.take_buffer()
        found: list[int] = buffer[: engine.call_legal(position.states, 0, buffer)].tolist()
        engine.spare_buffers.append(buffer)
        return found

    def legal(self, position: Position) -> tuple[A, ...]:
        """The legal actions, ascending by index; at a chance node its possible outcomes; none when the game is over."""
        engine = self.engine
        buffer = engine.take_buffer()
        found = self.notation.several(buffer[: engine.call_legal(position.states, 0, buffer)])
        engine.spare_buffers.append(buffer)
        return found

    def weights(self, position: Position) -> tuple[int, ...]:
        """At a chance node: the whole-number weight of each of `legal`'s outcomes. Only to be asked there."""
        engine = self.engine
        actions, out = engine.take_buffer(), engine.take_buffer()
        count = engine.call_legal(position.states, 0, actions)
        engine.call_weights(position.states, 0, actions, count, out)
        found = tuple(out[:count].tolist())
        engine.spare_buffers.extend((actions, out))
        return found

    def apply(self, position: Position, action: A) -> Position:
        """The next position. Trusts that the action is legal: for search."""
        after = copy_of(position.states)
        self.engine.call_apply(after, 0, self.notation.index(action))
        return Position(after)

    # -- play, checked, and what else is the same for all games --------------------------------------------------------

    def play(self, position: Position, action: A | str, *, seat: int | None = None) -> Position:
        """The next position, or a refusal: `apply`, once the action is checked.

        An action may be given as text (UnreadableAction). A `seat` that is not to act gets OutOfTurn; what the rules
        forbid gets IllegalAction with the id of the rule.
        """
        read = self.notation.parse(action) if isinstance(action, str) else action
        index = self.notation.index(read)
        if seat is not None and seat != self.actor(position):
            raise OutOfTurn(seat, self.describe_actor(position))
        if index not in self.legal_indices(position):
            raise IllegalAction(str(read), self.explain(position, read))
        return self.apply(position, read)

    def decide(self, position: Position, draws: Draws) -> A:
        """An outcome of a chance node, as likely as its weight."""
        return self.notation.at(self.legal_indices(position)[draws.weighted(self.weights(position))])

    def settle(self, position: Position, draws: Draws) -> Position:
        """Let chance decide until a seat is to act or the game is over: the position then."""
        plies = list(self.chance_plies(position, draws))
        return plies[-1][1] if plies else position

    def chance_plies(self, position: Position, draws: Draws) -> Iterator[tuple[A, Position]]:
        """What chance decides on the way of `settle`, ply by ply: the outcome, and the position after it."""
        while self.actor(position) == CHANCE:
            outcome = self.decide(position, draws)
            position = self.apply(position, outcome)
            yield outcome, position

    def parse(self, text: str) -> A:
        """The action of a text; UnreadableAction if there is none."""
        return self.notation.parse(text)

    def describe_actor(self, position: Position) -> str:
        """Who is to act, in words."""
        who = self.actor(position)
        if who == NOBODY:
            return "the game is over"
        return "chance decides" if who == CHANCE else f"player {who + 1} is to act"

    # -- keeping a position --------------------------------------------------------------------------------------------

    def dump(self, position: Position) -> bytes:
        """The position as bytes that `load` reads back, marked with game and rules version."""
        body = bytes(position)
        return self._mark() + zlib.crc32(body).to_bytes(4, "big") + body

    def load(self, data: bytes) -> Position:
        """The position that `dump` wrote; BadPosition for anything else."""
        mark = self._mark()
        body = data[len(mark) + 4 :]
        if not data.startswith(mark):
            raise BadPosition(
                f"This is not a saved position of {self.info.title} (rules version {self.info.rules_version})."
            )
        if (
            len(body) != self.engine.dtype.itemsize
            or zlib.crc32(body).to_bytes(4, "big") != data[len(mark) : -len(body)]
        ):
            raise BadPosition("This saved position is damaged: its length or its check sum is wrong.")
        states = self.engine.states(1)
        states.view("u1")[:] = bytearray(body)
        return Position(states)

    def _mark(self) -> bytes:
        return f"saltroad {self.info.name} {self.info.rules_version}\n".encode()

    def __deepcopy__(self, _: object) -> Game[A, V]:
        return self

    def __repr__(self) -> str:
        return f"<Game {self.info.name}>"


AnyGame = Game[Any, Any]

__all__ = [
    "CHANCE",
    "NOBODY",
    "AnyGame",
    "Game",
    "IllegalAction",
    "Offer",
    "Offers",
    "OutOfTurn",
    "Outcome",
    "Position",
    "UnreadableAction",
    "View",
    "check_viewer",
    "ranks_by",
]
