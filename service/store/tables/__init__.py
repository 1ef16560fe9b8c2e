"""The tables, a room for each kind. Times are UTC; a pending thing is an empty timestamp."""

from service.store.tables.clocks import Beat
from service.store.tables.columns import UTCDateTime
from service.store.tables.games import Game, Invitation, Seat, Sitting, Vote
from service.store.tables.hooks import Call, Hook
from service.store.tables.imports import Import
from service.store.tables.limits import Allowance
from service.store.tables.passkeys import Passkey, SpentChallenge
from service.store.tables.people import AddressChange, Ban, Person, Refusal, SignIn
from service.store.tables.playing import Deal, Move, Order, Points, Talk, Turn
from service.store.tables.post import Folder, Mail, Reply
from service.store.tables.proof import Seal, Word

__all__ = [
    "AddressChange",
    "Allowance",
    "Ban",
    "Beat",
    "Call",
    "Deal",
    "Folder",
    "Game",
    "Hook",
    "Import",
    "Invitation",
    "Mail",
    "Move",
    "Order",
    "Passkey",
    "Person",
    "Points",
    "Refusal",
    "Reply",
    "Seal",
    "Seat",
    "SignIn",
    "Sitting",
    "SpentChallenge",
    "Talk",
    "Turn",
    "UTCDateTime",
    "Vote",
    "Word",
]
