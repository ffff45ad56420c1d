"""No file, however broken, makes the readers crash, hang or stay silent."""

import io
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.formats.decode import LONGEST_LINE_BYTES, decoded_lines, text_lines
from terazi.formats.game_outcome import GameOutcome
from terazi.formats.mat import read_mat
from terazi.formats.mat_write import DIALECTS, write_mat
from terazi.formats.match import GameRecord
from terazi.formats.match_files import read_match_file, read_match_lines
from terazi.formats.match_notes import Note, NoteCode
from terazi.formats.replay_match import replayed
from terazi.formats.sgf import read_sgf
from tests.formats.fuzz_targets import ogxm_samples
from tests.formats.match_maker import made_match
from tests.formats.sgf_writer import sgf_text

TWINS = [file.read_bytes() for file in sorted((Path(__file__).parent / "matches").glob("*.mat"))]
MADE = [
    write_mat(made_match(seed, 1), dialect).encode() for seed in (10, 25) for dialect in DIALECTS.values()
]
OGXM = ogxm_samples()
SGF = [sgf_text(made_match(seed, 3)).encode() for seed in (3, 4)]
WORDS = [
    " ", "  ",
    "\t", "\n", "\r", "\r\n", "; [", '"]', '"', "Player 1", "Game 1",
    "Game 2", " : 0", "a : 3 b",
    "5 point match", "1)", " 12)", "31:", "66:", "8/5", "6/5*(2)", "bar/20", "25/0", "5/Off", "24/18*/13",
    "????",
    "Doubles => 2", "Takes", "Drops", "Wins 4016 point", "Losses 3 point", "and the match", "Cannot Move",
    "Resigns", "\x00", "\x1a", "\ufeff", "İ", "(;", "GM[6]", "MI[length:3]", "[game:0]", "PW[", "]", "\\",
    ";B[31htft]",
    ";W[double]", "RE[B+2R]", ")", "AE[a]",
]  # fmt: skip


def taken(data: bytes) -> list[GameOutcome | Note]:
    """Everything that a file gives, after what must hold of any file."""
    records = list(replayed(read_match_file(io.BytesIO(data))))
    assert records, "silence"
    for record in records:
        if isinstance(record, GameOutcome):
            assert record.ending in type(record.ending)
            assert record.cube == 1 << (record.cube.bit_length() - 1)
            assert record.game.line <= record.game.last_line
            assert (record.winner is None) == (record.ending == "unfinished")
        else:
            assert len(record.detail) <= 60
    return records


@given(st.binary(max_size=2000))
def test_any_bytes_are_answered(data: bytes) -> None:
    taken(data)


@given(st.lists(st.sampled_from(WORDS), max_size=80))
def test_any_words_are_answered(words: list[str]) -> None:
    for joint in ("", " ", "\n"):
        taken(joint.join(words).encode())


@given(st.data())
def test_a_mutilated_file_is_answered(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from(TWINS + MADE + SGF + OGXM)))
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        to = min(at + data.draw(st.integers(0, 200)), len(text))
        piece = data.draw(st.one_of(st.binary(max_size=6), st.just(bytes(text[at:to]) * 2), st.just(b"")))
        text[at:to] = piece
    taken(bytes(text))


@given(st.data())
def test_a_file_with_its_lines_shuffled_is_answered(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(TWINS + MADE)).splitlines(keepends=True)
    taken(b"".join(data.draw(st.permutations(lines))))


@given(st.text(max_size=300))
def test_both_readers_answer_any_text(text: str) -> None:
    assert list(read_mat(text_lines(text)))
    assert list(read_sgf(text_lines(text)))
    assert list(read_match_lines(text_lines(text)))


HOSTILE = {
    "blanks": " ",
    "tabs": "\t",
    "colons": ": 0 ",
    "games": "Game 1 ",
    "numbers": "1) ",
    "dice": "31: ",
    "moves": "24/18/",
    "repeats": "6/5(9)",
    "tags": '; [a "b"] ',
    "quotes": '; [a "" ',
    "points": "5 point match ",
    "wins": "Wins 3 ",
    "marks": "?",
    "open": "(",
    "values": "A[",
    "escapes": "A[\\",
    "nodes": ";W[31]",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=list(HOSTILE))
@pytest.mark.parametrize("before", ["", "x", "  1) ", "; [", "(;GM[6]", "Game 1\n"])
def test_long_lines_made_of_one_piece_are_answered(unit: str, before: str) -> None:
    taken((before + unit * (60_000 // len(unit)) + "\nx\n").encode())


def test_a_binary_file_is_said_to_be_no_text() -> None:
    (record,) = taken(bytes(range(256)) * 40)[:1]
    assert isinstance(record, Note)
    assert record.code is NoteCode.NOT_TEXT


def test_zero_bytes_in_a_good_file_spoil_only_their_line() -> None:
    data = TWINS[-1].replace(b"31: 8/5", b"31: 8\x005", 1)
    games = [record for record in taken(data) if isinstance(record, GameOutcome)]
    assert games


def test_a_line_without_an_end_is_cut() -> None:
    records = list(decoded_lines(io.BytesIO("ş".encode() * LONGEST_LINE_BYTES)))
    assert [record.code for record in records if isinstance(record, Note)] == [NoteCode.LINE_CUT]
    assert len(records) == 2


def test_nonsense_is_answered_in_one_note() -> None:
    records = taken(b"lorem ipsum\n" * 10_000)
    assert [record.code for record in records if isinstance(record, Note)] == [
        NoteCode.NOT_UNDERSTOOD,
        NoteCode.NO_GAMES,
    ]


def endless(text: str) -> Iterator[str]:
    return cycle(text.split("\n"))


@pytest.mark.parametrize("text", [MADE[0].decode(), SGF[0].decode()], ids=["mat", "sgf"])
def test_games_come_before_the_file_ends(text: str) -> None:
    stream = (record for record in read_match_lines(endless(text)) if isinstance(record, GameRecord))
    assert len(list(islice(stream, 20))) == 20


class Megabytes(io.RawIOBase):
    """A file of fifty megabytes that is nowhere in memory."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece
        self.left = 50_000_000

    def read(self, size: int = -1) -> bytes:
        piece = (self.piece * (size // len(self.piece) + 1))[: min(size, self.left)]
        self.left -= len(piece)
        return piece


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", [b"x" * 5000 + b"\n", b"x", b"\n" * 60 + b"nonsense\n" + b" " * 9000, b"(", b"A[x]"]
)
def test_fifty_megabytes_are_answered(piece: bytes) -> None:
    records = list(read_match_file(Megabytes(piece)))
    assert records
    assert len(records) < 50_000
