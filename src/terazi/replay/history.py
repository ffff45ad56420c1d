"""A history as columns: what happened, in ledger order, and nothing of what it did to ratings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from terazi.core.entries import Award, Entry, Moved, Opening, Registration, RulebookChange, Void
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.types import CUBES, STARTING_RATING, EntryNumber, Game, PlayerNumber, Win
from terazi.replay.arrays import Flags, Instants, Integers

STAKES = tuple((cube, win) for win in Win for cube in CUBES)
"""What a game was for: every cube with every size of win. A history's `stake` is a place in here."""

_STAKE = {stake: place for place, stake in enumerate(STAKES)}


def stake_of(cube: int, win: Win = Win.SINGLE) -> int:
    """The place of a cube and a size of win in `STAKES`."""
    return _STAKE[cube, win]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An award, or the void of one, that stands before game row `position`: `amount` rating points.

    `awards` is what it does to the player's number of awards that stand: 1, or -1 for a void.
    """

    position: int
    player: int
    amount: int
    awards: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The void of rated game `row` that stands before game row `position` (R16)."""

    position: int
    row: int


Correction = Given | Voided
"""What moves ratings between games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a player brings: a rating, and the instants (UTC ms) of recent ranked games elsewhere (R7)."""

    rating: int = STARTING_RATING
    recent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Games in ledger order, a row each, and what stands between them.

    `winner` and `loser` are players 0 .. `players` - 1 in order of registration; `finished_at` is in UTC ms;
    `stake` is a place in `STAKES`; `rated` says which games were ranked and not aborted. `corrections` stand
    in ledger order; `starts` holds the players who bring more than a rating of 1500.
    """

    players: int
    winner: Integers
    loser: Integers
    finished_at: Instants
    stake: Integers
    rated: Flags
    corrections: tuple[Correction, ...] = ()
    starts: Mapping[int, Start] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Assert the shape: columns of one length, corrections in order and about rows before them."""
        columns = (self.winner, self.loser, self.finished_at, self.stake, self.rated)
        assert len({len(column) for column in columns}) == 1, "columns of one length"
        positions = [correction.position for correction in self.corrections]
        assert positions == sorted(positions), "corrections stand in ledger order"
        assert all(0 <= position <= self.games for position in positions)
        for correction in self.corrections:
            if isinstance(correction, Voided):
                assert correction.row < correction.position, "a void comes after its game"
                assert self.rated[correction.row], "only a rated game gives a void something to take back"

    @property
    def games(self) -> int:
        """How many games there are, rated or not."""
        return len(self.winner)

    def voided_rows(self) -> list[int]:
        """Rows of the rated games that were voided."""
        return [correction.row for correction in self.corrections if isinstance(correction, Voided)]


def rulebook_in(entries: Iterable[Entry]) -> Rulebook:
    """The dated list that the entries of a ledger end with.

    A version takes effect only after every game before it (R3), so the last list serves the whole history.
    """
    changes = (entry.facts for entry in entries if isinstance(entry.facts, RulebookChange))
    editions: list[Edition] = [change.edition for change in changes]
    return Rulebook(tuple(editions))


@dataclass(slots=True, kw_only=True)
class _Columns:
    """A history while its entries are read."""

    players: dict[PlayerNumber, int] = field(default_factory=dict)
    winner: list[int] = field(default_factory=list)
    loser: list[int] = field(default_factory=list)
    finished_at: list[int] = field(default_factory=list)
    stake: list[int] = field(default_factory=list)
    rated: list[bool] = field(default_factory=list)
    rows: dict[EntryNumber, int] = field(default_factory=dict)
    awards: dict[EntryNumber, Given] = field(default_factory=dict)
    corrections: list[Correction] = field(default_factory=list)
    starts: dict[int, Start] = field(default_factory=dict)


def history_of(entries: Iterable[Entry]) -> History:
    """The history that a ledger's entries tell, from its first entry on.

    Row i is the i-th game entry, player i the i-th registration. What the entries say of ratings is not read,
    apart from the amounts of awards: replaying the history must find it again.
    """
    columns = _Columns()
    for entry in entries:
        _take(columns, entry)
    return History(
        players=len(columns.players),
        winner=np.array(columns.winner, dtype=np.int32),
        loser=np.array(columns.loser, dtype=np.int32),
        finished_at=np.array(columns.finished_at, dtype=np.int64),
        stake=np.array(columns.stake, dtype=np.int32),
        rated=np.array(columns.rated, dtype=np.bool_),
        corrections=tuple(columns.corrections),
        starts=columns.starts,
    )


def _take(columns: _Columns, entry: Entry) -> None:
    match entry.facts:
        case Registration():
            columns.players[PlayerNumber(entry.number)] = len(columns.players)
        case Opening() as opening:
            start = Start(rating=opening.rating, recent=opening.recent)
            columns.starts[columns.players[opening.player]] = start
        case Game():
            _take_game(columns, entry, entry.facts)
        case Award(player=player):
            (effect,) = entry.effects
            assert isinstance(effect, Moved)
            position, amount = len(columns.winner), effect.change.delta
            award = Given(position=position, player=columns.players[player], amount=amount)
            columns.awards[entry.number] = award
            columns.corrections.append(award)
        case Void(entry=voided):
            _take_void(columns, voided)
        case _:
            pass  # settings, rulebooks, tournaments, podiums and erasures move no rating


def _take_game(columns: _Columns, entry: Entry, game: Game[PlayerNumber]) -> None:
    columns.rows[entry.number] = len(columns.winner)
    columns.winner.append(columns.players[game.winner])
    columns.loser.append(columns.players[game.loser])
    columns.finished_at.append(game.finished_at)
    columns.stake.append(stake_of(game.cube, game.win))
    columns.rated.append(entry.unrated is None)


def _take_void(columns: _Columns, voided: EntryNumber) -> None:
    position = len(columns.winner)
    if voided in columns.awards:
        award = columns.awards[voided]
        taken = Given(position=position, player=award.player, amount=-award.amount, awards=-1)
        columns.corrections.append(taken)
    elif columns.rated[columns.rows[voided]]:
        columns.corrections.append(Voided(position=position, row=columns.rows[voided]))
