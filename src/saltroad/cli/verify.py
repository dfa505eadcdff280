"""`saltroad verify`: checks that the dice of a finished game were fair."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from saltroad.cli.common import Json, print_json, working


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game that was played on a server.")],
    receipt: Annotated[
        Path | None,
        typer.Option(
            metavar="RECEIPT.json", help="What a browser kept of the promise, downloaded at the end of the game."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a finished game: every action by the rules, the order of the seats and all of chance by the dice.

    When the table was made, the server promised a secret seed by showing its commitment; then each player gave the hash
    of a share, and only then the share. Now that all of it is shown, the order of the seats, every die and every tile
    can be drawn again: docs/reference/fair-dice.md says how. A receipt also proves that the commitment in the record is
    the one that a browser was shown before the game; without one, compare the commitment below with the one that you
    were shown.
    """
    from saltroad.records import read_record_file
    from saltroad.records.fairness import check
    from saltroad.records.receipts import compare, read_receipt_file

    record = read_record_file(file)
    kept = None if receipt is None else read_receipt_file(receipt)
    if kept is not None:
        compare(record, kept)
    with working("Playing the record through ..."):
        checked = check(record)
    if as_json:
        print_json({"fair": True, **asdict(checked), "receipt": kept is not None})
        return
    shares = "no player" if not checked.shares else f"{checked.shares} player{'s' * (checked.shares > 1)}"
    print(f"Fair: all {checked.drawn} outcomes of chance in {checked.plies} plies are as the seed says.")
    print(f"{shares.capitalize()} added to the seed. It was promised as {checked.commitment}.")
    if checked.drawn_anew:
        print(f"The game was taken back for a new draw {_times(checked.drawn_anew)}.")
    if checked.deals > 1:
        given_up = checked.deals - 1
        print(f"Before this promise {given_up} other{'s were' if given_up > 1 else ' was'} given up at the table.")
    if kept is not None:
        print(f"It keeps to the receipt of the browser at seat {kept.seat + 1}.")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
