"""The torture set, item by item: what is harmless changes nothing, and the rest is read and told.

Broken twins lie in `matches/` (`test_match_twins`); here the bytes of a whole file are broken, and the list
of what must be there is kept. Fifty megabytes of nonsense are in `test_match_fuzz`.
"""

import io
from collections.abc import Callable
from itertools import islice, repeat

import pytest

from terazi.core.codes import Code
from terazi.formats.game_outcome import GameOutcome
from terazi.formats.match_files import read_match_file
from terazi.formats.match_found import upload
from terazi.formats.match_notes import Note, NoteCode
from terazi.formats.match_proposal import Given, propose
from terazi.formats.replay_match import replayed
from tests.formats.match_maker import without_lines
from tests.formats.test_match_twins import EXPECTED, TWINS

PLAIN = (TWINS / "plain.mat").read_text(encoding="utf-8")
TURKISH = PLAIN.replace("ayla", "Şule").replace("bora", "Işıl")
FRENCH = PLAIN.replace("ayla", "Zoë").replace("bora", "René")

HARMLESS: dict[str, Callable[[str], bytes]] = {
    "BOM": lambda text: text.encode("utf-8-sig"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR alone": lambda text: text.replace("\n", "\r").encode(),
    "UTF-16, the low byte first": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "UTF-16, the high byte first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16, the low byte first, without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-16, the high byte first, without a mark": lambda text: text.encode("utf-16-be"),
    "UTF-16 and CRLF": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "no line end at the end": lambda text: text.rstrip().encode(),
    "blank lines everywhere": lambda text: text.replace("\n", "\n \n\n").encode(),
    "blanks at the ends of lines": lambda text: text.replace("\n", "   \n").encode(),
    "an end of a DOS file": lambda text: text.encode() + b"\x1a",
}

TWIN_OF = {
    "names in cp1254": "turkish_in_cp1254",
    "names in cp1252": "french_in_cp1252",
    "tabs": "tabs_for_blanks",
    "a missing header": "no_heading",
    "a missing header of a game": "no_game_header",
    "an empty name": "empty_name",
    "an empty left name": "empty_left_name",
    "a : 3 b as a name": "name_with_a_score",
    "truncated in a move": "cut_in_a_move",
    "glued games": "glued_games",
    "????": "unknown_play",
    "Wins 4016 point": "wins_4016",
    "Losses 3 point": "losses_cell",
    "a forfeit": "forfeit",
    "an unlimited match, as 16 points": "sixteen_is_unlimited",
    "an unlimited match, as 0 points": "zero_is_unlimited",
    "an unlimited match, in words": "unlimited_in_words",
    "a name of 31 characters": "name_of_31_letters",
    "an illegal move": "illegal_play",
    "an impossible move": "impossible_play",
    "a cube that skips": "cube_skips",
    "a cube beyond 64": "cube_of_128",
    "games out of order": "games_out_of_order",
    "an Elo that is the score": "elo_is_the_score",
    "a date that is none": "bad_date_and_time",
    "names that differ only by case": "names_differ_by_case",
    "blanks at the ends of names": "trailing_blanks",
    "a match without an end": "no_end",
    "games without moves": "no_moves",
    "columns that shift": "losses_left",
}


def outcomes(data: bytes) -> list[tuple[object, ...]]:
    found = [each for each in replayed(read_match_file(io.BytesIO(data))) if isinstance(each, GameOutcome)]
    return [(without_lines(each.game), each.winner, each.ending, each.cube, each.points) for each in found]


@pytest.mark.parametrize("item", HARMLESS)
def test_what_is_harmless_changes_nothing(item: str) -> None:
    for text in (PLAIN, TURKISH):
        data = HARMLESS[item](text)
        assert outcomes(data) == outcomes(text.encode())
        assert not any(isinstance(each, Note) for each in read_match_file(io.BytesIO(data)))


@pytest.mark.parametrize(("encoding", "text"), [("cp1254", TURKISH), ("cp1252", FRENCH)])
def test_names_in_an_old_encoding_are_read_and_said_to_be_guessed(encoding: str, text: str) -> None:
    assert outcomes(text.encode(encoding)) == outcomes(text.encode())
    notes = [
        each.code for each in read_match_file(io.BytesIO(text.encode(encoding))) if isinstance(each, Note)
    ]
    assert notes == [NoteCode.GUESSED_ENCODING]


@pytest.mark.parametrize("item", TWIN_OF)
def test_every_item_of_the_list_has_its_twin(item: str) -> None:
    assert TWIN_OF[item] in EXPECTED
    assert (TWINS / f"{TWIN_OF[item]}.mat").is_file()


def test_the_set_has_more_than_thirty_variants() -> None:
    assert len(EXPECTED) + len(HARMLESS) > 30


BROKEN = {
    "a binary file": bytes(range(256)) * 40,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
    "an empty file": b"",
    "blanks": b" \r\n\t\n" * 99,
    "prose": b"Once upon a time there was a cube.\n" * 99,
    "half of a UTF-16 file": PLAIN.encode("utf-16")[:3],
    "an .xg file": b"RGMH" + bytes(500),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=list(BROKEN))
def test_a_file_without_a_game_is_refused_and_never_passed_over(data: bytes) -> None:
    (refused,) = propose([upload("odd.mat", data)], Given()).lines
    assert refused in propose([upload("odd.mat", data)], Given()).refused
    assert propose([upload("odd.mat", data)], Given()).refused[0].refusal.code is Code.NO_GAMES


class Repeated(io.RawIOBase):
    """A file of so many bytes that is nowhere in memory: one match again and again."""

    def __init__(self, text: bytes, size: int) -> None:
        self.matches = islice(repeat(text), size // len(text))
        self.held = b""

    def read(self, size: int = -1) -> bytes:
        while len(self.held) < size and (match := next(self.matches, None)) is not None:
            self.held += match * 50
        piece, self.held = self.held[:size], self.held[size:]
        return piece


def test_megabytes_of_matches_are_read_game_by_game() -> None:
    match = PLAIN.encode() + b"\n"
    size = 2_000_000
    games = sum(not isinstance(each, Note) for each in read_match_file(Repeated(match, size // 50)))
    assert games == 2 * 50 * (size // 50 // len(match))
