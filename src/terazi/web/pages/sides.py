"""What an entry did to one player, as pages show it."""

from dataclasses import dataclass

from terazi.core.entries import Effect, Moved, Rated, Scored
from terazi.core.explain import SideTerms
from terazi.core.types import PlayerNumber, RatingChange
from terazi.service.around import Around
from terazi.words.sums import SumLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player of an entry: `role` is `winner`, `loser` or `placed`, as in the ledger.

    `terms` and `lines` are the sum of a rated game.
    """

    role: str
    effect: Effect
    around: Around
    terms: SideTerms | None = None
    lines: tuple[SumLine, ...] = ()

    @property
    def player(self) -> PlayerNumber:
        """Whose side it is."""
        return self.effect.player

    @property
    def change(self) -> RatingChange | None:
        """How the rating moved, where it did."""
        return self.effect.change if isinstance(self.effect, Rated | Moved) else None

    @property
    def scored(self) -> Scored | None:
        """Points and Sparks of a boosted game (R14)."""
        return self.effect if isinstance(self.effect, Scored) else None

    @property
    def elsewhere(self) -> int:
        """Games that were counted and were played before the player came here: they have no id (R7)."""
        return 0 if self.terms is None else self.terms.games_recent - len(self.terms.counted)
