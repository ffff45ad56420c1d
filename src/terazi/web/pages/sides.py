"""What an entry did to one player, as pages show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from terazi.core.entries import Effect, Moved, Rated, Scored
from terazi.core.explain import SideTerms
from terazi.core.types import GameId, PlayerNumber, RatingChange
from terazi.service.around import Around
from terazi.web.pages import links
from terazi.words.shown import shown
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


def game_items(language: str, games: Iterable[GameId]) -> Markup:
    """Games as items of a list, each linked: here rather than in a template, for a busy week has hundreds."""
    items = [
        f'<li><a href="{links.game(language, game)}"><bdi>{escape(shown(game))}</bdi></a></li>'
        for game in games
    ]
    return Markup("\n".join(items))  # noqa: S704 (every part of it is escaped above)
