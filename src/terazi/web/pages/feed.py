"""A player's Atom feed (RFC 4287): each event with its change in words, and whole addresses."""

from dataclasses import dataclass

from terazi.core.codes import Code
from terazi.core.types import PlayerId, PlayerNumber
from terazi.service.feeds import event_id, feed_id, registered
from terazi.service.profiles import history, player
from terazi.store.chain import Event
from terazi.store.names import Names
from terazi.web.pages import links
from terazi.web.pages.events import EventRow, event_row
from terazi.web.pages.places import Shown, Visit
from terazi.web.pages.rendering import called
from terazi.web.pages.verifying import address
from terazi.web.problems import taken
from terazi.web.showing import instant
from terazi.words.catalogue import Words

NEWEST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One event: its name for ever, where it is shown, when it was accepted, and what happened."""

    id: str
    address: str
    updated: str
    title: str


def show_feed(visit: Visit) -> Shown:
    """The newest events of a player."""
    store, wanted = visit.desk.store, PlayerId(visit.ids[0])
    profile = taken(player(store, wanted, visit.now), absent=Code.UNKNOWN_PLAYER)
    page = taken(history(store, wanted, limit=NEWEST), absent=Code.UNKNOWN_PLAYER)
    first = registered(store, profile.number)
    feed = feed_id(first)
    entries = [
        FeedEntry(
            id=event_id(feed, event.id).urn,
            address=address(visit, _place(visit, event)),
            updated=str(instant(event.entry.accepted_at)),
            title=writable(sentence(visit.words, event_row(event, profile.number), page.names)),
        )
        for event in page.events
    ]
    newest = page.events[0].entry.accepted_at if page.events else first.accepted_at
    facts = {
        "id": feed.urn,
        "name": writable(profile.name.shown),
        "site": writable(visit.desk.settings["ladder.name"]),
        "page": address(visit, links.player(visit.language, wanted)),
        "address": address(visit, links.twin(links.player(visit.language, wanted), "atom")),
        "updated": instant(newest),
        "entries": entries,
    }
    return Shown(template="feed.atom", facts=facts)


def _place(visit: Visit, event: Event) -> str:
    row = event_row(event, event.entry.effects[event.side].player)
    if row.game is not None:
        return links.game(visit.language, row.game)
    return links.entry(visit.language, row.number)


def sentence(words: Words, row: EventRow, names: Names) -> str:
    """An event as a sentence: `▲ +18 · won against Ece · rating 1518`."""
    numbers = words.numbers
    parts = [numbers.signed(row.delta, arrow=True)] if row.delta is not None else []
    parts.append(_what(words, row, names))
    parts.append(words.say("player.rating_is", rating=numbers.rating(row.rating)))
    return " · ".join(parts)


def _what(words: Words, row: EventRow, names: Names) -> str:
    if row.place is not None:
        return words.say(
            "player.award_of", place=words.numbers.ordinal(row.place), tournament=str(row.tournament)
        )
    if row.opponent is None or row.mode is None or row.ending is None:
        return words.template("player.void")
    opponent = called(names, PlayerNumber(row.opponent))
    if row.won is None:
        return words.say("player.no_winner_against", opponent=opponent, ending=words.label(row.ending))
    key = "player.won_against" if row.won else "player.lost_against"
    return words.say(key, opponent=opponent, mode=words.label(row.mode))


def writable(text: str) -> str:
    """The text without what XML 1.0 cannot write; ids may hold it all the same."""
    return "".join(letter if _is_writable(ord(letter)) else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _is_writable(code: int) -> bool:
    return code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
