"""The file is the same whatever happened on the way: jobs, Ctrl-C, a crash, shards, more games; and what is refused."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as parquet
import pytest

import saltroad
from cli.test_commands import run, run_json
from saltroad import arena, dataset
from saltroad.dataset import parquet_file
from saltroad.dataset.columns import COLUMNS
from saltroad.kernel.errors import SaltroadError
from saltroad.workers.framing import frame, read_frame

BAZAAR = dataset.configure("bazaar", "greedy,random", players=2, seed=5)
GAMES = 12
COMMAND = ("dataset", "bazaar", "--bots", "greedy,random", "--players", "2", "--seed", "5", "--games")


@pytest.fixture(scope="module", autouse=True)
def small_row_groups() -> Iterator[None]:
    """Several row groups in a file of a few games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parquet_file, "_GROUP_ROWS", 256)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one run makes of all games."""
    path = tmp_path_factory.mktemp("whole") / "whole.parquet"
    dataset.run(BAZAAR, GAMES, path)
    assert parquet.read_metadata(path).num_row_groups > 3
    return path.read_bytes()


def stop_after(games: int) -> Callable[[dataset.DatasetProgress], None]:
    """Ctrl-C when so many games are over."""

    def tell(progress: dataset.DatasetProgress) -> None:
        if progress.done == games and not progress.is_writing:
            raise KeyboardInterrupt

    return tell


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- the same file -----------------------------------------------------------------------------------------------------


def test_the_number_of_jobs_is_of_no_matter(whole: bytes, tmp_path: Path) -> None:
    found = dataset.run(BAZAAR, GAMES, tmp_path / "jobs.parquet", jobs=2)
    assert (tmp_path / "jobs.parquet").read_bytes() == whole
    assert (found.games, found.earlier, found.kept, found.is_interrupted) == (GAMES, 0, 0, False)
    assert files_in(tmp_path) == ["jobs.parquet"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_the_games_so_far_and_the_same_command_goes_on(whole: bytes, tmp_path: Path, jobs: int) -> None:
    path, first = tmp_path / "a.parquet", tmp_path / "first.parquet"
    found = dataset.run(BAZAAR, GAMES, path, jobs=jobs, tell=stop_after(5))
    assert found.is_interrupted
    assert found.games + found.kept == 5
    dataset.run(BAZAAR, found.games, first)  # the file is what a run of so many games gives
    assert path.read_bytes() == first.read_bytes()
    again = dataset.run(BAZAAR, GAMES, path, jobs=jobs, tell=stop_after(9))
    assert again.earlier == 5
    last = dataset.run(BAZAAR, GAMES, path, jobs=jobs)
    assert (last.earlier, last.games, last.kept) == (9, GAMES, 0)
    assert path.read_bytes() == whole
    assert files_in(tmp_path) == ["a.parquet", "first.parquet"]


def test_games_that_were_over_before_others_are_kept(whole: bytes, tmp_path: Path) -> None:
    """Stopped with the first game missing: there is no file yet, and the others are not played again."""
    path, journal = tmp_path / "a.parquet", tmp_path / "a.parquet.part"
    kept = _journal(tmp_path)
    first, second = (frame(each) for each in _frames(kept)[:2])
    journal.write_bytes(first + kept[len(first) + len(second) :])
    found = dataset.run(BAZAAR, GAMES, path, tell=stop_after(GAMES - 1))
    assert (found.header, found.kept, found.is_interrupted) == (None, GAMES - 1, True)
    assert files_in(tmp_path) == ["a.parquet.part"]
    assert dataset.run(BAZAAR, GAMES, path).earlier == GAMES - 1
    assert path.read_bytes() == whole


def _frames(text: bytes) -> list[bytes]:
    pipe, found = BytesIO(text), []
    while (message := read_frame(pipe)) is not None:
        found.append(message)
    return found


def test_a_journal_that_outlived_its_file_goes(whole: bytes, tmp_path: Path) -> None:
    """As a crash leaves it between the writing of the one and the removal of the other."""
    path = tmp_path / "a.parquet"
    (tmp_path / "a.parquet.part").write_bytes(_journal(tmp_path))
    path.write_bytes(whole)
    assert dataset.run(BAZAAR, GAMES, path).earlier == GAMES
    assert files_in(tmp_path) == ["a.parquet"]


def test_ctrl_c_while_the_file_is_written_leaves_it_for_later(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"

    def tell(progress: dataset.DatasetProgress) -> None:
        if progress.is_writing and progress.done:
            raise KeyboardInterrupt

    found = dataset.run(BAZAAR, GAMES, path, tell=tell)
    assert (found.header, found.games, found.kept, found.is_interrupted) == (None, 0, GAMES, True)
    assert files_in(tmp_path) == ["a.parquet.part"]
    assert dataset.run(BAZAAR, GAMES, path).earlier == GAMES
    assert path.read_bytes() == whole


@pytest.mark.parametrize("cut", [1, 40, 2000])
def test_a_run_goes_on_from_a_journal_that_was_cut_off(whole: bytes, tmp_path: Path, cut: int) -> None:
    """As a power cut leaves it: the last games are played again."""
    path, journal = tmp_path / "a.parquet", tmp_path / "a.parquet.part"
    journal.write_bytes(_journal(tmp_path)[:-cut])
    assert 0 < dataset.run(BAZAAR, GAMES, path).earlier < GAMES
    assert path.read_bytes() == whole


def _journal(folder: Path) -> bytes:
    """The journal of all games, as it is before the file is written."""
    path = folder / "journal.parquet"

    def tell(progress: dataset.DatasetProgress) -> None:
        if progress.is_writing:
            raise KeyboardInterrupt

    dataset.run(BAZAAR, GAMES, path, tell=tell)
    journal = folder / "journal.parquet.part"
    found = journal.read_bytes()
    journal.unlink()
    return found


def test_fewer_games_than_are_kept_lose_none(whole: bytes, tmp_path: Path) -> None:
    path, journal = tmp_path / "a.parquet", tmp_path / "a.parquet.part"
    journal.write_bytes(_journal(tmp_path))
    assert dataset.run(BAZAAR, 5, path).kept == GAMES - 5
    assert dataset.run(BAZAAR, GAMES, path).earlier == GAMES
    assert path.read_bytes() == whole
    assert files_in(tmp_path) == ["a.parquet"]


def test_a_data_set_is_made_longer(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    assert dataset.run(BAZAAR, 4, path).games == 4
    assert dataset.run(BAZAAR, GAMES, path).earlier == 4
    assert path.read_bytes() == whole
    with pytest.raises(dataset.BadDataset, match=r"is of 12 games, here 4 are wanted: it can be made longer, not"):
        dataset.run(BAZAAR, 4, path)
    assert path.read_bytes() == whole


def test_a_data_set_that_is_complete_is_left_alone(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(whole)
    before = path.stat()
    found = dataset.run(BAZAAR, GAMES, path)
    assert (found.earlier, found.games, found.rows) == (GAMES, GAMES, len(dataset.read(path)))
    assert path.stat().st_ino == before.st_ino
    assert files_in(tmp_path) == ["a.parquet"]


def test_a_link_stays_a_link(whole: bytes, tmp_path: Path) -> None:
    file, link = tmp_path / "file.parquet", tmp_path / "link.parquet"
    link.symlink_to(file.name)
    dataset.run(BAZAAR, GAMES, link)
    assert link.is_symlink()
    assert file.read_bytes() == whole


@pytest.mark.parametrize("form", dataset.FORMS)
def test_forms_are_made_longer_too(tmp_path: Path, form: str) -> None:
    settings = msgspec.structs.replace(BAZAAR, form=form)
    for games in (3, 5):
        dataset.run(settings, games, tmp_path / "long.parquet")
    dataset.run(settings, 5, tmp_path / "once.parquet")
    assert (tmp_path / "long.parquet").read_bytes() == (tmp_path / "once.parquet").read_bytes()


# -- shards ------------------------------------------------------------------------------------------------------------


def make_shard(folder: Path, number: int, *, of: int = 3, games: int = GAMES, **more: Any) -> Path:
    path = folder / f"{number}.parquet"
    settings = msgspec.structs.replace(BAZAAR, **more)
    dataset.run(settings, games, path, shard=arena.Shard(number, of))
    return path


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("shards")
    return [make_shard(folder, number) for number in (1, 2, 3)]


def test_merged_shards_are_the_whole(whole: bytes, shards: list[Path], tmp_path: Path) -> None:
    for order in (shards, shards[::-1]):
        out = tmp_path / f"{order[0].stem}.parquet"
        header = dataset.merge(order, out)
        assert out.read_bytes() == whole
        assert (header.games, header.shard) == (GAMES, None)
    assert files_in(tmp_path) == ["1.parquet", "3.parquet"]


def test_shards_part_the_games(shards: list[Path]) -> None:
    games = [sorted(set(dataset.read(file).column("game").tolist())) for file in shards]
    assert games == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]


def test_a_shard_is_stopped_goes_on_and_is_made_longer(shards: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "2.parquet"
    dataset.run(BAZAAR, 8, path, shard=arena.Shard(2, 3), tell=stop_after(1))
    assert dataset.describe(path).games == 2
    with pytest.raises(dataset.BadDataset, match=r"one is of 12 games, the other of 2\. Give the command of the short"):
        dataset.merge([shards[0], path, shards[2]], tmp_path / "merged.parquet")
    dataset.run(BAZAAR, GAMES, path, shard=arena.Shard(2, 3))
    assert path.read_bytes() == shards[1].read_bytes()
    dataset.run(BAZAAR, 2 * GAMES, path, shard=arena.Shard(2, 3), tell=stop_after(4))
    assert path.read_bytes() == shards[1].read_bytes()  # stopped before anything new
    dataset.run(BAZAAR, GAMES + 1, path, shard=arena.Shard(2, 3))  # the one more is another shard's
    assert dataset.describe(path).games == GAMES + 1


def test_more_shards_than_games_leave_some_empty(tmp_path: Path) -> None:
    files = [make_shard(tmp_path, number, games=2) for number in (1, 2, 3)]
    empty = dataset.read(files[2])
    assert len(empty) == 0
    assert empty.observations.shape == (0, 501)
    assert empty.policies.shape == empty.masks.shape == (0, 207)
    assert empty.win_shares.shape == (0, 2)
    assert list(dataset.stream(files[2])) == []
    assert dataset.merge(files, tmp_path / "whole.parquet").games == 2
    assert set(dataset.read(tmp_path / "whole.parquet").column("game")) == {0, 1}


def undivided(shards: list[Path], folder: Path) -> list[Path]:
    dataset.run(BAZAAR, 1, folder / "undivided.parquet")
    return [*shards, folder / "undivided.parquet"]


def changed(**more: Any) -> Callable[[list[Path], Path], list[Path]]:
    """The shards, the second of them made otherwise."""
    return lambda shards, folder: [shards[0], make_shard(folder, 2, **more), shards[2]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda shards, _: [], "There is nothing to merge: name the files of the shards"),
        (lambda shards, _: shards[:1], "2 shards of 3 missing, 2/3, 3/3: name the files of all"),
        (lambda shards, _: [*shards, shards[1]], "are both shard 2/3: name each shard once"),
        (lambda shards, _: [*shards, Path("nowhere.parquet")], r"'nowhere\.parquet' cannot be read: .*"),
        (lambda shards, _: [*shards, Path(__file__)], r"test_run\.py' is not a data set of Saltroad"),
        (undivided, "is no shard but a whole data set: name files that --shard has written"),
        (changed(seed=6), r"is another data set: its seed is 6, in '.*1\.parquet' is 5"),
        (changed(form="uint8"), r"its form is uint8, in '.*1\.parquet' is packed"),
        (changed(of=4), "one is 1/3, the other 2/4"),
        (changed(games=4), r"one is of 12 games, the other of 4\. Give the command of the shorter again"),
    ],
)
def test_what_cannot_be_merged_is_refused(
    given: Callable[[list[Path], Path], list[Path]], words: str, shards: list[Path], tmp_path: Path
) -> None:
    files = given(shards, tmp_path)
    with pytest.raises(dataset.BadDataset, match=words):
        dataset.merge(files, tmp_path / "merged.parquet")
    assert not (tmp_path / "merged.parquet").exists()


def test_nothing_is_merged_over(shards: list[Path], tmp_path: Path) -> None:
    before = shards[0].read_bytes()
    with pytest.raises(dataset.BadDataset, match=r"There is a file .* already: name another, or remove it"):
        dataset.merge(shards, shards[0])
    assert shards[0].read_bytes() == before
    with pytest.raises(dataset.BadDataset, match="its folder is not there"):
        dataset.merge(shards, tmp_path / "no" / "folder.parquet")


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_a_file_of_another_run_is_left_alone(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(whole)
    for more, words in (
        ({"seed": 6}, "another data set: its seed is 5, here is 6. Name another file, or the same settings"),
        ({"memory": True}, "its memory is False, here is True"),
        ({"form": "uint8"}, "its form is packed, here is uint8"),
        ({"options": "players=3 double_purchase=off solo=off"}, "its options are players=2"),
        ({"bots": BAZAAR.bots[::-1]}, r"its bots are greedy \(.*\),random \(.*\), here are random"),
    ):
        with pytest.raises(dataset.BadDataset, match=words):
            dataset.run(msgspec.structs.replace(BAZAAR, **more), GAMES, path)
    with pytest.raises(dataset.BadDataset, match="is the whole data set, and this is to be shard 1/2"):
        dataset.run(BAZAAR, GAMES, path, shard=arena.Shard(1, 2))
    assert path.read_bytes() == whole
    assert files_in(tmp_path) == ["a.parquet"]


def test_a_journal_of_another_run_is_left_alone(tmp_path: Path) -> None:
    journal = tmp_path / "a.parquet.part"
    kept = _journal(tmp_path)
    journal.write_bytes(kept)
    with pytest.raises(dataset.BadDataset, match=r"part' is another data set: its seed is 5, here is 6"):
        dataset.run(msgspec.structs.replace(BAZAAR, seed=6), GAMES, tmp_path / "a.parquet")
    assert journal.read_bytes() == kept
    journal.write_bytes(b"something else")
    with pytest.raises(dataset.BadDataset, match=r"part' is not what a run has kept: remove it"):
        dataset.run(BAZAAR, GAMES, tmp_path / "a.parquet")
    assert journal.read_bytes() == b"something else"


def test_what_no_data_set_can_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "folder.parquet").mkdir()
    (tmp_path / "text.parquet").write_text("a text")
    parquet.write_table(dataset.read(_one(tmp_path)).table.replace_schema_metadata({}), tmp_path / "other.parquet")
    for name, words in (
        ("a.csv", r"name one that ends in \.parquet, not 'a\.csv'"),
        ("folder.parquet", "is a folder: name a file in it"),
        ("no/such.parquet", "its folder is not there"),
        ("text.parquet", "is not a data set of Saltroad"),
        ("other.parquet", "is not a data set of Saltroad"),
        ("a" * 260 + ".parquet", "cannot be written: File name too long"),
        ("a" * 247 + ".parquet", "Nothing can be written beside .*: File name too long"),
    ):
        with pytest.raises(dataset.BadDataset, match=words):
            dataset.run(BAZAAR, GAMES, tmp_path / name)
    assert (tmp_path / "text.parquet").read_text() == "a text"
    assert files_in(tmp_path) == ["folder.parquet", "one.parquet", "other.parquet", "text.parquet"]


def _one(folder: Path) -> Path:
    dataset.run(BAZAAR, 1, folder / "one.parquet")
    return folder / "one.parquet"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: dataset.configure("bazaar", "nobody"), "There is no bot called 'nobody'"),
        (lambda: dataset.configure("bazaar", "random,"), "A name is missing beside a comma"),
        (lambda: dataset.configure("chess", "random"), "There is no game called 'chess'"),
        (lambda: dataset.configure("desert_bazaar", "rate"), "plays bazaar only"),
        (lambda: dataset.configure("bazaar", "random", players=9), "2 to 6"),
        (lambda: dataset.configure("bazaar", "random", options={"camels": "on"}), "camels"),
        (
            lambda: dataset.configure("bazaar", "random", form="float64"),  # type: ignore[arg-type]
            "is one of packed, uint8, float32, not 'float64'",
        ),
        (lambda: dataset.configure("bazaar", "random", seed=-1), "A seed is a whole number from 0 on"),
        (lambda: dataset.configure("bazaar", "random", seed="x"), "A seed is a whole number from 0 on, not 'x'"),  # type: ignore[arg-type]
        (lambda: dataset.run(BAZAAR, 1, "a.parquet", shard="1/2"), "A shard is a Shard, such as .*, not '1/2'"),  # type: ignore[arg-type]
        (lambda: dataset.configure("bazaar", "random", seed=2**63), "The seed of a data set is at most"),
        (lambda: dataset.configure("bazaar", "uct", limit="hours=1"), "A limit looks like nodes=200"),
        (lambda: dataset.run(BAZAAR, 0, "a.parquet"), "from 1 to 2,147,483,647 games"),
        (lambda: dataset.run(BAZAAR, 2**31, "a.parquet"), "from 1 to 2,147,483,647 games"),
        (lambda: dataset.run(BAZAAR, 1, "a.parquet", jobs=0), "1 to 256 jobs"),
        (lambda: dataset.run(BAZAAR, 1, "a.parquet", jobs=2, ray=""), "leave --jobs out"),
    ],
)
def test_bad_settings_are_refused(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(SaltroadError, match=words):
        make()
    assert not Path("a.parquet").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_ends_the_run(tmp_path: Path, jobs: int) -> None:
    """A game that was broken off has no outcome to learn from, and a hole would not be seen."""
    settings = dataset.configure("bazaar", ["random", "mine=python:dataset.bots:Crashes"], players=2)
    words = r"Game \d could not be played: mine failed at ply \d+ \(crash\): ZeroDivisionError: no camels\. What was"
    with pytest.raises(dataset.BadDataset, match=words):
        dataset.run(settings, 4, tmp_path / "a.parquet", jobs=jobs)
    assert files_in(tmp_path) == []


def test_two_runs_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    refusals: list[object] = []

    def tell(progress: dataset.DatasetProgress) -> None:
        if progress.done == 2 and not refusals:
            with pytest.raises(
                dataset.BadDataset, match=r"Another run is writing to .*: wait until it is over"
            ) as found:
                dataset.run(BAZAAR, 4, path)
            refusals.append(found)

    dataset.run(BAZAAR, 4, path, tell=tell)
    assert refusals
    assert len(dataset.describe(path).own_games) == 4


# -- processes ---------------------------------------------------------------------------------------------------------


def begin(*arguments: str, most_bytes: int | None = None) -> subprocess.Popen[str]:
    """The command, in a process of its own that can write no larger files."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, {most_bytes})); "
    code = "import sys; sys.argv[0] = 'saltroad'; from saltroad.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", (limit if most_bytes else "") + code, *COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until_kept(journal: Path, size: int) -> None:
    """Wait until a run has kept a few games."""
    while not journal.exists() or journal.stat().st_size < size:
        time.sleep(0.02)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_was_killed_goes_on(tmp_path: Path, jobs: int) -> None:
    path, once = tmp_path / "a.parquet", tmp_path / "once.parquet"
    killed = begin("2000", "--out", str(path), "--jobs", str(jobs))
    until_kept(tmp_path / "a.parquet.part", 30_000)
    killed.kill()
    killed.communicate()
    assert not path.exists()
    found = dataset.run(BAZAAR, 12, path)
    assert found.earlier > 0
    path.with_name("a.parquet.part").unlink(missing_ok=True)
    dataset.run(BAZAAR, 12, once)
    assert path.read_bytes() == once.read_bytes()


