"""The first keystroke of a fresh field against the rest."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from keystroke_tools import words
from keystroke_tools.runs import CELL

from . import canvas, keys
from .canvas import Layout
from .data import Run, among, right
from .looks import GREY, looks
from .picture import NothingToDraw, Picture


def picture(run: Run) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    choice = run.choice
    rows = run.chosen(run.times, length=choice.length)
    first = rows[rows["phase"] == "first"].set_index(CELL)["p50"].rename("first")
    rest = rows[rows["phase"] == "total"].set_index(CELL)[["p50", "wrong", "rounds"]]
    rows = rest.join(first).dropna(subset=["p50", "first"]).reset_index()
    if rows.empty:
        raise NothingToDraw("no times of first keystrokes")
    rows, shown = run.panels(rows)
    title = finding(rows)
    notes = [
        f"Medians; {choice.length} digits, {choice.value}, script {choice.script}, "
        f"{words.rounds(rows['rounds'].max())}."
    ]
    alt = (
        f"{title} Two points joined by a line for each strategy, a panel for each of "
        f"{words.listed(shown)}: median time of the first keystroke and of the others in µs, "
        "logarithmic."
    )
    return Picture(
        "first-keystroke", title, alt, lambda layout: draw(rows, shown, title, notes, layout)
    )


def finding(rows: pd.DataFrame) -> str:
    """Return the cell whose first keystroke differs most from the rest."""
    kept = right(rows)
    most = kept.loc[(kept["first"] / kept["p50"]).idxmax()]
    ratio = most["first"] / most["p50"]
    more = "as much" if ratio < 1.05 else f"{words.times(ratio)} as much"
    return f"{among(rows)}{most['strategy']} pays {more} for a field's first keystroke as later."


def draw(
    rows: pd.DataFrame, shown: Sequence[str], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    look = looks(rows["strategy"].unique())
    order = list(look)[::-1]
    down = canvas.rows_of_panels(layout, shown)
    height = 0.8 + (0.45 + 0.27 * len(order)) * down
    figure = canvas.sheet(layout, title, notes, height)
    panels = canvas.grid_of_panels(figure, layout, shown, sharex=True, sharey=True)
    for axes, locale in zip(panels, shown, strict=True):
        canvas.plain_log(axes.xaxis, rows[["p50", "first"]].stack())
        axes.set_yticks(range(len(order)), order)
        axes.set_ylim(-0.6, len(order) - 0.4)
        axes.tick_params(axis="y", length=0)
        here = rows[rows["locale"] == locale].set_index("strategy")
        for y, strategy in enumerate(order):
            if strategy not in here.index:
                axes.annotate(
                    "not measured",
                    (0.03, y),
                    xycoords=("axes fraction", "data"),
                    va="center",
                    fontsize=layout.font,
                )
                continue
            row, colour = here.loc[strategy], look[strategy][0]
            axes.plot([row["p50"], row["first"]], [y, y], color=colour, linewidth=1.6)
            face = "none" if row["wrong"] else colour
            for x, marker in ((row["p50"], "o"), (row["first"], "D")):
                axes.plot(x, y, marker, color=colour, markersize=5, markerfacecolor=face)
    entries: list[Artist] = [
        Line2D([], [], color=GREY, marker="D", linestyle="", label="first keystroke"),
        Line2D([], [], color=GREY, marker="o", linestyle="", label="all others"),
    ]
    if rows["wrong"].any():
        entries.append(keys.hollow())
    canvas.finish(figure, layout, entries, "median time of a keystroke (µs, log scale)")
    return figure
