"""A published log read through its checkpoint: nothing leaves here that the signed root does not cover.

Tiles are checked from the top down. Those at the right edge make the root together; the root of any other
tile stands in the tile above it.
"""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

from terazi.ledger.checkpoint import Checkpoint
from terazi.ledger.faults import Fault, FaultCode, Faulty, shown
from terazi.ledger.merkle import (
    HASH_BYTES,
    complete_root,
    folded,
    leaf_hashes,
    node_hash,
    span_hash,
    span_nodes,
)
from terazi.ledger.source import Source
from terazi.ledger.tiles import (
    HEIGHT,
    LARGEST_BUNDLE,
    LARGEST_TILE,
    WIDTH,
    bundle_path,
    edge_widths,
    split_hashes,
    tile_path,
    unpack,
)

T = TypeVar("T")


class Recent(Generic[T]):
    """The values of the last few keys asked for."""

    def __init__(self, most: int) -> None:
        self._most, self._kept = most, OrderedDict[tuple[int, int], T]()

    def get(self, key: tuple[int, int]) -> T | None:
        """The value, if it is still kept; asking keeps it longer."""
        value = self._kept.get(key)
        if value is not None:
            self._kept.move_to_end(key)
        return value

    def keep(self, key: tuple[int, int], value: T) -> T:
        """Keep a value, and let the oldest go."""
        self._kept[key] = value
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value


class SignedTree:
    """The entries and hashes of one checkpoint; `Faulty` is raised at the first that it does not cover."""

    def __init__(self, source: Source, checkpoint: Checkpoint) -> None:
        """Read the right edge; `wrong_tree` where it does not make the checkpoint's root."""
        self.checkpoint = checkpoint
        self._source = source
        self._tiles, self._bundles = Recent[bytes](64), Recent[list[bytes]](16)
        self._rows = Recent[list[list[bytes]]](64)
        self._edge = {
            level: self._read_tile(level, index, width) for level, index, width in edge_widths(self.size)
        }
        root = folded([self.node(height, place) for height, place in span_nodes((0, self.size))])
        if root != checkpoint.root:
            fault = Fault(code=FaultCode.WRONG_TREE, says=shown(root), should=shown(checkpoint.root))
            raise Faulty(fault)

    @property
    def size(self) -> int:
        """How many entries the checkpoint covers."""
        return self.checkpoint.size

    @property
    def bundles(self) -> int:
        """How many bundles the log has, the last perhaps partial."""
        return -(-self.size // WIDTH)

    def node(self, height: int, place: int) -> bytes:
        """The hash of a complete node, as proofs need it."""
        level, below = divmod(height, HEIGHT)
        first = place << below
        return self._rows_of(level, first // WIDTH)[below][first % WIDTH >> below]

    def _rows_of(self, level: int, index: int) -> list[list[bytes]]:
        """Every complete node inside a tile, a row a height: proofs ask for the same ones again and again."""
        known = self._rows.get((level, index))
        if known is not None:
            return known
        rows = [split_hashes(self.tile(level, index))]
        while len(rows[-1]) > 1:
            row = rows[-1]
            rows.append([node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)])
        return self._rows.keep((level, index), rows)

    def root_at(self, size: int) -> bytes:
        """The root of the tree of the first `size` entries."""
        return span_hash((0, size), self.node)

    def tile(self, level: int, index: int) -> bytes:
        """A tile's hashes, as the signed tree has them."""
        if index == self.size >> HEIGHT * (level + 1):
            return self._edge[level]
        known = self._tiles.get((level, index))
        if known is not None:
            return known
        tile = self._read_tile(level, index, WIDTH)
        root = complete_root(tile)
        above, at = self.tile(level + 1, index // WIDTH), index % WIDTH * HASH_BYTES
        if root != above[at : at + HASH_BYTES]:
            should = shown(above[at : at + HASH_BYTES])
            raise Faulty(
                Fault(
                    code=FaultCode.WRONG_TILE, place=tile_path(level, index), says=shown(root), should=should
                )
            )
        return self._tiles.keep((level, index), tile)

    def bundle(self, index: int) -> list[bytes]:
        """The entries of a bundle, each with the bytes that the signed tree has at its number."""
        known = self._bundles.get((0, index))
        if known is not None:
            return known
        width = min(WIDTH, self.size - index * WIDTH)
        place = bundle_path(index, width)
        data, whole = self._read(place, bundle_path(index), LARGEST_BUNDLE)
        entries, left = unpack(data)
        self._check_leaves(index, entries[:width])
        if len(entries) < width or (not whole and (left or len(entries) > width)):
            at = index * WIDTH + min(len(entries), width)
            raise Faulty(Fault(code=FaultCode.BAD_BUNDLE, entry=at, place=place))
        return self._bundles.keep((0, index), entries[:width])

    def expect_bundles(self) -> None:
        """Tell the source that all bundles will be read, in order."""
        self._source.expect(self._files_in_order())

    def _files_in_order(self) -> Iterator[tuple[str, int]]:
        for index in range(self.bundles):
            width = min(WIDTH, self.size - index * WIDTH)
            yield bundle_path(index, width), LARGEST_BUNDLE
            if width == WIDTH:  # else it was read with the edge
                yield tile_path(0, index), LARGEST_TILE

    def entry(self, number: int) -> bytes:
        """The bytes of one entry."""
        return self.bundle(number // WIDTH)[number % WIDTH]

    def _check_leaves(self, index: int, entries: list[bytes]) -> None:
        tile = self.tile(0, index)
        leaves = leaf_hashes(entries)
        if tile.startswith(b"".join(leaves)):
            return
        for at, (leaf, should) in enumerate(zip(leaves, split_hashes(tile), strict=False)):
            if leaf != should:
                number = index * WIDTH + at
                raise Faulty(
                    Fault(code=FaultCode.WRONG_LEAF, entry=number, says=shown(leaf), should=shown(should))
                )

    def _read_tile(self, level: int, index: int, width: int) -> bytes:
        place, wanted = tile_path(level, index, width), width * HASH_BYTES
        data, whole = self._read(place, tile_path(level, index), LARGEST_TILE)
        data = data[:wanted] if whole else data
        if len(data) != wanted:
            says, should = f"{len(data)} bytes", f"{wanted} bytes"
            raise Faulty(Fault(code=FaultCode.WRONG_TILE, place=place, says=says, should=should))
        return data

    def _read(self, path: str, whole_path: str, limit: int) -> tuple[bytes, bool]:
        """A file's bytes; where a partial one is gone, those of the full one that took its place."""
        data, whole = self._source.read(path, limit), False
        if isinstance(data, Fault) and data.code is FaultCode.MISSING and path != whole_path:
            instead = self._source.read(whole_path, limit)
            data, whole = (data, False) if isinstance(instead, Fault) else (instead, True)
        if isinstance(data, Fault):
            raise Faulty(data)
        return data, whole
