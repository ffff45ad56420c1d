"""What holds of every ledger, told naively: no bisection, no projections, no code shared with the ladder.

Quadratic on purpose. Only the formula itself is borrowed: it has golden values of its own.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from terazi.core.entries import (
    Award,
    Entry,
    Moved,
    Opening,
    Podium,
    Present,
    Rated,
    Registration,
    RulebookChange,
    Scored,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.formula import Formula
from terazi.core.ladder import apply, decide
from terazi.core.leaderboard import histogram, is_listed, leaderboard, rank
from terazi.core.state import Ladder
from terazi.core.types import Game, PlayerNumber

Entries = Sequence[Entry]


def assert_lawful(entries: Entries, ladder: Ladder) -> None:
    """Every law below, of a ledger and of the ladder that it makes."""
    assert_in_order(entries)
    assert_ratings_are_sums(entries, ladder)
    assert_games_are_rated_right(entries)
    assert_records_are_counts(entries, ladder)
    assert_voids_mirror(entries)
    assert_awards_are_due(entries)
    assert_board_counts(ladder)
    assert_decided_again(entries, ladder)


def assert_in_order(entries: Entries) -> None:
    """R22: numbers without a gap, moments that never go back; each player's events 1, 2, 3 …"""
    assert [entry.number for entry in entries] == [*range(len(entries))]
    moments = [entry.accepted_at for entry in entries]
    assert moments == sorted(moments)
    events = defaultdict(list)
    for entry in entries:
        for effect in entry.effects:
            events[effect.player].append(effect.event)
    assert all(numbers == [*range(1, len(numbers) + 1)] for numbers in events.values())


def assert_ratings_are_sums(entries: Entries, ladder: Ladder) -> None:
    """A rating is 1500, or the last opening, plus everything that was given and taken back since."""
    ratings: dict[PlayerNumber, int] = {}
    for entry in entries:
        if isinstance(entry.facts, Registration):
            ratings[PlayerNumber(entry.number)] = 1500
        if isinstance(entry.facts, Opening):
            ratings[entry.facts.player] = entry.facts.rating
        for effect in entry.effects:
            if isinstance(effect, Rated | Moved):
                assert effect.change.before == ratings[effect.player]
                ratings[effect.player] += effect.change.delta
    assert {number: player.rating for number, player in ladder.players.items()} == ratings


def formula_at(entries: Entries, instant: int) -> Formula:
    """The version in force at an instant: the last one among these entries that has begun."""
    changes = [entry.facts for entry in entries if isinstance(entry.facts, RulebookChange)]
    return [change.edition.formula for change in changes if change.edition.effective_from <= instant][-1]


def recent_games(entries: Entries, player: PlayerNumber, finished_at: int) -> int:
    """R2, counted one by one: ranked games that stand among these entries, and those of an opening."""
    void = {entry.facts.entry for entry in entries if isinstance(entry.facts, Void)}
    instants: list[int] = []
    for entry in entries:
        facts = entry.facts
        if isinstance(facts, Opening) and facts.player == player:
            instants = [*facts.recent]
        if isinstance(facts, Game) and player in (facts.winner, facts.loser):
            stands = entry.unrated is None and entry.number not in void
            instants += [facts.finished_at] * stands
    return sum(finished_at - 7 * 24 * 60 * 60 * 1000 <= instant <= finished_at for instant in instants)


def assert_games_are_rated_right(entries: Entries) -> None:
    """R2, R3, R21: counts, K, version and both changes of every rated game."""
    for index, entry in enumerate(entries):
        game = entry.facts
        if not isinstance(game, Game) or entry.unrated is not None:
            continue
        won, lost = entry.effects
        assert isinstance(won, Rated)
        assert isinstance(lost, Rated)
        assert (won.player, lost.player) == (game.winner, game.loser)
        before, formula = entries[:index], formula_at(entries[:index], game.finished_at)
        assert entry.formula == formula.name
        for side in (won, lost):
            assert side.games_recent == recent_games(before, side.player, game.finished_at)
            assert side.k == formula.k_for(side.games_recent)
        gap, coefficient = won.change.before - lost.change.before, formula.coefficient(game.cube, game.win)
        assert (won.change.delta, lost.change.delta) == formula.changes(gap, won.k, lost.k, coefficient)


