"""The words of replies: English ones here, what other languages' mail programmes write in tables of their own."""

from service.mail.reading.central import CENTRAL
from service.mail.reading.eastern import EASTERN
from service.mail.reading.northern import NORTHERN
from service.mail.reading.phrases import Phrases
from service.mail.reading.western import WESTERN

ENGLISH = Phrases(
    wrote=("wrote", "writes", "has written", "wrote the following"),
    opens=("on", "at", "in a message dated", "quoting", "from"),
    sender=("from", "sender"),
    date=("sent", "date", "received", "sent at"),
    to=("to", "cc", "reply-to"),
    subject=("subject",),
    original=("original message", "original mail", "forwarded message", "begin forwarded message", "reply message"),
    sent_from=("sent from", "sent via", "sent with", "get outlook for", "sent by", "get the new outlook", "sent using"),
    sign_offs=(
        *("cheers", "best", "regards", "best regards", "kind regards", "warm regards", "best wishes", "all the best"),
        *("sincerely", "yours", "thanks", "thank you", "many thanks", "thx", "love", "ciao", "bye", "xx", "br", "kr"),
        *("yours sincerely", "yours truly", "take care", "thanks and regards", "with kind regards", "take it easy"),
    ),
    formal=("regards", "sincerely", "br", "kr", "yours"),
    automatic=(
        *("automatic reply", "auto reply", "autoreply", "auto-reply", "auto response", "auto-response", "auto:"),
        *("out of office", "out-of-office", "ooo:", "out of the office", "vacation reply", "vacation:", "on vacation"),
        *("[auto-reply]", "[autoreply]", "autoresponse", "automated reply", "automated response", "away from my mail"),
        *("away:", "i am out of", "i'm out of", "i am away", "i'm away", "on leave", "on holiday", "on annual leave"),
    ),
    bounced=(
        *("undelivered mail returned", "undeliverable", "delivery status notification", "mail delivery failed"),
        *("failure notice", "returned mail", "mail system error", "delivery failure", "message delivery failure"),
        *("delivery notification", "mail delivery failure", "warning: could not send", "warning: message", "rejected:"),
        *("mail could not be delivered", "non-delivery", "nondeliverable mail", "message undeliverable"),
    ),
    footers=(
        *("virus-free.", "this email has been checked for viruses", "this e-mail has been checked for viruses"),
        *("you received this message because", "to unsubscribe from this", "to view this discussion"),
        *("confidentiality notice", "this email is confidential", "this e-mail is confidential", "disclaimer"),
        *("this email and any", "this e-mail and any", "this message and any", "please consider the environment"),
        *("the information contained in", "the information in this", "scanned by", "this message was scanned"),
        *("caution: this email", "caution: external", "external email", "[external]", "this email originated"),
        *(
            "you don't often get email from",
            "this message originat",
            "this e-mail originat",
            "checked by avg",
            "do you yahoo",
            "-----begin pgp signature",
            "get your free",
        ),
        *("confidentiality", "this email was scanned", "this e-mail was scanned", "think before you print"),
        *("p please consider", "yahoo mail:", "this is an external", "this message contains confidential"),
    ),
    reacted=(
        *("reacted via gmail", "reacted to your message", "reacted to your email", "reacted with"),
        *("liked “", 'liked "', "loved “", 'loved "', "laughed at “", "emphasized “"),
    ),
)
LANGUAGES = (ENGLISH, *WESTERN, *NORTHERN, *CENTRAL, *EASTERN)


def _all(kind: str) -> tuple[str, ...]:
    """What any language has of this kind, as `str.casefold` leaves it."""
    return tuple(sorted({word.casefold() for language in LANGUAGES for word in getattr(language, kind)}))


def _words(text: str) -> list[str]:
    return text.split()


WROTE = tuple(word for word in _all("wrote") if not any(other in word and other != word for other in _all("wrote")))
OPENS = frozenset(_all("opens"))
SENDER = frozenset(_all("sender"))
DATE = frozenset(_all("date"))
TO = frozenset(_all("to"))
SUBJECT = frozenset(_all("subject"))
ORIGINAL = frozenset(_all("original"))
SENT_FROM = _all("sent_from")
SIGN_OFFS = frozenset(_all("sign_offs"))
SCANNERS = tuple(["avast", "bitdefender", "kaspersky", "mcafee", "mailscanner", "malwarebytes", "avg.com", "アバスト"])
FORMAL = frozenset(_all("formal"))
FOOTERS = _all("footers")
REACTED = _all("reacted")
AUTOMATIC_SUBJECTS = _all("automatic")
BOUNCE_SUBJECTS = _all("bounced")

NUMBERS = {
    word: number
    for number, word in enumerate(
        _words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            "seventeen eighteen"
        )
    )
} | dict.fromkeys(("nil", "none", "nought", "naught"), 0)
RANKS = dict(zip("23456789", "23456789", strict=True)) | {
    **{"10": "T", "t": "T", "j": "J", "q": "Q", "k": "K", "a": "A"},
    **{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"},
    **{"ten": "T", "jack": "J", "knave": "J", "queen": "Q", "king": "K", "ace": "A"},
}
SUITS = {
    **{"club": "C", "clubs": "C", "diamond": "D", "diamonds": "D"},
    **{"heart": "H", "hearts": "H", "spade": "S", "spades": "S"},
    **{"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "❤": "H", "♠": "S", "♤": "S"},
}
SUIT_LETTERS = {"c": "C", "d": "D", "h": "H", "s": "S"}
ARTICLES = frozenset({"the", "my"})
BIDDING = frozenset({"bid", "bids", "bidding", "tricks", "trick", "call", "take", "taking"})
PLAYING = frozenset({"play", "playing", "plays", "lead", "leading", "throw", "discard", "card", "follow"})
FILLERS = frozenset(
    _words(
        "i i'll i'd i'm ill will would like to want going go for it's is a an with please pls plz ok okay yes let's"
        " make it me try do say of so then well hi hello hey just now here's here move answer reply turn be thanks thx"
        " put down shall wanna gonna let think guess only this time hmm hm um cheers"
    )
)
ASKING = frozenset(_words("what what's whats show see send tell"))
CORRECTIONS = frozenset(
    _words(
        "or actually no wait sorry rather instead maybe perhaps i mean oops correction not meant should have change"
        " changed mind my that better else ?"
    )
)
SIGHS = frozenset({"Ah!", "ah!", "Ah...", "ah...", "Ah…", "ah…", "As!", "as!"})
PASSING = frozenset({"pass", "passing", "passed", "skip"})
COMMANDS = {
    **dict.fromkeys(("help", "how", "commands", "instructions"), "help"),
    **dict.fromkeys(("hand", "cards", "my hand", "my cards", "show hand", "show cards"), "hand"),
    **dict.fromkeys(("score", "scores", "points", "standings", "the score", "scoreboard"), "score"),
    **dict.fromkeys(("pause", "stop", "unsubscribe", "pause mails", "stop mails"), "pause"),
    **dict.fromkeys(("resume", "unpause", "back", "resume mails", "i'm back", "i am back"), "resume"),
}
