"""The cost of a keystroke as the number grows, by strategy."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from keystroke_tools import words

from . import canvas, keys, marks
from .canvas import Layout
from .data import Run, among, right
from .looks import looks
from .picture import NothingToDraw, Picture

MOST_PANELS = 6


def picture(run: Run) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    rows = run.chosen(run.totals)
    if rows.empty:
        raise NothingToDraw("no times of keystrokes")
    lengths = rows.groupby(["locale", "strategy"])["length"].nunique().groupby("locale").max()
    shown = [name for name in run.choice.locales if lengths.get(name, 0) > 1]
    if not shown:
        raise NothingToDraw("no times at more than one length")
    shown = shown[:MOST_PANELS]
    # A point is no line.
    lines = rows.groupby(["locale", "strategy"])["length"].transform("nunique") > 1
    rows = rows[rows["locale"].isin(shown) & lines]
    choice = run.choice
    title = finding(run, rows, shown[0])
    notes = [
        f"Mean time of a keystroke; {choice.value}, "
        f"script {choice.script}, {words.rounds(rows['rounds'].max())}. "
        f"The title is about {choice.length} digits in {shown[0]}"
        + (", without wrong texts." if rows["wrong"].any() else ".")
    ]
    alt = (
        f"{title} Lines by strategy, a panel for each of {words.listed(shown, 6)}: mean time of "
        "a keystroke in µs, logarithmic, against the length of the number in digits."
    )
    return Picture(
        "cost-by-length", title, alt, lambda layout: draw(rows, shown, title, notes, layout)
    )


def finding(run: Run, rows: pd.DataFrame, locale: str) -> str:
    """Return the ratio of the most expensive to the cheapest of those that format alike."""
    drawn = rows[(rows["locale"] == locale) & (rows["length"] == run.choice.length)]
    here = right(drawn)
    promises = run.metadata.get("promises") or {}
    formatting = here[here["strategy"].map(promises) == "each edit"]
    here = formatting if len(formatting) > 1 else here
    if here.empty:
        return "What a keystroke costs by length."
    means = here.set_index("strategy")["mean"].sort_values()
    ratio = words.times(means.iloc[-1] / means.iloc[0])
    least, most = means.index[0], means.index[-1]
    if least == most:
        return "What a keystroke costs by length."
    return f"{among(drawn)}{most} costs {ratio} as much as {least}."


def draw(
    rows: pd.DataFrame, shown: Sequence[str], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    across = canvas.columns_of_lines(layout)
    down = canvas.rows_of_panels(layout, shown, across)
    height = 0.9 + (2.6 if down == 1 else 2.1) * down
    figure = canvas.sheet(layout, title, notes, height)
    panels = canvas.grid_of_panels(figure, layout, shown, across, sharex=True, sharey=True)
    look = looks(rows["strategy"].unique())
    lengths = sorted(rows["length"].unique())
    for axes, locale in zip(panels, shown, strict=True):
        canvas.plain_log(axes.yaxis, rows["mean"])
        axes.set_xlim(lengths[0] - 0.8, lengths[-1] + 0.8)
        canvas.lengths_on(axes.xaxis, lengths)
        part = rows[rows["locale"] == locale]
        for strategy, (colour, marker) in look.items():
            line = part[part["strategy"] == strategy].sort_values("length")
            x, y = line["length"], line["mean"]
            axes.plot(x, y, color=colour, linewidth=1.2)
            marks.points(axes, x, y, line["wrong"], (colour, marker))
    panels[0].set_ylim(rows["mean"].min() / 1.6, rows["mean"].max() * 1.6)
    for axes, locale in zip(panels, shown, strict=True):
        part = rows[rows["locale"] == locale].sort_values("length")
        for length, ends in part.groupby("strategy").last().groupby("length"):
            named = [(name, look[name], end["mean"]) for name, end in ends.iterrows()]
            marks.at_line_ends(axes, height, length, named, layout.font)
    entries = [keys.hollow()] if rows["wrong"].any() else []
    canvas.finish(figure, layout, entries, "length (digits)", "mean time (µs, log scale)")
    return figure
