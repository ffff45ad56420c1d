"""What the next game is worth to two players, at every cube, and when their K changes."""

from collections.abc import Mapping
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal
from terazi.core.formula import Formula
from terazi.core.outlook import Outlook, outlook
from terazi.core.preview import Preview, preview
from terazi.core.state import PlayerState
from terazi.core.types import CUBES, PlayerId, Standing, Win
from terazi.core.window import WINDOW_MS
from terazi.store.engine import Store
from terazi.store.part import Part, begin, load_ids, reach_back


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePreview:
    """A player before the game; `known` is False for who would start with it."""

    rating: int
    outlook: Outlook
    known: bool

    @property
    def standing(self) -> Standing:
        """What the rating step must know."""
        return Standing(rating=self.rating, games_recent=self.outlook.games_recent)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePreview:
    """Both outcomes of a ranked game that would finish now, at each cube."""

    formula: Formula
    you: SidePreview
    opponent: SidePreview
    by_cube: Mapping[int, Preview]


def preview_game(store: Store, you: PlayerId, opponent: PlayerId, now: int) -> GamePreview | Refusal:
    """What you and the opponent win or lose; who is not registered has what every new player has (R7).

    Refused: a game against oneself (R12), a moment without a version (`no_formula`).
    """
    if you == opponent:
        return Refusal(code=Code.SAME_PLAYER, field="opponent", value=opponent)
    with store.reading() as connection:
        part = begin(store, connection)
        load_ids(part, [you, opponent])
        formula = part.ladder.rulebook.in_force(now)
        if isinstance(formula, Refusal):
            return formula
        yours, theirs = (_side(part, player, formula, now) for player in (you, opponent))
        return between(formula, yours, theirs)


def between(formula: Formula, you: SidePreview, opponent: SidePreview, size: Win = Win.SINGLE) -> GamePreview:
    """Both outcomes at each cube; `size` of the win matters only before 1.0.5."""
    by_cube = {
        cube: preview(you.standing, opponent.standing, cube=cube, size=size, formula=formula)
        for cube in CUBES
    }
    return GamePreview(formula=formula, you=you, opponent=opponent, by_cube=by_cube)


def rated_at(formula: Formula, standing: Standing) -> SidePreview:
    """A player of whom only this is told: how long a busy week lasts nobody knows."""
    recent = standing.games_recent
    left = None if formula.busy_games is None else formula.busy_games - recent
    until = left if left is not None and left > 0 else None
    view = Outlook(games_recent=recent, k=formula.k_for(recent), games_until_change=until)
    return SidePreview(rating=standing.rating, outlook=view, known=False)


def _side(part: Part, player: PlayerId, formula: Formula, now: int) -> SidePreview:
    number = part.names.numbers.get(player)
    if number is not None:
        reach_back(part, number, now - WINDOW_MS)
    state = PlayerState() if number is None else part.ladder.players[number]
    return SidePreview(
        rating=state.rating, outlook=outlook(formula, state.window, now), known=number is not None
    )
