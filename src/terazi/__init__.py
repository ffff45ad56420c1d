"""Terazi: exact, explained ratings for backgammon.

>>> from terazi import CATALOGUE, Standing, rate_game
>>> winner, loser = rate_game(CATALOGUE["1.3.1"], Standing(rating=1500), Standing(rating=1800))
>>> winner.change.after, loser.change.after
(1520, 1780)
"""

from importlib import import_module
from types import ModuleType

from terazi.core.catalogue import CATALOGUE
from terazi.core.formula import Formula
from terazi.core.preview import Preview, preview
from terazi.core.rate import RatedSide, rate_game
from terazi.core.rulebook import Edition, Rulebook, rulebook_of
from terazi.core.types import Game, RatingChange, Standing

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "Edition",
    "Formula",
    "Game",
    "Preview",
    "RatedSide",
    "RatingChange",
    "Rulebook",
    "Standing",
    "preview",
    "rate_game",
    "replay",
    "rulebook_of",
]


def __getattr__(name: str) -> ModuleType:
    """`terazi.replay` is imported when first asked for: it alone needs numpy."""
    if name == "replay":
        return import_module("terazi.replay")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
