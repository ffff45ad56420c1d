"""Every made-up match is written in each dialect and read back to the same games."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.board.plays import CheckerMove
from terazi.formats.decode import decoded_lines, text_lines
from terazi.formats.game_outcome import Ending, GameOutcome
from terazi.formats.mat import read_mat
from terazi.formats.mat_write import DIALECTS, MatDialect, play_text, write_mat
from terazi.formats.match import Action, CubeAction, GameRecord, Resignation, Turn, matches
from terazi.formats.match_notes import Note
from terazi.formats.replay_match import replayed
from tests.formats.match_maker import made_match, without_lines

dialects = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))


def outcomes(games: list[GameRecord]) -> list[GameOutcome]:
    return [outcome for outcome in replayed(games) if isinstance(outcome, GameOutcome)]


def read(text: str) -> tuple[list[GameRecord], list[Note]]:
    records = list(read_mat(text_lines(text)))
    games = [record for record in records if isinstance(record, GameRecord)]
    return games, [record for record in records if isinstance(record, Note)]


def gist(outcome: GameOutcome) -> tuple[object, ...]:
    """What a `.mat` file can keep of a game: all but the word that a player resigned."""
    game = without_lines(outcome.game)
    rolls = [_gist_of(action) for action in game.actions if not isinstance(action, Resignation)]
    early = outcome.ending in {Ending.RESIGN, Ending.UNKNOWN_EARLY_END}
    worth = None if early else outcome.points
    return game.match, game.players, game.number, game.score, rolls, game.result, worth, outcome.cube


def _gist_of(action: Action) -> tuple[object, ...]:
    if isinstance(action, Turn):
        return action.side, sorted(action.roll or ())
    assert isinstance(action, CubeAction)
    return action.side, action.kind


@dialects
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), length=st.sampled_from([0, 1, 3, 5]))
def test_a_match_written_and_read_back_is_the_same_match(dialect: MatDialect, seed: int, length: int) -> None:
    games = made_match(seed, length)
    again, notes = read(write_mat(games, dialect))
    assert notes == []
    before, after = outcomes(games), outcomes(again)
    assert [gist(outcome) for outcome in after] == [gist(outcome) for outcome in before]
    assert not any(outcome.disagreements for outcome in before + after)
    assert [len(match) for _, match in matches(again)] == [len(games)]


@dialects
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_bytes_of_a_file_change_nothing(dialect: MatDialect, encoding: str, line_end: str) -> None:
    games = made_match(5, 1)
    text = write_mat(games, dialect).replace("\n", line_end)
    again = list(read_mat(decoded_lines(io.BytesIO(text.encode(encoding)))))
    assert [without_lines(game) for game in again if isinstance(game, GameRecord)] == [
        without_lines(game) for game in read(write_mat(games, dialect))[0]
    ]
    assert not any(isinstance(record, Note) for record in again)


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("galaxy", "6/4 6/4 24/18 18/15"),
        ("gnubg", "6/4* 6/4 24/18* 18/15"),
        ("studio", "6/4*(2) 24/18*/15"),
        ("xg", "6/4*(2) 24/18*/15"),
    ],
)
def test_each_dialect_spells_a_play_its_own_way(dialect: str, text: str) -> None:
    play = (
        CheckerMove(start=6, end=4, hit=True),
        CheckerMove(start=6, end=4),
        CheckerMove(start=24, end=18, hit=True),
        CheckerMove(start=18, end=15),
    )
    assert play_text(play, DIALECTS[dialect]) == text


@pytest.mark.parametrize(
    ("dialect", "text"), [("galaxy", "25/22 3/0"), ("studio", "bar/22 3/off"), ("xg", "Bar/22 3/Off")]
)
def test_each_dialect_has_its_words_for_bar_and_off(dialect: str, text: str) -> None:
    play = CheckerMove(start=25, end=22), CheckerMove(start=3, end=0)
    assert play_text(play, DIALECTS[dialect]) == text
