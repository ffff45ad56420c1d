"""Pictures of findings, as PNG and SVG: readable in grey and by colour-blind readers, intervals always shown.

Every text comes from the caller, in its language. Marks differ in shape, not in colour alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

import matplotlib as mpl
import matplotlib.ticker
import numpy as np

from terazi.study.arrays import Reals
from terazi.study.bootstrap import Interval

mpl.use("Agg")
from matplotlib import pyplot as plt

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#6b6b6b"
"""Okabe and Ito's (2008), which differ in lightness too."""
_STYLE: Any = {
    "figure.figsize": (7.5, 5.0),
    "figure.dpi": 110,
    "savefig.dpi": 160,
    "font.size": 10.5,
    "axes.titlesize": 11.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.hashsalt": "terazi",
    "svg.fonttype": "none",
}
_TITLE_WIDTH, _BESIDE_WIDTH = 64, 40
_MOST_TICKS = 12


Numeral = Callable[[float, int], str]


class _Ticks(mpl.ticker.Formatter):
    """Ticks as a language writes numbers, all with as many digits as the most exact needs."""

    def __init__(self, write: Numeral, scale: float = 1) -> None:
        self.write, self.scale = write, scale

    def __call__(self, value: float, place: int | None = None) -> str:
        return self.format_ticks([value])[0]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        scaled = self.scale * np.asarray(values)
        digits = next(
            many for many in range(9) if many == 8 or np.allclose(scaled, scaled.round(many), 1e-9, 1e-9)
        )
        return [self.write(value, digits) for value in values]


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What a figure says: its finding as the title, its axes with units, and names in its legend.

    `number` and `percent` write a tick's value with so many digits; `shares` names the axes in percent.
    """

    title: str
    x: str
    y: str
    legend: Sequence[str] = ()
    number: Numeral = "{:.{}f}".format
    percent: Numeral = "{:.{}%}".format
    shares: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A named estimate, and what it is held against."""

    name: str
    value: Interval
    against: float


def points(folder: Path, name: str, texts: Texts, values: Sequence[tuple[float, Interval]]) -> None:
    """Estimates over what was predicted, with the line where both agree."""

    def draw(axes: Any) -> None:
        x = [place for place, _ in values]
        ends = [end for _, each in values for end in (each.low, each.high) if end == end]  # noqa: PLR0124
        line = [min([*x, *ends], default=0.0), max([*x, *ends], default=1.0)]
        axes.plot(
            [line[0], x[-1] if x else 1],
            [line[0], x[-1] if x else 1],
            "--",
            color=GREY,
            label=texts.legend[0],
        )
        _bars(axes, x, [each for _, each in values], texts.legend[1])
        axes.set_xlim(min(x, default=0) - 0.005, max(x, default=1) + 0.005)
        axes.legend(loc="upper left")

    _written(folder, name, texts, draw)


def forest(folder: Path, name: str, texts: Texts, values: Sequence[Estimate]) -> None:
    """Estimates below each other with their intervals, each beside what it is held against."""

    def draw(axes: Any) -> None:
        y = np.arange(len(values))[::-1]
        estimates = [each.value.estimate for each in values]
        axes.hlines(y, [e.value.low for e in values], [e.value.high for e in values], color=BLUE, linewidth=2)
        axes.plot(estimates, y, "o", color=BLUE, markersize=7, label=texts.legend[1])
        against = [each.against for each in values]
        if len(set(against)) == 1:
            axes.axvline(against[0], linestyle="--", color=GREY, label=texts.legend[0])
        else:
            axes.plot(
                against, y, "D", color=ORANGE, markerfacecolor="white", markersize=7, label=texts.legend[0]
            )
        axes.set_yticks(y, [each.name for each in values])
        axes.set_ylim(-0.7, len(values) - 0.3)
        axes.grid(visible=False, axis="y")
        _legend_above(axes, 2)

    _written(folder, name, texts, draw, height=1.8 + 0.34 * len(values), legend_above=True)


def curve(  # noqa: PLR0913, PLR0917
    folder: Path,
    name: str,
    texts: Texts,
    line: Sequence[tuple[float, float]],
    value: Interval,
    now: float,
    coin: float,
) -> None:
    """A loss over a ratio on a logarithmic axis: the least of it with its interval, the ratio in force, and
    what a coin loses. Far above both, the line leaves the picture: the valley is what it is about.
    """

    def draw(axes: Any) -> None:
        x, y = zip(*line, strict=True)
        above = max(coin, float(np.interp(np.log(now), np.log(x), y)))
        axes.set_ylim(min(y) - 0.1 * (above - min(y)), above + (above - min(y)))
        axes.axhline(coin, color=GREY, linestyle=":", linewidth=1.5, label=texts.legend[3])
        axes.axvspan(value.low, value.high, color=BLUE, alpha=0.15, label=texts.legend[1])
        axes.plot(x, y, "-o", color="black", markersize=4, label=texts.legend[0])
        axes.axvline(value.estimate, color=BLUE, linewidth=1.5)
        axes.axvline(now, color=ORANGE, linestyle="--", label=texts.legend[2])
        axes.set_xscale("log")
        _number_ticks(axes, texts)
        axes.minorticks_off()
        axes.set_xticks([0.002, 0.005, 0.01, 0.02, 0.05, 0.1])
        _legend_above(axes, 4)

    _written(folder, name, texts, draw, legend_above=True)


