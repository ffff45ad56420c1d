"""Rank, percentile, pages and history say the same, now and as of any moment (R18, R22)."""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import pytest

from terazi.core.codes import Code, VoidReason
from terazi.core.entries import Settings, Tournament
from terazi.core.leaderboard import Line, histogram, percentile, rank
from terazi.core.types import GameId, PlayerId, PlayerNumber, TournamentId
from terazi.core.window import WINDOW_MS
from terazi.service.board_pages import BoardPage, Stretch, board_page
from terazi.service.boards import Board, boosted, distribution, leaderboard
from terazi.service.corrections import Ground, void_game
from terazi.service.games import record_batch
from terazi.service.ladders import change_settings, head
from terazi.service.players import Start, erase_player, put_player
from terazi.service.previews import GamePreview, preview_game
from terazi.service.profiles import Place, history, player
from terazi.service.tournaments import close_tournament, put_tournament
from terazi.service.trails import Lately
from terazi.store import past
from terazi.store.boosted import BoostedLine, week_of
from terazi.store.chain import Event
from terazi.store.engine import Store
from tests.service.saying import history_page, profile, refused
from tests.stores import A, B, result
from tests.strategies import BASE_MS

DAY_MS = 86_400_000


@pytest.fixture
def crowd(store: Store) -> Store:
    """Twenty players, 120 games in a day; the last two only at the end of it."""
    chance = random.Random(5)
    reports = []
    for number in range(120):
        winner, loser = chance.sample(range(18), 2)
        reports.append(result(f"g{number}", f"p{winner}", f"p{loser}", at=BASE_MS + number))
    reports.append(result("last", "p18", "p19", at=BASE_MS + DAY_MS))
    record_batch(store, reports[:60], BASE_MS + 60)
    record_batch(store, reports[60:], BASE_MS + DAY_MS)
    return store


def test_pages_of_any_size_make_the_same_board(crowd: Store) -> None:
    whole = leaderboard(crowd, limit=100)
    assert (whole.after, len(whole.lines)) == (None, 20)
    for size in (1, 3, 7):
        lines: list[Line] = []
        after = None
        while True:
            page = leaderboard(crowd, after=after, limit=size)
            lines += page.lines
            after = page.after
            if after is None:
                break
        assert lines == list(whole.lines)


def test_the_board_the_profile_and_the_distribution_agree(crowd: Store) -> None:
    board = leaderboard(crowd)
    ratings = histogram(line.rating for line in board.lines)
    assert distribution(crowd) == dict(sorted(ratings.items()))
    for line in board.lines:
        one = profile(player(crowd, board.names[line.player].player, BASE_MS))
        assert one.place is not None
        assert (one.rating, one.place.rank) == (line.rating, line.rank)
        assert line.rank == rank(ratings, line.rating)
        assert (one.place.below, one.place.listed) == percentile(ratings, line.rating)


def test_the_active_are_a_filter_that_never_renumbers(crowd: Store) -> None:
    whole = {line.player: line for line in leaderboard(crowd).lines}
    active = leaderboard(crowd, active_since=BASE_MS + DAY_MS).lines
    assert len(active) == 2
    assert all(line == whole[line.player] for line in active)
    assert leaderboard(crowd, active_since=BASE_MS + DAY_MS + 1).lines == []


def test_as_of_a_moment_is_what_was_shown_then(store: Store) -> None:
    shown = []
    for number in range(6):
        at = BASE_MS + number
        record_batch(store, [result(f"g{number}", A if number % 3 else B, "c", at=at)], at)
        shown.append((at, leaderboard(store).lines, profile(player(store, A, at)) if number else None))
    for at, lines, a in shown:
        assert leaderboard(store, as_of=at).lines == lines
        if a is not None:
            assert profile(player(store, A, BASE_MS + 99, as_of=at)) == a
    assert leaderboard(store, as_of=BASE_MS - 1).lines == []
    assert refused(player(store, A, BASE_MS, as_of=BASE_MS - 1)) is Code.UNKNOWN_PLAYER


