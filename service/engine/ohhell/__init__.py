"""Oh Hell: cards, moves, rule sets, the game, what each seat sees, and bots; pure values and functions."""

from service.engine.ohhell.asking import asked
from service.engine.ohhell.axes import axes, rules_from
from service.engine.ohhell.bots import BOTS, choose
from service.engine.ohhell.cards import (
    Card,
    CardError,
    Suit,
    code,
    notation,
    parse_card,
    rank_of,
    say_card,
    sort_hand,
    suit_name,
    suit_of,
    twin,
)
from service.engine.ohhell.dealing import Arrangement, DealError, tell_apart
from service.engine.ohhell.game import (
    Game,
    apply,
    deal,
    deal_hands,
    decision,
    due,
    legal,
    over,
    places,
    resume,
    start,
    to_act,
    totals,
)
from service.engine.ohhell.hand import Hand, plays
from service.engine.ohhell.missing import sure_misses
from service.engine.ohhell.moves import Bid, Move, Play, read_move, say_move, write_move
from service.engine.ohhell.order_book import (
    MADE,
    OTHERWISE,
    SHORT,
    WAY_WORDS,
    OrderRefused,
    check_orders,
    read_orders,
    say_orders,
    write_orders,
)
from service.engine.ohhell.orders import WAYS, BidOrder, HandOrder, Orders, TrickOrder, fitting, follow
from service.engine.ohhell.pace import Settlement, forced, settled, settled_play, settlement
from service.engine.ohhell.personas import PERSONAS, Persona
from service.engine.ohhell.presets import DEFAULTS, PRESETS, preset_name, rules_name
from service.engine.ohhell.refusals import Forbidden
from service.engine.ohhell.rules import Rules, RulesError, automatic, fixed_dealer, limit
from service.engine.ohhell.schedule import check_playable, sizes
from service.engine.ohhell.scoring import Miss, Score
from service.engine.ohhell.shuffle import VERSION, Draw, draw, hand_secret, shuffle
from service.engine.ohhell.standings import Result
from service.engine.ohhell.together import together
from service.engine.ohhell.view import HandView, TrickView, View, view

__all__ = [
    "BOTS",
    "DEFAULTS",
    "MADE",
    "OTHERWISE",
    "PERSONAS",
    "PRESETS",
    "SHORT",
    "VERSION",
    "WAYS",
    "WAY_WORDS",
    "Arrangement",
    "Bid",
    "BidOrder",
    "Card",
    "CardError",
    "DealError",
    "Draw",
    "Forbidden",
    "Game",
    "Hand",
    "HandOrder",
    "HandView",
    "Miss",
    "Move",
    "OrderRefused",
    "Orders",
    "Persona",
    "Play",
    "Result",
    "Rules",
    "RulesError",
    "Score",
    "Settlement",
    "Suit",
    "TrickOrder",
    "TrickView",
    "View",
    "apply",
    "asked",
    "automatic",
    "axes",
    "check_orders",
    "check_playable",
    "choose",
    "code",
    "deal",
    "deal_hands",
    "decision",
    "draw",
    "due",
    "fitting",
    "fixed_dealer",
    "follow",
    "forced",
    "hand_secret",
    "legal",
    "limit",
    "notation",
    "over",
    "parse_card",
    "places",
    "plays",
    "preset_name",
    "rank_of",
    "read_move",
    "read_orders",
    "resume",
    "rules_from",
    "rules_name",
    "say_card",
    "say_move",
    "say_orders",
    "settled",
    "settled_play",
    "settlement",
    "shuffle",
    "sizes",
    "sort_hand",
    "start",
    "suit_name",
    "suit_of",
    "sure_misses",
    "tell_apart",
    "to_act",
    "together",
    "totals",
    "twin",
    "view",
    "write_move",
    "write_orders",
]
