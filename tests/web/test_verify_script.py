"""The pages' script agrees with Python on every vector of the log, good and bad, and tells the reader."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from terazi.ledger.checkpoint import open_checkpoint
from terazi.ledger.codec import NotAnEntry, decode
from terazi.ledger.faults import Fault, FaultCode
from terazi.ledger.merkle import included, leaf_hash
from terazi.ledger.note import from_base64, open_note, parse_verifier_key, to_base64
from terazi.ledger.proof import check_proof, decode_proof, encode_proof, make_proof
from terazi.ledger.verify import open_log
from tests.ledger_log.logs import KEY, Files, changed, needed, signed, story
from tests.ledger_log.vectors import FOLDER
from tests.web.script_site import VERSIONS, Site, table, vector


def proved(log: Files, numbers: Sequence[int]) -> str:
    note, tree = open_log(log, KEY.verifier)
    return encode_proof(make_proof(tree, note, KEY.verifier, numbers)).decode()


def csv_for(numbers: Sequence[int], lines: Sequence[bytes]) -> str | None:
    """The table that a service has for the version among these entries."""
    for number in numbers:
        if number in VERSIONS:
            return table(lines[number]) if is_entry(lines[number]) else VERSIONS[number]
    return None


CHECK = """
    return Promise.all(given.cases.map(async ({ proof, csv }) => {
      try {
        const options = { key: given.key, csv: given.tables[csv] };
        const { findings } = await verify.checkProof(JSON.parse(proof), options);
        return findings;
      } catch (error) {
        if (error instanceof SyntaxError) return [{ check: "entry", state: "wrong", slots: {} }];
        throw error;
      }
    }));
"""


def checked_there(site: Site, cases: Sequence[tuple[str, str | None]]) -> list[Any]:
    """What the script finds of proofs, each with its table's text."""
    tables = list({csv: None for _, csv in cases})
    given = [{"proof": proof, "csv": tables.index(csv)} for proof, csv in cases]
    found: list[Any] = site.run(CHECK, {"cases": given, "tables": tables, "key": str(KEY.verifier)})
    return found


def agree(site: Site, cases: Sequence[tuple[str, str | None]]) -> list[Fault | None]:
    """Both verdicts on proofs, each with its table's text: they find the same wrong."""
    faults = []
    for (written, _), findings in zip(cases, checked_there(site, cases), strict=True):
        proof = decode_proof(written.encode())
        checked = proof if isinstance(proof, Fault) else check_proof(proof, KEY.verifier)
        fault = checked if isinstance(checked, Fault) else None
        wrong = [finding for finding in findings if finding["state"] == "wrong"]
        assert bool(wrong) == (fault is not None), (written, fault, findings)
        if fault is not None and fault.field == "number":  # another entry's line, rightly spelled
            assert wrong == [{"check": "entry", "state": "wrong", "slots": {"number": fault.entry}}]
        elif fault is not None and fault.code is FaultCode.WRONG_VALUE:
            slots = {"number": fault.entry, "field": fault.field, "says": fault.says, "should": fault.should}
            assert wrong == [{"check": "sums", "state": "wrong", "slots": slots}]
        faults.append(fault)
    return faults


# --- the vectors -------------------------------------------------------------------------------------


def test_every_entry_of_the_vectors_ledger_is_proved_to_both(site: Site) -> None:
    log, numbers = signed(story()), [needed(story(), number) for number in range(len(story()))]
    cases = [(proved(log, each), csv_for(each, story())) for each in numbers]
    assert agree(site, cases) == [None] * len(story())


def test_every_entry_of_the_vectors_ledger_has_its_one_spelling_for_both(site: Site) -> None:
    lines = (FOLDER / "ledger.jsonl").read_text(encoding="utf-8").splitlines()
    assert site.run("return given.map((line) => verify.readEntry(line) !== null)", lines) == [True] * len(
        lines
    )


