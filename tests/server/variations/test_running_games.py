"""No variation helps in a running game: not of its table, not from its moves, not by another order of them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import saltroad
from saltroad.kernel.actors import CHANCE
from saltroad.records import History, Record
from saltroad.server.store import StoredPly
from saltroad.server.variations.running_games import is_of_game
from saltroad.server.variations.variation import Variation
from server.serving import Person, Server, some_offer

REFUSED = (409, "not_over")


def running_game(host: Person, guest: Person, game: str = "desert_bazaar", seats: str = "me open open") -> str:
    """A game of two people, with a bot where there are three seats, in which both have moved."""
    table = host.make(game, seats, public=True, drawn=False)
    guest.ask(table, "sit", seat=1)
    if seats.count("open") > 1:
        host.ask(table, "set_seat", seat=2, kind="bot", bot="greedy")
    host.ask(table, "start")
    for _ in range(12):
        for person in (host, guest):
            update = person.look(table)
            if update["offers"]:
                person.ask(table, "act", ply=update["ply"], action=some_offer(update))
    return table


def played_at(person: Person, table: str) -> tuple[list[str], int]:
    """All plies of a running game, and how many of them were its setup."""
    happened = person.look(table)["happened"]
    setup = next(k for k, ply in enumerate(happened) if ply["actor"] != CHANCE)
    return [ply["action"] for ply in happened], setup


def both(person: Person, path: str, body: dict[str, Any]) -> list[tuple[int, str]]:
    """The refusals of both verbs."""
    return [person.fault("POST", path + verb, body) for verb in ("", "/analysis")]


def test_a_table_that_is_played_has_no_variations(server: Server, ada: Person, bo: Person) -> None:
    table = running_game(ada, bo)
    cleo = Person(server, "Cleo")
    for person, ply in itertools.product((ada, bo, cleo), (0, 2)):
        assert both(person, f"/api/tables/{table}/variation", {"ply": ply}) == [REFUSED, REFUSED]
    stranger = Person(server, http=server.client())
    assert stranger.fault("POST", f"/api/tables/{table}/variation", {"ply": 0}) == REFUSED
    waiting = ada.make("bazaar", "me open")
    assert both(ada, f"/api/tables/{waiting}/variation", {"ply": 0}) == [REFUSED, REFUSED]


@pytest.mark.parametrize("game", ["desert_bazaar", "bazaar"])
def test_the_moves_of_my_running_game_cannot_be_explored(server: Server, ada: Person, bo: Person, game: str) -> None:
    table = running_game(ada, bo, game)
    path = f"/api/games/{game}/variation"
    played, setup = played_at(ada, table)
    for person in (ada, bo):
        for actions in (played, played[:-1], played[: setup + 1]):
            assert both(person, path, {"players": 3, "actions": actions}) == [REFUSED, REFUSED]
        # With bots that answer it is the same.
        bots = {"players": 3, "actions": played, "seat": 0, "bots": "novice"}
        assert person.fault("POST", path, bots) == REFUSED
    # The same moves are no secret to others, and another game is nothing to me.
    cleo = Person(server, "Cleo")
    assert cleo.post(path, {"players": 3, "actions": played})["actions"][: len(played)] == played
    assert ada.post(path, {"players": 4})["from_ply"] == 0
    other_moves = ada.post(path, {"players": 3, "seed": 77})
    assert other_moves["actions"] != played[: len(other_moves["actions"])]


def test_going_on_from_my_running_game_is_no_way_either(ada: Person, bo: Person) -> None:
    table = running_game(ada, bo, "bazaar", "me open")
    played, _ = played_at(ada, table)
    updates = [person.look(table) for person in (ada, bo)]
    [offered] = [update for update in updates if update["offers"]]
    mine = {"players": 2, "actions": [*played, some_offer(offered)]}
    for person in (ada, bo):
        assert both(person, "/api/games/bazaar/variation", mine) == [REFUSED, REFUSED]


def test_a_finished_game_that_begins_like_my_running_one_is_no_way_either(
    server: Server, ada: Person, bo: Person
) -> None:
    """A person may play a running game on to some end, and bring that in as a record."""
    table = running_game(ada, bo)
    played, _ = played_at(ada, table)
    game = saltroad.load("desert_bazaar")
    history, rng = History(game, game.info.read(ada.look(table)["options"])), saltroad.Rng(4)
    for action in played:
        history.play(action)
    while not history.is_over:
        if history.actor == CHANCE:
            history.settle(rng)
        else:
            history.play(rng.pick(game.legal(history.position)))
    cleo = Person(server, "Cleo")
    brought = str(cleo.post("/api/records", {"text": Record.of(history).text()})["id"])
    path = f"/api/tables/{brought}/variation"
    for person in (ada, bo):
        for ply in (len(played), len(played) - 1, len(played) + 3, len(history)):
            assert both(person, path, {"ply": ply}) == [REFUSED, REFUSED]
    assert cleo.post(path, {"ply": len(played)})["from_ply"] == len(played)


def test_the_same_position_by_another_order_of_moves_is_my_running_game() -> None:
    """In the setup of Desert Bazaar two players name what they want: the other way round it comes to the same."""
    game = saltroad.load("desert_bazaar")
    history = History(game, game.info.agree(3, {}))
    history.settle(saltroad.Rng(2))
    running = begun_by(history, "name S", "dice SP*", "name C")
    played = zip(running.history.actors, running.history.actions, strict=True)
    plies = [StoredPly(actor, str(action), 0) for actor, action in played]
    options = str(history.options)
    assert is_of_game(begun_by(history, "name C", "dice SP*", "name S"), plies, 0, options)
    assert is_of_game(begun_by(history, "name C", "dice SP*", "name S", "dice SSS"), plies, 0, options)
    assert not is_of_game(begun_by(history, "name C", "dice SP*"), plies, 0, options)
    assert not is_of_game(begun_by(history, "name C", "dice SP*", "name P"), plies, 0, options)
    assert not is_of_game(begun_by(history, "name C", "dice SP*", "name S"), plies[:-1], 0, options)


def begun_by(start: History, *actions: str) -> Variation:
    """A variation that begins with the plies of a history."""
    variation = Variation(History(start.game, start.options), "test")
    variation.play([*map(str, start.actions), *actions])
    return variation
