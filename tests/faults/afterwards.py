"""What must be true when everything is over: of every game, of every confirmed move, of every mail."""

import json
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

import urllib3
from sqlmodel import col, select

from service.engine import records
from service.mail import links
from service.store.tables import Game, Mail, Move, Turn
from tests.faults.house import House
from tests.support.smtp import Received
from tests.support.worlds import rows


@dataclass
class Findings:
    """What was counted, and each thing that is not as it must be."""

    counted: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def expect(self, good: bool, sentence: str) -> None:
        """Note a fault unless all is good."""
        if not good:
            self.faults.append(sentence)


def look(house: House, doubtful: Collection[str] = (), moments: Collection[float] = ()) -> Findings:
    """Look at everything.

    `doubtful`: the Message-IDs of mails that the server took without saying so. `moments`: when a worker or the
    database was stopped, so that what had been taken shortly before could not be written down.
    """
    found = Findings()
    found.expect(not house.players.strange, f"strange answers: {house.players.strange[:5]}")
    _games(house, found)
    _moves(house, found)
    _mails(house, found, doubtful, moments)
    return found


def _games(house: House, found: Findings) -> None:
    games = rows(house.world, select(Game).where(col(Game.started_at).is_not(None)))
    found.counted["games"] = len(games)
    found.counted["games not over"] = sum(game.ended_at is None for game in games)
    found.expect(all(game.ended_at for game in games), "a game is not over")
    found.expect(not rows(house.world, select(Turn)), "a turn is open in a game that is over")
    base, bad = house.players.bases[0], 0
    for game in games:
        answer = urllib3.request("GET", f"{base}/g/{game.slug}/record.json")
        try:
            records.check(records.read(json.loads(answer.data)))
        except (records.Malformed, records.Untrue) as fault:
            bad += 1
            found.faults.append(f"the record of game {game.id}: {fault}")
    found.counted["records that do not pass"] = bad


def _moves(house: House, found: Findings) -> None:
    log: dict[tuple[int, ...], list[Move]] = defaultdict(list)
    for move in rows(house.world, select(Move)):
        log[move.game_id, move.hand, move.seat, move.decision].append(move)
    told, lost = {}, 0
    for each in house.players.confirmed:
        spot = links.read_ticket(house.world, each.token)
        assert spot is not None
        key = (spot.game_id, spot.hand, spot.seat, spot.decision)
        told[key] = each
        there = [move for move in log[key] if move.by == "player" and move.move == each.move]
        lost += each.acknowledged and len(there) != 1
    by_players = [key for key, moves in log.items() if any(move.by == "player" for move in moves)]
    found.counted["moves"] = sum(map(len, log.values()))
    found.counted["moves acknowledged"] = sum(each.acknowledged for each in house.players.confirmed)
    found.counted["moves whose answer was lost"] = sum(not each.acknowledged for each in house.players.confirmed)
    found.counted["acknowledged moves that are not in the log once"] = lost
    found.counted["decisions made twice"] = sum(len(moves) > 1 for moves in log.values())
    found.counted["moves of the substitute"] = sum(move.by == "substitute" for each in log.values() for move in each)
    found.expect(lost == 0, "an acknowledged move is not in the log once")
    found.expect(found.counted["decisions made twice"] == 0, "a decision was made twice")
    found.expect(set(by_players) <= set(told), "a move is in the log that nobody made")
    found.expect(found.counted["moves of the substitute"] == 0, "a substitute played although nobody's time was up")


def _mails(house: House, found: Findings, doubtful: Collection[str], moments: Collection[float]) -> None:
    taken: dict[str, list[Received]] = defaultdict(list)
    for mail in house.smtp.messages:
        taken[str(mail.message["Message-ID"])].append(mail)
    owed = [mail for mail in rows(house.world, select(Mail)) if mail.carrier_id is None]
    sent = [mail for mail in owed if mail.sent_at is not None]
    twice = {message_id: copies for message_id, copies in taken.items() if len(copies) > 1}
    known = {mail.message_id for mail in owed}
    ends = Counter(_end(mail) for mail in owed)
    found.counted |= {f"mails {end}": number for end, number in sorted(ends.items())}
    found.counted["mails taken by the server"] = len(house.smtp.messages)
    found.counted["mails taken twice"] = len(twice)
    found.expect(ends["waiting"] == 0, "a mail waits although the server is well")
    found.expect(all(mail.message_id in taken for mail in sent), "a mail counts as sent that was never taken")
    found.expect(set(taken) <= known, "a mail was taken under a Message-ID that nothing owes")
    found.expect(
        all(len({copy.content for copy in copies}) == 1 for copies in twice.values()), "two copies of a mail differ"
    )
    unexplained = [
        message_id
        for message_id, copies in twice.items()
        if message_id not in doubtful and not any(copies[0].at <= at <= copies[0].at + 60 for at in moments)
    ]
    found.counted["mails taken twice without a reason"] = len(unexplained)
    found.expect(not unexplained, "a mail was sent twice although the server had said that it took it")


def _end(mail: Mail) -> str:
    ends = (("sent", mail.sent_at), ("refused for good", mail.failed_at), ("no longer wanted", mail.dropped_at))
    return next((name for name, at in ends if at is not None), "waiting")
