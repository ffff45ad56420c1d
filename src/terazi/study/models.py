"""Formulas and rivals by their names: `1.3.1`, `1.3.1:cube=off`, `elo:k=24,divisor=400`,
`fibs:match_length=5`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from terazi.core.catalogue import CATALOGUE
from terazi.core.codes import Code, Refusal
from terazi.core.formula import LARGEST_DIVISOR, LARGEST_K, CubeRule, Formula
from terazi.replay.history import History
from terazi.study.arrays import Reals
from terazi.study.rivals import Coin, Elo, Fibs
from terazi.study.rivals_bradley_terry import BradleyTerry
from terazi.study.rivals_glicko2 import Glicko2


class Rival(Protocol):
    """What forecasts games without being one of our formulas."""

    def forecast(self, history: History) -> Reals:
        """The chance given to the winner of every rated game, from the games before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A formula or a rival, by the name that reports give it."""

    name: str
    way: Formula | Rival


COIN = Model(name="coin", way=Coin())

_RIVALS: Mapping[str, type[Elo] | type[Fibs] | type[Glicko2] | type[BradleyTerry]] = {
    "elo": Elo,
    "fibs": Fibs,
    "glicko-2": Glicko2,
    "bradley-terry": BradleyTerry,
}
NAMES = (*CATALOGUE, *_RIVALS)
_CUBES = {"on": CubeRule.ONE_TO_TWO, "off": CubeRule.IGNORED}
_WHOLE = {"divisor": LARGEST_DIVISOR, "k": LARGEST_K, "busy_k": LARGEST_K, "busy_games": 10**9}


def model_of(text: str) -> Model | Refusal:
    """A model from `NAME` or `NAME:key=value,…`.

    Keys of a formula: divisor, k, busy_games (0: no busy week), busy_k, cube (on, off); of rivals: elo k,
    divisor; fibs match_length; glicko-2 tau, deviation, volatility, days; bradley-terry prior. Refused:
    `unknown_formula`, `unknown_field`, `bad_value`.
    """
    if text == COIN.name:
        return COIN
    name, _, told = text.partition(":")
    values = dict(pair.partition("=")[::2] for pair in told.split(",") if pair)
    if name in CATALOGUE:
        way: Formula | Rival | Refusal = _formula(CATALOGUE[name], text, values)
    elif name in _RIVALS:
        way = _rival(name, values)
    else:
        return Refusal(code=Code.UNKNOWN_FORMULA, value=name, other=", ".join(NAMES))
    return way if isinstance(way, Refusal) else Model(name=text, way=way)


def _rival(name: str, values: Mapping[str, str]) -> Rival | Refusal:
    kind = _RIVALS[name]
    numbers: dict[str, float] = {}
    for key, value in values.items():
        if key not in kind.__dataclass_fields__:
            return Refusal(code=Code.UNKNOWN_FIELD, value=key, other=", ".join(kind.__dataclass_fields__))
        number = _positive(value)
        if number is None or (number == 0 and key != "prior"):
            return Refusal(code=Code.BAD_VALUE, field=key, value=value)
        if key == "match_length" and number != int(number):
            return Refusal(code=Code.BAD_VALUE, field=key, value=value)
        numbers[key] = int(number) if key == "match_length" else number
    rival: Rival = kind(**numbers)  # type: ignore[arg-type]
    return rival


def _formula(formula: Formula, name: str, values: Mapping[str, str]) -> Formula | Refusal:
    changed: dict[str, int] = {}
    cube = formula.cube_rule
    for key, value in values.items():
        if key == "cube" and value in _CUBES:
            cube = _CUBES[value]
        elif key in _WHOLE and value.isascii() and value.isdigit() and int(value) <= _WHOLE[key]:
            changed[key] = int(value)
        elif key in _WHOLE or key == "cube":
            return Refusal(code=Code.BAD_VALUE, field=key, value=value)
        else:
            return Refusal(code=Code.UNKNOWN_FIELD, value=key, other=", ".join((*_WHOLE, "cube")))
    return _changed(formula, name, changed, cube)


def _changed(formula: Formula, name: str, changed: Mapping[str, int], cube: CubeRule) -> Formula | Refusal:
    divisor, k = changed.get("divisor", formula.divisor), changed.get("k", formula.k)
    busy_games = changed.get("busy_games", formula.busy_games)
    busy_k = changed.get("busy_k", formula.busy_k) if busy_games else None
    if busy_games and busy_k is None:
        return Refusal(code=Code.MISSING_VALUE, field="busy_k")
    for key, number in (("divisor", divisor), ("k", k), ("busy_k", busy_k)):
        if number == 0:
            return Refusal(code=Code.BAD_VALUE, field=key, value="0")
    return replace(
        formula,
        name=name,
        divisor=divisor,
        k=k,
        busy_games=busy_games or None,
        busy_k=busy_k,
        cube_rule=cube,
    )


def _positive(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
