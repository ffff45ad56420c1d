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
    LIMIT = "limit"
    """The cube may not go as high."""
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
    dropped double counts at the cube before the offer (R8). It is a power of two, without a limit unless
    the players agreed on one: R8's limit of 64 is for rating, not for the board.

    `animals` are the beaver, and the raccoon after it, that the offer now waiting consists of. Of the cube
    after a raccoon programs say different things: that it stays with whom beavered (GNU Backgammon), or goes
    to whom answered (OGXM). So nobody owns it alone, and either may double next.
    """

    value: int = 1
    limit: int | None = None
    owner: Side | None = None
    offered_by: Side | None = None
    animals: int = 0
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
        if self.limit is not None and self.value * 2 > self.limit:
            return CubeFault.LIMIT
        return replace(self, offered_by=side)

    def taken(self, side: Side) -> "Cube | CubeFault":
        """The cube after `side` took the double that waits: twice the value, and `side` owns it.

        A beaver is taken by whom doubled first, and its owner is whom beavered.
        """
        fault = self._answer_fault(side)
        owner = (side, side.other, None)[min(self.animals, 2)]
        return fault or replace(self, value=self.value * 2, owner=owner, offered_by=None, animals=0)

    def beavered(self, side: Side) -> "Cube | CubeFault":
        """The cube after `side` took the double that waits and at once doubled again, keeping the cube.

        A beaver that is answered so is a raccoon.
        """
        fault = self._answer_fault(side)
        animals = self.animals + 1
        return fault or replace(self, value=self.value * 2, owner=side, offered_by=side, animals=animals)

    def dropped(self, side: Side) -> "Cube | CubeFault":
        """The cube after `side` dropped the double that waits: the game is over at the value in force."""
        fault = self._answer_fault(side)
        return fault or replace(self, offered_by=None, animals=0, dropped_by=side)

    def _answer_fault(self, side: Side) -> CubeFault | None:
        if self.dropped_by is not None:
            return CubeFault.DROPPED
        return None if self.offered_by is side.other else CubeFault.NOT_OFFERED
