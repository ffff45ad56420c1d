"""The doubling cube: its value, who owns it, and what has been offered, taken or dropped."""

from dataclasses import dataclass, replace
from enum import StrEnum

from terazi.board.side import Side


class CubeFault(StrEnum):
    """Why a cube action cannot be."""

    NOT_OWNER = "not_owner"
    """The opponent owns the cube."""
    CRAWFORD = "crawford"
    """No doubles in the Crawford game."""
    PENDING = "pending"
    """An offered double has not been answered."""
    NOT_OFFERED = "not_offered"
    """No double of the opponent waits for an answer."""
    DROPPED = "dropped"
    """A double was dropped: the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube:
    """The cube of one game; at the start 1, in the middle (`owner` None).

    `value` is the value in force: a double that was offered but not taken does not count, so that a
    dropped double counts at the cube before the offer (R8). It is a power of two without a limit: R8's
    limit of 64 is for rating, not for the board.
    """

    value: int = 1
    owner: Side | None = None
    offered_by: Side | None = None
    dropped_by: Side | None = None
    crawford: bool = False

    def offered(self, side: Side) -> "Cube | CubeFault":
        """The cube after `side` doubled."""
        if self.dropped_by is not None:
            return CubeFault.DROPPED
        if self.offered_by is not None:
            return CubeFault.PENDING
        if self.crawford:
            return CubeFault.CRAWFORD
        if self.owner not in {None, side}:
            return CubeFault.NOT_OWNER
        return replace(self, offered_by=side)

    def taken(self, side: Side) -> "Cube | CubeFault":
        """The cube after `side` took the double that waits: twice the value, and `side` owns it."""
        fault = self._answer_fault(side)
        return fault or replace(self, value=self.value * 2, owner=side, offered_by=None)

    def dropped(self, side: Side) -> "Cube | CubeFault":
        """The cube after `side` dropped the double that waits: the game is over at the value in force."""
        fault = self._answer_fault(side)
        return fault or replace(self, offered_by=None, dropped_by=side)

    def _answer_fault(self, side: Side) -> CubeFault | None:
        if self.dropped_by is not None:
            return CubeFault.DROPPED
        return None if self.offered_by is side.other else CubeFault.NOT_OFFERED
