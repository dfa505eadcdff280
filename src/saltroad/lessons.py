"""Lessons and pictures of rules: positions made for teaching, with their texts.

`lesson.toml` of a game's folder holds its script. A position is given by its options, a seed and what was played up to
it: actions, several to a text if need be (`pink c4; blue d5`), and `...` for what chance decides until a seat acts.
Everything goes through `Game.play`, which checks, so that a lesson cannot teach what the rules forbid. Points are never
written down: `{earns}` in a praise is what the offer of that action says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from saltroad import games
from saltroad.kernel.actors import CHANCE
from saltroad.kernel.chance import Rng
from saltroad.kernel.contract import AnyGame, Position
from saltroad.kernel.errors import SaltroadError
from saltroad.kernel.rulebook import LANGUAGES

READER = 0
"""The seat of the reader, who takes the lesson."""

Texts = Mapping[str, str]
"""A text by language."""
NO_TEXTS: Texts = {"en": "", "fr": ""}


class BadLesson(SaltroadError):
    """A script that the rules do not allow."""


@dataclass(frozen=True)
class LessonPly:
    """One ply that led to a position."""

    actor: int
    action: Any
    before: Position
    after: Position


@dataclass(frozen=True)
class After:
    """The position after a right action, with what chance and the others do at once."""

    action: str
    position: Position
    played: tuple[LessonPly, ...]
    praise: Texts
    """The text once it is done."""


@dataclass(frozen=True)
class Step:
    """One step of a lesson: its text, what is to be done, and the praise for it."""

    position: Position
    played: tuple[LessonPly, ...]
    """The plies since the step before."""
    says: Texts
    does: tuple[str, ...]
    """The actions that are right here; empty where one only reads on."""
    asks: tuple[str, ...]
    """Actions that are forbidden here, to be asked about: any of these questions goes on."""
    praise: Texts
    """The text once it is asked."""
    after: tuple[After, ...]
    points_at: str
    """An action whose space is shown from the start; empty where the reader is to look for it."""


@dataclass(frozen=True)
class Picture:
    """A position that shows a rule."""

    rule: str
    position: Position
    seat: int | None
    """The seat whose view is shown; None for a spectator's."""
    caption: Texts
    played: tuple[LessonPly, ...]
    """The plies to be marked on it: the last that were played."""
    points_at: str
    """An action whose space is marked."""
    shows: tuple[str, ...]
    """The part of the board that matters: spaces, or names of places; all of it if empty."""
    is_lit: bool
    """Whether what may be done is shown too."""


@dataclass(frozen=True)
class Script:
    """The lesson and the pictures of one game."""

    game: AnyGame
    names: Mapping[str, tuple[str, ...]]
    """The names of the players in the lesson, by language; the first is the reader."""
    pictured: tuple[str, ...]
    """The names of the players in pictures."""
    steps: tuple[Step, ...]
    pictures: tuple[Picture, ...]


def has_lesson(name: str) -> bool:
    """Whether a game has a script with steps and pictures."""
    return _file(name).is_file()


def _file(name: str) -> Traversable:
    return resources.files(games.package_of(name)).joinpath("lesson.toml")


@cache
def script_of(name: str) -> Script:
    """The script of a game, without steps and pictures if it has no `lesson.toml`; takes a moment the first time."""
    game = games.load(name)
    file = _file(name)
    if not file.is_file():
        return Script(game, dict.fromkeys(LANGUAGES, ()), (), (), ())
    data = tomllib.loads(file.read_text("utf-8"))
    names = {language: tuple(texts) for language, texts in data["names"].items()}
    pictures = tuple(_picture(game, part) for part in data["pictures"])
    return Script(game, names, tuple(data["pictured"]), tuple(_steps(game, data)), pictures)


def _steps(game: AnyGame, data: Mapping[str, Any]) -> Iterator[Step]:
    """The steps of a lesson. A step begins where the last one ended, unless it has a position of its own."""
    scene: _Scene | None = None
    for number, part in enumerate(data["steps"], 1):
        is_new = "options" in part
        if is_new:
            scene = _Scene(game, part["options"], part.get("seed", 0))
        if scene is None:
            raise BadLesson(f"{game.info.name}, step {number}: the first step needs options.")
        try:
            played = scene.play(part.get("played", ()))
            after = tuple(_after(scene.copy(), action, part) for action in part.get("does", ()))
            yield Step(
                position=scene.position,
                played=() if is_new else played,
                says=part["says"],
                does=tuple(part.get("does", ())),
                asks=tuple(part.get("asks", ())),
                praise=part.get("praise", NO_TEXTS),
                after=after,
                points_at=part.get("points_at", ""),
            )
            if after:
                scene.play([after[0].action, *part.get("then", ())])
        except SaltroadError as error:
            raise BadLesson(f"{game.info.name}, step {number}: {error}") from error


def _after(scene: _Scene, action: str, part: Mapping[str, Any]) -> After:
    earns = {str(offer.action): offer.earns for offer in scene.game.offers(scene.position).actions}
    played = scene.play([action, *part.get("then", ())])
    praise = {language: text.format(earns=earns[action]) for language, text in part.get("praise", NO_TEXTS).items()}
    return After(action, scene.position, played, praise)


def _picture(game: AnyGame, part: Mapping[str, Any]) -> Picture:
    scene = _Scene(game, part["options"], part.get("seed", 0))
    try:
        played = scene.play(part["played"])
    except SaltroadError as error:
        raise BadLesson(f"{game.info.name}, picture of {part['rule']}: {error}") from error
    return Picture(
        rule=part["rule"],
        position=scene.position,
        seat=part.get("seat"),
        caption=part["caption"],
        played=played[len(played) - part.get("marked", 0) :],
        points_at=part.get("points_at", ""),
        shows=tuple(part.get("shows", ())),
        is_lit=part.get("lit", False),
    )


class _Scene:
    """A position that is being made."""

    def __init__(self, game: AnyGame, options: str, seed: int) -> None:
        self.game = game
        self.position = game.start_of(game.info.read(options))
        self._seed = seed
        self._rng = Rng(seed)

    def copy(self) -> _Scene:
        """The same position, to try something out."""
        other = _Scene.__new__(_Scene)
        other.game, other.position, other._seed, other._rng = self.game, self.position, self._seed, Rng(self._seed)
        return other

    def play(self, texts: Sequence[str]) -> tuple[LessonPly, ...]:
        """Play the texts of a script, ply by ply."""
        return tuple(ply for text in texts for part in text.split(";") for ply in self._play(part.strip()))

    def _play(self, text: str) -> Iterator[LessonPly]:
        if text == "...":
            yield from self._chance()
        else:
            yield self._go(text)

    def _go(self, action: Any) -> LessonPly:
        before = self.position
        read = self.game.parse(action) if isinstance(action, str) else action
        self.position = self.game.play(before, read)
        return LessonPly(self.game.actor(before), read, before, self.position)

    def _chance(self) -> Iterator[LessonPly]:
        for outcome, after in self.game.chance_plies(self.position, self._rng):
            before, self.position = self.position, after
            yield LessonPly(CHANCE, outcome, before, after)
