"""Reading: NumPy, pandas, polars and PyTorch get the same rows, and a reader needs nothing but the file."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow.parquet as parquet
import pytest
import torch

from saltroad import arena, dataset
from saltroad.dataset import parquet_file
from saltroad.dataset.header import header_of
from saltroad.dataset.parquet_file import group_rows
from saltroad.dataset.read import first_common
from saltroad.kernel.observation import Form

GAMES = 6
SHARDS = ("1/2", "2/2", "3/3", "5/6")


@pytest.fixture(scope="module", params=dataset.FORMS)
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set in each form, of bots that search and that do not, in several row groups."""
    settings = dataset.configure("bazaar", "trader@nodes=8,random", players=3, seed=4, form=request.param)
    path = tmp_path_factory.mktemp("read") / "bazaar.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet_file, "_GROUP_ROWS", 64)
        dataset.run(settings, GAMES, path)
    return path


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("packed") / "bazaar.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet_file, "_GROUP_ROWS", 64)
        dataset.run(dataset.configure("bazaar", "trader@nodes=8,random", players=3, seed=4), GAMES, path)
    return path


def keys(rows: dataset.Decisions) -> list[tuple[int, int]]:
    return list(zip(rows.column("game").tolist(), rows.column("ply").tolist(), strict=True))


def test_every_form_reads_as_the_same_numbers(path: Path, packed: Path) -> None:
    for form in ("float32", "uint8"):
        one, other = (dataset.read(file, form=form) for file in (path, packed))
        assert one.observations.dtype == form
        assert (one.observations == other.observations).all()
        assert (one.masks == other.masks).all()
        assert (one.policies == other.policies).all()
    fields = dataset.read(path).fields
    assert list(fields) == [field.name for field in dataset.describe(path).fields]
    assert fields["hands"].shape == (len(one), 3, 5)


def test_seats_begin_with_the_one_that_decides(path: Path) -> None:
    found = dataset.read(path)
    rows = found.table.to_pylist()
    for k, row in enumerate(rows):
        seat = row["seat"]
        for name, stored in (("win_shares", "win_shares"), ("scores", "scores"), ("seat_values", "seat_values")):
            told = row[stored]
            turned = [np.nan] * 3 if told is None else told[seat:] + told[:seat]
            assert np.array_equal(getattr(found, name)[k], np.array(turned, np.float32), equal_nan=True)
    assert {row["seat"] for row in rows} == {0, 1, 2}


def test_policies_are_what_the_search_says_or_else_the_action(path: Path) -> None:
    found = dataset.read(path)
    assert found.policies.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert not found.policies[~found.masks].any()
    searched = 0
    for k, row in enumerate(found.table.to_pylist()):
        wanted = np.zeros(found.header.actions, np.float32)
        if row["search_shares"] is None:
            wanted[row["action"]] = 1
        else:
            searched += 1
            wanted[row["search_actions"]] = row["search_shares"]
        assert (found.policies[k] == wanted).all()
    assert 20 < searched < len(found) - 20


def test_batches_have_every_row_once(path: Path) -> None:
    whole = dataset.read(path)
    batches = list(dataset.stream(path, 50))
    assert [len(batch) for batch in batches[:-1]] == [50] * (len(batches) - 1)
    assert np.concatenate([batch.observations for batch in batches]).tobytes() == whole.observations.tobytes()
    assert np.concatenate([batch.masks for batch in batches]).tobytes() == whole.masks.tobytes()
    assert np.concatenate([batch.policies for batch in batches]).tobytes() == whole.policies.tobytes()
    for name in ("win_shares", "seat_values", "scores"):
        assert np.concatenate([getattr(batch, name) for batch in batches]).tobytes() == getattr(whole, name).tobytes()


def test_batches_are_shuffled_by_a_seed(packed: Path) -> None:
    whole = keys(dataset.read(packed))
    orders = [[key for batch in dataset.stream(packed, 50, seed=seed) for key in keys(batch)] for seed in (1, 1, 2)]
    assert orders[0] == orders[1]
    assert orders[0] != orders[2] != whole
    assert all(sorted(order) == whole for order in orders)
    parts = [[key for batch in dataset.stream(packed, 50, seed=1, part=(k, 2)) for key in keys(batch)] for k in (0, 1)]
    assert all(parts)
    assert sorted(parts[0] + parts[1]) == whole


def test_shards_are_read_together(packed: Path, tmp_path: Path) -> None:
    settings = dataset.describe(packed).settings
    files = [tmp_path / f"{number}.parquet" for number in (1, 2)]
    for number, file in enumerate(files, 1):
        dataset.run(settings, GAMES, file, shard=arena.Shard(number, 2))
    assert sorted(keys(dataset.read(files))) == keys(dataset.read(packed))
    assert sorted(key for batch in dataset.stream(files, 64, seed=1) for key in keys(batch)) == keys(
        dataset.read(packed)
    )


