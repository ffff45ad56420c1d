"""Thousands of variants of the formula on the same games, in one pass for every sixteen of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from terazi.core.catalogue import CURRENT
from terazi.core.formula import CubeRule, Formula
from terazi.replay import Recent
from terazi.replay.history import History
from terazi.study.arrays import Reals
from terazi.study.bootstrap import Interval, draws_of, ratio
from terazi.study.lanes import LANES, Columns, LaneLosses, Span, columns_of, lane_losses
from terazi.study.tables import kind_of, sides_of
from terazi.study.walk import busy_weeks
from terazi.study.workers import Workers

HELD_OUT_BLOCKS = 20

HERE = Workers()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The values that variants are made of; a `busy_games` of 0 means no busy week."""

    divisor: tuple[int, ...] = (CURRENT.divisor,)
    k: tuple[int, ...] = (CURRENT.k,)
    busy_games: tuple[int, ...] = (50,)
    busy_k: tuple[int, ...] = (16,)
    cube: tuple[bool, ...] = (True,)

    def variants(self) -> list[Formula]:
        """All combinations, each once; without a busy week its K does not matter."""
        found: dict[str, Formula] = {}
        for divisor, k, games, busy_k, cube in product(
            self.divisor, self.k, self.busy_games, self.busy_k, self.cube
        ):
            variant = variant_of(divisor, k, (games, busy_k), cube=cube)
            found.setdefault(variant.name, variant)
        return list(found.values())


def variant_of(divisor: int, k: int, busy: tuple[int, int], *, cube: bool) -> Formula:
    """One variant; `busy` are the games that make a week busy (0: none do) and the K then."""
    games, busy_k = busy
    week = f"{busy_k} from {games}" if games else "no busy week"
    return Formula(
        name=f"÷{divisor}, K {k}, {week}, cube {'on' if cube else 'off'}",
        divisor=divisor,
        k=k,
        busy_games=games or None,
        busy_k=busy_k if games else None,
        cube_rule=CubeRule.ONE_TO_TWO if cube else CubeRule.IGNORED,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A variant's losses a game where variants are picked, and on the games held out from that."""

    variant: Formula
    log_loss: float
    brier: float
    held_out_log_loss: float
    held_out_brier: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """All variants, least loss first; the first is picked.

    `gain` is the pick's log loss less that of the formula in force, on the held-out games: an honest figure,
    for those games had no part in picking.
    """

    burn_in: int
    picking_games: int
    held_out_games: int
    scores: tuple[Score, ...]
    in_force: Score
    gain: Interval

    @property
    def picked(self) -> Score:
        """The variant that lost least on the picking games."""
        return self.scores[0]

    @property
    def picked_at_edge(self) -> bool:
        """Whether the pick has the least or the largest K/divisor of several: one beyond may lose less."""
        ratios = {score.variant.k / score.variant.divisor for score in self.scores}
        own = self.picked.variant.k / self.picked.variant.divisor
        return len(ratios) > 1 and own in {min(ratios), max(ratios)}


def sweep(history: History, variants: Sequence[Formula], burn_in: int, workers: Workers = HERE) -> Sweep:
    """Score every variant, and the formula in force, on the games after the first `burn_in`.

    All forecasts are walk-forward. The earlier half of the scored games picks; the later half is held out.
    """
    spans = spans_of(int(history.rated.sum()), burn_in)
    entered = [*variants, CURRENT]
    losses = losses_of(history, entered, spans, workers)
    picking, held_out = _games(spans)
    scores = [
        Score(
            variant=variant,
            log_loss=float(losses.log_loss[0, lane] / picking),
            brier=float(losses.brier[0, lane] / picking),
            held_out_log_loss=float(losses.log_loss[1:, lane].sum() / held_out),
            held_out_brier=float(losses.brier[1:, lane].sum() / held_out),
        )
        for lane, variant in enumerate(entered)
    ]
    order = sorted(range(len(variants)), key=lambda lane: scores[lane].log_loss)
    return Sweep(
        burn_in=burn_in,
        picking_games=picking,
        held_out_games=held_out,
        scores=tuple(scores[lane] for lane in order),
        in_force=scores[-1],
        gain=_gain(losses, order[0]),
    )


def _gain(losses: LaneLosses, picked: int) -> Interval:
    difference: Reals = losses.log_loss[1:, picked] - losses.log_loss[1:, -1]
    games = losses.games[1:].astype(np.float64)
    return ratio(difference, games, draws_of(len(games)))


def _games(spans: Sequence[Span]) -> tuple[int, int]:
    _, picking, *held_out = spans
    return picking.stop - picking.start, held_out[-1].stop - picking.stop


def spans_of(games: int, burn_in: int) -> list[Span]:
    """The burn-in, the games that pick, and the held-out games in blocks."""
    middle = burn_in + (games - burn_in) // 2
    edges = np.linspace(middle, games, min(HELD_OUT_BLOCKS, max(games - middle, 1)) + 1).astype(int).tolist()
    return [
        Span(start=0, stop=burn_in, counted=False),
        Span(start=burn_in, stop=middle),
        *(Span(start=start, stop=stop) for start, stop in pairwise(edges)),
    ]


def losses_of(
    history: History, variants: Sequence[Formula], spans: Sequence[Span], workers: Workers = HERE
) -> LaneLosses:
    """Losses of all variants over all counted spans, in the order given, wherever they were computed."""
    chunks, columns = _prepared(history, variants, busy_weeks(history, variants))
    parts = [
        _Part(kind=kind, variants=tuple(variants[at] for at in places), spans=tuple(spans))
        for kind, places in chunks
    ]
    answers = workers.each(_losses, columns, parts)
    order = np.argsort([at for _, places in chunks for at in places])
    return LaneLosses(
        log_loss=np.hstack([answer.log_loss for answer in answers])[:, order],
        brier=np.hstack([answer.brier for answer in answers])[:, order],
        games=answers[0].games,
    )


Kind = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A few variants of one kind: what one worker does at a time."""

    kind: Kind
    variants: tuple[Formula, ...]
    spans: tuple[Span, ...]


def _losses(columns: Mapping[Kind, Columns], part: _Part) -> LaneLosses:
    return lane_losses(columns[part.kind], part.variants, part.spans)


def _prepared(
    history: History, variants: Sequence[Formula], recent: Recent
) -> tuple[list[tuple[Kind, list[int]]], dict[Kind, Columns]]:
    """Chunks of variants that walk together, those of like divisors side by side; and every kind's
    columns.
    """
    places: dict[Kind, list[int]] = defaultdict(list)
    for at, variant in enumerate(variants):
        places[kind_of(variant)].append(at)
    chunks = []
    for kind, those in places.items():
        those.sort(key=lambda at: (variants[at].divisor, variants[at].k))
        chunks += [(kind, those[start : start + LANES]) for start in range(0, len(those), LANES)]
    columns = {
        kind: columns_of(history, sides_of(history, variants[those[0]], recent))
        for kind, those in places.items()
    }
    return chunks, _sharing(columns)


def _sharing(columns: dict[Kind, Columns]) -> dict[Kind, Columns]:
    """With one copy of the players' columns for all kinds."""
    first = next(iter(columns.values()))
    return {
        kind: Columns(players=each.players, winner=first.winner, loser=first.loser, sides=each.sides)
        for kind, each in columns.items()
    }
