"""Why an action of Bazaar is or is not legal: a rule and a reason for every action in every position.

Reads a snapshot and decides nothing: `rules.legal` is what counts, and `check_game` holds the two together.
"""

from __future__ import annotations

from saltroad.games.bazaar.actions import Buy, Die, Pass, Rates, Return, Roll, Show, Take, Trade
from saltroad.games.bazaar.components import (
    COLOURS,
    EQUATIONS,
    EQUATIONS_PER_CARD,
    LETTERS,
    TOKEN_LIMIT,
    WARE_TEXTS,
    amount,
    purse,
    tokens_text,
)
from saltroad.games.bazaar.rules import column_of, is_first_turn, is_in_reach, points_for
from saltroad.games.bazaar.state import (
    BUY,
    DIE,
    NO_WARE,
    OVER,
    POST_RATES,
    RETURN_TOKENS,
    ROLL_FOR_START,
    ROLL_OR_TRADE,
    SHOW_WARE,
    TAKE_TOKEN,
    UNSEEN,
    State,
)
from saltroad.kernel.rulebook import Rulebook, Verdict
from saltroad.messages import rule_sentences

RULEBOOK = Rulebook.of_package(__package__ or "", rule_sentences(__package__ or ""))

_allow, _refuse = RULEBOOK.allow, RULEBOOK.refuse

_ENDED = ("", "BZ-30", "BZ-32", "BZ-50")

_AWAITED = {
    POST_RATES: ("BZ-01", "awaited"),
    SHOW_WARE: ("BZ-02", "awaited"),
    ROLL_FOR_START: ("BZ-04", "awaited"),
    DIE: ("BZ-10", "awaited"),
}


def explain(s: State, action: object) -> Verdict:
    """The verdict on one action."""
    if s.phase == OVER:
        return _refuse(_ENDED[s.ended], "over")
    if isinstance(action, Rates | Show | Die):
        return _explain_chance(s, action)
    if s.phase in _AWAITED:
        return _refuse(*_AWAITED[s.phase])
    if s.phase == TAKE_TOKEN:
        return _explain_take(s, action)
    if s.phase == RETURN_TOKENS:
        return _explain_return(s, action)
    if isinstance(action, Take):
        return _refuse("BZ-10", "no_choice")
    if isinstance(action, Return):
        if s.phase == BUY and _held(s) > TOKEN_LIMIT:
            return _refuse("BZ-16", "turn_goes_on")
        return _refuse("BZ-51" if s.players == 1 else "BZ-17", "not_over", held=_held(s))
    if s.phase == ROLL_OR_TRADE:
        return _explain_roll_or_trade(s, action)
    return _explain_buy(s, action)


def _held(s: State) -> int:
    return len(_hand(s))


def _hand(s: State) -> str:
    return tokens_text(s.hand[s.seat])


def _lacking(held: int, cost: int) -> str:
    """The tokens that `held` lacks of `cost`; "" if it covers it."""
    return "".join(
        letter * max(0, amount(cost, colour) - amount(held, colour)) for colour, letter in enumerate(LETTERS)
    )


def _explain_chance(s: State, action: Rates | Show | Die) -> Verdict:
    if isinstance(action, Rates):
        if s.phase == POST_RATES:
            return _allow("BZ-01", "chance")
        return _refuse("BZ-01", "posted", first=s.rates[0] + 1, second=s.rates[1] + 1)
    if isinstance(action, Show):
        if s.phase != SHOW_WARE:
            return _refuse(*_AWAITED.get(s.phase, ("BZ-02", "none_to_show")))
        if s.where[WARE_TEXTS.index(action.ware)] != UNSEEN:
            return _refuse("BZ-02", "seen", ware=action.ware)
        if s.players == 1 and not is_in_reach(s, WARE_TEXTS.index(action.ware)):
            return _refuse("BZ-50", "out_of_reach", ware=action.ware)
        return _allow("BZ-02", "chance", ware=action.ware)
    if s.phase in (DIE, ROLL_FOR_START):
        return _allow("BZ-10" if s.phase == DIE else "BZ-04", "chance", face=action.face)
    return _refuse(*_AWAITED.get(s.phase, ("BZ-11", "not_rolled")))


