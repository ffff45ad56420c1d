"""What a game would be worth, between whom you like: ratings, ids or names, any cube, any version (R20)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal
from terazi.core.entries import Entry, Rated
from terazi.core.explain import Explanation, Teller, explain
from terazi.core.formula import Formula
from terazi.core.outlook import outlook
from terazi.core.preview import Preview, preview
from terazi.core.rate import RatedSide, rate_game
from terazi.core.referee import is_id
from terazi.core.rulebook import Rulebook
from terazi.core.types import EntryNumber, Game, GameId, PlayerId, PlayerNumber, Standing, Win
from terazi.core.window import WINDOW_MS, Window
from terazi.service.previews import GamePreview, SidePreview, between, rated_at
from terazi.store.engine import Store
from terazi.store.names import Names, numbers_called, read_names
from terazi.store.part import Part, begin, load_ids, load_numbers, reach_back

SIDE_BY_SIDE = ("pre-1.0.5", "1.0.5", "1.2.0", "1.3.1", "fibs-1pt")
"""The versions that are shown beside each other: one of each kind that ever was, and one for comparison."""
_LISTED = 5
"""Players of one name that a refusal tells."""

Refusals = Mapping[str, Refusal]
"""What cannot be computed with, by its field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who plays: a rating, or a player by id or name; `recent` games in 7 days, None for the real ones."""

    who: int | str
    recent: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A game that nobody has played; `version` is empty for the one in force."""

    you: Seat
    opponent: Seat
    cube: int = 1
    win: Win = Win.SINGLE
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    """The same game under one version."""

    formula: Formula
    expected: float
    you_k: int
    opponent_k: int
    stakes: Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculation:
    """Both outcomes, at every cube and under every version.

    `players` are the numbers of `you` and `opponent` where they are registered, `won` and `lost` the sums
    of either outcome. At `changes_at` (UTC ms) a count or the version in force moves on by itself.
    """

    preview: GamePreview
    win: Win
    cube: int
    players: Mapping[str, PlayerNumber]
    names: Names
    won: Explanation
    lost: Explanation
    versions: Sequence[VersionLine]
    changes_at: int | None

    @property
    def stakes(self) -> Preview:
        """Both outcomes at the cube that was asked."""
        return self.preview.by_cube[self.cube]


def calculate(store: Store, asked: Asked, now: int) -> Calculation | Refusals:
    """What the game is worth if it finishes at `now` (UTC ms).

    Refused, by field: a player who is not there (`unknown_player`) or shares the name (`bad_value`), a game
    against oneself (`same_player`), a version that is not known (`unknown_formula`).
    """
    with store.reading() as connection:
        part = begin(store, connection)
        formula = _version(part.ladder.rulebook, asked.version, now)
        found = {field: _found(part, field, seat.who) for field, seat in _seats(asked)}
        refusals = {field: one for field, one in found.items() if isinstance(one, Refusal)}
        if isinstance(formula, Refusal):
            refusals["version"] = formula
        numbers = {field: one for field, one in found.items() if isinstance(one, int) and one >= 0}
        if len(numbers) == 2 and numbers["you"] == numbers["opponent"]:  # R12
            refusals["opponent"] = Refusal(
                code=Code.SAME_PLAYER, field="opponent", value=str(asked.opponent.who)
            )
        if refusals or isinstance(formula, Refusal):
            return refusals
        return _calculated(part, asked, formula, numbers, now)


def version_in_force(rulebook: Rulebook, now: int) -> Formula:
    """The version at an instant; before the first one, the first."""
    formula = rulebook.in_force(now)
    return rulebook.editions[0].formula if isinstance(formula, Refusal) else formula


def next_edition(rulebook: Rulebook, now: int) -> int | None:
    """The instant (UTC ms) at which another version comes into force, where one is known."""
    later = (edition.effective_from for edition in rulebook.editions if edition.effective_from > now)
    return next(later, None)


def versions_of(rulebook: Rulebook) -> Mapping[str, Formula]:
    """Every version by its name: the catalogue's and this rulebook's own (R21: one name is one formula)."""
    return CATALOGUE | {edition.formula.name: edition.formula for edition in rulebook.editions}


def supposed(
    formula: Formula, winner: Standing, loser: Standing, *, cube: int = 1, win: Win = Win.SINGLE
) -> Explanation:
    """The sums of a game that nobody has played, as those of one in the ledger."""
    sides = rate_game(formula, winner, loser, cube=cube, win=win)
    first, second = PlayerNumber(0), PlayerNumber(1)
    game = Game(game_id=GameId("supposed"), finished_at=0, winner=first, loser=second, cube=cube, win=win)
    entry = Entry(
        number=EntryNumber(0),
        accepted_at=0,
        facts=game,
        effects=(_rated(first, sides[0]), _rated(second, sides[1])),
        formula=formula.name,
    )
    return explain(entry, formula, Teller(name=""), Teller(name=""))


