# ruff: noqa: PT018 - short on purpose
"""A second verifier, written from docs/log.md with plain loops: it shares nothing with Terazi.

Here the signature and the tree; `plain_rules` has the sums. `verify(read, key)` gives every player's rating,
or raises, with the number of the entry where it knows one.
"""

import base64
import hashlib
from collections.abc import Callable

from tests.ledger_log.plain_rules import Ladder

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def point(data: bytes) -> tuple[int, int]:
    y = int.from_bytes(data, "little") % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    assert y < P and (x * x - square) % P == 0, "no point of the curve"
    return (x if x % 2 == data[31] >> 7 else P - x), y


def plus(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    t = D * a[0] * b[0] * a[1] * b[1] % P
    x, y = a[0] * b[1] + b[0] * a[1], a[1] * b[1] + a[0] * b[0]
    return x * pow(1 + t, -1, P) % P, y * pow(1 - t, -1, P) % P


def times(number: int, a: tuple[int, int]) -> tuple[int, int]:
    total = (0, 1)
    for bit in f"{number:b}":
        total = plus(total, total)
        total = plus(total, a) if bit == "1" else total
    return total


def open_checkpoint(note: bytes, key: str) -> tuple[int, bytes]:
    name, key_id, public = key.split("+", 2)
    text, _, signatures = note.rpartition(b"\n\n")
    lines = [line.split(" ") for line in signatures.decode().split("\n") if line.startswith(f"— {name} ")]
    found = [base64.b64decode(line[2]) for line in lines]
    found = [
        data for data in found if data[:4].hex() == key_id and note.endswith(base64.b64encode(data) + b"\n")
    ]
    signature, public_bytes, text = found[0][4:], base64.b64decode(public)[1:], text + b"\n"
    s, hashed = int.from_bytes(signature[32:], "little"), signature[:32] + public_bytes + text
    h = int.from_bytes(hashlib.sha512(hashed).digest(), "little") % ORDER
    left = times(s, point((4 * pow(5, -1, P) % P).to_bytes(32, "little")))
    assert s < ORDER and left == plus(point(signature[:32]), times(h, point(public_bytes))), "signature"
    origin, size, root = text.decode().split("\n")[:3]
    assert origin == name and str(int(size)) == size, "checkpoint"
    return int(size), base64.b64decode(root)


def root_of(leaves: list[bytes]) -> bytes:
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1" + root_of(leaves[:half]) + root_of(leaves[half:]))


def path(index: int, width: int) -> str:
    digits = f"{index:09}".removeprefix("000").removeprefix("000")
    groups = [f"x{digits[at : at + 3]}" for at in range(0, len(digits), 3)]
    return "/".join(groups)[:-4] + digits[-3:] + (f".p/{width}" if width < 256 else "")


def verify(
    read: Callable[[str], bytes], key: str, since: tuple[int, bytes] = (0, sha(b""))
) -> dict[int, int]:
    size, signed = open_checkpoint(read("checkpoint"), key)
    ladder, leaves = Ladder(), list[bytes]()
    for index in range(-(-size // 256)):
        data, at, wanted = (
            read(f"tile/entries/{path(index, size - index * 256)}"),
            0,
            min(256, size - len(leaves)),
        )
        while at < len(data):
            end = at + 2 + int.from_bytes(data[at : at + 2], "big")
            leaves.append(sha(b"\0" + data[at + 2 : end]))
            ladder.take(data[at + 2 : end])
            at, wanted = end, wanted - 1
        assert (at, wanted) == (len(data), 0), "bundle"
    assert root_of(leaves) == signed, "root"
    assert since[0] <= size and root_of(leaves[: since[0]]) == since[1], "not the log of before"
    assert not ladder.due, "awards are missing"
    for level in range(8):
        for begin in range(0, len(leaves), 256):
            row = leaves[begin : begin + 256]
            assert read(f"tile/{level}/{path(begin // 256, len(row))}") == b"".join(row), "tile"
        leaves = [root_of(leaves[begin : begin + 256]) for begin in range(0, len(leaves) // 256 * 256, 256)]
    return {number: player["rating"] for number, player in ladder.players.items()}
