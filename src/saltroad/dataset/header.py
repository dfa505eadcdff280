"""The header of a data set: what its file says of itself, in the metadata of its schema, as JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec

import saltroad
from saltroad import games
from saltroad.arena.shards import Shard
from saltroad.batch import layout_of, mask_words, seat_actions
from saltroad.dataset.errors import BadDataset
from saltroad.dataset.settings import DatasetSettings, differs
from saltroad.kernel.observation import MapGrid, ObservationField, ObservationLayout

KEY = b"saltroad"
"""The key of the header in the schema's metadata."""


class FieldPlace(msgspec.Struct, frozen=True):
    """A field of the observation, and where its entries stand."""

    name: str
    about: str
    """A description of the field."""
    rows: int
    columns: int
    """Its entries are rows of so many columns."""
    most: int
    """The largest value of an entry; as float32 an entry is divided by it."""
    is_map: bool
    """Whether the columns are the spaces of the map."""
    start: int
    """The number of its first entry in the forms uint8 and float32; its rows follow each other."""
    first_bit: int
    """Where it begins when packed: bit b is bit b % 8 of byte b // 8."""
    bits: int
    """The bits of an entry when packed."""
    stride: int
    """The bits from one row to the next when packed."""


class DatasetHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a data set, and how it is read."""

    saltroad: str
    """The version of Saltroad that wrote it."""
    title: str
    """The game's title; its name is among the settings."""
    settings: DatasetSettings
    """All that the rows depend on: `game`, `rules` (the version of its rules), `options`, `bots` with their limits,
    `seed`, `memory`, `form`, and what is only for programs as bots."""
    players: int
    """How many play."""
    actions: int
    """How many actions seats have: the width of an unpacked mask."""
    mask_bytes: int
    """The bytes of a packed mask: action a is bit a % 8 of byte a // 8."""
    observation_bytes: int
    """The bytes of a packed observation."""
    entries: int
    """The length of an unpacked observation."""
    fields: tuple[FieldPlace, ...]
    """The fields of an observation, in order."""
    grid: MapGrid | None = None
    """Where the spaces of the map lie in a rectangle, if the game has a map: `cells` has, by space, its row times
    `width` plus its column."""
    games: int = 0
    """How many games the data set has; in a shard, how many the whole one has."""
    shard: Shard | None = None
    """Which part of the data set it is, if not the whole."""

    @property
    def command(self) -> str:
        """The command that makes the whole data set again."""
        return f"{self.settings.command} --games {self.games}"

    @property
    def own_games(self) -> range:
        """The numbers of its games."""
        return range(self.games) if self.shard is None else self.shard.deals(self.games)

    @property
    def layout(self) -> ObservationLayout:
        """The fields of the observation, as the code that wrote them had them."""
        fields = [
            ObservationField(each.name, each.about, each.rows, each.columns, each.most, each.is_map)
            for each in self.fields
        ]
        layout = ObservationLayout(fields, self.grid)
        if _places(layout) != self.fields:
            raise BadDataset(
                f"The observations were packed by Saltroad {self.saltroad} in another way than {saltroad.__version__} "
                "reads them: read them with that version."
            )
        return layout


def header_of(settings: DatasetSettings, shard: Shard | None = None, games_wanted: int = 0) -> DatasetHeader:
    """The header of a data set that is to be made; NoObservation if the game has nothing to be learned from."""
    game = games.load(settings.game)
    players = settings.agreed.players
    layout = layout_of(game, players)
    return DatasetHeader(
        saltroad=saltroad.__version__,
        title=game.info.title,
        settings=settings,
        players=players,
        actions=seat_actions(game),
        mask_bytes=8 * mask_words(game),
        observation_bytes=8 * layout.words,
        entries=layout.size,
        fields=_places(layout),
        grid=layout.grid,
        games=games_wanted,
        shard=shard,
    )


def expect_same(path: Path, found: DatasetHeader, wanted: DatasetHeader, where: str = "here") -> None:
    """Raise BadDataset, naming what differs, if a file is of another data set, or another part of it."""
    other = differs(found.settings, wanted.settings, where)
    if other:
        raise BadDataset(f"{str(path)!r} is another data set: {other}. Name another file, or the same settings.")
    if found.shard != wanted.shard:
        holds = [f"shard {each.shard}" if each.shard else "the whole data set" for each in (found, wanted)]
        raise BadDataset(
            f"{str(path)!r} is {holds[0]}, and this is to be {holds[1]}: name another file, or the same --shard."
        )
    if (found.fields, found.actions) != (wanted.fields, wanted.actions):
        raise BadDataset(
            f"{str(path)!r} was begun by Saltroad {found.saltroad}, whose observations are others: name another file."
        )


def _places(layout: ObservationLayout) -> tuple[FieldPlace, ...]:
    return tuple(
        FieldPlace(
            name=field.name,
            about=field.about,
            rows=field.rows,
            columns=field.columns,
            most=field.most,
            is_map=field.is_map,
            start=placed.start,
            first_bit=placed.first_bit,
            bits=field.width,
            stride=field.stride,
        )
        for placed in layout.fields
        for field in [placed.field]
    )
