"""The named versions of the formula (article, "Versions"; R20)."""

from types import MappingProxyType

from terazi.core.formula import CubeRule, Formula, GammonRule

_VERSIONS = (
    Formula(
        name="pre-1.0.5",
        divisor=400,
        cube_rule=CubeRule.MULTIPLIES,
        gammon_rule=GammonRule.MULTIPLIES,  # assumed: the amount was not published (R20)
    ),
    Formula(name="1.0.5", divisor=400),
    Formula(name="1.2.0", divisor=800),
    Formula(name="1.3.0", divisor=800),  # the same as 1.2.0
    Formula(name="1.3.1", divisor=1200, busy_games=50, busy_k=16),
    Formula(name="chess", divisor=400),  # the article's comparison, without the busy week
    Formula(name="fibs-1pt", divisor=2000),  # FIBS's divisor for one-point matches, with K 32
)

CATALOGUE = MappingProxyType({formula.name: formula for formula in _VERSIONS})
"""Every version by its name."""

CURRENT = CATALOGUE["1.3.1"]
"""The version in force where nothing else is said (R20)."""
