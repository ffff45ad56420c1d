"""The ladder's one state machine: what an event would write, and what the ladder is after it.

`decide` reads and never changes; `apply` changes and never judges. Folding both over a history is the
slow, plain, obviously right path; everything faster must agree with it.
"""

from dataclasses import replace
from typing import assert_never

from terazi.core.admit import admit, seen
from terazi.core.codes import Refusal
from terazi.core.entries import (
    Award,
    Effect,
    Entry,
    Erasure,
    Facts,
    Moved,
    Opening,
    Podium,
    Present,
    Rated,
    Registration,
    RulebookChange,
    Scored,
    Settings,
    Tournament,
    Void,
)
from terazi.core.modes import Seat, step_for
from terazi.core.state import Ladder, PlayerState
from terazi.core.types import EntryNumber, Game, PlayerNumber, RatingChange
from terazi.core.window import Window

# --- decide ----------------------------------------------------------------------------------------


def decide(ladder: Ladder, facts: Facts, at: int) -> Entry | Refusal:
    """The entry that these facts would write at moment `at` (UTC ms), or why they are refused.

    Facts that are already in the ledger give the entry they wrote then (R6, R15, R16). An entry's
    `accepted_at` is `at`, or the last entry's where that is later (R22).
    """
    accepted_at = max(at, ladder.clock)
    known = seen(ladder, facts) or admit(ladder, facts, accepted_at)
    return known or written(ladder, facts, accepted_at)


def written(ladder: Ladder, facts: Facts, accepted_at: int) -> Entry:
    """The entry of facts that are new to the ladder and were admitted."""
    if isinstance(facts, Game):
        return _game_entry(ladder, facts, accepted_at)
    entry = Entry(number=EntryNumber(ladder.head), accepted_at=accepted_at, facts=facts)
    match facts:
        case Award():
            return replace(entry, effects=(_awarded(ladder, facts),))
        case Void():
            effects = ladder.voidable[facts.entry].effects
            return replace(entry, effects=tuple(_taken_back(ladder, effect) for effect in effects))
        case _:
            return entry


def _game_entry(ladder: Ladder, game: Game[PlayerNumber], accepted_at: int) -> Entry:
    formula = ladder.rulebook.in_force(game.finished_at)
    assert not isinstance(formula, Refusal), "admitted games have a formula (R3)"
    winner, loser = _seat(ladder, game.winner, game), _seat(ladder, game.loser, game)
    outcome = step_for(game)(game, formula, ladder.settings, winner, loser)
    return Entry(
        number=EntryNumber(ladder.head),
        accepted_at=accepted_at,
        facts=game,
        effects=outcome.effects,
        formula=outcome.formula,
        unrated=outcome.unrated,
    )


def _seat(ladder: Ladder, number: PlayerNumber, game: Game[PlayerNumber]) -> Seat:
    player = ladder.players[number]
    return Seat(
        rating=player.rating,
        games_recent=player.window.count(game.finished_at),
        player=number,
        event=player.events + 1,
    )


def _awarded(ladder: Ladder, award: Award) -> Moved:
    tournament, player = ladder.tournament(award.tournament), ladder.players[award.player]
    assert tournament is not None, "admitted awards have a tournament"
    change = RatingChange(before=player.rating, delta=tournament.awards[award.place - 1])
    return Moved(player=award.player, event=player.events + 1, change=change)


def _taken_back(ladder: Ladder, effect: Effect) -> Effect:
    player = ladder.players[effect.player]
    event = player.events + 1
    match effect:
        case Rated() | Moved():  # R16: exactly the amount it gave, from where the player stands now
            change = RatingChange(before=player.rating, delta=-effect.change.delta)
            return Moved(player=effect.player, event=event, change=change)
        case Scored():
            return replace(effect, event=event, points=-effect.points, sparks=-effect.sparks)
        case Present():
            return replace(effect, event=event)
        case _:
            assert_never(effect)


# --- apply -----------------------------------------------------------------------------------------


def apply(ladder: Ladder, entry: Entry) -> None:
    """Change the ladder by one entry, which must be the next one."""
    assert entry.number == ladder.head, "entries are applied in order, without a gap"
    assert entry.accepted_at >= ladder.clock, "accepted_at never goes back (R22)"
    _apply_facts(ladder, entry)
    for effect in entry.effects:
        _apply_effect(ladder.players[effect.player], effect)
    ladder.head += 1
    ladder.clock = entry.accepted_at


def _apply_facts(ladder: Ladder, entry: Entry) -> None:
    match entry.facts:
        case Game() as game:  # first, since nearly every entry is one
            _apply_game(ladder, game, entry)
        case Settings() as settings:
            ladder.settings = settings
        case RulebookChange(edition=edition):
            rulebook = ladder.rulebook.extended(edition)
            assert not isinstance(rulebook, Refusal), "decided before it is applied"
            ladder.rulebook = rulebook
        case Registration():
            ladder.players[PlayerNumber(entry.number)] = PlayerState()
        case Opening() as opening:
            player = ladder.players[opening.player]
            player.rating, player.window = opening.rating, Window(opening.recent)
        case Tournament() as tournament:
            ladder.tournaments[tournament.tournament] = entry
        case Podium() as podium:
            ladder.podiums[podium.tournament] = entry
        case Award() as award:
            ladder.awards[award.tournament, award.player] = entry
            ladder.voidable[entry.number] = entry
            ladder.players[award.player].awards += 1
        case Void() as void:
            _apply_void(ladder, void, entry)
        case Erasure(player=erased):
            ladder.players[erased].erased = True
        case _:
            assert_never(entry.facts)


def _apply_game(ladder: Ladder, game: Game[PlayerNumber], entry: Entry) -> None:
    ladder.games[game.game_id] = entry
    ladder.voidable[entry.number] = entry
    latest = ladder.last_finish  # None is no game yet; 0 is an instant like any other
    ladder.last_finish = game.finished_at if latest is None else max(latest, game.finished_at)
    if game.replaces is not None:
        ladder.replaced[game.replaces] = game.game_id
    if entry.unrated is None:
        _count_game(ladder, game, 1)
        for number in (game.winner, game.loser):
            ladder.players[number].window.add(game.finished_at)


def _apply_void(ladder: Ladder, void: Void, entry: Entry) -> None:
    ladder.voids[void.entry] = entry
    voided = ladder.voidable[void.entry]
    match voided.facts:
        case Game() as game if voided.unrated is None:
            _count_game(ladder, game, -1)
            for number in (game.winner, game.loser):
                ladder.players[number].window.remove(game.finished_at)  # R16: no longer counts in R2
        case Award() as award:
            ladder.players[award.player].awards -= 1
        case _:
            pass


def _count_game(ladder: Ladder, game: Game[PlayerNumber], by: int) -> None:
    ladder.players[game.winner].wins += by
    ladder.players[game.loser].losses += by


def _apply_effect(player: PlayerState, effect: Effect) -> None:
    assert effect.event == player.events + 1, "a player's events run 1, 2, 3 …"
    player.events = effect.event
    match effect:
        case Rated() | Moved():
            assert effect.change.before == player.rating, "a change starts where the last one ended"
            player.rating = effect.change.after
            player.rated = True
        case Scored():
            player.points += effect.points
            player.sparks += effect.sparks
        case Present():
            pass
        case _:
            assert_never(effect)
