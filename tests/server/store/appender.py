"""A process to be killed: appends to many tables at once, and says what the store has acknowledged.

Loads once and makes a child for every line on its standard input, so that a kill costs no start of Python. Prints
`pid N` when a child begins, `table ply text` for every acknowledged ply, `dead` when the child has ended.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys

from saltroad.server.store import PlyTaken, Store
from server.store.support import NOW

TABLES = 12


def say(line: str) -> None:
    # One write of less than a pipe's atomic size: a line is there as a whole or not at all.
    os.write(1, line.encode() + b"\n")


async def append_for_ever(where: str) -> None:
    store = await Store.open(where)

    async def play(table: str) -> None:
        ply = len((await store.log(table)).plies)
        while True:
            texts = [secrets.token_hex(8) for _ in range(1 + ply % 3)]
            clocks = b'{"at": %d}' % ply if ply % 5 == 0 else None  # what carries a clock is stored by other statements
            try:
                await store.append(table, ply, [(0, text, NOW) for text in texts], clocks=clocks)
            except PlyTaken:  # PostgreSQL has just brought to its end what the last child had asked for
                ply = len((await store.log(table)).plies)
                continue
            for text in texts:
                say(f"{table} {ply} {text}")
                ply += 1

    await asyncio.gather(*(play(f"t{k}") for k in range(TABLES)))


def main(where: str) -> None:
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(append_for_ever(where))
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main(sys.argv[1])
