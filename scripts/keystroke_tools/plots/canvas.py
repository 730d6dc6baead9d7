"""Figures in two widths: for a README or a page, and for a phone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis, XAxis
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.textpath import text_to_path
from matplotlib.ticker import (
    FixedLocator,
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    NullLocator,
)

PIXELS = 96  # an inch in a browser


@dataclass(frozen=True)
class Layout:
    """The width of a picture, in a browser's pixels, and the size of its text, in points."""

    suffix: str
    pixels: int
    font: float
    columns: int  # panels side by side

    @property
    def narrow(self) -> bool:
        return self.columns == 1

    @property
    def inches(self) -> float:
        return self.pixels / PIXELS


WIDE = Layout("", 800, 9, 3)
# Text of 8.5 points is 11.3 pixels; 350 leave a margin on a screen of 390.
NARROW = Layout("-narrow", 350, 8.5, 1)


def text_width(text: str, points: float, weight: str = "normal") -> float:
    """Return the width of a text, in points."""
    font = FontProperties(family="DejaVu Sans", size=points, weight=weight)
    return text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]


def wrap(text: str, points: float, weight: str, limit: float) -> list[str]:
    """Return the lines of a text that fit into a width in points."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, points, weight) <= limit or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def sheet(layout: Layout, title: str, notes: Sequence[str], height: float) -> Figure:
    """Return a figure with a title and notes above a height in inches for the rest."""
    limit = layout.inches * 72 - 8
    size = layout.font + 1.5
    lines = [(line, size, "bold") for line in wrap(title, size, "bold", limit)]
    for note in notes:
        lines += [
            (line, layout.font, "normal") for line in wrap(note, layout.font, "normal", limit)
        ]
    above = sum(1.35 * points for _, points, _ in lines) + 6
    total = height + above / 72
    figure = Figure((layout.inches, total), dpi=2 * PIXELS, layout="constrained")
    engine_of(figure).set(rect=(0, 0, 1, 1 - above / 72 / total))
    top = 2.0
    for line, points, weight in lines:
        y = 1 - top / 72 / total
        figure.text(4 / 72 / layout.inches, y, line, va="top", fontsize=points, weight=weight)
        top += 1.35 * points
    return figure


def engine_of(figure: Figure) -> ConstrainedLayoutEngine:
    """Return the engine that places the parts of a figure."""
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    return engine


def grid_of_panels(
    figure: Figure, layout: Layout, names: Sequence[str], across: Any = None, **sharing: Any
) -> list[Axes]:
    """Return one axes for each name, which is its title, row by row."""
    across = min(len(names), across or layout.columns)
    down = -(-len(names) // across)
    grid = figure.subplots(down, across, squeeze=False, **sharing)
    for axes in grid.flat[len(names) :]:
        axes.set_visible(False)
    for place, (axes, name) in enumerate(zip(grid.flat, names, strict=False)):
        axes.set_title(name, fontsize=layout.font)
        if place + across >= len(names):
            axes.tick_params(labelbottom=True)
    return list(grid.flat[: len(names)])


def rows_of_panels(layout: Layout, names: Sequence[str], across: int | None = None) -> int:
    """Return the number of rows of panels."""
    return -(-len(names) // min(len(names), across or layout.columns))


def columns_of_lines(layout: Layout) -> int:
    """Return the number of panels side by side if lines have their names at their ends."""
    return max(1, layout.columns - 1)


def finish(
    figure: Figure,
    layout: Layout,
    handles: Sequence[Artist],
    across: Any = None,
    up: str | None = None,
) -> None:
    """Add the labels of all panels' axes, and a legend below in as many columns as fit."""
    # matplotlib would place labels and a legend below on each other, so room is made by hand.
    wide, total = layout.inches * 72, figure.get_figheight() * 72
    below = add_key(figure, layout, handles) if handles else 2
    floor = below + (1.7 * layout.font if across else 0)
    edge = 1.6 * layout.font if up else 0
    top = engine_of(figure).get()["rect"][3]
    rect = (edge / wide, floor / total, 1 - edge / wide, top - floor / total)
    engine_of(figure).set(rect=rect)
    if across:
        figure.text(
            (edge + wide) / 2 / wide,
            (below + 3) / total,
            across,
            ha="center",
            va="bottom",
            fontsize=layout.font,
        )
    if up:
        figure.text(
            2 / wide,
            (floor / total + top) / 2,
            up,
            ha="left",
            va="center",
            rotation=90,
            fontsize=layout.font,
        )


def add_key(figure: Figure, layout: Layout, handles: Sequence[Artist]) -> float:
    """Add a legend at the bottom; return its height in points."""
    widest = max(text_width(str(handle.get_label()), layout.font) for handle in handles)
    columns = int((layout.inches * 72 - 8) / (widest + 4.2 * layout.font))
    columns = max(1, min(columns, len(handles)))
    rows = -(-len(handles) // columns)
    columns = -(-len(handles) // rows)  # rows of equal length
    legend = figure.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 0),
        ncols=columns,
        frameon=False,
        fontsize=layout.font,
        handlelength=2,
        columnspacing=1.2,
        borderaxespad=0.2,
        borderpad=0.2,
        labelspacing=0.4,
    )
    legend.set_in_layout(False)
    return 1.55 * layout.font * rows + 4


def lengths_on(axis: Axis, lengths: Sequence[int], most: int = 7) -> None:
    """Put ticks of lengths on an axis: each of them if they are few."""
    few = len(lengths) <= most
    axis.set_major_locator(FixedLocator(lengths) if few else MaxNLocator(integer=True))


def plain_log(axis: Axis, values: Iterable[float]) -> None:
    """Make an axis logarithmic, with numbers as people write them, and enough of them."""
    if axis.get_scale() != "log":
        (axis.axes.set_xscale if isinstance(axis, XAxis) else axis.axes.set_yscale)("log")
    values = [value for value in values if value > 0]
    span = max(values) / min(values) if values else 1
    subs = (1, 1.5, 2, 3, 5, 7) if span < 3 else (1, 2, 5) if span < 60 else (1,)
    axis.set_major_locator(LogLocator(subs=subs, numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:g}"))
    axis.set_minor_formatter(NullFormatter())
    if len(subs) > 1:
        # There are enough ticks, and each of them takes matplotlib milliseconds.
        axis.set_minor_locator(NullLocator())
