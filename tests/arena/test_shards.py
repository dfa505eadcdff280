"""Tournaments in shards: merged they are what one machine would have written, byte for byte, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saltroad import arena
from saltroad.arena.report import page

BAZAAR = arena.configure("bazaar", "greedy,random", players=2, seed=5)
GAMES = 14
SHARDS = 3


def play_shard(folder: Path, number: int, *, of: int = SHARDS, games: int = GAMES, **more: Any) -> Path:
    file = folder / f"{number}.jsonl"
    settings = more.pop("settings", BAZAAR)
    arena.run(settings, games, results=file, shard=arena.Shard(number, of), **{"untimed": True, **more})
    return file


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[arena.Tournament, bytes]:
    """What one machine makes of all deals."""
    file = tmp_path_factory.mktemp("whole") / "whole.jsonl"
    return arena.run(BAZAAR, GAMES, results=file, untimed=True), file.read_bytes()


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("shards")
    return [play_shard(folder, number) for number in range(1, SHARDS + 1)]


def test_merged_shards_are_the_whole(whole: tuple[arena.Tournament, bytes], shards: list[Path], tmp_path: Path) -> None:
    tournament, text = whole
    for order in (shards, shards[::-1]):
        output = tmp_path / order[0].name
        merged = arena.merge(order, output)
        assert output.read_bytes() == text
        assert merged == tournament
        assert page(merged, "") == page(tournament, "")


def test_shards_part_the_deals(shards: list[Path]) -> None:
    dealt = [{deal for deal, _ in arena.read_results(file)[1].games} for file in shards]
    assert dealt == [{0, 3, 6}, {1, 4}, {2, 5}]


def test_more_shards_than_deals_leave_some_empty(tmp_path: Path) -> None:
    files = [play_shard(tmp_path, number, games=2, of=2) for number in (1, 2)]
    assert arena.read_results(files[1])[1].games == {}
    assert len(arena.merge(files, tmp_path / "whole.jsonl").games) == 2


def test_workers_end_with_the_games_in_order(whole: tuple[arena.Tournament, bytes], tmp_path: Path) -> None:
    """Stopped and gone on, with lines in another order: the file is the same in the end."""
    _, text = whole
    first, *lines = text.splitlines(keepends=True)
    file = tmp_path / "whole.jsonl"
    file.write_bytes(b"".join([first, *lines[8:4:-1], lines[0], lines[0], lines[1][:30]]))
    arena.run(BAZAAR, GAMES, jobs=2, results=file, untimed=True)
    assert file.read_bytes() == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["whole.jsonl"]


def test_a_file_that_is_written_anew_stays_behind_its_link(
    whole: tuple[arena.Tournament, bytes], tmp_path: Path
) -> None:
    first, *lines = whole[1].splitlines(keepends=True)
    file, link = tmp_path / "whole.jsonl", tmp_path / "link.jsonl"
    file.write_bytes(b"".join([first, *reversed(lines)]))
    link.symlink_to(file.name)
    arena.run(BAZAAR, GAMES, results=link, untimed=True)
    assert link.is_symlink()
    assert file.read_bytes() == whole[1]


def test_a_shard_is_stopped_goes_on_and_is_made_longer(
    whole: tuple[arena.Tournament, bytes], shards: list[Path], tmp_path: Path
) -> None:
    file = play_shard(tmp_path, 1, games=8)
    file.write_bytes(file.read_bytes()[:-40])
    play_shard(tmp_path, 1)
    assert file.read_bytes() == shards[0].read_bytes()
    before = file.read_bytes()
    with pytest.raises(arena.BadArena, match=r"can be made longer, not shorter. Give at least the same --games"):
        play_shard(tmp_path, 1, games=8)
    assert file.read_bytes() == before


def test_merged_times_are_those_of_the_shards(tmp_path: Path) -> None:
    files = [play_shard(tmp_path, number, of=2, games=4, untimed=False) for number in (1, 2)]
    merged = arena.merge(files, tmp_path / "whole.jsonl")
    alone = [game for file in files for game in arena.read_results(file)[1].games.values()]
    assert list(merged.games) == sorted(alone, key=lambda game: game.key)
    assert merged.summary.standings[0].seconds is not None
    again = arena.run(BAZAAR, 6, results=tmp_path / "whole.jsonl")  # it is a results file like any other
    assert again.earlier == 4


def test_without_times_decisions_are_counted_and_nothing_is_said_of_seconds(
    whole: tuple[arena.Tournament, bytes],
) -> None:
    tournament, text = whole
    greedy = tournament.summary.standings[0]
    assert greedy.decisions > 100
    assert greedy.seconds is greedy.seconds_99 is None
    assert b"seconds" not in text
    assert "Time for a decision" not in page(tournament, "")


# -- refusals ----------------------------------------------------------------------------------------------------------


def changed(settings: arena.TournamentSettings = BAZAAR, **more: Any) -> Callable[[list[Path], Path], list[Path]]:
    """The shards, the second of them played otherwise."""
    return lambda shards, folder: [shards[0], play_shard(folder, 2, settings=settings, **more), shards[2]]


def cut(shards: list[Path], folder: Path) -> list[Path]:
    file = folder / "cut.jsonl"
    file.write_bytes(b"".join(shards[1].read_bytes().splitlines(keepends=True)[:-1]))
    return [shards[0], file, shards[2]]


def foreign(shards: list[Path], folder: Path) -> list[Path]:
    file = folder / "foreign.jsonl"
    line = shards[0].read_bytes().splitlines(keepends=True)[1]
    file.write_bytes(shards[1].read_bytes() + line)
    return [shards[0], file, shards[2]]


def undivided(shards: list[Path], folder: Path) -> list[Path]:
    file = folder / "whole.jsonl"
    arena.run(BAZAAR, 2, results=file, untimed=True)
    return [*shards, file]


def impossible(shards: list[Path], folder: Path) -> list[Path]:
    file = folder / "impossible.jsonl"
    header = json.loads(shards[1].read_bytes().splitlines()[0])
    file.write_text(json.dumps(header | {"shard": {"number": 5, "of": 3}}) + "\n")
    return [shards[0], file, shards[2]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda shards, _: [], "There is nothing to merge: name the results files"),
        (lambda shards, _: shards[:1], "2 shards of 3 missing, 2/3, 3/3: name the files of all"),
        (lambda shards, _: [*shards, shards[1]], "are both shard 2/3: name each shard once"),
        (lambda shards, _: [*shards, Path("nowhere.jsonl")], "'nowhere.jsonl' cannot be read"),
        (cut, r"Not complete: '.*cut.jsonl' \(shard 2/3\) lacks 1 game. Give the command of such a shard again"),
        (foreign, "Line 6 of .*foreign.jsonl.*deal 0 is not one of shard 2/3"),
        (undivided, "is no shard but a whole tournament: name files that --shard has written"),
        (impossible, "is not a results file"),
        (changed(msgspec.structs.replace(BAZAAR, seed=6)), r"its seed is 6, in '.*1.jsonl' is 5"),
        (changed(of=4), "one is 1/3, the other 2/4"),
        (changed(games=4), "one is of 7 deals, the other of 2. Run the shorter again"),
        (changed(untimed=False), "only one of them has the times of decisions. Play all with --untimed"),
    ],
)
def test_what_cannot_be_merged_is_refused(
    given: Callable[[list[Path], Path], list[Path]], words: str, shards: list[Path], tmp_path: Path
) -> None:
    files = given(shards, tmp_path)
    with pytest.raises(arena.BadArena, match=words):
        arena.merge(files, tmp_path / "merged.jsonl")
    assert not (tmp_path / "merged.jsonl").exists()


def test_nothing_is_written_over(shards: list[Path], tmp_path: Path) -> None:
    before = shards[0].read_bytes()
    with pytest.raises(arena.BadArena, match=r"There is a file .* already: name another, or remove it"):
        arena.merge(shards, shards[0])
    assert shards[0].read_bytes() == before
    with pytest.raises(arena.BadArena, match="cannot be written to"):
        arena.merge(shards, tmp_path / "no" / "such" / "folder")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"shard": arena.Shard(2, 3)}, "holds shard 1/3, and this is to be shard 2/3"),
        ({"shard": None}, "holds shard 1/3, and this is to be the whole tournament: name another file, or the same"),
        ({"untimed": False}, "is kept without the times of decisions: give --untimed, or name another file"),
        ({"results": None}, "A shard is kept in a file.*name it by --results"),
        ({"margin": 0.1}, "--against decides by all deals"),
    ],
)
def test_a_shard_is_not_mixed_with_others(more: dict[str, Any], words: str, shards: list[Path]) -> None:
    before = shards[0].read_bytes()
    with pytest.raises(arena.BadArena, match=words):
        arena.run(BAZAAR, GAMES, **{"results": shards[0], "shard": arena.Shard(1, SHARDS), "untimed": True, **more})
    assert shards[0].read_bytes() == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2", "A shard looks like 2/10, the second of ten, not '2'"),
        ("a/b", "A shard looks like"),
        ("0/3", "Shards are numbered from 1 to their number, as 1/3: there is no 0/3"),
        ("4/3", "there is no 4/3"),
        ("1/0", "there is no 1/0"),
        ("-1/3", "A shard looks like"),
    ],
)
def test_a_shard_is_a_number_of_a_number(text: str, words: str) -> None:
    with pytest.raises(arena.BadArena, match=words):
        arena.read_shard(text)


def test_a_shard_is_read() -> None:
    assert arena.read_shard(" 2 / 10 ") == arena.Shard(2, 10)
    with pytest.raises(arena.BadArena, match=r"A shard is two whole numbers, as Shard\(1, 2\), not '1' and '2'"):
        arena.Shard("1", "2")  # type: ignore[arg-type]
