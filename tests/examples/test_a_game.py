"""examples/a_game: a game of another package, which registers itself and is played in every way."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from examples.sites import A_GAME, installed
from kernel.processes import run_python
from saltroad import games


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed."""
    return installed(A_GAME, tmp_path_factory.mktemp("site"))


def saltroad(site: Path, *arguments: str, typed: str = "") -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "saltroad", *arguments],
        cwd=site,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_after_the_built_in_games(site: Path) -> None:
    listed: dict[str, Any] = json.loads(saltroad(site, "games", "--json"))
    assert list(listed) == [*games.BUILT_IN, "pig"]
    assert "PG-03" in saltroad(site, "rules", "pig", "--language", "fr")


CHECKED = """
import json
import saltroad
from saltroad.testing import check_game
check_game(saltroad.load("pig"))
print(json.dumps(saltroad.load("pig").engine.perft(saltroad.load("pig").start().states, 4)))
"""


def test_it_passes_the_checks_of_every_game(site: Path) -> None:
    # roll, six faces; after a 1 the next may only roll, else one may hold; then six faces or the next player's roll
    assert run_python(CHECKED, path=site) == 1 * (1 * 6 + 5 * (6 + 1))


DRAWN = """
import json
import saltroad
game = saltroad.load("pig")
position = game.settle(game.start(), saltroad.Rng(1))
print(json.dumps(saltroad.draw(game, position, names=["Ada", "Bo"]).svg))
"""


def test_its_picture_is_the_generic_board_of_the_terminal(site: Path) -> None:
    svg = run_python(DRAWN, path=site)
    assert isinstance(svg, str)
    assert "Ada" in "".join(ElementTree.fromstring(svg).itertext())
    assert "@font-face" not in svg, "a picture loads nothing"


def test_it_is_played_in_the_terminal_on_a_generic_board(site: Path) -> None:
    shown = saltroad(site, "play", "pig", "--seed", "3", "--option", "short=on", typed="why hold\nroll\nhint\nquit\n")
    assert "Be the first to hold 100 points" in shown
    assert "● " in shown
    assert re.search(r"goal +50\b", shown)
    assert "hold: not now. There are no points to hold yet: roll first." in shown
    assert "You play roll." in shown
    assert "You could play hold. Type hold." in shown or "You could play roll. Type roll." in shown
    assert "Chance: die" in shown
    french = saltroad(site, "play", "pig", "--language", "fr", "--seed", "3", typed="roll\nquit\n")
    assert re.search(r"but +100\b", french)
    assert "À vous : choisissez une action." in french
    assert "Le hasard : die" in french


@pytest.mark.slow
def test_bots_play_it_to_the_end(site: Path) -> None:
    played = saltroad(
        site, "play", "pig", "-p", "3", "--bots", "apprentice,greedy,random", "-o", "short=on", "--seed", "5"
    )
    assert "wins with 5" in played


@pytest.mark.slow
def test_the_arena_plays_it_and_search_beats_chance(site: Path) -> None:
    bots = ("--bots", "uct@nodes=200,greedy,random", "--players", "3", "--seed", "1")
    text = saltroad(site, "arena", "pig", *bots, "--games", "30", "--option", "short=on", "--json")
    wins = {standing["bot"]: standing["wins"]["mean"] for standing in json.loads(text)["standings"]}
    assert wins["random"] < min(wins["uct@nodes=200"], wins["greedy"])


GENERIC = """
import json
from saltroad import lessons
from saltroad.messages import PublicPly, catalogue_of, facts_of, narrate
from saltroad.bots import LEVELS, Limit, make_bot
import saltroad

game = saltroad.load("pig")
position = game.start(players=2)
bots = {name: make_bot(name, game, 1) for name in ("random", "greedy", "uct", *LEVELS)}
chosen = {name: str(bot.choose(game.observe(position, 0), game.legal(position), Limit(nodes=5)).action)
          for name, bot in bots.items()}
script = lessons.script_of("pig")
ply = PublicPly(game, 0, game.parse("roll"), (position, game.play(position, "roll")))
said = narrate(catalogue_of("saltroad_pig", "fr"), facts_of("pig").events(ply), ["Ada", "Bo"])
print(json.dumps([sorted(set(chosen.values())), len(script.steps), len(script.pictures), *map(str, said[0].sentence)]))
"""


def test_what_it_lacks_is_generic(site: Path) -> None:
    assert run_python(GENERIC, path=site) == [["roll"], 0, 0, "Ada", " joue roll."]


SERVED = """
import json, pathlib
from server.serving import Person, server_in

with server_in(pathlib.Path("{folder}")) as server:
    ada, bo = Person(server, "Ada"), Person(server, "Bo")
    names = [game["name"] for game in ada.http.get("/api/games").json()]
    rules = ada.http.get("/api/games/pig/rules").json()[0]["id"]
    lesson = ada.http.get("/api/games/pig/lesson").json()["steps"]
    table = ada.make("pig", "me greedy novice", start=True, drawn=False, options=dict(short="on"))
    with ada.at(table) as tab:
        asks, hinted = tab.update["asks"], ada.ask(table, "hint", ply=tab.update["ply"])
        over = tab.play_on()
print(json.dumps([names, rules, lesson, asks, hinted["type"], max(over["outcome"]["scores"]) >= 50]))
"""


@pytest.mark.slow
def test_it_is_played_at_a_table_of_the_server(site: Path, tmp_path: Path) -> None:
    names, rules, lesson, asks, hinted, has_ended = run_python(SERVED.format(folder=tmp_path), path=site)
    assert names == [*games.BUILT_IN, "pig"]
    assert (rules, lesson, asks, hinted) == ("PG-01", [], {"kind": "ask_action", "seat": 0}, "hinted")
    assert has_ended
