"""The time of a keystroke by strategy, its phases stacked."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from keystroke_tools import words
from keystroke_tools.runs import CELL

from . import canvas, keys, marks
from .canvas import Layout
from .data import Run, right
from .looks import GREY, PHASES, looks
from .picture import NothingToDraw, Picture

LIGHT = ("filter", "parse", "refresh", "rest")  # colours under black text
LEAST_NAMED = 14  # percent: narrower parts have no room for a figure
BESIDE, WIDEST = 106, 50  # the start of the bars of time, and the width of the longest
PARTS = [phase for phase in PHASES if phase != "rest"]


def picture(run: Run) -> Picture:
    """Return the picture, or raise NothingToDraw."""
    choice = run.choice
    bars = stack(run.chosen(run.times, length=choice.length))
    if bars.empty:
        raise NothingToDraw("no times of phases")
    bars, shown = run.panels(bars)
    title = finding(bars[bars["locale"] == shown[0]])
    notes = [
        f"Shares of the mean; beside them the mean itself, to one scale; {choice.length} digits, "
        f"{choice.value}, script {choice.script}, {words.rounds(bars['rounds'].max())}."
    ]
    alt = (
        f"{title} Stacked bars by strategy, a panel for each of {words.listed(shown)}: share "
        "of the mean time per keystroke in percent, split into the phases and the rest; "
        "beside each a bar of that time."
    )
    return Picture("phases", title, alt, lambda layout: draw(bars, shown, title, notes, layout))


def stack(times: pd.DataFrame) -> pd.DataFrame:
    """Return one row per bar: the mean of each phase and the rest, and the total."""
    bars = times.pivot(index=CELL, columns="phase", values="mean")
    bars = bars.reindex(columns=[*PHASES, "total"]).dropna(subset=["total"])
    bars = bars.dropna(subset=PARTS, how="all")
    # Phases and totals come from different passes, so the phases can exceed the total.
    rest = bars["total"] - bars[PARTS].sum(axis=1)
    bars["rest"] = bars["rest"].fillna(rest.clip(lower=0))
    bars["stacked"] = bars[list(PHASES)].sum(axis=1)
    facts = times[times["phase"] == "total"].set_index(CELL)[["wrong", "rounds"]]
    return bars.join(facts).reset_index()


def finding(bars: pd.DataFrame) -> str:
    """Return the phase with the largest part of the most expensive keystroke."""
    bars = right(bars).set_index("strategy")
    most = bars["total"].idxmax()
    parts = bars.loc[most, list(PHASES)].astype(float).dropna()
    share = 100 * parts.max() / bars.loc[most, "stacked"]
    where = "outside of all phases" if parts.idxmax() == "rest" else f"in {parts.idxmax()}"
    return f"{most} spends {share:.0f} % of a keystroke {where}."


def draw(
    bars: pd.DataFrame, shown: Sequence[str], title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout."""
    order = list(looks(bars["strategy"].unique()))[::-1]
    down = canvas.rows_of_panels(layout, shown)
    height = 0.8 + (0.45 + 0.27 * len(order)) * down
    figure = canvas.sheet(layout, title, notes, height)
    panels = canvas.grid_of_panels(figure, layout, shown, sharex=True, sharey=True)
    for axes, locale in zip(panels, shown, strict=True):
        axes.set_yticks(range(len(order)), order)
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.set_ylim(-0.6, len(order) - 0.4)
        axes.set_xlim(0, BESIDE + WIDEST + 44)  # room for the time at the end
        axes.set_xticks([0, 50, 100])
        here = bars[bars["locale"] == locale].set_index("strategy")
        for y, strategy in enumerate(order):
            if strategy in here.index:
                bar(axes, y, here.loc[strategy], bars["total"].max(), layout)
            else:
                marks.at_end(axes, 0, y, "not measured", layout.font)
    seen = bars[list(PHASES)].fillna(0).any()
    entries = keys.of_phases([phase for phase in PHASES if seen[phase]])
    if bars["wrong"].any():
        entries.append(keys.hatched())
    canvas.finish(figure, layout, entries, "share of the mean time of a keystroke (%)")
    return figure


def bar(axes: Axes, y: float, row: Mapping[str, Any], longest: float, layout: Layout) -> None:
    """Draw the bars of a strategy: its shares, and its time relative to the longest."""
    left = 0.0
    for phase, colour in PHASES.items():
        share = 0.0 if math.isnan(row[phase]) else 100 * row[phase] / row["stacked"]
        if share == 0:
            continue
        axes.barh(y, share, 0.72, left, color=colour)
        if share >= LEAST_NAMED:
            axes.text(
                left + share / 2,
                y,
                f"{share:.0f}",
                ha="center",
                va="center",
                fontsize=layout.font,
                color="#000000" if phase in LIGHT else "#FFFFFF",
                bbox={"facecolor": colour, "edgecolor": "none", "pad": 1},
                zorder=4,
            )
        left += share
    if row["wrong"]:
        marks.hatch(axes, y, left)
    width = WIDEST * row["total"] / longest
    axes.barh(y, width, 0.36, BESIDE, color=GREY)
    marks.at_end(axes, BESIDE + width, y, words.time(row["total"]), layout.font)
