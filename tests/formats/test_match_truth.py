"""Seventy real match files, 317 games, against the table of what replaying them found."""

import csv
from pathlib import Path

import pytest

from terazi.formats.game_outcome import Ending, GameOutcome
from terazi.formats.match_files import read_match_file
from terazi.formats.match_notes import Note, NoteCode
from terazi.formats.replay_match import replayed

ENDS = {Ending.BEAR_OFF: "bearoff", Ending.DROP: "drop", Ending.UNKNOWN_EARLY_END: "early"}


def read(file: Path) -> list[GameOutcome | Note]:
    with file.open("rb") as stream:
        return list(replayed(read_match_file(stream)))


@pytest.fixture(scope="module")
def files(shared: Path) -> dict[str, list[GameOutcome | Note]]:
    return {file.name: read(file) for file in sorted((shared / "data" / "matches").glob("*.txt"))}


def row(file: str, outcome: GameOutcome) -> dict[str, str]:
    game = outcome.game
    assert outcome.winner is not None
    return {
        "file": file,
        "match_length": str(game.match.length),
        "game": str(game.number),
        "player_1": game.players[0],
        "player_2": game.players[1],
        "stated_winner": game.players[outcome.winner.seat],
        "stated_points": str(outcome.points_stated),
        "cube_in_force": str(outcome.cube),
        "end": ENDS[outcome.ending],
        "bearoff_multiplier": str(outcome.multiplier) if outcome.ending is Ending.BEAR_OFF else "",
    }


def test_every_game_is_found_with_its_winner_cube_points_and_ending(
    shared: Path, files: dict[str, list[GameOutcome | Note]]
) -> None:
    with (shared / "data" / "matches" / "TRUTH.csv").open(encoding="utf-8", newline="") as table:
        truth = list(csv.DictReader(table))
    found = [row(name, r) for name, records in files.items() for r in records if isinstance(r, GameOutcome)]
    assert len(found) == len(truth) == 317
    assert found == truth


def test_no_board_disagrees_with_its_file(files: dict[str, list[GameOutcome | Note]]) -> None:
    outcomes = [r for records in files.values() for r in records if isinstance(r, GameOutcome)]
    assert [outcome.disagreements for outcome in outcomes if outcome.disagreements] == []
    # A play that the file does not know is always the last one of its game.
    assert sum(not outcome.board_known for outcome in outcomes) == 2


def test_the_only_oddities_are_lengths_that_mean_none_and_unknown_plays(
    files: dict[str, list[GameOutcome | Note]],
) -> None:
    codes = [r.code for records in files.values() for r in records if isinstance(r, Note)]
    assert sorted(set(codes)) == [NoteCode.MAYBE_UNLIMITED, NoteCode.UNKNOWN_PLAY]
    assert (codes.count(NoteCode.MAYBE_UNLIMITED), codes.count(NoteCode.UNKNOWN_PLAY)) == (12, 2)


def test_a_date_is_missing_only_where_the_file_has_none(
    shared: Path, files: dict[str, list[GameOutcome | Note]]
) -> None:
    for name, records in files.items():
        dated = "EventDate" in (shared / "data" / "matches" / name).read_text(encoding="utf-8")
        headers = {id(r.game.match): r.game.match for r in records if isinstance(r, GameOutcome)}
        assert len(headers) == 1
        assert all((header.date is not None) == dated for header in headers.values())
