"""Sets of spaces in four words do what sets do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from saltroad.games.through_the_desert import sets
from saltroad.games.through_the_desert.components import NEAR, RING, SPACES, WORDS
from saltroad.kernel.bits import bits_of, spaces_in

spaces = st.integers(0, SPACES - 1)
some = st.frozensets(spaces)


def words(of: frozenset[int] | set[int]) -> sets.Spaces:
    a, b, c, d = bits_of(of, WORDS)
    return a, b, c, d


def held(by: sets.Spaces) -> set[int]:
    return set(spaces_in(by))


@given(some, some, spaces)
def test_they_are_joined_and_parted_as_sets_are(a: frozenset[int], b: frozenset[int], x: int) -> None:
    one, other = words(a), words(b)
    assert held(sets.either(one, other)) == a | b
    assert held(sets.both(one, other)) == a & b
    assert held(sets.without(one, other)) == a - b
    assert held(sets.with_space(one, x)) == a | {x}
    assert (sets.size(one), sets.is_any(one), sets.meet(one, other)) == (len(a), bool(a), bool(a & b))
    if a:
        lowest, others = sets.parted(one)
        assert (lowest, held(others)) == (min(a), set(a) - {min(a)})
        assert sets.first(one) == min(a)


@given(spaces)
def test_neighbours_are_those_of_the_map(x: int) -> None:
    around = tuple(int(word) for word in sets.near(x))
    assert held((around[0], around[1], around[2], around[3])) == {y for y in RING[x].tolist() if y >= 0}
    assert around == tuple(NEAR[x].tolist())


def hanging_together(start: int, ground: frozenset[int]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        for y in RING[waiting.pop()].tolist():
            if y in ground and y not in found:
                found.add(y)
                waiting.append(y)
    return found


@given(spaces, st.frozensets(spaces, min_size=SPACES // 3), some)
def test_a_flood_finds_what_hangs_together_and_what_is_next_to_it(
    start: int, ground: frozenset[int], border: frozenset[int]
) -> None:
    whole = hanging_together(start, ground)
    beside = {y for x in whole for y in RING[x].tolist() if y in border}
    part, rim = sets.flood(start, words(ground), words(border), stops=False)
    assert (held(tuple(map(int, part))), held(tuple(map(int, rim)))) == (whole, beside)  # type: ignore[arg-type]
    part, rim = sets.flood(start, words(ground), words(border), stops=True)
    assert start in held(tuple(map(int, part))) <= whole  # type: ignore[arg-type]
    assert bool(held(tuple(map(int, rim)))) == bool(beside)  # type: ignore[arg-type]