def a_story(chance: random.Random) -> Iterator[Callable[..., object]]:
    """Games of all modes, openings, awards, voids, erasures, another rule of listing: a step a moment."""
    for number in range(45):
        winner, loser = chance.sample(range(9), 2)
        mode = chance.choice(["ranked", "ranked", "ranked", "boosted", "tournament"])
        told = result(f"g{number}", f"p{winner}", f"p{loser}", mode=mode, at=BASE_MS + number)
        yield partial(record_batch, reports=[told])
        if number % 7 == 0:
            old = GameId(f"g{chance.randrange(number + 1)}")
            yield partial(void_game, game_id=old, ground=Ground(reason=VoidReason.TEST))
        if number % 11 == 0:
            yield partial(put_player, player=PlayerId(f"n{number}"), opening=Start(rating=1400 + number))
        if number % 11 == 5:
            one = result(f"x{number}", f"n{number - 5}", f"p{winner}", at=BASE_MS + number)
            yield partial(record_batch, reports=[one])
        if number == 41:  # whose first game came long after the registration
            yield partial(erase_player, player=PlayerId("n33"))
        if number % 13 == 12:
            yield partial(erase_player, player=PlayerId(f"p{chance.randrange(9)}"))
        if number in (6, 12):
            yield partial(change_settings, chosen=Settings(listed_games=3 if number == 6 else 0))
        if number == 30:
            yield partial(put_tournament, tournament=Tournament(tournament=CUP, name="Cup"))
            yield partial(close_tournament, tournament_id=CUP, places=PODIUM)


CUP = TournamentId("cup")
PODIUM = [(1, PlayerId("n22")), (2, PlayerId("n11")), (3, PlayerId("p1"))]


@pytest.mark.slow
@pytest.mark.parametrize("much", [past.MUCH, 0, 10**9], ids=["usual", "from now", "from the beginning"])
def test_a_board_of_the_past_is_what_was_shown_then_whatever_happened_since(
    store: Store, monkeypatch: pytest.MonkeyPatch, much: int
) -> None:
    monkeypatch.setattr(past, "MUCH", much)
    shown = []
    for at, step in enumerate(a_story(random.Random(1)), start=BASE_MS):
        step(store, now=at)
        whole = leaderboard(store)
        active = list(leaderboard(store, active_since=at - 10).lines)
        shown.append((at, list(whole.lines), active, place_of(store, whole, at), moved(store, at)))
    assert max(len(lines) for _, lines, *_ in shown) > 9
    now = leaderboard(store)
    for at, lines, active, place, lately in shown:
        then = leaderboard(store, as_of=at)
        assert list(then.lines) == lines
        assert moved(store, now=BASE_MS + 10**6, as_of=at) == lately
        assert list(leaderboard(store, as_of=at, active_since=at - 10).lines) == active
        key = (lines[0].rating, lines[0].player) if lines else None
        assert list(leaderboard(store, limit=3, as_of=at, after=key).lines) == lines[1:4]
        if lines and lines[0].player in now.names:  # nobody asks for whoever was erased
            assert place_of(store, then, at, as_of=at) == place


def moved(store: Store, now: int, as_of: int | None = None) -> Mapping[PlayerNumber, Lately]:
    """How everybody on the board moved lately."""
    page = board_page(store, Stretch(limit=100), now, as_of)
    assert isinstance(page, BoardPage)
    return page.lately


def place_of(store: Store, board: Board, at: int, as_of: int | None = None) -> Place | None:
    """The place of the first on the board, as their profile has it."""
    if not board.lines:
        return None
    return profile(player(store, board.names[board.lines[0].player].player, at, as_of=as_of)).place


def test_a_history_is_read_in_pages_from_the_newest(crowd: Store) -> None:
    whole = history_page(history(crowd, PlayerId("p3"), limit=100))
    numbers = [event.number for event in whole.events]
    assert numbers == list(range(len(numbers), 0, -1))
    events: list[Event] = []
    before = None
    while True:
        page = history_page(history(crowd, PlayerId("p3"), before=before, limit=4))
        events += page.events
        before = page.before
        if before is None:
            break
    assert events == list(whole.events)
    until = history_page(history(crowd, PlayerId("p3"), as_of=BASE_MS + 60, limit=100))
    assert [event for event in whole.events if event.entry.accepted_at <= BASE_MS + 60] == list(until.events)


