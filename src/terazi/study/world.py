"""A population of known skill and the games that it plays: worlds whose truth is known.

Skill is in logits; the chance of a win is the curve's at the difference of two skills, less what the
cube hides of them. Figures of the cube, of endings and of gammons are those of real games (docs/study.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

import numpy as np

from terazi.core.formula import Formula
from terazi.core.rulebook import always
from terazi.core.types import CUBES, STARTING_RATING, Termination, Win
from terazi.replay import recent_games
from terazi.replay.arrays import Choices, Flags, Instants, Integers
from terazi.replay.history import STAKES, History
from terazi.replay.plan import plan_of
from terazi.study.arrays import Reals
from terazi.study.compiled import compiled
from terazi.study.curve import chance, expected_by_gap

WEEK_MS = 604_800_000
FIRST_INSTANT_MS = 1_767_225_600_000
"""2026-01-01T00:00:00Z."""

CUBE_SHARES = (0.490, 0.430, 0.070, 0.008, 0.0015, 0.0004, 0.0001)
"""How often real games end at cube 1, 2, 4 …"""
CUBE_SHOWS = (1.0, 0.81, 0.33, 0.33, 0.33, 0.33, 0.33)
"""How much of the skill difference, in logits, shows in who won at cube 1, 2, 4 …: real games end
73.7, 69.8 and 58.5 % with the better side winning."""
ENDINGS = {
    Termination.BEAR_OFF: 0.49,
    Termination.DROP: 0.37,
    Termination.RESIGN: 0.10,
    Termination.TIMEOUT: 0.04,
}
WINS = {Win.SINGLE: 0.67, Win.GAMMON: 0.28, Win.BACKGAMMON: 0.05}
"""Sizes of wins of games that were played out."""


class Meeting(StrEnum):
    """Who plays whom."""

    RANDOM = "random"
    NEAR = "near"
    """Somebody of about the same skill."""


class Truth(StrEnum):
    """What decides who wins."""

    SKILL = "skill"
    LADDER = "ladder"
    """The ladder's own expected scores: a world in which the formula is exactly right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What there is to know of a world; `skill_spread` and `skill_drift` (a week) are in logits.

    `activity_spread` is the standard deviation of the log of players' activity: 0 all play alike, 1.3
    a few play most games, as on real servers. `droppers` is the share of players who leave one game in
    five and lose it.
    """

    players: int
    games: int
    seed: int = 1
    skill_spread: float = 0.25
    skill_drift: float = 0.0
    games_per_week: float = 10.0
    activity_spread: float = 1.3
    meeting: Meeting = Meeting.RANDOM
    cube: bool = True
    cube_noise: bool = True
    droppers: float = 0.0
    truth: Truth = Truth.SKILL


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The games of a world, and the truth: every player's skill at the end, and each winner's true chance."""

    history: History
    skill: Reals
    chance: Reals
    ending: Choices


ENDING_NAMES = (*ENDINGS, Termination.LEAVE)
"""What the numbers in `Played.ending` mean."""
_DROPS = 0.2


def play(world: World, formula: Formula) -> Played:
    """Play all games of a world; the same seed gives the same games. `formula` matters to `Truth.LADDER`."""
    assert world.players >= 2, "a game needs two players"
    luck = np.random.default_rng(world.seed)
    finished_at = _instants(world, luck)
    one, other = _pairs(world, luck, skill := luck.normal(0, world.skill_spread, world.players))
    cube = _cubes(world, luck)
    win, ending = _endings(world, luck)
    dice = luck.random(world.games)
    stake = (win.astype(np.int32) * len(CUBES) + cube).astype(np.int32)
    assert STAKES[len(CUBES)] == (1, tuple(Win)[1]), "sizes of wins outside, cubes inside"
    if world.truth is Truth.LADDER:
        met = _history(world, one, other, finished_at, stake)
        expected = _ladder_chances(met, formula, dice)
    else:
        expected = _skill_chances(world, luck, (one, other), skill, (cube, finished_at))
    one_wins: Flags = dice < expected
    if world.droppers:
        one_wins, ending = _dropped(world, luck, (one, other), one_wins, ending)
    winner, loser = np.where(one_wins, one, other), np.where(one_wins, other, one)
    return Played(
        history=_history(world, winner, loser, finished_at, stake),
        skill=skill,
        chance=np.where(one_wins, expected, 1 - expected),
        ending=ending,
    )


def _history(world: World, winner: Integers, loser: Integers, when: Instants, stake: Integers) -> History:
    rated = np.ones(world.games, dtype=np.bool_)
    return History(
        players=world.players, winner=winner, loser=loser, finished_at=when, stake=stake, rated=rated
    )


def weeks_of(world: World) -> float:
    """How long the games take at the world's pace."""
    return max(1.0, 2 * world.games / (world.players * world.games_per_week))


def _instants(world: World, luck: np.random.Generator) -> Instants:
    length = int(weeks_of(world) * WEEK_MS)
    return FIRST_INSTANT_MS + np.sort(luck.integers(0, length, world.games))


