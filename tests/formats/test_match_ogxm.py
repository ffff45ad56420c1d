"""OGXM: made-up matches written by the package `ogxm`, and read back to the same games."""

import io
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.board.side import Side
from terazi.core.codes import Code
from terazi.formats.game_outcome import Ending, GameOutcome
from terazi.formats.mat_write import DIALECTS, write_mat
from terazi.formats.match import (
    Action,
    CubeAction,
    CubeKind,
    GameRecord,
    MatchHeader,
    Resignation,
    StatedResult,
    Turn,
    matches,
)
from terazi.formats.match_files import looks_like_a_match, read_match_file
from terazi.formats.match_found import upload
from terazi.formats.match_games import FileGame, file_games
from terazi.formats.match_notes import Note, NoteCode
from terazi.formats.match_proposal import Given, propose
from terazi.formats.match_reports import played_at
from terazi.formats.match_twins import Twins
from terazi.formats.replay_match import replayed
from tests.formats.match_maker import LINE, made_match
from tests.formats.ogxm_writer import CONVERTED, in_single_steps, ogxm_bytes, ogxm_document, packed

pytest.importorskip("ogxm", reason="needs the package ogxm (extra files)")
PLAIN = (("ayla", "bora"),)


def one_game(seed: int) -> list[GameRecord]:
    """A session of a single game: in matches to one point the format knows no doubles."""
    return made_match(seed, 0, PLAIN)[:1]


def read(data: bytes) -> tuple[list[GameOutcome], list[Note]]:
    records = list(replayed(read_match_file(io.BytesIO(data))))
    outcomes = [record for record in records if isinstance(record, GameOutcome)]
    return outcomes, [record for record in records if isinstance(record, Note)]


def gist(outcome: GameOutcome) -> tuple[object, ...]:
    game = outcome.game
    turns = [(turn.side, sorted(turn.roll or ())) for turn in game.turns]
    cubes = [(each.side, each.kind) for each in game.actions if isinstance(each, CubeAction)]
    known = outcome.winner, outcome.ending, outcome.cube, outcome.points, outcome.points_stated
    header = game.match
    said = header.length, header.match_id, header.date, header.time, header.started_at
    return *known, *said, game.players, game.number, turns, cubes, outcome.disagreements


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), length=st.sampled_from([0, 3, 5]))
def test_a_match_written_and_read_back_is_the_same_match(seed: int, length: int) -> None:
    games = made_match(seed, length)
    made = [record for record in replayed(games) if isinstance(record, GameOutcome)]
    outcomes, notes = read(ogxm_bytes(games))
    assert notes == []
    assert [gist(outcome) for outcome in outcomes] == [gist(outcome) for outcome in made]
    assert [len(match) for _, match in matches(outcome.game for outcome in outcomes)] == [len(games)]


def test_every_real_game_is_the_same_game_as_ogxm(shared: Path) -> None:
    games = 0
    for file in sorted((shared / "data" / "matches").glob("*.txt")):
        told = read_match_file(io.BytesIO(file.read_bytes()))
        records = [record for record in told if isinstance(record, GameRecord)]
        as_text, as_ogxm = (
            [(each.winner, each.ending, each.cube, each.points, each.points_stated) for each in found]
            for found in (read(file.read_bytes())[0], read(ogxm_bytes([*map(in_single_steps, records)]))[0])
        )
        assert as_ogxm == as_text
        games += len(as_ogxm)
    assert games == 317


def test_places_are_plies_counted_through_the_file() -> None:
    games = made_match(7, 3, PLAIN)
    outcomes, _ = read(ogxm_bytes(games))
    for outcome in outcomes:
        assert outcome.game.match.in_plies
        lines = [action.line for action in outcome.game.actions]
        assert lines == list(range(outcome.game.line, outcome.game.last_line + 1))
    for one, next_one in pairwise(outcomes):
        assert next_one.game.line == one.game.last_line + 1