def test_a_cursor_of_another_player_is_refused(crowd: Store) -> None:
    page = history_page(history(crowd, PlayerId("p3"), limit=1))
    assert page.before is not None
    assert refused(history(crowd, PlayerId("p4"), before=page.before)) is Code.BAD_VALUE
    for before in (-1, 2**63, 10**30):
        assert refused(history(crowd, PlayerId("p4"), before=before)) is Code.BAD_VALUE
    assert refused(history(crowd, PlayerId("nobody"))) is Code.UNKNOWN_PLAYER


def test_highs_and_lows_are_told_with_their_games(store: Store) -> None:
    record_batch(store, [result(f"g{n}", A, B, at=BASE_MS + n) for n in range(3)], BASE_MS + 3)
    record_batch(store, [result("h", B, A, at=BASE_MS + 4)], BASE_MS + 4)
    a = profile(player(store, A, BASE_MS + 5))
    assert a.high is not None
    assert a.low is not None
    assert [getattr(one.entry.facts, "game_id", "") for one in (a.high, a.low)] == ["g2", "g0"]
    assert (a.high.rating, a.low.rating) == (1547, 1516)


# --- boosted ---------------------------------------------------------------------------------------


def test_boosted_points_stand_by_week_and_of_all_time(store: Store) -> None:
    monday = 1_790_553_600_000  # 2026-09-28T00:00:00Z
    reports = [
        result("g1", A, B, at=monday - 1, mode="boosted", cube="2"),
        result("g2", B, A, at=monday, mode="boosted", win="gammon"),
        result("g3", B, "c", at=monday + 1, mode="boosted"),
    ]
    record_batch(store, reports, monday + 1)
    week = week_of(monday)

    def seen(lines: object) -> list[tuple[int, int, int, int]]:
        assert isinstance(lines, list)
        return [
            (one.rank, one.points, one.sparks, one.games) for one in lines if isinstance(one, BoostedLine)
        ]

    assert seen(boosted(store).lines) == [(1, 3, 22, 3), (2, 2, 12, 2), (3, 0, 2, 1)]
    assert seen(boosted(store, week=week).lines) == [(1, 3, 20, 2), (2, 0, 2, 1), (2, 0, 2, 1)]
    assert seen(boosted(store, week=week - 1).lines) == [(1, 2, 10, 1), (2, 0, 2, 1)]
    first = boosted(store, limit=1)
    rest = boosted(store, limit=5, after=first.after)
    assert seen([*first.lines, *rest.lines]) == seen(boosted(store).lines)


# --- previews --------------------------------------------------------------------------------------


def previewed(outcome: object) -> GamePreview:
    assert isinstance(outcome, GamePreview), outcome
    return outcome


def test_a_preview_is_what_the_game_then_gives(crowd: Store) -> None:
    at = BASE_MS + DAY_MS + 5
    shown = previewed(preview_game(crowd, PlayerId("p1"), PlayerId("p2"), at))
    record_batch(crowd, [result("g", "p1", "p2", at=at, cube="4")], at)
    change = history_page(history(crowd, PlayerId("p1"), limit=1)).events[0].entry.effects[0]
    assert getattr(change, "change").delta == shown.by_cube[4].win.you  # noqa: B009


def test_a_preview_says_when_k_changes(store: Store) -> None:
    record_batch(store, [result(f"g{n}", A, f"o{n}", at=BASE_MS + n) for n in range(49)], BASE_MS + 49)
    calm = previewed(preview_game(store, A, B, BASE_MS + 49)).you.outlook
    assert (calm.k, calm.games_until_change, calm.changes_at) == (32, 1, None)
    record_batch(store, [result("g49", A, B, at=BASE_MS + 49)], BASE_MS + 49)
    busy = previewed(preview_game(store, A, B, BASE_MS + 49)).you.outlook
    assert (busy.k, busy.games_until_change, busy.changes_at) == (16, None, BASE_MS + WINDOW_MS + 1)
    assert busy.changes_at is not None
    ks = [previewed(preview_game(store, A, B, busy.changes_at + edge)).you.outlook.k for edge in (-1, 0)]
    assert ks == [16, 32]


def test_a_preview_of_newcomers_is_that_of_every_newcomer(store: Store) -> None:
    before = head(store)
    shown = previewed(preview_game(store, A, B, BASE_MS))
    assert (shown.you.known, shown.you.rating, shown.by_cube[64].lose.you) == (False, 1500, -32)
    assert head(store) == before
    assert refused(preview_game(store, A, A, BASE_MS)) is Code.SAME_PLAYER
