"""The score of a match, and the Crawford game."""

from dataclasses import dataclass, replace

from terazi.board.side import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScore:
    """Points of both players before a game of a match to `length` points (0: without a length).

    The Crawford game is the first one after a player comes to need a single point; nobody may double in
    it. `crawford_past` says that it has been played.
    """

    length: int
    points: tuple[int, int] = (0, 0)
    crawford_rule: bool = True
    crawford_past: bool = False

    @property
    def is_crawford_game(self) -> bool:
        """Whether the game about to be played is the Crawford game."""
        return self.crawford_rule and not self.crawford_past and self._needs_one(self.points)

    @property
    def winner(self) -> Side | None:
        """Who has won the match, if anyone has."""
        for side in Side:
            if self.length and self.points[side.seat] >= self.length:
                return side
        return None

    def needed(self, side: Side) -> int:
        """The points that `side` still needs in a match with a length."""
        assert self.length
        return max(self.length - self.points[side.seat], 0)

    def after(self, winner: Side, points: int) -> "MatchScore":
        """The score after `winner` won a game worth `points`, which are not clipped."""
        first, second = self.points
        won = (first + points, second) if winner is Side.FIRST else (first, second + points)
        past = self.crawford_past or self.is_crawford_game
        return replace(self, points=won, crawford_past=past)

    def _needs_one(self, points: tuple[int, int]) -> bool:
        return self.length > 1 and max(points) == self.length - 1
