"""The facts of each kind of entry as JSON members, and back: a writer and a reader a kind (R22)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from terazi.core.codes import VoidReason
from terazi.core.entries import (
    Award,
    Erasure,
    Facts,
    Opening,
    Podium,
    Registration,
    RulebookChange,
    Settings,
    Tournament,
    Visibility,
    Void,
)
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, CubeRule, Formula, GammonRule
from terazi.core.referee import is_id
from terazi.core.rulebook import Edition
from terazi.core.types import (
    CUBES,
    FIRST_INSTANT_MS,
    LAST_INSTANT_MS,
    SINGLE_BY_RULE,
    EntryNumber,
    Game,
    GameId,
    Mode,
    PlayerNumber,
    Termination,
    TournamentId,
    Win,
)
from terazi.ledger.canonical import LARGEST_INTEGER, Value

Json = Mapping[str, Any]
Members = dict[str, Value]

SETTINGS_KEYS = (
    "late_ms",
    "early_ms",
    "sparks_win",
    "sparks_loss",
    "missed_moves",
    "grace_ms",
    "listed_games",
)
_LIMIT_KEYS = ("late_ms", "early_ms")  # R5: they alone can be missing, where there is no limit


def integer(value: object) -> int:
    """The value as an exact integer; `TypeError` for anything else, booleans and floats included."""
    if type(value) is not int or abs(value) > LARGEST_INTEGER:
        raise TypeError(f"{value!r} is not an integer")
    return value


def text(value: object) -> str:
    """The value as text; `TypeError` for anything else."""
    if type(value) is not str:
        raise TypeError(f"{value!r} is not text")
    return value


def identifier(value: object) -> str:
    """The value as one of the operator's ids; `ValueError` for text that no door lets in (R7)."""
    if not is_id(text(value)):
        raise ValueError(f"{value!r} is not an id")
    return text(value)


def instant(value: object) -> int:
    """The value as UTC milliseconds; `ValueError` where RFC 3339 has no such time (R1)."""
    if not FIRST_INSTANT_MS <= integer(value) <= LAST_INSTANT_MS:
        raise ValueError(f"{value!r} is not an instant")
    return integer(value)


def positive(value: object, most: int = LARGEST_INTEGER) -> int:
    """The value as an integer from 1 to `most`; else `ValueError`, even where Python runs without asserts."""
    if not 1 <= integer(value) <= most:
        raise ValueError(f"{value!r} is not from 1 to {most}")
    return integer(value)


def player(value: object) -> PlayerNumber:
    """The value as a player's number."""
    return PlayerNumber(integer(value))


def _write_settings(settings: Settings) -> Members:
    values = {key: getattr(settings, key) for key in SETTINGS_KEYS}
    members: Members = {key: value for key, value in values.items() if value is not None}
    return members | {"assumed": True}  # R14: the amounts of Sparks are ours


def _read_settings(line: Json) -> Settings:
    said = (key for key in SETTINGS_KEYS if key in line or key not in _LIMIT_KEYS)
    values: dict[str, Any] = dict.fromkeys(_LIMIT_KEYS) | {key: integer(line[key]) for key in said}
    return Settings(**values)


def _write_rulebook(change: RulebookChange) -> Members:
    formula = change.edition.formula
    members: Members = {
        "effective_from": change.edition.effective_from,
        "formula": formula.name,
        "table_sha256": change.table_sha256,
    }
    return members | written_parameters(formula)


def written_parameters(formula: Formula) -> Members:
    """A version's parameters; `assumed` where one was never published (R20)."""
    members: Members = {
        "divisor": formula.divisor,
        "k": formula.k,
        "cube_rule": formula.cube_rule.value,
        "gammon_rule": formula.gammon_rule.value,
    }
    if formula.busy_games is not None and formula.busy_k is not None:
        members |= {"busy_games": formula.busy_games, "busy_k": formula.busy_k}
    return members | ({"assumed": True} if formula.assumed else {})


def _read_rulebook(line: Json) -> RulebookChange:
    formula = Formula(
        name=text(line["formula"]),
        divisor=positive(line["divisor"], LARGEST_DIVISOR),
        k=positive(line["k"], LARGEST_K),
        busy_games=positive(line["busy_games"]) if "busy_games" in line else None,
        busy_k=positive(line["busy_k"], LARGEST_K) if "busy_k" in line else None,
        cube_rule=CubeRule(line["cube_rule"]),
        gammon_rule=GammonRule(line["gammon_rule"]),
    )
    edition = Edition(effective_from=instant(line["effective_from"]), formula=formula)
    return RulebookChange(edition=edition, table_sha256=text(line["table_sha256"]))