def test_files_with_the_same_games_are_not_read_together(packed: Path, tmp_path: Path) -> None:
    settings = dataset.describe(packed).settings
    files = {shard: tmp_path / f"{shard.number}_of_{shard.of}.parquet" for shard in map(arena.read_shard, SHARDS)}
    for shard, file in files.items():
        dataset.run(settings, GAMES, file, shard=shard)
    half, _, third, sixth = files.values()
    for one, other, game in [
        (half, packed, 0),
        (packed, half, 0),
        (packed, packed, 0),
        (third, half, 2),
        (half, sixth, 4),
    ]:
        fault = f"{one.name}' and '.*{other.name}' have the same games, such as number {game}: name each file once"
        with pytest.raises(dataset.BadDataset, match=fault):
            dataset.read([one, other])
        with pytest.raises(dataset.BadDataset, match=fault):
            next(dataset.stream([one, other]))
    other_seed = tmp_path / "other_seed.parquet"
    dataset.run(dataset.configure("bazaar", "trader@nodes=8,random", players=3, seed=5), 2, other_seed)
    assert len(dataset.read([packed, other_seed])) == sum(len(dataset.read(file)) for file in (packed, other_seed))


@pytest.mark.parametrize("steps", [(1, 1), (1, 3), (4, 6), (5, 7), (6, 9)])
def test_the_first_game_of_two_shards(steps: tuple[int, int]) -> None:
    for one, other in itertools.product(*(range(step) for step in steps)):
        for stop in (0, 3, 20, 80):
            ranges = range(one, stop, steps[0]), range(other, stop + 5, steps[1])
            assert first_common(*ranges) == min({*ranges[0]} & {*ranges[1]}, default=None)


# -- one line each -----------------------------------------------------------------------------------------------------


def test_pandas(path: Path) -> None:
    frame = pandas.read_parquet(path)
    found = dataset.read(path)
    assert len(frame) == len(found)
    assert frame["action"].tolist() == found.actions.tolist()
    assert frame.groupby("bot")["legal_count"].mean().index.tolist() == ["random", "trader@nodes=8"]
    if found.header.settings.form == "packed":
        observations = dataset.unpacked(found.header, frame["observation"])
    else:
        observations = np.stack(frame["observation"])
    assert np.allclose(observations, dataset.read(path, form=_form_of(found)).observations)
    pandas.testing.assert_frame_equal(found.table.to_pandas(), frame)


def _form_of(found: dataset.Decisions) -> Form:
    return "uint8" if found.header.settings.form == "uint8" else "float32"


def test_polars(path: Path) -> None:
    frame = polars.read_parquet(path)
    found = dataset.read(path)
    assert frame["action"].to_list() == found.actions.tolist()
    assert frame.filter(polars.col("search_shares").is_not_null())["bot"].unique().to_list() == ["trader@nodes=8"]
    seats = frame.select(polars.col("win_shares").arr.get(polars.col("seat"))).to_series()
    assert seats.to_list() == found.win_shares[:, 0].tolist()
    if found.header.settings.form == "packed":
        observations = dataset.unpacked(found.header, frame["observation"])
    else:
        observations = frame["observation"].to_numpy()
    assert np.allclose(observations, dataset.read(path, form=_form_of(found)).observations)
    assert polars.scan_parquet(path).filter(polars.col("game") == 1).collect().height == Counter(frame["game"])[1]


def test_pytorch(path: Path) -> None:
    found = dataset.read(path)
    loader = dataset.loader(path, 32, seed=None)
    batches = list(loader)
    assert torch.cat([batch["observation"] for batch in batches]).numpy().tobytes() == found.observations.tobytes()
    assert torch.cat([batch["action"] for batch in batches]).tolist() == found.actions.tolist()
    first = batches[0]
    assert first["observation"].dtype == first["policy"].dtype == first["win_shares"].dtype == torch.float32
    assert (first["mask"].dtype, first["action"].dtype) == (torch.bool, torch.int64)
    assert first["seat_values"].shape == (32, 3)
    model = torch.nn.Linear(found.observations.shape[1], found.header.actions)
    logits = model(first["observation"]).masked_fill(~first["mask"], -torch.inf)
    loss = torch.nn.functional.cross_entropy(logits, first["action"])
    loss.backward()  # type: ignore[no-untyped-call]
    assert torch.isfinite(loss)


def test_a_loader_shuffles_anew_each_time_round(packed: Path) -> None:
    loader = dataset.loader(packed, 32, seed=3)
    rounds = [[batch["action"].tolist() for batch in loader] for _ in range(2)]
    assert rounds[0] != rounds[1]
    flat = [sorted(action for batch in each for action in batch) for each in rounds]
    assert flat[0] == flat[1] == sorted(dataset.read(packed).actions.tolist())
    again = [batch["action"].tolist() for batch in dataset.loader(packed, 32, seed=3)]
    assert again == rounds[0]


