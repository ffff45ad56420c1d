"""Files come in as chunks and lines, packed or not, whatever they hold."""

import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from terazi.core.codes import Code, Refusal
from terazi.formats.raw_lines import LONGEST_RECORD_BYTES, RawLine, raw_lines
from terazi.formats.sources import CHUNK_BYTES, chunks_of, open_file, unpacked


def contents(data: bytes) -> tuple[bytes, Refusal | None]:
    """What a stream gives, and the refusal that ended it."""
    got, end = b"", None
    for chunk in unpacked(chunks_of(io.BytesIO(data))):
        assert end is None, "a refusal is the last"
        if isinstance(chunk, Refusal):
            end = chunk
        else:
            got += chunk
    return got, end


def pieces(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    """The bytes in chunks of these sizes, then the rest."""
    for size in sizes:
        yield data[:size]
        data = data[size:]
    yield data


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=4), st.integers(0, 3))
def test_a_gzip_file_gives_what_was_packed_in_all_its_members(parts: list[bytes], padding: int) -> None:
    packed = b"".join(gzip.compress(part) + b"\0" * padding for part in parts)
    assert contents(packed) == (b"".join(parts), None)


@given(st.binary(max_size=200).filter(lambda data: not data.startswith(b"\x1f\x8b")))
def test_any_other_file_gives_its_bytes(data: bytes) -> None:
    assert contents(data) == (data, None)


@pytest.mark.parametrize("size", [CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 50 * CHUNK_BYTES + 17])
def test_a_well_packed_file_is_unpacked_in_small_chunks(size: int) -> None:
    chunks = list(unpacked(chunks_of(io.BytesIO(gzip.compress(b"a" * size)))))
    assert all(isinstance(chunk, bytes) and len(chunk) <= CHUNK_BYTES for chunk in chunks)
    assert sum(len(chunk) for chunk in chunks if isinstance(chunk, bytes)) == size


@given(st.data())
def test_a_gzip_file_that_breaks_off_gives_what_came_before(data: st.DataObject) -> None:
    plain = data.draw(st.binary(min_size=1, max_size=500))
    packed = gzip.compress(plain)
    kept = packed[: data.draw(st.integers(2, len(packed) - 1))]
    got, end = contents(kept)
    assert plain.startswith(got)
    assert end is not None
    assert end.code is Code.TRUNCATED_GZIP


@given(
    st.binary(min_size=1, max_size=200), st.binary(min_size=1, max_size=50).filter(lambda x: x.strip(b"\0"))
)
def test_a_gzip_file_with_something_else_behind_it_is_refused_at_its_end(plain: bytes, rest: bytes) -> None:
    got, end = contents(gzip.compress(plain) + rest)
    assert got.startswith(plain)
    if not rest.lstrip(b"\0").startswith(b"\x1f"):
        assert got == plain
        assert end is not None
        assert end.code is Code.TRUNCATED_GZIP


def test_a_gzip_file_with_a_wrong_checksum_is_refused() -> None:
    packed = bytearray(gzip.compress(b"game_id\n" * 100))
    packed[-5] ^= 1
    _, end = contents(bytes(packed))
    assert end is not None
    assert end.code is Code.TRUNCATED_GZIP


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for path, code in [
        (str(tmp_path / "none.csv"), Code.NOT_FOUND),
        (str(tmp_path / "file" / "in_a_file.csv"), Code.NOT_FOUND),
        ("nul\0.csv", Code.NOT_FOUND),
        (str(tmp_path), Code.NOT_A_FILE),
        (str(tmp_path / ("long" * 500)), Code.UNREADABLE),
    ]:
        refusal = open_file(path)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.value) == (code, path)


def test_a_file_that_fails_while_it_is_read_gives_what_came_before() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            got = super().read(size)
            if not got:
                raise OSError(5, "Input/output error")
            return got

    chunks = list(unpacked(chunks_of(Failing(b"game_id\n"))))
    assert chunks == [b"game_id\n", Refusal(code=Code.UNREADABLE, other="Input/output error")]


# --- lines -----------------------------------------------------------------------------------------

TEXT = st.lists(
    st.sampled_from([b"\r", b"\n", b"\r\n", b"\xef\xbb\xbf", b"a", b'"', b"\xff", b"\0", b"\x0b", b"\x85"]),
    max_size=30,
).map(b"".join)


@given(TEXT, st.lists(st.integers(0, 5), max_size=20))
def test_lines_are_the_same_however_the_bytes_come(data: bytes, sizes: list[int]) -> None:
    plain = data.removeprefix(b"\xef\xbb\xbf")
    expected = [RawLine(number, line) for number, line in enumerate(plain.splitlines(keepends=True), 1)]
    assert list(raw_lines(pieces(data, sizes))) == expected


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b""])
def test_a_line_may_be_one_mebibyte_long(end: bytes) -> None:
    longest = b"x" * (LONGEST_RECORD_BYTES - len(end)) + end
    sizes = [CHUNK_BYTES] * 40
    (line,) = raw_lines(pieces(longest, sizes))
    assert line == RawLine(1, longest)
    too_long = [line.refusal and line.refusal.code for line in raw_lines(pieces(b"x" + longest, sizes))]
    assert too_long == [Code.LINE_TOO_LONG]


def test_lines_after_one_that_is_too_long_keep_their_numbers() -> None:
    data = b"a\n" + b"x" * (10 * LONGEST_RECORD_BYTES) + b"\r\nb\n"
    lines = list(raw_lines(pieces(data, [CHUNK_BYTES] * 200)))
    assert [(line.line, line.refusal is None) for line in lines] == [(1, True), (2, False), (3, True)]
    assert lines[2].data == b"b\n"
    assert len(lines[1].data) < CHUNK_BYTES, "what is refused is not kept"


def test_a_stream_that_breaks_off_ends_with_the_piece_of_a_line_that_was_read() -> None:
    broken = Refusal(code=Code.TRUNCATED_GZIP)
    lines = list(raw_lines([b"a\nb", b"c", broken]))
    assert lines == [RawLine(1, b"a\n"), RawLine(2, b"bc", broken, ends=True)]
