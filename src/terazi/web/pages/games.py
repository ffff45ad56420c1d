"""A game: the whole sum of both changes as a reader would do it by hand, or why no rating moved (R19)."""

from typing import Any

from terazi.core.codes import Code
from terazi.core.explain import Explanation
from terazi.core.types import FIRST_INSTANT_MS, Game, GameId, PlayerNumber
from terazi.core.window import WINDOW_MS
from terazi.service.explanations import Explained, explain_game
from terazi.web.games import explained_members
from terazi.web.pages import scales
from terazi.web.pages.places import ID, JSON_TWIN, Place, Shown, Visit
from terazi.web.pages.sides import Side, game_items
from terazi.web.pages.verifying import CHECKS, by_hand, verification
from terazi.web.problems import taken
from terazi.words.catalogue import key_of
from terazi.words.explanation import asymmetry_numbers
from terazi.words.sums import sum_lines

ROLES = ("winner", "loser")


def show(visit: Visit) -> Shown:
    """One game."""
    explained = taken(explain_game(visit.desk.store, GameId(visit.ids[0])), absent=Code.UNKNOWN_GAME)
    view, explanation = explained.game, explained.explanation
    game = view.entry.facts
    assert isinstance(game, Game)
    facts: dict[str, Any] = {
        "checks": CHECKS,
        "view": view,
        "entry": view.entry,
        "game": game,
        "names": view.names,
        "sides": _sides(visit, explained),
        "explanation": explanation,
        "tournament": explained.tournament,
        "by_hand": None,
        "game_items": game_items,
        "checked": verification(visit, view.entry, None if explanation is None else explanation.formula),
    }
    if explanation is not None:
        facts |= _sums(visit, explanation, game)
    return Shown(template="game.html", facts=facts, members=lambda: explained_members(visit.words, explained))


def _sums(visit: Visit, explanation: Explanation, game: Game[PlayerNumber]) -> dict[str, object]:
    return {
        "scales": scales.scales(explanation.winner.expected),
        "why": key_of(explanation.asymmetry),
        "why_numbers": asymmetry_numbers(visit.words, explanation),
        "window": (max(game.finished_at - WINDOW_MS, FIRST_INSTANT_MS), game.finished_at),  # R2
        "by_hand": by_hand(explanation),
    }


def _sides(visit: Visit, explained: Explained) -> list[Side]:
    effects, explanation, around = explained.game.entry.effects, explained.explanation, explained.around
    if explanation is None:
        return [
            Side(role=role, effect=effect, around=stood)
            for role, effect, stood in zip(ROLES, effects, around, strict=True)
        ]
    terms = explanation.winner, explanation.loser
    return [
        Side(
            role=role, effect=effect, around=stood, terms=own, lines=sum_lines(visit.words, explanation, own)
        )
        for role, effect, stood, own in zip(ROLES, effects, around, terms, strict=True)
    ]


PLACES = (Place(steps=("games", ID), show=show, forms=JSON_TWIN),)
