"""Trap 7: nothing is loaded or compiled before it is needed."""

from __future__ import annotations

import pytest

import saltroad
from kernel.processes import run_python

FACTS = """
import json, sys
import saltroad
facts = [saltroad.info(name).title for name in saltroad.GAMES]
heavy = [name for name in ("numpy", "numba", "llvmlite") if name in sys.modules]
print(json.dumps([facts, heavy]))
"""

LOADING = """
import json, sys
import saltroad
name = "{name}"
game = saltroad.load(name)
others = [other for other in saltroad.GAMES if other != name and f"saltroad.games.{{other}}.rules" in sys.modules]
drivers = lambda: sorted(set(vars(game.engine)) - set(game.engine.__dataclass_fields__))
before = drivers()
game.actor(game.start())
print(json.dumps([others, before, drivers()]))
"""


def test_the_facts_of_all_games_need_neither_numpy_nor_numba() -> None:
    facts, heavy = run_python(FACTS)
    assert len(facts) == len(saltroad.GAMES)
    assert heavy == []


@pytest.mark.parametrize("name", saltroad.GAMES)
def test_a_game_loads_no_other_and_binds_a_driver_when_it_is_first_used(name: str) -> None:
    assert run_python(LOADING.format(name=name)) == [[], [], ["actor_at", "call_actor"]]


def test_a_game_is_found_by_what_people_write() -> None:
    assert saltroad.load(" BAZAAR ") is saltroad.load("bazaar")
    assert saltroad.info("Bazaar").name == "bazaar"


@pytest.mark.parametrize("find", [saltroad.load, saltroad.info])
def test_an_unknown_game_is_refused_with_the_names_there_are(find: object) -> None:
    assert callable(find)
    with pytest.raises(
        saltroad.UnknownGame, match=r"no game called 'chess'. The games are: through_the_desert, desert_bazaar, bazaar"
    ):
        find("chess")


def test_the_package_gives_all_that_it_names() -> None:
    for name in saltroad.__all__:
        assert getattr(saltroad, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'camel'"):
        _ = saltroad.camel