def _write_opening(opening: Opening) -> Members:
    return {"player": opening.player, "rating": opening.rating, "recent": list(opening.recent)}


def _read_opening(line: Json) -> Opening:
    recent = tuple(map(instant, line["recent"]))
    return Opening(player=player(line["player"]), rating=integer(line["rating"]), recent=recent)


def _write_game(game: Game[PlayerNumber]) -> Members:
    members: Members = {
        "game": game.game_id,
        "finished_at": game.finished_at,
        "mode": game.mode.value,
        "cube": game.cube,
        "win": game.win.value,
        "termination": game.termination.value,
    }
    if game.tournament is not None:
        members["tournament"] = game.tournament
    if game.replaces is not None:
        members["replaces"] = game.replaces
    return members


def _read_game(line: Json) -> Game[PlayerNumber]:
    cube = integer(line["cube"])
    if cube not in CUBES:
        raise ValueError(f"the cube has no {cube}")
    win, termination = Win(line["win"]), Termination(line["termination"])
    if termination in SINGLE_BY_RULE and win is not Win.SINGLE:  # R10
        raise ValueError(f"{termination} makes no {win}")
    return Game(
        game_id=GameId(identifier(line["game"])),
        finished_at=instant(line["finished_at"]),
        winner=player(line["winner"]["player"]),
        loser=player(line["loser"]["player"]),
        mode=Mode(line["mode"]),
        cube=cube,
        win=win,
        termination=termination,
        tournament=TournamentId(identifier(line["tournament"])) if "tournament" in line else None,
        replaces=GameId(identifier(line["replaces"])) if "replaces" in line else None,
    )


def _write_tournament(tournament: Tournament) -> Members:
    return {
        "tournament": tournament.tournament,
        "name": tournament.name,
        "visibility": tournament.visibility.value,
        "awards": list(tournament.awards),
    }


def _write_podium(podium: Podium) -> Members:
    return {
        "tournament": podium.tournament,
        "podium": [{"place": place, "player": number} for place, number in podium.places],
    }


def _read_tournament(line: Json) -> Facts:
    tournament = TournamentId(identifier(line["tournament"]))
    if "podium" in line:  # a tournament has two entries: when it is known, and when it is closed
        placed = ((integer(item["place"]), player(item["player"])) for item in line["podium"])
        return Podium(tournament=tournament, places=tuple(placed))
    return Tournament(
        tournament=tournament,
        name=text(line["name"]),
        visibility=Visibility(line["visibility"]),
        awards=tuple(integer(award) for award in line["awards"]),
    )


def _write_award(award: Award) -> Members:
    return {"tournament": award.tournament, "place": award.place}


def _read_award(line: Json) -> Award:
    return Award(
        tournament=TournamentId(identifier(line["tournament"])),
        place=integer(line["place"]),
        player=player(line["placed"]["player"]),
    )


def _write_void(void: Void) -> Members:
    return {"voids": void.entry, "reason": void.reason.value}


def _read_void(line: Json) -> Void:
    return Void(entry=EntryNumber(integer(line["voids"])), reason=VoidReason(line["reason"]))


WRITERS: Mapping[type, tuple[str, Callable[[Any], Members]]] = MappingProxyType(
    {
        Settings: ("settings", _write_settings),
        RulebookChange: ("rulebook", _write_rulebook),
        Registration: ("register", lambda facts: {"commitment": facts.commitment}),
        Opening: ("opening", _write_opening),
        Game: ("game", _write_game),
        Tournament: ("tournament", _write_tournament),
        Podium: ("tournament", _write_podium),
        Award: ("award", _write_award),
        Void: ("void", _write_void),
        Erasure: ("erase", lambda facts: {"player": facts.player}),
    }
)
"""Class of facts -> the kind of its entries, and how its members are written."""

READERS: Mapping[str, Callable[[Json], Facts]] = MappingProxyType(
    {
        "settings": _read_settings,
        "rulebook": _read_rulebook,
        "register": lambda line: Registration(commitment=text(line["commitment"])),
        "opening": _read_opening,
        "game": _read_game,
        "tournament": _read_tournament,
        "award": _read_award,
        "void": _read_void,
        "erase": lambda line: Erasure(player=player(line["player"])),
    }
)
"""Kind of entry -> how its facts are read."""
