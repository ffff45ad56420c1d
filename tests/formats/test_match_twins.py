"""Made-up twins of every trap that real files hold: each is read to the games that `expected.txt` lists.

All but a few tell one match of two games: ayla's double is dropped; then bora's double is taken and the game
ends early, nobody knows why. A column of `expected.txt`: the file; its games (winner, ending, cube, points by
the board, line that shows it); what the board disagrees with (game, line, code); notes (line, code).
"""

import io
from pathlib import Path

import pytest

from terazi.board.side import Side
from terazi.formats.game_outcome import GameOutcome
from terazi.formats.match import GameRecord, matches
from terazi.formats.match_files import read_match_file
from terazi.formats.match_notes import Note
from terazi.formats.replay_match import replayed

TWINS = Path(__file__).parent / "matches"
EXPECTED = {
    name.strip(): tuple(column.strip() for column in columns)
    for name, *columns in (
        line.split("|") for line in (TWINS / "expected.txt").read_text(encoding="utf-8").splitlines()
    )
}
PLAYERS = {
    "dotted_i": ("ilk", "İlk"),
    "empty_left_name": ("", "bora"),
    "empty_name": ("ayla", ""),
    "french_in_cp1252": ("Zoë", "René"),
    "name_of_31_letters": ("abcdefghijklmnopqrstuvwxyz12345", "bora"),
    "name_with_a_score": ("a : 3 b", "bora"),
    "name_with_a_score_untagged": ("a : 3 b", "bora"),
    "names_differ": ("ayla", "bora"),
    "names_differ_by_case": ("ali", "Ali"),
    "names_swapped": ("ayla", "bora"),
    "no_heading": ("ayla", "bora"),
    "plain": ("ayla", "bora"),
    "same_names": ("ali", "ali"),
    "tabs_for_blanks": ("ayla", "bora"),
    "trailing_blanks": ("ayla", "bora"),
    "turkish_in_cp1254": ("Şule", "Işıl"),
}
MATCHES = {
    "length_before_every_game": [2],
    "plain": [2],
    "two_matches": [2, 2],
    "two_matches_without_headings": [2, 1],
}


def read(name: str) -> list[GameRecord | Note]:
    return list(read_match_file(io.BytesIO((TWINS / f"{name}.mat").read_bytes())))


def games_of(name: str) -> list[GameRecord]:
    return [record for record in read(name) if isinstance(record, GameRecord)]


def described(records: list[GameRecord | Note]) -> tuple[str, str, str]:
    outcomes, notes = [], []
    for record in replayed(records):
        if isinstance(record, Note):
            notes.append(f"{record.line} {record.code}")
        else:
            outcomes.append(record)
    games = ", ".join(_game(outcome) for outcome in outcomes)
    differences = [
        f"{number}: {difference.line} {difference.code}"
        for number, outcome in enumerate(outcomes, start=1)
        for difference in outcome.disagreements
    ]
    return games, ", ".join(differences), ", ".join(notes)


def _game(outcome: GameOutcome) -> str:
    winner = "nobody" if outcome.winner is None else outcome.winner
    points = "?" if outcome.points is None else outcome.points
    return f"{winner} {outcome.ending} {outcome.cube} {points} @{outcome.line}"


def test_every_twin_is_expected() -> None:
    assert sorted(EXPECTED) == sorted(file.stem for file in TWINS.glob("*.mat"))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_twin_is_read_to_its_games_and_oddities(name: str) -> None:
    assert described(read(name)) == EXPECTED[name]


@pytest.mark.parametrize("name", PLAYERS)
def test_names_come_through_as_they_are(name: str) -> None:
    assert {game.players for game in games_of(name)} == {PLAYERS[name]}


@pytest.mark.parametrize("name", MATCHES)
def test_matches_are_told_apart(name: str) -> None:
    assert [len(games) for _, games in matches(read(name))] == MATCHES[name]


def test_a_rating_heading_is_kept_and_not_believed() -> None:
    header = games_of("elo_is_the_score")[0].match
    assert ("Player 1 Elo", "3,00/0") in header.tags


@pytest.mark.parametrize(
    ("name", "date", "time"),
    [
        ("plain", "2024-03-09", "18:33:00"),
        ("time_with_colon", "2024-03-09", "16:15:00"),
        ("no_date", "None", "None"),
        ("bad_date_and_time", "None", "None"),
    ],
)
def test_a_date_is_a_day_of_the_calendar_or_none(name: str, date: str, time: str) -> None:
    header = games_of(name)[0].match
    assert (str(header.date), str(header.time)) == (date, time)


@pytest.mark.parametrize("name", ["sixteen_is_unlimited", "zero_is_unlimited"])
def test_a_length_may_mean_that_there_is_none(name: str) -> None:
    assert games_of(name)[0].match.is_unlimited


def test_a_winner_without_a_column_is_not_guessed() -> None:
    game = games_of("winner_in_no_column")[1]
    assert game.result is not None
    assert game.result.side is None


def test_a_column_decides_who_rolled_and_not_the_turn() -> None:
    turns = games_of("out_of_turn")[0].turns
    assert [turn.side for turn in turns] == [Side.FIRST, Side.FIRST]
