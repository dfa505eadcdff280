"""Why an action of Desert Bazaar is or is not legal: a rule and a reason for every action in every position.

Reads a snapshot and decides nothing: `rules.legal` is what counts, and `check_game` holds the two together.
"""

from __future__ import annotations

import numpy as np

from saltroad.games.desert_bazaar.actions import Build, CampAction, Collect, Dice, Done, Keep, Name, Pay, Roll, Turn
from saltroad.games.desert_bazaar.camps import joined_size
from saltroad.games.desert_bazaar.components import (
    CARD_SETS,
    COST,
    COSTS,
    DESERT,
    DICE,
    ENCAMPMENT_SIZE,
    FACE_LETTERS,
    LETTERS,
    NAMES,
    NEIGHBOURS,
    RESOURCES,
    ROLLS,
    SHOWN,
    TILE_TEXTS,
    WILD,
    amount,
    cards_text,
)
from saltroad.games.desert_bazaar.paying import PAYMENT_WORDS, default_payment, given_at, mark_payments
from saltroad.games.desert_bazaar.rolling import dice_give, dice_rolled, extra_left
from saltroad.games.desert_bazaar.state import (
    BUILD_ON,
    COLLECT,
    COLLECT_AGAIN,
    DICE_AGAIN,
    DICE_FALL,
    NAME_WILDS,
    NO_CAMP,
    NO_TILE,
    OVER,
    PAY,
    SETUP_DICE,
    TAKE_EXTRA,
    TURN_UP,
    State,
)
from saltroad.kernel.bits import spaces_in
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.messages import rule_sentences

RULEBOOK = Rulebook.of_package(__package__ or "", rule_sentences(__package__ or ""))

_allow, _refuse = RULEBOOK.allow, RULEBOOK.refuse

_ENDED = ("", "DB-40", "DB-44", "DB-45")
_AWAITED = {SETUP_DICE: "DB-02", TURN_UP: "DB-28", DICE_FALL: "DB-12", DICE_AGAIN: "DB-13"}


def explain(s: State, action: CampAction) -> Verdict:  # noqa: C901  # rule by rule
    """The verdict on one action."""
    if s.phase == OVER:
        return _refuse(_ENDED[s.ended], "over")
    if isinstance(action, Dice):
        return _explain_dice(s, action.faces)
    if isinstance(action, Turn):
        return _explain_turn(s, action.tile)
    if s.phase in _AWAITED:
        return _refuse(_AWAITED[s.phase], "awaited")
    if s.phase == NAME_WILDS:
        return _explain_name(s, action)
    if s.phase == TAKE_EXTRA:
        return _explain_extra(s, action)
    if s.phase in (COLLECT, COLLECT_AGAIN):
        return _explain_collect(s, action)
    if s.phase == PAY:
        return _explain_pay(s, action)
    match action:
        case Name():
            return _refuse("DB-02", "no_wilds")
        case Collect() | Keep():
            return _refuse("DB-12", "not_rolled")
        case Pay():
            return _refuse("DB-24", "nothing_placed")
        case Roll(free):
            return _explain_roll(s, free)
        case Done():
            return _allow("DB-27", "done") if s.phase == BUILD_ON else _refuse("DB-10", "no_pass")
        case Build(tile, space):
            return _explain_build(s, tile, space)


# -- chance ------------------------------------------------------------------------------------------------------------


def _explain_dice(s: State, faces: str) -> Verdict:
    if s.phase not in (SETUP_DICE, DICE_FALL, DICE_AGAIN):
        return _refuse("DB-10", "no_dice")
    rule, many = _AWAITED[s.phase], int(dice_rolled(s))
    if len(faces) != many:
        return _refuse(rule, "wrong_number", many=many, given=len(faces))
    if s.phase == SETUP_DICE:
        if FACE_LETTERS[DESERT] in faces:
            return _refuse("DB-02", "desert")
        for r, letter in enumerate(LETTERS):
            if faces.count(letter) > amount(s.pile, r):
                return _refuse("DB-02", "no_card", resource=RESOURCES[r])
    return _allow(rule, "chance", faces=faces)


def _explain_turn(s: State, tile: str) -> Verdict:
    if s.phase != TURN_UP:
        return _refuse("DB-28", "no_gap")
    if not s.unseen >> TILE_TEXTS.index(tile) & 1:
        return _refuse("DB-28", "seen", tile=tile)
    return _allow("DB-28", "chance", tile=tile)


# -- cards and dice ----------------------------------------------------------------------------------------------------


def _explain_name(s: State, action: CampAction) -> Verdict:
    wilds = int(SHOWN[s.dice, WILD])
    if not isinstance(action, Name):
        return _refuse("DB-02", "name_first", wilds=wilds)
    if len(action.cards) != wilds:
        return _refuse("DB-02", "wrong_names", wilds=wilds, given=len(action.cards))
    for r, letter in enumerate(LETTERS):
        if action.cards.count(letter) > amount(s.pile, r):
            return _refuse("DB-02", "no_card", resource=RESOURCES[r])
    return _allow("DB-02", "name", cards=action.cards, wilds=wilds)


def _explain_extra(s: State, action: CampAction) -> Verdict:
    if not isinstance(action, Collect):
        return _refuse("DB-06", "take_first", number=extra_left(s.rolls, s.held[s.seat]))
    if amount(s.pile, RESOURCES.index(action.resource)) == 0:
        return _refuse("DB-06", "pile_empty", resource=action.resource)
    return _allow("DB-06", "take", resource=action.resource)


