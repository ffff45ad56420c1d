"""A match record replayed on the board: who won each game, for how much, and how it ended.

The board is believed before the file, and the file before nobody: what neither shows stays unknown. Every
place where the two differ is a `Disagreement` with its line.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from terazi.board.cube import Cube, CubeFault
from terazi.board.match_score import MatchScore
from terazi.board.plays import Roll, legal_plays, step_starts
from terazi.board.position import OPENING, Position, WinMultiplier, win_multiplier
from terazi.board.side import Side
from terazi.board.written_play import IllegalPlay, forced_play, hits_missing, replay_play
from terazi.formats.game_outcome import Disagreement, DisagreementCode, Ending, GameOutcome
from terazi.formats.match import (
    CubeAction,
    CubeKind,
    GameRecord,
    GivingUp,
    MatchHeader,
    Resignation,
    StatedResult,
    Turn,
)
from terazi.formats.match_notes import Note

ANIMALS = frozenset({CubeKind.BEAVER, CubeKind.RACCOON})
"""Doubles that answer a double: the offer is taken, and another one made."""
MOST_DISAGREEMENTS = 50
"""After so many in one game, its board is not worth following."""


def replayed(records: Iterable[GameRecord | Note]) -> Iterator[GameOutcome | Note]:
    """The outcome of every game of a stream, in its order; the notes pass through."""
    match: MatchHeader | None = None
    before: MatchScore | None = None
    for record in records:
        if isinstance(record, Note):
            yield record
            continue
        if record.match is not match:
            match, before = record.match, None
        score, differences = _score_before(record, before)
        outcome = outcome_of(record, score, differences)
        before = _score_after(score, outcome)
        yield outcome


def outcome_of(
    game: GameRecord, score: MatchScore | None = None, earlier: Iterable[Disagreement] = ()
) -> GameOutcome:
    """Replays one game; `score` is what it began with, if known, `earlier` what is already found odd."""
    replay = _Replay(game, score)
    replay.disagreements += earlier
    for action in game.actions:
        replay.act(action)
    return replay.outcome()


class _Replay:
    """The board and the cube of one game while it is replayed."""

    def __init__(self, game: GameRecord, score: MatchScore | None) -> None:
        self.game = game
        self.score = score
        stated = game.crawford
        crawford = score.is_crawford_game if stated is None and score else bool(stated)
        self.cube = Cube(value=game.cube, limit=game.match.cube_limit, crawford=crawford)
        self.position = OPENING
        self.seen_by = Side.FIRST
        self.board_known = game.from_opening and game.match.is_backgammon
        self.last: Turn | None = None
        self.winner: Side | None = None
        self.ending: Ending | None = None
        self.multiplier: WinMultiplier | None = None
        self.line = game.last_line
        self.disagreements: list[Disagreement] = []

    def differ(self, line: int, code: DisagreementCode, stated: object, found: object) -> None:
        """Keeps a disagreement, unless there are too many already."""
        if len(self.disagreements) > MOST_DISAGREEMENTS:
            return
        if len(self.disagreements) == MOST_DISAGREEMENTS:
            code, self.board_known = DisagreementCode.TOO_MANY, False
        self.disagreements.append(Disagreement(line=line, code=code, stated=str(stated), found=str(found)))

    def act(self, action: Turn | CubeAction | Resignation) -> None:
        """Replays one action."""
        if self.ending is not None:
            self.differ(action.line, DisagreementCode.AFTER_THE_END, action.side, self.ending)
            return
        match action:
            case Turn():
                self._turn(action)
            case CubeAction():
                self._cube_action(action)
            case Resignation():
                # R10: only a resignation may concede more than a single game.
                single = action.how is not GivingUp.RESIGN
                multiplier = 1 if single else action.multiplier
                self._end(action.side.other, Ending(action.how), multiplier, action.line)
            case _:
                assert_never(action)

    def _end(self, winner: Side, ending: Ending, multiplier: WinMultiplier | None, line: int) -> None:
        if self._all_are_single:
            multiplier = 1
        self.winner, self.ending, self.multiplier, self.line = winner, ending, multiplier, line

    @property
    def _all_are_single(self) -> bool:
        """Whether no win is worth more than a single one: the Jacoby rule before a double was taken."""
        return self.game.match.is_jacoby and self.cube.value == self.game.cube

    # the board

    def _turn(self, turn: Turn) -> None:
        if self.cube.offered_by is not None:
            self._play_on(turn, self.cube.offered_by)
        if self.last is not None and self.last.side is turn.side and self._other_can_move(turn.side):
            self.differ(turn.line, DisagreementCode.OUT_OF_TURN, turn.side, turn.side.other)
        self.last = turn
        if not self.board_known:
            return
        if self.seen_by is not turn.side:
            self.position, self.seen_by = self.position.turned(), turn.side
        if turn.play is None or turn.roll is None:
            self._unknown_turn(turn)
        else:
            self._known_turn(turn, turn.roll)
        multiplier = win_multiplier(self.position.mover, self.position.waiter)
        if multiplier is not None:
            self._end(turn.side, Ending.BEAR_OFF, multiplier, turn.line)

    def _play_on(self, turn: Turn, offered_by: Side) -> None:
        """A beaver or a raccoon that is played on is taken: programs write no word for it."""
        taken = self.cube.taken(offered_by.other) if self.cube.animals else None
        if isinstance(taken, Cube):
            self.cube = taken
            return
        self.differ(turn.line, DisagreementCode.DOUBLE_UNANSWERED, turn.side, offered_by)
        self.cube = replace(self.cube, offered_by=None)

    def _known_turn(self, turn: Turn, roll: Roll) -> None:
        assert turn.play is not None
        after = replay_play(self.position, roll, turn.play)
        if isinstance(after, IllegalPlay):
            forced = forced_play(self.position, turn.play)
            self._illegal(turn, after, forced)
            after = self.position if forced is None else forced
        elif hits_missing(self.position, after, turn.play):
            self.differ(turn.line, DisagreementCode.HIT_NOT_THERE, _written(turn), "")
        self.position = after

    def _unknown_turn(self, turn: Turn) -> None:
        """A roll or a play that the file does not know is harmless if no checker could move."""
        if turn.roll is None and turn.play is not None:
            forced = forced_play(self.position, turn.play)
            self.board_known = forced is not None
            self.position = forced or self.position
        else:
            self.board_known = turn.roll is not None and self.position in legal_plays(
                self.position, turn.roll
            )

    def _illegal(self, turn: Turn, why: IllegalPlay, forced: Position | None) -> None:
        code = DisagreementCode.ILLEGAL_PLAY if forced is not None else DisagreementCode.IMPOSSIBLE_PLAY
        self.differ(turn.line, code, _written(turn), why)
        self.board_known &= forced is not None

    def _other_can_move(self, side: Side) -> bool:
        """Whether the opponent of `side` could play some roll; a player shut out on the bar need not roll."""
        if not self.board_known:
            return True
        theirs = self.position.turned() if self.seen_by is side else self.position
        return any(step_starts(theirs.mover, theirs.waiter, die) for die in range(1, 7))

    # the cube

    def _cube_action(self, action: CubeAction) -> None:
        cube = self._cube_after(action)
        if isinstance(cube, CubeFault):
            self.differ(action.line, DisagreementCode.CUBE_ACTION, action.kind, cube)
            if cube not in {CubeFault.NOT_OWNER, CubeFault.CRAWFORD, CubeFault.LIMIT}:
                return
            # It should not have been offered, but it was; if it is taken, it is the cube in force.
            cube = replace(self.cube, offered_by=action.side)
        offered = self.cube.value * (4 if action.kind in ANIMALS else 2)
        if action.value is not None and action.value != offered:
            self.differ(action.line, DisagreementCode.CUBE_VALUE, action.value, offered)
        self.cube = cube
        if action.kind is CubeKind.DROP:
            # R8: a dropped double counts at the cube before the offer; R10: it is a single win.
            self._end(action.side.other, Ending.DROP, 1, action.line)

    def _cube_after(self, action: CubeAction) -> Cube | CubeFault:
        match action.kind:
            case CubeKind.DOUBLE:
                return self.cube.offered(action.side)
            case CubeKind.TAKE:
                return self.cube.taken(action.side)
            case CubeKind.BEAVER | CubeKind.RACCOON:
                return self.cube.beavered(action.side)
            case CubeKind.DROP:
                return self.cube.dropped(action.side)
        assert_never(action.kind)

    # the result

    def outcome(self) -> GameOutcome:
        """The outcome after the last action."""
        stated = self.game.result
        if self.ending is None:
            self._end_without_cause(stated)
        elif stated is not None and stated.side is not None and stated.side is not self.winner:
            self.differ(stated.line, DisagreementCode.WINNER, stated.side, self.winner)
        if stated is not None and stated.points is not None:
            self._compare_points(stated, stated.points)
        assert self.ending is not None
        return GameOutcome(
            game=self.game,
            winner=self.winner,
            ending=self.ending,
            cube=self.cube.value,
            multiplier=self.multiplier,
            line=self.line,
            board_known=self.board_known,
            disagreements=tuple(self.disagreements),
        )

    def _end_without_cause(self, stated: StatedResult | None) -> None:
        if stated is None or stated.side is None:
            self.ending = Ending.UNFINISHED
            return
        self.winner, self.line = stated.side, stated.line
        forfeited = not self.game.turns and stated.wins_match
        self.ending = Ending.FORFEIT if forfeited else Ending.UNKNOWN_EARLY_END

    def _compare_points(self, stated: StatedResult, points: int) -> None:
        """Stated points may be clipped to what the winner needed, in one game and not in the next."""
        possible = (1,) if self._all_are_single else (1, 2, 3)
        multipliers = possible if self.multiplier is None else (self.multiplier,)
        worth = {self.cube.value * multiplier for multiplier in multipliers}
        if self.score is not None and self.score.length and self.winner is not None:
            needed = self.score.needed(self.winner)
            # One site clips to the length of the match instead of to what was needed.
            worth |= {min(value, most) for value in worth for most in (needed, self.score.length)}
            if stated.wins_match and self.ending not in {Ending.BEAR_OFF, Ending.DROP}:
                worth.add(needed)  # who gives up a match gives all of it
        if points not in worth:
            found = " or ".join(str(value) for value in sorted(worth))
            self.differ(stated.line, DisagreementCode.POINTS, points, found)


def _written(turn: Turn) -> str:
    """A turn in plain figures, for a disagreement."""
    roll = "" if turn.roll is None else f"{turn.roll[0]}{turn.roll[1]}: "
    moves = (f"{move.start}/{move.end}{'*' if move.hit else ''}" for move in turn.play or ())
    return (roll + " ".join(moves)).strip()


def _score_before(
    game: GameRecord, expected: MatchScore | None
) -> tuple[MatchScore | None, list[Disagreement]]:
    """The score that a game began with: what it says itself, else what the games before it came to."""
    differences: list[Disagreement] = []
    if game.score is None:
        return expected, differences
    header = game.match
    length = 0 if header.is_unlimited else header.length or 0
    # Where a record begins in the middle of a match, nobody knows whether the Crawford game is past.
    first_known = expected is None and any(game.score)
    past = expected.crawford_past if expected is not None else first_known
    score = MatchScore(
        length=length, points=game.score, crawford_rule=header.crawford_rule, crawford_past=past
    )
    if expected is not None and expected.points != game.score:
        stated, found = ("-".join(map(str, points)) for points in (game.score, expected.points))
        differences.append(
            Disagreement(line=game.line, code=DisagreementCode.SCORE, stated=stated, found=found)
        )
    if score.winner is not None:
        differences.append(
            Disagreement(line=game.line, code=DisagreementCode.MATCH_OVER, stated="", found=score.winner)
        )
    return score, differences


def _score_after(score: MatchScore | None, outcome: GameOutcome) -> MatchScore | None:
    """The score that the next game should begin with: by the stated points, as files count."""
    points = outcome.points_stated if outcome.points_stated is not None else outcome.points
    if score is None or outcome.winner is None or points is None:
        return None
    return score.after(outcome.winner, points)
