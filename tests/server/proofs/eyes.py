"""Somebody who looks at everything that a server shows: every page, every answer, every message of a table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.sync.client import connect

from server.whole import WIRE

Seen = dict[str, bytes]
"""What was seen, by where."""
LANGUAGES = ("", "en", "fr")


class Eyes:
    """One viewer; a stranger has no cookie."""

    def __init__(self, address: str, cookie: str = "") -> None:
        self._address = address
        self._headers = {"Cookie": f"saltroad={cookie}"} if cookie else {}
        self._http = httpx.Client(base_url=f"http://{address}", headers=self._headers, timeout=60)

    def close(self) -> None:
        self._http.close()

    def get(self, path: str) -> bytes:
        return self._told(self._http.get(path))

    def post(self, path: str, body: object) -> bytes:
        return self._told(self._http.post(path, json=body))

    def _told(self, answer: httpx.Response) -> bytes:
        kind = answer.headers.get("content-type", "")
        more = answer.headers.get("content-disposition", "")
        return f"{answer.status_code} {kind} {more}\n".encode() + answer.content

    def pages(self, table: str) -> Seen:
        """All that can be had by asking for it."""
        here = f"/api/tables/{table}"
        paths = ["/api/me", "/api/games", "/api/tables", "/api/tables/mine", "/api/tables/finished", "/health"]
        paths += ["/", f"/table/{table}", f"{here}/record", f"{here}/dice", f"{here}/replay/3?seat=0"]
        paths += [f"{here}?language={language}" for language in LANGUAGES]
        paths += [f"{here}/replay?language={language}" for language in LANGUAGES]
        return {path: self.get(path) for path in paths}

    def answers(self, table: str, actions: Sequence[str], ply: int) -> Seen:
        """What is said to whoever asks, or tries what they may not. Changes nothing."""
        messages: list[dict[str, Any]] = [
            {"type": "explain", "ply": ply, "action": action} for action in (*actions, "", "no such thing")
        ]
        messages += [
            {"type": "explain", "ply": ply + 1, "action": "roll"},
            {"type": "hint", "ply": ply},
            {"type": "act", "ply": ply, "action": "no such thing"},
            {"type": "act", "ply": ply + 1, "action": "roll"},
            {"type": "act", "ply": 0, "action": "roll"},
            {"type": "undo", "ply": ply + 1},
            {"type": "ask_back", "ply": ply + 1},
            {"type": "answer", "what": "back", "to_ply": ply, "agree": True},
            {"type": "resume"},
            {"type": "sit", "seat": 0},
            {"type": "start"},
            {"type": "again"},
        ]
        return {
            json.dumps(message): self.post(f"/api/tables/{table}?language={LANGUAGES[k % 3]}", message)
            for k, message in enumerate(messages)
        }

    def messages(self, table: str, ply: int) -> Seen:
        """What a socket tells from its opening to its first answer."""
        url = f"ws://{self._address}/api/tables/{table}/socket?{WIRE}"
        with connect(url, additional_headers=self._headers, compression=None, max_size=None) as socket:
            socket.send(json.dumps({"type": "explain", "id": 7, "ply": ply, "action": "roll"}))
            heard: list[str] = []
            while not heard or '"to":7' not in heard[-1]:
                heard.append(str(socket.recv(60)))
        return {f"socket {number}": message.encode() for number, message in enumerate(heard)}

    def everything(self, table: str, actions: Sequence[str], ply: int) -> Seen:
        """All of it."""
        return {**self.pages(table), **self.answers(table, actions, ply), **self.messages(table, ply)}


def unlike(one: Seen, other: Seen, since: int) -> list[str]:
    """Where two worlds differ, but for what differs by itself: numbers drawn anew by each server, and the time."""
    assert one.keys() == other.keys()
    found = []
    for where in one:
        left, right = _plain(one[where], since), _plain(other[where], since)
        if left != right:
            pairs = enumerate(zip(left, right, strict=False))
            at = next((k for k, (a, b) in pairs if a != b), min(len(left), len(right)))
            near = slice(max(0, at - 100), at + 100)
            found.append(f"{where}: {left[near]!r} is not {right[near]!r}")
    return found


def _plain(seen: bytes, since: int) -> bytes:
    seen = re.sub(rb'"(revision|number|after)":-?\d+', rb'"\1":0', seen)
    seen = re.sub(rb'"clocks":\{[^}]*\}', b'"clocks":"go on"', seen)
    seen = re.sub(rb'"last_write":\d+', b'"last_write":"some seconds ago"', seen)  # /health writes a probe by itself
    moments = rb'"(at|bot_from)":(\d+)'
    return re.sub(moments, lambda found: found[0] if int(found[2]) < since else b'"%b":"now"' % found[1], seen)
