"""What the browser's own code of the dice is tested by: numbers worked out in Python, in web/tests/fixtures/dice.json.

`cd tests && python -m records.vectors` writes them; a test fails where they are not what the code says.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import msgspec

from saltroad.records import read_record_file
from saltroad.records.dice import SCHEMES, Dice, commitment_of, share_hash_of
from saltroad.server.tables.records import dice_shown

FILE = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "dice.json"
FIXTURES = Path(__file__).parent / "fixtures"
_SEED = bytes(range(32))
_SHARES = ("a1" * 32, "", "ff" * 32, "", "5c" * 32)


def vectors() -> str:
    """The text of the file."""
    lengths = (0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 1000)
    texts = ["".join(chr(33 + k % 90) for k in range(length)) for length in lengths]
    found: dict[str, Any] = {
        "sha256": [[text, hashlib.sha256(text.encode()).hexdigest()] for text in texts],
        "hmac": [[_SEED.hex(), text, hmac.new(_SEED, text.encode(), "sha256").hexdigest()] for text in texts],
        "schemes": [_of_scheme(scheme) for scheme in SCHEMES],
        "games": [_game(number) for number in (1, 2)],
    }
    return json.dumps(found, separators=(",", ":")) + "\n"


def _of_scheme(scheme: str) -> dict[str, Any]:
    dice = Dice(_SEED, "k3v9h2mnpq", _SHARES, (4, 4, 9), scheme=scheme)
    commitment = commitment_of(_SEED, dice.table, scheme)
    weights = [[1] * 6, [3, 0, 1, 6], [5], [2**30, 2**30 + 1], [0, 0, 7, 1]]
    return {
        "scheme": scheme,
        "table": dice.table,
        "seed": _SEED.hex(),
        "shares": _SHARES,
        "drawn_anew": dice.drawn_anew,
        "commitment": commitment,
        "share_hashes": [share_hash_of(share, dice.table, commitment) for share in _SHARES],
        "order": dice.draw_order(),
        "draws": [[ply, w, dice.draw(ply, w)] for ply, w in enumerate(weights * 3)],
        "passed_over": [str(dice._below(2**63 + 1, ply, 0)) for ply in range(30)],
    }


def _game(number: int) -> dict[str, Any]:
    record = read_record_file(FIXTURES / f"dice-{number}.saltroad")
    log = [{"actor": who, "action": str(action)} for action, who in _plies(record.history())]
    shown = msgspec.to_builtins(dice_shown(record))
    receipt = FIXTURES / f"dice-{number}.receipt.json"
    kept = json.loads(receipt.read_text("utf-8")) if receipt.exists() else None
    return {"dice": shown, "log": log, "names": record.seats, "receipt": kept}


def _plies(history: Any) -> Any:
    return zip(history.actions, history.actors, strict=True)


if __name__ == "__main__":
    FILE.write_text(vectors(), "utf-8")
