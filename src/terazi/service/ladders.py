"""Open a ladder: its tables, and the settings and the rulebook that its ledger begins with."""

from collections.abc import Sequence

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, Facts, RulebookChange, Settings
from terazi.core.record import enter
from terazi.core.rulebook import DEFAULT_RULEBOOK, Edition, Rulebook
from terazi.ledger.digest import rulebook_change
from terazi.service import entering
from terazi.service.answers import Answer
from terazi.service.bounds import held, page_of
from terazi.store.append import append, list_again
from terazi.store.engine import Store
from terazi.store.ledger import Head, read_config, read_head, read_lines
from terazi.store.migrate import upgrade
from terazi.store.part import begin


def open_ladder(
    store: Store, now: int, settings: Settings | None = None, rulebook: Rulebook = DEFAULT_RULEBOOK
) -> None:
    """Make the tables where they are missing, and the ledger's first entries where there are none.

    A ladder that exists is left as it is: `change_settings` and `change_rulebook` change it.
    """
    upgrade(store)
    with store.writing() as connection:
        part = begin(store, connection, empty=True)
        if part.ladder.head > 0:
            return
        facts: list[Facts] = [settings or Settings(), *map(rulebook_change, rulebook.editions)]
        append(part, [enter(part.ladder, fact, now) for fact in facts])


def settings(store: Store) -> Settings:
    """The settings in force."""
    with store.reading() as connection:
        return begin(store, connection).ladder.settings


def change_settings(store: Store, chosen: Settings, now: int) -> Answer | None:
    """Write other settings into the ledger; None where they are in force already."""
    with store.writing() as connection:
        part = begin(store, connection)
        if part.ladder.settings == chosen:
            return None
        listed_before = part.ladder.settings.listed_games
        answer = entering.enter(part, chosen, now)
        assert isinstance(answer, Answer), "settings are never refused"
        if chosen.listed_games != listed_before:
            list_again(part)
        return answer


def rulebook(store: Store) -> Rulebook:
    """The dated list of versions."""
    with store.reading() as connection:
        return begin(store, connection).ladder.rulebook


def rulebook_entries(store: Store) -> Sequence[Entry]:
    """The entries that put versions into force, in the order of their dates."""
    with store.reading() as connection:
        return [entry for entry in read_config(connection) if isinstance(entry.facts, RulebookChange)]


def change_rulebook(store: Store, edition: Edition, now: int) -> Answer | Refusal:
    """Put a version into force from an instant on (R3, R20); the same edition again gives its entry."""
    with store.writing() as connection:
        part = begin(store, connection)
        change = rulebook_change(edition)
        for entry in read_config(connection):
            if entry.facts == change:
                return Answer(entry=entry, repeated=True)
        return entering.enter(part, change, now)


def head(store: Store) -> Head:
    """Where the ledger ends."""
    with store.reading() as connection:
        return read_head(connection)


def ledger_lines(store: Store, start: int, limit: int = 1_000) -> Sequence[bytes]:
    """The exact bytes of up to `limit` entries from number `start` on; fewer at the end of the ledger."""
    with store.reading() as connection:
        return read_lines(connection, held(start), page_of(limit))
