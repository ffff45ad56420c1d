"""What a JSON object may say of a game: an outcome, or the events that make one (R11)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.core.entries import HISTORY
from terazi.core.referee import settle
from terazi.core.reports import Event, EventKind, EventsReport, OutcomeReport
from terazi.core.types import Termination
from terazi.formats.told import Told, told_by_object

OUTCOME = {"game_id": "g1", "finished_at": "1970-01-01T00:00:00Z", "winner": "ada", "loser": "bora"}
EVENTS = {
    "game_id": 7,
    "players": ["ada", 57578],
    "events": [
        {"kind": "double_offered", "player": "ada", "at": "1970-01-01T00:00:01Z", "dice": [3, 1]},
        {"kind": "double_taken", "player": 57578},
        {"kind": "resigned", "player": "ada", "at": "1970-01-01T00:00:02Z", "win": "gammon"},
    ],
    "accepted_at": "1970-01-01T00:00:03Z",
    "mode": None,
}
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*EventKind]),
    lambda parts: (
        st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(["kind", "player", "at"]), parts)
    ),
    max_leaves=8,
)


def refusal(members: dict[str, Any]) -> tuple[Code, str]:
    told = told_by_object(members)
    assert isinstance(told, Refusal), told
    return told.code, told.field


@given(
    st.sampled_from([OUTCOME, EVENTS]),
    st.dictionaries(st.sampled_from([*OUTCOME, *EVENTS, "until", "cube"]), ANYTHING),
)
def test_whatever_the_values_an_object_tells_a_game_or_is_refused(
    good: dict[str, Any], other: dict[str, Any]
) -> None:
    told = told_by_object(good | other)
    assert isinstance(told, Told | Refusal)


def test_an_outcome_is_told() -> None:
    report = OutcomeReport(game_id="g1", finished_at=0, winner="ada", loser="bora")
    assert told_by_object(OUTCOME) == Told(report=report)


@pytest.mark.parametrize(
    ("member", "field", "text"),
    [
        ({"cube": 64}, "cube", "64"),
        ({"cube": "64"}, "cube", "64"),
        ({"cube": None}, "cube", ""),
        ({"winner": 57578}, "winner", "57578"),
        ({"game_id": -1}, "game_id", "-1"),
        ({"draw": True}, "draw", "true"),
        ({"draw": False}, "draw", "false"),
        ({"draw": 0}, "draw", "0"),
        ({"draw": "1"}, "draw", "1"),
        ({"mode": None}, "mode", ""),
    ],
)
def test_values_are_texts_and_some_may_be_integers(member: dict[str, Any], field: str, text: str) -> None:
    told = told_by_object(OUTCOME | member)
    assert isinstance(told, Told)
    assert getattr(told.report, field) == text


@pytest.mark.parametrize(
    "member",
    [
        {"cube": 2.0},
        {"cube": True},
        {"cube": [2]},
        {"winner": True},
        {"winner": 1.5},
        {"loser": {"id": "ada"}},
        {"mode": 1},
        {"win": 2},
        {"termination": False},
        {"draw": 0.0},
        {"finished_at": 1_792_332_187_000},
        {"accepted_at": 0},
    ],
)
def test_other_values_are_refused(member: dict[str, Any]) -> None:
    ((field, value),) = member.items()
    assert told_by_object(OUTCOME | member) == Refusal(
        code=Code.BAD_VALUE, field=field, value=json.dumps(value)
    )


@pytest.mark.parametrize("field", OUTCOME)
def test_a_required_key_that_is_null_is_not_there(field: str) -> None:
    assert refusal(OUTCOME | {field: None}) == (Code.MISSING_VALUE, field)
    assert refusal({key: value for key, value in OUTCOME.items() if key != field}) == (
        Code.MISSING_VALUE,
        field,
    )


# --- events ----------------------------------------------------------------------------------------


def test_a_game_is_told_by_its_events() -> None:
    events = (
        Event(kind=EventKind.DOUBLE_OFFERED, player="ada", at=1000),
        Event(kind=EventKind.DOUBLE_TAKEN, player="57578"),
        Event(kind=EventKind.RESIGNED, player="ada", at=2000, win="gammon"),
    )
    told = told_by_object(EVENTS)
    assert told == Told(
        report=EventsReport(game_id="7", players=("ada", "57578"), events=events), accepted_at=3000
    )
    game = settle(told.report, HISTORY)
    assert not isinstance(game, Refusal)
    assert (game.winner, game.cube, game.termination) == ("57578", 2, Termination.RESIGN)


@pytest.mark.parametrize("key", ["until", "finished_at"])
def test_until_and_finished_at_are_two_names_of_one_moment(key: str) -> None:
    told = told_by_object(EVENTS | {key: "1970-01-01T00:00:09Z"})
    assert isinstance(told, Told)
    assert isinstance(told.report, EventsReport)
    assert told.report.until == 9000
    other = {"until": "1970-01-01T00:00:09Z", "finished_at": "1970-01-01T01:00:09+01:00"}
    assert told_by_object(EVENTS | other) == told
    assert refusal(EVENTS | other | {key: "1970-01-01T00:00:10Z"}) == (Code.BAD_VALUE, "until")


def event(**members: object) -> dict[str, Any]:
    """The object with one event that has these members."""
    return EVENTS | {
        "events": [{"kind": "resigned", "player": "ada"}, {"kind": "left", "player": "ada"} | members]
    }


@pytest.mark.parametrize(
    ("members", "code", "field"),
    [
        (EVENTS | {"winner": "ada"}, Code.UNKNOWN_FIELD, "winner"),
        (EVENTS | {"cube": 2}, Code.UNKNOWN_FIELD, "cube"),
        (EVENTS | {"draw": False}, Code.UNKNOWN_FIELD, "draw"),
        (EVENTS | {"game_id": None}, Code.MISSING_VALUE, "game_id"),
        (EVENTS | {"players": None}, Code.MISSING_VALUE, "players"),
        (EVENTS | {"players": ["ada"]}, Code.BAD_VALUE, "players"),
        (EVENTS | {"players": "ada, bora"}, Code.BAD_VALUE, "players"),
        (EVENTS | {"players": ["ada", 1.5]}, Code.BAD_VALUE, "players/1"),
        (EVENTS | {"players": ["", "bora"]}, Code.MISSING_VALUE, "players/0"),
        (EVENTS | {"events": {}}, Code.BAD_VALUE, "events"),
        (EVENTS | {"events": ["left"]}, Code.BAD_VALUE, "events/0"),
        (EVENTS | {"until": 5}, Code.BAD_VALUE, "until"),
        (EVENTS | {"until": "1970-01-01T00:00:00"}, Code.TIME_WITHOUT_OFFSET, "until"),
        (EVENTS | {"finished_at": "now"}, Code.BAD_TIME, "finished_at"),
        (EVENTS | {"accepted_at": "now"}, Code.BAD_TIME, "accepted_at"),
        (event(kind="rolled"), Code.BAD_VALUE, "events/1/kind"),
        (event(kind=["left"]), Code.BAD_VALUE, "events/1/kind"),
        (event(kind=None), Code.MISSING_VALUE, "events/1/kind"),
        (event(player=None), Code.MISSING_VALUE, "events/1/player"),
        (event(player={}), Code.BAD_VALUE, "events/1/player"),
        (event(at=12), Code.BAD_VALUE, "events/1/at"),
        (event(at="1970-01-01"), Code.BAD_TIME, "events/1/at"),
        (event(win=2), Code.BAD_VALUE, "events/1/win"),
    ],
)
def test_what_is_wrong_with_events_is_told_with_its_path(
    members: dict[str, Any], code: Code, field: str
) -> None:
    assert refusal(members) == (code, field)


@pytest.mark.parametrize("events", [[], [{"kind": "move_missed", "player": "ada"}]])
def test_events_without_an_end_are_left_to_the_referee(events: list[Any]) -> None:
    told = told_by_object(EVENTS | {"events": events})
    assert isinstance(told, Told)
    end = settle(told.report, HISTORY)
    assert isinstance(end, Refusal)
    assert end.code is Code.NO_OUTCOME
