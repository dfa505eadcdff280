"""Observations for learning: they tell what the view tells, in every form, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import saltroad
from batch.expected import EXPECTED
from saltroad.batch import encode, encode_all, encode_view, layout_of, seat_actions
from saltroad.kernel.contract import AnyGame
from saltroad.kernel.info import Options
from saltroad.kernel.observation import ObservationField, ObservationLayout

GAMES = tuple(EXPECTED)


def configurations(name: str) -> list[Any]:
    """Every table of a game; one seat that begins is enough, the others are rotations of it."""
    found = saltroad.load(name).info.configurations()
    return [pytest.param(name, options, id=f"{name}-{options}") for options in found if _is_asked(options)]


def _is_asked(options: Options) -> bool:
    return dict(options.choices).get("start", "2") in ("2", "drawn")


def check(game: AnyGame, position: saltroad.Position, viewer: int | None, *, memory: bool) -> None:
    layout = layout_of(game, game.options_of(position).players)
    view = (game.remember if memory else game.observe)(position, viewer)
    found = layout.split(layout.unpacked(encode(game, position, viewer, memory=memory), "uint8"))
    expected = EXPECTED[game.info.name](view)
    if memory and game.info.name == "through_the_desert":
        # `remember` shows no totals that follow from the map; an observation for learning gives them
        expected["knows_points"] = [[1] * view.players]
        everything = EXPECTED[game.info.name](_with_open_scores(game, position, viewer))
        expected["points"] = everything["points"]
    assert set(found) == set(expected)
    for name, rows in expected.items():
        assert found[name].tolist() == rows, f"{name} at ply {view.ply} for {viewer}"


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_the_observation_of_a_view_is_that_of_the_position_behind_it(name: str, memory: bool) -> None:
    game, rng = saltroad.load(name), saltroad.Rng(3)
    for players in game.info.players:
        position = game.settle(game.start(players=players, **({"solo": True} if players == 1 else {})), rng)
        while game.actor(position) != saltroad.NOBODY:
            for viewer in range(players):
                view = (game.remember if memory else game.observe)(position, viewer)
                assert (encode_view(game, view, memory=memory) == encode(game, position, viewer, memory=memory)).all()
            game.engine.playout(position.states, 0, rng, 1 + rng.below(40))


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_many_positions_are_encoded_with_their_masks(name: str, memory: bool) -> None:
    game, rng = saltroad.load(name), saltroad.Rng(4)
    positions = [game.settle(game.start(players=3), rng)]
    for _ in range(20):
        positions.append(game.settle(game.play(positions[-1], rng.pick(game.legal(positions[-1]))), rng))
    movers = [game.actor(position) for position in positions]
    observations, masks = encode_all(game, positions, movers, memory=memory)
    legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little", count=seat_actions(game))
    for position, mover, observation, actions in zip(positions, movers, observations, legal, strict=True):
        assert (observation == encode(game, position, mover, memory=memory)).all()
        assert np.flatnonzero(actions).tolist() == [game.notation.index(action) for action in game.legal(position)]


def test_entries_select_fields() -> None:
    game = saltroad.load("bazaar")
    layout = layout_of(game, 3)
    position = game.settle(game.start(players=3), saltroad.Rng(5))
    observation = layout.unpacked(encode(game, position, 1), "uint8")
    fields = layout.split(observation)
    expected = [*fields["prices"].ravel().tolist(), *fields["rates"].ravel().tolist()]
    assert observation[layout.entries("prices", "rates")].tolist() == expected
    with pytest.raises(KeyError, match="no field 'moon'"):
        layout.entries("moon")


def _with_open_scores(game: AnyGame, position: saltroad.Position, viewer: int | None) -> Any:
    copy = position.copy()
    copy.states["open_scores"] = 1
    return game.observe(copy, viewer)


@pytest.mark.parametrize(("name", "options"), [row for name in GAMES for row in configurations(name)])
def test_an_observation_tells_what_the_view_tells(name: str, options: Options) -> None:
    game, rng = saltroad.load(name), saltroad.Rng(7)
    position = game.start_of(options)
    picks = saltroad.Rng(8)
    ply = 0
    while game.actor(position) != saltroad.NOBODY:
        for viewer in (*range(options.players), None) if picks.below(7) == 0 else ():
            check(game, position, viewer, memory=bool(picks.below(2)))
        ply += game.engine.playout(position.states, 0, rng, 1 + picks.below(3))
        assert ply < 100_000
    for viewer in (*range(options.players), None):
        check(game, position, viewer, memory=False)


@pytest.mark.parametrize("name", GAMES)
def test_all_forms_tell_the_same(name: str) -> None:
    game = saltroad.load(name)
    players = max(game.info.players)
    layout, rng = layout_of(game, players), saltroad.Rng(3)
    position = game.start(players)
    game.engine.playout(position.states, 0, rng, 150)
    packed = encode(game, position, 1)
    as_bytes, as_floats = layout.unpacked(packed, "uint8"), layout.unpacked(packed)
    assert as_bytes.shape == as_floats.shape == (layout.size,)
    assert (as_bytes <= layout.most).all()
    assert np.allclose(as_floats, as_bytes / layout.most)
    assert as_floats.max() <= 1.0
    for placed in layout.fields:  # as the reference says where each entry lies
        field = placed.field
        for row in range(field.rows):
            for column in range(field.columns):
                bit = placed.first_bit + row * field.stride + column * field.width
                entry = (int(packed[bit // 64]) >> (bit % 64)) & ((1 << field.width) - 1)
                assert entry == as_bytes[placed.start + row * field.columns + column]


@pytest.mark.parametrize("name", ["through_the_desert", "desert_bazaar"])
def test_planes_show_the_map(name: str) -> None:
    game = saltroad.load(name)
    layout, rng = layout_of(game, 4), saltroad.Rng(3)
    position = game.start(4)
    game.engine.playout(position.states, 0, rng, 200)
    flat = layout.unpacked(encode(game, position, 0), "uint8")
    assert layout.grid is not None
    planes = layout.planes(flat)
    assert planes.shape == (len(layout.plane_names), layout.grid.height, layout.grid.width)
    fields = layout.split(flat)
    for name_of, plane in zip(layout.plane_names, planes, strict=True):
        field, _, row = name_of.rstrip("]").partition("[")
        assert plane.reshape(-1)[list(layout.grid.cells)].tolist() == fields[field][int(row or 0)].tolist()
        assert plane.sum() == fields[field][int(row or 0)].sum(), "nothing lies off the map"
    assert len(set(layout.grid.cells)) == len(layout.grid.cells)
    off_map = sum(placed.size for placed in layout.fields if not placed.field.is_map)
    assert layout.off_map(np.stack([flat, flat])).shape == (2, off_map)


def test_fields_do_not_overlap_or_cross_words() -> None:
    for name in GAMES:
        game = saltroad.load(name)
        for players in game.info.players:
            taken: set[int] = set()
            for placed in layout_of(game, players).fields:
                field = placed.field
                for row in range(field.rows):
                    first = placed.first_bit + row * field.stride
                    bits = set(range(first, first + field.columns * field.width))
                    assert not bits & taken
                    taken |= bits
                    assert first % 64 == 0 or (first + field.columns * field.width - 1) // 64 == first // 64


def test_a_layout_refuses_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="one name"):
        ObservationLayout([ObservationField("a", ""), ObservationField("a", "")])
    with pytest.raises(ValueError, match="at most 255"):
        ObservationLayout([ObservationField("a", "", most=256)])
    layout = ObservationLayout([ObservationField("a", "", 2, 3)])
    with pytest.raises(KeyError, match="no field 'b'; there are a"):
        layout["b"]
    with pytest.raises(ValueError, match="has no map"):
        layout.planes(np.zeros(6))
    with pytest.raises(ValueError, match="has 6 entries, not 5"):
        layout.split(np.zeros(5))
    with pytest.raises(TypeError, match="uint8 or float32, not int64"):
        layout.unpack_into(np.zeros((1, 1), np.int64), np.zeros((1, 6), np.int64))
    with pytest.raises(ValueError, match="of 1 words and 6 entries"):
        layout.unpack_into(np.zeros((1, 2), np.int64), np.zeros((1, 6), np.uint8))


def test_a_viewer_without_a_seat_is_refused() -> None:
    game = saltroad.load("bazaar")
    with pytest.raises(saltroad.BadOptions, match="There is no seat 4"):
        encode(game, game.start(4), 4)
