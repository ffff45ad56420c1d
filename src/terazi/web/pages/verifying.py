"""What a page about an entry needs to verify itself (static/verify.js), and to be checked by command."""

import shlex
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from terazi.core.catalogue import CATALOGUE
from terazi.core.entries import Award, Entry, Void
from terazi.core.explain import Explanation
from terazi.core.formula import Formula
from terazi.core.types import Game, GameId, Win
from terazi.ledger.digest import table_sha256
from terazi.web.pages.places import Visit
from terazi.web.pages.rendering import rich
from terazi.web.showing import proof_link
from terazi.words.catalogue import Words

CHECKS = (
    ("signature", "verify.what_signature"),
    ("tree", "verify.what_tree"),
    ("entry", "verify.what_entry"),
    ("sums", "verify.what_sums"),
    ("page", "verify.what_page"),
)
"""What the script checks -> the key of what is said of it before."""
SAYS = (
    ("signature", "right", "verify.signature_right"),
    ("signature", "wrong", "verify.signature_wrong"),
    ("signature", "open", "verify.signature_open"),
    ("tree", "right", "verify.tree_right"),
    ("tree", "wrong", "verify.tree_wrong"),
    ("entry", "right", "verify.entry_right"),
    ("entry", "wrong", "verify.entry_wrong"),
    ("sums", "right", "verify.sums_right"),
    ("sums", "wrong", "verify.sums_wrong"),
    ("sums", "open", "verify.sums_open"),
    ("page", "right", "verify.page_right"),
    ("page", "wrong", "verify.page_wrong"),
    ("page", "open", "verify.page_open"),
    ("whole", "right", "verify.whole_right"),
    ("whole", "wrong", "verify.whole_wrong"),
    ("whole", "open", "verify.whole_open"),
    ("whole", "early", "verify.whole_early"),
    ("whole", "none", "verify.whole_none"),
)
"""A check and what the script found -> the key of the sentence."""
SLOTS = {
    name: Markup("<b data-slot={}></b>").format(name)
    for name in ("entries", "key", "number", "field", "says", "should")
}
"""What the script fills into sentences."""
NO_SUMS = "verify.sums_none"
"""Said in place of `sums` `open` of an entry that has no sums."""


@cache
def sentences(words: Words, *, has_sums: bool) -> Markup:
    """What the script may say, as templates of elements: the same for every page of a language."""
    template = Markup('<template data-say="{}.{}">{}</template>\n')
    return Markup("").join(
        template.format(check, state, rich(words, _key(check, state, key, has_sums=has_sums), **SLOTS))
        for check, state, key in SAYS
    )


def _key(check: str, state: str, key: str, *, has_sums: bool) -> str:
    return NO_SUMS if (check, state) == ("sums", "open") and not has_sums else key


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """How to check an entry. `proof` and `key` are None where no log is published here."""

    proof: str | None
    key: str | None
    game: GameId | None
    number: int
    table: str | None
    sentences: Markup
    commands: tuple[str, ...]
    operator: str | None


def verification(visit: Visit, entry: Entry, formula: Formula | None) -> Verification:
    """How to check an entry; `formula` rated the game, or the game that it takes back."""
    game = entry.facts.game_id if isinstance(entry.facts, Game) else None
    log = visit.desk.log
    has_sums = formula is not None or isinstance(entry.facts, Award | Void)
    path = proof_link(entry.number)
    key = None if log is None else str(log.signer.key.verifier)
    return Verification(
        proof=None if log is None else path,
        key=key,
        game=game,
        number=entry.number,
        table=None if formula is None else f"/v1/tables/{table_sha256(formula)}",
        sentences=sentences(visit.words, has_sums=has_sums),
        commands=_of_ledger(visit) if key is None else _of_proof(visit, path, key),
        operator=None if game is None else f"terazi prove {_word(game)} --db LADDER.db --out proof.json",
    )


def _of_proof(visit: Visit, path: str, key: str) -> tuple[str, ...]:
    return (
        f"curl -o proof.json {shlex.quote(address(visit, path))}",
        f"terazi verify proof.json --key {shlex.quote(key)}",
    )


def _of_ledger(visit: Visit) -> tuple[str, ...]:
    return (
        f"curl -o ledger.jsonl {shlex.quote(address(visit, '/v1/ledger'))}",
        "terazi verify ledger.jsonl",
    )


def by_hand(explanation: Explanation) -> str | None:
    """The command that does the winner's sum again; None where a version is this ladder's own."""
    formula, winner, loser, game = (
        explanation.formula,
        explanation.winner,
        explanation.loser,
        explanation.entry.facts,
    )
    assert isinstance(game, Game)
    if CATALOGUE.get(formula.name) != formula:
        return None
    ratings = "" if min(winner.before, loser.before) >= 0 else "-- "  # R0: no floor
    size = f" --win {game.win}" if game.win is not Win.SINGLE else ""
    return (
        f"terazi preview --formula {formula.name} --cube {game.cube}{size} --recent {winner.games_recent} "
        f"--opponent-recent {loser.games_recent} {ratings}{winner.before} {loser.before}"
    )


def address(visit: Visit, path: str) -> str:
    """A whole address on this site."""
    return f"{str(visit.request.base_url).rstrip('/')}{path}"


def _word(text: str) -> str:
    """A text as one word of a command; what begins with a hyphen is no option."""
    return f"-- {shlex.quote(text)}" if text.startswith("-") else shlex.quote(text)
