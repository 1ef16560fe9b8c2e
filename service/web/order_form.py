"""The form in which orders for a hand are left; it asks for nothing that this hand cannot use any more."""

from typing import Any, cast

from wtforms import HiddenField, StringField, ValidationError

from service.engine import ohhell
from service.play.orders import OrdersPage
from service.web.cards import SUITS, card_name
from service.web.forms import Choice, PostForm

ASK = "ask me"
MEANT = {"duck": ": stay as low as I can", "cheaply": ": the lowest that wins", "win": " with my highest", "finish": ""}
WAYS = {"": ASK} | {way: ohhell.WAY_WORDS[way] + meant for way, meant in MEANT.items()}
CARDS = {"cards": "play these cards, in this order, when legal"}


def _start(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"


class OrderForm(PostForm):
    """Orders in the player's words; an empty choice asks as ever."""

    bid = Choice("Bid", {"": ASK}, default="")
    bid_other = Choice("Or, if that is forbidden", {"": ASK}, default="")
    trick = HiddenField()
    led_S = Choice("If spades are led", {"": ASK}, default="")
    led_H = Choice("If hearts are led", {"": ASK}, default="")
    led_D = Choice("If diamonds are led", {"": ASK}, default="")
    led_C = Choice("If clubs are led", {"": ASK}, default="")
    made = Choice(_start(ohhell.MADE), WAYS, default="")
    short = Choice(_start(ohhell.SHORT), WAYS, default="")
    otherwise = Choice(_start(ohhell.OTHERWISE), WAYS | CARDS, default="")
    cards = StringField("These cards", description="For example QH 9S; only with the choice above.")

    def __init__(self, page: OrdersPage) -> None:
        self._own = page.hand.seen[page.seat.number] or ()
        super().__init__(data=_shown(page.orders, page.trick))
        bids = {str(bid): str(bid) for bid in range(page.hand.size + 1)}
        self.bid.choices = self.bid_other.choices = list(({"": ASK} | bids).items())
        for suit in SUITS:
            following = [card for card in self._own if ohhell.suit_of(card) == suit] or self._own
            named = {ohhell.notation(card): card_name(card) for card in following}
            cast(Any, self[f"led_{suit}"]).choices = list(({"": ASK} | named).items())

    def validate_cards(self, field: StringField) -> None:
        """Raises ValidationError for what is no card of the hand."""
        if self.otherwise.data == "cards":
            self._in_order()

    def orders(self) -> ohhell.Orders:
        """What was left, once the form is valid."""
        return ohhell.Orders(self._bid(), self._trick(), tuple(self._hand()))

    def _bid(self) -> ohhell.BidOrder | None:
        if not self.bid.data:
            return None
        return ohhell.BidOrder(int(self.bid.data), int(self.bid_other.data) if self.bid_other.data else None)

    def _trick(self) -> ohhell.TrickOrder | None:
        chosen = {suit: self[f"led_{suit}"].data for suit in SUITS}
        cards = tuple((suit, ohhell.parse_card(text)) for suit, text in chosen.items() if text)
        number = self.trick.data or ""
        if not cards or not (number.isascii() and number.isdigit() and len(number) < 3):
            return None
        return ohhell.TrickOrder(int(number), cards)

    def _hand(self) -> Any:
        if self.made.data:
            yield ohhell.HandOrder(self.made.data, made=True)
        if self.short.data:
            yield ohhell.HandOrder(self.short.data, short=True)
        if self.otherwise.data:
            yield ohhell.HandOrder(self.otherwise.data, self._in_order() if self.otherwise.data == "cards" else ())

    def _in_order(self) -> tuple[ohhell.Card, ...]:
        try:
            cards = [ohhell.parse_card(word) for word in (self.cards.data or "").replace(",", " ").split()]
        except ohhell.CardError as fault:
            sentence = str(fault)
            raise ValidationError(f"{sentence[:1].upper()}{sentence[1:]}.") from None
        if not cards:
            raise ValidationError("Write which cards to play, for example QH 9S.")
        # Of two identical cards, the one that is held is meant.
        return tuple(next((c for c in (card, ohhell.twin(card)) if c in self._own), card) for card in cards)


def _shown(orders: ohhell.Orders, trick: int | None) -> dict[str, str]:
    """The fields as they stand for orders that were left."""
    fields = {"trick": str(trick or "")}
    if orders.bid:
        fields |= {"bid": str(orders.bid.first), "bid_other": "" if orders.bid.other is None else str(orders.bid.other)}
    if orders.trick and orders.trick.number == trick:
        fields |= {f"led_{suit}": ohhell.notation(card) for suit, card in orders.trick.cards}
    for order in orders.hand:
        fields.setdefault("made" if order.made else "short" if order.short else "otherwise", order.way)
        if order.way == "cards":
            fields["cards"] = " ".join(ohhell.notation(card) for card in order.cards)
    return fields
