"""`saltroad verify`: whether the dice of a finished game were fair."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from saltroad.cli.common import Json, print_json, working


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game that was played on a server.")],
    as_json: Json = False,
) -> None:
    """Check a finished game: every action by the rules, and every outcome of chance by the seed.

    Before the first action the server promised a secret seed by showing its commitment; each player added a share.
    Now that the seed is shown, every die and every tile can be drawn once more: docs/reference/fair-dice.md says how.
    Compare the commitment below with the one you were shown when the game began.
    """
    from saltroad.records import read_record_file
    from saltroad.records.fairness import check

    record = read_record_file(file)
    with working("Playing the record through ..."):
        checked = check(record)
    if as_json:
        print_json({"fair": True, **asdict(checked)})
        return
    shares = "no player" if not checked.shares else f"{checked.shares} player{'s' * (checked.shares > 1)}"
    print(f"Fair: all {checked.drawn} outcomes of chance in {checked.plies} plies are as the seed says.")
    print(f"{shares.capitalize()} added to the seed. It was promised as {checked.commitment}.")