def _rated(player: PlayerNumber, side: RatedSide) -> Rated:
    return Rated(player=player, event=1, change=side.change, games_recent=side.games_recent, k=side.k)


def _seats(asked: Asked) -> tuple[tuple[str, Seat], tuple[str, Seat]]:
    return ("you", asked.you), ("opponent", asked.opponent)


def _version(rulebook: Rulebook, name: str, now: int) -> Formula | Refusal:
    if not name:
        return version_in_force(rulebook, now)
    known = versions_of(rulebook)
    return known.get(name) or Refusal(
        code=Code.UNKNOWN_FORMULA, field="version", value=name, other=", ".join(known)
    )


def _found(part: Part, field: str, who: int | str) -> PlayerNumber | Refusal | None:
    """The number of a player by id, or else by a name that nobody shares; None for a rating."""
    if isinstance(who, int):
        return None
    # R7: ids are exact. One that looks like a rating, or like a name, is written with @ in front.
    for text in (who, who.removeprefix("@")):
        if is_id(text):
            load_ids(part, [PlayerId(text)])
            number = part.names.numbers.get(PlayerId(text))
            if number is not None:
                return number
    numbers = numbers_called(part.connection, who, _LISTED)
    if len(numbers) == 1:
        load_numbers(part, numbers)
        return numbers[0]
    if not numbers:
        return Refusal(code=Code.UNKNOWN_PLAYER, field=field, value=who)
    ids = sorted(name.player for name in read_names(part.connection, numbers).values())
    return Refusal(code=Code.BAD_VALUE, field=field, value=who, other=", ".join(ids))


def _calculated(
    part: Part, asked: Asked, formula: Formula, numbers: Mapping[str, PlayerNumber], now: int
) -> Calculation:
    sides, moments = {}, [next_edition(part.ladder.rulebook, now)]
    for field, seat in _seats(asked):
        number = numbers.get(field)
        window = Window() if number is None else _window(part, number, now)
        sides[field] = _side(part, seat, number, window, formula, now)
        moments.append(_moves_on(window, now))
    you, opponent = sides["you"], sides["opponent"]
    known = versions_of(part.ladder.rulebook)
    return Calculation(
        preview=between(formula, you, opponent, asked.win),
        win=asked.win,
        cube=asked.cube,
        players=numbers,
        names=read_names(part.connection, numbers.values()),
        won=supposed(formula, you.standing, opponent.standing, cube=asked.cube, win=asked.win),
        lost=supposed(formula, opponent.standing, you.standing, cube=asked.cube, win=asked.win),
        versions=[
            _line(known[name], you.standing, opponent.standing, asked)
            for name in _side_by_side(part.ladder.rulebook, formula)
        ],
        changes_at=min((moment for moment in moments if moment is not None), default=None),
    )


def _window(part: Part, number: PlayerNumber, now: int) -> Window:
    reach_back(part, number, now - WINDOW_MS)
    return part.ladder.players[number].window


def _side(
    part: Part, seat: Seat, number: PlayerNumber | None, window: Window, formula: Formula, now: int
) -> SidePreview:
    rating = seat.who if isinstance(seat.who, int) else part.ladder.players[_known(number)].rating
    if number is None or seat.recent is not None:
        return rated_at(formula, Standing(rating=rating, games_recent=seat.recent or 0))
    return SidePreview(rating=rating, outlook=outlook(formula, window, now), known=True)


def _known(number: PlayerNumber | None) -> PlayerNumber:
    assert number is not None, "who is not told by a rating was found"
    return number


def _moves_on(window: Window, now: int) -> int | None:
    """When the count changes by itself: a game leaves the window, or one told early comes into it (R2)."""
    counted = window.since(now - WINDOW_MS)
    leaving = [counted[0] + WINDOW_MS + 1] if counted and counted[0] <= now else []
    return min([*leaving, *(instant for instant in counted if instant > now)], default=None)


def _side_by_side(rulebook: Rulebook, chosen: Formula) -> list[str]:
    own = [edition.formula.name for edition in rulebook.editions]
    return list(dict.fromkeys((*SIDE_BY_SIDE, *own, chosen.name)))


def _line(formula: Formula, you: Standing, opponent: Standing, asked: Asked) -> VersionLine:
    return VersionLine(
        formula=formula,
        expected=formula.expected(you.rating - opponent.rating),
        you_k=formula.k_for(you.games_recent),
        opponent_k=formula.k_for(opponent.games_recent),
        stakes=preview(you, opponent, cube=asked.cube, size=asked.win, formula=formula),
    )
