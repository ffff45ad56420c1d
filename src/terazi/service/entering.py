"""One fact into the ledger: decided by the core on what was loaded, then written, or only looked at."""

from contextlib import AbstractContextManager

from sqlalchemy import Connection

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, Facts
from terazi.core.ladder import apply, decide
from terazi.core.types import PlayerId, PlayerNumber
from terazi.service.answers import Answer
from terazi.store.append import append
from terazi.store.engine import Store
from terazi.store.part import Part


def transaction(store: Store, *, dry_run: bool) -> AbstractContextManager[Connection]:
    """A transaction that holds the head; a dry run only reads."""
    return store.reading() if dry_run else store.writing()


def enter(part: Part, facts: Facts, now: int, *, dry_run: bool = False) -> Answer | Refusal:
    """Decide facts on a part that has all they touch; write them unless they were there before."""
    entry = decide(part.ladder, facts, now)
    if isinstance(entry, Refusal):
        return entry
    if entry.number < part.ladder.head:
        return Answer(entry=entry, ids=ids_in(part, entry), repeated=True)
    if not dry_run:
        apply(part.ladder, entry)
        append(part, [entry])
    return Answer(entry=entry, ids=ids_in(part, entry))


def ids_in(part: Part, *entries: Entry) -> dict[PlayerNumber, PlayerId]:
    """The ids of the players that entries name."""
    ids = part.ids
    return {
        effect.player: ids[effect.player]
        for entry in entries
        for effect in entry.effects
        if effect.player in ids
    }
