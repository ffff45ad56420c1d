"""The two players of a match, by their place in it."""

from enum import StrEnum


class Side(StrEnum):
    """One of the two players: the first or the second that a match record names."""

    FIRST = "player_1"
    SECOND = "player_2"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    @property
    def seat(self) -> int:
        """0 or 1: the place in a pair."""
        return 0 if self is Side.FIRST else 1
