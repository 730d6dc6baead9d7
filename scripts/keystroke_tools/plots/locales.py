"""Heat maps of time, allocations and refreshes by strategy and locale."""

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ListedColormap, LogNorm, Normalize, to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from keystroke_tools import words

from . import canvas, keys
from .canvas import Layout
from .data import Run
from .looks import DARK, INK, WRONG, contrast, looks
from .picture import NothingToDraw, Picture

LEVELS = 12  # of colour: the figure is in the field, and SVG stays small
# From cheap to expensive: away from the page, so light to dark on a light one, and back on a dark.
COLOURS = [to_hex(one) for one in mpl.colormaps["YlGnBu"](np.linspace(0.06, 0.95, LEVELS))]


def inks(colours: Sequence[str]) -> list[str]:
    """Return the ink on each colour, black or white, with a last bit or two that differ."""
    best = [max("#000000", "#ffffff", key=lambda ink: contrast(ink, one)) for one in colours]
    # So a style can replace each of them on a dark page.
    return [
        f"#0000{n + 1:02x}" if ink == "#000000" else f"#ffff{254 - n:02x}"
        for n, ink in enumerate(best)
    ]


INKS = inks(COLOURS)
DARK |= dict(zip(COLOURS + INKS, COLOURS[::-1] + inks(COLOURS[::-1]), strict=True))
MOST_ACROSS = 12  # locales, before they go down instead


def time(run: Run) -> Picture:
    """Return the picture of times, or raise NothingToDraw."""
    rows = run.totals.rename(columns={"p50": "figure"})
    return heat_map(run, rows, "time", "median time per keystroke (µs, log scale)")


def allocations(run: Run) -> Picture:
    """Return the picture of allocations, or raise NothingToDraw."""
    return heat_map(run, exact(run, "allocations"), "allocations", "allocations per keystroke")


def refreshes(run: Run) -> Picture:
    """Return the picture of refreshes, or raise NothingToDraw."""
    return heat_map(run, exact(run, "refreshes"), "refreshes", "refreshes per keystroke")


def exact(run: Run, metric: str) -> pd.DataFrame:
    """Return the totals of an exact metric."""
    rows = run.counts(metric)
    return rows[rows["phase"] == "total"].rename(columns={"mean": "figure"})


def heat_map(run: Run, rows: pd.DataFrame, what: str, label: str) -> Picture:
    """Return the picture of a figure by strategy and locale."""
    choice = run.choice
    rows = run.chosen(rows, length=choice.length)
    if rows.empty:
        raise NothingToDraw(f"no {what} of keystrokes")
    right = rows[~rows["wrong"]]  # a wrong text does not count as cheaper
    title = finding(right if len(right) else rows, what)
    notes = [
        f"Each field is {label.split(' (')[0]}; {choice.length} digits, {choice.value}, "
        f"script {choice.script}."
    ]
    if rows["wrong"].any() and len(right):
        notes[0] += " Wrong texts count neither for the title nor for the scale."
    alt = (
        f"{title} Heat map of {label}, strategies against "
        f"{words.count(rows['locale'].nunique(), 'locale')}."
    )
    if what == "refreshes":
        notes[0] += " Counted in a model of toolkits that do not exist on Linux."
    return Picture(
        f"locales-{what}", title, alt, lambda layout: draw(rows, what, label, title, notes, layout)
    )


def finding(rows: pd.DataFrame, what: str) -> str:
    """Return the strategy that depends most on the locale."""
    table = rows.pivot(index="strategy", columns="locale", values="figure")
    spread = (table.max(axis=1) - table.min(axis=1)).where(table.count(axis=1) > 1)
    if what == "time":
        spread = spread / table.min(axis=1)
    spread = spread.dropna()
    name = "times" if what == "time" else what
    if spread.empty or spread.max() == 0:
        return f"{name.capitalize()} do not depend on the locale."
    most = spread.idxmax()
    return (
        f"The {name} of {most} depend most on the locale, and are highest in "
        f"{table.loc[most].idxmax()}."
    )


