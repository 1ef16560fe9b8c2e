"""The deal and the trump in words; which of them apply is asked of the functions that deal."""

from service.engine.ohhell.cards import suit_name
from service.engine.ohhell.prose.numbers import counted, listed, spelled
from service.engine.ohhell.prose.schedule import table_sizes
from service.engine.ohhell.prose.sections import Section
from service.engine.ohhell.rules import Rules, fixed_dealer
from service.engine.ohhell.schedule import sizes, turns_a_card


def deal_section(rules: Rules) -> Section:
    """Who deals first, and how."""
    seat = fixed_dealer(rules)
    dealer = (
        "For the first deal everyone draws a card, and the highest rank deals."
        if seat is None
        else f"The player in seat {seat} deals first; seats are counted from 0, clockwise."
    )
    packs = "the deck is" if rules.decks == 1 else f"{spelled(rules.decks)} decks are"
    paragraphs = (
        f"{dealer} The deal passes clockwise with every hand.",
        f"For each hand {packs} shuffled whole, and the cards are dealt one at a time, beginning left of the dealer.",
    )
    drawing = (
        "those who draw equal ranks draw again.",
        "where a source does not say who deals first, we draw too.",
    )
    return Section("The deal", paragraphs, drawing if seat is None else ())


def trump_section(rules: Rules, players: int | None) -> Section:
    """Where trump comes from, and what happens when no card is left to turn up."""
    kind, _, suits = rules.trump.partition(":")
    counts = table_sizes(rules) if players is None else (players,)
    sentence = {
        "turn_up": "The next card after the deal is turned up, and its suit is trump for the hand. "
        "It and the cards below it take no part.",
        "last_dealt": "The last card dealt, which is the dealer's, is shown to all: its suit is trump for the hand.",
        "fixed": f"Trump is always {suit_name(suits[:1] or 'S')}s.",
        "cycle": f"Trump changes with each hand, in this order and then again: {listed(map(trump_name, suits))}.",
        "none": "There is no trump: the highest card of the suit led takes every trick.",
    }[kind]
    short = _short_of_cards(rules, counts)
    paragraphs = (sentence, *((_nothing_to_turn(rules, short),) if short else ()))
    last_card = kind == "last_dealt" or (bool(short) and rules.nothing_to_turn == "dealer_last")
    shown = ("the dealer keeps that card in hand, and everyone knows it until it is played.",) if last_card else ()
    return Section("Trump", paragraphs, shown)


def trump_name(letter: str) -> str:
    """A suit's name in the plural, or "no trump" for N."""
    return "no trump" if letter == "N" else f"{suit_name(letter)}s"


def _short_of_cards(rules: Rules, counts: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    if rules.trump != "turn_up":
        return ()
    pairs = {(count, size) for count in counts for size in sizes(rules, count)}
    return tuple(sorted(pair for pair in pairs if not turns_a_card(rules, *pair)))


def _nothing_to_turn(rules: Rules, short: tuple[tuple[int, int], ...]) -> str:
    where = listed(f"{counted(size, 'card')} each with {count} players" for count, size in short)
    then = {"no_trump": "such a hand has no trump", "dealer_last": "the dealer's last card is shown and names trump"}
    return f"With {where} no card is left to turn up: {then[rules.nothing_to_turn]}."
