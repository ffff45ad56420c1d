"""Games told together by a person, such as those of match files: what they would do, or into the ledger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, Settings
from terazi.core.order import batch_order
from terazi.core.record import Recorded, enter, record
from terazi.core.referee import settle
from terazi.core.reports import GameReport
from terazi.core.types import Game, PlayerId, PlayerNumber
from terazi.service.answers import Answer
from terazi.service.entering import transaction
from terazi.service.games import load
from terazi.service.writer import Outcome
from terazi.store.append import append
from terazi.store.engine import Store
from terazi.store.names import Names, read_names
from terazi.store.part import Part, begin


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """An outcome for each report, in their order.

    `as_history`: the ladder had no game, so that none was too late (R5). `names` are those of players
    who were there before.
    """

    outcomes: Sequence[Outcome]
    as_history: bool
    names: Names


def bring_in(store: Store, reports: Sequence[GameReport], now: int, *, dry_run: bool = False) -> Brought:
    """Rate games in the order of R4 in one transaction, as reports that arrive now; a dry run writes nothing.

    Into a ladder without a game they come as history: while they are entered its settings have no limit to
    how late a result may be (R5), and the ledger says so, before and after. Nothing comes from the future:
    it would bar every version of the formula until then (R3).
    """
    with transaction(store, dry_run=dry_run) as connection:
        part = begin(store, connection)
        settings, as_history = part.ladder.settings, part.ladder.last_finish is None
        opened = _switch(part, replace(settings, late_ms=None), now) if as_history else []
        recorded = _recorded(part, reports, now)
        written = [entry for one in recorded if isinstance(one, Recorded) for entry in one.written]
        games = sorted(written, key=lambda entry: entry.number)
        closed = _switch(part, settings, now) if as_history else []
        if games and not dry_run:  # what was refused altogether leaves no trace
            append(part, [*opened, *games, *closed])
        ids = part.ids | {number: player for player, number in part.names.numbers.items()}
        return Brought(
            outcomes=[_answer(one, ids) for one in recorded],
            as_history=as_history,
            names=read_names(connection, ids),
        )


def _switch(part: Part, settings: Settings, now: int) -> list[Entry]:
    """Other settings from now on, if they are others."""
    return [] if part.ladder.settings == settings else [enter(part.ladder, settings, now)]


def _recorded(part: Part, reports: Sequence[GameReport], now: int) -> list[Recorded | Refusal]:
    settled = [settle(report, part.ladder.settings) for report in reports]
    places = [place for place, one in enumerate(settled) if isinstance(one, Game)]
    games = [one for one in settled if isinstance(one, Game)]
    load(part, games)
    done: dict[int, Recorded | Refusal] = {}
    for index in batch_order(games):
        done[places[index]] = record(part.ladder, part.names, games[index], now)
    return [one if isinstance(one, Refusal) else done[place] for place, one in enumerate(settled)]


def _answer(one: Recorded | Refusal, ids: Mapping[PlayerNumber, PlayerId]) -> Outcome:
    if isinstance(one, Refusal):
        return one
    numbers = {effect.player for effect in one.answer.effects}
    named = {number: ids[number] for number in numbers if number in ids}
    return Answer(entry=one.answer, ids=named, repeated=not one.written)
