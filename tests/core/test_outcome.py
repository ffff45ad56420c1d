"""Games told by their events: every sentence of R8 and R11."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Settings
from terazi.core.referee import settle
from terazi.core.reports import Event, EventKind, EventsReport
from terazi.core.types import Game, PlayerId, Termination, Win
from tests.strategies import BASE_MS

A, B = "Ayşe", "Bora"
END = BASE_MS + 3_600_000
GRACE = 60_000  # R11, the default
SETTINGS = Settings()


def at(kind: EventKind, player: str, after_ms: int | None = None, win: str = "") -> Event:
    """An event so many milliseconds after the beginning, or at an instant nobody noted."""
    return Event(kind=kind, player=player, at=None if after_ms is None else BASE_MS + after_ms, win=win)


OFFER_A, TAKE_A, DROP_A = (at(kind, A) for kind in [*EventKind][:3])
OFFER_B, TAKE_B, DROP_B = (at(kind, B) for kind in [*EventKind][:3])
MISS_A, MISS_B = at(EventKind.MOVE_MISSED, A), at(EventKind.MOVE_MISSED, B)
OFF_A, OFF_B = at(EventKind.BORNE_OFF, A), at(EventKind.BORNE_OFF, B)


def told(*events: Event, until: int | None = END) -> EventsReport:
    return EventsReport(game_id="g1", players=(A, B), events=events, until=until)


def settled(report: EventsReport, settings: Settings = SETTINGS) -> Game[PlayerId]:
    answer = settle(report, settings)
    assert isinstance(answer, Game), answer
    return answer


def refused(report: EventsReport) -> Refusal:
    answer = settle(report, SETTINGS)
    assert isinstance(answer, Refusal), answer
    return answer


# --- how a game ends -------------------------------------------------------------------------------

# Events -> winner, ending, cube (R8, R10, R11).
ENDS: list[tuple[tuple[Event, ...], str, Termination, int]] = [
    ((OFF_A,), A, Termination.BEAR_OFF, 1),
    ((OFF_B,), B, Termination.BEAR_OFF, 1),
    ((at(EventKind.RESIGNED, A),), B, Termination.RESIGN, 1),
    ((at(EventKind.LEFT, B),), A, Termination.LEAVE, 1),
    ((OFFER_A, TAKE_B, OFF_A), A, Termination.BEAR_OFF, 2),
    ((OFFER_A, DROP_B), A, Termination.DROP, 1),  # R8: the cube before the offer
    ((OFFER_A, TAKE_B, OFFER_B, DROP_A), B, Termination.DROP, 2),
    ((OFFER_A, at(EventKind.RESIGNED, B)), A, Termination.RESIGN, 1),  # an offer not answered doubles nothing
    ((OFFER_A, at(EventKind.LEFT, A)), B, Termination.LEAVE, 1),
    ((MISS_A, MISS_A, MISS_A), B, Termination.TIMEOUT, 1),  # the third missed move
    ((MISS_A, MISS_B, MISS_A, MISS_B, MISS_B), A, Termination.TIMEOUT, 1),  # each player's own
    ((OFFER_A, TAKE_B, MISS_B, MISS_B, MISS_B), A, Termination.TIMEOUT, 2),
]


@pytest.mark.parametrize(("events", "winner", "ending", "cube"), ENDS)
def test_events_make_the_outcome(
    events: tuple[Event, ...], winner: str, ending: Termination, cube: int
) -> None:
    game = settled(told(*events))
    assert (game.winner, {game.winner, game.loser}) == (winner, {A, B})
    assert (game.termination, game.cube, game.win) == (ending, cube, Win.SINGLE)
    assert game.finished_at == END  # the deciding event has no instant of its own


ANYTHING = st.builds(at, st.sampled_from(EventKind), st.sampled_from((A, B)), st.integers(0, 9))


@given(st.lists(ANYTHING, max_size=5), st.sampled_from(ENDS))
def test_events_after_the_end_change_nothing(
    after: list[Event], end: tuple[tuple[Event, ...], str, Termination, int]
) -> None:
    events, *_ = end
    strange = at(EventKind.DOUBLE_TAKEN, "somebody else")
    assert settled(told(*events, *after, strange)) == settled(told(*events))


def test_a_game_without_an_end_has_no_outcome() -> None:
    for events in ((), (MISS_A, MISS_A, MISS_B, MISS_B), (OFFER_A, TAKE_B)):
        assert refused(told(*events)) == Refusal(code=Code.NO_OUTCOME, field="events")


@pytest.mark.parametrize("kind", [EventKind.BORNE_OFF, EventKind.RESIGNED])
@pytest.mark.parametrize("win", Win)
def test_a_bear_off_and_a_resignation_say_how_big_the_win_is(kind: EventKind, win: Win) -> None:
    assert settled(told(at(kind, A, win=win.value))).win is win


def test_an_unknown_size_of_win_is_refused() -> None:
    assert refused(told(at(EventKind.BORNE_OFF, A, win="triple"))).code is Code.UNKNOWN_WIN


def test_the_size_of_a_win_by_leaving_is_single_whatever_is_said() -> None:
    assert settled(told(at(EventKind.LEFT, A, win="gammon"))).win is Win.SINGLE  # R10


def test_the_game_ends_when_the_deciding_event_happened() -> None:
    assert settled(told(at(EventKind.BORNE_OFF, A, 5), until=None)).finished_at == BASE_MS + 5


def test_without_any_instant_of_the_end_the_game_is_refused() -> None:
    assert refused(told(OFF_A, until=None)) == Refusal(code=Code.MISSING_VALUE, field="finished_at")


def test_a_game_cannot_have_ended_before_its_last_event() -> None:
    report = told(at(EventKind.MOVE_MISSED, A, 10), OFF_A, until=BASE_MS + 9)
    assert refused(report) == Refusal(
        code=Code.EVENTS_OUT_OF_ORDER, field="finished_at", value=str(BASE_MS + 9)
    )
    assert settled(replace(report, until=BASE_MS + 10)).finished_at == BASE_MS + 10


@pytest.mark.parametrize("moves", [1, 2, 5])
def test_how_many_missed_moves_lose_is_a_setting(moves: int) -> None:
    settings = Settings(missed_moves=moves)
    assert settled(told(*[MISS_A] * moves), settings).termination is Termination.TIMEOUT
    assert isinstance(settle(told(*[MISS_A] * (moves - 1)), settings), Refusal)


def test_mode_tournament_and_replaced_game_pass_through() -> None:
    report = replace(told(OFF_A), mode="tournament", tournament="t1", replaces="g0")
    game = settled(report)
    assert (game.mode, game.tournament, game.replaces) == ("tournament", "t1", "g0")


def test_a_game_against_oneself_is_refused_however_it_is_told() -> None:
    assert refused(replace(told(OFF_A), players=(A, A))).code is Code.SAME_PLAYER  # R12


# --- the cube --------------------------------------------------------------------------------------


def doubled(times: int) -> list[Event]:
    """So many doubles, offered and taken in turn, Ayşe first."""
    return ([OFFER_A, TAKE_B, OFFER_B, TAKE_A] * times)[: 2 * times]


@pytest.mark.parametrize("times", range(7))
def test_each_double_taken_doubles_the_cube(times: int) -> None:
    assert settled(told(*doubled(times), OFF_A)).cube == 2**times


@pytest.mark.parametrize("times", range(7))
def test_a_dropped_double_counts_at_the_cube_before_the_offer(times: int) -> None:
    offer, drop = (OFFER_A, DROP_B) if times % 2 == 0 else (OFFER_B, DROP_A)
    game = settled(told(*doubled(times), offer, drop))
    assert (game.cube, game.termination) == (2**times, Termination.DROP)  # R8


def test_the_cube_ends_at_64() -> None:
    refusal = refused(told(*doubled(6), OFFER_A, TAKE_B))
    assert (refusal.code, refusal.value, refusal.field) == (Code.CUBE_OUT_OF_RANGE, "128", "events/13")


# Events the last of which cannot happen there.
OUT_OF_PLACE: list[tuple[Event, ...]] = [
    (TAKE_A,),
    (DROP_A,),
    (OFFER_A, TAKE_A),  # one's own offer
    (OFFER_A, DROP_A),
    (OFFER_A, OFFER_A),
    (OFFER_A, OFFER_B),
    (OFFER_A, TAKE_B, OFFER_A),  # the cube is the taker's
    (OFFER_A, TAKE_B, TAKE_A),
    (OFFER_A, OFF_A),  # nobody rolls while a double is on offer
    (at(EventKind.RECONNECTED, A, 0),),
    (at(EventKind.DISCONNECTED, B, 0), at(EventKind.RECONNECTED, A, 0)),
    (at(EventKind.MOVE_MISSED, "Cem"),),
]


@pytest.mark.parametrize("events", OUT_OF_PLACE)
def test_an_event_that_cannot_happen_there_is_named(events: tuple[Event, ...]) -> None:
    last = events[-1]
    wanted = Refusal(
        code=Code.EVENT_OUT_OF_PLACE, field=f"events/{len(events) - 1}", value=last.kind, other=last.player
    )
    assert refused(told(*events, OFF_B)) == wanted


def test_events_stand_in_their_order() -> None:
    events = at(EventKind.MOVE_MISSED, A, 10), at(EventKind.MOVE_MISSED, B, 9), OFF_A
    wanted = Refusal(code=Code.EVENTS_OUT_OF_ORDER, field="events/1", value="move_missed")
    assert refused(told(*events)) == wanted
    assert settled(told(events[0], replace(events[1], at=events[0].at), OFF_A)).winner == A


# --- lost connections ------------------------------------------------------------------------------


def lost(player: str, after_ms: int) -> Event:
    return at(EventKind.DISCONNECTED, player, after_ms)


def found(player: str, after_ms: int) -> Event:
    return at(EventKind.RECONNECTED, player, after_ms)


@pytest.mark.parametrize(
    ("back_after", "in_time"), [(0, True), (GRACE - 1, True), (GRACE, True), (GRACE + 1, False)]
)
def test_longer_than_the_grace_loses_at_the_moment_it_runs_out(back_after: int, in_time: bool) -> None:
    game = settled(told(lost(A, 0), found(A, back_after), at(EventKind.BORNE_OFF, A, back_after + 1)))
    if in_time:
        assert (game.winner, game.termination) == (A, Termination.BEAR_OFF)
    else:
        wanted = (B, Termination.DISCONNECT, BASE_MS + GRACE)
        assert (game.winner, game.termination, game.finished_at) == wanted


@pytest.mark.parametrize(("until", "over"), [(GRACE - 1, False), (GRACE, True), (GRACE + 1, True)])
def test_still_away_when_the_watch_ends_loses_once_the_grace_has_run_out(until: int, over: bool) -> None:
    answer = settle(told(lost(A, 0), until=BASE_MS + until), SETTINGS)
    if over:
        assert isinstance(answer, Game)
        assert (answer.winner, answer.finished_at) == (B, BASE_MS + GRACE)
    else:
        assert isinstance(answer, Refusal)
        assert answer.code is Code.NO_OUTCOME


@pytest.mark.parametrize(
    ("first", "second", "loser"), [(A, B, A), (B, A, B)], ids=["the first away", "the other first"]
)
@pytest.mark.parametrize("later", [0, 1, GRACE])
def test_of_two_who_are_away_the_one_whose_grace_ends_first_loses(
    first: str, second: str, loser: str, later: int
) -> None:
    game = settled(told(lost(first, 0), lost(second, later)))
    assert (game.loser, game.finished_at) == (loser, BASE_MS + GRACE)


def test_the_second_loses_when_the_first_came_back_in_time() -> None:
    game = settled(told(lost(A, 0), lost(B, 10), found(A, GRACE)))
    assert (game.loser, game.finished_at) == (B, BASE_MS + 10 + GRACE)


def test_a_second_notice_of_the_same_loss_does_not_start_the_grace_again() -> None:
    game = settled(told(lost(A, 0), lost(A, GRACE)))
    assert (game.loser, game.finished_at) == (A, BASE_MS + GRACE)


def test_each_loss_of_the_connection_has_its_own_grace() -> None:
    game = settled(told(lost(A, 0), found(A, GRACE), lost(A, GRACE), found(A, 2 * GRACE), OFF_A))
    assert (game.winner, game.termination) == (A, Termination.BEAR_OFF)


def test_the_grace_ends_the_game_before_whatever_comes_after_it() -> None:
    for late in (at(EventKind.RESIGNED, B, GRACE + 1), at(EventKind.DOUBLE_TAKEN, A, GRACE + 1)):
        assert settled(told(lost(A, 0), late)).termination is Termination.DISCONNECT
    # In its last millisecond the game still goes on.
    game = settled(told(lost(A, 0), at(EventKind.RESIGNED, B, GRACE)))
    assert (game.loser, game.termination) == (B, Termination.RESIGN)


def test_a_lost_connection_loses_at_the_cube_then_on_the_board() -> None:
    game = settled(told(OFFER_A, TAKE_B, OFFER_B, lost(A, 0)))
    assert (game.cube, game.win) == (2, Win.SINGLE)


@pytest.mark.parametrize("grace", [0, 1, 300_000])
def test_the_grace_is_a_setting(grace: int) -> None:
    settings = Settings(grace_ms=grace)
    assert settled(told(lost(A, 0)), settings).finished_at == BASE_MS + grace


@pytest.mark.parametrize("kind", [EventKind.DISCONNECTED, EventKind.RECONNECTED])
def test_a_lost_or_found_connection_needs_an_instant(kind: EventKind) -> None:
    refusal = refused(told(at(kind, A)))
    assert refusal == Refusal(code=Code.MISSING_VALUE, field="events/0", value=kind, other="at")


@given(
    st.lists(
        st.builds(
            Event,
            kind=st.sampled_from(EventKind),
            player=st.sampled_from((A, B, "")),
            at=st.none() | st.integers(0, 99_999),
        ),
        max_size=12,
    ),
    st.none() | st.integers(0, 200_000),
)
def test_any_events_are_settled_or_refused(events: list[Event], until: int | None) -> None:
    assert isinstance(settle(told(*events, until=until), SETTINGS), Game | Refusal)
