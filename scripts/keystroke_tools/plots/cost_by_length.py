"""What a keystroke costs as the number grows, by strategy."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from keystroke_tools import words

from . import canvas, keys, marks
from .canvas import Layout
from .data import Run
from .looks import looks
from .picture import NothingToDraw, Picture

MOST_PANELS = 6


def picture(run: Run) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    rows = run.chosen(run.totals)
    if rows.empty:
        raise NothingToDraw("no times of keystrokes")
    lengths = rows.groupby("locale")["length"].nunique()
    shown = [name for name in run.choice.locales if lengths.get(name, 0) > 1]
    if not shown:
        raise NothingToDraw("no times at more than one length")
    shown = shown[:MOST_PANELS]
    rows = rows[rows["locale"].isin(shown)]
    choice = run.choice
    title = lead(rows, shown[0], run) + finding(rows, shown[0])
    notes = [
        f"Mean time of a keystroke; {choice.value}, "
        f"script {choice.script}, {words.rounds(rows['rounds'].max())}."
    ]
    if rows["wrong"].any():
        notes[0] += " Wrong texts do not count for the title."
    alt = (
        f"{title} Lines by strategy, a panel for each of {words.listed(shown, 6)}: mean time of "
        "a keystroke in µs, logarithmic, against the length of the number in digits."
    )
    return Picture(
        "cost-by-length", title, alt, lambda layout: draw(rows, shown, title, notes, layout)
    )


ENGINE = "incremental-"  # how the names of this project's own engine begin


def lead(rows: pd.DataFrame, locale: str, run: Run) -> pd.DataFrame:
    """Return how far the engine is ahead of the best other that formats at each edit."""
    promises = run.metadata.get("promises") or {}
    here = rows[(rows["locale"] == locale) & (rows["length"] == run.choice.length)]
    here = here[~here["wrong"] & (here["strategy"].map(promises) == "each edit")]
    here = here.set_index("strategy")["mean"].sort_values()
    own = [name for name in here.index if name.startswith(ENGINE)]
    others = [name for name in here.index if name not in own]
    if not own or not others or here[own[0]] >= here[others[0]]:
        return ""
    return (
        f"{own[0]} takes {words.time(here[own[0]])}, {others[0]} "
        f"{words.times(here[others[0]] / here[own[0]])} that. "
    )


def finding(rows: pd.DataFrame, locale: str) -> str:
    """Return what grows most in the panel of a locale, over lengths that all have."""
    here = rows[rows["locale"] == locale]
    right = here[~here.groupby("strategy")["wrong"].transform("any")]
    here = right if right["length"].nunique() > 1 else here  # a wrong text is no cheaper one
    table = here.pivot(index="length", columns="strategy", values="mean")
    shared = table.dropna()
    if len(shared) < 2:  # then of those that have most lengths
        shared = table[table.columns[table.notna().sum() == table.notna().sum().max()]]
        shared = shared.dropna()
    first, last = shared.index.min(), shared.index.max()
    growth = (shared.loc[last] / shared.loc[first]).sort_values()
    most = growth.index[-1]
    said = (
        f"From {first} to {last} digits {most} goes from "
        f"{words.time(shared.loc[first, most])} to {words.time(shared.loc[last, most])}"
    )
    if len(growth) > 1 and growth.iloc[-2] > 1:
        said += f", no other more than {words.times(growth.iloc[-2])}"
    elif len(growth) > 1:
        said += ", no other grows"
    return f"{said} ({locale})."


def draw(
    rows: pd.DataFrame, shown: Sequence[str], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    down = canvas.rows_of_panels(layout, shown)
    height = 0.9 + (2.6 if down == 1 else 2.1) * down
    figure = canvas.sheet(layout, title, notes, height)
    panels = canvas.grid_of_panels(figure, layout, shown, sharex=True, sharey=True)
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
    entries = keys.of_strategies(look)
    if rows["wrong"].any():
        entries.append(keys.hollow())
    canvas.finish(figure, layout, entries, "length (digits)", "mean time (µs, log scale)")
    return figure
