"""A program that plays in the arena: any legal action, all equally likely. Needs nothing but Python.

    saltroad arena bazaar --bots "exec:python3 examples/exec_bot.py,random" --games 20

docs/reference/arena.md says what the lines mean, for whoever writes one in another language.
"""

from __future__ import annotations

import json
import random
import sys


def main() -> None:
    """Answer every line that asks for something by one line."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])  # so that a tournament repeats
            answer = "ready"
        elif message["type"] == "choose":
            answer = rng.choice(message["legal"])
        else:  # "over": nothing is asked any more
            return
        print(answer, flush=True)


if __name__ == "__main__":
    main()
