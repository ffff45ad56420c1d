"""What a verification finds: the first fault, as a value with a code."""

from dataclasses import dataclass
from enum import StrEnum


class FaultCode(StrEnum):
    """What is wrong with a log. Every code has its sentence in `words`."""

    # the source
    MISSING = "missing"
    """A part of the log (`place`) that its checkpoint promises is not there."""
    UNREADABLE = "unreadable"
    """A part of the log (`place`) could not be read; `says` is the system's reason."""
    TOO_LARGE = "too_large"
    """A part of the log (`place`) is larger than it can be."""
    NOT_A_LEDGER = "not_a_ledger"
    """A place (`place`, and another in `says`) holds neither a log nor a ledger file, a bundle or a proof."""
    NOT_THE_BEGINNING = "not_the_beginning"
    """A file begins in the middle of a ledger, with entry `says`: its sums need all entries before."""
    KEY_NEEDED = "key_needed"
    """The log does not tell its verifier key, and none was given."""
    # the signed checkpoint
    BAD_KEY = "bad_key"
    """The verifier key is not spelled as one."""
    BAD_NOTE = "bad_note"
    """The checkpoint is no signed note."""
    NOT_SIGNED = "not_signed"
    """No signature is by the known key."""
    BAD_SIGNATURE = "bad_signature"
    """A signature in the known key's name does not fit the text."""
    BAD_CHECKPOINT = "bad_checkpoint"
    """The signed text is no checkpoint."""
    OTHER_LOG = "other_log"
    """The checkpoint is of another log (its origin is not the key's name)."""
    # the tree
    SHRUNK = "shrunk"
    """The log has fewer entries than it had."""
    REWRITTEN = "rewritten"
    """The log does not extend an earlier checkpoint: its history was rewritten."""
    WRONG_TREE = "wrong_tree"
    """The hashes at the tree's right edge do not make the signed root."""
    WRONG_TILE = "wrong_tile"
    """A hash tile (`place`) is not the one that the signed tree has."""
    BAD_BUNDLE = "bad_bundle"
    """An entry bundle (`place`) is not cut into the entries it should hold."""
    WRONG_LEAF = "wrong_leaf"
    """An entry's bytes are not those that the signed tree has at this number."""
    WRONG_PROOF = "wrong_proof"
    """A proof does not lead from its entry to the signed root."""
    BAD_PROOF = "bad_proof"
    """A proof file is not spelled as one."""
    # an entry
    NOT_AN_ENTRY = "not_an_entry"
    """The bytes are no entry in its one spelling. A member (`field`) cannot be what it `says`, or `should` be
    there and is not; both are empty where all of the line is to blame."""
    WRONG_VALUE = "wrong_value"
    """A member (`field`) says something other than the sums give."""
    REPEATED = "repeated"
    """The entry tells again what an earlier one (`should`) told."""
    REFUSED = "refused"
    """The rules refuse the entry; `should` is the refusal's code (R19)."""
    OUT_OF_PLACE = "out_of_place"
    """An entry of another kind (`should`) must stand here."""
    NOT_REPLACED = "not_replaced"
    """A void says that its game was replaced, and no game that replaces it (`should`) follows it (R16)."""
    REGISTERED_TWICE = "registered_twice"
    """A registration has the commitment of an earlier one (`should`): one player would be two (R22)."""
    # one player
    OTHER_PLAYER = "other_player"
    """A card's id and salt do not give the commitment of its `register` entry."""
    NO_SUCH_PLAYER = "no_such_player"
    """No `register` entry has this number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The first thing that is wrong: where it is, what it says and what it should say.

    `entry` is the number of the entry at fault, `place` the part of the log (a path as tlog-tiles lays it
    out) or the file, `field` the member (`winner.delta`); each is absent or empty where the code says all.
    """

    code: FaultCode
    entry: int | None = None
    place: str = ""
    field: str = ""
    says: str = ""
    should: str = ""


class Faulty(Exception):
    """Carries a fault out of the middle of a verification, to where it is returned as a value."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def shown(value: object) -> str:
    """A value inside a fault, cut to a length that fits a line."""
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_LONGEST = 120
