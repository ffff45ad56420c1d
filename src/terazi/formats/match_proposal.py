"""Match files and a person's answers -> what would be rated: one road for the command line and the web.

    proposal = propose([upload("friday.mat", data), ...], Given(zone=zone, ids=ids, answers=answers))

First `propose` with nothing given: `proposal.names` are the names to be mapped to ids
(`match_names.proposed_names`), `proposal.review` the games that wait for a person. Then again with the same
files and the answers, until `review` and `refused` are what the person wants; `proposal.taken` are the games
to hand to the ladder, in the order in which they are rated where their times are equal (R4: by id).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

from terazi.core.codes import Code, Refusal
from terazi.formats.columns import NAMES
from terazi.formats.match_found import Found, MatchSource, Unread, first_known, found_games
from terazi.formats.match_games import FileGame
from terazi.formats.match_notes import NoteCode
from terazi.formats.match_reports import COLUMNS
from terazi.formats.match_review import Review, answered
from terazi.formats.rows import Line, Reject, Row
from terazi.formats.told import told_by_values

# What a person can say; everything else is refused as in any file of results.
_FOR_A_PERSON = frozenset(
    {Code.MISSING_VALUE, Code.BAD_VALUE, Code.BAD_TIME, Code.TIME_AMBIGUOUS, Code.TIME_SKIPPED}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What no match file can know: the zone and the mode of its games, players' ids, a person's answers.

    `mode` "" is ranked. `ids` None: names are ids; else name -> id, and other names are refused
    (`unknown_player`). `answers`: game id -> a row with `finished_at` and `winner` (`match_review.ANSWERS`).
    """

    zone: ZoneInfo | None = None
    mode: str = ""
    ids: Mapping[str, str] | None = None
    answers: Mapping[str, Review] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicate:
    """A game at `place` (`file:line`) that was given before, at `first`; not `same`: it contradicts that one.

    A duplicate that is the same game counts once; a contradiction has the id `game_id` of its own, no winner,
    and waits for a person.
    """

    game_id: str
    place: str
    first: str
    same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What match files come to, every game once.

    `lines` are the games as a file of results would give them: a report, or a row and why it is refused (a
    file without a game is refused whole). `review` are those of the refused that a person can answer for, as
    the rows of the review table (`match_review.COLUMNS`). `left_out` are the ids of the games that a person
    leaves out, `unused_answers` those of answers that are about no game here. `names` says how often every
    name occurs, in all games.
    """

    lines: tuple[Line | Reject, ...] = ()
    review: tuple[Review, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    left_out: tuple[str, ...] = ()
    unused_answers: tuple[str, ...] = ()
    names: Mapping[str, int] = field(default_factory=dict)

    @property
    def taken(self) -> tuple[Line, ...]:
        """The games that can be rated; the referee has yet to settle each report."""
        return tuple(line for line in self.lines if isinstance(line, Line))

    @property
    def refused(self) -> tuple[Reject, ...]:
        """What cannot be rated, whether or not a person can mend it."""
        return tuple(line for line in self.lines if isinstance(line, Reject))

    @property
    def repeats(self) -> int:
        """How many games were given before, and count once."""
        return sum(each.same for each in self.duplicates)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A game and its row; where it contradicts an earlier one, the place of that."""

    game: FileGame
    row: dict[str, str]
    contradicts: str = ""


def propose(sources: Iterable[MatchSource], given: Given) -> Proposal:
    """Every game of the files once, as `terazi rate` reads rows. Never raises; no clock, no disk of its own.

    The same sources and answers give the same proposal. Sources are read one after the other, each once.
    """
    duplicates: list[Duplicate] = []
    lines: list[Line | Reject] = []
    review: list[Review] = []
    left_out: list[str] = []
    names: Counter[str] = Counter()
    unused = set(given.answers)
    for told in _each_once(sources, duplicates):
        if isinstance(told, Reject):
            lines.append(told)
            continue
        names.update(told.game.record.players)
        unused.discard(told.row["game_id"])
        filled = _answered(told, given)
        if filled is None:
            left_out.append(told.row["game_id"])
            continue
        line = _line(told, filled, given)
        lines.append(line)
        if isinstance(line, Reject) and line.refusal.code in _FOR_A_PERSON:
            review.append(_for_review(told, filled, line.refusal))
    return Proposal(
        lines=tuple(lines),
        review=tuple(review),
        duplicates=tuple(duplicates),
        left_out=tuple(left_out),
        unused_answers=tuple(sorted(unused)),
        names=names,
    )


