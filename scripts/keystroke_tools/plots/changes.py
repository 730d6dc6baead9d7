"""The largest changes between two runs, by name and size."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from keystroke_tools import words

from . import canvas, findings
from .canvas import Layout
from .comparison import Comparison
from .looks import GREY, INK
from .picture import NothingToDraw, Picture

MOST = 16  # rows
CHANGES = ["regressed", "improved"]


def picture(comparison: Comparison) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    rows = [*exact(comparison), *timed(comparison)]
    if not rows:
        raise NothingToDraw("nothing changed")
    table = pd.DataFrame(rows)
    with np.errstate(divide="ignore"):  # changes from 0 and to 0 are the largest
        size = np.log(table["ratio"]).abs().fillna(np.inf)
    table = table.assign(size=size, worse=table["finding"] == "regressed")
    table = table.sort_values(["worse", "size"], ascending=False, kind="stable")
    title = finding(table)
    notes = [f"Candidate over baseline; {comparison.names}."]
    if len(table) > MOST:
        notes.append(f"The {MOST} largest of {len(table)}.")
    table = table.head(MOST)
    alt = (
        f"{title} Points with intervals: the ratio of candidate to baseline of "
        f"{words.count(len(table), 'change')}."
    )
    return Picture("changes", title, alt, lambda layout: draw(table, title, notes, layout))


def exact(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """Yield a row for each strategy, phase and exact metric that changed in some of its cells."""
    rows = comparison.entries
    rows = rows[rows["metric"] != "time"]
    cells = rows.groupby(["strategy", "phase", "metric"])["cell"].nunique()
    changed = rows[rows["finding"].isin(CHANGES)]
    for key, found in changed.groupby(["strategy", "phase", "metric", "finding"]):
        strategy, phase, metric, finding = key
        number, whole = found["cell"].nunique(), cells[strategy, phase, metric]
        yield {
            "label": f"{number} of {words.count(whole, 'cell')} of {strategy}",
            "what": f"{phase} {metric}",
            "finding": finding,
            "ratio": found["ratio"].median(),
            "low": found["ratio"].min(),
            "high": found["ratio"].max(),
            "before": found["baseline"].median(),
            "after": found["candidate"].median(),
        }


def timed(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """Yield a row for each time that changed significantly in a paired comparison."""
    rows = comparison.entries
    rows = rows[(rows["metric"] == "time") & rows["finding"].isin(CHANGES)]
    for row in rows.to_dict("records"):
        yield {
            "label": row["cell"],
            "what": f"{row['phase']} time",
            "finding": row["finding"],
            "ratio": row["ratio"],
            "low": row["ratioLow"],
            "high": row["ratioHigh"],
            "before": row["baseline"],
            "after": row["candidate"],
        }


def finding(table: pd.DataFrame) -> str:
    """Return the largest change for the worse, otherwise for the better."""
    first = table.iloc[0]
    whose = first["label"].split(" of ")[-1].split("/")[0]
    return f"The largest change is in {whose}: {first['what']} {change(first)}."


def change(row: Mapping[str, Any]) -> str:
    """Return the distance that a figure moved."""
    if np.isnan(row["ratio"]):
        return f"from {words.figure(row['before'])} to {words.figure(row['after'])}"
    percent = 100 * (row["ratio"] - 1)
    return f"{percent:+.3g} %".replace("-", "−")


def draw(table: pd.DataFrame, title: str, notes: Sequence[str], layout: Layout) -> Figure:
    """Draw it in a layout: each row's words above its point, wrapped if they are long."""
    rows = table.to_dict("records")
    said = [f"{row['label']}: {row['what']} {change(row)}" for row in rows]
    limit = layout.inches * 72 - 16
    lines = [canvas.wrap(text, layout.font, "normal", limit) for text in said]
    heights = [1.35 * layout.font * len(some) + 18 for some in lines]
    whole = sum(heights)
    figure = canvas.sheet(layout, title, notes, 1.0 + whole / 72)
    axes = figure.subplots()
    axes.set_ylim(whole, 0)  # in points
    axes.set_yticks([])
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
    top = 0.0
    for row, some, height in zip(rows, lines, heights, strict=True):
        axes.annotate(
            "\n".join(some),
            (0, top),
            xycoords=("axes fraction", "data"),
            va="top",
            fontsize=layout.font,
        )
        colour, marker, face = findings.look(row["finding"])
        y = top + height - 9
        axes.vlines(1, y - 6, y + 6, color=INK, linewidth=0.8)
        axes.hlines(y, row["low"], row["high"], color=colour, linewidth=1.6)
        axes.plot(row["ratio"], y, marker, color=colour, markerfacecolor=face, markersize=6)
        top += height
    ends = table[["ratio", "low", "high"]].to_numpy().ravel()
    low, high = np.nanmin([*ends, 0.99]), np.nanmax([*ends, 1.01])
    if low > 0 and high / low > 3:
        canvas.plain_log(axes.xaxis, [low, high])
        axes.set_xlim(low / 1.1, high * 1.1)
    else:
        axes.set_xlim(low - 0.05 * (high - low), high + 0.05 * (high - low))
    axes.set_xlabel("ratio of candidate to baseline (1: equal)", fontsize=layout.font)
    entries = findings.entries_of_key(table["finding"])
    entries.append(Line2D([], [], color=GREY, label="interval; of several cells their range"))
    canvas.finish(figure, layout, entries)
    return figure
