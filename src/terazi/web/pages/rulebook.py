"""The rulebook: versions with their dates, what each changed, and the rule settings in force (R3, R20)."""

from collections.abc import Sequence
from dataclasses import dataclass

from terazi.core.entries import Entry, RulebookChange, Settings
from terazi.core.formula import Formula
from terazi.core.rulebook import Edition, Rulebook
from terazi.core.types import FIRST_INSTANT_MS, Win
from terazi.service.calculator import next_edition
from terazi.service.ladders import rulebook_entries, settings
from terazi.web.pages import links
from terazi.web.pages.durations import duration
from terazi.web.pages.places import JSON_TWIN, Place, Shown, Visit
from terazi.web.rules import rulebook_members
from terazi.words.catalogue import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A game to try versions on: the winner's gap to the loser, both in a busy week or neither."""

    key: str
    gap: int = 0
    cube: int = 1
    win: Win = Win.SINGLE
    busy: bool = False

    def change(self, formula: Formula) -> int:
        """What the winner wins under a version; equal K, so the loser loses as much."""
        k = formula.busy_k if self.busy and formula.busy_k is not None else formula.k
        return formula.changes(self.gap, k, k, formula.coefficient(self.cube, self.win))[0]


CASES = (
    Case(key="book.case_even"),
    Case(key="book.case_favourite", gap=300),
    Case(key="book.case_upset", gap=-300),
    Case(key="book.case_cube", cube=8),
    Case(key="book.case_gammon", win=Win.GAMMON),
    Case(key="book.case_busy", busy=True),
)
FAVOURITE_GAP = 300
"""The article's favourite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A case under the version before, where there is one, and under this one."""

    key: str
    before: int | None
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version as shown. `state` is `past`, `now` or `future`; `until` is when the next one came."""

    edition: Edition
    entry: Entry
    table_sha256: str
    anchor: str
    state: str
    until: int | None
    compared: Sequence[Compared]
    expected: float
    expected_before: float | None


def show(visit: Visit) -> Shown:
    """The rulebook, the newest version first."""
    store = visit.desk.store
    entries, chosen = rulebook_entries(store), settings(store)
    book = Rulebook(tuple(_change(entry).edition for entry in entries))
    visit.changes_at(next_edition(book, visit.now))
    facts = {
        "versions": _versions(entries, visit.now)[::-1],
        "rules": _rules(visit.words, chosen),
        "chosen": chosen,
        "beginning": FIRST_INSTANT_MS,
    }
    return Shown(template="rulebook.html", facts=facts, members=lambda: rulebook_members(book, chosen))


def _change(entry: Entry) -> RulebookChange:
    assert isinstance(entry.facts, RulebookChange)
    return entry.facts


def _versions(entries: Sequence[Entry], now: int) -> list[Version]:
    changes = [_change(entry) for entry in entries]
    dates = [change.edition.effective_from for change in changes]
    in_force = sum(date <= now for date in dates) - 1
    versions: list[Version] = []
    for place, (entry, change) in enumerate(zip(entries, changes, strict=True)):
        formula = change.edition.formula
        before = changes[place - 1].edition.formula if place else None
        versions.append(
            Version(
                edition=change.edition,
                entry=entry,
                table_sha256=change.table_sha256,
                anchor=_anchor(formula.name, versions),
                state="now" if place == in_force else "past" if place < in_force else "future",
                until=dates[place + 1] if place + 1 < len(dates) else None,
                compared=[_compared(case, before, formula) for case in CASES],
                expected=formula.expected(FAVOURITE_GAP),
                expected_before=None if before is None else before.expected(FAVOURITE_GAP),
            )
        )
    return versions


def _anchor(name: str, earlier: Sequence[Version]) -> str:
    """Where links to a version lead: to the first edition of its name."""
    anchor = f"v-{links.segment(name)}"
    taken = {version.anchor for version in earlier}
    return anchor if anchor not in taken else f"{anchor}-{len(taken)}"


def _compared(case: Case, before: Formula | None, formula: Formula) -> Compared:
    return Compared(
        key=case.key, before=None if before is None else case.change(before), now=case.change(formula)
    )


def _rules(words: Words, chosen: Settings) -> list[str]:
    """The rule settings in words, a sentence each."""
    return [
        _limit(words, ("book.late_ever", "book.late"), chosen.late_ms),
        _limit(words, ("book.early_ever", "book.early"), chosen.early_ms),
        words.count("book.missed", chosen.missed_moves),
        words.say("book.grace", span=duration(words, chosen.grace_ms)),
        _limit_count(words, chosen.listed_games),
    ]


def _limit(words: Words, keys: tuple[str, str], limit: int | None) -> str:
    """The sentence of a limit in ms: the first key's where there is none."""
    without, within = keys
    return words.template(without) if limit is None else words.say(within, span=duration(words, limit))


def _limit_count(words: Words, games: int) -> str:
    """Who is listed (R18)."""
    return words.count("book.listed", games) if games else words.template("book.listed_all")


PLACES = (Place(steps=("rulebook",), show=show, forms=JSON_TWIN),)
