"""The play of the cards in words, a sentence for each rule that holds in this rule set."""

from service.engine.ohhell.prose.numbers import listed, suits
from service.engine.ohhell.prose.sections import Section
from service.engine.ohhell.rules import Rules


def playing_section(rules: Rules) -> Section:
    """Who leads, what must be played, and who takes a trick."""
    trump = rules.trump != "none"
    paragraphs = (
        _leading(rules, trump),
        _following(rules, trump),
        *((_beating(rules),) if rules.must_beat else ()),
        _winning(rules, trump),
    )
    all_trump = trump and rules.trump_lead == "after_broken"
    decided = (
        ("whoever holds nothing but trumps may lead one unbroken, and that breaks trump too.",) if all_trump else ()
    )
    return Section("The play", paragraphs, decided)


def _leading(rules: Rules, trump: bool) -> str:
    first = "The player left of the dealer leads to the first trick, and then whoever took the last one."
    if trump and rules.trump_lead == "after_broken":
        return f"{first} Trump may not be led before it is broken: before someone who could not follow has played one."
    return f"{first} Any card may be led{', a trump as well' if trump else ''}."


def _following(rules: Rules, trump: bool) -> str:
    follow = "Play goes clockwise, and who has a card of the suit led must play one."
    if trump and rules.void_play == "must_trump":
        return f"{follow} Without one you must play a trump if you hold any; without either, anything."
    return f"{follow} Without one, play anything."


def _beating(rules: Rules) -> str:
    which = suits(rules.must_beat) if len(rules.must_beat) < 4 else "any suit"
    return (
        f"Who plays {which} must, if able, beat the highest card of the same suit that lies in the trick, "
        "whether following or trumping in."
    )


def _winning(rules: Rules, trump: bool) -> str:
    best = "The highest trump takes the trick; without a trump in it, the highest card of the suit led does."
    sentence = best if trump else "The highest card of the suit led takes the trick."
    if rules.decks > 1:
        which = "second" if rules.duplicates == "second_beats_first" else "first"
        sentence += f" Of two identical cards in a trick the {which} one played is the higher."
    return sentence


def short_play(rules: Rules) -> str:
    """What is unusual about the play, in a few words; "" when nothing is."""
    odd = []
    if rules.trump != "none" and rules.void_play == "must_trump":
        odd.append("who cannot follow must trump")
    if rules.must_beat:
        odd.append(f"{suits(rules.must_beat) if len(rules.must_beat) < 4 else 'every suit'} must be beaten if you can")
    if rules.trump != "none" and rules.trump_lead == "after_broken":
        odd.append("trump is not led until broken")
    return listed(odd)
