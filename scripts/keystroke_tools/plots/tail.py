"""The tail: the times of the slowest keystrokes, by percentile."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from keystroke_tools import words
from keystroke_tools.runs import CELL

from . import canvas, keys, marks
from .canvas import Layout
from .data import Run, among, right
from .looks import GREY, looks
from .picture import NothingToDraw, Picture

PERCENTILES = {
    "p50": 2,
    "p90": 10,
    "p99": 100,
    "p999": 1000,
}  # one keystroke in this many is slower
SLOWEST = 10_000  # the place of max: the number of keystrokes differs between cells
FRAME = 1e6 / 120  # µs
MOST = 6  # curves; more cannot be followed


def picture(run: Run) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    choice = run.choice
    rows = run.chosen(run.totals, length=choice.length).dropna(subset=["p99"])
    if rows.empty:
        raise NothingToDraw("no percentiles of keystrokes")
    rows, shown = run.panels(rows)
    rows, left_out = choose(rows)
    batched = [run.is_batched(cell) for cell in rows[CELL].to_dict("records")]
    rows = rows.assign(batched=batched)
    title = finding(rows)
    notes = [
        f"{choice.length} digits, {choice.value}, script {choice.script}, "
        f"{words.rounds(rows['rounds'].max())}."
    ]
    if rows["batched"].any():
        notes[0] += " Dashed: timed several keystrokes at once, so slow ones are averaged."
    if left_out:
        half = MOST // 2
        notes.append(
            f"Drawn: the {half} strategies with the lowest and the {half} with the highest p99, by "
            f"their median over the panels. Left out: {', '.join(left_out)}."
        )
    alt = (
        f"{title} Lines by strategy, a panel for each of {words.listed(shown)}: time a "
        "keystroke in µs, logarithmic, from the median over the 99.9th percentile to the "
        "slowest."
    )
    return Picture("tail", title, alt, lambda layout: draw(rows, shown, title, notes, layout))


def choose(rows: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Return the rows of at most MOST strategies, the fastest and the slowest; and the others."""
    order = list(rows.groupby("strategy")["p99"].median().sort_values(kind="stable").index)
    if len(order) <= MOST:
        return rows, []
    left_out = order[MOST // 2 : -MOST // 2]
    return rows[~rows["strategy"].isin(left_out)], left_out


def finding(rows: pd.DataFrame) -> str:
    """Return the time that one keystroke in a hundred exceeds; rarer ones show the machine."""
    kept = right(rows)
    worst = kept.loc[kept["p99"].idxmax()]
    return (
        f"{among(rows)}{worst['strategy']} has the slowest keystrokes: one in a hundred takes "
        f"{words.time(worst['p99'])}."
    )


def draw(
    rows: pd.DataFrame, shown: Sequence[str], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    across = canvas.columns_of_lines(layout)
    height = 0.9 + 2.6 * canvas.rows_of_panels(layout, shown, across)
    figure = canvas.sheet(layout, title, notes, height)
    panels = canvas.grid_of_panels(figure, layout, shown, across, sharex=True, sharey=True)
    look = looks(rows["strategy"].unique())
    places = [*PERCENTILES.values(), SLOWEST]
    for axes, locale in zip(panels, shown, strict=True):
        axes.set_xscale("log")
        canvas.plain_log(axes.yaxis, rows[["p50", "max"]].stack())
        axes.set_xticks(places, ["50", "90", "99", "99.9", "max"])
        axes.minorticks_off()
        axes.axhline(FRAME, color=GREY, linewidth=1, linestyle=":")
        axes.annotate(
            "frame at 120 Hz",
            (places[0], FRAME),
            (0, -3),
            textcoords="offset points",
            va="top",
            fontsize=layout.font,
        )
        part = rows[rows["locale"] == locale]
        for cell in part.to_dict("records"):
            colour, marker = look[cell["strategy"]]
            y = np.array([cell[name] for name in [*PERCENTILES, "max"]])
            measured = ~np.isnan(y)
            axes.plot(
                np.array(places)[measured],
                y[measured],
                "--" if cell["batched"] else "-",
                color=colour,
                marker=marker,
                markersize=4,
                markerfacecolor="none" if cell["wrong"] else colour,
                linewidth=1.2,
            )
        ends = part.dropna(subset=["max"]).to_dict("records")
        named = [(end["strategy"], look[end["strategy"]], end["max"]) for end in ends]
        marks.at_line_ends(axes, height, SLOWEST, named, layout.font)
    entries = [keys.hollow()] if rows["wrong"].any() else []
    canvas.finish(
        figure,
        layout,
        entries,
        "percentile of keystrokes (%)",
        "time per keystroke (µs, log scale)",
    )
    return figure
