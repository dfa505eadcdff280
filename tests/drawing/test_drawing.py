"""Pictures of positions: well formed at every ply, complete, and silent about what is hidden."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import saltroad
from saltroad.kernel.contract import AnyGame, Position

NAMES = ["Ada", "Bo", "Cleo", "Di"]
SVG = "{http://www.w3.org/2000/svg}"


def game_of(name: str, players: int, seed: int = 3) -> tuple[AnyGame, list[Position]]:
    """A game and the positions of a random play of it."""
    game, rng = saltroad.load(name), saltroad.Rng(seed)
    positions = [game.start(players)]
    while game.actor(positions[-1]) != saltroad.NOBODY:
        if game.actor(positions[-1]) == saltroad.CHANCE:
            positions.append(game.apply(positions[-1], game.decide(positions[-1], rng)))
        else:
            positions.append(game.apply(positions[-1], rng.pick(game.legal(positions[-1]))))
    return game, positions


def told(svg: str) -> str:
    """What a picture says in words and in what a pointer is told, a line each."""
    return "\n".join(
        found.text or "" for found in ElementTree.fromstring(svg).iter() if found.tag in {f"{SVG}text", f"{SVG}title"}
    )


@pytest.mark.parametrize("name", saltroad.games.BUILT_IN)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_position_can_be_drawn(name: str, language: str) -> None:
    players = max(saltroad.info(name).players)
    game, positions = game_of(name, players)
    names = ["Ada", "Bo & <Co>", *(f"Nº {k}" for k in range(3, players + 1))]
    for position in [*positions[:: max(1, len(positions) // 25)], positions[-1]]:
        svg = saltroad.draw(game, position, viewer=1, names=names, language=language).svg
        words = told(svg)
        assert set(names) <= set(words.splitlines())
        for target in re.findall(r'href="(.*?)"', svg):
            assert target.startswith("#")
            assert f'id="{target[1:]}"' in svg
        assert "url(" not in svg


def test_the_puzzle_for_one_is_drawn() -> None:
    game = saltroad.load("bazaar")
    position = game.settle(game.start(players=1, solo=True), saltroad.Rng(1))
    assert "Rate card" in told(saltroad.draw(game, position).svg)


def test_camels_water_and_oases_are_where_the_view_has_them() -> None:
    game, positions = game_of("through_the_desert", 3)
    view = game.observe(positions[-1], None)
    about = told(saltroad.draw(game, positions[-1], names=["Ada", "Bo", "Cleo"]).svg).splitlines()
    for seat, name in enumerate(["Ada", "Bo", "Cleo"]):
        camels = {space for caravan in view.caravans[seat] for space in caravan.camels}
        assert {line.partition(":")[0] for line in about if line.partition(": ")[2].startswith(f"{name}, ")} == camels
    assert set(view.oases) <= set(about)


def test_tents_and_tiles_are_those_of_the_view() -> None:
    game, positions = game_of("desert_bazaar", 4)
    view = game.observe(positions[-1], None)
    about = told(saltroad.draw(game, positions[-1], names=NAMES).svg).splitlines()
    for tent in view.tents:
        owner = "" if tent.owner is None else f", {NAMES[tent.owner]}"
        assert f"{tent.space}: {tent.tile}{owner}" in about


def test_stalls_and_rate_cards_are_those_of_the_view() -> None:
    game, positions = game_of("bazaar", 2)
    position = positions[len(positions) // 2]
    view = game.observe(position, None)
    about = told(saltroad.draw(game, position).svg)
    for card in view.rates:
        assert f"Rate card {card}" in about
    assert all("\n".join(stall.top) in about for stall in view.stalls if stall.top is not None)


def test_a_hidden_hand_is_not_in_the_picture() -> None:
    game, positions = game_of("desert_bazaar", 3)
    position = positions[len(positions) // 2]
    others = game.determinize(game.observe(position, 0), saltroad.Rng(9))
    assert bytes(others) != bytes(position)
    assert saltroad.draw(game, position, viewer=0) == saltroad.draw(game, others, viewer=0)
    assert saltroad.draw(game, position) == saltroad.draw(game, others)  # a spectator sees none of them


def test_a_notebook_shows_it_and_a_file_keeps_it(tmp_path: Path) -> None:
    game = saltroad.load("bazaar")
    drawing = saltroad.draw(game, game.settle(game.start(players=2), saltroad.Rng(1)))
    drawing.save(tmp_path / "bazaar.svg")
    assert (tmp_path / "bazaar.svg").read_text("utf-8") == drawing.svg == drawing._repr_svg_()


def test_what_cannot_be_drawn_is_refused() -> None:
    game, other = saltroad.load("bazaar"), saltroad.load("desert_bazaar")
    with pytest.raises(saltroad.BadOptions, match="no position of Bazaar"):
        saltroad.draw(game, other.start(players=3))
    with pytest.raises(saltroad.BadOptions, match="3 names for 2 players"):
        saltroad.draw(game, game.start(players=2), names=["Ada", "Bo", "Cleo"])
    with pytest.raises(saltroad.BadOptions, match="There is no seat 5"):
        saltroad.draw(game, game.start(players=2), viewer=5)
    with pytest.raises(saltroad.BadOptions, match="languages are en, fr"):
        saltroad.draw(game, game.start(players=2), language="de")
