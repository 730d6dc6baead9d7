"""Points and bars whose form shows if the text was right."""

from collections.abc import Collection
from math import log10
from typing import Any

from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation

from .looks import INK, WRONG


def points(
    axes: Axes, x: Any, y: Any, wrong: Any, look: tuple[str, str], size: float = 4.5
) -> None:
    """Draw points: filled if the text is right, hollow if it is wrong."""
    colour, marker = look
    for is_wrong, face in ((False, colour), (True, "none")):
        axes.plot(
            x[wrong == is_wrong],
            y[wrong == is_wrong],
            marker,
            color=colour,
            markersize=size,
            markerfacecolor=face,
        )


def hatch(axes: Axes, y: Any, width: float, height: float = 0.72) -> None:
    """Hatch a horizontal bar: its text is wrong."""
    axes.barh(y, width, height, fill=False, edgecolor=INK, hatch=WRONG, linewidth=0.6)


def at_line_ends(
    axes: Axes,
    height: float,
    x: float,
    ends: Collection[tuple[str, tuple[str, str], float]],
    points: float,
) -> None:
    """Write the names of lines that end at one x beside their ends.

    The height of the figure is in inches; the y axis is logarithmic. Names that would lie on each
    other are moved apart: upwards, and down again if there is no room. Then each has its mark.
    """
    low, high = axes.get_ylim()
    gap = 1.3 * points * log10(high / low) / (axes.get_position().height * height * 72)
    ends = sorted(ends, key=lambda end: end[2])
    places: list[float] = []
    for _, _, y in ends:
        places.append(max(log10(y), places[-1] + gap) if places else log10(y))
    below = max(log10(high), log10(low) + gap * (len(ends) - 1))
    for number in reversed(range(len(ends))):
        places[number] = min(places[number], below)
        below = places[number] - gap
    is_moved = any(
        abs(above - log10(end[2])) > gap / 4 for end, above in zip(ends, places, strict=True)
    )
    for (name, (colour, marker), y), above in zip(ends, places, strict=True):
        up = (above - log10(y)) / gap * 1.3 * points
        # The text has the ink of the page: a colour that suits lines is too pale for letters.
        axes.annotate(
            name,
            (x, y),
            (17 if is_moved else 7, up),
            textcoords="offset points",
            va="center",
            fontsize=points,
            annotation_clip=False,
        )
        if not is_moved:
            continue
        beside = ScaledTranslation(11 / 72, up / 72, axes.figure.dpi_scale_trans)
        axes.plot(
            x,
            y,
            marker,
            color=colour,
            markersize=4.5,
            transform=axes.transData + beside,
            clip_on=False,
        )


def at_end(axes: Axes, x: Any, y: Any, text: str, points: float) -> None:
    """Write at the end of a horizontal bar."""
    axes.annotate(text, (x, y), (3, 0), textcoords="offset points", va="center", fontsize=points)
