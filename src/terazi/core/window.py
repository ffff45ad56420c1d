"""The busy week: how many ranked games a player finished in the 7 days before an instant (R2)."""

from array import array
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable

WINDOW_MS = 604_800_000
"""Seven days of 86,400,000 ms, whatever the clocks do in between (R2)."""


class Window:
    """The instants (UTC ms) of one player's ranked games that stand, whenever they were accepted.

    Games are added as they enter the ledger, so those inside always stand earlier in the ledger than the
    game being rated; a void takes its game out again (R16). Kept as 64-bit integers, 8 bytes a game.
    """

    __slots__ = ("_instants",)

    def __init__(self, instants: Iterable[int] = ()) -> None:
        """Start from the instants of games that already count (an opening's, R7)."""
        self._instants = array("q", sorted(instants))

    @classmethod
    def resumed(cls, instants: "array[int]") -> "Window":
        """A window that was kept by `kept_since`: its instants are in order, and are its own from now on."""
        window = cls()
        window._instants = instants
        return window

    def __eq__(self, other: object) -> bool:
        return self._instants == other._instants if isinstance(other, Window) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Window({self._instants.tolist()})"

    def count(self, finished_at: int) -> int:
        """Games within [finished_at - 7 days, finished_at], both ends counted (R2)."""
        instants = self._instants
        oldest = bisect_left(instants, finished_at - WINDOW_MS)
        if instants and instants[-1] <= finished_at:  # nearly always: no need to search for the newest
            return len(instants) - oldest
        return bisect_right(instants, finished_at, oldest) - oldest

    def next_change(self, instant: int) -> int | None:
        """The first instant (UTC ms) after this one at which the count is of other games, or never (R2).

        >>> Window([0, 5]).next_change(1), Window([0]).next_change(5), Window([0]).next_change(WINDOW_MS + 1)
        (5, 604800001, None)
        """
        first = bisect_left(self._instants, instant - WINDOW_MS)
        following = self._instants[bisect_right(self._instants, instant) :][:1].tolist()
        oldest = self._instants[first : first + 1]
        leaving = [finished + WINDOW_MS + 1 for finished in oldest if finished <= instant]
        return min(leaving + following, default=None)

    def since(self, instant: int) -> list[int]:
        """The instants (UTC ms) from `instant` on, in order."""
        return self._instants[bisect_left(self._instants, instant) :].tolist()

    def kept_since(self, instant: int) -> "array[int]":
        """The same, as 64-bit integers: what `resumed` takes."""
        return self._instants[bisect_left(self._instants, instant) :]

    def lend_week(self) -> "array[int]":
        """Give away those instants that can be in the week of a game later than all; `extend` takes them."""
        instants = self._instants
        oldest = bisect_left(instants, instants[-1] - WINDOW_MS) if instants else 0
        lent = instants[oldest:]
        del instants[oldest:]
        return lent

    def extend(self, instants: "array[int]") -> None:
        """Count games from now on that are in order, and none of them earlier than any that is counted."""
        assert not (instants and self._instants and self._instants[-1] > instants[0]), "later games only"
        self._instants.extend(instants)

    def add(self, finished_at: int) -> None:
        """Count a game from now on."""
        if self._instants and self._instants[-1] <= finished_at:
            self._instants.append(finished_at)
        else:
            insort(self._instants, finished_at)

    def remove(self, finished_at: int) -> None:
        """Count a game no longer; it must have been counted."""
        index = bisect_left(self._instants, finished_at)
        found = self._instants[index : index + 1].tolist()
        assert found == [finished_at], "a void takes back a game that counted"
        del self._instants[index]
