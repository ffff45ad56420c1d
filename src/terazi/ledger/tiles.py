"""The layout of c2sp.org/tlog-tiles: where hash tiles and entry bundles stand, and how entries are packed.

A tile holds up to 256 neighbouring hashes of one level; level 0 are the leaves, and each hash of level l + 1
is the root of a full tile of level l. With fewer it stands at the log's right edge (`.p/WIDTH`).
"""

from collections.abc import Iterable, Iterator

from terazi.ledger.merkle import HASH_BYTES

WIDTH = 256
HEIGHT = 8
"""A full tile is a subtree of this height: 2**8 == 256."""
LONGEST_ENTRY = 2**16 - 1
"""Bytes; a bundle gives every entry's length in two."""
LARGEST_TILE = WIDTH * HASH_BYTES
LARGEST_BUNDLE = WIDTH * (2 + LONGEST_ENTRY)

CHECKPOINT = "checkpoint"
VERIFIER_KEY = "key"
"""Ours, not of tlog-tiles: the log's verifier key, for who has not been given it elsewhere."""


def tile_path(level: int, index: int, width: int = WIDTH) -> str:
    """Where a hash tile stands.

    >>> tile_path(0, 1234067), tile_path(2, 0, 17)
    ('tile/0/x001/x234/067', 'tile/2/000.p/17')
    """
    return f"tile/{level}/{_numbered(index, width)}"


def bundle_path(index: int, width: int = WIDTH) -> str:
    """Where a bundle of entries stands.

    >>> bundle_path(273, 112)
    'tile/entries/273.p/112'
    """
    return f"tile/entries/{_numbered(index, width)}"


def _numbered(index: int, width: int) -> str:
    digits = str(index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    path = "/".join([f"x{group}" for group in groups[:-1]] + groups[-1:])
    return path if width == WIDTH else f"{path}.p/{width}"


def edge_widths(size: int) -> Iterator[tuple[int, int, int]]:
    """The partial tiles of a tree: (level, index, width) for each level that has one, level 0 first.

    >>> list(edge_widths(70_000)), list(edge_widths(256))
    ([(0, 273, 112), (1, 1, 17), (2, 0, 1)], [(1, 0, 1)])
    """
    level = 0
    while size:
        index, width = divmod(size, WIDTH)
        if width:
            yield level, index, width
        level, size = level + 1, index


def pack(entries: Iterable[bytes]) -> bytes:
    """A bundle: each entry after its length in two bytes, the larger first."""
    return b"".join(part for entry in entries for part in (len(entry).to_bytes(2, "big"), entry))


def unpack(bundle: bytes) -> tuple[list[bytes], int]:
    """The whole entries of a bundle, and how many bytes were left over that hold none."""
    entries, at, end = [], 0, len(bundle)
    while at + 2 <= end:
        begin = at + 2
        stop = begin + (bundle[at] << 8 | bundle[at + 1])
        if stop > end:
            break
        entries.append(bundle[begin:stop])
        at = stop
    return entries, end - at


def split_hashes(tile: bytes) -> list[bytes]:
    """The hashes of a tile."""
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]
