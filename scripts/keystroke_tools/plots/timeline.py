"""The layout of a history: a panel for each strategy, commits along the bottom."""

from collections.abc import Collection, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator

from . import canvas
from .canvas import Layout
from .looks import INK, looks

MOST_TICKS = 8
ACROSS = "day of the run and its commit, oldest first"


def sheet(
    strategies: Collection[str],
    marks: Sequence[str],
    title: str,
    notes: Sequence[str],
    layout: Layout,
) -> tuple[Figure, list[tuple[str, Axes]]]:
    """Return a figure and (strategy, axes) for each panel."""
    order = list(looks(strategies))
    across = 1 if len(order) == 1 else 2 if layout.narrow else min(len(order), 4)
    down = -(-len(order) // across)
    figure = canvas.sheet(layout, title, notes, 1.3 + (1.75 if down > 1 else 2.3) * down)
    panels = canvas.grid_of_panels(figure, layout, order, across, sharex=True, sharey=True)
    most = MOST_TICKS if across == 1 else max(2, MOST_TICKS // 2)
    step = -(-len(marks) // most)
    places = range(1, len(marks) + 1, step)
    for axes in panels:
        axes.axhline(1, color=INK, linewidth=0.6)
        axes.set_xlim(0.5, len(marks) + 0.5)
        axes.xaxis.set_major_locator(FixedLocator(list(places)))
        axes.set_xticks(list(places), [marks[place - 1] for place in places], rotation=90)
    return figure, list(zip(order, panels, strict=True))


def room(panels: Sequence[tuple[str, Axes]], ratios: Any) -> None:
    """Set limits that show 1 and all ratios, with at least a tenth on both sides."""
    low, high = min(ratios.min(), 0.95), max(ratios.max(), 1.05)
    pad = 0.12 * (high - low)
    for _, axes in panels:
        axes.set_ylim(low - pad, high + pad)
