"""Laws of turning bytes into lines."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.formats import decode
from terazi.formats.decode import decoded_lines, text_lines
from terazi.formats.match_notes import Note, NoteCode

LINE = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n\x00\ufeff\ufffd", min_codepoint=32), max_size=20
)


def lines_of(data: bytes, fallback: str = "cp1254") -> list[str]:
    return [line for line in decoded_lines(io.BytesIO(data), fallback) if isinstance(line, str)]


def codes_of(data: bytes) -> list[NoteCode]:
    return [line.code for line in decoded_lines(io.BytesIO(data)) if isinstance(line, Note)]


@given(st.lists(LINE), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["utf-8-sig", "utf-16"]))
def test_the_encoding_and_the_line_ends_change_nothing(lines: list[str], end: str, encoding: str) -> None:
    data = "".join(line + end for line in lines).encode(encoding)
    assert lines_of(data) == lines
    assert codes_of(data) == []


@given(st.lists(st.sampled_from(["a", "\r", "\n", "\r\n", "bc"]), max_size=30), st.integers(1, 5))
def test_where_a_chunk_ends_changes_nothing(pieces: list[str], chunk_bytes: int) -> None:
    class Slow(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(chunk_bytes)

    text = "".join(pieces)
    whole = list(text_lines(text))
    slow = [line for line in decoded_lines(Slow(text.encode())) if isinstance(line, str)]
    assert slow == (whole[:-1] if whole[-1] == "" else whole)


@pytest.mark.parametrize("odd", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_only_cr_and_lf_end_a_line(odd: str) -> None:
    assert lines_of(f"a{odd}b\nc".encode()) == [f"a{odd}b", "c"]


@pytest.mark.parametrize(
    ("encoding", "fallback"), [("cp1254", "cp1254"), ("cp1252", "cp1252"), ("cp1252", "cp1254")]
)
def test_an_eight_bit_line_is_read_and_said_to_be_guessed(encoding: str, fallback: str) -> None:
    name = "Şule Işıl" if encoding == "cp1254" else "Zoë René"
    data = f"first\n{name}\n{name}\n".encode(encoding)
    assert lines_of(data, fallback) == ["first", name, name]
    assert codes_of(data) == [NoteCode.GUESSED_ENCODING]


def test_bytes_without_a_meaning_are_noted_on_each_line() -> None:
    assert codes_of(b"a\x81\nb\nc\x9d\n") == [NoteCode.BROKEN_CHARACTERS] * 2


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_found_without_its_mark(encoding: str) -> None:
    text = " Game 1\n Çiğdem : 0      İlk : 0\n  1) 31: 8/5 6/5"
    assert lines_of(text.encode(encoding)) == text.split("\n")


def test_half_a_character_at_the_end_of_utf_16_is_noted() -> None:
    assert codes_of("Game 1".encode("utf-16") + b"x") == [NoteCode.BROKEN_CHARACTERS]


def test_a_line_is_read_up_to_its_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "LONGEST_LINE_BYTES", 4)
    data = b"abcd\nabcde\nab\n"
    assert lines_of(data) == ["abcd", "abcd", "ab"]
    assert codes_of(data) == [NoteCode.LINE_CUT]