def draw(
    rows: pd.DataFrame, what: str, label: str, title: str, notes: Sequence[str], layout: Layout
) -> Figure:
    """Draw it in a layout: strategies down, or locales if they are many."""
    strategies = list(looks(rows["strategy"].unique()))
    locales = sorted(rows["locale"].unique())
    swapped = len(locales) > (5 if layout.narrow else MOST_ACROSS)
    down, across = (locales, strategies) if swapped else (strategies, locales)
    tall = 1.5 if swapped else 0.3
    # A figure that is wider than its field is rotated.
    widest = max(canvas.text_width(words.figure(one), layout.font) for one in rows["figure"])
    names = max(canvas.text_width(one, layout.font) for one in down)
    room = (layout.inches * 72 - names - 2 * layout.font) / len(across)
    upright = widest + 2 > room
    height = (widest + layout.font) / 72 if upright else 0.27
    figure = canvas.sheet(layout, title, notes, 1.25 + tall + height * len(down))
    axes = figure.subplots()
    right = rows[~rows["wrong"]]
    judged = right if len(right) else rows
    norm, colours = scale(judged["figure"], what)
    axes.set(xlim=(0, len(across)), ylim=(len(down), 0))
    axes.set_xticks(
        [place + 0.5 for place in range(len(across))], across, rotation=90 if swapped else 0
    )
    axes.set_yticks([place + 0.5 for place in range(len(down))], down)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    found = rows.set_index(["strategy", "locale"])
    for y, one in enumerate(down):
        for x, other in enumerate(across):
            place = (other, one) if swapped else (one, other)
            if place in found.index:
                field(axes, x, y, found.loc[place], norm, layout, upright)
            else:
                axes.text(
                    x + 0.5, y + 0.5, "–", ha="center", va="center", fontsize=layout.font, color=INK
                )
    bar = figure.colorbar(
        ScalarMappable(norm, colours),
        ax=axes,
        location="bottom",
        fraction=0.05,
        aspect=40 if not layout.narrow else 25,
        pad=0.03,
        extend="max" if rows["figure"].max() > norm.vmax else "neither",
    )
    bar.set_label(label, fontsize=layout.font)
    bar.outline.set_visible(False)
    bar.ax.minorticks_off()
    if what == "time":
        canvas.plain_log(bar.ax.xaxis, judged["figure"])
    entries = [keys.hatched()] if rows["wrong"].any() else []
    entries += [keys.missing()] if len(found) < len(down) * len(across) else []
    canvas.finish(figure, layout, entries)
    return figure


def scale(figures: Any, what: str) -> tuple[Normalize, ListedColormap]:
    """Return the scale from figures to colours."""
    colours = ListedColormap(COLOURS)
    low, high = figures.min(), figures.max()
    if what == "time" and low > 0:
        return LogNorm(low, high if high > low else low * 1.1, clip=True), colours
    return Normalize(0, high or 1, clip=True), colours


def field(
    axes: Axes,
    x: float,
    y: float,
    row: Mapping[str, Any],
    norm: Normalize,
    layout: Layout,
    upright: bool,
) -> None:
    """Draw one field with its figure."""
    level = min(int(norm(row["figure"]) * LEVELS), LEVELS - 1)
    colour, ink = COLOURS[level], INKS[level]
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, linewidth=0))
    if row["wrong"]:
        axes.add_patch(Rectangle((x, y), 1, 1, fill=False, hatch=WRONG, edgecolor=ink, linewidth=0))
    axes.text(
        x + 0.5,
        y + 0.5,
        words.figure(row["figure"]),
        ha="center",
        va="center",
        fontsize=layout.font,
        color=ink,
        rotation=90 if upright else 0,
        bbox={"facecolor": colour, "edgecolor": "none", "pad": 1} if row["wrong"] else None,
    )