def surface(
    folder: Path,
    name: str,
    texts: Texts,
    cells: Sequence[tuple[float, float, float]],
    marks: Sequence[tuple[float, float]],
) -> None:
    """A loss over divisor (x) and K (y): the lighter the better; a ring is the pick, a cross what is
    in force.
    """

    def draw(axes: Any) -> None:
        x, y = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
        grid = np.full((len(y), len(x)), np.nan)
        for divisor, k, loss in cells:
            grid[y.index(k), x.index(divisor)] = loss
        if min(len(x), len(y)) == 1:
            axes.plot(x if len(x) > 1 else y, grid.ravel(), "-o", color="black", markersize=4)
            axes.set_xlabel(texts.x if len(x) > 1 else texts.y)
            axes.set_ylabel(texts.legend[2])
            return
        _coloured(axes, x, y, grid, texts)
        if len(y) <= _MOST_TICKS:
            axes.set_yticks(y)
        _marked(axes, marks, texts.legend)
        _legend_above(axes, 2)

    _written(folder, name, texts, draw, legend_above=True)


def _marked(axes: Any, marks: Sequence[tuple[float, float]], labels: Sequence[str]) -> None:
    style = {"color": "black", "markersize": 12, "markeredgewidth": 2, "clip_on": False}
    for (divisor, k), mark, label in zip(marks, ("o", "X"), labels, strict=False):
        face = "none" if mark == "o" else "white"
        axes.plot(divisor, k, mark, markerfacecolor=face, label=label, **style)


def _coloured(axes: Any, x: Sequence[float], y: Sequence[float], grid: Reals, texts: Texts) -> None:
    """The worst fifth has one colour, so that the valley has the others; black contours serve grey prints."""
    known = grid[np.isfinite(grid)]
    low, high = float(known.min()), float(np.quantile(known, 0.8))
    colours = axes.pcolormesh(x, y, grid, cmap="cividis_r", shading="nearest", vmin=low, vmax=high)
    levels = np.unique(np.quantile(known, (0.05, 0.2, 0.5, 0.8)))
    if len(levels) > 1:
        lines = axes.contour(x, y, grid, levels=levels, colors="black", linewidths=0.8)
        axes.clabel(lines, fmt=lambda loss: texts.number(loss, 4), fontsize=8)
    label = "\n".join(wrap(texts.legend[2], _BESIDE_WIDTH))
    axes.figure.colorbar(colours, ax=axes, label=label, extend="max", format=_Ticks(texts.number))
    axes.grid(visible=False)


def scatter(
    folder: Path, name: str, texts: Texts, pairs: Sequence[tuple[float, float]], *, equal: bool = False
) -> None:
    """One value over another for every player; `equal` draws the line where both are the same."""

    def draw(axes: Any) -> None:
        x, y = zip(*pairs, strict=True) if pairs else ((), ())
        faint = 0.5 if len(x) < 2_000 else 0.2
        axes.plot(x, y, "o", color=BLUE, markersize=4, alpha=faint, markeredgewidth=0)
        if equal and x:
            ends = [min(*x, *y), max(*x, *y)]
            axes.plot(ends, ends, "--", color=GREY, label=texts.legend[0])
            axes.legend(loc="upper left")

    _written(folder, name, texts, draw)


def _legend_above(axes: Any, columns: int) -> None:
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=columns, borderaxespad=0)


def _bars(axes: Any, x: Sequence[float], values: Sequence[Interval], label: str) -> None:
    y = np.array([each.estimate for each in values])
    below = np.clip(y - np.array([each.low for each in values]), 0, None)
    above = np.clip(np.array([each.high for each in values]) - y, 0, None)
    axes.errorbar(
        x, y, yerr=[below, above], fmt="o", color=BLUE, capsize=3, linewidth=1.5, markersize=6, label=label
    )


def _written(
    folder: Path,
    name: str,
    texts: Texts,
    draw: Callable[[Any], None],
    *,
    height: float = 5.0,
    legend_above: bool = False,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(_STYLE):
        figure, axes = plt.subplots(figsize=(7.5, height), layout="constrained")
        axes.set_xlabel(texts.x)
        axes.set_ylabel(texts.y)
        _number_ticks(axes, texts)
        draw(axes)
        axes.set_title(_wrapped(texts.title), pad=28 if legend_above else 10)
        figure.savefig(folder / f"{name}.png", metadata={"Software": None})
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})
        plt.close(figure)


def _number_ticks(axes: Any, texts: Texts) -> None:
    for letter, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        share = letter in texts.shares
        axis.set_major_formatter(_Ticks(texts.percent, 100) if share else _Ticks(texts.number))


def _wrapped(title: str) -> str:
    """The title in as few lines as it needs, all about as long; no-break spaces hold."""
    few = len(wrap(title, _TITLE_WIDTH))
    widths = (wrap(title, width) for width in range(_TITLE_WIDTH // 2, _TITLE_WIDTH + 1))
    return "\n".join(next(lines for lines in widths if len(lines) == few))