def _each_once(sources: Iterable[MatchSource], duplicates: list[Duplicate]) -> Iterator[_Told | Reject]:
    """The games in the order of their first record, and files that give none."""
    rows: dict[str, _Told] = {}
    with_games: set[str] = set()
    silent: dict[str, Unread] = {}
    for found in found_games(sources):
        if isinstance(found, Unread):
            silent.setdefault(found.path, found)
            continue
        with_games.add(found.game.file)
        told = _told(found)
        duplicates += _duplicate(found, told.row["game_id"])
        rows[told.row["game_id"]] = _better(rows.get(told.row["game_id"]), told)
    yield from rows.values()
    for path, unread in silent.items():
        if path not in with_games or isinstance(unread.trouble, Refusal):
            yield _reject_file(unread)


def _told(found: Found) -> _Told:
    twin = found.twin
    contradicts = twin.first.place if twin is not None and not twin.same else ""
    return _Told(game=found.game, row=found.row(), contradicts=contradicts)


def _duplicate(found: Found, game_id: str) -> Iterator[Duplicate]:
    if found.twin is not None:
        first = found.twin.first.place
        yield Duplicate(game_id=game_id, place=found.game.place, first=first, same=found.twin.same)


def _better(first: _Told | None, second: _Told) -> _Told:
    """The record that shows who won, with the time of whichever has one; the first, where both do."""
    if first is None:
        return second
    shows = first if first.row["winner"] or not second.row["winner"] else second
    return replace(shows, row=first_known(first.row, second.row))


def _reject_file(unread: Unread) -> Reject:
    return Reject(row=Row(path=unread.path), refusal=_why_unread(unread), whole_file=True)


def _why_unread(unread: Unread) -> Refusal:
    trouble = unread.trouble
    if isinstance(trouble, Refusal):
        return trouble
    if trouble.code is NoteCode.NEEDS_PACKAGE:
        return Refusal(code=Code.NEEDS_PACKAGE, value=unread.path, other=trouble.detail)
    return Refusal(code=Code.NO_GAMES, value=unread.path)


def _answered(told: _Told, given: Given) -> dict[str, str] | None:
    """The row with what a person said of it; None: it is to be left out."""
    answer = given.answers.get(told.row["game_id"])
    return told.row if answer is None else answered(told.row, told.game.record.players, answer)


def _line(asked: _Told, row: dict[str, str], given: Given) -> Line | Reject:
    game, row = asked.game, row | {"mode": given.mode}
    place = Row(
        path=game.file,
        line=game.record.line,
        columns=COLUMNS,
        cells=tuple(row[name] for name in COLUMNS),
    )
    answer = given.answers.get(row["game_id"])
    if answer is not None and answer["winner"] not in {"", *game.record.players}:
        both = ", ".join(game.record.players)
        nobody = Refusal(code=Code.BAD_VALUE, field="winner", value=answer["winner"], other=both)
        return Reject(row=place, refusal=nobody)
    if given.ids is not None:
        for name in ("winner", "loser", "fault"):
            if row[name] and row[name] not in given.ids:
                unknown = Refusal(code=Code.UNKNOWN_PLAYER, field=name, value=row[name])
                return Reject(row=place, refusal=unknown)
            row = row | {name: given.ids.get(row[name], "")}
    told = told_by_values([row.get(name, "") for name in NAMES], given.zone)
    if isinstance(told, Refusal):
        return Reject(row=place, refusal=told)
    return Line(row=place, report=told.report, accepted_at=told.accepted_at)


def _for_review(told: _Told, row: dict[str, str], why: Refusal) -> Review:
    game = told.game
    score = game.record.score
    return row | {
        "file": game.file,
        "line": str(game.outcome.line),
        "player_1": game.record.players[0],
        "player_2": game.record.players[1],
        "score": "" if score is None else " : ".join(map(str, score)),
        "ending": game.outcome.ending,
        "why": f"contradicts {told.contradicts}" if told.contradicts else f"{why.field} {why.code}".strip(),
    }
