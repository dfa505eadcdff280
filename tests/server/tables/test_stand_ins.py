"""Nobody's seat is taken at once: who is here, when a bot may play for whoever is away, and what it never agrees to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from server.serving import Json, Person, Server, Tab, server_in

SOON = "0.4"
"""Seconds after which a bot may be asked for, where a test waits for that."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nobody has long to come back."""
    with server_in(tmp_path_factory.mktemp("quick"), away_seconds=SOON) as running:
        yield running


def begun(host: Person, *others: Person, **more: Any) -> str:
    """A game of Bazaar that has begun, the host first."""
    table = host.make("bazaar", " ".join(["me", *["open"] * len(others)]), drawn=False, **more)
    for number, person in enumerate(others, 1):
        person.ask(table, "sit", seat=number)
    host.ask(table, "start")
    return table


def until_turn_of(seat: int, tabs: list[Tab]) -> None:
    """All who play play, until everybody has made a move and it is that seat's turn."""
    while True:
        actor = tabs[0].update["actor"]
        acted = {happened["actor"] for happened in tabs[0].log} - {-1}
        if actor == seat and len(acted) == len(tabs):
            break
        ply = tabs[0].update["ply"]
        next(tab for tab in tabs if tab.update["seat"] == actor).act()
        while tabs[0].update["ply"] == ply:
            tabs[0].listen()
    for tab in tabs:
        tab.until(ply=tabs[0].update["ply"])


def away(tab: Tab, seat: int) -> Json:
    """Wait until that seat's owner is seen to be away."""
    while tab.update["seats"][seat]["here"]:
        tab.listen()
    shown: Json = tab.update["seats"][seat]
    return shown


def in_time(tab: Tab, seat: int) -> None:
    """Ask for a bot until the owner has had their time to come back."""
    while (reply := tab.ask("stand_in", seat=seat, bot=True))["type"] == "refused":
        assert reply["code"] in ("too_soon", "is_here"), reply


def ask_back(tab: Tab) -> Json:
    """Ask to take one's move back; the bot that plays may be quicker."""
    while (reply := tab.ask("ask_back", ply=tab.update["ply"])).get("code") == "stale":
        pass
    return reply


def until_bot(tab: Tab, seat: int, reason: str) -> None:
    while tab.update["seats"][seat]["stand_in"] != reason:
        tab.listen()
    assert bool(tab.update["seats"][seat]["bot"]) == bool(reason)


def notices(tab: Tab) -> list[tuple[str, str, int]]:
    return [(line["notice"], line["name"], line["about"]) for line in tab.lines if line["notice"]]


def until_notices(tab: Tab, count: int) -> list[tuple[str, str, int]]:
    while len(notices(tab)) < count:
        tab.listen()
    return notices(tab)


# -- the attack --------------------------------------------------------------------------------------------------------


def test_a_seat_is_not_taken_at_once_when_a_connection_drops(server: Server, ada: Person, bo: Person) -> None:
    """A bot could be put in a tenth of a second after a socket dropped, and then agreed to every take-back."""
    table = begun(ada, bo)
    with ada.at(table) as attacker:
        with bo.at(table) as victim:
            until_turn_of(1, [attacker, victim])
            ply = attacker.update["ply"]
            attacker.done("ask_back", ply=ply)
        assert attacker.refused("stand_in", seat=1, bot=True) in ("is_here", "too_soon")
        assert attacker.update["asked"]["waits_for"] == [1]
        assert attacker.update["ply"] == ply
        assert not attacker.update["seats"][1]["bot"]


def test_a_player_by_http_alone_counts_as_here(server: Server, ada: Person, bo: Person) -> None:
    table = begun(ada, bo)
    with ada.at(table) as tab:
        with bo.at(table) as other:
            until_turn_of(1, [tab, other])
        bo.look(table)
        while not tab.update["seats"][1]["here"]:
            tab.listen()
        assert tab.refused("stand_in", seat=1, bot=True) == "is_here"
        assert tab.update["seats"][1]["bot_from"] is None


def test_whoever_only_watches_by_http_is_not_here(server: Server, ada: Person, bo: Person) -> None:
    table = ada.make("bazaar", "me open")
    bo.look(table)
    assert [seat["here"] for seat in ada.look(table)["seats"]] == [True, False]


