"""The public log: a ladder's ledger as signed files, proofs of single games, and players' cards."""

from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, select

from terazi.core.codes import Code, Refusal
from terazi.core.entries import Award, Entry, RulebookChange, Void
from terazi.core.types import EntryNumber, Game, GameId, PlayerId
from terazi.ledger.cards import Card
from terazi.ledger.checkpoint import Checkpoint, open_checkpoint
from terazi.ledger.faults import Fault
from terazi.ledger.holding import held
from terazi.ledger.merkle import Frontier
from terazi.ledger.note import VerifierKey
from terazi.ledger.proof import Proof, Tree, make_proof
from terazi.ledger.publish import extends, publish, published
from terazi.ledger.signer import Signer
from terazi.store.engine import Store
from terazi.store.ledger import all_lines, read_config, read_entries, read_games, read_head, read_lines
from terazi.store.names import read_card
from terazi.store.schema import tournament, void
from terazi.store.trouble import Cause, StoreTrouble


def publish_ladder(store: Store, folder: Path, signer: Signer) -> Checkpoint | Fault:
    """Bring the log in a folder up to date with the ledger, and sign it; whoever else does so waits.

    Refused where the ledger does not extend the last checkpoint that was signed (`shrunk`, `rewritten`): it
    came back from a backup, and would fork the log.
    """
    with held(signer.path), store.reading() as connection:
        end = read_head(connection)
        if end.number == 0:
            raise StoreTrouble(Cause.NO_LADDER)
        fault = _continues(connection, folder, signer)
        if fault is not None:
            return fault
        sign = partial(signer.sign, ledger=end.tree)
        return publish(folder, lambda start: all_lines(connection, start=start), signer.key, sign)


def _continues(connection: Connection, folder: Path, signer: Signer) -> Fault | None:
    last, there = signer.last(), published(folder, signer.key.verifier)
    for found in (last, there):
        if isinstance(found, Fault):
            return found
    assert isinstance(last, Checkpoint)
    # A folder is grown to the root that the ledger's head has: that proves that the ledger extends it. Any
    # other checkpoint that was signed is compared with all entries.
    return None if there == last else extends(last, all_lines(connection))


@dataclass(frozen=True, slots=True)
class _StoredTree:
    """The tree over a ledger's first entries, hashed as it is asked for."""

    connection: Connection
    size: int

    def entry(self, number: int) -> bytes:
        (line,) = read_lines(self.connection, number, 1)
        return line

    def node(self, height: int, place: int) -> bytes:
        frontier = Frontier()
        frontier.extend(islice(all_lines(self.connection, start=place << height), 1 << height))
        return frontier.root()


def prove_game(store: Store, signer: Signer, game_id: GameId) -> Proof | Fault | Refusal:
    """The proof of a game: its entry, that of its version, and its void, in the log as it was signed last.

    A log that does not reach so far yet is signed as it stands now. Refused: a game that is not there.
    """
    with held(signer.path), store.reading() as connection:
        numbers = _numbers_of(connection, game_id)
        if not numbers:
            return Refusal(code=Code.UNKNOWN_GAME, field="game_id", value=game_id)
        note = _note_over(connection, signer, max(numbers) + 1)
        if isinstance(note, Fault):
            return note
        checkpoint = open_checkpoint(note, signer.key.verifier)
        if isinstance(checkpoint, Fault):
            return checkpoint
        return make_proof(_StoredTree(connection, checkpoint.size), note, signer.key.verifier, numbers)


def _note_over(connection: Connection, signer: Signer, size: int) -> bytes | Fault:
    """The last signed checkpoint where it covers so many entries, else a new one of the whole ledger."""
    note, last = signer.last_note(), signer.last()
    if isinstance(note, Fault):
        return note
    if isinstance(last, Fault):
        return last
    fault = extends(last, all_lines(connection))
    if fault is not None:
        return fault
    if note is not None and size <= last.size:
        return note
    tree = read_head(connection).tree
    return signer.sign(Checkpoint(origin=signer.key.name, size=tree.size, root=tree.root()), tree)


def prove_published(
    store: Store, tree: Tree, note: bytes, key: VerifierKey, wanted: GameId | EntryNumber
) -> Proof | None:
    """The proof of a game, or of the entry of a number, in a log that is published already.

    None where the log does not reach so far, or the ledger has no such entry.
    """
    with store.reading() as connection:
        numbers = _numbers_of(connection, wanted)
    if not numbers or numbers[0] >= tree.size:
        return None
    return make_proof(tree, note, key, [number for number in numbers if number < tree.size])


def _numbers_of(connection: Connection, wanted: GameId | EntryNumber) -> list[int]:
    """An entry, then those that its sums follow from, then its void: what there is of them."""
    if isinstance(wanted, str):
        entry = read_games(connection, [wanted]).get(wanted)
    else:
        entry = read_entries(connection, [wanted]).get(wanted)
    if entry is None:
        return []
    voids = connection.scalars(select(void.c.number).where(void.c.entry == entry.number)).all()
    return [*_followed(connection, entry), *voids]


def _followed(connection: Connection, entry: Entry) -> list[int]:
    """An entry and those that its sums follow from (`check_sums`)."""
    match entry.facts:
        case Game() if entry.formula is not None:
            return [entry.number, *_versions(connection, entry)[-1:]]
        case Void(entry=taken):
            return [entry.number, *_followed(connection, read_entries(connection, [taken])[taken])]
        case Award(tournament=held):
            cups = connection.scalars(select(tournament.c.number).where(tournament.c.id == held)).all()
            return [entry.number, *cups]
        case _:
            return [entry.number]


def _versions(connection: Connection, game: Entry) -> list[int]:
    return [
        entry.number
        for entry in read_config(connection)
        if isinstance(entry.facts, RulebookChange)
        and entry.facts.edition.formula.name == game.formula
        and entry.number < game.number
    ]


def card(store: Store, player: PlayerId) -> Card | Refusal:
    """A player's number, id and salt: with it they show whose entries theirs are (`unknown_player`)."""
    with store.reading() as connection:
        found = read_card(connection, player)
    return found or Refusal(code=Code.UNKNOWN_PLAYER, field="player", value=player)
