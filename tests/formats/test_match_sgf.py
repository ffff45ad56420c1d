"""gnubg's `.sgf`: made-up matches written as gnubg writes them, and read back to the same games."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terazi.board.side import Side
from terazi.formats.decode import text_lines
from terazi.formats.game_outcome import Ending, GameOutcome
from terazi.formats.match import StatedResult, matches
from terazi.formats.match_notes import Note, NoteCode
from terazi.formats.replay_match import replayed
from terazi.formats.sgf import read_sgf
from tests.formats.match_maker import made_match
from tests.formats.sgf_writer import sgf_text


def read(text: str) -> tuple[list[GameOutcome], list[Note]]:
    records = list(replayed(read_sgf(text_lines(text))))
    outcomes = [record for record in records if isinstance(record, GameOutcome)]
    return outcomes, [record for record in records if isinstance(record, Note)]


def gist(outcome: GameOutcome) -> tuple[object, ...]:
    turns = [(turn.side, turn.roll) for turn in outcome.game.turns]
    known = outcome.winner, outcome.ending, outcome.cube, outcome.points, outcome.points_stated
    return *known, outcome.game.players, outcome.game.score, turns, outcome.disagreements


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), length=st.sampled_from([0, 1, 3, 5]))
def test_a_match_written_and_read_back_is_the_same_match(seed: int, length: int) -> None:
    games = made_match(seed, length)
    made = [record for record in replayed(games) if isinstance(record, GameOutcome)]
    outcomes, notes = read(sgf_text(games))
    assert notes == []
    assert [gist(outcome) for outcome in outcomes] == [gist(outcome) for outcome in made]
    assert [len(match) for _, match in matches(outcome.game for outcome in outcomes)] == [len(games)]


START = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[ayla]PB[bora]"


def test_a_resignation_is_worth_its_points_by_the_cube_in_force() -> None:
    (outcome,), _ = read(START + "RE[B+6R];W[31hefe];B[double];W[take])")
    assert (outcome.ending, outcome.cube, outcome.multiplier, outcome.points) == (Ending.RESIGN, 2, 3, 6)


def test_escapes_and_line_ends_inside_values_are_read() -> None:
    (outcome,), notes = read("(;GM[6]MI[length:1]PW[a\\] b\\\\c]PB[two\\\n words]C[x\n\\:y];W[31hefe])")
    assert outcome.game.players == ("a] b\\c", "two words")
    assert [note.code for note in notes] == []


@pytest.mark.parametrize(
    ("text", "codes", "games"),
    [
        ("", [NoteCode.NO_GAMES], 0),
        ("()", [NoteCode.NOT_UNDERSTOOD, NoteCode.NO_GAMES], 0),
        ("(;GM[1];B[aa])", [NoteCode.OTHER_VARIATION, NoteCode.NO_GAMES], 0),
        (START + ";W[31hefe]", [NoteCode.CUT_OFF], 1),
        (START + ";W[31he", [NoteCode.CUT_OFF, NoteCode.CUT_OFF], 1),
        (START + ";W[31hefe](;B[66])(;B[65]))", [NoteCode.VARIATION_LINE], 1),
        (START + "AE[a:y]AW[a];W[31hefe])", [NoteCode.SETUP_POSITION], 1),
        (START + ";W[97hefe])", [NoteCode.BAD_MOVE], 1),
        (START + ";W[31eh])", [NoteCode.BAD_MOVE], 1),
        ("(;GM[6]PW[a]PB[b];W[31hefe])", [NoteCode.NO_MATCH_LENGTH], 1),
        ("(;GM[6]MI[length:1]PW[a];W[31hefe])", [NoteCode.EMPTY_NAME], 1),
        ("(;GM[6]MI[length:1]PW[a]PB[b]RU[Nackgammon];W[31hefe])", [NoteCode.OTHER_VARIATION], 1),
    ],
)
def test_every_oddity_becomes_a_note(text: str, codes: list[NoteCode], games: int) -> None:
    outcomes, notes = read(text)
    assert [note.code for note in notes] == codes
    assert len(outcomes) == games


def test_only_the_main_line_is_played() -> None:
    (outcome,), _ = read(START + ";W[31hefe](;B[66smsm](;W[42hdfd])(;W[42xtxv]))(;B[65]))")
    assert [turn.roll for turn in outcome.game.turns] == [(3, 1), (6, 6), (4, 2)]


def test_a_result_names_its_winner() -> None:
    (outcome,), _ = read(START + "RE[W+1];W[31hefe])")
    assert outcome.game.result == StatedResult(side=Side.FIRST, line=1, points=1)
    assert (outcome.winner, outcome.ending) == (Side.FIRST, Ending.UNKNOWN_EARLY_END)