def test_every_lie_of_the_vectors_is_judged_alike_by_both(site: Site) -> None:
    cases = []
    for lie in vector("faults.json"):
        lines = list(story())
        lines[lie["entry"]] = lie["instead"].encode()
        numbers = needed(story(), lie["entry"])
        cases.append((proved(signed(lines), numbers), csv_for(numbers, lines)))
    faults = agree(site, cases)
    found = [fault.code for fault in faults if fault]
    assert len(found) > len(faults) / 2, "a lie in the entry's own sums shows without the whole log"
    assert {FaultCode.WRONG_VALUE, FaultCode.NOT_AN_ENTRY} <= set(found)


def test_every_changed_member_and_letter_of_an_entry_is_judged_alike_by_both(site: Site) -> None:
    dice = random.Random(4)
    spellings = []
    for number in (0, 1, 2, 7, 8, 9, 10, 12, 13, 15, 16, 19, 320, 321, 323, 324, 325):
        line = story()[number].decode()
        for _ in range(60):
            at = dice.randrange(len(line))
            put = dice.choice(
                ["", "0", "9", "-", '"', " ", "\\", "}", "ü", "\ud83c", "1e3", "\x7f", ".0", "null"]
            )
            spellings.append(line[:at] + put + line[at + dice.randrange(2) :])
    said = site.run("return given.map((line) => verify.readEntry(line) !== null)", spellings)
    for spelling, right in zip(spellings, said, strict=True):
        assert right == is_entry(spelling.encode("utf-8", "surrogatepass")), spelling


def is_entry(line: bytes) -> bool:
    try:
        decode(line)
    except NotAnEntry:
        return False
    return True


def test_the_proof_of_the_vectors_and_its_every_change_are_judged_alike_by_both(site: Site) -> None:
    written = (FOLDER / "proof.json").read_text(encoding="utf-8")
    dice = random.Random(5)
    cases: list[tuple[str, str | None]] = [(written, VERSIONS[1])]
    for _ in range(400):
        at = dice.randrange(len(written))
        cases.append((written[:at] + dice.choice('09aZ-+/="{ ') + written[at + 1 :], VERSIONS[1]))
    faults = agree(site, cases)
    assert faults[0] is None
    assert sum(fault is not None for fault in faults) > 300


def test_a_table_that_is_not_the_signed_one_is_found(site: Site) -> None:
    proof = (FOLDER / "proof.json").read_text(encoding="utf-8")
    cases = [(proof, csv) for csv in (VERSIONS[19], "a,b\n1,2\n", None)]
    last = [findings[-1] for findings in checked_there(site, cases)]
    assert [finding["state"] for finding in last] == ["wrong", "wrong", "open"]
    assert last[0]["slots"]["field"] == "table_sha256"


def test_without_a_table_a_void_is_still_checked(site: Site) -> None:
    lines = list(story())
    lie = changed(changed(lines[320], "winner.delta", -23), "winner.after", 2292)
    lied = [*lines[:320], lie, *lines[321:]]
    cases: list[tuple[str, str | None]] = [
        (proved(signed(told), needed(lines, 320)), None) for told in (lines, lied)
    ]
    assert [each[-1]["state"] for each in checked_there(site, cases)] == ["open", "wrong"]


def test_notes_are_opened_alike_by_both(site: Site) -> None:
    case = vector("notes.json")
    good, key = case["note"], case["verifier_key"]
    notes = [good, good.replace("A note", "a note"), "", "\n\n", good[:-1], good + "— x AAAA\n"]
    notes += [
        good + "— witness.example/w " + to_base64(bytes(68)) + "\n",
        "\x0b" + good,
        good.replace("— ", "- "),
    ]
    notes += [good[:at] + chr(ord(good[at]) ^ 1) + good[at + 1 :] for at in range(0, len(good), 3)]
    said = site.run(
        "const key = await verify.readKey(given.key);"
        "return Promise.all(given.notes.map((note) => verify.openNote(note, key)))",
        {"notes": notes, "key": key},
    )
    verifier = parse_verifier_key(key)
    assert not isinstance(verifier, Fault)
    for note, found in zip(notes, said, strict=True):
        text = open_note(note.encode(), verifier)
        assert found == (None if isinstance(text, Fault) else {"text": text, "state": "right"}), note
    assert said[0] == {"text": case["text"], "state": "right"}


