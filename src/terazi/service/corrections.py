"""Take back a game or an award (R16), or every game of an outage (R17)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal, VoidReason
from terazi.core.entries import Entry, Void
from terazi.core.ladder import apply, decide
from terazi.core.types import EntryNumber, GameId, PlayerId, TournamentId
from terazi.ledger.digest import lines_sha256
from terazi.service.answers import Answer
from terazi.service.bounds import held
from terazi.service.entering import enter, ids_in, transaction
from terazi.service.texts import is_note
from terazi.store.append import append
from terazi.store.engine import Store
from terazi.store.ledger import finished_between, read_entries
from terazi.store.names import put_note
from terazi.store.part import Part, begin, load_fates, load_games, load_ids, load_tournament, load_voidable

REASONS = tuple(reason for reason in VoidReason if reason is not VoidReason.REPLACED)
"""What an operator may say; `replaced` is said by the ladder when a corrected result comes (R16)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Why something is taken back: one of `REASONS`, and words that are kept beside the ledger."""

    reason: VoidReason
    note: str = ""


def void_game(
    store: Store, game_id: GameId, ground: Ground, now: int, *, dry_run: bool = False
) -> Answer | Refusal:
    """Take back exactly what a game gave; again, it gives the stored answer. A dry run writes nothing.

    Refused: a game that is not there (`unknown_game`), a reason that is the ladder's own (`bad_value`).
    """
    with transaction(store, dry_run=dry_run) as connection:
        part = begin(store, connection)
        load_games(part, [game_id])
        if game_id not in part.ladder.games:
            return Refusal(code=Code.UNKNOWN_GAME, field="game_id", value=game_id)
        load_fates(part)
        return _void(part, part.ladder.games[game_id].number, ground, now, dry_run=dry_run)


def void_award(
    store: Store,
    tournament: TournamentId,
    player: PlayerId,
    ground: Ground,
    now: int,
    *,
    dry_run: bool = False,
) -> Answer | Refusal:
    """Take back a player's award of a tournament, in the same way (`no_award` where there is none)."""
    with transaction(store, dry_run=dry_run) as connection:
        part = begin(store, connection)
        load_tournament(part, tournament)
        load_ids(part, [player])
        number = part.names.numbers.get(player)
        award = None if number is None else part.ladder.awards.get((tournament, number))
        if award is None:
            return Refusal(code=Code.NO_AWARD, field="player", value=player, other=tournament)
        return _void(part, award.number, ground, now, dry_run=dry_run)


def _void(part: Part, number: EntryNumber, ground: Ground, now: int, *, dry_run: bool) -> Answer | Refusal:
    if ground.reason not in REASONS:
        return Refusal(code=Code.BAD_VALUE, field="reason", value=ground.reason, other=", ".join(REASONS))
    if not is_note(ground.note):
        return Refusal(code=Code.BAD_VALUE, field="note", value=ground.note)
    answer = enter(part, Void(entry=number, reason=ground.reason), now, dry_run=dry_run)
    if isinstance(answer, Answer) and ground.note and not (dry_run or answer.repeated):
        put_note(part.connection, answer.entry.number, ground.note)
    return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """Every game that finished within a span, void or not, in the order of the ledger.

    `digest` names this list: a command that carries it voids these games and no others.
    """

    games: Sequence[Entry]
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageVoid:
    """What taking back an outage wrote, or would write: one void per game that still stood."""

    outage: Outage
    voids: Sequence[Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From instant to instant (UTC ms), both included."""

    since: int
    until: int


def list_outage(store: Store, span: Span) -> Outage:
    """The games that finished within a span."""
    with store.reading() as connection:
        numbers = finished_between(connection, held(span.since), held(span.until))
        return _outage(read_entries(connection, numbers).values())


def void_outage(
    store: Store, span: Span, digest: str, now: int, *, note: str = "", dry_run: bool = False
) -> OutageVoid | Refusal:
    """Take back all games of a span in one transaction; refused if its list changed (`list_changed`, R17).

    Games that are void already stay as they are, so the same command again writes nothing.
    """
    if not is_note(note):
        return Refusal(code=Code.BAD_VALUE, field="note", value=note)
    with transaction(store, dry_run=dry_run) as connection:
        part = begin(store, connection)
        load_voidable(part, finished_between(connection, held(span.since), held(span.until)))
        outage = _outage(part.ladder.voidable.values())
        if outage.digest != digest:
            return Refusal(code=Code.LIST_CHANGED, field="digest", value=digest, other=outage.digest)
        standing = [game.number for game in outage.games if game.number not in part.ladder.voids]
        written = [_taken_back(part, number, now) for number in standing]
        voids = [Answer(entry=entry, ids=ids_in(part, entry)) for entry in written]
        if not dry_run:
            append(part, written)
            for entry in written if note else ():
                put_note(connection, entry.number, note)
        return OutageVoid(outage=outage, voids=voids)


def _outage(games: Iterable[Entry]) -> Outage:
    listed = sorted(games, key=lambda game: game.number)
    return Outage(games=listed, digest=lines_sha256(str(game.number) for game in listed))


def _taken_back(part: Part, number: EntryNumber, now: int) -> Entry:
    entry = decide(part.ladder, Void(entry=number, reason=VoidReason.OUTAGE), now)
    assert isinstance(entry, Entry), "a game that stands can be taken back"
    apply(part.ladder, entry)
    return entry
