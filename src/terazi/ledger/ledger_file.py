"""A ledger in one file: lines as `terazi rate --ledger` writes them, or entries packed as in a bundle."""

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from terazi.ledger.faults import Fault, FaultCode, Faulty
from terazi.ledger.signed_tree import Recent
from terazi.ledger.tiles import LONGEST_ENTRY, WIDTH

_PREFIX_BYTES = 2


class LedgerFile:
    """The entries of a file, read a bundle at a time; one byte in 256 entries is not remembered of it."""

    def __init__(self, path: Path) -> None:
        """Find where each bundle begins; `Faulty` for what cannot be read or cut into entries."""
        self._path, self._starts, self.size = path, array("Q"), 0
        self._recent = Recent[list[bytes]](16)
        with self._open() as file:
            # A line begins with a brace; no first entry is so long that its length in two bytes begins so.
            begins = file.read(_PREFIX_BYTES + 1)
            self._packed = begins[:1] not in {b"{", b""}
            if self._packed and begins[_PREFIX_BYTES:] != b"{":
                raise Faulty(Fault(code=FaultCode.NOT_A_LEDGER, place=path.name))
            file.seek(0)
            begin = 0
            for length in self._lengths(file):
                if self.size % WIDTH == 0:
                    self._starts.append(begin)
                begin += length
                self.size += 1

    @property
    def bundles(self) -> int:
        """How many bundles of up to 256 entries there are."""
        return len(self._starts)

    def bundle(self, index: int) -> list[bytes]:
        """The entries of one bundle, without what stands between them."""
        known = self._recent.get((0, index))
        if known is not None:
            return known
        width = min(WIDTH, self.size - index * WIDTH)
        with self._open() as file:
            file.seek(self._starts[index])
            return self._recent.keep((0, index), [self._next(file) for _ in range(width)])

    def entry(self, number: int) -> bytes:
        """One entry."""
        return self.bundle(number // WIDTH)[number % WIDTH]

    def _lengths(self, file: BinaryIO) -> Iterator[int]:
        end = file.seek(0, 2)
        file.seek(0)
        while file.tell() < end:
            yield len(self._next(file)) + (_PREFIX_BYTES if self._packed else 1)

    def _next(self, file: BinaryIO) -> bytes:
        if self._packed:
            length = int.from_bytes(file.read(_PREFIX_BYTES), "big")
            entry = file.read(length)
            whole = len(entry) == length
        else:
            line = file.readline(LONGEST_ENTRY + 1)
            entry, whole = line[:-1], line.endswith(b"\n")
        if not whole:
            raise Faulty(Fault(code=FaultCode.BAD_BUNDLE, entry=self.size, place=self._path.name))
        return entry

    def _open(self) -> BinaryIO:
        try:
            return self._path.open("rb")
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise Faulty(Fault(code=FaultCode.UNREADABLE, place=self._path.name, says=reason)) from None
