"""The words of the game, its other names, and what beginners get wrong; it may not know a rule set."""

from collections.abc import Mapping

GLOSSARY: Mapping[str, str] = {
    "Trick": "One card from each player; the best of them takes all of it.",
    "Trump": "The suit that beats the other three for the length of a hand.",
    "Bid": "The number of tricks you say you will take.",
    "The hook": "What binds the dealer, who bids last: the bids may not add up to the tricks there are to take.",
    "Exact bid": "As many tricks as you said. It is what the game is about.",
    "Ruff": "To take a trick with a trump when you have none of the suit led.",
    "Ducking": "To play low on purpose, and leave a trick you do not need to somebody else.",
}

NAMES = (
    "Oh Hell",
    "Nomination Whist",
    "Contract Whist",
    "Up and Down the River",
    "Elevator",
    "l'Ascenseur",
    "10 op en neer",
    "Boerenbridge",
    "Bust",
    "Blackout",
    "Blob",
    "German Bridge",
    "Kachuful",
)

MISTAKES = (
    "Bidding from hope or from fear. Count the cards that should take a trick, high trumps first, and bid that.",
    "Playing another suit while holding the one led. Here a card that would break this rule cannot be chosen.",
    "Forgetting how many tricks you still need. Your bid and your tricks stand beside your hand: look first.",
)