def _explain_take(s: State, action: object) -> Verdict:
    if not isinstance(action, Take):
        return _refuse("BZ-10", "choose_first")
    if amount(s.bank, COLOURS.index(action.colour)) == 0:
        return _refuse("BZ-14", "run_out", colour=action.colour)
    return _allow("BZ-10", "take", colour=action.colour)


def _explain_return(s: State, action: object) -> Verdict:
    rule = "BZ-51" if s.players == 1 else "BZ-17"
    over = _held(s) - TOKEN_LIMIT
    if not isinstance(action, Return):
        return _refuse(rule, "return_first", seat=s.seat, over=over)
    if len(action.tokens) != over:
        return _refuse(rule, "wrong_number", over=over, given=len(action.tokens))
    missing = _lacking(s.hand[s.seat], purse(action.tokens))
    if missing:
        return _refuse(rule, "not_held", seat=s.seat, held=_hand(s), missing=missing)
    return _allow(rule, "return", seat=s.seat, tokens=action.tokens)


def _explain_roll_or_trade(s: State, action: object) -> Verdict:
    first = is_first_turn(s)
    if isinstance(action, Roll):
        return _allow("BZ-10", "first_turn") if first else _allow("BZ-11", "roll")
    if isinstance(action, Trade):
        return _refuse("BZ-10", "must_roll") if first else _explain_trade(s, action)
    if isinstance(action, Buy) and s.players == 1:
        return _refuse("BZ-50", "no_purchase", ware=WARE_TEXTS[s.top[0]])
    return _refuse("BZ-11", "before_purchase" if isinstance(action, Buy) else "no_pass")


def _explain_trade(s: State, action: Trade) -> Verdict:
    sides = (action.returned, action.taken)
    card = (EQUATIONS.index(sides) if sides in EQUATIONS else EQUATIONS.index(sides[::-1])) // EQUATIONS_PER_CARD
    if card not in (s.rates[0], s.rates[1]):
        return _refuse("BZ-01", "not_posted", card=card + 1, first=s.rates[0] + 1, second=s.rates[1] + 1)
    returned, taken = purse(action.returned), purse(action.taken)
    missing = _lacking(s.hand[s.seat], returned)
    if missing:
        return _refuse("BZ-12", "not_held", returned=action.returned, missing=missing)
    owed = _lacking(s.bank + returned, taken)
    if owed:
        return _refuse("BZ-13", "bank_short", taken=action.taken, missing=owed)
    return _allow("BZ-12", "trade", returned=action.returned, taken=action.taken)


def _explain_buy(s: State, action: object) -> Verdict:
    if isinstance(action, Pass):
        return _allow("BZ-15", "pass")
    if isinstance(action, Roll):
        return _refuse("BZ-11", "done")
    if isinstance(action, Trade):
        return _refuse("BZ-12", "one_trade")
    assert isinstance(action, Buy)
    ware = WARE_TEXTS.index(action.ware)
    if ware not in list(s.top):
        return _refuse("BZ-02", "not_displayed", ware=action.ware)
    price = purse(action.ware)
    missing = _lacking(s.hand[s.seat], price)
    if missing:
        return _refuse("BZ-15", "not_held", ware=action.ware, missing=missing)
    left = _held(s) - len(action.ware)
    if s.bought[0] != NO_WARE:
        return _allow("BZ-40", "second", ware=action.ware, left=left)
    points = int(points_for(column_of(ware, s.empty_before), left))
    # with a second purchase to come, BZ-40 scores both by the tokens left then
    reason = "buy_first" if s.double_purchase else "buy"
    return _allow("BZ-15", reason, ware=action.ware, left=left, points=points)
