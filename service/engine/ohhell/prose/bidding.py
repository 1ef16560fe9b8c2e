"""The bidding in words, its examples worked out by the functions that the engine asks."""

from service.engine.ohhell.bidding import dealer_bids, forbidden_by_hook
from service.engine.ohhell.moves import bids_in
from service.engine.ohhell.prose.numbers import counted, listed
from service.engine.ohhell.prose.schedule import table_sizes
from service.engine.ohhell.prose.sections import Section
from service.engine.ohhell.rules import Rules
from service.engine.ohhell.schedule import sizes


def bidding_section(rules: Rules) -> Section:
    """Who bids when, what the dealer may not bid, and whether a bid may be changed."""
    at_once = rules.bid_order == "simultaneous"
    order = (
        "All players bid at the same time, and nobody sees a bid before all are in."
        if at_once
        else "Bidding begins left of the dealer and goes round clockwise; the dealer bids last."
    )
    paragraphs = [
        "A bid says how many tricks you will take, from none to all of the hand. Everybody bids, nobody passes, "
        "and 0 is a bid like any other.",
        order,
    ]
    if not at_once:
        paragraphs += _dealer(rules)
        paragraphs.append(_change(rules))
    if rules.one_card == "forehead":
        paragraphs.append(
            "In a hand of one card you hold it to your forehead: you see everyone's card but your own when you bid. "
            "Your card then plays itself."
        )
    return Section("Bidding", tuple(paragraphs), _decisions(rules, at_once))


def _change(rules: Rules) -> str:
    if rules.bid_change == "never":
        return "A bid stands once it is made."
    return "A bid may be changed until the next player to the left has bid; the dealer's is final at once."


def _decisions(rules: Rules, at_once: bool) -> tuple[str, ...]:
    over = rules.dealer_bid == "over"
    decided = ["no bid is higher than the number of cards in the hand" + (", the dealer's excepted." if over else ".")]
    if over and not at_once:
        decided.append(
            "taken literally, the dealer's least bid can be one more than the tricks there are, when all others "
            "bid 0: a certain miss, and not rare in short hands."
        )
    if rules.bid_change != "never" and not at_once:
        decided += [
            "what counts is the order in which the server takes the bids; a bot, or an order left ahead, answers at "
            "once, and then the bid before it stands.",
            "what the dealer may not bid is worked out at the dealer's turn only.",
        ]
    return tuple(decided)


def _dealer(rules: Rules) -> list[str]:
    if rules.dealer_bid == "free":
        return ["The dealer may bid anything: the bids may come out even with the tricks."]
    rule = {
        "hook": "The hook: the dealer may not bid the number that makes all bids add up to the tricks of the hand, "
        "so that somebody is bound to miss. When the others have already bid more than that, the dealer is free.",
        "over": "The dealer must bid so high that all bids together come to more than the tricks of the hand.",
    }[rules.dealer_bid]
    above = f" This holds in hands of more than {counted(rules.hook_above, 'card')}." if rules.hook_above else ""
    return [rule + above, *_examples(rules)]


def _examples(rules: Rules) -> list[str]:
    used = {size for players in table_sizes(rules) for size in sizes(rules, players) if size > rules.hook_above}
    size = 5 if 5 in used else max(used, default=0)
    cases = [(size, 0), (size, size // 2), (size, size + 1)] if size else []
    short = [(1, 0)] if 1 in used and rules.dealer_bid == "hook" else []
    told = list(dict.fromkeys(_example(rules, *case) for case in cases[rules.dealer_bid == "hook" :] + short))
    return [f"For example: {'; '.join(told)}."] if told else []


def _example(rules: Rules, size: int, others: int) -> str:
    allowed = [bid.value for bid in bids_in(dealer_bids(rules.dealer_bid, rules.hook_above, size)(size, others))]
    situation = f"in a hand of {counted(size, 'card')}, when the others have bid {others} together,"
    if len(allowed) == 1:
        excess = ", which is more than there are" if allowed[0] > size else ""
        return f"{situation} the dealer must bid {allowed[0]}{excess}"
    forbidden = forbidden_by_hook(size, others) if rules.dealer_bid == "hook" else None
    if forbidden is not None:
        return f"{situation} the dealer may not bid {forbidden}"
    bids = f"anything from {allowed[0]} to {allowed[-1]}" if len(allowed) > 2 else listed(map(str, allowed), "or")
    return f"{situation} the dealer may bid {bids}"
