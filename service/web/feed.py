"""Deadlines as an iCalendar file (RFC 5545, RFC 7986), for calendar programs that fetch it again and again."""

from collections.abc import Iterable
from datetime import timedelta

from icalendar import Calendar, Event
from icalendar.prop import vText

from service.mail import links
from service.mail.words import apart, listed, tidy
from service.play.feeds import Deadline
from service.world import World

NAME = "Oh Hell by post"
ABOUT = "When your turns run out. A turn leaves this calendar once it is answered."
AGAIN_AFTER = timedelta(hours=1)


def write_calendar(world: World, deadlines: Iterable[Deadline]) -> bytes:
    """The feed of these deadlines: the same bytes for the same deadlines. There are no alarms in it.

    Programs fetch a feed hours apart, so an alarm would ring for turns long answered; reminders come by mail.
    """
    calendar = Calendar()
    calendar.add("prodid", f"-//{NAME}//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    for name, value in (("name", NAME), ("x-wr-calname", NAME), ("description", ABOUT), ("x-wr-caldesc", ABOUT)):
        calendar.add(name, vText(value))
    calendar.add("refresh-interval", AGAIN_AFTER, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for deadline in deadlines:
        calendar.add_component(_event(world, deadline))
    return bytes(calendar.to_ical())


def _event(world: World, deadline: Deadline) -> Event:
    """One turn. Its link is the game's page, which signs nobody in: calendars are shared."""
    turn, page = deadline, links.game_url(world, deadline.slug)
    asked, others = "bid" if turn.decision == 0 else "card", listed([apart(tidy(name)) for name in turn.others])
    then = "After that the table waits for you." if turn.waits else "After that a substitute plays this turn."
    event = Event()
    event.add("uid", f"{turn.slug}.{turn.hand}.{turn.seat}.{turn.decision}@{links.host_of(world)}")
    event.add("dtstamp", turn.since)
    event.add("last-modified", turn.since)
    event.add("dtstart", turn.at)
    event.add("summary", f"Oh Hell with {others}: your {asked} is due")
    event.add("description", f"Hand {turn.hand}: your {asked} is due by now. {then}\n{page}")
    event.add("url", page)
    event.add("class", "PRIVATE")
    event.add("transp", "TRANSPARENT")
    return event
