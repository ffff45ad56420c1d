"""Make the projections again from the ledger: the core's `apply`, entry after entry, into another store."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sqlalchemy import Connection

from terazi.core.entries import Award, Entry, Erasure, Opening, Podium, Settings, Void
from terazi.core.ladder import apply
from terazi.core.types import Game, PlayerNumber
from terazi.ledger.codec import decode
from terazi.store.append import append, list_again
from terazi.store.copying import copy_tables
from terazi.store.engine import Store
from terazi.store.ledger import all_lines
from terazi.store.names import unlisted_numbers
from terazi.store.part import Part, begin, load_games, load_numbers, load_tournament, load_voidable
from terazi.store.schema import BESIDE

PAGE = 2_000
"""Entries followed in one transaction."""


def follow_ledger(source: Connection, scratch: Store) -> None:
    """Fill an empty store from the ledger, and from what stands beside it, that `source` sees."""
    with scratch.writing() as connection:
        copy_tables(source, connection, BESIDE)
    unlisted = unlisted_numbers(source)
    for page in _pages(map(decode, all_lines(source))):
        with scratch.writing() as connection:
            part = begin(scratch, connection, empty=True)
            part.unlisted = unlisted
            _follow(part, page)


def _pages(entries: Iterator[Entry]) -> Iterator[list[Entry]]:
    """Entries in pages; settings stand alone, since they can list every player anew."""
    for page in iter(lambda: list(islice(entries, PAGE)), []):
        start = 0
        for index, entry in enumerate(page):
            if isinstance(entry.facts, Settings):
                yield page[start:index]
                yield [entry]
                start = index + 1
        yield page[start:]


def _follow(part: Part, entries: Sequence[Entry]) -> None:
    _load(part, entries)
    listed_games = part.ladder.settings.listed_games
    for entry in entries:
        apply(part.ladder, entry)
    append(part, entries, beside=False)
    if part.ladder.settings.listed_games != listed_games:
        list_again(part)


def _load(part: Part, entries: Sequence[Entry]) -> None:
    """Load all that these entries touch."""
    facts = [entry.facts for entry in entries]
    load_games(
        part, {fact.replaces for fact in facts if isinstance(fact, Game) and fact.replaces is not None}
    )
    load_voidable(part, {fact.entry for fact in facts if isinstance(fact, Void)})
    for tournament in {fact.tournament for fact in facts if isinstance(fact, Podium | Award)}:
        load_tournament(part, tournament)
    load_numbers(part, _players(entries))


def _players(entries: Iterable[Entry]) -> Iterator[PlayerNumber]:
    for entry in entries:
        yield from (effect.player for effect in entry.effects)
        if isinstance(entry.facts, Opening | Erasure):
            yield entry.facts.player
