"""The browser's types and board facts are what the Python code says, and a stale file is noticed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import saltroad
from saltroad.protocol import messages, pages
from saltroad.protocol.typescript import COMMAND, made_files, main, stale_files, wire

ROOT = Path(__file__).parent.parent.parent


def test_the_made_files_are_fresh() -> None:
    assert not stale_files(ROOT), f"run `{COMMAND}`"


def test_a_stale_file_is_named_with_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0
    capsys.readouterr()
    changed = tmp_path / "web/src/wire.ts"
    changed.write_text(changed.read_text("utf-8") + "\n", "utf-8")
    (tmp_path / "web/src/games/bazaar/components.json").unlink()
    assert main(["--check"], tmp_path) == 1
    said = capsys.readouterr().err.splitlines()
    assert said == [
        f"{name} is stale: run `{COMMAND}`" for name in ("web/src/wire.ts", "web/src/games/bazaar/components.json")
    ]
    assert main([], tmp_path) == 0
    assert main(["--check"], tmp_path) == 0


def test_every_name_that_a_type_uses_is_there() -> None:
    text = re.sub(r'/\*\*.*?\*/|//[^\n]*|"[^"]*"', "", wire(), flags=re.DOTALL)
    there = set(re.findall(r"export (?:interface|type) (\w+)", text))
    used = set(re.findall(r"\b[A-Z]\w+", text)) - {"Partial", "Record"}
    assert used == there
    assert {"ClientMessage", "ServerMessage", "Reply", "View", "Outcome", "OfferShown"} <= there


def test_what_a_client_may_leave_out_is_optional_and_what_it_gets_is_whole() -> None:
    text = wire()
    assert "export interface Sit {" in text
    assert re.search(r"interface NewTable \{[^}]*pace\?: Partial<Pace>;", text)
    assert re.search(r"interface Me \{[^}]*settings: PersonSettings;", text)
    assert messages.Done.__doc__ is not None
    assert f"/** {messages.Done.__doc__} */" in text
    assert f"export interface {pages.RefusalBody.__name__} {{" in text


@pytest.mark.parametrize("game", saltroad.GAMES)
def test_the_spaces_of_a_board_fit_together(game: str) -> None:
    facts = json.loads(made_files()[f"web/src/games/{game}/components.json"])
    places = {space["name"]: space for space in facts.get("spaces", [])}
    assert bool(places) == (game != "bazaar")
    for name, space in places.items():
        for k, other in enumerate(space["near"]):
            if other is not None:
                near = places[other]
                assert near["near"][(k + 3) % 6] == name
                apart = ((near["x"] - space["x"]) ** 2 + (near["y"] - space["y"]) ** 2) ** 0.5
                assert apart == pytest.approx(facts["hex"]["height"], abs=0.001)
