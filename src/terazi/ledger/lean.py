"""The quick way to verify games and registrations: most of every ledger is nothing else.

The few facts of a line are cut out of it; from them and the ladder the whole line is written again, and must
be the very bytes that stand there: so the quick way can only say yes. Whatever is unusual or wrong is left to
`recompute`, which decides it by the rules and names the fault. A test lets both go through the same ledgers
and compares every answer and the ladders after.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from terazi.core.codes import Refusal
from terazi.core.entries import Entry, Erasure, Opening, Settings
from terazi.core.formula import Column, GammonRule
from terazi.core.state import Ladder, PlayerState
from terazi.core.types import FIRST_INSTANT_MS, LAST_INSTANT_MS, PlayerNumber, Win
from terazi.core.window import WINDOW_MS, Window
from terazi.ledger.canonical import canonical
from terazi.ledger.digest import table
from terazi.ledger.places import Slots
from terazi.ledger.shapes import (
    KINDS,
    RANKED,
    REGISTRATION,
    UNRATED,
    Gain,
    Gains,
    Kind,
    UnratedKind,
    finish_part,
    plain_game,
    player_piece,
    registration_parts,
    unrated_kinds,
    unrated_parts,
    unrated_side,
)

NEVER = 2**62
"""More than any count, and than any two instants lie apart."""


_TURNS, _ENTRIES_A_TURN = 16, 1000
"""So many times a version is made ready, and once more for so many entries: it takes as long as they do."""


class _Seat:
    """A player in the quick way: their state, and their busy week (R2) for as long as games come in order.

    Until `until` it has `recent` games: all from the one at `oldest` on.
    """

    __slots__ = ("instants", "oldest", "recent", "state", "until")

    def __init__(self, state: PlayerState) -> None:
        self.state = state
        self.instants: array[int] = state.window.kept_since(FIRST_INSTANT_MS)
        state.window = Window.resumed(self.instants)  # the same instants from now on

    def look_again(self) -> None:
        """The instants are others than before: nothing is known of them."""
        self.oldest = bisect_left(self.instants, self.newest() - WINDOW_MS)
        self.recent, self.until = 0, -NEVER

    def newest(self) -> int:
        """The last instant."""
        return self.instants[-1] if self.instants else -NEVER

    def count(self, finished_at: int) -> int:
        """What `Window.count` says."""
        if finished_at < self.newest():
            return self.state.window.count(finished_at)
        instants, end = self.instants, len(self.instants)
        self.oldest = oldest = bisect_left(instants, finished_at - WINDOW_MS, self.oldest)
        self.recent = end - oldest
        self.until = (instants[oldest] if oldest < end else finished_at) + WINDOW_MS
        return self.recent

    def add(self, finished_at: int) -> None:
        """What `Window.add` does."""
        self.state.window.add(finished_at)
        self.look_again()


class _Seats(dict[bytes, _Seat]):
    """The seats of players who may take part, by the piece of a line that names them; else `KeyError`.

    No instant in their windows is later than `latest`: a game that is not earlier stands last in each.
    """

    __slots__ = ("_players", "latest")

    def __init__(self, players: Mapping[PlayerNumber, PlayerState]) -> None:
        super().__init__()
        self._players, self.latest = players, FIRST_INSTANT_MS

    def __missing__(self, piece: bytes) -> _Seat:
        digits = piece.removeprefix(b'"player":')
        state = self._players.get(PlayerNumber(int(digits))) if digits.isdigit() else None
        if state is None or state.erased or piece != player_piece(int(digits)):
            raise KeyError(piece)
        self[piece] = _Seat(state)
        return self.changed(piece)

    def changed(self, piece: bytes) -> _Seat:
        """A seat whose player's instants are not what they were."""
        seat = self[piece]
        seat.look_again()
        self.latest = max(self.latest, seat.newest())
        return seat


class Version(NamedTuple):
    """A version while it is in force, [since, until), and all that the pieces of its games are made of.

    `changes` has the winner's changes by kind of game: those of K, then those of the busy K; `gains` what
    games give that move no rating, by the settings.
    """

    since: int = 0
    until: int = 0
    name: bytes = b""
    busy_games: int = NEVER
    k: bytes = b""
    busy_k: bytes = b""
    reach: int = 0
    changes: Mapping[Kind, tuple[Sequence[int], Sequence[int]]] = MappingProxyType({})
    gains: Mapping[UnratedKind, Gains] = MappingProxyType({})


