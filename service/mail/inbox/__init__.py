"""Ways in for replies: a listener, a polled mail account, a signed hook. Each hands in an `Arrival` for a `Fate`."""

from service.mail.inbox.arrival import Arrival, Fate, Take

__all__ = ["Arrival", "Fate", "Take"]
