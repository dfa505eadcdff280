"""A browser's receipt against a record: whatever is not as it was promised is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from saltroad.records import Record, read_record_file
from saltroad.records.dice import Dice
from saltroad.records.fairness import NotCheckable, NotFair, check
from saltroad.records.receipts import MOST_BYTES, Receipt, compare, read_receipt_file

FIXTURES = Path(__file__).parent / "fixtures"
RECORD = read_record_file(FIXTURES / "dice-2.saltroad")
RECEIPT = read_receipt_file(FIXTURES / "dice-2.receipt.json")


def why(record: Record, receipt: Receipt) -> str:
    with pytest.raises(NotFair) as caught:
        compare(record, receipt)
    english, french = (caught.value.sentence(language) for language in ("en", "fr"))
    assert english != french
    assert "{" not in english + french
    return english


def test_a_record_that_keeps_to_its_receipt() -> None:
    compare(RECORD, RECEIPT)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"scheme": "saltroad dice 1"}, "for dice by 'saltroad dice 1'"),
        ({"table": "elsewhere"}, "for table elsewhere; the record is of table k3v9h2mnpq"),
        ({"commitment": "ab" * 32}, f"it was promised {'ab' * 32}, and the record says 6dcc"),
        ({"deals": 1, "commitments": ("ab" * 32,)}, "deal 1 of the table; the record says 2"),
        ({"commitments": ("a", "b", "c")}, "deal 3 of the table; the record says 2"),
        ({"share": "ab" * 32}, "share of seat 1 is not the one that this browser sent"),
        ({"seat": 2}, "share of seat 3 is not the one that this browser sent"),
        ({"seat": 7}, "begun without the share"),
        ({"share_hashes": ()}, "begun without the share"),
        ({"share_hashes": (*RECEIPT.share_hashes[:2], "ab" * 32)}, "hash of the share of seat 3"),
        (
            {"share_hashes": (RECEIPT.share_hashes[0], "ab" * 32, RECEIPT.share_hashes[2])},
            "hash of the share of seat 2",
        ),
        ({"share_hashes": RECEIPT.share_hashes[:2]}, "hash of the share of seat 3"),
        ({"drawn": False}, "would not be drawn; by the record it was"),
        (
            {"players": ("Ada", "Bo", "Idris")},
            "Seat 2 was Bo's before the order was drawn; by the record it was Idris's",
        ),
        ({"agreed": (21, 21)}, "drew anew from ply 21; this browser did not agree"),
        ({"agreed": (21, 20, 22)}, "drew anew from ply 21"),
    ],
)
def test_what_a_browser_was_promised_otherwise_is_named(change: dict[str, Any], told: str) -> None:
    assert told in why(RECORD, msgspec.structs.replace(RECEIPT, **change))


def test_a_whole_other_deal_passes_the_check_and_fails_the_receipt() -> None:
    """An operator who makes up seed, hashes and shares afterwards has a record that fits itself, and no receipt."""
    names = ["Ada", "Idris", "Bo"]
    for number in range(5):
        dice = Dice(bytes([number]) * 32, RECEIPT.table, (RECEIPT.share, "", f"{number:064x}"), deals=2)
        dice = replace(dice, order=dice.draw_order())
        cut = replace(RECORD, actions=(), result=None, seats=tuple(names[k] for k in dice.order), more=dice.headers())
        assert check(cut).shares == 2
        assert "The commitment is not the one" in why(cut, RECEIPT)


def test_an_order_that_was_not_drawn_and_a_player_who_was_forgotten() -> None:
    more = {name: value for name, value in RECORD.more.items() if name != "order"}
    assert "would be drawn; by the record it was not" in why(replace(RECORD, more=more), RECEIPT)
    compare(replace(RECORD, seats=("Idris", "Ada", "Somebody")), RECEIPT)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no such file"),
        ("", "does not have what a browser keeps"),
        ("[1, 2]", "does not have what a browser keeps"),
        ('{"scheme": 5}', "does not have what a browser keeps"),
        ("{}", "missing required field"),
        (" " * (MOST_BYTES + 1), "too large"),
        ("[" * 90_000, "does not have"),
        ("\xff", "does not have"),
    ],
)
def test_what_is_no_receipt_says_why(text: str | None, told: str, tmp_path: Path) -> None:
    path = tmp_path / "receipt.json"
    if text is not None:
        path.write_text(text, "latin-1")
    with pytest.raises(NotCheckable, match=told) as caught:
        read_receipt_file(path)
    assert caught.value.sentence("fr").startswith(f"Le fichier « {path} » n’est pas un reçu : ")


def test_a_browser_may_keep_more_than_is_asked_for(tmp_path: Path) -> None:
    kept = json.loads((FIXTURES / "dice-2.receipt.json").read_text("utf-8"))
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps({**kept, "revealed": True, "sent": True}), "utf-8")
    assert read_receipt_file(path) == RECEIPT