def limits(settings: Settings) -> tuple[int, int]:
    """How late and how early a result may be (R5)."""
    late, early = settings.late_ms, settings.early_ms
    return NEVER if late is None else late, NEVER if early is None else early


def _take_part(state: PlayerState, gain: Gain | None) -> None:
    state.events += 1
    if gain is not None:
        state.points, state.sparks = state.points + gain[0], state.sparks + gain[1]


class Lean:
    """The quick way through one ladder."""

    def __init__(self, ladder: Ladder, slots: Slots) -> None:
        self._ladder, self._slots = ladder, slots
        self._seats, self._version, self._turns = _Seats(ladder.players), Version(), 0

    def start_anew(self) -> None:
        """Forget the version in force: the rulebook or the settings may have changed."""
        self._version = Version()

    def better(self) -> "Lean":
        """The way on: another one where this is not the quickest after all."""
        return self

    def forget(self, entry: Entry) -> None:
        """Forget what is known of the players whom an entry changed that did not come this way."""
        for effect in entry.effects:
            if player_piece(effect.player) in self._seats:
                self._seats.changed(player_piece(effect.player))
        if isinstance(entry.facts, Opening | Erasure):
            self._seats.pop(player_piece(entry.facts.player), None)

    def accept(self, lines: Sequence[bytes], start: int) -> int:
        """How many lines from `start` on are right, one after the other; the ladder is changed by them.

        The next one is wrong, or only unusual.
        """
        first = self._ladder.head
        at = start + self._run(lines, start)
        while at < len(lines) and (
            self._unrated(lines[at]) or self._register(lines[at]) or self._turn(lines[at])
        ):
            at = self._ladder.head - first + start
            at += self._run(lines, at)
        return at - start

    def _run(self, lines: Sequence[bytes], start: int) -> int:
        """The same within one version. A verification spends its time here, so all is written out."""
        ladder, seats, add_new, first = self._ladder, self._seats, self._slots.add_new, self._ladder.head
        since, until, name, busy_games, k, busy_k, reach, kinds, _ = self._version
        late, early = limits(ladder.settings)
        head, clock, last = first, ladder.clock, ladder.last_finish
        for line in lines[start:]:
            try:
                (accepted, cube, finished, _, game, _, _, _, _, _, _, loses,
                 _, _, _, ending, win, _, _, _, _, _, wins, _) = line.split(b",")  # fmt: skip
                at, finish = int(accepted[15:]), int(finished[14:])
                (calm, busy), winner, loser = kinds[cube, ending, win], seats[wins], seats[loses]
            except (ValueError, KeyError):
                break
            if not (clock <= at <= LAST_INSTANT_MS and since <= finish < until):  # R22, R3
                break
            if winner is loser or not -early <= at - finish <= late:  # R12, R5
                break
            in_order = finish >= seats.latest
            seats.latest = finish if in_order else seats.latest
            won_recent = winner.recent if in_order and finish <= winner.until else winner.count(finish)
            lost_recent = loser.recent if in_order and finish <= loser.until else loser.count(finish)
            won, lost = winner.state, loser.state
            won_before, won_event = won.rating, won.events + 1
            lost_before, lost_event = lost.rating, lost.events + 1
            row = won_before - lost_before + reach
            row = row if 0 <= row <= 2 * reach else 0 if row < 0 else 2 * reach
            won_k, gain = (k, calm[row]) if won_recent < busy_games else (busy_k, busy[row])
            # SPEC 3: with equal K the loser's change is the exact negative.
            lost_k, loss = (k, calm[row]) if lost_recent < busy_games else (busy_k, busy[row])
            won_after, lost_after = won_before + gain, lost_before - loss
            if line != RANKED % (
                at, cube, finish, name, game, lost_after, lost_before, -loss, lost_event, lost_k, loses,
                lost_recent, head, ending, win, won_after, won_before, gain, won_event, won_k, wins,
                won_recent,
            ) or not plain_game(game) or not add_new(hash(game), head):  # fmt: skip  # R6
                break
            won.rating, won.rated, won.events, won.wins = won_after, True, won_event, won.wins + 1
            lost.rating, lost.rated, lost.events, lost.losses = lost_after, True, lost_event, lost.losses + 1
            if in_order:
                winner.instants.append(finish)
                loser.instants.append(finish)
                winner.recent, loser.recent = won_recent + 1, lost_recent + 1
            else:
                winner.add(finish)
                loser.add(finish)
            head, clock, last = head + 1, at, finish if last is None or finish > last else last
        ladder.head, ladder.clock, ladder.last_finish = head, clock, last
        return head - first

    def _unrated(self, line: bytes) -> bool:
        """Whether a line is a game that moved no rating, and right; then both players took part in it."""
        found, ladder, head = unrated_parts(line), self._ladder, self._ladder.head
        if found is None:
            return False
        accepted, cube, finished, game, loses, mode, ending, tournament, reason, win, wins = found.groups()
        try:
            gains = self._version.gains[cube, mode, ending, reason, win]
            won, lost = self._seats[wins].state, self._seats[loses].state
        except KeyError:
            return False
        at, finish = int(accepted), int(finished)
        if won is lost or not self._in_time(at, finish):  # R12
            return False
        lost_side = unrated_side(loses, lost.events + 1, gains.lost)
        won_side = unrated_side(wins, won.events + 1, gains.won)
        if line != UNRATED % (
            at, cube, finish, game, lost_side, mode, head, ending, tournament, reason, win, won_side,
        ) or not self._slots.add_new(hash(game), head):  # fmt: skip  # R6
            return False
        _take_part(won, gains.won)
        _take_part(lost, gains.lost)
        last = ladder.last_finish
        ladder.head, ladder.clock = head + 1, at
        ladder.last_finish = finish if last is None else max(last, finish)
        return True

    def _in_time(self, at: int, finish: int) -> bool:
        """What `_run` asks of both instants."""
        late, early = limits(self._ladder.settings)
        return (
            self._ladder.clock <= at <= LAST_INSTANT_MS  # R22
            and self._version.since <= finish < self._version.until  # R3
            and -early <= at - finish <= late  # R5
        )

    def _register(self, line: bytes) -> bool:
        """Whether a line is a registration, and right (R7, R22); then the player is in the ladder."""
        found, ladder = registration_parts(line), self._ladder
        if found is None or ladder.head == 0:
            return False
        at, head = int(found[1]), ladder.head
        if line != REGISTRATION % (at, found[2], head) or not ladder.clock <= at <= LAST_INSTANT_MS:
            return False
        if not self._slots.add_new(hash(found[2]), head):
            return False
        ladder.players[PlayerNumber(head)] = PlayerState()
        ladder.head, ladder.clock = head + 1, at
        return True

    def _turn(self, line: bytes) -> bool:
        """Whether a later version is in force for a line than the one at hand; then it is at hand (R3).

        Late games of earlier versions are left to the rules: so each version comes once, and whoever changes
        the settings all the time makes nobody make tables all the time.
        """
        found, rulebook, head = finish_part(line), self._ladder.rulebook, self._ladder.head
        finished_at = int(found[1]) if found else FIRST_INSTANT_MS - 1
        formula = rulebook.in_force(finished_at)
        is_later = not self._version.changes or finished_at >= self._version.until
        if not is_later or finished_at > LAST_INSTANT_MS or isinstance(formula, Refusal):
            return False
        if self._turns > _TURNS + head // _ENTRIES_A_TURN:
            return False
        self._turns += 1
        dates = [edition.effective_from for edition in rulebook.editions]
        later = bisect_right(dates, finished_at)
        reach, columns = table(formula)
        ks = formula.k, formula.busy_k or formula.k
        wins = formula.gammon_rule is GammonRule.MULTIPLIES

        def row(cube: int, win: Win, k: int) -> Sequence[int]:
            return columns[Column(k=k, cube=cube, win=win if wins else Win.SINGLE)]

        self._version = Version(
            since=dates[later - 1],
            until=[*dates, LAST_INSTANT_MS + 1][later],
            name=b'"formula":' + canonical(formula.name),
            busy_games=NEVER if formula.busy_games is None else formula.busy_games,
            k=b'"k":%d' % ks[0],
            busy_k=b'"k":%d' % ks[1],
            reach=reach,
            changes={kind: (row(*game, ks[0]), row(*game, ks[1])) for kind, game in KINDS.items()},
            gains=unrated_kinds(formula, self._ladder.settings),
        )
        return True
