"""A program that takes a seat at a table of a Saltroad server and plays random legal moves to the end.

Needs httpx and websockets. Make a token for it in the settings of the web page, or with

    curl -b cookies -H 'Content-Type: application/json' -d '{"label": "my bot"}' http://127.0.0.1:8642/api/me/tokens

then: python examples/bot.py http://127.0.0.1:8642 TOKEN TABLE [SEAT]
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
import sys
from typing import Any

import httpx
import websockets

SEND_AGAIN = ("too_fast", "moving", "not_stored", "no_database")
"""Refusals that no update need follow: the message is sent again, which does no harm if it was stored after all."""
SENT_AWAY = (1008, 4010)
"""The codes of a close that is meant: too fast, or the token was taken back; or the server speaks another version."""
WIRE_VERSION = 2
"""That of the messages that this program understands."""


async def play(server: str, token: str, table: str, seat: int | None = None) -> dict[str, Any]:
    """Take a seat, if one is named, and play until the game is over; gives the last update."""
    headers = {"Authorization": f"Bearer {token}"}
    if seat is not None:
        async with httpx.AsyncClient(base_url=server, headers=headers) as http:
            answer = await http.post(f"/api/tables/{table}?language=en", json={"type": "sit", "seat": seat})
            if not answer.is_success:
                raise SystemExit(answer.json()["sentence"])
    shares = Shares()
    address = server.replace("http", "ws", 1) + f"/api/tables/{table}/socket?wire={WIRE_VERSION}"
    async for socket in websockets.connect(address, additional_headers=headers):  # anew whenever the line is cut
        try:
            return await follow(socket, shares)
        except websockets.ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in SENT_AWAY:
                raise SystemExit(f"The server has sent us away: {closed.rcvd.reason}.") from None
            print("The connection was lost: connecting again.", file=sys.stderr)
    raise AssertionError("websockets connects for ever")


class Shares:
    """Our shares of the dice: see docs/reference/fair-dice.md. Kept as long as the program runs, by commitment."""

    def __init__(self) -> None:
        self.shares: dict[str, str] = {}
        self.receipts: dict[str, dict[str, Any]] = {}
        """What was shown before a share was sent: everybody is bound by it. To be compared with the record."""

    def answer(self, update: dict[str, Any], info: dict[str, Any]) -> str | None:
        """What to send before the game: the hash of a share, later the share itself; None for nothing."""
        deal, seat, commitment = update.get("deal"), update.get("seat"), info["commitment"]
        if deal is None or seat is None:
            return None
        share = self.shares.setdefault(commitment, secrets.token_hex(32))
        text = f"saltroad share 2\n{info['table']}\n{commitment}\n{share}"
        hashed, shown = hashlib.sha256(text.encode()).hexdigest(), deal["share_hashes"][seat]
        if update["state"] == "open":
            return None if shown == hashed else json.dumps({"type": "sit", "seat": seat, "share_hash": hashed})
        if not shown or seat in deal["came"]:
            return None
        now = {"table": info["table"], "deals": info["deals"], "share_hashes": deal["share_hashes"]}
        if shown != hashed or self.receipts.setdefault(commitment, now) != now:
            raise SystemExit("The server shows other dice than it has promised.")
        return json.dumps({"type": "reveal", "share": share})


async def follow(socket: websockets.ClientConnection, shares: Shares) -> dict[str, Any]:
    """Play as long as the connection holds, to the end of the game."""
    act = ""
    info: dict[str, Any] = {}
    while True:
        message = json.loads(await socket.recv())
        if message["type"] == "refused":  # after others, such as "stale", an update tells where the game stands
            print(f"refused: {message['code']}", file=sys.stderr)
            if message["code"] in SEND_AGAIN:
                await asyncio.sleep(1)
                await socket.send(act)
        if message["type"] != "update":
            continue
        info = message.get("info", info)  # left out while it is as before; other fields have their default then
        offers = [row for rows in message.get("offers", {}).values() for row in rows]
        if message.get("state", "playing") in ("over", "closed"):
            return dict(message)
        if (part := shares.answer(message, info)) is not None:
            act = part
            await socket.send(act)
        elif offers:
            action, _earns, *_fields = random.choice(offers)
            act = json.dumps({"type": "act", "ply": message["ply"], "action": action})
            await socket.send(act)


async def main() -> None:
    if len(sys.argv) not in (4, 5):
        raise SystemExit(__doc__)
    server, token, table, *seat = sys.argv[1:]
    last = await play(server, token, table, int(seat[0]) if seat else None)
    outcome = last.get("outcome")
    print("The table was closed." if outcome is None else f"Scores {outcome['scores']}, ranks {outcome['ranks']}.")


if __name__ == "__main__":
    asyncio.run(main())