def test_a_loader_with_workers_has_every_row_once_and_shuffles_anew(packed: Path) -> None:
    """In a process of its own: PyTorch forks its workers."""
    code = f"""
from saltroad import dataset
if __name__ == "__main__":
    loader = dataset.loader({str(packed)!r}, 32, seed=3, workers=2)
    rounds = [[action for batch in loader for action in batch["action"].tolist()] for _ in range(2)]
    assert rounds[0] != rounds[1]
    assert sorted(rounds[0]) == sorted(rounds[1]) == sorted(dataset.read({str(packed)!r}).actions.tolist())
    print("every row once")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "every row once\n", done.stderr


# -- nothing but the file ----------------------------------------------------------------------------------------------


def test_a_reader_needs_nothing_but_the_file(path: Path) -> None:
    """By the header alone, in plain Python: every field of every observation, and every mask."""
    schema = parquet.read_schema(path)
    header: dict[str, Any] = json.loads(schema.metadata[b"saltroad"])
    assert header["command"].startswith("saltroad dataset bazaar --bots ")
    found = dataset.read(path, form="uint8")
    fields, is_packed = found.fields, header["settings"]["form"] == "packed"
    for k, row in enumerate(parquet.read_table(path).to_pylist()[:40]):
        stored = row["observation"]
        whole = int.from_bytes(stored, "little") if is_packed else 0
        for field in header["fields"]:
            for r in range(field["rows"]):
                for c in range(field["columns"]):
                    if is_packed:
                        at = field["first_bit"] + r * field["stride"] + c * field["bits"]
                        entry = whole >> at & (1 << field["bits"]) - 1
                    else:
                        entry = stored[field["start"] + r * field["columns"] + c]
                        entry = round(entry * field["most"]) if header["settings"]["form"] == "float32" else entry
                    assert entry == fields[field["name"]][k, r, c]
        mask = row["mask"]
        legal = [a for a in range(header["actions"]) if (mask[a // 8] >> a % 8 & 1 if is_packed else mask[a])]
        assert legal == np.flatnonzero(found.masks[k]).tolist()
        assert len(legal) == row["legal_count"]


def test_rows_of_a_map_become_planes(tmp_path: Path) -> None:
    path = tmp_path / "camels.parquet"
    dataset.run(dataset.configure("through_the_desert", "random", players=2), 1, path)
    found = dataset.read(path)
    planes = found.layout.planes(found.observations)
    assert planes.shape[0] == len(found)
    assert found.header.grid is not None
    assert planes.shape[2:] == (found.header.grid.height, found.header.grid.width)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_read_is_refused(packed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    dataset.run(dataset.configure("bazaar", "random", players=2), 1, other)
    (tmp_path / "text.parquet").write_text("a text")
    other_form: Any = "x"
    other_size: Any = 1.5
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(packed.read_bytes()[:-10])
    for make, words in (
        (lambda: dataset.read(tmp_path / "nowhere.parquet"), "cannot be read: No such file"),
        (lambda: dataset.read(tmp_path), "cannot be read: Is a directory"),
        (lambda: dataset.read(tmp_path / "text.parquet"), "is not a data set of Saltroad"),
        (lambda: dataset.read(cut), "is not a data set of Saltroad, or not all of one"),
        (lambda: dataset.read([]), "name at least one"),
        (
            lambda: dataset.read([packed, other]),
            "cannot be read together with .*: its options are players=2 .* are players=3",
        ),
        (
            lambda: dataset.read(packed, form=other_form),
            "form of observations is one of packed, uint8, float32, not 'x'",
        ),
        (lambda: dataset.stream(packed, form=other_form), "form of observations is one of"),
        (lambda: dataset.loader(packed, form=other_form), "form of observations is one of"),
        (lambda: dataset.stream(packed, 0), "A batch has at least one row, not 0"),
        (lambda: dataset.loader(packed, batch_size=0), "A batch has at least one row, not 0"),
        (lambda: dataset.loader(packed, batch_size=other_size), "A batch has at least one row, not 1.5"),
        (lambda: dataset.history_of(packed, 99), "There is no game 99 in "),
    ):
        with pytest.raises(dataset.BadDataset, match=words):
            make()


def test_without_pytorch_its_extra_is_named(packed: Path) -> None:
    code = f"import sys; sys.modules['torch'] = None; from saltroad import dataset; dataset.loader({str(packed)!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "A loader needs PyTorch, which is not installed: pip install 'saltroad[torch]'." in done.stderr


@pytest.mark.parametrize("form", dataset.FORMS)
@pytest.mark.parametrize("game", ["bazaar", "through_the_desert", "desert_bazaar"])
def test_a_row_group_is_neither_large_nor_small(game: str, form: Form) -> None:
    header = header_of(dataset.configure(game, "random", form=form))
    row = header.observation_bytes + header.mask_bytes if form == "packed" else 8 * (header.entries + header.actions)
    assert 2**23 < group_rows(header) * row <= 2**25
