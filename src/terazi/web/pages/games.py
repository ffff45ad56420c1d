"""A game: the whole sum of both changes as a reader would do it by hand, or why no rating moved (R19)."""

from dataclasses import dataclass, replace
from typing import Any

from terazi.core.codes import Code
from terazi.core.explain import Explanation
from terazi.core.types import FIRST_INSTANT_MS, Game, GameId, PlayerNumber, TournamentId
from terazi.core.window import WINDOW_MS
from terazi.service.explanations import Explained, explain_game
from terazi.store.names import Name
from terazi.web.games import explained_members
from terazi.web.pages import scales
from terazi.web.pages.places import ID, JSON_TWIN, Place, Shown, Visit
from terazi.web.pages.rendering import pieces
from terazi.web.pages.sides import Side, game_items
from terazi.web.pages.verifying import CHECKS, address, by_hand, verification
from terazi.web.problems import taken
from terazi.words.catalogue import key_of
from terazi.words.explanation import asymmetry_numbers
from terazi.words.sums import sum_lines

ROLES = ("winner", "loser")


def show(visit: Visit) -> Shown:
    """One game."""
    explained = taken(explain_game(visit.desk.store, GameId(visit.ids[0])), absent=Code.UNKNOWN_GAME)
    view = explained.game
    facts: dict[str, Any] = {
        "game": view.entry.facts,
        "entry": view.entry,
        "names": view.names,
        "sides": _sides(explained),
        "proof": visit.desk.log is not None,
        "told": pieces(
            visit, "game_told.html", [_told(visit, explained)], lambda _: _facts(visit, explained)
        ),
    }
    return Shown(template="game.html", facts=facts, members=lambda: explained_members(visit.words, explained))


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All on which it depends how a game is told: its entry, what became of it, names, where that is."""

    number: int
    void: int | None
    replaced_by: GameId | None
    tournament: TournamentId | None
    names: tuple[Name | None, ...]
    address: str
    log: str | None


def _told(visit: Visit, explained: Explained) -> Told:
    view, log = explained.game, visit.desk.log
    return Told(
        number=view.entry.number,
        void=view.void.number if view.void else None,
        replaced_by=view.replaced_by,
        tournament=explained.tournament,
        names=tuple(view.names.get(effect.player) for effect in view.entry.effects),
        address=address(visit, "/"),
        log=None if log is None else str(log.signer.key.verifier),
    )


def _facts(visit: Visit, explained: Explained) -> dict[str, Any]:
    view, explanation = explained.game, explained.explanation
    game = view.entry.facts
    assert isinstance(game, Game)
    facts: dict[str, Any] = {
        "checks": CHECKS,
        "view": view,
        "entry": view.entry,
        "game": game,
        "names": view.names,
        "sides": _summed(visit, explained),
        "explanation": explanation,
        "tournament": explained.tournament,
        "by_hand": None,
        "game_items": game_items,
        "checked": verification(visit, view.entry, None if explanation is None else explanation.formula),
    }
    return facts if explanation is None else facts | _sums(visit, explanation, game)


def _sums(visit: Visit, explanation: Explanation, game: Game[PlayerNumber]) -> dict[str, object]:
    return {
        "scales": scales.scales(explanation.winner.expected),
        "why": key_of(explanation.asymmetry),
        "why_numbers": asymmetry_numbers(visit.words, explanation),
        "window": (max(game.finished_at - WINDOW_MS, FIRST_INSTANT_MS), game.finished_at),  # R2
        "by_hand": by_hand(explanation),
    }


def _sides(explained: Explained) -> list[Side]:
    effects = explained.game.entry.effects
    return [
        Side(role=role, effect=effect, around=stood)
        for role, effect, stood in zip(ROLES, effects, explained.around, strict=True)
    ]


def _summed(visit: Visit, explained: Explained) -> list[Side]:
    """Both sides with their sums, where the game was rated."""
    sides, explanation = _sides(explained), explained.explanation
    if explanation is None:
        return sides
    return [
        replace(side, terms=terms, lines=sum_lines(visit.words, explanation, terms))
        for side, terms in zip(sides, (explanation.winner, explanation.loser), strict=True)
    ]


PLACES = (Place(steps=("games", ID), show=show, forms=JSON_TWIN),)
