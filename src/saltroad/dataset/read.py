"""Reading a data set: decisions as NumPy arrays, all at once or in batches, and a game of it as a history.

Needs the file alone: fields, offsets and widths are in its header, so that files of other versions can be read too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from saltroad import games
from saltroad.arena.seating import chance_seed
from saltroad.dataset.errors import BadDataset, load_arrow
from saltroad.dataset.header import DatasetHeader
from saltroad.dataset.parquet_file import read_header
from saltroad.dataset.settings import DatasetSettings, check_form, differs
from saltroad.kernel.chance import Rng
from saltroad.kernel.observation import Form, ObservationLayout, unpack_masks
from saltroad.records import History

Files = Path | str | Sequence[Path | str]
"""One file, or several of the same kind of game, such as shards that were not merged."""
_POOL = 8
"""Row groups whose rows are shuffled among each other."""


class Decisions:
    """Rows of a data set as arrays, made when they are asked for. Seats begin with the one that decides, as in its
    observation; `table` has the columns as they are stored."""

    def __init__(self, header: DatasetHeader, table: Any, form: Form = "float32") -> None:
        self.header = header
        self.table = table
        """A pyarrow.Table: `table.to_pandas()`, `polars.from_arrow(table)`."""
        self.form = form
        """Of `observations` and `fields`: float32, from 0 to 1; uint8, whole numbers; packed, words of 64 bits."""

    def __len__(self) -> int:
        return len(self.table)

    @cached_property
    def layout(self) -> ObservationLayout:
        """Where each field stands, and how observations become planes."""
        return self.header.layout

    @cached_property
    def observations(self) -> NDArray[Any]:
        """The observations of the seat: (rows, entries), or words if packed."""
        stored = self._numbers("observation")
        if self.header.settings.form == self.form:
            return stored
        if self.header.settings.form == "packed":
            return self.layout.unpacked(stored, self.form)
        if self.form == "packed":
            raise BadDataset(f"Observations that are stored as {self.header.settings.form} are not packed again.")
        if self.form == "uint8":
            whole: NDArray[np.uint8] = np.rint(stored * self.layout.most).astype(np.uint8)
            return whole
        part: NDArray[np.float32] = stored * (1.0 / self.layout.most).astype(np.float32)
        return part

    @property
    def fields(self) -> dict[str, NDArray[Any]]:
        """The observations by field: (rows, rows of the field, columns of the field)."""
        return self.layout.split(self.observations)

    @cached_property
    def masks(self) -> NDArray[np.bool_]:
        """The masks of legal actions: (rows, actions)."""
        stored = self._numbers("mask")
        if self.header.settings.form == "packed":
            out = np.empty((len(self), self.header.actions), np.int8)
            unpack_masks(stored, out)
            return out.view(np.bool_)
        return stored.view(np.bool_)

    @property
    def actions(self) -> NDArray[np.int64]:
        """The actions that were played."""
        return self.column("action").astype(np.int64)

    @cached_property
    def policies(self) -> NDArray[np.float32]:
        """The target policies, (rows, actions): the search's share of each action; where there was no search, 1 for the
        action that was played."""
        found = np.zeros((len(self), self.header.actions), np.float32)
        shares, actions = (self._one_piece(name) for name in ("search_shares", "search_actions"))
        has_shares = shares.is_valid().to_numpy(zero_copy_only=False)
        lengths = shares.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        tried = actions.filter(shares.is_valid()).flatten().to_numpy()
        found[np.repeat(np.arange(len(self)), lengths), tried] = shares.flatten().to_numpy()
        found[~has_shares, self.actions[~has_shares]] = 1.0
        return found

    @property
    def win_shares(self) -> NDArray[np.float32]:
        """The shares of the win in the end, (rows, players): 1 for who won alone."""
        return self._mover_first("win_shares")

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points in the end, (rows, players)."""
        return self._mover_first("scores")

    @property
    def seat_values(self) -> NDArray[np.float32]:
        """The shares of the win that the search expects, (rows, players); not a number where there was none."""
        return self._mover_first("seat_values")

    def column(self, name: str) -> NDArray[Any]:
        """A column of numbers or texts as it is stored."""
        return self.table.column(name).to_numpy()  # type: ignore[no-any-return]

    def _mover_first(self, name: str) -> NDArray[Any]:
        players = self.header.players
        turned = (self.column("seat")[:, None] + np.arange(players)) % players
        return np.take_along_axis(self._numbers(name), turned, axis=1)

    def _one_piece(self, name: str) -> Any:
        found = self.table.column(name).combine_chunks()
        arrow, _ = load_arrow()
        return arrow.concat_arrays(found.chunks) if isinstance(found, arrow.ChunkedArray) else found

    def _numbers(self, name: str) -> NDArray[Any]:
        """A column of lists or bytes of one length, as rows of an array."""
        found = self._one_piece(name)
        arrow, _ = load_arrow()
        if arrow.types.is_fixed_size_binary(found.type):
            width = found.type.byte_width // 8
            words = np.frombuffer(found.buffers()[1], "<i8")
            return words[found.offset * width : (found.offset + len(found)) * width].reshape(-1, width)
        size = found.type.list_size
        if found.null_count:
            plain = np.full((len(found), size), np.nan, np.float32)
            plain[found.is_valid().to_numpy(zero_copy_only=False)] = found.flatten().to_numpy().reshape(-1, size)
            return plain
        return found.flatten().to_numpy().reshape(-1, size)  # type: ignore[no-any-return]


def describe(file: Path | str) -> DatasetHeader:
    """The header of a file; BadDataset if it is no data set."""
    return read_header(Path(file))


