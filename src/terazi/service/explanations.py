"""One game as it stands in the ledger, and its whole sum (R16, R19, R21)."""

from dataclasses import dataclass, field

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal
from terazi.core.entries import Entry, Rated
from terazi.core.explain import Explanation, Teller, explain
from terazi.core.formula import Formula
from terazi.core.types import Game, GameId, TournamentId
from terazi.service.around import Around, around
from terazi.store.chain import Link, counted_games, links_of
from terazi.store.engine import Store
from terazi.store.names import Names, read_names, read_note
from terazi.store.part import Part, begin, load_games, load_replacements, load_voids
from terazi.store.tournaments import knows_tournament

_KEPT = 1_024
"""Games that a process keeps as they are in the ledger, and counts: some 20 MB where weeks are busy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game's entry; the void that took it back, with the operator's note; what replaced it."""

    entry: Entry
    void: Entry | None = None
    note: str = ""
    replaced_by: GameId | None = None
    names: Names = field(default_factory=dict)


def game(store: Store, game_id: GameId) -> GameView | Refusal:
    """A game by the operator's id (`unknown_game` where it is not there)."""
    with store.reading() as connection:
        return _view(store, begin(store, connection), game_id)


def _view(store: Store, part: Part, game_id: GameId) -> GameView | Refusal:
    entry = _loaded(store, part, game_id)
    if entry is None:
        return Refusal(code=Code.UNKNOWN_GAME, field="game_id", value=game_id)
    load_voids(part)
    load_replacements(part)
    void = part.ladder.voids.get(entry.number)
    return GameView(
        entry=entry,
        void=void,
        note=read_note(part.connection, void.number) if void else "",
        replaced_by=part.ladder.replaced.get(game_id),
        names=read_names(part.connection, [effect.player for effect in entry.effects]),
    )


def _loaded(store: Store, part: Part, game_id: GameId) -> Entry | None:
    """A game's entry, in `part` too. Entries never change: one that was read before is not read again."""
    shelf, ladder = store.known.of("games", _KEPT), part.ladder
    known: Entry | None = shelf.get(game_id)
    if known is not None:
        ladder.games[game_id] = ladder.voidable[known.number] = known
        return known
    load_games(part, [game_id])
    found = ladder.games.get(game_id)
    return None if found is None else shelf.keep(game_id, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A game and both players' sums; no sums where it was not rated: `game.entry.unrated` says why.

    `around` tells how the winner and the loser stood when it was done; `tournament` is that of a tournament's
    game, where the ladder knows it.
    """

    game: GameView
    explanation: Explanation | None = None
    around: tuple[Around, ...] = ()
    tournament: TournamentId | None = None


def explain_game(store: Store, game_id: GameId) -> Explained | Refusal:
    """The whole calculation of a game, with the games that made each count."""
    with store.reading() as connection:
        part = begin(store, connection)
        view = _view(store, part, game_id)
        if isinstance(view, Refusal):
            return view
        entry, links = view.entry, links_of(connection, view.entry.number)
        stood = around(part, links)
        if entry.formula is None:
            return Explained(game=view, around=stood, tournament=_tournament(part, entry))
        winner, loser = (_teller(store, part, view, side, link) for side, link in enumerate(links))
        explanation = explain(entry, version(part, entry.formula), winner, loser)
        return Explained(game=view, explanation=explanation, around=stood)


def _tournament(part: Part, entry: Entry) -> TournamentId | None:
    assert isinstance(entry.facts, Game)
    told = entry.facts.tournament
    return told if told is not None and knows_tournament(part.connection, told) else None


def version(part: Part, wanted: str) -> Formula:
    """A version that rated a game, by its name. R21: within a rulebook one name is one formula."""
    editions = part.ladder.rulebook.editions
    known = CATALOGUE | {edition.formula.name: edition.formula for edition in editions}
    return known[wanted]


def _teller(store: Store, part: Part, view: GameView, side: int, link: Link) -> Teller:
    entry, effect = view.entry, view.entry.effects[side]
    assert isinstance(entry.facts, Game) and isinstance(effect, Rated)
    name = view.names.get(effect.player)
    shown = name.shown if name else f"#{effect.player}"  # erased (R7)
    if link.before is None:
        return Teller(name=shown)
    shelf = store.known.of("counted", _KEPT)  # what counted for a game is as fixed as its entry
    counted: tuple[GameId, ...] | None = shelf.get(link.id)
    if counted is None:
        finished_at, most = entry.facts.finished_at, effect.games_recent
        counted = counted_games(part.connection, link.before, finished_at, entry.number, most)
        shelf.keep(link.id, counted)
    return Teller(name=shown, counted=counted)
