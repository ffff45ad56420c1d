"""Before you resign: what it costs at the cube on the board; as a page, and bare for an operator's frame.

Parameters: `you` and `opponent` (a rating, or a player's id or name), `cube`, `win` (what is conceded:
`single`, `gammon`, `backgammon`), `you_recent` and `opponent_recent` where they are not the real ones.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from terazi.core.preview import Preview, preview
from terazi.core.types import WIN_POINTS, Win
from terazi.service.calculator import Calculation
from terazi.web.pages.calculator import calculated, form_facts, query_of
from terazi.web.pages.fields import Fields
from terazi.web.pages.places import JSON_TWIN, Place, Shown, Visit


def show(visit: Visit) -> Shown:
    """The page: a form, the cost, and how to show it elsewhere."""
    return _shown(visit, "resign.html")


def show_fragment(visit: Visit) -> Shown:
    """The cost alone, to stand in another site's frame."""
    return replace(_shown(visit, "resign_fragment.html"), bare=True)


def _shown(visit: Visit, template: str) -> Shown:
    fields = Fields(said=visit.query)
    found = calculated(visit, fields)
    costs = _costs(found) if found else {}
    return Shown(
        template=template,
        facts=form_facts(visit, fields)
        | {
            "found": found,
            "costs": costs,
            "points": WIN_POINTS,
            "same_rating": len({cost.lose for cost in costs.values()}) == 1,
            "query": query_of(fields),
        },
        members=lambda: _members(found, costs),
    )


def _costs(found: Calculation) -> Mapping[Win, Preview]:
    """What each size of a loss would do (R10: a resignation may concede a gammon or a backgammon)."""
    game = found.preview
    return {
        win: preview(
            game.you.standing, game.opponent.standing, cube=found.cube, size=win, formula=game.formula
        )
        for win in Win
    }


def _members(found: Calculation | None, costs: Mapping[Win, Preview]) -> dict[str, Any]:
    assert found is not None, "a twin of what is refused was refused"
    return {
        "formula": found.preview.formula.name,
        "cube": found.cube,
        "win": found.win,
        "you": {"rating": found.preview.you.rating, "k": found.preview.you.outlook.k},
        "opponent": {"rating": found.preview.opponent.rating, "k": found.preview.opponent.outlook.k},
        "costs": {
            win: {
                "you": cost.lose.you,
                "opponent": cost.lose.opponent,
                "points": found.cube * WIN_POINTS[win],
            }
            for win, cost in costs.items()
        },
    }


PLACES = (
    Place(steps=("resign",), show=show, forms=JSON_TWIN),
    Place(steps=("resign", "fragment"), show=show_fragment),
)
