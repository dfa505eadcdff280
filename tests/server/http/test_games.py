"""The list of games: what a client can know of each without having heard of it."""

from __future__ import annotations

from saltroad import games
from server.serving import Person


def test_each_game_is_listed_in_order(ada: Person) -> None:
    assert [game["name"] for game in ada.http.get("/api/games").json()] == list(games.GAMES)


def test_a_game_tells_the_prefix_of_its_rules(ada: Person) -> None:
    """So that a client finds the page of a rule by its id alone."""
    prefixes = {game["name"]: game["rule_prefix"] for game in ada.http.get("/api/games").json()}
    assert len(set(prefixes.values())) == len(prefixes)
    for name, prefix in prefixes.items():
        rules = ada.http.get(f"/api/games/{name}/rules").json()
        assert all(rule["id"].startswith(f"{prefix}-") for rule in rules)
