"""Record games: a report in, two rating changes out (DESIGN's main line)."""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from terazi.core.codes import Refusal
from terazi.core.entries import Entry
from terazi.core.order import batch_order
from terazi.core.quick import quickly_made
from terazi.core.record import Recorded, record
from terazi.core.referee import is_id, settle, settle_outcome
from terazi.core.reports import EventsReport, GameReport, OutcomeReport
from terazi.core.types import Game, GameId, PlayerId
from terazi.service.answers import Answer
from terazi.service.entering import ids_in
from terazi.store.append import PAGE, append_pages
from terazi.store.bulk import batched
from terazi.store.engine import Store
from terazi.store.names import put_digests, read_digests
from terazi.store.part import Part, begin, load_fates, load_games, load_numbers, load_told, reach_for


@quickly_made
@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A report and the moment it arrived (UTC ms)."""

    report: GameReport
    now: int


def record_game(store: Store, report: GameReport, now: int) -> Answer | Refusal:
    """Rate one reported game, once: the same report or the same facts again give the stored answer (R6)."""
    return record_arrivals(store, [Arrival(report=report, now=now)])[0]


def record_batch(store: Store, reports: Sequence[GameReport], now: int) -> list[Answer | Refusal]:
    """Rate a batch in one transaction, in the order of R4; answers in the order of the reports."""
    arrivals = [Arrival(report=report, now=now) for report in reports]
    return _record(store, arrivals, in_time_order=True)


def record_arrivals(store: Store, arrivals: Sequence[Arrival]) -> list[Answer | Refusal]:
    """Rate what arrived, in one transaction, in the order of arrival (R4: group commit never reorders)."""
    return _record(store, arrivals, in_time_order=False)


def _record(store: Store, arrivals: Sequence[Arrival], *, in_time_order: bool) -> list[Answer | Refusal]:
    reports = [arrival.report for arrival in arrivals]
    # Before the head is held: what can be done without the ladder need not keep others from it.
    outcomes = [settle_outcome(one) if isinstance(one, OutcomeReport) else None for one in reports]
    with store.writing() as connection:
        part = begin(store, connection)
        settled = _settled(part, reports, outcomes)
        games = {index: game for index, game in enumerate(settled) if isinstance(game, Game)}
        load(part, games.values())
        load_numbers(
            part, [effect.player for one in settled if isinstance(one, Entry) for effect in one.effects]
        )
        order = _in_time_order(games) if in_time_order else games
        recorded: dict[int, Recorded | Refusal] = {}

        def decided() -> Iterator[list[Entry]]:
            for page in batched(list(order), PAGE):
                made = [record(part.ladder, part.names, games[i], arrivals[i].now) for i in page]
                recorded.update(zip(page, made, strict=True))
                yield [entry for one in made if isinstance(one, Recorded) for entry in one.written]

        append_pages(part, decided())
        _keep_digests(part, arrivals, recorded)
    return [_answer(part, recorded.get(index, known)) for index, known in enumerate(settled)]


def _in_time_order(games: Mapping[int, Game[PlayerId]]) -> list[int]:
    indexes = list(games)
    return [indexes[place] for place in batch_order(list(games.values()))]


def load(part: Part, games: Collection[Game[PlayerId]]) -> None:
    """Load all that recording these games can touch."""
    replaced = {game.replaces for game in games if game.replaces is not None}
    players = {player for game in games for player in (game.winner, game.loser)}
    load_told(part, {game.game_id for game in games} | replaced, players)
    if replaced:
        load_fates(part)
    reach_for(part, games)


def _settled(
    part: Part, reports: Sequence[GameReport], outcomes: Sequence[Game[PlayerId] | Refusal | None]
) -> list[Game[PlayerId] | Entry | Refusal]:
    """The facts of each report, or the entry that the very same report made before (R6), or a refusal.

    A game told by its events may settle otherwise under later settings; the report remains the same.
    """
    told = {GameId(r.game_id) for r in reports if isinstance(r, EventsReport) and is_id(r.game_id)}
    load_games(part, told)
    entries = {game_id: part.ladder.games[game_id] for game_id in told & part.ladder.games.keys()}
    digests = read_digests(part.connection, {entry.number for entry in entries.values()})

    def told_by_events(report: GameReport) -> Game[PlayerId] | Entry | Refusal:
        assert isinstance(report, EventsReport), "outcomes are settled already"
        entry = entries.get(GameId(report.game_id))
        if entry is not None and digests.get(entry.number) == report_digest(report):
            return entry
        return settle(report, part.ladder.settings)

    return [known or told_by_events(report) for report, known in zip(reports, outcomes, strict=True)]


def report_digest(report: EventsReport) -> bytes:
    """SHA-256 of a report's canonical form: the same report has the same digest, and no other has."""
    return hashlib.sha256(json.dumps(asdict(report), sort_keys=True).encode()).digest()


def _keep_digests(
    part: Part, arrivals: Sequence[Arrival], recorded: Mapping[int, Recorded | Refusal]
) -> None:
    digests = {
        one.answer.number: report_digest(report)
        for index, one in recorded.items()
        if isinstance(report := arrivals[index].report, EventsReport)
        and isinstance(one, Recorded)
        and one.written
    }
    put_digests(part.connection, digests)


def _answer(part: Part, one: Recorded | Refusal | Game[PlayerId] | Entry) -> Answer | Refusal:
    match one:
        case Refusal():
            return one
        case Entry():
            return Answer(entry=one, ids=ids_in(part, one), repeated=True)
        case Recorded(answer=entry, written=written):
            return Answer(entry=entry, ids=ids_in(part, entry), repeated=not written)
        case Game():
            raise AssertionError("every settled game was recorded or refused")