def test_a_bot_that_stands_in_agrees_to_nothing(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with ada.at(table) as tab:
        with bo.at(table) as other:
            until_turn_of(1, [tab, other])
        in_time(tab, 1)
        until_bot(tab, 1, "away")
        assert ask_back(tab)["code"] == "bot_cannot_agree"


def test_nothing_is_taken_back_from_who_left_their_seat_to_a_bot(server: Server, ada: Person, bo: Person) -> None:
    """They may be back in a minute; meanwhile the others could take back the whole game, and know the dice to come."""
    table = begun(ada, bo)
    with ada.at(table) as tab, bo.at(table) as other:
        until_turn_of(1, [tab, other])
        other.done("stand")
        until_bot(tab, 1, "left")
        revision = tab.update["revision"]
        assert ask_back(tab)["code"] == "bot_cannot_agree"
        assert (tab.update["revision"], tab.update["asked"]) == (revision, None)


def test_somebody_who_is_away_is_asked_and_waited_for(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with ada.at(table) as tab:
        with bo.at(table) as other:
            until_turn_of(1, [tab, other])
        away(tab, 1)
        ply = tab.update["ply"]
        tab.done("ask_back", ply=ply)
        assert tab.until(ply=ply)["asked"]["waits_for"] == [1]


@pytest.mark.parametrize("how", ["away", "left"])
def test_a_take_back_that_waits_is_dropped_when_a_bot_comes_in(quick: Server, how: str) -> None:
    """A stand-in that was put in while a take-back waited for its seat counted as a yes."""
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with ada.at(table) as tab:
        with bo.at(table) as other:
            until_turn_of(1, [tab, other])
            revision = tab.update["revision"]
            tab.done("ask_back", ply=tab.update["ply"])
            if how == "left":
                other.done("stand")
        if how == "away":
            in_time(tab, 1)
        until_bot(tab, 1, how)
        assert tab.update["asked"] is None
        assert tab.update["revision"] == revision


def test_who_plays_again_is_asked_like_everybody_else(server: Server, ada: Person, bo: Person) -> None:
    cleo = Person(server, "Cleo")
    table = begun(ada, bo, cleo, pace={"kind": "shown"})
    with ada.at(table) as tab, bo.at(table) as second, cleo.at(table) as third:
        until_turn_of(1, [tab, second, third])
        third.done("stand")
        until_bot(tab, 2, "left")
        tab.done("ask_pause")
        while tab.update["asked"] is None:
            tab.listen()
        assert tab.update["asked"]["waits_for"] == [1]
        third.done("stand_in", seat=2, bot=False)
        while tab.update["asked"]["waits_for"] != [1, 2]:
            tab.listen()


# -- when a bot may come in --------------------------------------------------------------------------------------------


def test_the_hosts_word_is_enough_once_the_time_to_come_back_is_over(quick: Server) -> None:
    ada, bo, cleo = (Person(quick, name) for name in ("Ada", "Bo", "Cleo"))
    table = begun(ada, bo, cleo)
    with ada.at(table) as host, cleo.at(table) as third:
        with bo.at(table) as owner:
            until_turn_of(1, [host, owner, third])
            assert host.refused("stand_in", seat=1, bot=True) == "is_here"
        shown = away(host, 1)
        assert shown["bot_from"] > host.update["clocks"]["at"] - 1000
        assert host.refused("stand_in", seat=2, bot=True) == "is_here"
        in_time(host, 1)
        until_bot(host, 1, "away")
        assert until_notices(host, 1) == [("stand_in", "Ada", 1)]
        assert host.update["seats"][1]["bot_from"] is None


def test_nobody_is_replaced_out_of_turn(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with ada.at(table) as tab:
        with bo.at(table) as other:
            until_turn_of(0, [tab, other])
        assert away(tab, 1)["bot_from"] is None
        assert tab.refused("stand_in", seat=1, bot=True) == "not_waited_for"


def test_without_the_host_all_who_play_have_to_agree(quick: Server) -> None:
    ada, bo, cleo = (Person(quick, name) for name in ("Ada", "Bo", "Cleo"))
    table = begun(ada, bo, cleo)
    with bo.at(table) as second, cleo.at(table) as third:
        with ada.at(table) as host:
            until_turn_of(0, [host, second, third])
        in_time(second, 0)
        while second.update["asked"] is None:
            second.listen()
        asked = second.update["asked"]
        assert (asked["what"], asked["seat"], asked["about"], asked["waits_for"]) == ("stand_in", 1, 0, [2])
        answer = {"what": "stand_in", "to_ply": asked["to_ply"]}
        third.done("answer", **answer, agree=False)
        second.until(asked=None)
        assert not second.update["seats"][0]["bot"]
        second.done("stand_in", seat=0, bot=True)
        third.done("answer", **answer, agree=True)
        until_bot(third, 0, "away")
        assert until_notices(third, 1) == [("stand_in", "Bo", 0)]


def test_who_is_alone_there_agrees_with_themselves(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with bo.at(table) as tab:
        with ada.at(table) as host:
            until_turn_of(0, [host, tab])
        in_time(tab, 0)
        until_bot(tab, 0, "away")


def test_the_wish_for_a_bot_is_dropped_when_the_owner_is_back(quick: Server) -> None:
    ada, bo, cleo = (Person(quick, name) for name in ("Ada", "Bo", "Cleo"))
    table = begun(ada, bo, cleo)
    with bo.at(table) as second, cleo.at(table) as third:
        with ada.at(table) as host:
            until_turn_of(0, [host, second, third])
        in_time(second, 0)
        while second.update["asked"] is None:
            second.listen()
        to_ply = second.update["asked"]["to_ply"]
        with ada.at(table):
            second.until(asked=None)
            assert third.refused("answer", what="stand_in", to_ply=to_ply, agree=True) == "not_asked"


def test_who_gave_their_own_seat_to_a_bot_decides_for_nobody(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with bo.at(table) as tab:
        with ada.at(table) as host:
            until_turn_of(0, [host, tab])
        tab.done("stand")
        assert tab.refused("stand_in", seat=0, bot=True) == "bot_plays"


def test_where_a_turn_has_days_only_the_clock_decides(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo, pace={"kind": "days", "days": 1})
    with ada.at(table) as tab:
        with bo.at(table) as other:
            until_turn_of(1, [tab, other])
        assert away(tab, 1)["bot_from"] is None
        assert tab.refused("stand_in", seat=1, bot=True) == "clock_decides"


# -- the owner's return ------------------------------------------------------------------------------------------------


def played_for(host: Person, other: Person, table: str, stack: ExitStack) -> Tab:
    """The other is away, and a bot plays for them; the host's tab."""
    tab = stack.enter_context(host.at(table))
    with other.at(table) as gone:
        until_turn_of(1, [tab, gone])
    in_time(tab, 1)
    until_bot(tab, 1, "away")
    return tab


def test_the_owner_who_connects_plays_again(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with ExitStack() as stack:
        tab = played_for(ada, bo, table, stack)
        with bo.at(table):
            until_bot(tab, 1, "")
            assert until_notices(tab, 2)[1] == ("came_back", "Bo", 1)


def test_the_owner_who_asks_something_by_http_plays_again(quick: Server) -> None:
    ada, bo = Person(quick, "Ada"), Person(quick, "Bo")
    table = begun(ada, bo)
    with ExitStack() as stack:
        tab = played_for(ada, bo, table, stack)
        assert bo.look(table)["seats"][1]["bot"]  # to look is not to ask
        bo.ask(table, "say", text="I am back.")
        until_bot(tab, 1, "")


def test_who_left_their_seat_to_a_bot_takes_it_back_themselves(server: Server, ada: Person, bo: Person) -> None:
    table = begun(ada, bo)
    with ada.at(table) as tab:
        bo.ask(table, "stand")
        until_bot(tab, 1, "left")
        bo.ask(table, "say", text="I watch.")
        with bo.at(table) as own:
            assert own.update["seats"][1]["stand_in"] == "left"
            own.done("stand_in", seat=1, bot=False)
        until_bot(tab, 1, "")
        assert until_notices(tab, 2) == [("left", "Bo", 1), ("came_back", "Bo", 1)]


def test_who_put_in_a_bot_is_told_after_a_restart_too(tmp_path: Path) -> None:
    with server_in(tmp_path, away_seconds=SOON) as server, ExitStack() as stack:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table = begun(ada, bo)
        played_for(ada, bo, table, stack)
        cookie = ada.http.cookies["saltroad"]
    with server_in(tmp_path) as server:
        ada = Person(server, http=server.client(cookies={"saltroad": cookie}))
        with ada.at(table) as tab:
            assert until_notices(tab, 1) == [("stand_in", "Ada", 1)]
            assert tab.lines[0]["text"] == ""
            assert tab.update["seats"][1]["stand_in"] == "away"


def test_a_stand_in_may_not_fill_the_chat(tmp_path: Path) -> None:
    with server_in(tmp_path, rate_lines="20") as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        table = begun(ada, bo)
        codes = [ada.reply(table, "stand_in", seat=0, bot=k % 2 == 0).get("code") for k in range(12)]
        assert codes[-1] == "too_fast"


def test_who_leaves_for_good_leaves_their_games_to_bots(server: Server, bo: Person) -> None:
    cleo = Person(server, "Cleo")
    table = begun(bo, cleo)
    cleo.http.delete("/api/me")
    with bo.at(table) as tab:
        until_bot(tab, 1, "left")
        assert until_notices(tab, 1) == [("left", "Somebody", 1)]
