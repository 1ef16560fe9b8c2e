"""What mail programmes write in the languages of the north."""

from service.mail.reading.phrases import Phrases

SWEDISH = Phrases(
    wrote=("skrev", "skrev följande"),
    opens=("den", "kl"),
    sender=("från",),
    date=("skickat", "datum"),
    to=("till",),
    subject=("ämne",),
    original=("originalmeddelande", "ursprungligt meddelande", "vidarebefordrat meddelande"),
    sent_from=("skickat från", "skickat med", "hämta outlook"),
    sign_offs=(
        "vänligen",
        "hej då",
        "kram",
        "vänliga hälsningar",
        "med vänlig hälsning",
        "mvh",
        "hälsningar",
        "hälsar",
    ),
    formal=("mvh",),
    automatic=(
        "semester",
        "jag är på semester",
        "på semester",
        "bortrest",
        "autosvar",
        "automatiskt svar",
        "frånvaro",
        "automatsvar",
    ),
    bounced=("kan inte levereras", "olevererbart"),
    footers=("virusfri",),
    reacted=("reagerade",),
)
DANISH_AND_NORWEGIAN = Phrases(
    wrote=("skrev", "skrev følgende"),
    opens=("den", "på", "d"),
    sender=("fra",),
    date=("sendt", "dato"),
    to=("til",),
    subject=("emne",),
    original=("oprindelig meddelelse", "original meddelelse", "videresendt meddelelse", "opprinnelig melding"),
    sent_from=("sendt fra", "hent outlook", "sendt med"),
    sign_offs=("med venlig hilsen", "venlig hilsen", "vh", "hilsen", "med vennlig hilsen", "vennlig hilsen", "kh"),
    automatic=("automatisk svar", "autosvar", "ikke til stede", "fravær", "fraværende"),
    bounced=("kan ikke leveres", "ikke leveret", "ikke levert"),
    footers=("virusfri",),
    reacted=("reagerede", "reagerte"),
)
NORTHERN = (SWEDISH, DANISH_AND_NORWEGIAN)
