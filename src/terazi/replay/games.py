"""The games of a file in ledger order, each once, with their players numbered."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from terazi.core.types import CUBES, Game, GameId, Mode, PlayerId, Termination, TournamentId
from terazi.replay.arrays import Choices, Flags, Instants, Integers, Places, Rows
from terazi.replay.both import both
from terazi.replay.choices import MODES, TERMINATIONS, WINS
from terazi.replay.history import History
from terazi.replay.read import Draft, FileRow
from terazi.replay.texts import Texts, are_different, are_equal, first_alike, numbered, order_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Games in the order of R4, a place in every column for each.

    `row` is a game's row in the file; `players` the operator's ids, numbered from 0 by first appearance, a
    winner before the loser; `repeats` counts rows that said again what another had said (R6); `too_early`
    are rows before the first version, in ledger order, which are not among the games (R3).
    """

    draft: Draft
    row: Rows
    winner: Integers
    loser: Integers
    players: Sequence[PlayerId]
    repeats: int
    too_early: Sequence[FileRow]

    def __len__(self) -> int:
        """How many games."""
        return len(self.row)

    @property
    def finished_at(self) -> Instants:
        """When each game finished, UTC ms."""
        return self.draft.finished_at[self.row]

    @property
    def accepted_at(self) -> Instants:
        """When each game is taken to be accepted, UTC ms; it never goes back (R22)."""
        moments = np.maximum(self.draft.moment[self.row], self.draft.finished_at[self.row])
        return np.maximum.accumulate(moments)

    def history(self) -> History:
        """The columns that a replay needs."""
        draft, row = self.draft, self.row
        stake = draft.win[row].astype(np.int32) * len(CUBES) + draft.cube[row]
        return History(
            players=len(self.players),
            winner=self.winner,
            loser=self.loser,
            finished_at=self.finished_at,
            stake=stake,
            rated=_are_rated(draft.mode[row], draft.termination[row]),
        )

    def game(self, place: int) -> Game[PlayerId]:
        """The settled facts of one game."""
        draft, row = self.draft, int(self.row[place])
        mode = MODES[draft.mode[row]]
        tournament = _text(draft.names.get("tournament"), row) if mode is Mode.TOURNAMENT else ""
        return Game(
            game_id=GameId(_text(draft.names["game_id"], row)),
            finished_at=int(draft.finished_at[row]),
            winner=self.players[self.winner[place]],
            loser=self.players[self.loser[place]],
            mode=mode,
            cube=CUBES[draft.cube[row]],
            win=WINS[draft.win[row]],
            termination=TERMINATIONS[draft.termination[row]],
            tournament=TournamentId(tournament) if tournament else None,
        )


def games_of(draft: Draft, earliest: int) -> Games | None:
    """The games of all sure rows that finished at `earliest` (UTC ms) or later, in the order of R4.

    None if one id stands there with two different contents: reading row by row names the lines (R6).
    """
    row = _in_order(draft, np.flatnonzero(draft.sure))
    once, (number, players) = both(lambda: _each_once(draft, row), lambda: _numbered_players(draft, row))
    if once is None:
        return None
    taken = once[draft.finished_at[once] >= earliest]
    early = once[draft.finished_at[once] < earliest]
    if len(taken) < len(row):
        number, players = _numbered_players(draft, taken)
    return Games(
        draft=draft,
        row=taken,
        winner=number[0::2].copy(),
        loser=number[1::2].copy(),
        players=[PlayerId(player) for player in players.strings()],
        repeats=len(row) - len(once),
        too_early=[draft.file_row(each) for each in early.tolist()],
    )


def _numbered_players(draft: Draft, rows: Rows) -> tuple[Integers, Texts]:
    """Both players' numbers of every row, winner before loser, and their ids in that order."""
    return numbered(_interleaved(draft.names["winner"][rows], draft.names["loser"][rows]))


def _in_order(draft: Draft, row: Rows) -> Rows:
    """Rows by moment, then by finish, then by id in order of code points (R4)."""
    if np.any(np.diff(draft.moment[row]) < 0):
        row = row[np.argsort(draft.moment[row], kind="stable")]
    same = np.diff(draft.moment[row]) == 0
    tied = np.zeros(len(row), dtype=np.bool_)
    tied[1:] |= same
    tied[:-1] |= same
    if tied.any():
        rows = row[tied]
        keys = (*order_keys(draft.names["game_id"][rows]), draft.finished_at[rows], draft.moment[rows])
        row[tied] = rows[np.lexsort(keys)]  # ties of one moment stay where that moment stands
    return row


def _each_once(draft: Draft, row: Rows) -> Rows | None:
    """The rows without repeats, of which the first stays; None if one id has two contents (R6)."""
    ids = draft.names["game_id"][row]
    if are_different(ids):
        return row
    alike = first_alike(ids)
    again = np.flatnonzero(alike != np.arange(len(alike)))
    if not np.all(_same_facts(draft, row[again], row[alike[again]])):
        return None
    return np.delete(row, again)


def _same_facts(draft: Draft, one: Rows, other: Rows) -> Flags:
    same: Flags = draft.finished_at[one] == draft.finished_at[other]
    for column in (draft.mode, draft.cube, draft.win, draft.termination):
        same &= column[one] == column[other]
    for name in ("winner", "loser"):
        same &= are_equal(draft.names[name][one], draft.names[name][other])
    if "tournament" in draft.names:  # a tournament is a fact of tournament games alone
        tournament = draft.names["tournament"]
        elsewhere = draft.mode[one] != MODES.index(Mode.TOURNAMENT)
        same &= elsewhere | are_equal(tournament[one], tournament[other])
    return same


def _interleaved(winner: Texts, loser: Texts) -> Texts:
    return Texts(
        data=winner.data,
        start=_alternating(winner.start, loser.start),
        length=_alternating(winner.length, loser.length),
    )


def _alternating(one: Places, other: Places) -> Places:
    both = np.empty(2 * len(one), dtype=one.dtype)
    both[0::2], both[1::2] = one, other
    return both


def _are_rated(mode: Choices, termination: Choices) -> Flags:
    """Ranked, and not aborted (R9)."""
    rated: Flags = mode == MODES.index(Mode.RANKED)
    rated &= termination != TERMINATIONS.index(Termination.ABORTED)
    return rated


def _text(texts: Texts | None, row: int) -> str:
    return "" if texts is None else next(texts[np.array([row])].strings())