def read(files: Files, *, form: Form = "float32") -> Decisions:
    """All decisions of a file, or of several."""
    check_form(form)
    arrow, parquet = load_arrow()
    paths = _paths(files)
    header = _common_header(paths)
    return Decisions(header, arrow.concat_tables(parquet.read_table(path) for path in paths), form)


def stream(
    files: Files,
    batch_size: int = 4096,
    *,
    form: Form = "float32",
    seed: int | None = None,
    part: tuple[int, int] = (0, 1),
) -> Iterator[Decisions]:
    """The decisions of a file, or of several, in batches, with little memory: a few row groups at a time.

    With a seed they are shuffled: row groups all together, rows among those of a few groups. `part` is the number of a
    reader, from 0, and how many share the row groups.
    """
    check_batches(batch_size, form)
    paths = _paths(files)
    return _batches(paths, _common_header(paths), batch_size, form, seed, part)


def check_batches(batch_size: Any, form: str) -> None:
    """Refuse a size or a form that batches cannot have."""
    if not isinstance(batch_size, int | np.integer) or batch_size < 1:
        raise BadDataset(f"A batch has at least one row, not {batch_size!r}.")
    check_form(form)


def _batches(
    paths: list[Path], header: DatasetHeader, batch_size: int, form: Form, seed: int | None, part: tuple[int, int]
) -> Iterator[Decisions]:
    arrow, _ = load_arrow()
    groups = list(_groups(paths))
    rng = None if seed is None else np.random.default_rng(seed)
    if rng is not None:
        rng.shuffle(groups)
    groups = groups[part[0] :: part[1]]
    at_once = 1 if rng is None else _POOL
    left: list[Any] = []
    for k in range(0, len(groups), at_once):
        table = arrow.concat_tables([*left, *(_row_group(*group) for group in groups[k : k + at_once])])
        if rng is not None:
            table = table.take(rng.permutation(len(table)))
        whole = len(table) - len(table) % batch_size
        for first in range(0, whole, batch_size):
            yield Decisions(header, table.slice(first, batch_size), form)
        left = [table.slice(whole)]
    for table in left:
        if len(table):
            yield Decisions(header, table, form)


def unpacked(header: DatasetHeader, observations: Iterable[bytes], form: Form = "float32") -> NDArray[Any]:
    """The observations of a column of pandas or polars that is packed: (rows, entries)."""
    words = np.frombuffer(b"".join(observations), "<i8").reshape(-1, header.observation_bytes // 8)
    return header.layout.unpacked(words, form)


def history_of(file: Path | str, game: int) -> History:
    """A game of a data set from its start to its end: its actions from the rows, its chance from the seed."""
    _, parquet = load_arrow()
    header = describe(file)
    table = parquet.read_table(file, columns=["action"], filters=[("game", "=", game)])
    if not len(table):
        raise BadDataset(f"There is no game {game} in {str(file)!r}.")
    rules = games.load(header.settings.game)
    if rules.info.rules_version != header.settings.rules:
        raise BadDataset(f"{str(file)!r} was played by other rules, version {header.settings.rules}.")
    history, chance = History(rules, header.settings.agreed), Rng(chance_seed(header.settings.seed, game))
    for index in table.column("action").to_pylist():
        history.settle(chance)
        history.play(rules.notation.at(index))
    history.settle(chance)
    return history


def _paths(files: Files) -> list[Path]:
    paths = [Path(file) for file in ([files] if isinstance(files, Path | str) else files)]
    if not paths:
        raise BadDataset("There is no file to read: name at least one.")
    return paths


def _common_header(paths: list[Path]) -> DatasetHeader:
    """The header of the first file; BadDataset if the rows of another are not of the same kind."""
    headers = [describe(path) for path in paths]
    first = headers[0]
    for path, found in zip(paths[1:], headers[1:], strict=True):
        kinds = [(each.settings.game, each.fields, each.actions, each.settings.form) for each in (first, found)]
        if kinds[0] != kinds[1]:
            alike = msgspec.structs.replace(found.settings, bots=first.settings.bots, seed=first.settings.seed)
            why = differs(alike, first.settings, "there")
            raise BadDataset(f"{str(path)!r} cannot be read together with {str(paths[0])!r}: {why or 'other fields'}.")
    _expect_each_game_once(paths, headers)
    return first


def _expect_each_game_once(paths: list[Path], headers: list[DatasetHeader]) -> None:
    """Raise BadDataset, naming both, if two files have the same games: what is learned from would be there twice."""
    alike: defaultdict[DatasetSettings, list[tuple[Path, range]]] = defaultdict(list)
    for path, header in zip(paths, headers, strict=True):
        earlier = alike[msgspec.structs.replace(header.settings, command="")]
        for other, numbers in earlier:
            game = first_common(numbers, header.own_games)
            if game is not None:
                raise BadDataset(
                    f"{str(other)!r} and {str(path)!r} have the same games, such as number {game}: "
                    "name each file once, and the whole data set or its shards."
                )
        earlier.append((path, header.own_games))


def first_common(one: range, other: range) -> int | None:
    """The first number of both ranges. They begin below their step, as shards do, or at 0."""
    if (one.start - other.start) % math.gcd(one.step, other.step):
        return None
    return next((number for number in one[: 2 * other.step] if number in other), None)


def _groups(paths: list[Path]) -> Iterator[tuple[Path, int]]:
    _, parquet = load_arrow()
    for path in paths:
        for number in range(parquet.read_metadata(path).num_row_groups):
            yield path, number


def _row_group(path: Path, number: int) -> Any:
    _, parquet = load_arrow()
    with parquet.ParquetFile(path) as file:
        return file.read_row_group(number)
