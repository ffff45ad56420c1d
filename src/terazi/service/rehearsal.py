"""What another version of the formula would have done to the games of the last month; nothing is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from terazi.core.entries import Entry, Rated
from terazi.core.formula import Formula
from terazi.core.rate import rate_game
from terazi.core.types import EntryNumber, Game, PlayerNumber, Standing
from terazi.store.engine import Store
from terazi.store.ledger import finished_between, read_entries
from terazi.store.names import Names, read_names
from terazi.store.taken_back import taken_back

SPAN_MS = 30 * 86_400_000
MOST_GAMES = 50_000
"""Games that are looked at, the newest: a preview is asked for by a person who waits."""
_PAGE = 2_000
_SHOWN = 10


@dataclass(slots=True)
class Moved:
    """What became of a player: games, the changes as they were, and as they would have been."""

    player: PlayerNumber
    games: int = 0
    was: int = 0
    would_be: int = 0

    @property
    def difference(self) -> int:
        """Rating points that the other version would have given more."""
        return self.would_be - self.was


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """The ranked games that finished within `span` (UTC ms) and stand, under another version.

    `changed` are the games in which it makes a difference; `moved_was` and `moved_would_be` the average size
    of a change, in points; `most_up` and `most_down` the players it makes the largest difference to. `cut`:
    there were more games than are looked at.
    """

    formula: Formula
    since: int
    until: int
    games: int = 0
    changed: int = 0
    cut: bool = False
    moved_was: float = 0.0
    moved_would_be: float = 0.0
    players: int = 0
    most_up: Sequence[Moved] = ()
    most_down: Sequence[Moved] = ()
    names: Names = field(default_factory=dict)


def rehearse(store: Store, formula: Formula, now: int, *, most: int = MOST_GAMES) -> Rehearsal:
    """Rate the last 30 days' games again, in their order, from the ratings that players had before them.

    Everything else stays as it was: who played whom, awards, what was taken back, and each player's count of
    the week, which hangs on times alone. Nothing is written.
    """
    since = now - SPAN_MS
    with store.reading() as connection:
        numbers = finished_between(connection, since, now)
        tally = _Tally(formula)
        for entry in _standing(connection, numbers[-most:]):
            tally.rate(entry)
        up, down = tally.extremes()
        return Rehearsal(
            formula=formula,
            since=since,
            until=now,
            games=tally.games,
            changed=tally.changed,
            cut=len(numbers) > most,
            moved_was=tally.average(tally.was),
            moved_would_be=tally.average(tally.would_be),
            players=len(tally.moved),
            most_up=up,
            most_down=down,
            names=read_names(connection, [one.player for one in (*up, *down)]),
        )


class _Tally:
    """The games so far under the other version."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.moved: dict[PlayerNumber, Moved] = {}
        self.games = self.changed = self.was = self.would_be = 0

    def rate(self, entry: Entry) -> None:
        """Rate one game again: both stand where they stood, moved by the differences so far."""
        game, (won, lost) = entry.facts, entry.effects
        assert isinstance(game, Game)
        assert isinstance(won, Rated)
        assert isinstance(lost, Rated)
        winner, loser = (self.moved.setdefault(one.player, Moved(one.player)) for one in (won, lost))
        sides = rate_game(
            self.formula, _before(won, winner), _before(lost, loser), cube=game.cube, win=game.win
        )
        deltas = [(won.change.delta, sides[0].change.delta), (lost.change.delta, sides[1].change.delta)]
        for player, (was, would_be) in zip((winner, loser), deltas, strict=True):
            player.games += 1
            player.was += was
            player.would_be += would_be
            self.was += abs(was)
            self.would_be += abs(would_be)
        self.games += 1
        self.changed += any(was != would_be for was, would_be in deltas)

    def average(self, total: int) -> float:
        """A total per change."""
        return total / (2 * self.games) if self.games else 0.0

    def extremes(self) -> tuple[list[Moved], list[Moved]]:
        """Who would stand higher by most, and who lower."""
        ordered = sorted(self.moved.values(), key=lambda one: (-one.difference, one.player))
        up = [one for one in ordered[:_SHOWN] if one.difference > 0]
        return up, [one for one in ordered[::-1][:_SHOWN] if one.difference < 0]


def _before(side: Rated, moved: Moved) -> Standing:
    return Standing(rating=side.change.before + moved.difference, games_recent=side.games_recent)


def _standing(connection: Connection, numbers: Sequence[EntryNumber]) -> Iterator[Entry]:
    """The ranked games among entries that were not taken back, in the order of the ledger."""
    for start in range(0, len(numbers), _PAGE):
        page = numbers[start : start + _PAGE]
        void = taken_back(connection, page)
        entries = read_entries(connection, page)
        yield from (
            entries[number] for number in page if number not in void and entries[number].formula is not None
        )