def test_a_stream_of_matches_is_read_whole() -> None:
    members = [one_game(seed) for seed in range(3)]
    outcomes, notes = read(b"".join(map(ogxm_bytes, members)))
    assert notes == []
    assert [len(match) for _, match in matches(outcome.game for outcome in outcomes)] == [1, 1, 1]
    assert [outcome.game.line for outcome in outcomes] == sorted(outcome.game.line for outcome in outcomes)


def file_games_of(name: str, data: bytes) -> list[FileGame]:
    return [each for each in file_games(name, io.BytesIO(data)) if isinstance(each, FileGame)]


@pytest.mark.parametrize("named", [True, False], ids=["by its id", "by its dice"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_match_is_known_again_across_dialects(dialect: str, named: bool) -> None:
    games = made_match(5, 3, PLAIN)
    if not named:
        header = MatchHeader(players=games[0].match.players, length=3)
        games = [replace(game, match=header) for game in games]
    twins = Twins()
    for game in file_games_of("m.mat", write_mat(games, DIALECTS[dialect]).encode()):
        assert twins.met(game) is None
    for game in file_games_of("m.ogxm", ogxm_bytes(games)):
        twin = twins.met(game)
        assert twin is not None
        assert twin.same


def test_only_a_match_that_was_recorded_as_it_was_played_knows_its_instant() -> None:
    games = one_game(5)
    here = [replace(game, match=replace(game.match, started_at=1_700_000_000_123)) for game in games]
    (played,), _ = read(ogxm_bytes(here))
    assert played_at(played.game.match) == "2023-11-14T22:13:20.123Z"
    (converted,), _ = read(ogxm_bytes(here, source=CONVERTED))
    assert played_at(converted.game.match) == "2023-11-14T22:13:20"
    (day_alone,), _ = read(ogxm_bytes(here, started_at=1_699_920_000_000, date_precision=3))
    assert played_at(day_alone.game.match) == "2023-11-14"
    (nothing,), _ = read(ogxm_bytes(made_undated(games)))
    assert played_at(nothing.game.match) == ""


def made_undated(games: list[GameRecord]) -> list[GameRecord]:
    return [replace(game, match=replace(game.match, date=None)) for game in games]


# --- the cube ---


def money_game(*cube: tuple[Side, CubeKind], winner: Side, points: int) -> list[GameRecord]:
    """A game of a session without a length: one roll, the cube, and perhaps another roll."""
    made = made_match(5, 0, PLAIN)[0]
    first, second = (action for action in made.actions[:2] if isinstance(action, Turn))
    doubler = second.side
    actions: list[Action] = [first, *(CubeAction(side=side, line=LINE, kind=kind) for side, kind in cube)]
    if cube and cube[-1][1] is not CubeKind.DROP:
        actions.append(replace(second, side=doubler))
    result = StatedResult(side=winner, line=LINE, points=points)
    match = replace(made.match, length=0)
    return [replace(made, match=match, actions=tuple(actions), result=result)]


def doubling(*kinds: CubeKind) -> list[tuple[Side, CubeKind]]:
    """The kinds, said by the two players in turn; the second player to roll begins."""
    made = made_match(5, 0, PLAIN)[0]
    second = made.actions[1].side
    return [(second if i % 2 == 0 else second.other, kind) for i, kind in enumerate(kinds)]


@pytest.mark.parametrize(
    ("kinds", "cube"),
    [
        ((CubeKind.DOUBLE, CubeKind.TAKE), 2),
        ((CubeKind.DOUBLE, CubeKind.BEAVER), 4),
        ((CubeKind.DOUBLE, CubeKind.BEAVER, CubeKind.RACCOON), 8),
    ],
)
def test_a_beaver_that_is_played_on_is_taken(kinds: tuple[CubeKind, ...], cube: int) -> None:
    games = money_game(*doubling(*kinds), winner=Side.FIRST, points=cube)
    (outcome,), notes = read(ogxm_bytes(games))
    assert notes == []
    assert (outcome.cube, outcome.disagreements) == (cube, ())


def test_automatic_doubles_begin_the_game_at_a_higher_cube() -> None:
    games = money_game(winner=Side.FIRST, points=4)
    document = ogxm_document(games)
    document["games"][0]["auto_doubles"] = 2
    (outcome,), _ = read(packed(document | {"auto_doubles": True}))
    assert (outcome.cube, outcome.disagreements) == (4, ())


def test_a_game_that_was_resigned_or_forfeited_says_so() -> None:
    games = money_game(winner=Side.SECOND, points=2)
    document = ogxm_document(games)
    for termination, ending in (("resigned", Ending.RESIGN), ("forfeited", Ending.FORFEIT)):
        document["games"][0]["termination"] = termination
        (outcome,), _ = read(packed(document))
        assert (outcome.winner, outcome.ending) == (Side.SECOND, ending)


def test_a_resignation_says_what_it_concedes() -> None:
    games = money_game(winner=Side.SECOND, points=3)
    gives_up = Resignation(side=Side.FIRST, line=LINE, multiplier=3)
    games = [replace(games[0], actions=(*games[0].actions, gives_up))]
    (outcome,), _ = read(ogxm_bytes(games))
    assert (outcome.ending, outcome.points) == (Ending.RESIGN, 3)


def test_a_position_that_was_set_up_is_not_replayed() -> None:
    games = one_game(5)
    document = ogxm_document(games)
    set_up = {"action_id": 31, "color": document["games"][0]["plies"][0]["color"]}
    opening = [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0]
    document["games"][0]["plies"].insert(0, set_up | {"set_position": opening})
    (outcome,), notes = read(packed(document))
    assert [each.code for each in notes] == [NoteCode.SETUP_POSITION]
    assert not outcome.board_known
    assert outcome.winner is not None


# --- broken files ---


def test_a_stream_that_is_cut_off_gives_what_is_whole() -> None:
    one, other = ogxm_bytes(one_game(5)), ogxm_bytes(one_game(6))
    outcomes, notes = read(one + other[:-9])
    assert len(outcomes) == 1
    assert [each.code for each in notes] == [NoteCode.CUT_OFF]


def test_damage_is_passed_over_and_told() -> None:
    one, other = ogxm_bytes(one_game(5)), bytearray(ogxm_bytes(one_game(6)))
    other[60] ^= 1
    outcomes, notes = read(one + bytes(other) + one)
    assert len(outcomes) == 2
    assert [each.code for each in notes] == [NoteCode.DAMAGED]


@pytest.mark.parametrize("data", [b"OGXM", b"OGXM" + bytes(99), b"OGXM\1\0" + bytes(99), b"OGXM" * 999])
def test_a_file_that_is_none_is_told_and_holds_no_games(data: bytes) -> None:
    outcomes, notes = read(data)
    assert outcomes == []
    assert [each.code for each in notes] in (
        [NoteCode.CUT_OFF, NoteCode.NO_GAMES],
        [NoteCode.DAMAGED, NoteCode.NO_GAMES],
    )


def test_without_the_package_the_file_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "ogxm", None)
    data = b"OGXM" + bytes(20)
    assert [(n.code, n.detail) for n in read(data)[1]] == [(NoteCode.NEEDS_PACKAGE, "terazi[files]")]
    (refused,) = propose([upload("m.ogxm", data)], Given()).refused
    assert (refused.refusal.code, refused.refusal.other) == (Code.NEEDS_PACKAGE, "terazi[files]")


def test_a_file_of_results_is_told_from_a_match_by_its_beginning() -> None:
    assert looks_like_a_match(ogxm_bytes(one_game(5)))
    assert not looks_like_a_match(b"game_id,finished_at,winner,loser\n")