def test_keys_are_read_alike_by_both(site: Site) -> None:
    key = str(KEY.verifier)
    keys = [key, "", "+", key.lower(), f" {key}", f"{key}\n", key.replace("example", "ex ample")]
    keys += [key[:at] + chr(ord(key[at]) ^ 1) + key[at + 1 :] for at in range(len(key))]
    said = site.run(
        "return Promise.all(given.map(async (key) => (await verify.readKey(key)) !== null))", keys
    )
    assert said == [not isinstance(parse_verifier_key(each), Fault) for each in keys]


def test_the_checkpoint_of_the_vectors_is_read_alike_by_both(site: Site) -> None:
    note = (FOLDER / "checkpoint").read_text(encoding="utf-8")
    said = site.run(
        "const { text } = await verify.openNote(given.note, await verify.readKey(given.key));"
        "const { origin, size, root } = verify.readCheckpoint(text); return [origin, size, [...root]]",
        {"note": note, "key": str(KEY.verifier)},
    )
    checkpoint = open_checkpoint(note.encode(), KEY.verifier)
    assert not isinstance(checkpoint, Fault)
    assert said == [checkpoint.origin, checkpoint.size, list(checkpoint.root)]


@pytest.mark.parametrize("size", ["-1", "01", "1e3", "٣", "1099511627777", "9" * 40, ""])
def test_a_checkpoint_with_a_size_that_is_none_is_refused(site: Site, size: str) -> None:
    text = f"name\n{size}\n{to_base64(bytes(32))}\n"
    assert site.run("return verify.readCheckpoint(given)", text) is None


def test_leaves_files_and_paths_of_the_vectors_are_hashed_alike_by_both(site: Site) -> None:
    tree, log = vector("tree.json"), signed(story())
    files = vector("tiles.json")["leaf_hash_of_each_file"]
    data = [list(line) for line in story()[: len(tree["leaves"])]] + [list(log.files[name]) for name in files]
    hashed = site.run(
        "return Promise.all(given.map(async (bytes) => [...await verify.leafHash(Uint8Array.from(bytes))]))",
        data,
    )
    assert [bytes(each).hex() for each in hashed] == [*tree["leaves"], *files.values()]


def test_inclusion_is_judged_alike_by_both_and_a_changed_path_is_none(site: Site) -> None:
    tree = vector("tree.json")
    rows = []
    for row in tree["inclusion"]:
        leaf, root = leaf_hash(story()[row["number"]]), bytes.fromhex(tree["roots"][str(row["size"])])
        right = row | {"leaf": to_base64(leaf), "root": to_base64(root)}
        rows += [right, right | {"path": [*row["path"], right["leaf"]]}, right | {"path": row["path"][:-1]}]
        rows += [
            right | {"number": row["number"] + 1},
            right | {"size": row["size"] - 1},
            right | {"number": -1},
        ]
    said = site.run(
        "const bytes = verify.fromBase64;"
        "return Promise.all(given.map(({ leaf, root, path, number, size }) =>"
        " verify.included({ number, size, leaf: bytes(leaf), root: bytes(root), path: path.map(bytes) })))",
        rows,
    )
    for row, found in zip(rows, said, strict=True):
        path = [from_base64(node) or b"" for node in row["path"]]
        leaf, root = (from_base64(row[name]) or b"" for name in ("leaf", "root"))
        assert found == included(leaf=leaf, root=root, number=row["number"], size=row["size"], proof=path), (
            row
        )
    assert said[::6] == [True] * len(tree["inclusion"])
