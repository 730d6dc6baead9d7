"""Exact metrics over the commits, with the changes that keystroke-bench finds."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from keystroke_tools import words

from . import canvas, timeline
from .canvas import Layout
from .looks import BLUE, INK, ORANGE, RED
from .past import Past, middle
from .picture import NothingToDraw, Picture

METRICS = {"instructions": (BLUE, "s"), "allocations": (ORANGE, "^"), "refreshes": (RED, "o")}


def picture(past: Past) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    tables = {metric: past.counts(metric) for metric in METRICS}
    rows = pd.concat([table.assign(metric=name) for name, table in tables.items()])
    rows = rows.dropna(subset=["ratio"])
    if rows["order"].nunique() < 2:
        raise NothingToDraw("exact metrics of fewer than two runs")
    changes = past.changes(METRICS)
    title = finding(rows, changes, past)
    notes = [
        "Mean of all cells of a strategy, geometric, over that of the first run. Cells that "
        "begin at 0 are left out."
    ]
    alt = f"{title} Lines by metric, a panel a strategy: the ratio to the first run."
    return Picture(
        "history-counts",
        title,
        alt,
        lambda layout: draw(rows, changes, past.marks, title, notes, layout),
    )


def finding(rows: pd.DataFrame, changes: Sequence[dict[str, Any]], past: Past) -> str:
    """Return the change at the run with most changes, or a sentence that there is none."""
    if not changes:
        return f"No count changed over {rows['order'].nunique()} runs."
    frame = pd.DataFrame(changes)
    place = frame.groupby("to").size().sort_index().idxmax()
    there = frame[frame["to"] == place]
    cells = words.count(there["cell"].nunique(), "cell")
    metrics = words.listed(there["metric"].unique())
    return f"{metrics.capitalize()} of {cells} changed at {past.commits[place]}."


def draw(
    rows: pd.DataFrame,
    changes: Sequence[dict[str, Any]],
    on_axis: Sequence[str],
    title: str,
    notes: Sequence[str],
    layout: Layout,
) -> Figure:
    """Draw it in a layout."""
    label = "count, ratio to first run"
    strategies = rows["strategy"].unique()
    figure, panels = timeline.sheet(strategies, on_axis, title, notes, layout)
    shown = [metric for metric in METRICS if (rows["metric"] == metric).any()]
    means = []
    for strategy, axes in panels:
        here = rows[rows["strategy"] == strategy]
        for place in sorted({c["to"] for c in changes if c["strategy"] == strategy}):
            axes.axvline(place + 0.5, color=INK, linewidth=1, linestyle="--")
        for number, metric in enumerate(shown):
            colour, marker = METRICS[metric]
            mean = here[here["metric"] == metric].groupby("order")["ratio"].apply(middle)
            means.append(mean)
            # Equal lines lie on each other: the lower ones are wider, so that they are visible.
            wide = 1.2 + 1.3 * (len(shown) - 1 - number)
            axes.plot(
                mean.index, mean, color=colour, marker=marker, markersize=wide + 2, linewidth=wide
            )
    timeline.room(panels, pd.concat(means))
    entries = [
        Line2D([], [], color=METRICS[metric][0], marker=METRICS[metric][1], label=metric)
        for metric in shown
    ]
    if changes:
        entries.append(Line2D([], [], color=INK, linewidth=1, linestyle="--", label="changed"))
    canvas.finish(figure, layout, entries, timeline.ACROSS, label)
    return figure
