"""The English words of orders left by reply: phrases in lower case; {suit}, {card} and {bid} stand for what they name.

What the service itself says of orders (`ohhell.say_orders`) is made of phrases that are read back as the same order.
"""

from collections.abc import Mapping

WAYS: Mapping[str, tuple[str, ...]] = {
    "duck": ("duck", "duck it", "stay low", "play low", "as low as i can", "stay as low as i can", "lose cheaply"),
    "cheaply": (
        *("win cheaply", "win cheap", "win as cheaply as i can", "win as cheaply as possible", "win low"),
        *("take it cheaply", "win it cheaply", "take the trick cheaply"),
    ),
    "win": ("win", "win it", "win if i can", "win with my highest", "win the trick", "take it", "take the trick"),
    "finish": (
        *("finish", "finish for me", "finish it for me", "finish the hand", "finish the hand for me"),
        *("finish my hand", "finish my hand for me", "play the rest for me", "play the hand for me"),
    ),
}
MADE = (
    *("if i have my bid", "if i have just my bid", "when i have my bid", "once i have my bid", "while i have my bid"),
    *("as long as i have my bid", "while i have just my bid", "after i have my bid", "if i've got my bid"),
    *("once i've got my bid", "when i've got my bid", "if i have made my bid", "once i have made my bid"),
    *("if i've made my bid", "once i've made my bid", "when i have made my bid"),
)
SHORT = (
    *("until i have my bid", "till i have my bid", "before i have my bid", "until i've got my bid"),
    *("until i have made my bid", "until i've made my bid", "until i make my bid", "while i need tricks"),
    *("if i need tricks", "if i still need tricks", "while i still need tricks", "if i don't have my bid yet"),
    *("if i do not have my bid yet", "as long as i need tricks"),
)
THEN = ("then", "and then", "after that", "afterwards")
ELSE = ("otherwise", "or else", "else", "if not")
LEGAL = (
    *("when legal", "if legal", "whenever legal", "when they are legal", "when it is legal", "as soon as legal"),
    *("when i can", "in this order when legal", "in that order when legal", "in order when legal"),
)
LISTS = tuple(
    f"{verb}{these} {legal}"
    for verb in ("", "play ")
    for these in ("these", "these cards")
    for legal in ("when legal", "in this order when legal", "in order when legal")
)
ASKED_LED = (
    *("if {suit} are led", "if {suit} is led", "if {suit} led", "when {suit} are led", "when {suit} is led"),
    *("when {suit} led", "if they lead {suit}", "when they lead {suit}", "if somebody leads {suit}"),
    *("if someone leads {suit}", "if anyone leads {suit}", "whenever {suit} are led"),
)
LED = (*ASKED_LED, "on {suit}", "{suit} led", "{suit} :", "{suit} - >", "{suit} = >", "{suit} =", "{suit} →")
THIS_TRICK = ("for this trick", "in this trick", "on this trick", "to this trick", "this trick")
NEXT_TRICK = ("for the next trick", "in the next trick", "on the next trick", "the next trick", "next trick")
TRICK = ("in trick", "for trick", "on trick", "trick")
PLAYING = ("play", "i play", "lead", "i lead", "throw", "i throw", "with")
BIDDING = ("bid", "i bid", "call", "i call")
FORBIDDEN = (
    *("if that is forbidden", "if it is forbidden", "if it's forbidden", "if that's forbidden", "if forbidden"),
    *("if that is not allowed", "if it is not allowed", "if not allowed", "if i may not", "if that's not allowed"),
)
ALLOWED = ("if allowed", "if i may", "if it is allowed", "if that is allowed")
HEADS = ("my orders are :", "my orders :", "orders :", "order :", "new orders :")
QUERIES = (
    *("orders", "my orders", "show orders", "show my orders", "the orders", "list orders", "list my orders"),
    *("what are my orders", "which orders do i have", "which orders are left"),
)
WITHDRAWALS = (
    "no orders",
    "no more orders",
    *(
        f"{verb} {what}orders"
        for verb in ("cancel", "drop", "withdraw", "remove", "delete", "forget", "clear")
        for what in ("", "my ", "the ", "all ", "all my ", "all the ")
    ),
)
ASIDES = frozenset(("thanks", "thx", "please", "pls", "plz", "ok", "okay", "hi", "hello", "hey", "yes", "cheers"))
CONNECTIVES = frozenset(
    (
        *("if", "until", "till", "while", "unless", "when", "whenever", "once", "but", "except", "or", "with"),
        *("then", "else", "otherwise", "for", "this", "the", "on", "in", "as"),
    )
)
EXAMPLES = (
    "duck",
    "win cheaply",
    "win",
    "finish the hand for me",
    "QH then 2S then 9D when legal",
    "if hearts are led, QH",
    "bid 2, else 3",
)
HELP = (
    f"Orders for the hand, in the same way: {'; '.join(EXAMPLES[:-1])}; and for the auction: {EXAMPLES[-1]}. "
    "Before duck, win and win cheaply may stand “if I have my bid,” or “until I have my bid,” and after that "
    "“otherwise”. A move may come first: QH, then duck. The word orders alone shows what is left, no orders "
    "takes it back."
)
