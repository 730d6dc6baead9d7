"""Times over the commits, with the change points that scripts/history finds."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from keystroke_tools import words

from . import canvas, timeline
from .canvas import Layout
from .looks import GREY, INK, looks
from .past import Past, middle
from .picture import NothingToDraw, Picture

LEAST_RUNS = 8  # with fewer runs a change cannot be distinguished from noise


def picture(past: Past) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    rows = past.times.dropna(subset=["ratio"])
    if rows["order"].nunique() < LEAST_RUNS:
        raise NothingToDraw(f"times of fewer than {LEAST_RUNS} runs")
    found, tested = past.change_points
    title = finding(rows, found)
    runs = rows["order"].nunique()
    notes = [
        f"Median time of a keystroke over that of the first run; thin: each cell, thick: "
        f"their geometric mean; {words.count(runs, 'run')}."
    ]
    if not tested:
        least = past.rule.least_runs
        notes.append(f"No cell has {least} runs, so none was tested for change points.")
    if rows["host"].nunique() > 1:
        notes.append(
            f"From {words.count(rows['host'].nunique(), 'machine')}, each over its own first run."
        )
    alt = f"{title} Lines, a panel a strategy: time per keystroke as a ratio to the first run."
    return Picture(
        "history-times",
        title,
        alt,
        lambda layout: draw(rows, found, past.marks, title, notes, layout),
    )


def finding(rows: pd.DataFrame, found: pd.DataFrame) -> str:
    """Return the largest change point, or a sentence that there is none."""
    if found.empty:
        return f"No change point in the times of {rows['order'].nunique()} runs."
    largest = found.loc[found["change"].abs().idxmax()]
    percent = f"{abs(100 * largest['change']):.3g} % {'more' if largest['change'] > 0 else 'less'}"
    return f"{largest['cell']} takes {percent} time since {largest['commit'][:7]}."


def draw(
    rows: pd.DataFrame,
    found: pd.DataFrame,
    on_axis: Sequence[str],
    title: str,
    notes: Sequence[str],
    layout: Layout,
) -> Figure:
    """Draw it in a layout."""
    look = looks(rows["strategy"].unique())
    label = "time, ratio to first run"
    figure, panels = timeline.sheet(list(look), on_axis, title, notes, layout)
    for strategy, axes in panels:
        here = rows[rows["strategy"] == strategy]
        colour, marker = look[strategy]
        for _, line in here.groupby(["value", "locale", "length", "script", "host"]):
            axes.plot(line["order"], line["ratio"], color=colour, linewidth=0.5, alpha=0.4)
        for _, line in here.groupby("host"):
            mean = line.groupby("order")["ratio"].apply(middle)
            axes.plot(mean.index, mean, color=colour, linewidth=1.8, marker=marker, markersize=3)
        # A ratio alone does not tell whether it matters.
        last = here[here["order"] == here["order"].max()]["measured"]
        axes.annotate(
            f"last {words.time(middle(last) / 1000)}",
            (1, 0),
            (-3, 3),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            fontsize=layout.font,
        )
        points = found[found["strategy"] == strategy].groupby("order").size()
        for order, number in points.items():
            # The change lies between the last run before it and the first run after it.
            axes.axvline(order - 0.5, color=INK, linewidth=1, linestyle="--")
            axes.annotate(
                str(number),
                (order - 0.5, 1),
                (2, -2),
                va="top",
                fontsize=layout.font,
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
            )
    timeline.room(panels, rows["ratio"])
    entries = [
        Line2D([], [], color=GREY, linewidth=0.5, label="one cell"),
        Line2D([], [], color=GREY, linewidth=1.8, label="all cells of the strategy"),
    ]
    if len(found):
        entries.append(
            Line2D(
                [],
                [],
                color=INK,
                linewidth=1,
                linestyle="--",
                label="change point, with its number of cells",
            )
        )
    canvas.finish(figure, layout, entries, timeline.ACROSS, label)
    return figure
