"""Makes a database as people leave it behind: finished and unfinished games, a guest, an account, a token, chat.

`python -m server.stored.make FOLDER`, with the tests on the path, writes FOLDER/store.sql.gz (every statement of the
SQLite file) and FOLDER/facts.json (the ids, cookie, token and secret that belong to it). One folder is kept for every
released version, made by that version; test_stored opens them all.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from server.serving import Person, Server, server_in

PASSWORD = "a long road of salt"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        with server_in(place) as server:
            facts = leave_behind(server)
        facts["secret"] = (place / "secret").read_bytes().hex()
        with closing(sqlite3.connect(place / "store.sqlite")) as database:
            text = "\n".join(database.iterdump())
    (folder / "store.sql.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    (folder / "facts.json").write_text(json.dumps(facts, indent=2) + "\n")


def leave_behind(server: Server) -> dict[str, Any]:
    """Play, and tell what there is to find."""
    ada, ben = Person(server, "Ada"), Person(server, "Ben")
    ben.post("/api/me/password", {"login": "ben", "password": PASSWORD})
    token = ada.post("/api/me/tokens", {"label": "my bot"})
    finished = {
        "bazaar": _two(ada, ben, "bazaar"),
        "through_the_desert": ada.make("through_the_desert", "me random", start=True, public=True),
        "desert_bazaar": ada.make("desert_bazaar", "me random random", start=True, public=True),
    }
    _take_back(ada, ben, finished["bazaar"])
    for table in finished.values():
        _play(ada, ben, table)
    unfinished = {"none": _two(ada, ben, "bazaar")}
    unfinished["days"] = _two(ada, ben, "through_the_desert", pace={"kind": "days", "days": 3})
    for table in unfinished.values():
        _play(ada, ben, table, 12)
        ada.ask(table, "say", text="Until tomorrow!")
    waiting = ada.make("bazaar", "me open kept", public=True)
    record = ada.http.get(f"/api/tables/{finished['bazaar']}/record").text
    imported = ben.post("/api/records", {"text": record})["id"]
    return {
        "people": {"Ada": ada.me["id"], "Ben": ben.me["id"]},
        "cookie": ada.http.cookies["saltroad"],
        "token": token["secret"],
        "login": "ben",
        "password": PASSWORD,
        "finished": finished,
        "unfinished": {pace: {"table": table, "ply": ada.look(table)["ply"]} for pace, table in unfinished.items()},
        "waiting": waiting,
        "imported": imported,
        "results": {
            game: ada.get(f"/api/tables/{table}/replay")["table"]["result"] for game, table in finished.items()
        },
    }


def _two(ada: Person, ben: Person, game: str, **more: Any) -> str:
    table = ada.make(game, "me open", drawn=False, public=True, **more)
    ben.ask(table, "sit", seat=1)
    ada.ask(table, "start")
    return table


def _take_back(ada: Person, ben: Person, table: str) -> None:
    """Chance decides, and both agree to go back before it."""
    _play(ada, ben, table, 20)
    ada.ask(table, "ask_back", ply=ada.look(table)["ply"])
    asked = ben.look(table)["asked"]
    ben.ask(table, "answer", what="back", to_ply=asked["to_ply"], agree=True)


def _play(ada: Person, ben: Person, table: str, until_ply: int = 1_000_000) -> None:
    while True:
        update = ada.look(table, "")
        if update["state"] == "over" or update["ply"] >= until_ply:
            return
        player = ben if len(update["seats"]) == 2 and update["actor"] == 1 else ada
        if update["actor"] in (0, 1) and player.look(table, "")["offers"]:
            player.play_on(table, update["ply"] + 1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