def test_ctrl_c_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    stopped = begin("2000", "--out", str(path))
    until_kept(tmp_path / "a.parquet.part", 30_000)
    os.kill(stopped.pid, signal.SIGINT)
    output, errors = stopped.communicate(timeout=120)
    assert stopped.returncode == 130, errors
    games = len(dataset.describe(path).own_games)
    assert f"Stopped after {games} of 2,000 games. The same command goes on." in output
    assert "Traceback" not in errors
    assert files_in(tmp_path) == ["a.parquet"]


@pytest.mark.parametrize("limit", [40_000, 120_000])
def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path, limit: int) -> None:
    """By a limit for the size of a file: the journal of 24 games is larger than one, the other is reached later."""
    path = tmp_path / "a.parquet"
    full = begin("200", "--out", str(path), most_bytes=limit)
    _, errors = full.communicate(timeout=120)
    assert full.returncode == 2, errors
    told = " ".join(errors.split())
    assert (
        "a.parquet.part': File too large. What was played before is there: make room, and give the same command" in told
    )
    assert files_in(tmp_path) == ["a.parquet.part"]
    assert dataset.run(BAZAAR, 8, path).earlier == 8


def test_a_disk_that_is_full_when_the_file_is_written(whole: bytes, tmp_path: Path) -> None:
    path, journal = tmp_path / "a.parquet", tmp_path / "a.parquet.part"
    journal.write_bytes(_journal(tmp_path))
    full = begin(str(GAMES), "--out", str(path), most_bytes=10_000)
    _, errors = full.communicate(timeout=120)
    assert full.returncode == 2, errors
    assert "a.parquet' cannot be written: " in " ".join(errors.split())
    assert "Traceback" not in errors
    assert files_in(tmp_path) == ["a.parquet.part"]
    assert dataset.run(BAZAAR, GAMES, path).earlier == GAMES
    assert path.read_bytes() == whole