def assert_records_are_counts(entries: Entries, ladder: Ladder) -> None:
    """Wins and losses are ranked games that stand; points and Sparks are sums (R14)."""
    void = {entry.facts.entry for entry in entries if isinstance(entry.facts, Void)}
    wins, losses, points, sparks = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for entry in entries:
        if isinstance(entry.facts, Game) and entry.unrated is None and entry.number not in void:
            wins[entry.facts.winner] += 1
            losses[entry.facts.loser] += 1
        for effect in entry.effects:
            if isinstance(effect, Scored):
                points[effect.player] += effect.points
                sparks[effect.player] += effect.sparks
    for number, player in ladder.players.items():
        assert (player.wins, player.losses) == (wins[number], losses[number])
        assert player.games == wins[number] + losses[number]
        assert (player.points, player.sparks) == (points[number], sparks[number])
    for player in ladder.players.values():
        assert min(player.points, player.sparks) >= 0


def assert_voids_mirror(entries: Entries) -> None:
    """R16: a void takes back exactly what its entry gave, to the same players, once."""
    voided = [entry.facts.entry for entry in entries if isinstance(entry.facts, Void)]
    assert len(voided) == len({*voided})
    for entry in entries:
        if isinstance(entry.facts, Void):
            given = entries[entry.facts.entry].effects
            assert [amounts(effect, -1) for effect in entry.effects] == [
                amounts(effect, 1) for effect in given
            ]


def amounts(effect: Rated | Moved | Scored | Present, sign: int) -> tuple[int, ...]:
    """Who was moved, and by how much."""
    match effect:
        case Rated() | Moved():
            return effect.player, sign * effect.change.delta
        case Scored():
            return effect.player, sign * effect.points, sign * effect.sparks
        case Present():
            return (effect.player,)


def assert_awards_are_due(entries: Entries) -> None:
    """R15: each award is its place's, of a public tournament that placed this player, given once."""
    cups = {entry.facts.tournament: entry.facts for entry in entries if isinstance(entry.facts, Tournament)}
    podiums = {entry.facts.tournament: entry.facts for entry in entries if isinstance(entry.facts, Podium)}
    awards = [entry for entry in entries if isinstance(entry.facts, Award)]
    given = [
        (entry.facts.tournament, entry.facts.player) for entry in awards if isinstance(entry.facts, Award)
    ]
    assert len(given) == len({*given})
    for entry in awards:
        assert isinstance(entry.facts, Award)
        assert isinstance(entry.effects[0], Moved)
        cup, place = cups[entry.facts.tournament], entry.facts.place
        assert cup.visibility is Visibility.PUBLIC
        assert (place, entry.facts.player) in podiums[cup.tournament].places
        assert entry.effects[0].change.delta == cup.awards[place - 1]


def assert_board_counts(ladder: Ladder) -> None:
    """R18: a rank is one more than the listed players above, on the board as from the histogram."""
    listed = {number: player.rating for number, player in ladder.players.items() if is_listed(player, 0)}
    board = [*leaderboard(ladder.players)]
    assert {line.player: line.rating for line in board} == listed
    for line in board:
        above = sum(rating > line.rating for rating in listed.values())
        assert line.rank == rank(histogram(listed.values()), line.rating) == 1 + above


def assert_decided_again(entries: Entries, ladder: Ladder) -> None:
    """DESIGN: deciding an entry's facts again at its moment gives the entry, applying all the ladder."""
    second = Ladder()
    for entry in entries:
        assert decide(second, entry.facts, entry.accepted_at) == entry
        apply(second, entry)
    assert second == ladder
