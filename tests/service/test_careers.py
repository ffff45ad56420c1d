"""A career is a plain fold over the player's entries; a week's change is what its entries did."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from terazi.core.codes import Refusal, VoidReason
from terazi.core.entries import Entry, Moved, Opening, Rated, Settings, Tournament, Void
from terazi.core.rulebook import Rulebook
from terazi.core.types import STARTING_RATING, GameId, PlayerId, PlayerNumber, TournamentId
from terazi.core.window import WINDOW_MS
from terazi.ledger.codec import decode
from terazi.service import careers
from terazi.service.board_pages import BoardPage, Stretch, board_page
from terazi.service.careers import EDGES, Career, Streak, band_of, career, change_of_week
from terazi.service.corrections import Ground, void_award, void_game
from terazi.service.games import record_batch
from terazi.service.ladders import change_settings, ledger_lines, rulebook
from terazi.service.players import Start, erase_player, put_player
from terazi.service.profiles import player
from terazi.service.tournaments import close_tournament, put_tournament
from terazi.service.trails import TREND
from terazi.store.engine import Store
from tests.service.saying import profile
from tests.stores import DAY_MS, A, B, C, result
from tests.strategies import BASE_MS

CUP = TournamentId("cup")
IDS = tuple(PlayerId(f"p{place}") for place in range(8))


def story(store: Store, seed: int, games: int = 90) -> int:
    """Games of every mode, awards, voids and openings over some weeks; when it ends (UTC ms)."""
    dice = random.Random(seed)
    now = BASE_MS
    put_player(store, IDS[0], now, opening=Start(rating=1700))
    record_batch(store, [result("boost", IDS[1], IDS[2], at=now, mode="boosted")], now)
    put_player(store, IDS[1], now, opening=Start(rating=1333))
    put_player(store, IDS[1], now, opening=Start(rating=1650))  # told again, before the first rated event
    put_tournament(store, Tournament(tournament=CUP, name="Cup", awards=(50, 25)), now)
    for number in range(games):
        now += dice.choice((0, 1, DAY_MS // 9, DAY_MS // 3))
        winner, loser = dice.sample(IDS, 2)
        mode = dice.choice(("ranked",) * 7 + ("boosted", "tournament"))
        ending = dice.choice(("bear_off", "resign", "disconnect", "aborted"))
        late = dice.choice((0, 0, 0, 3 * DAY_MS))
        told = result(
            f"g{number}", winner, loser, at=now - late, mode=mode, termination=ending, cube=dice.choice("124")
        )
        record_batch(store, [told], now)
        if dice.random() < 0.08:
            void_game(store, GameId(f"g{dice.randrange(number + 1)}"), Ground(reason=VoidReason.TEST), now)
        if number == games // 2:
            close_tournament(store, CUP, [(1, IDS[3]), (2, IDS[4])], now)
    void_award(store, CUP, IDS[4], Ground(reason=VoidReason.TEST), now)
    return now


def entries_of(store: Store, count: int | None = None) -> list[Entry]:
    entries = [decode(line) for line in ledger_lines(store, 0)]
    return entries[:count]


@dataclass(slots=True)
class Plain:
    """The same career, counted entry by entry as anybody would."""

    start: int = STARTING_RATING
    rating: int = STARTING_RATING
    points: list[tuple[int, int]] = field(default_factory=list)
    games: list[tuple[bool, int, int, int]] = field(default_factory=list)
    """(won, own rating before, opponent's before, accepted at) of the ranked games that stand."""


def plainly(entries: Sequence[Entry], number: PlayerNumber) -> Plain:
    void = {entry.facts.entry for entry in entries if isinstance(entry.facts, Void)}
    found = Plain()
    for entry in entries:
        if isinstance(entry.facts, Opening) and entry.facts.player == number:
            found.start = found.rating = entry.facts.rating
        for side, effect in enumerate(entry.effects):
            if effect.player != number or not isinstance(effect, Rated | Moved):
                continue
            found.rating = effect.change.after
            if isinstance(effect, Rated) or effect.change.delta:
                found.points.append((entry.accepted_at, effect.change.after))
            if isinstance(effect, Rated) and entry.number not in void:
                other = entry.effects[1 - side]
                assert isinstance(other, Rated)
                found.games.append((side == 0, effect.change.before, other.change.before, entry.accepted_at))
    return found


def runs(games: Sequence[tuple[bool, int, int, int]]) -> Iterator[Streak]:
    """Streaks, found by looking at every possible one."""
    for first in range(len(games)):
        for last in range(first, len(games)):
            same = all(game[0] == games[first][0] for game in games[first : last + 1])
            left = first == 0 or games[first - 1][0] != games[first][0]
            right = last + 1 == len(games) or games[last + 1][0] != games[last][0]
            if same and left and right:
                span = games[first][3], games[last][3]
                yield Streak(won=games[first][0], games=last - first + 1, since=span[0], until=span[1])


def agrees(found: Career, plain: Plain, store: Store) -> None:
    assert list(zip(found.instants, found.ratings, strict=True)) == plain.points
    assert (found.won, found.lost) == (
        sum(won for won, *_ in plain.games),
        sum(not won for won, *_ in plain.games),
    )
    formula = rulebook(store).editions[0].formula
    for place, band in enumerate(found.bands):
        mine = [game for game in plain.games if band_of(game[2] - game[1]) == place]
        assert (band.won, band.lost) == (sum(game[0] for game in mine), sum(not game[0] for game in mine))
        assert band.expected == pytest.approx(sum(formula.expected(game[1] - game[2]) for game in mine))
        for _, own, other, _ in mine:
            assert band.least is None or other - own >= band.least
            assert band.most is None or other - own <= band.most
    every = list(runs(plain.games))
    assert found.current == (every[-1] if every else None)
    for won, longest in ((True, found.longest_won), (False, found.longest_lost)):
        those = [one for one in every if one.won == won]
        assert longest == (max(those, key=lambda one: one.games) if those else None)


@pytest.mark.parametrize("seed", range(2))
def test_careers_are_a_plain_fold_over_the_entries(store: Store, seed: int) -> None:
    now = story(store, seed)
    entries = entries_of(store)
    for one in IDS:
        shown = profile(player(store, one, now))
        found = career(store, shown.last, shown.rating)
        plain = plainly(entries, shown.number)
        agrees(found, plain, store)
        assert (found.won, found.lost) == (shown.wins, shown.losses)
        assert found.whole
        assert not found.ratings or found.ratings[-1] == shown.rating == plain.rating


def test_a_career_of_the_past_is_a_fold_over_the_entries_until_then(store: Store) -> None:
    now = story(store, 7)
    entries = entries_of(store)
    for moment in sorted({entry.accepted_at for entry in entries})[::15]:
        until = [entry for entry in entries if entry.accepted_at <= moment]
        for one in IDS:
            shown = player(store, one, now, moment)
            if not isinstance(shown, Refusal):
                agrees(career(store, shown.last, shown.rating), plainly(until, shown.number), store)


def test_what_was_read_is_never_stale(store: Store) -> None:
    """The shelves are warm from the moment before: games, voids and erasures come on top of them."""
    now = BASE_MS
    for number in range(12):
        now += DAY_MS // 2
        record_batch(store, [result(f"g{number}", *((A, B) if number % 3 else (B, A)), at=now)], now)
        if number % 4 == 3:
            void_game(store, GameId(f"g{number - 2}"), Ground(reason=VoidReason.TEST), now)
        shown = profile(player(store, A, now))
        agrees(career(store, shown.last, shown.rating), plainly(entries_of(store), shown.number), store)
        week_agrees(store, now)
    record_batch(store, [result("c", A, C, at=now)], now)
    erase_player(store, B, now)
    shown = profile(player(store, A, now))
    agrees(career(store, shown.last, shown.rating), plainly(entries_of(store), shown.number), store)


def test_only_the_newest_events_of_a_very_long_history_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = story(store, 5)
    shown = profile(player(store, IDS[5], now))
    whole = career(store, shown.last, shown.rating)
    store.known.shelves.clear()
    monkeypatch.setattr(careers, "MOST", 12)
    part = career(store, shown.last, shown.rating)
    assert not part.whole
    assert 0 < len(part.ratings) <= 11
    assert part.ratings == whole.ratings[-len(part.ratings) :]
    assert part.start == whole.ratings[-len(part.ratings) - 1]


def test_bands_meet_without_a_gap_or_an_overlap() -> None:
    found = careers.bands((), Rulebook())
    assert (found[0].least, found[-1].most) == (None, None)
    assert [right.least for right in found[1:]] == [int(left.most or 0) + 1 for left in found[:-1]]
    for gap in range(min(EDGES) - 2, max(EDGES) + 3):
        inside = [
            place
            for place, band in enumerate(found)
            if (band.least is None or gap >= band.least) and (band.most is None or gap <= band.most)
        ]
        assert inside == [band_of(gap)]
        assert band_of(-gap) == len(EDGES) - band_of(gap), "both ends are cut alike"


# --- the last seven days ----------------------------------------------------------------------------


def shown_board(store: Store, now: int, **more: object) -> BoardPage:
    board = board_page(store, Stretch(**{"limit": 100} | more), now)  # type: ignore[arg-type]
    assert isinstance(board, BoardPage)
    return board


def week_agrees(store: Store, now: int) -> BoardPage:
    """The board's changes and trends are sums over the entries."""
    entries = entries_of(store)
    board = shown_board(store, now)
    for line in board.lines:
        events = [
            (entry.accepted_at, effect)
            for entry in entries
            for effect in entry.effects
            if effect.player == line.player
        ]
        moved = [(at, effect.change) for at, effect in events if isinstance(effect, Rated | Moved)]
        week = [change.delta for at, change in moved if now - WINDOW_MS < at <= now]
        assert board.lately[line.player].change == sum(week)
        last = {
            effect.player: 2 * entry.number + side
            for entry in entries
            for side, effect in enumerate(entry.effects)
        }
        alone = change_of_week(career(store, last[line.player], line.rating), now)
        assert alone.change == sum(week), "the profile says what the board says"
        trend = board.lately[line.player].trend
        steps = [right - left for left, right in pairwise(trend)]
        assert steps == [change.delta for _, change in moved][-len(steps) :] if steps else not moved
        recent = sum(isinstance(effect, Rated | Moved) for _, effect in events[-29:])
        assert min(recent, TREND) <= len(steps) <= min(len(moved), TREND)
        assert not trend or trend[-1] == line.rating
    return board


def test_a_week_s_change_is_what_its_entries_did(store: Store) -> None:
    now = story(store, 11)
    for later in (0, 1, DAY_MS, 3 * DAY_MS, WINDOW_MS - 1, WINDOW_MS, 40 * DAY_MS):
        week_agrees(store, now + later)


def test_a_week_s_change_stands_until_the_instant_that_is_told(store: Store) -> None:
    now = story(store, 12)
    while (board := week_agrees(store, now)).until is not None:
        before = {number: one.change for number, one in shown_board(store, board.until - 1).lately.items()}
        assert before == {number: one.change for number, one in board.lately.items()}
        assert board.until > now
        now = board.until + 20 * (DAY_MS // 9)


def test_an_opening_is_no_change_of_the_week(store: Store) -> None:
    put_player(store, A, BASE_MS, opening=Start(rating=1800))
    record_batch(store, [result("g", A, B)], BASE_MS)
    board = shown_board(store, BASE_MS)
    assert {line.rating - board.lately[line.player].change for line in board.lines} == {1800, STARTING_RATING}


def test_a_board_without_events_has_no_changes(store: Store) -> None:
    assert shown_board(store, BASE_MS).lines == []
    change_settings(store, Settings(listed_games=3), BASE_MS)
    record_batch(store, [result("g", A, B)], BASE_MS)
    board = shown_board(store, BASE_MS)
    assert (board.lines, board.until) == ([], None)
