"""The dated list of versions: which formula rates a game that finished at an instant (R3, R20)."""

from dataclasses import dataclass
from itertools import pairwise

from terazi.core.catalogue import CATALOGUE, CURRENT
from terazi.core.codes import Code, Refusal
from terazi.core.formula import Formula
from terazi.core.types import FIRST_INSTANT_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A version and the instant (UTC ms) from which it is in force."""

    effective_from: int
    formula: Formula


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Editions with `effective_from` strictly increasing; the empty rulebook rates nothing."""

    editions: tuple[Edition, ...] = ()

    def __post_init__(self) -> None:
        """Assert the order; a list from outside goes through `rulebook_of`."""
        assert all(a.effective_from < b.effective_from for a, b in pairwise(self.editions))

    def in_force(self, instant: int) -> Formula | Refusal:
        """The version at an instant (UTC ms); refused before the first one (`no_formula`, R3)."""
        for edition in reversed(self.editions):  # a few at most, and nearly always it is the last
            if edition.effective_from <= instant:
                return edition.formula
        return Refusal(code=Code.NO_FORMULA, field="finished_at")

    def extended(self, edition: Edition) -> "Rulebook | Refusal":
        """The rulebook with one edition more, which must be later than all of them (`rulebook_backdated`).

        One name is one formula: entries tell the version by its name (R21), so a name of this rulebook or of
        the catalogue with other parameters is refused (`bad_formula`).
        """
        if self.editions and edition.effective_from <= self.editions[-1].effective_from:
            return Refusal(code=Code.RULEBOOK_BACKDATED, field="effective_from", value=edition.formula.name)
        named = CATALOGUE | {known.formula.name: known.formula for known in self.editions}
        if named.get(edition.formula.name, edition.formula) != edition.formula:
            return Refusal(code=Code.BAD_FORMULA, field="formula", value=edition.formula.name)
        return Rulebook((*self.editions, edition))


def rulebook_of(*editions: Edition) -> Rulebook | Refusal:
    """A rulebook from editions in their order; refused when empty or not strictly increasing (R20)."""
    if not editions:
        return Refusal(code=Code.RULEBOOK_EMPTY)
    rulebook = Rulebook()
    for edition in editions:
        extended = rulebook.extended(edition)
        if isinstance(extended, Refusal):
            return extended
        rulebook = extended
    return rulebook


def always(formula: Formula) -> Rulebook:
    """One version alone, from the beginning of time."""
    return Rulebook((Edition(effective_from=FIRST_INSTANT_MS, formula=formula),))


DEFAULT_RULEBOOK = always(CURRENT)
"""1.3.1 alone: the article gives no dates for the others (R20)."""
