"""A finished history into a ladder by the fast path: the same board and the same ledger as by `history`."""

from collections.abc import Iterator
from json.encoder import encode_basestring

import numpy as np

from terazi.core.codes import Refusal
from terazi.core.entries import HISTORY, Entry, Registration
from terazi.core.modes import Seat, step_for
from terazi.core.record import numbered
from terazi.core.rulebook import Rulebook
from terazi.core.types import CUBES, EntryNumber, PlayerId, PlayerNumber, Termination, Win
from terazi.ledger.cards import Card, Salts
from terazi.ledger.codec import encode
from terazi.replay.arrays import Integers
from terazi.replay.choices import TERMINATIONS, WINS
from terazi.replay.games import Games
from terazi.replay.run import Replayed
from terazi.service.board import Place
from terazi.service.history import History, begin


def places_of(games: Games, replayed: Replayed) -> Iterator[Place]:
    """The leaderboard (R18): who has a ranked game, by rating, then in order of registration."""
    listed = np.flatnonzero(replayed.wins + replayed.losses)
    listed = listed[np.argsort(-replayed.ratings[listed], kind="stable")]
    ratings = replayed.ratings[listed]
    above = np.searchsorted(-ratings, -ratings, side="left")  # players rated strictly higher
    columns = (above + 1, listed, ratings, replayed.wins[listed], replayed.losses[listed])
    for rank, player, rating, wins, losses in zip(*(each.tolist() for each in columns), strict=True):
        yield Place(rank=rank, player=games.players[player], rating=rating, wins=wins, losses=losses)


CHUNK = 1 << 16
"""Games whose numbers are taken out of the arrays together."""

_Side = tuple[int, int, int, int, int]
"""One side of a game: player (from 0), rating before, change, recent games, K."""

_Facts = tuple[str, int, int, Win, Termination, str]
"""Game id as JSON, finish (UTC ms), cube, size of the win, termination, name of the version as JSON."""


class ArrayLedger:
    """The ledger of a traced replay, line by line; a test holds it to the plain path's, byte for byte."""

    def __init__(self, games: Games, replayed: Replayed, rulebook: Rulebook) -> None:
        self._games = games
        self._replayed = replayed
        self._rulebook = rulebook
        self._salts = Salts()
        self._rated = games.history().rated
        self._accepted_at = games.accepted_at
        self._head = 0
        self._numbers: dict[PlayerId, PlayerNumber] = {}
        self._events = [0] * len(games.players)

    def lines(self) -> Iterator[bytes]:
        """Every entry, without its line feed: settings, rulebook, then each game after its new players."""
        for entry in begin(History(), self._rulebook, int(self._accepted_at[0])):
            self._head += 1
            yield encode(entry)
        for first in range(0, len(self._games), CHUNK):  # Python's own numbers are large: not all at a time
            yield from self._game_lines(slice(first, min(first + CHUNK, len(self._games))))

    def _game_lines(self, rows: slice) -> Iterator[bytes]:
        accepted, rated = self._accepted_at[rows].tolist(), self._rated[rows].tolist()
        games = zip(accepted, rated, self._facts(rows), self._winners(rows), self._losers(rows), strict=True)
        for place, (at, is_rated, facts, won, lost) in enumerate(games, start=rows.start):
            yield from self._registered(won[0], at)
            yield from self._registered(lost[0], at)
            yield (
                self._rated_line(at, facts, won, lost)
                if is_rated
                else self._unrated_line(place, at, won, lost)
            )
            self._head += 1

    def cards(self) -> Iterator[Card]:
        """The cards of all players who have been registered so far."""
        return self._salts.cards(self._numbers.items())

    def _facts(self, rows: slice) -> Iterator[_Facts]:
        draft, row = self._games.draft, self._games.row[rows]
        formulas = [encode_basestring(edition.formula.name) for edition in self._rulebook.editions]
        return zip(
            map(encode_basestring, draft.names["game_id"][row].strings()),
            draft.finished_at[row].tolist(),
            map(CUBES.__getitem__, draft.cube[row].tolist()),
            map(WINS.__getitem__, draft.win[row].tolist()),
            map(TERMINATIONS.__getitem__, draft.termination[row].tolist()),
            map(formulas.__getitem__, self._replayed.plan.version[rows].tolist()),
            strict=True,
        )

    def _winners(self, rows: slice) -> Iterator[_Side]:
        plan, trace = self._replayed.plan, self._replayed.trace
        assert trace is not None, "a ledger is written of a traced replay"
        k = plan.table.k[plan.version[rows], plan.winner_busy[rows].astype(np.int8)]
        change = (trace.winner_before[rows], trace.winner_delta[rows])
        return _sides(self._games.winner[rows], *change, plan.recent.winner[rows], k)

    def _losers(self, rows: slice) -> Iterator[_Side]:
        plan, trace = self._replayed.plan, self._replayed.trace
        assert trace is not None, "a ledger is written of a traced replay"
        k = plan.table.k[plan.version[rows], plan.loser_busy[rows].astype(np.int8)]
        change = (trace.loser_before[rows], trace.loser_delta[rows])
        return _sides(self._games.loser[rows], *change, plan.recent.loser[rows], k)

    def _registered(self, player: int, at: int) -> Iterator[bytes]:
        name = self._games.players[player]
        if name not in self._numbers:
            self._numbers[name] = PlayerNumber(self._head)
            facts = Registration(commitment=self._salts.commit(name))
            yield encode(Entry(number=EntryNumber(self._head), accepted_at=at, facts=facts))
            self._head += 1

    def _rated_line(self, at: int, facts: _Facts, won: _Side, lost: _Side) -> bytes:
        """What `encode` would write of this game's entry, straight from its numbers and much faster."""
        game_id, finished_at, cube, win, termination, formula = facts
        return (
            f'{{"accepted_at":{at},"cube":{cube},"finished_at":{finished_at},"formula":{formula}'
            f',"game":{game_id},"kind":"game","loser":{self._side(lost)},"mode":"ranked"'
            f',"number":{self._head},"termination":"{termination}","win":"{win}","winner":{self._side(won)}}}'
        ).encode()

    def _side(self, side: _Side) -> str:
        player, before, delta, recent, k = side
        self._events[player] += 1
        return (
            f'{{"after":{before + delta},"before":{before},"delta":{delta},"event":{self._events[player]}'
            f',"k":{k},"player":{self._numbers[self._games.players[player]]},"recent":{recent}}}'
        )

    def _unrated_line(self, place: int, at: int, won: _Side, lost: _Side) -> bytes:
        game = numbered(self._numbers, self._games.game(place))
        formula = self._rulebook.in_force(game.finished_at)
        assert not isinstance(formula, Refusal), "games before the first version were refused (R3)"
        winner, loser = self._seat(won[0]), self._seat(lost[0])
        outcome = step_for(game)(game, formula, HISTORY, winner, loser)
        return encode(
            Entry(
                number=EntryNumber(self._head),
                accepted_at=at,
                facts=game,
                effects=outcome.effects,
                unrated=outcome.unrated,
            )
        )

    def _seat(self, player: int) -> Seat:
        self._events[player] += 1
        number = self._numbers[self._games.players[player]]
        return Seat(player=number, event=self._events[player], rating=0)  # not looked at


def _sides(*columns: Integers) -> Iterator[_Side]:
    player, before, delta, recent, k = (column.tolist() for column in columns)
    return zip(player, before, delta, recent, k, strict=True)
