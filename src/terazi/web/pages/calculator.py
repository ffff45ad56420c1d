"""The calculator: what a game would be worth, with every sum. All of its state is in the address."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from terazi.core.types import CUBES, LARGEST_AMOUNT, STARTING_RATING, Win
from terazi.service.calculator import (
    Asked,
    Calculation,
    Seat,
    VersionLine,
    calculate,
    next_edition,
    version_in_force,
    versions_of,
)
from terazi.service.ladders import rulebook
from terazi.web.pages.curve import curve_of
from terazi.web.pages.fields import Fields, integer_in
from terazi.web.pages.places import TWINS, Place, Row, Shown, Visit
from terazi.web.previews import preview_members
from terazi.words.sums import SumLine, sum_lines

PARAMETERS = ("you", "opponent", "cube", "you_recent", "opponent_recent", "version", "win")
MOST_RECENT = 100_000


def seat_in(fields: Fields, name: str) -> Seat:
    """A rating, or else a player's id or name; who is not told is a new player."""
    text = fields.text(name)
    rating = integer_in(text) if text else STARTING_RATING
    if rating is not None:
        rating = fields.integer(name, STARTING_RATING, -LARGEST_AMOUNT, LARGEST_AMOUNT)
    recent = f"{name}_recent"
    return Seat(
        who=text if rating is None else rating,
        recent=fields.integer(recent, 0, 0, MOST_RECENT) if fields.text(recent) else None,
    )


def asked_in(fields: Fields) -> Asked:
    """The game that a form asks about."""
    return Asked(
        you=seat_in(fields, "you"),
        opponent=seat_in(fields, "opponent"),
        cube=fields.cube("cube"),
        win=fields.choice("win", Win.SINGLE),
        version=fields.text("version"),
    )


def calculated(visit: Visit, fields: Fields) -> Calculation | None:
    """What the form asks for, or None: then its fields tell why. A twin is refused outright."""
    found = calculate(visit.desk.store, asked_in(fields), visit.now)
    if isinstance(found, Mapping):
        for refusal in found.values():
            fields.refuse(refusal)
    else:
        visit.changes_at(found.changes_at)
    if visit.form != "html":
        fields.hold()
    return None if fields.refused or isinstance(found, Mapping) else found


def show(visit: Visit) -> Shown:
    """The form, and below it what comes of it."""
    fields = Fields(said=visit.query)
    found = calculated(visit, fields)
    return Shown(
        template="calculator.html",
        facts=form_facts(visit, fields)
        | {
            "found": found,
            "curve": found and curve_of(found.preview.formula, gap_of(found)),
            "sums": found and _sums(visit, found),
            "query": query_of(fields),
        },
        members=lambda: _members(visit, _there(found)),
        rows=lambda: _rows(_there(found)),
    )


def form_facts(visit: Visit, fields: Fields) -> dict[str, Any]:
    """What the form itself shows: what was said, what is wrong, what there is to choose from."""
    book, words = rulebook(visit.desk.store), visit.words
    visit.changes_at(next_edition(book, visit.now))
    in_force = version_in_force(book, visit.now).name
    return {
        "fields": fields,
        "wrong": fields.sentences(words),
        "cubes": [(cube, cube) for cube in CUBES],
        "wins": [(win.value, words.label(win)) for win in Win],
        "versions": [
            ("", words.say("calc.in_force", formula=in_force)),
            *((name, name) for name in versions_of(book)),
        ],
    }


def gap_of(found: Calculation) -> int:
    """Your rating minus the opponent's."""
    return found.preview.you.rating - found.preview.opponent.rating


def query_of(fields: Fields, *names: str) -> str:
    """What was said in the fields, as the query of an address."""
    return urlencode([(name, fields.text(name)) for name in names or PARAMETERS if fields.text(name)])


def _there(found: Calculation | None) -> Calculation:
    assert found is not None, "a twin of what is refused was refused"
    return found


def _sums(visit: Visit, found: Calculation) -> Mapping[str, tuple[Iterable[SumLine], Iterable[SumLine]]]:
    """Outcome -> your sum and the opponent's."""
    words, won, lost = visit.words, found.won, found.lost
    return {
        "win": (sum_lines(words, won, won.winner), sum_lines(words, won, won.loser)),
        "lose": (sum_lines(words, lost, lost.loser), sum_lines(words, lost, lost.winner)),
    }


def _members(visit: Visit, found: Calculation) -> dict[str, Any]:
    players = {side: found.names[number].player for side, number in found.players.items()}
    members = preview_members(visit.words, found.preview, found.cube, players)
    return members | {
        "win": found.win,
        "expected": found.won.winner.expected,
        "versions": [_version(line) for line in found.versions],
    }


def _version(line: VersionLine) -> dict[str, Any]:
    return {
        "formula": line.formula.name,
        "divisor": line.formula.divisor,
        "assumed": line.formula.assumed,
        "expected": line.expected,
        "you_k": line.you_k,
        "opponent_k": line.opponent_k,
        **asdict(line.stakes),
    }


def _rows(found: Calculation) -> Iterable[Row]:
    """The table of the cube."""
    yield ("cube", "coefficient", "win_you", "win_opponent", "lose_you", "lose_opponent")
    for cube, both in found.preview.by_cube.items():
        coefficient = found.preview.formula.coefficient(cube, found.win)
        stakes = (both.win.you, both.win.opponent, both.lose.you, both.lose.opponent)
        yield (cube, repr(coefficient), *stakes)


PLACES = (Place(steps=("calculator",), show=show, forms=TWINS),)
