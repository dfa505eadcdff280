"""What the browser has from Bazaar: its views as types, and what never changes on its board."""

from __future__ import annotations

from typing import Any

from saltroad.games.bazaar import components as box
from saltroad.games.bazaar.actions import Buy, Pass, Return, Roll, Take, Trade
from saltroad.games.bazaar.state import PHASES
from saltroad.games.bazaar.views import BazaarView, StallView

VIEWS = (BazaarView, StallView)
"""The view, then the parts of it."""
MEANT = {"phase": PHASES}
"""The texts that a field of the view may hold, where its type does not say it."""
CHOICES = (Roll, Take, Trade, Buy, Pass, Return)
"""The actions that players choose."""


def components() -> dict[str, Any]:
    """What never changes on the board, from the components: for the browser to draw."""
    cards = [
        {
            "number": card + 1,
            "equations": box.EQUATIONS[box.EQUATIONS_PER_CARD * card : box.EQUATIONS_PER_CARD * (card + 1)],
        }
        for card in range(box.RATE_CARDS)
    ]
    return {
        "about": "Tokens are letters in the order of the colours. An equation is its two sides: either may go "
        "back for the other. points: by tokens left after paying, the last entry for that many or more.",
        "colours": [{"name": name, "letter": box.LETTERS[k]} for k, name in enumerate(box.COLOURS)],
        "faces": box.FACES,
        "tokens_per_colour": box.TOKENS_PER_COLOUR,
        "token_limit": box.TOKEN_LIMIT,
        "stalls": box.STALLS,
        "wares_per_stall": box.WARES_PER_STALL,
        "points": {column: box.POINTS[k].tolist() for k, column in enumerate(box.COLUMNS)},
        "rate_cards": cards,
        "wares": [{"tokens": text, "starred": bool(box.WARE_STAR[k])} for k, text in enumerate(box.WARE_TEXTS)],
    }
