"""The sums that follow from the entries of one proof alone, without the rest of the log."""

from collections.abc import Iterable, Sequence

from terazi.core.entries import (
    Award,
    Effect,
    Entry,
    Moved,
    Rated,
    RulebookChange,
    Scored,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.types import Game, PlayerNumber, Standing
from terazi.ledger.digest import table_sha256
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown


def check_sums(entries: Sequence[Entry]) -> None:
    """Check what each entry tells against the others; `Faulty` says what does not follow.

    A rated game follows from its own ratings and counts and the entry of its version, a void from the entry
    that it takes back, an award from its tournament, a version's digest from its parameters. What a sum needs
    must be among the entries (`bad_proof`).
    """
    for entry in sorted(entries, key=_versions_first):
        match entry.facts:
            case Game() as game if entry.formula is not None:
                _check_game(entry, game, _version(entry, entries))
            case RulebookChange(edition=edition, table_sha256=says):
                _same(entry, "table_sha256", says, table_sha256(edition.formula))
            case Void(entry=number):
                _check_void(entry, _taken(entry, number, entries))
            case Award() as award:
                _check_award(entry, award, _tournament(entry, award, entries))
            case _:
                pass


def _versions_first(entry: Entry) -> bool:
    return not isinstance(entry.facts, RulebookChange)


def _check_game(entry: Entry, game: Game[PlayerNumber], formula: Formula) -> None:
    won, lost = (side for side in entry.effects if isinstance(side, Rated))
    before = [Standing(rating=side.change.before, games_recent=side.games_recent) for side in (won, lost)]
    sides = rate_game(formula, *before, cube=game.cube, win=game.win)
    for name, side, right in zip(_SIDES, (won, lost), sides, strict=True):
        _same(entry, f"{name}.k", side.k, right.k)
        _same(entry, f"{name}.delta", side.change.delta, right.change.delta)


def _check_void(entry: Entry, taken: Entry) -> None:
    """R16: a void takes back exactly what the entry gave."""
    if len(entry.effects) != len(taken.effects):
        raise _lacking(entry, "voids", taken.number)
    names = _SIDES if len(entry.effects) == len(_SIDES) else ("placed",)
    for name, back, gave in zip(names, entry.effects, taken.effects, strict=True):
        said, given = _amounts(back), _amounts(gave)
        _same(entry, f"{name}.player", back.player, gave.player)
        for member in ("delta", "points", "sparks"):
            should = -given[member] if member in given else ""
            _same(entry, f"{name}.{member}", said.get(member, ""), should)


def _check_award(entry: Entry, award: Award, tournament: Tournament) -> None:
    (placed,) = entry.effects
    due = tournament.awards if tournament.visibility is Visibility.PUBLIC else ()  # R15
    should = due[award.place - 1] if 1 <= award.place <= len(due) else ""
    _same(entry, "placed.delta", _amounts(placed).get("delta", ""), should)


def _amounts(effect: Effect) -> dict[str, int]:
    match effect:
        case Rated(change=change) | Moved(change=change):
            return {"delta": change.delta}
        case Scored(points=points, sparks=sparks):
            return {"points": points, "sparks": sparks}
        case _:
            return {}


def _version(entry: Entry, entries: Iterable[Entry]) -> Formula:
    for other in entries:
        if isinstance(other.facts, RulebookChange) and other.facts.edition.formula.name == entry.formula:
            return other.facts.edition.formula
    raise _lacking(entry, "formula", entry.formula)


def _taken(entry: Entry, number: int, entries: Iterable[Entry]) -> Entry:
    for other in entries:
        if other.number == number and isinstance(other.facts, Game | Award):
            return other
    raise _lacking(entry, "voids", number)


def _tournament(entry: Entry, award: Award, entries: Iterable[Entry]) -> Tournament:
    for other in entries:
        if isinstance(other.facts, Tournament) and other.facts.tournament == award.tournament:
            return other.facts
    raise _lacking(entry, "tournament", award.tournament)


def _same(entry: Entry, field: str, says: object, should: object) -> None:
    if says != should:
        code, said, due = FaultCode.WRONG_VALUE, shown(says), shown(should)
        raise Faulty(Fault(code=code, entry=entry.number, field=field, says=said, should=due))


def _lacking(entry: Entry, field: str, needs: object) -> Faulty:
    return Faulty(Fault(code=FaultCode.BAD_PROOF, entry=entry.number, field=field, says=shown(needs)))


_SIDES = ("winner", "loser")
