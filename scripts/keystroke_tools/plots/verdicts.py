"""The verdicts of a comparison: each cell's ratio with its interval, by strategy."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from keystroke_tools import words

from . import canvas, findings, keys
from .canvas import Layout
from .comparison import Comparison
from .looks import GREY, INK, WRONG, looks
from .picture import NothingToDraw, Picture

METRICS = ["time", "instructions", "allocations"]
FIGURES = {"time": ("min", "p50")}  # the first in a paired comparison, otherwise the second


def picture(comparison: Comparison) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    rows = comparison.entries
    rows = rows[(rows["phase"] == "total") & rows["metric"].isin(METRICS)]
    timed = rows["metric"] != "time"
    rows = rows[timed | rows["figure"].isin(FIGURES["time"])].dropna(subset=["ratio"])
    if rows.empty:
        raise NothingToDraw("no ratio of a whole keystroke in the comparison")
    shown = [metric for metric in METRICS if (rows["metric"] == metric).any()]
    title, said = finding(rows, comparison), counted(rows)
    # A panel of unchanged figures would be a line at 1.
    moved = rows[rows["finding"] != "unchanged"]["metric"].unique()
    shown = [metric for metric in shown if metric in moved] or shown
    rows = rows[rows["metric"].isin(shown)]
    notes = [
        f"Candidate over baseline, a line a cell, those of a strategy in order of size; "
        f"{comparison.names}: {said}."
    ]
    if "time" in shown:
        notes[0] += (
            " Intervals hold all at once."
            if comparison.times_gate
            else " This is no paired comparison, so times are advisory; their lines "
            "are the middle half of the rounds."
        )
    alt = (
        f"{title} Points with intervals, a panel for each of {words.listed(shown)}: ratio "
        f"of candidate to baseline of {words.count(rows['cell'].nunique(), 'cell')}, by strategy."
    )
    return Picture("verdicts", title, alt, lambda layout: draw(rows, shown, title, notes, layout))


def finding(rows: pd.DataFrame, comparison: Comparison) -> str:
    """Return whether anything got worse, or better."""
    found = rows["finding"].value_counts()
    if comparison.verdict == "fail":
        worse = found.get("regressed", 0)
        return f"{words.count(worse, 'figure')} got worse." if worse else "The gate fails."
    if comparison.verdict == "undecided":
        return "Whether anything got worse is undecided."
    better = found.get("improved", 0)
    return f"{words.count(better, 'figure')} got better." if better else "Nothing got worse."


def counted(rows: pd.DataFrame) -> str:
    """Return the number of figures with each finding."""
    found = rows["finding"].value_counts()
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in found.items())


def draw(
    rows: pd.DataFrame, shown: Sequence[str], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    order = list(looks(rows["strategy"].unique()))
    sizes = rows.groupby(["strategy", "metric"]).size().groupby("strategy").max()
    step = 1 / max(8.0, sizes.max())  # of a band, which is 1 high
    heights = {name: max(0.4, sizes[name] * step) for name in order}
    bottoms = dict(zip(order, np.cumsum([0, *list(heights.values())[:-1]]), strict=True))
    whole = sum(heights.values())
    down = canvas.rows_of_panels(layout, shown)
    inches = max(1.6, min(6.5 if down == 1 else 3.5, 0.8 * whole))
    figure = canvas.sheet(layout, title, notes, 0.8 + (inches + 0.5) * down)
    panels = canvas.grid_of_panels(figure, layout, shown, sharey=True)
    for axes, metric in zip(panels, shown, strict=True):
        here = rows[rows["metric"] == metric]
        axes.set_ylim(whole, 0)
        axes.set_yticks([bottoms[name] + heights[name] / 2 for name in order], order)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.axvline(1, color=INK, linewidth=0.8)
        for place, name in enumerate(order):
            top = bottoms[name]
            if place % 2:
                axes.axhspan(top, top + heights[name], color=GREY, alpha=0.1, linewidth=0)
            band(axes, here[here["strategy"] == name], top, heights[name])
        limits(axes, here)
    entries = findings.entries_of_key(rows["finding"])
    entries.append(Line2D([], [], color=GREY, label="interval"))
    if (rows["text"] == "wrong").any():
        entries.append(keys.hatched())
    canvas.finish(figure, layout, entries, "ratio of candidate to baseline (1: equal)")
    return figure


def band(axes: Axes, rows: pd.DataFrame, top: float, height: float) -> None:
    """Draw the cells of a strategy, those with a wrong text last and hatched."""
    rows = rows.assign(wrong=rows["text"] == "wrong").sort_values(["wrong", "ratio"])
    if rows.empty:
        return
    step = height / len(rows)
    y = top + step * (np.arange(len(rows)) + 0.5)
    wrong = rows["wrong"].sum()
    if wrong:
        axes.axhspan(
            top + height - step * wrong,
            top + height,
            fill=False,
            hatch=WRONG,
            edgecolor=GREY,
            linewidth=0,
            alpha=0.6,
        )
    for name in rows["finding"].unique():
        colour, marker, face = findings.look(name)
        some = (rows["finding"] == name).to_numpy()
        axes.hlines(
            y[some], rows["ratioLow"][some], rows["ratioHigh"][some], color=colour, linewidth=0.8
        )
        axes.plot(
            rows["ratio"][some],
            y[some],
            marker,
            color=colour,
            markerfacecolor=face,
            markersize=3.5,
            markeredgewidth=0.8,
        )


def limits(axes: Axes, rows: pd.DataFrame) -> None:
    """Show 1 and all ratios, on a logarithmic scale if they go far."""
    ends = rows[["ratio", "ratioLow", "ratioHigh"]].stack()
    low, high = min(ends.min(), 0.99), max(ends.max(), 1.01)
    if high / low > 3 and low > 0:
        canvas.plain_log(axes.xaxis, [low, high])
        axes.set_xlim(low / 1.1, high * 1.1)
    else:
        room = 0.06 * (high - low)
        axes.set_xlim(low - room, high + room)
        axes.locator_params(axis="x", nbins=4)
