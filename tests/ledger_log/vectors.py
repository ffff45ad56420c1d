"""The files of tests/vectors, for other verifiers: `python -m tests.ledger_log.vectors` writes them anew."""

import json
from functools import cache
from pathlib import Path

from terazi.core.types import GameId
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.merkle import consistency_proof, inclusion_proof, leaf_hash, root_of
from terazi.ledger.note import sign_note, to_base64
from terazi.ledger.proof import encode_proof, make_proof, numbers_of_game
from terazi.ledger.tiles import bundle_path, pack, tile_path
from terazi.ledger.verify import open_log, verify_log
from tests.ledger_log.lies import LIES
from tests.ledger_log.logs import KEY, changed, signed, story

FOLDER = Path(__file__).resolve().parents[1] / "vectors"
SIZES = (0, 1, 2, 3, 4, 5, 7, 8, 9, 255, 256, 257, 300, 327)


@cache
def vectors() -> dict[str, bytes]:
    """Every file by its name."""
    note, tree = open_log(signed(story()), KEY.verifier)
    proof = make_proof(tree, note, KEY.verifier, numbers_of_game(tree, GameId("first")))
    return {
        "ledger.jsonl": b"".join(line + b"\n" for line in story()),
        "checkpoint": note,
        "proof.json": encode_proof(proof),
        "notes.json": _json(_notes()),
        "tree.json": _json(_tree()),
        "tiles.json": _json(_tiles()),
        "faults.json": _json([_lie(*lie) for lie in LIES]),
    }


def _notes() -> dict[str, object]:
    text = "A note.\n\nWith an empty line.\n"
    note = sign_note(text, KEY).decode()
    return {"signing_key": KEY.text(), "verifier_key": str(KEY.verifier), "text": text, "note": note}


def _tree() -> dict[str, object]:
    _, tree = open_log(signed(story()), KEY.verifier)
    roots = {str(size): root_of(story()[:size]).hex() for size in SIZES}
    inclusion = [
        {"number": number, "size": size, "path": [to_base64(node) for node in path]}
        for number, size in ((0, 1), (0, 327), (8, 9), (8, 300), (255, 256), (255, 327), (326, 327))
        for path in [inclusion_proof(number, size, tree.node)]
    ]
    consistency = [
        {"earlier": earlier, "size": size, "path": [to_base64(node) for node in path]}
        for earlier, size in ((1, 2), (3, 7), (4, 8), (6, 8), (255, 256), (256, 327), (300, 327), (327, 327))
        for path in [consistency_proof(earlier, size, tree.node)]
    ]
    leaves = [leaf_hash(line).hex() for line in story()[:20]]
    return {"leaves": leaves, "roots": roots, "inclusion": inclusion, "consistency": consistency}


def _tiles() -> dict[str, object]:
    paths = {str(index): tile_path(0, index) for index in (0, 255, 999, 1000, 1234067)}
    partial = {"tile": tile_path(2, 17, 4), "bundle": bundle_path(273, 112)}
    files = {path: root_of([data]).hex() for path, data in sorted(signed(story()).files.items())}
    return {
        "paths": paths,
        "partial": partial,
        "leaf_hash_of_each_file": files,
        "packed": pack([b"", b"ab"]).hex(),
    }


def _lie(number: int, field: str, value: object, code: object) -> dict[str, object]:
    lines = list(story())
    lines[number] = changed(lines[number], field, value)
    fault = verify_log(signed(lines), KEY.verifier)
    assert isinstance(fault, Fault), "a lie is found"
    lie = {"entry": number, "instead": lines[number].decode(), "found_at": fault.entry, "code": fault.code}
    if fault.code is FaultCode.NOT_AN_ENTRY:  # why, each verifier says in its own words
        return lie | {"field": "", "says": "", "should": ""}
    return lie | {"field": fault.field, "says": fault.says, "should": fault.should}


def _json(value: object) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True).encode() + b"\n"


if __name__ == "__main__":
    for name, data in vectors().items():
        (FOLDER / name).write_bytes(data)
