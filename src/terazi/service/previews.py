"""What the next game is worth to two players, at every cube, and when their K changes."""

from collections.abc import Mapping
from dataclasses import dataclass

from terazi.core.codes import Code, Refusal
from terazi.core.formula import Formula
from terazi.core.outlook import Outlook, outlook
from terazi.core.preview import Preview, preview
from terazi.core.state import PlayerState
from terazi.core.types import CUBES, PlayerId, Standing
from terazi.core.window import WINDOW_MS
from terazi.store.engine import Store
from terazi.store.part import Part, begin, load_ids, reach_back


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePreview:
    """A player before the game; `known` is False for who would start with it."""

    rating: int
    outlook: Outlook
    known: bool


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
        by_cube = {
            cube: preview(_standing(yours), _standing(theirs), cube=cube, formula=formula) for cube in CUBES
        }
        return GamePreview(formula=formula, you=yours, opponent=theirs, by_cube=by_cube)


def _side(part: Part, player: PlayerId, formula: Formula, now: int) -> SidePreview:
    number = part.names.numbers.get(player)
    if number is not None:
        reach_back(part, number, now - WINDOW_MS)
    state = PlayerState() if number is None else part.ladder.players[number]
    return SidePreview(
        rating=state.rating, outlook=outlook(formula, state.window, now), known=number is not None
    )


def _standing(side: SidePreview) -> Standing:
    return Standing(rating=side.rating, games_recent=side.outlook.games_recent)