def test_the_commands_tell_what_they_wrote(whole: bytes, tmp_path: Path) -> None:
    parts = [str(tmp_path / f"{number}.parquet") for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        told = run(*COMMAND, str(GAMES), "--shard", f"{number}/2", "--out", part)
        assert re.search(r"[\d,]+ decisions of 6 games of Bazaar, 2 players, \d+ kB\.", told)
        assert f"This is shard {number}/2: merge it with the others." in told
    out = str(tmp_path / "whole.parquet")
    assert "decisions of 12 games of Bazaar, 2 players" in run("dataset", "merge", *parts, "--out", out)
    assert Path(out).read_bytes() == whole
    assert "All of its games were played before." in run(*COMMAND, str(GAMES), "--out", out)
    longer = run_json(*COMMAND, str(GAMES + 1), "--out", out)
    assert (longer["games"], longer["earlier"], longer["wanted"]) == (GAMES + 1, GAMES, GAMES + 1)
    assert longer["rows"] == len(dataset.read(out))
    assert longer["bytes"] == Path(out).stat().st_size


def test_without_pyarrow_its_extra_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['pyarrow'] = None; sys.argv[0] = ''; from saltroad.cli.main import main; main()"
    for arguments in ([*COMMAND, "2", "--out", "a.parquet"], ["dataset", "merge", "1.parquet", "--out", "a.parquet"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert done.stderr == "Data sets need pyarrow, which is not installed: pip install 'saltroad[data]'.\n"
    assert files_in(tmp_path) == []


# -- what the file says of itself --------------------------------------------------------------------------------------


def test_the_header_says_what_the_file_is_of(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(whole)
    header = dataset.describe(path)
    assert (header.settings.game, header.title, header.settings.rules, header.players) == ("bazaar", "Bazaar", 1, 2)
    assert (header.settings.seed, header.games, header.shard, header.actions) == (5, GAMES, None, 207)
    assert [bot.label for bot in header.settings.bots] == ["greedy", "random"]
    assert parquet.read_schema(path).names == [column.name for column in COLUMNS]
    assert header.saltroad == saltroad.__version__


def test_the_command_of_the_header_makes_the_file_again(tmp_path: Path) -> None:
    path, again = tmp_path / "a.parquet", tmp_path / "again.parquet"
    settings = dataset.configure(
        "bazaar",
        ["novice@nodes=4", "mine=greedy"],
        players=3,
        options={"double_purchase": "on"},
        seed=9,
        limit="nodes=3",
        memory=True,
        form="uint8",
    )
    dataset.run(settings, 2, path)
    words = dataset.describe(path).command.split()
    assert words[:3] == ["saltroad", "dataset", "bazaar"]
    done = subprocess.run([sys.executable, "-m", *words, "--out", again], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert again.read_bytes() == path.read_bytes()
