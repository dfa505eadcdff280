"""The browser's types and board facts are what the Python code says, and a stale file is noticed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import saltroad
from saltroad.kernel.chance import Rng
from saltroad.protocol import messages, pages
from saltroad.protocol.actions import action_shown, offers_shown
from saltroad.protocol.messages import UPDATE_DEFAULTS
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
    named = re.findall(r"export (?:interface|type) (\w+)", text)
    there = set(named)
    assert len(named) == len(there), "two types have one name"
    constants = set(re.findall(r"export const (\w+)", text))
    used = set(re.findall(r"\b[A-Z]\w+", text)) - {"Partial", "Record", "Required", "Pick"} - constants
    assert used <= there
    assert there - used == set()
    assert {"ClientMessage", "ServerMessage", "Reply", "View", "Outcome", "GameEvent", "DesertOffers"} <= there
    assert constants == {"WIRE_VERSION", "RELOAD", "UPDATE_DEFAULTS"}


def test_what_an_update_may_leave_out_has_its_default_in_the_browser() -> None:
    text = wire()
    defaults = re.search(r"UPDATE_DEFAULTS: [^=]*= \{(.*?)\n\};", text, flags=re.DOTALL)
    assert defaults is not None
    told = dict(re.findall(r"^  (\w+): (.*),$", defaults[1], flags=re.MULTILINE))
    assert {name: json.loads(value) for name, value in told.items()} == UPDATE_DEFAULTS
    update = re.search(r"export interface Update \{(.*?)\n\}", text, flags=re.DOTALL)
    assert update is not None
    assert set(re.findall(r"^  (\w+)\?:", update[1], flags=re.MULTILINE)) == {*told, "info", "seats", "sentence"}


@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
def test_what_is_offered_in_random_games_is_as_the_types_say(name: str) -> None:
    game, part, rng = saltroad.load(name), saltroad.games.part(name, "wire"), Rng(5)
    assert part is not None
    seen = set()
    for _ in range(3):
        position = game.settle(game.start(), rng)
        while game.actor(position) >= 0:
            offers = game.offers(position).actions
            seen |= {(type(offer.action), offer.price is not None) for offer in offers}
            position = game.settle(game.apply(position, offers[rng.below(len(offers))].action), rng)
    assert {kind for kind, _ in seen} <= set(part.CHOICES)
    assert {kind for kind, is_priced in seen if is_priced} == set(getattr(part, "PRICED", ()))
    assert not {kind for kind, is_priced in seen if not is_priced} & set(getattr(part, "PRICED", ()))


@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
def test_offers_are_rows_by_kind(name: str) -> None:
    game = saltroad.load(name)
    position = game.settle(game.start(), Rng(5))
    offered = game.offers(position)
    shown, offers = json.loads(bytes(offers_shown(offered))), offered.actions
    expected: dict[str, list[list[object]]] = {}
    for offer in offers:
        action = action_shown(offer.action)
        kind, text = action.pop("kind"), action.pop("text")
        price = [] if offer.price is None else [offer.price]
        expected.setdefault(kind, []).append([text, offer.earns, *action.values(), *price])
    assert shown == expected


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
