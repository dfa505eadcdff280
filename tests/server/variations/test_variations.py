"""Variations over HTTP: played on from a finished game or from the start, with chance and with bots."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import saltroad
from saltroad.server.bot_pool.pool import BotPool
from saltroad.server.rate_limits import Rate
from saltroad.server.variations import bots as variation_bots
from server.analysis_jobs.test_jobs import GAMES, bring
from server.serving import Json, Person, Server

PLY = 40


def some_action(shown: Json) -> str:
    """The text of the first thing that is offered."""
    return str(next(row[0] for rows in shown["offers"].values() for row in rows))


def end_of(person: Person, path: str, **origin: Any) -> Json:
    """A variation that is played to its end, by the first thing that is offered."""
    shown: Json = person.post(path, origin)
    for _ in range(2000):
        if shown["actor"] < 0:
            return shown
        since = len(shown["actions"])
        shown = person.post(path, {**origin, "actions": [*shown["actions"], some_action(shown)], "since": since})
    raise AssertionError("it goes on for ever")


@pytest.mark.parametrize("record", GAMES)
def test_a_finished_game_is_played_on_otherwise(ada: Person, record: str) -> None:
    table = bring(ada, record)
    path = f"/api/tables/{table}/variation"
    replay = ada.get(f"/api/tables/{table}/replay")
    shown = ada.post(path, {"ply": PLY})
    assert (shown["from_ply"], shown["actions"], shown["happened"]) == (PLY, [], [])
    seat = shown["actor"]
    # The same position as in the replay, by the eyes of the seat to act.
    assert shown["view"] == ada.get(f"/api/tables/{table}/replay/{PLY}", seat=seat)["view"]
    assert shown["asks"]["seat"] == seat
    played = ada.post(path, {"ply": PLY, "actions": [some_action(shown)], "seat": 0})
    assert played["actions"][0] == some_action(shown)
    assert played["view"]["viewer"] == 0
    assert played["ply"] == PLY + len(played["actions"]) == PLY + len(played["happened"])
    assert [ply["action"] for ply in played["happened"]] == played["actions"]
    assert all(ply["actor"] == -1 for ply in played["happened"][1:]), "chance alone has gone on"
    known = len(played["actions"])
    later = ada.post(path, {"ply": PLY, "actions": [*played["actions"], some_action(played)], "since": known})
    assert later["first_ply"] == PLY + known
    assert [ply["action"] for ply in later["happened"]] == later["actions"][known:]
    # What was really played leads to where the game went.
    real = [ply["action"] for ply in replay["happened"][PLY:]]
    ended = ada.post(path, {"ply": PLY, "actions": real})
    assert ended["outcome"] == replay["outcome"]
    assert (ended["actor"], ended["offers"], ended["asks"], ended["actions"]) == (-2, {}, None, real)
    told = ada.http.post(f"{path}?language=fr", json={"ply": PLY, "actions": real[:6]}).json()
    assert any(ply["sentence"] for ply in told["happened"])
    assert told["sentence"]


@pytest.mark.parametrize("game", saltroad.games.BUILT_IN)
def test_a_game_is_played_from_its_start_to_its_end(server: Server, ada: Person, game: str) -> None:
    path, origin = f"/api/games/{game}/variation", {"players": max(saltroad.info(game).players[:2])}
    shown = end_of(ada, path, **origin)
    assert shown["from_ply"] == 0
    assert shown["outcome"]["reason"]
    # A friend who has the link sees the same, and the same again without what chance decided.
    again = Person(server, "Cleo").post(path, {**origin, "actions": shown["actions"]})
    assert {**again, "happened": (), "first_ply": 0} == {**shown, "happened": (), "first_ply": 0}
    decided = [ply["action"] for ply in again["happened"] if ply["actor"] >= 0]
    assert ada.post(path, {**origin, "actions": decided})["actions"] == shown["actions"]
    assert ada.post(path, origin)["actions"] != ada.post(path, {**origin, "seed": 1})["actions"]


@pytest.mark.parametrize("record", GAMES[:2])
def test_chance_decides_the_same_again_unless_an_outcome_is_named(ada: Person, record: str) -> None:
    tables = [bring(ada, record) for _ in range(4)]
    path = f"/api/tables/{tables[0]}/variation"
    line: Json = {"ply": PLY, "actions": []}
    while True:
        waits = ada.post(path, {**line, "settle": False})
        if waits["actor"] == -1:
            break
        line["actions"] = [*waits["actions"], some_action(waits)]
    outcomes, weights = waits["chance"]["outcomes"], waits["chance"]["weights"]
    assert len(outcomes) == len(weights) > 1
    assert (waits["offers"], waits["asks"], waits["view"]["viewer"]) == ({}, None, None)
    drawn = ada.post(path, line)
    assert drawn["chance"] is None
    assert drawn == ada.post(path, line)
    length = len(line["actions"])
    assert drawn["actions"][length] in outcomes
    for outcome in outcomes:
        named = ada.post(path, {**line, "actions": [*line["actions"], outcome]})
        assert named["actions"][: length + 1] == [*line["actions"], outcome]
    # Another table has other dice: of four, one differs but by a chance of one in hundreds.
    assert len({tuple(ada.post(f"/api/tables/{table}/variation", line)["actions"]) for table in tables}) > 1


@pytest.mark.parametrize("record", GAMES)
def test_bots_play_on_until_it_is_my_turn(ada: Person, record: str) -> None:
    path = f"/api/tables/{bring(ada, record)}/variation"
    origin = {"ply": PLY, "seat": 0, "bots": "novice"}
    shown = ada.post(path, origin)
    for _ in range(3):
        while shown["waits"]:
            shown = ada.post(path, {**origin, "actions": shown["actions"]})
        if shown["actor"] == -2:
            break
        assert shown["actor"] == 0
        shown = ada.post(path, {**origin, "actions": [*shown["actions"], some_action(shown)]})
    assert len({ply["actor"] for ply in shown["happened"]} - {-1}) > 1
    assert shown["view"]["viewer"] == 0


def test_a_request_is_answered_though_bots_are_to_play_on(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/api/tables/{bring(ada, GAMES[0])}/variation"
    monkeypatch.setattr(variation_bots, "REQUEST_SECONDS", 0.0)
    begun = ada.post(path, {"ply": PLY})
    seat = (begun["actor"] + 1) % 3
    shown = ada.post(path, {"ply": PLY, "seat": seat, "bots": "novice"})
    assert (shown["waits"], shown["actor"], shown["actions"]) == (True, begun["actor"], [])


def test_bots_of_variations_come_after_those_of_games(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    choose = BotPool.choose

    async def noted(pool: BotPool, turn: Any, *rest: Any, **more: Any) -> Any:
        asked.append((turn.table, more["person"], more["is_watched"]()))
        return await choose(pool, turn, *rest, **more)

    monkeypatch.setattr(BotPool, "choose", noted)
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation"
    seat = (ada.post(path, {"ply": PLY})["actor"] + 1) % 2
    ada.post(path, {"ply": PLY, "seat": seat, "bots": "novice"})
    assert asked
    assert set(asked) == {(f"variation of {ada.me['id']}", ada.me["id"], False)}


# -- what is refused ---------------------------------------------------------------------------------------------------


def refusal(person: Person, path: str, **body: Any) -> tuple[int, Json]:
    answer = person.http.post(path, json=body)
    assert answer.status_code >= 400, answer.text
    assert answer.json()["sentence"]
    return answer.status_code, answer.json()


def test_bad_input_is_refused_with_its_reason(ada: Person) -> None:
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation"
    good = ada.post(path, {"ply": PLY})
    action = some_action(good)
    status, told = refusal(ada, path, ply=PLY, actions=[action, action])
    assert (status, told["code"], told["params"]["at"]) == (422, "illegal", 1)
    assert told["rule"]
    assert told["reason"]
    status, told = refusal(ada, path, ply=PLY, actions=["xyzzy"])
    assert (status, told["code"], told["params"]["at"]) == (422, "unreadable", 0)
    real = [ply["action"] for ply in ada.get(path.replace("variation", "replay"))["happened"][PLY:]]
    status, told = refusal(ada, path, ply=PLY, actions=[*real, action])
    assert (status, told["code"], told["params"]["at"]) == (409, "over", len(real))
    for body, expected in (
        ({"ply": 1000}, (404, "no_ply")),
        ({"ply": -1}, (400, "bad_message")),
        ({}, (400, "bad_message")),
        ({"ply": PLY, "board": 1}, (400, "bad_message")),
        ({"ply": PLY, "seat": 2}, (409, "no_seat")),
        ({"ply": PLY, "seat": 0, "bots": "grandmaster"}, (400, "no_bot")),
        ({"ply": PLY, "bots": "novice"}, (400, "bots_need_seat")),
        ({"ply": PLY, "actions": ["x" * 101]}, (400, "bad_message")),
        ({"ply": PLY, "actions": ["pass"] * 2001}, (400, "bad_message")),
    ):
        assert ada.fault("POST", path, body) == expected
    assert ada.fault("POST", "/api/tables/nowhere/variation", {"ply": 0}) == (404, "no_table")
    assert ada.fault("POST", "/api/games/chess/variation", {"players": 2}) == (404, "no_game")
    board = "/api/games/bazaar/variation"
    assert ada.fault("POST", board, {"players": 6, "options": {"solo": "on"}}) == (400, "bad_options")
    assert ada.fault("POST", board, {"players": 2, "options": {"colour": "red"}}) == (400, "bad_options")


def test_who_may_ask(server: Server, ada: Person) -> None:
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation"
    stranger = Person(server, http=server.client())
    assert stranger.post(path, {"ply": PLY})["ply"] == PLY, "a friend's link opens without a name"
    assert stranger.fault("POST", path, {"ply": PLY, "seat": 0, "bots": "novice"}) == (401, "not_known")
    assert stranger.fault("POST", "/api/games/bazaar/variation", {"players": 2}) == (401, "not_known")
    secret = ada.post("/api/me/tokens", {"label": "eyes", "scope": "watch"})["secret"]
    program = server.client(headers={"Authorization": f"Bearer {secret}"})
    assert Person(server, http=program).post(path, {"ply": PLY})["ply"] == PLY


def test_a_person_may_not_ask_for_ever_more_bots(server: Server, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/api/tables/{bring(ada, GAMES[2])}/variation"
    limiter = server.running.parts.limits.variations
    monkeypatch.setattr(limiter, "_rate", Rate(2, 1e-6))
    asked = itertools.repeat({"ply": PLY, "seat": 0, "bots": "novice"}, 4)
    codes = [ada.http.post(path, json=body).status_code for body in asked]
    assert codes == [200, 200, 429, 429]
    assert ada.post(path, {"ply": PLY})["ply"] == PLY, "to play alone costs little"