def _pairs(world: World, luck: np.random.Generator, skill: Reals) -> tuple[Integers, Integers]:
    """Who meets whom: both by their activity, or the second near the first in skill."""
    activity = luck.lognormal(0, world.activity_spread, world.players)
    share = np.cumsum(activity / activity.sum())
    one = _drawn(luck, share, world.games)
    if world.meeting is Meeting.NEAR:
        order = np.argsort(skill)
        rank = np.argsort(order)
        step = luck.geometric(min(1.0, 20 / world.players), world.games) * luck.choice((-1, 1), world.games)
        other = order[(rank[one] + step) % world.players].astype(np.int32)
    else:
        other = _drawn(luck, share, world.games)
    apart = luck.integers(1, world.players, world.games)
    same: Flags = one == other
    return one, np.where(same, (one + apart) % world.players, other).astype(np.int32)


def _drawn(luck: np.random.Generator, share: Reals, count: int) -> Integers:
    return np.minimum(np.searchsorted(share, luck.random(count)), len(share) - 1).astype(np.int32)


def _cubes(world: World, luck: np.random.Generator) -> Choices:
    if not world.cube:
        return np.zeros(world.games, dtype=np.int8)
    return luck.choice(len(CUBES), world.games, p=np.array(CUBE_SHARES) / sum(CUBE_SHARES)).astype(np.int8)


def _endings(world: World, luck: np.random.Generator) -> tuple[Choices, Choices]:
    """Size of the win and ending of every game; only games that were played out can be more than single."""
    ending = luck.choice(len(ENDINGS), world.games, p=list(ENDINGS.values())).astype(np.int8)
    win = luck.choice(len(WINS), world.games, p=list(WINS.values())).astype(np.int8)
    return np.where(ending == list(ENDINGS).index(Termination.BEAR_OFF), win, np.int8(0)), ending


def _skill_chances(
    world: World,
    luck: np.random.Generator,
    pair: tuple[Integers, Integers],
    skill: Reals,
    game: tuple[Choices, Instants],
) -> Reals:
    """The first player's chances, week by week; `skill` is moved to what it is at the end."""
    cube, when = game
    shows = np.array(CUBE_SHOWS if world.cube_noise else (1.0,) * len(CUBES))[cube]
    expected = np.empty(world.games)
    for number, games in enumerate(_weeks(when)):
        if number and world.skill_drift:
            keeps = max(0.0, 1 - world.skill_drift**2 / (2 * world.skill_spread**2))
            skill *= keeps  # so that the spread stays as it was
            skill += luck.normal(0, world.skill_spread * (1 - keeps**2) ** 0.5, world.players)
        one, other = pair[0][games], pair[1][games]
        expected[games] = chance(shows[games] * (skill[one] - skill[other]))
    return expected


def _weeks(when: Instants) -> Iterator[slice]:
    week = (when - FIRST_INSTANT_MS) // WEEK_MS
    edges = np.searchsorted(week, np.arange(int(week[-1]) + 2)).tolist() if len(week) else []
    for start, stop in pairwise(edges):
        yield slice(start, stop)


def _dropped(
    world: World,
    luck: np.random.Generator,
    pair: tuple[Integers, Integers],
    one_wins: Flags,
    ending: Choices,
) -> tuple[Flags, Choices]:
    """Droppers leave some of their games, and lose them (R9)."""
    drops = luck.random(world.players) < world.droppers
    leaves = luck.random(world.games) < _DROPS
    first, second = drops[pair[0]] & leaves, drops[pair[1]] & leaves & ~drops[pair[0]]
    left = np.where(first | second, np.int8(len(ENDINGS)), ending)
    return (one_wins | second) & ~first, left


def _ladder_chances(met: History, formula: Formula, dice: Reals) -> Reals:
    """The first player's chances by the ladder itself, which moves with every game."""
    plan = plan_of(met, always(formula), recent_games(met))
    limit = 16 * formula.divisor
    expected = np.empty(met.games)
    compiled(live)(
        np.full(met.players, STARTING_RATING, dtype=np.int32),
        met.winner,
        met.loser,
        plan.winner_column,
        plan.loser_column,
        plan.table.changes,
        plan.table.reach,
        expected_by_gap(formula.divisor, limit),
        dice,
        expected,
    )
    return expected


def live(  # noqa: PLR0913, PLR0917
    ratings: Any,
    one: Any,
    other: Any,
    one_column: Any,
    other_column: Any,
    changes: Any,
    reach: int,
    curve: Any,
    dice: Any,
    expected: Any,
) -> None:
    """Play and rate game after game: the dice decide by the ladder's own expected score.

    `changes` and `reach` are a `Table`'s.
    """
    middle = len(curve) // 2
    for game in range(len(one)):
        first, second = one[game], other[game]
        gap = ratings[first] - ratings[second]
        expected[game] = curve[gap + middle]
        sign = 1 if dice[game] < expected[game] else -1
        row = changes[min(max(sign * gap, -reach), reach)]
        ratings[first] += sign * row[one_column[game]]
        ratings[second] -= sign * row[other_column[game]]
