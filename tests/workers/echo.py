"""What the workers of these tests run: each message is an order."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from saltroad.workers import Channel


def main(channel: Channel, arguments: list[str]) -> None:
    def say_goodbye() -> None:
        if arguments:
            Path(arguments[0]).write_text("closed")

    channel.on_close = say_goodbye
    while True:
        match channel.receive():
            case b"niceness":
                channel.send(str(os.nice(0)).encode())
            case b"print":
                print("printed")
                os.write(1, b"written\n")
                channel.send(sys.stdin.read().encode())
            case b"leave":
                sys.exit(3)
            case b"pid":
                channel.send(str(os.getpid()).encode())
            case b"wait":
                time.sleep(600)
            case message:
                channel.send(message)