def _explain_roll(s: State, free: str | None) -> Verdict:
    if s.phase == BUILD_ON:
        return _refuse("DB-10", "building")
    if free is None:
        return _refuse("DB-11", "take_free") if s.pile else _allow("DB-11", "roll_bare")
    if amount(s.pile, RESOURCES.index(free)) == 0:
        return _refuse("DB-11", "pile_empty", resource=free)
    return _allow("DB-11", "roll", resource=free)


def _explain_collect(s: State, action: CampAction) -> Verdict:
    again, faces = s.phase == COLLECT_AGAIN, ROLLS[s.dice]
    rule = "DB-15" if again else "DB-12"
    match action:
        case Collect(resource):
            r = RESOURCES.index(resource)
            if dice_give(s, r) == 0:
                return _refuse(rule, "not_shown", resource=resource, faces=faces)
            number = int(min(dice_give(s, r), amount(s.pile, r)))
            return _allow(rule, "collect" if number else "collect_nothing", resource=resource, number=number)
        case Keep(face):
            if again:
                return _refuse("DB-13", "once")
            if face not in faces:
                return _refuse("DB-13", "not_shown", face=face, faces=faces)
            if SHOWN[s.dice, DESERT] == DICE - 1:
                return _refuse("DB-13", "no_live_die", face=face)
            return _allow("DB-13", "keep", face=face)
        case _:
            return _refuse(rule, "collect_first", faces=faces)


# -- building ----------------------------------------------------------------------------------------------------------


def _explain_build(s: State, tile_text: str, name: str) -> Verdict:
    tile, space = TILE_TEXTS.index(tile_text), NAMES.index(name)
    if not (s.up[0] | s.up[1]) >> tile & 1:
        if tile in list(s.tent):
            return _refuse("DB-20", "built", tile=tile_text, space=NAMES[list(s.tent).index(tile)])
        return _refuse("DB-20", "face_down", tile=tile_text)
    if s.phase == BUILD_ON and not s.up[s.side] >> tile & 1:
        return _refuse("DB-20", "other_side", tile=tile_text, side=s.side + 1)
    if s.tent[space] != NO_TILE:
        return _refuse("DB-21", "taken", space=name, tile=TILE_TEXTS[s.tent[space]])
    size = int(joined_size(s, space))
    if size > ENCAMPMENT_SIZE:
        return _refuse("DB-22", "too_large", space=name, size=size, camps=_camps_around(s, space))
    barred = _explain_price(s, tile, space)
    if barred is not None:
        return barred
    price = CARD_SETS[default_payment(s, tile, space)]
    number = len(price)
    if size == ENCAMPMENT_SIZE:
        return _allow("DB-32", "closes", tile=tile_text, space=name, price=price, number=number)
    if size == 1:
        reason = "isolated" if s.markers[s.seat] else "unmarked"
        return _allow("DB-30", reason, tile=tile_text, space=name, price=price, number=number)
    return _allow("DB-31", "joins", tile=tile_text, space=name, price=price, number=number, size=size)


def _camps_around(s: State, space: int) -> tuple[str, ...]:
    """The camps that a tile would join, each by a space that it would touch."""
    touched = {s.camp[x]: x for x in sorted(NEIGHBOURS[space], reverse=True) if s.camp[x] != NO_CAMP}
    return tuple(NAMES[x] for x in sorted(touched.values()))


def _explain_price(s: State, tile: int, space: int) -> Verdict | None:
    """What makes a tile too dear for the seat, or None."""
    given, hand = given_at(s, space), s.hand[s.seat]
    cost = COSTS[COST[tile]]
    missing = ""
    paid = 0
    for r, letter in enumerate(LETTERS):
        need = max(0, cost.count(letter) - amount(given, r))
        own = min(need, amount(hand, r))
        paid += own
        missing += letter * (need - own)
    spare, wanted = s.held[s.seat] - paid, 3 * len(missing)
    if spare < wanted:
        return _refuse("DB-24", "not_affordable", missing=missing, wanted=wanted, spare=spare)
    for letter in missing:
        r = LETTERS.index(letter)
        if amount(hand, r) == 0 and amount(s.pile, r) == 0:
            return _refuse("DB-26", "pile_empty", resource=RESOURCES[r])
    return None


def _explain_pay(s: State, action: CampAction) -> Verdict:
    tile, name, cost = TILE_TEXTS[s.building], NAMES[s.site], COSTS[COST[s.building]]
    if not isinstance(action, Pay):
        return _refuse("DB-24", "pay_first", tile=tile, space=name)
    hand = s.hand[s.seat]
    missing = "".join(x * max(0, action.cards.count(x) - amount(hand, r)) for r, x in enumerate(LETTERS))
    if missing:
        return _refuse("DB-24", "not_held", missing=missing)
    in_reach = cards_text(given_at(s, s.site))
    given = "".join(x * min(cost.count(x), in_reach.count(x)) for x in LETTERS)
    marked = np.zeros(PAYMENT_WORDS, np.int64)
    mark_payments(s, s.building, s.site, marked)
    cards, number = action.cards, len(action.cards)
    if CARD_SETS.index(cards) not in spaces_in(marked.tolist()):
        least = len(CARD_SETS[default_payment(s, s.building, s.site)])
        if number < least:
            return _refuse(
                "DB-24", "too_little", cards=cards, number=number, cost=cost, given=given, supplied=len(given)
            )
        return _refuse("DB-26", "pays_otherwise", cards=cards, cost=cost, given=given, supplied=len(given))
    if number > len(cost) or any(cards.count(x) > cost.count(x) for x in LETTERS):
        return _allow("DB-26", "pay_with_trades", cards=cards, cost=cost)
    if number < len(cost):
        return _allow("DB-25", "pay", cards=cards, number=number, cost=cost)
    return _allow("DB-24", "pay", cards=cards)
